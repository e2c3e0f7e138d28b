/** Başlat: who sits where with which pawn, and what the table plays. */

import { card, icon, pawn } from "./draw.js";
import { top } from "./frame.js";
import { NAME_LETTERS } from "./people.js";
import { has, number, say, ui } from "./say.js";
import { againstClock } from "./seats.js";
import { shoot } from "./shoot.js";
import { h } from "./vdom.js";

export { doings, setUp } from "./seats.js";

const LOOKS = new Set(["seeing", "covered", "searching"]);
const STILL = {
  blof: { back: true },
  "alman-whisti": { rank: "A", suit: "S" },
  belote: { rank: "J", suit: "H" },
  "uc-on-uc": { rank: "3", suit: "D" },
};
/** What a preset tile shows large, where it is a number. */
const COUNTED = { "vale-avi": "hedef", blof: "el_sayisi", "alman-whisti": "hedef" };

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
      h("p", { class: "quiet" }, seated(game, local)),
      state.photos && reading(state),
      h(
        "ol",
        { class: "people" },
        local.players.map((player, at) => person(player, at, local, game)),
        local.players.length < game.most && adder(),
      ),
      standing(game, local),
      h("h2", {}, ui("nasil")),
      h(
        "div",
        { class: "presets" },
        game.presets.map((one) => preset(game, one, local)),
        custom(local),
      ),
      local.custom
        ? h(
            "div",
            { class: "options" },
            Object.keys(game.options).map((key) => option(game, key, local.options[key])),
          )
        : h(
            "dl",
            { class: "explain" },
            telling(game, local).map((key) => explain(key, local.options[key])),
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

/** Everybody lays the pawn before himself: the camera, or a photo, tells who sits where. */
const reading = ({ camera }) =>
  h(
    "div",
    { class: "fromtable" },
    h("p", { class: "quiet" }, ui("piyon_onune")),
    LOOKS.has(camera.state) &&
      h(
        "button",
        { class: "button", type: "button", "data-do": "looktable", "aria-haspopup": "dialog" },
        icon("eye"),
        ui("kameradan_oku"),
      ),
    shoot("seats", ui("fotograftan")),
  );

/** Seats are numbered in the direction of play. */
function seated(game, local) {
  if (game.most === 2) return "";
  const way = againstClock(local) ? "oturma_ters" : "oturma";
  const partners = game.name === "belote" && local.players.length === 4;
  return partners ? `${ui(way)} ${ui("es_olur")}` : ui(way);
}

/** Whoever finds no chair in this game; their names wait for one that takes more. */
function standing(game, { waiting = [] }) {
  const names = waiting.map((one) => one.name.trim()).filter(Boolean);
  return (
    names.length > 0 &&
    h("p", { class: "quiet" }, ui("yer_yok", { n: game.most, names: names.join(", ") }))
  );
}

/** Unless asked, only what decides how long it takes, and what differs from a new table. */
function telling(game, local) {
  const main = ["hedef", "el_sayisi", "duz_siniri", "vale_carpani", "beraberlik_puani", "papaz"];
  const always = new Set([...main, "itiraz", "sayilan", "deste", "dizilis"]);
  return Object.keys(game.options).filter(
    (key) => always.has(key) || local.options[key] !== game.options[key],
  );
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
      h("span", {}, card(STILL[game.name] ?? { rank: "K" })),
      !STILL[game.name] && [pawn("red", "D"), pawn("blue", "T")],
    ),
    h("strong", {}, say("game", game.name)),
    h(
      "span",
      { class: "quiet" },
      ui("kisi", { n: game.least === game.most ? game.most : `${game.least}–${game.most}` }),
    ),
  );
}

function person(player, at, local, game) {
  const only = local.players.length <= game.least;
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
      maxlength: NAME_LETTERS,
      dir: "auto",
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

function preset(game, one, local) {
  const wanted = { ...game.options, ...one.options };
  const on =
    !local.custom && Object.keys(wanted).every((key) => wanted[key] === local.options[key]);
  const count = wanted[COUNTED[game.name]];
  return h(
    "button",
    {
      class: `preset${on ? " chosen" : ""}`,
      type: "button",
      "data-do": "preset",
      "data-word": one.word,
      "aria-pressed": on,
    },
    COUNTED[game.name] && h("span", { class: "digits" }, number(count ?? 1)),
    h("span", {}, say("preset", one.word)),
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

const exactly = (section, key, value) => {
  const exact = `${key}_${value === null ? "none" : value}`;
  return has(section, exact) ? say(section, exact) : null;
};
const more = (key, value) =>
  exactly("optionmore", key, value) ?? say("optionmore", key, { n: value });

/** How one value of an option is called on its button. */
function valueWord(key, value) {
  const exact = exactly("optionvalue", key, value);
  if (exact) return exact;
  return typeof value === "number" ? number(value) : say("optionvalue", String(value ?? "none"));
}

function title(key, value) {
  if (key === "vale_carpani") return `${say("option", key)} ×${value}`;
  return typeof value === "number" ? `${say("option", key)} ${number(value)}` : say("option", key);
}

const explain = (key, value) => [
  h("dt", {}, title(key, value)),
  h("dd", { class: "quiet" }, more(key, value)),
];

function option(game, key, value) {
  const few = game.choices[key];
  return h(
    "div",
    { class: `option${few?.length > 3 ? " broad" : ""}`, key },
    h("div", {}, h("strong", {}, say("option", key)), h("p", { class: "quiet" }, more(key, value))),
    few ? segments(key, value, few) : stepper(key, value),
  );
}

const segments = (key, value, few) =>
  h(
    "div",
    { class: "segments" },
    few.map((one, at) =>
      h(
        "button",
        {
          class: `button small${one === value ? " chosen" : ""}`,
          type: "button",
          "data-do": "option",
          "data-key": key,
          "data-at": at,
          "aria-pressed": one === value,
        },
        valueWord(key, one),
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
    h("span", { class: "digits step", "aria-live": "polite" }, valueWord(key, value)),
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
