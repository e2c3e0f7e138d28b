/** Taps on their way to the referee. Every refusal is one sentence that stays until it is read. */

import { resync } from "./live.js";
import { ui } from "./say.js";
import { change, state } from "./state.js";

/** POST as JSON, a file as it is; resolves to {ok, status, code, sentence, ...} and never throws. */
export async function post(path, body) {
  const file = body instanceof Blob;
  const kind = file ? body.type : "application/json";
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": kind, "X-Hakem-Token": state.token },
      body: file ? body : JSON.stringify(body ?? {}),
    });
    const told = answer.status === 204 ? {} : await answer.json();
    return { ok: answer.ok, status: answer.status, ...told };
  } catch {
    return { ok: false, status: 0, code: "BAGLANTI", sentence: ui("gonderilemedi") };
  }
}

/** A command about what is on the screen now (`seen`). One at a time: a double tap is one tap. */
export async function command(does, more = {}) {
  if (state.busy) return { ok: false };
  change({ busy: does, told: null });
  const answer = await post("/komut", { do: does, seen: state.score?.seq ?? null, ...more });
  if (answer.code === "STALE") await resync();
  change({ busy: null, told: answer.ok ? null : answer.sentence });
  if (answer.code === "PIN_GEREKLI") change({ panel: { kind: "pin" }, told: null });
  return answer;
}
