/** Which page is drawn by what, and what a tap does. */

import { board } from "./board.js";
import { command } from "./send.js";
import { change, state } from "./state.js";

const withScore = (view) => (now) => (now.score ? view(now) : []);

export const pages = {
  board: withScore(board),
};

export const doings = {
  next: () => command("next"),
  undo: () => command("undo"),
  lock: () => command("lock"),
};
