/** What a sheet is filled in with, for one thumb: fields, a number pad, players, suits, cards. */

import { cardOf, icon, pawn, suitSign } from "./draw.js";
import { cardWords, say, ui } from "./say.js";
import { named } from "./sides.js";
import { h } from "./vdom.js";

export const SUITS = ["S", "H", "D", "C"];
export const RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
/** Of a deck of 32, the highest first. */
export const HIGH_RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7"];
const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "back", "0", "onward"];

/** A number that may be written: whose it is, and the digits so far. */
export function field({ id, seats, word }, value, on) {
  return h(
    "button",
    {
      class: `field${on ? " chosen" : ""}`,
      type: "button",
      key: id,
      "data-do": "field",
      "data-id": id,
      "aria-pressed": on,
      "aria-label": `${named(seats)}${word ? `, ${word}` : ""}: ${value || "?"}`,
    },
    seats.map((seat) => pawn(seat.owner)),
    h("span", { class: "name", dir: "auto" }, word ?? named(seats)),
    h(
      "span",
      { class: /^\d*$/.test(value) ? "digits" : "cardtext" },
      value ? cardWords(value) : "–",
    ),
  );
}

export const pad = () =>
  h(
    "div",
    { class: "pad", role: "group", "aria-label": ui("tuslar") },
    DIGITS.map((digit) =>
      h(
        "button",
        {
          class: "padkey digits",
          type: "button",
          "data-do": "digit",
          "data-digit": digit,
          "aria-label": { back: ui("sil"), onward: ui("ileri") }[digit] ?? digit,
        },
        { back: icon("erase"), onward: icon("arrow") }[digit] ?? digit,
      ),
    ),
  );

/** One of a few: `options` are [value, content, label]; the chosen one again means none. */
export const choice = (key, now, options, does = "fact") =>
  h(
    "div",
    { class: `choose${options.length > 2 ? ` even k${options.length}` : ""}` },
    options.map(([value, content, label]) =>
      h(
        "button",
        {
          class: `button small${now === value ? " chosen" : ""}`,
          type: "button",
          "data-do": does,
          "data-key": key,
          "data-value": value,
          "aria-pressed": now === value,
          "aria-label": label ?? null,
        },
        content,
      ),
    ),
  );

/** Several that may hold at once: every one has a key of its own. */
export const marks = (options) =>
  h(
    "div",
    { class: `choose even k${options.length}` },
    options.map(({ key, value, now, content }) =>
      h(
        "button",
        {
          class: `button small${now === value ? " chosen" : ""}`,
          type: "button",
          "data-do": "fact",
          "data-key": key,
          "data-value": value,
          "aria-pressed": now === value,
        },
        content,
      ),
    ),
  );

export const seatMark = (seat) =>
  h(
    "span",
    { class: "seatkey" },
    pawn(seat.owner),
    h("span", { class: "name", dir: "auto" }, seat.name),
  );

export const seatOptions = (seats) => seats.map((seat) => [String(seat.seat), seatMark(seat)]);

export const suitOptions = () => SUITS.map((suit) => [suit, suitSign(suit), say("suit", suit)]);

export const labelled = (word, ...content) =>
  h("section", { class: "labelled", "aria-label": word }, h("h3", {}, word), content);

/** Something that was chosen: a tap takes it back. */
export const chip = (props, ...content) =>
  h(
    "button",
    { class: "button small chosenone", type: "button", ...props },
    content,
    icon("close"),
  );

/** Cards as buttons; `props(name)` is what a tap on one does. */
export const cardKeys = (names, props) =>
  h(
    "div",
    { class: "cards" },
    names.map((name) =>
      h(
        "button",
        {
          class: "cardkey",
          type: "button",
          key: name,
          "aria-label": cardWords(name),
          ...props(name),
        },
        cardOf(name),
      ),
    ),
  );
