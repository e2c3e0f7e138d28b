/** Başlat: who sits where with which pawn, and what the table plays. */

import { card, icon, pawn } from "./draw.js";
import { top } from "./frame.js";
import { has, number, say, ui } from "./say.js";
import { h } from "./vdom.js";

export const OWNERS = ["red", "blue", "yellow", "turquoise", "purple", "pink"];
const PRESETS = [
  [13, "bildigimiz"],
  [7, "kisa"],
  [21, "uzun"],
];
const MAIN = ["hedef", "duz_siniri", "vale_carpani", "beraberlik_puani"];
export const CHOICES = {
  baslayan: ["rastgele", "sirayla"],
  beraberlik_puani: ["toplam", "ek_el"],
  ek_elde_sayac: ["surer", "sifirla"],
  ihlal: ["sor", "ters_say"],
};

/** `local`: {players: [{id, name, owner}], options, custom, wrong}. */
export function start(state) {
  const { local, games } = state;
  const game = games.find((one) => one.name === local.game) ?? games[0];
  if (!state.control)
    return [
      h("div", { class: "page" }, top("", state.score ? "/" : null, ui("tahta")), waiting(state)),
    ];
  return [
    h(
      "div",
      { class: "page start" },
      top("", state.score ? "/" : null, ui("tahta")),
      h("h1", {}, ui("baslik_basla")),
      h(
        "div",
        { class: "games" },
        games.map((one) => gameTile(one, one === game)),
      ),
      h(
        "div",
        { class: "title" },
        h("h2", {}, ui("kim_var")),
        local.before &&
          h("button", { class: "button", type: "button", "data-do": "same" }, ui("ayni_ekip")),
      ),
      h("p", { class: "quiet" }, ui("oturma")),
      h(
        "ol",
        { class: "people" },
        local.players.map((player, at) => person(player, at, local)),
        local.players.length < game.most && adder(),
      ),
      h("h2", {}, ui("nasil")),
      h(
        "div",
        { class: "presets" },
        PRESETS.map(([target, word]) => preset(target, word, local)),
        custom(local),
      ),
      local.custom
        ? h(
            "div",
            { class: "options" },
            Object.keys(game.options).map((key) => option(key, local.options[key])),
          )
        : h(
            "dl",
            { class: "explain" },
            MAIN.map((key) => explain(key, local.options[key])),
          ),
      h(
        "footer",
        { class: "go" },
        h("p", { class: "wrong", role: "alert" }, local.wrong ?? ""),
        state.score && !state.score.winners.length && h("p", { class: "quiet" }, ui("mac_suruyor")),
        h(
          "button",
          {
            class: "button main",
            type: "button",
            "data-do": "start",
            "aria-disabled": state.busy !== null,
          },
          ui("baslat"),
        ),
      ),
    ),
  ];
}

const waiting = (state) => [
  h("h1", {}, ui("mac_yok")),
  h("p", { class: "quiet" }, ui("izle_bekle")),
  h("p", {}, ui("basla_izle")),
  h(
    "p",
    {},
    h(
      "button",
      { class: "button main", type: "button", "data-do": "pin" },
      icon("key"),
      ui("pin_gir"),
    ),
  ),
];

function gameTile(game, on) {
  return h(
    "button",
    {
      class: `game${on ? " chosen" : ""}`,
      type: "button",
      "data-do": "game",
      "data-game": game.name,
      "aria-pressed": on,
    },
    h(
      "span",
      { class: "still" },
      h("span", {}, card({ rank: "K" })),
      pawn("red", "D"),
      pawn("blue", "T"),
    ),
    h("strong", {}, say("game", game.name)),
    h("span", { class: "quiet" }, ui("kisi", { n: `${game.least}–${game.most}` })),
  );
}

