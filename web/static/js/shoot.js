/** A photo wherever the camera would be asked: a plain file input, which works without https too.
 * What becomes of it is in photo.js, which is fetched when the first one has been taken. */

import { icon } from "./draw.js";
import { h } from "./vdom.js";

/** `purpose`: seats (pawns before their players) | table (a deal of Vale Avı) | hand (cards). */
export const shoot = (purpose, text, main = false) =>
  h(
    "label",
    { class: `button file${main ? " main" : ""}`, key: `shoot-${purpose}` },
    icon("camera"),
    h("span", {}, text),
    h("input", { type: "file", accept: "image/*", "data-photo": purpose }),
  );
