/** One switch for everything that is heard or felt: sounds, the caller, the buzz of a phone. Each
 * phone has its own, silent until somebody taps it; what makes the noise is fetched then. */

import { icon } from "./draw.js";
import { ui } from "./say.js";
import { change, state } from "./state.js";
import { h } from "./vdom.js";

const STORE = "hakem.ses";
export const LEVELS = ["", "ses", "anons"]; // silent, sounds, sounds and the caller

function stored() {
  try {
    return LEVELS.includes(localStorage.getItem(STORE)) ? localStorage.getItem(STORE) : "";
  } catch {
    return "";
  }
}

state.sound = stored();
let last = state.sound || "ses";

export const muteButton = () =>
  h(
    "button",
    {
      class: "plainbutton mute",
      type: "button",
      "data-do": "mute",
      "aria-pressed": state.sound !== "",
      "aria-label": ui("ses"),
    },
    icon(state.sound ? "sound" : "mute"),
  );

export async function sound({ value }) {
  change({ sound: value });
  try {
    localStorage.setItem(STORE, value);
  } catch {
    // private windows keep nothing
  }
  if (value) last = value;
  (await import("./sound.js")).turned(value);
}

export const mute = () => sound({ value: state.sound ? "" : last });

/** After a drawing: what has happened since the last one. */
export async function hear(before, now) {
  if (!state.sound || now.page !== "board" || !before || !now.score || before === now.score) return;
  (await import("./sound.js")).told(before, now);
}