function person(player, at, local) {
  const only = local.players.length <= 2;
  return h(
    "li",
    { key: player.id, class: local.dragged === player.id ? "dragged" : "" },
    h(
      "button",
      {
        class: "plainbutton grip",
        type: "button",
        "data-grip": player.id,
        "aria-label": `${player.name || at + 1}: ${ui("yukari")}, ${ui("asagi")}`,
      },
      icon("grip"),
    ),
    h(
      "button",
      {
        class: "plainbutton",
        type: "button",
        "data-do": "pawns",
        "data-id": player.id,
        "aria-label": `${ui("piyon_sec")}: ${say("owner", player.owner)}`,
        "aria-haspopup": "dialog",
      },
      pawn(player.owner),
    ),
    h("input", {
      value: player.name,
      "data-name": player.id,
      maxlength: 24,
      autocomplete: "off",
      autocapitalize: "words",
      spellcheck: "false",
      enterkeyhint: "next",
      placeholder: ui("oyuncu_adi", { n: at + 1 }),
      "aria-label": ui("oyuncu_adi", { n: at + 1 }),
    }),
    h("span", { class: "quiet ownerword" }, say("owner", player.owner)),
    h(
      "button",
      {
        class: "plainbutton",
        type: "button",
        "data-do": "drop",
        "data-id": player.id,
        "aria-disabled": only,
        "aria-label": `${ui("oyuncu_cikar")}: ${player.name || at + 1}`,
      },
      only ? "" : icon("close"),
    ),
  );
}

const adder = () =>
  h(
    "li",
    { key: "add" },
    h(
      "button",
      { class: "plainbutton add", type: "button", "data-do": "add" },
      icon("plus"),
      ui("oyuncu_ekle"),
    ),
  );

function preset(target, word, local) {
  const on = !local.custom && local.options.hedef === target;
  return h(
    "button",
    {
      class: `preset${on ? " chosen" : ""}`,
      type: "button",
      "data-do": "preset",
      "data-target": target,
      "aria-pressed": on,
    },
    h("span", { class: "digits" }, number(target)),
    h("span", {}, ui(word)),
  );
}

const custom = (local) =>
  h(
    "button",
    {
      class: `preset${local.custom ? " chosen" : ""}`,
      type: "button",
      "data-do": "custom",
      "aria-pressed": Boolean(local.custom),
    },
    icon("sliders"),
    h("span", {}, ui("ozel")),
  );

function more(key, value) {
  const exact = `${key}_${value === null ? "none" : value}`;
  return has("optionmore", exact) ? say("optionmore", exact) : say("optionmore", key, { n: value });
}

function title(key, value) {
  if (key === "vale_carpani") return `${say("option", key)} ×${value}`;
  if (key === "duz_siniri") return `${say("option", key)} ${value}`;
  return typeof value === "number" ? `${say("option", key)} ${number(value)}` : say("option", key);
}

export const explain = (key, value) => [
  h("dt", {}, title(key, value)),
  h("dd", { class: "quiet" }, more(key, value)),
];

function option(key, value) {
  return h(
    "div",
    { class: "option", key },
    h("div", {}, h("strong", {}, say("option", key)), h("p", { class: "quiet" }, more(key, value))),
    CHOICES[key] ? segments(key, value) : stepper(key, value),
  );
}

const segments = (key, value) =>
  h(
    "div",
    { class: "segments" },
    CHOICES[key].map((one) =>
      h(
        "button",
        {
          class: `button small${one === value ? " chosen" : ""}`,
          type: "button",
          "data-do": "option",
          "data-key": key,
          "data-value": one,
          "aria-pressed": one === value,
        },
        say("optionvalue", one),
      ),
    ),
  );

const stepper = (key, value) =>
  h(
    "div",
    { class: "segments" },
    h(
      "button",
      {
        class: "button small",
        type: "button",
        "data-do": "step",
        "data-key": key,
        "data-by": -1,
        "aria-label": `${say("option", key)} −1`,
      },
      "−",
    ),
    h(
      "span",
      { class: "digits step", "aria-live": "polite" },
      value === null ? say("optionvalue", "none") : number(value),
    ),
    h(
      "button",
      {
        class: "button small",
        type: "button",
        "data-do": "step",
        "data-key": key,
        "data-by": 1,
        "aria-label": `${say("option", key)} +1`,
      },
      "+",
    ),
  );
