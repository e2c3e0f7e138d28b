/** The line to the referee: whole snapshots, in order, also after sleep. */

import { change, state } from "./state.js";

const QUIET_MS = 26000;
const GRACE_MS = 2500;
let source = null;
let heard = 0;
let lost = 0;

/** Take a snapshot unless it is older than what is shown; another life of the server always counts. */
export function take(next) {
  if (next.boot === state.boot && next.version < state.version) return;
  change(next);
}

export function listen() {
  source?.close();
  source = new EventSource(`/live?seen=${state.boot}.${state.version}.${state.claims}`);
  heard = Date.now();
  source.onopen = found;
  source.addEventListener("here", found);
  source.onmessage = (event) => {
    found();
    take(JSON.parse(event.data));
  };
  source.onerror = () => {
    if (!lost) lost = setTimeout(() => change({ connected: false }), GRACE_MS);
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, GRACE_MS);
  };
}

function found() {
  heard = Date.now();
  clearTimeout(lost);
  lost = 0;
  if (!state.connected) change({ connected: true });
}

/** Phones drop the line in the background without saying so: on return ask, and listen anew. */
export async function resync() {
  try {
    const answer = await fetch("/durum", { cache: "no-store" });
    if (answer.ok) {
      take(await answer.json());
      found();
    }
  } catch {
    change({ connected: false });
  }
  listen();
}

export function stayInTouch() {
  listen();
  setInterval(() => !document.hidden && Date.now() - heard > QUIET_MS && resync(), QUIET_MS / 4);
  document.addEventListener("visibilitychange", () =>
    document.hidden ? source?.close() : resync(),
  );
  addEventListener("pageshow", (event) => event.persisted && resync());
  addEventListener("online", resync);
  addEventListener("pagehide", () => source?.close());
}
