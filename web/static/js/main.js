/** Wiring: the state, the page that is open, and one ear for all taps. */

import { keepAwake } from "./awake.js";
import { told } from "./board.js";
import { keyboard, speaking } from "./entry.js";
import { holds } from "./hold.js";
import { stayInTouch } from "./live.js";
import { settle } from "./motion.js";
import { hear as sounded } from "./mute.js";
import { after, doings, enterByCode, enterPin, foreseeVoid, setUp, view, voidHand } from "./pages.js";
import { panel } from "./panels.js";
import { leave, passedOn, takeOver } from "./people.js";
import { say } from "./say.js";
import { change, onDraw, state } from "./state.js";
import { moveIn, patch } from "./vdom.js";
import { keepTime } from "./window.js";

const STILL_MS = 1500;
const OPENED_BY_GAME = new Set(["question", "entry"]);
const app = document.getElementById("app");
const panels = document.getElementById("panels");
const hear = document.getElementById("hear");
const forms = { pin: (data) => enterPin(data.get("pin")), chair: takeOver };
const held = { void: voidHand, leave };
let before = null;
let life = state.boot;
let asked = null;

function draw() {
  if (life !== state.boot) {
    life = state.boot;
    checkBuild();
  }
  follow();
  passedOn(state);
  const wanted = view(state);
  if (wanted) patch(app, wanted);
  patch(panels, panel(state));
  for (const dialog of panels.querySelectorAll("dialog:not([open])")) dialog.showModal();
  document.getElementById("sim").hidden = !state.simulated;
  document.getElementById("lost").hidden = state.connected;
  warn();
  keepAwake(state.page === "board" && state.score?.winners.length === 0);
  if (state.score) speak();
  settle(before, state.score);
  sounded(before, state);
  keepTime(state.score);
  after(state);
  before = state.score;
}

/** What a new snapshot opens or closes by itself. */
function follow() {
  const question = state.score?.questions[0]?.id ?? null;
  if (question === null && state.panel?.kind === "question") state.panel = null;
  if (
    question !== null &&
    question !== asked &&
    state.control &&
    (!state.panel || OPENED_BY_GAME.has(state.panel.kind))
  )
    state.panel = { kind: "question" };
  asked = question;
  if (state.panel?.kind === "entry" && !state.control && !speaking(state)) state.panel = null;
  if (state.page === "start" && state.score && !state.control) location.replace("/");
  if (state.page === "board" && !state.score) location.replace("/basla");
}

/** A new life of the server may bring a newer page: then load it. */
async function checkBuild() {
  const page = await fetch(location.href, { cache: "no-store" })
    .then((answer) => answer.text())
    .catch(() => "");
  const build = /data-build="(\w+)"/.exec(page)?.[1];
  if (build && build !== document.body.dataset.build) location.reload();
}

/** Safe mode: the referee says why nothing can be written. */
function warn() {
  const node = document.getElementById("problem");
  const text = state.problem ? say("problem", ...state.problem) : "";
  node.hidden = !text;
  if (node.textContent !== text) node.textContent = text;
}

function speak() {
  const { head, under } = told(state);
  const text = `${head}${/[.!?]$/.test(head) ? "" : "."} ${under}`;
  if (hear.textContent !== text) hear.textContent = text;
}

document.addEventListener("click", (event) => {
  const node = event.target.closest("[data-do]");
  if (event.target.tagName === "DIALOG") change({ panel: null });
  if (!node || node.getAttribute("aria-disabled") === "true") return;
  doings[node.dataset.do]?.(node.dataset, node, event);
});
document.addEventListener("change", async ({ target }) => {
  const [file] = target.files ?? [];
  if (!target.dataset.photo || !file) return;
  const { taken } = await import("./photo.js");
  taken(target.dataset.photo, file);
  target.value = ""; // the same one may be chosen again
});
document.addEventListener("submit", (event) => {
  event.preventDefault();
  forms[event.target.dataset.form]?.(new FormData(event.target));
});
document.addEventListener(
  "close",
  (event) =>
    event.target.tagName === "DIALOG" && event.target.isConnected && change({ panel: null }),
  true,
);
for (const name of ["error", "load"]) {
  document.addEventListener(
    name,
    (event) =>
      event.target.dataset &&
      "hide" in event.target.dataset &&
      event.target.classList.toggle("broken", name === "error"),
    true,
  );
}
keyboard();
holds(
  (what, data) => held[what]?.(data),
  (what, data) => what === "void" && foreseeVoid(data),
);

setUp();
if (state.page === "camera")
  setInterval(
    () => document.visibilityState === "visible" && change({ local: { tick: Date.now() } }),
    STILL_MS,
  );
onDraw(draw);
draw();
moveIn();
stayInTouch();
if (isSecureContext) navigator.serviceWorker?.register("/sw.js");
enterByCode();
