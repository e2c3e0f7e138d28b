/** A window that stands open for some seconds: a ring that runs out by the server's clock. */

import { ui } from "./say.js";
import { change } from "./state.js";
import { h } from "./vdom.js";

const TICK_MS = 250;
const still = matchMedia("(prefers-reduced-motion: reduce)");
let ahead_s = null; // the server's clock, less this phone's
let until_s = null;
let timer = 0;

/** Phones' clocks are wrong by minutes: ask what time it is, once for every window. */
async function ask() {
  const sent = Date.now();
  const answer = await fetch("/saat", { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const { now_s } = await answer.json();
  ahead_s = now_s - (sent + Date.now()) / 2000;
  change();
}

/** After every drawing: run while a window stands open. */
export function keepTime(score) {
  const next = score?.until_s ?? null;
  if (next === until_s) return;
  until_s = next;
  clearInterval(timer);
  if (next === null) return;
  ask();
  timer = setInterval(change, TICK_MS);
}

document.addEventListener("visibilitychange", () => !document.hidden && until_s !== null && ask());

/** The seconds left, and what part of `whole_s` they are. */
export function ring({ until_s: ends_s }, whole_s) {
  if (ends_s === null || ahead_s === null) return null;
  const left_s = Math.min(whole_s, Math.max(0, ends_s - ahead_s - Date.now() / 1000));
  const seconds = Math.ceil(left_s);
  const part = (still.matches ? seconds : left_s) / whole_s;
  return h(
    "span",
    { class: "ring", role: "timer", "aria-label": ui("saniye", { n: seconds }) },
    h(
      "svg",
      { viewBox: "0 0 40 40", "aria-hidden": "true" },
      h("circle", { cx: 20, cy: 20, r: 17 }),
      h("circle", {
        class: "left",
        cx: 20,
        cy: 20,
        r: 17,
        pathLength: 100,
        style: { "stroke-dashoffset": String(100 - 100 * part) },
      }),
    ),
    h("span", { class: "digits", "aria-hidden": "true" }, String(seconds)),
  );
}
