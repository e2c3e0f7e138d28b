/** The heads of things: of a page that is not the board (one tap back), of a dialog. */

import { icon } from "./draw.js";
import { ui } from "./say.js";
import { h } from "./vdom.js";

export const top = (title, href, back, extra = null) =>
  h(
    "header",
    { class: "top" },
    href
      ? h("a", { class: "plainbutton", href, "aria-label": back }, icon("back"))
      : h("span", { class: "brand" }, "Hakem"),
    h("span", { class: "quiet" }, title),
    extra,
    h(
      "button",
      {
        class: "plainbutton",
        type: "button",
        "data-do": "menu",
        "aria-label": ui("menu"),
        "aria-haspopup": "dialog",
      },
      icon("menu"),
    ),
  );

/** The head of what lies over the page. */
export const head = (title, extra = null, focus = true) =>
  h(
    "header",
    { class: "head" },
    h("h2", { tabindex: -1, autofocus: focus }, title),
    extra,
    h(
      "button",
      { class: "plainbutton", type: "button", "data-do": "close", "aria-label": ui("kapat") },
      icon("close"),
    ),
  );
