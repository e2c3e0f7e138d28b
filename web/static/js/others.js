/** The small pages: join, settings, camera. */

import { icon } from "./draw.js";
import { top } from "./frame.js";
import { LEVELS } from "./mute.js";
import { whoseWords } from "./people.js";
import { say, ui } from "./say.js";
import { h } from "./vdom.js";

export function join(state) {
  return [
    h(
      "div",
      { class: "page join" },
      top(ui("katil"), "/", ui("tahta")),
      h("h1", {}, ui("katil_okutun")),
      state.control && h("h2", {}, ui("izleyen_qr")),
      h("img", { class: "qr", src: "/qr.svg", alt: ui("qr") }),
      h(
        "ul",
        { class: "addresses" },
        state.addresses.map((address) =>
          h("li", { class: "digits" }, address.replace(/^https?:\/\//, "")),
        ),
      ),
      h("p", { class: "quiet" }, ui("katil_ne")),
      state.control && hosts(state.local.hosts),
    ),
  ];
}

/** Shown when asked for: whoever photographs it may run the match. */
const hosts = (shown) => [
  h("h2", {}, ui("yoneten_qr")),
  h("p", { class: "quiet" }, ui("yoneten_qr_ne")),
  shown
    ? h("img", { class: "qr", src: "/yoneten.svg", alt: ui("yoneten_qr") })
    : h(
        "button",
        { class: "button", type: "button", "data-do": "hostcode" },
        icon("key"),
        ui("kodu_goster"),
      ),
];

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
      h("h2", {}, ui("ses")),
      h(
        "div",
        { class: "segments wide" },
        LEVELS.map((value) =>
          segment("sound", value, ui(value || "sessiz"), state.sound === value),
        ),
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
      state.score &&
        h(
          "p",
          {},
          h("button", { class: "button", type: "button", "data-do": "whose" }, whoseWords(state)),
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
            eyes.state !== "none" && h("p", { class: "quiet wait" }, ui("kamera_bekle")),
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
