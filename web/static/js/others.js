/** The small pages: join, settings, camera. */

import { card, icon } from "./draw.js";
import { top } from "./frame.js";
import { say, signed, ui } from "./say.js";
import { explain } from "./start.js";
import { h } from "./vdom.js";

export function join(state) {
  return [
    h(
      "div",
      { class: "page join" },
      top(ui("katil"), "/", ui("tahta")),
      h("h1", {}, ui("katil_okutun")),
      h("img", { class: "qr", src: "/qr.svg", alt: ui("qr") }),
      h(
        "ul",
        { class: "addresses" },
        state.addresses.map((address) =>
          h("li", { class: "digits" }, address.replace(/^https?:\/\//, "")),
        ),
      ),
      h("p", { class: "quiet" }, ui("katil_ne")),
    ),
  ];
}

const segment = (does, value, text, on) =>
  h(
    "button",
    {
      class: `button${on ? " chosen" : ""}`,
      type: "button",
      "data-do": does,
      "data-value": value,
      "aria-pressed": on,
    },
    text,
  );

export function settings(state) {
  const root = document.documentElement;
  const theme = root.dataset.theme ?? "";
  return [
    h(
      "div",
      { class: "page" },
      top(ui("ayarlar"), "/", ui("tahta")),
      h("h2", {}, ui("gorunus")),
      h(
        "div",
        { class: "segments wide" },
        [
          ["", "oto"],
          ["gece", "gece"],
          ["gunduz", "gunduz"],
        ].map(([value, word]) => segment("theme", value, ui(word), theme === value)),
      ),
      h("h2", {}, ui("dil")),
      h(
        "div",
        { class: "segments wide" },
        [
          ["tr", "Türkçe"],
          ["en", "English"],
        ].map(([value, word]) => segment("language", value, word, root.lang === value)),
      ),
      h("h2", {}, ui("yonetim")),
      h("p", { class: "quiet" }, state.control ? ui("yonetiyorsunuz") : ui("izliyorsunuz")),
      h(
        "p",
        {},
        state.control
          ? h("button", { class: "button", type: "button", "data-do": "giveup" }, ui("pin_birak"))
          : h(
              "button",
              { class: "button main", type: "button", "data-do": "pin" },
              icon("key"),
              ui("pin_gir"),
            ),
      ),
    ),
  ];
}

export function camera(state) {
  const { camera: eyes, local } = state;
  return [
    h(
      "div",
      { class: "page" },
      top(ui("kamera_ne"), "/", ui("tahta")),
      state.control
        ? h(
            "div",
            { class: "frame" },
            h("img", {
              class: "photo",
              key: "live",
              src: `/resim/live?${local.tick ?? 0}`,
              alt: ui("kamera_resim"),
              "data-hide": true,
            }),
            h("p", { class: "quiet wait" }, ui("kamera_bekle")),
          )
        : h(
            "p",
            {},
            h(
              "button",
              { class: "button main", type: "button", "data-do": "pin" },
              icon("key"),
              ui("kamera_pin"),
            ),
          ),
      h(
        "div",
        { class: "title" },
        h("h1", {}, say("camera", eyes.state)),
        eyes.name && h("span", { class: "quiet" }, eyes.name),
      ),
      eyes.advice && h("p", { class: "advice" }, say("camera", eyes.advice)),
    ),
  ];
}

/** Kurallar: the points of every card, how a hand goes, and what this table agreed on. */
export function rules(state) {
  const { points, score } = state;
  const columns = [say("sidename", "D"), say("sidename", "T"), ui("ters_vale")].slice(
    0,
    points[0].length - 1,
  );
  return [
    h(
      "div",
      { class: "page" },
      top(ui("kurallar"), "/", ui("tahta")),
      h("h1", {}, say("game", score.game)),
      h(
        "ol",
        { class: "howto" },
        ["1", "2", "3", "4"].map((step) => h("li", {}, say("howto", step))),
      ),
      h(
        "table",
        { class: "pointtable" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, ui("kartlar")),
            columns.map((word) => h("th", { scope: "col" }, word)),
          ),
        ),
        h(
          "tbody",
          {},
          points.map(([rank, ...row]) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, card({ rank }), say("rank", rank)),
              row.map((one) => h("td", { class: "digits" }, signed(one))),
            ),
          ),
        ),
      ),
      Object.keys(score.options).length > 0 && h("h2", {}, ui("nasil")),
      h(
        "dl",
        { class: "explain" },
        Object.entries(score.options).map(([key, value]) => explain(key, value)),
      ),
    ),
  ];
}
