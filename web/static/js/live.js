/** The line to the referee: whole snapshots, in order, also after sleep.
 *
 * Every try begins with the newest snapshot, so whoever missed some has missed nothing. The browser's
 * own reconnecting is not trusted: a line that hangs while Wi-Fi wakes up, or that died without a
 * word, is dropped and tried anew. */

import { change, state } from "./state.js";

const RETRY_MS = 800; // between tries while nobody answers
const AGAIN_MS = 1500; // after a line that had answered: the house may be full, then this is polling
const HANGS_MS = 3000; // a try that is not answered so long is given up
const QUIET_MS = 26000; // the referee speaks at least every ten seconds
const BEAT_MS = 1000;
const SLEPT_MS = 4000; // a clock that jumped so far has slept
const GRACE_MS = 2500; // before the page says that the line is down
let source = null;
let heard = 0;
let beat = 0;
let next = 0;
let lost = 0;

/** Take a snapshot unless it is older than what is shown; another life of the server always counts. */
export function take(snapshot) {
  if (snapshot.boot === state.boot && snapshot.version < state.version) return;
  change(snapshot);
}

/** A new line now, whatever became of the old one. */
export function listen() {
  hush();
  const mine = new EventSource(`/live?seen=${state.boot}.${state.version}.${state.claims}`);
  let answered = false;
  source = mine;
  heard = Date.now();
  next = setTimeout(() => down(RETRY_MS), HANGS_MS);
  const hear = () => {
    if (mine !== source) return;
    if (!answered) clearTimeout(next);
    answered = true;
    found();
  };
  mine.onopen = hear;
  mine.addEventListener("here", hear);
  mine.onmessage = (event) => {
    hear();
    take(JSON.parse(event.data));
  };
  mine.onerror = () => mine === source && down(answered ? AGAIN_MS : RETRY_MS);
}

/** Let go of the line; nothing is tried any more. */
function hush() {
  clearTimeout(next);
  source?.close();
  source = null;
}

function down(wait) {
  hush();
  lost ||= setTimeout(() => change({ connected: false }), GRACE_MS);
  next = setTimeout(listen, wait);
}

function found() {
  heard = Date.now();
  clearTimeout(lost);
  lost = 0;
  if (!state.connected) change({ connected: true });
}

/** The newest snapshot before anything else is done: a command was refused as stale. */
export async function resync() {
  try {
    const answer = await fetch("/durum", {
      cache: "no-store",
      signal: AbortSignal.timeout(HANGS_MS),
    });
    if (answer.ok) {
      take(await answer.json());
      found();
    }
  } catch {
    change({ connected: false });
  }
  listen();
}

/** Sleep is noticed by what the browser says, and by the clock where it says nothing. */
function watch() {
  const now = Date.now();
  const slept = now - beat > SLEPT_MS;
  beat = now;
  if (!document.hidden && (slept || now - heard > QUIET_MS)) listen();
}

function wake() {
  beat = Date.now();
  if (!document.hidden) listen();
}

function unplugged() {
  hush();
  change({ connected: false });
}

export function stayInTouch() {
  listen();
  beat = Date.now();
  setInterval(watch, BEAT_MS);
  document.addEventListener("visibilitychange", () => (document.hidden ? hush() : wake()));
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  addEventListener("offline", unplugged);
  addEventListener("pagehide", hush);
}
