/** Wiring: the state, the page that is open, and one ear for all taps. */

import { board, told } from "./board.js";
import { stayInTouch } from "./live.js";
import { settle } from "./motion.js";
import { pages, doings } from "./pages.js";
import { panel } from "./panels.js";
import { change, onDraw, state } from "./state.js";
import { patch } from "./vdom.js";

const app = document.getElementById("app");
const panels = document.getElementById("panels");
const hear = document.getElementById("hear");
let before = null;
let life = state.boot;

function draw() {
  if (life !== state.boot) {
    life = state.boot;
    checkBuild();
  }
  const view = pages[state.page];
  if (view) patch(app, view(state));
  patch(panels, panel(state));
  document.getElementById("sim").hidden = !state.simulated;
  document.getElementById("lost").hidden = state.connected;
  if (state.score) speak(state);
  settle(before, state.score);
  before = state.score;
}

/** A new life of the server may bring a newer page: then load it. */
async function checkBuild() {
  const page = await fetch(location.href, { cache: "no-store" }).then((answer) => answer.text()).catch(() => "");
  const build = /data-build="(\w+)"/.exec(page)?.[1];
  if (build && build !== document.body.dataset.build) location.reload();
}

function speak() {
  const { head, under } = told(state);
  const text = `${head}. ${under}`;
  if (hear.textContent !== text) hear.textContent = text;
}

document.addEventListener("click", (event) => {
  const node = event.target.closest("[data-do]");
  if (!node || node.getAttribute("aria-disabled") === "true") return;
  doings[node.dataset.do]?.(node.dataset, node, event);
});

onDraw(draw);
document.body.classList.add("calm");
draw();
requestAnimationFrame(() => requestAnimationFrame(() => document.body.classList.remove("calm")));
stayInTouch();
