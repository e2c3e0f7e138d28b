/** The bar of every page that is not the board: one tap back to where one came from. */

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
