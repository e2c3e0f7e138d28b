/** Whose phone this is: a player's phone speaks for that seat, a host runs it all. */

import { icon, pawn } from "./draw.js";
import { head } from "./frame.js";
import { ui } from "./say.js";
import { command, post } from "./send.js";
import { change, state } from "./state.js";
import { h } from "./vdom.js";

export const NAME_LETTERS = 40;

/** The seat this phone speaks for, null for none. */
export const ownSeat = ({ score, phones, me }) =>
  score?.seats.find((seat) => phones[seat.name] === me) ?? null;

/** The referee's buttons that this phone may press. */
export function ownTaps(now) {
  const { score } = now;
  if (now.control) return score.taps;
  const seat = ownSeat(now)?.seat;
  if (seat === undefined) return [];
  return score.taps.filter((tap) => tap.seat === seat && tap.label.code !== "CEZA");
}

/** Whether this phone may say where a pawn stands: its player's own, until anything told it. */
export const mayPlace = (now) => now.control || ownSeat(now)?.pick === null;

const opens = { type: "button", "data-do": "whose", "aria-haspopup": "dialog" };

/** On the board, for a phone that is nobody's yet. */
export const whoseButton = () => h("button", { class: "button whose", ...opens }, ui("kimin"));

/** On the board, for a player's phone. */
export const ownButton = (seat) =>
  h(
    "button",
    { class: "button mine", ...opens, "aria-label": ui("bu_telefon", { name: seat.name }) },
    pawn(seat.owner),
    h("span", { class: "name", dir: "auto" }, seat.name),
  );

/** In the menu. */
export const whoseWords = (now) => {
  const seat = ownSeat(now);
  return seat ? ui("bu_telefon", { name: seat.name }) : ui("kimin");
};

export function whose(now) {
  const asked = now.panel.asked;
  return h(
    "div",
    { class: "body" },
    head(ui("kimin")),
    asked ? follow(asked) : [h("p", { class: "quiet" }, ui("kimin_ne")), people(now)],
  );
}

function people(now) {
  const mine = ownSeat(now);
  return [
    h(
      "div",
      { class: "rows" },
      now.score.seats.map((seat) => [
        h(
          "button",
          {
            class: `row person${seat === mine ? " chosen" : ""}`,
            type: "button",
            key: seat.seat,
            "data-do": "be",
            "data-name": seat.name,
            "aria-pressed": seat === mine,
          },
          pawn(seat.owner),
          h("span", { class: "name", dir: "auto" }, seat.name),
          now.phones[seat.name] &&
            h("small", {}, ui(seat === mine ? "kendi_telefonu" : "baska_telefonda")),
        ),
        now.control && !now.score.winners.length && chairButton(seat),
      ]),
    ),
    mine &&
      h("button", { class: "button", type: "button", "data-do": "benobody" }, ui("koltugu_birak")),
  ];
}

const chairButton = ({ seat, name }) =>
  h(
    "button",
    {
      class: "plainbutton chair",
      type: "button",
      key: `c${seat}`,
      "data-do": "chair",
      "data-seat": seat,
      "aria-label": ui("yerine", { name }),
    },
    icon("pen"),
  );

/** Somebody else sits down in a player's place, or a player goes home; for those who run the match. */
export function chair(now) {
  const seat = now.score.seats[now.panel.seat];
  return h(
    "form",
    { class: "body", "data-form": "chair", autocomplete: "off" },
    head(ui("yerine", { name: seat.name })),
    h("p", { class: "quiet" }, ui("yerine_ne")),
    h("input", {
      class: "newname",
      name: "name",
      maxlength: NAME_LETTERS,
      dir: "auto",
      autocapitalize: "words",
      spellcheck: "false",
      required: true,
      "aria-label": ui("yeni_ad"),
      placeholder: ui("yeni_ad"),
    }),
    h("button", { class: "button main", type: "submit" }, ui("otursun")),
    now.score.game === "vale-avi" &&
      seat.active &&
      h(
        "button",
        {
          class: "button hold stack",
          type: "button",
          "data-hold": "leave",
          "data-seat": seat.seat,
        },
        h("span", {}, ui("kalkiyor")),
        h("small", {}, ui("kalkmak_icin")),
      ),
  );
}

export async function takeOver(data) {
  const name = data.get("name").trim();
  const done = await command("tap", { action: { do: "TakeOver", seat: state.panel.seat, name } });
  if (done.ok) change({ panel: null });
}

export async function leave({ seat }) {
  const done = await command("tap", { action: { do: "Leave", seat: Number(seat) } });
  if (done.ok) change({ panel: null });
}

const follow = (name) => [
  h("p", {}, ui("geciyor", { name })),
  h(
    "footer",
    { class: "confirm" },
    h("button", { class: "button", type: "button", "data-do": "whose" }, ui("vazgec")),
    h(
      "button",
      {
        class: "button main",
        type: "button",
        "data-do": "be",
        "data-name": name,
        "data-take": true,
      },
      ui("gecsin"),
    ),
  ),
];

/** Take the seat of `name`; where another phone has it, ask first. */
async function be({ name, take }) {
  const done = await post("/koltuk", { name, take: take !== undefined });
  if (done.code === "TELEFON_VAR") change({ panel: { kind: "whose", asked: name } });
  else if (!done.ok) change({ told: done.sentence });
  else change({ panel: null, phones: { ...without(state.me), [name]: state.me } });
}

const without = (phone) =>
  Object.fromEntries(Object.entries(state.phones).filter(([, held]) => held !== phone));

async function beNobody() {
  const done = await post("/koltuk/birak");
  if (done.ok) change({ panel: null, phones: without(state.me) });
}

let before = null;
/** Another phone took the name over: said once, and kindly. */
export function passedOn(now) {
  const name = ownSeat(now)?.name ?? null;
  const held = before !== null && now.phones[before];
  if (held && name === null && held !== now.me) now.told = ui("telefon_gecti", { name: before });
  before = name;
}

export const doings = {
  whose: () => change({ panel: { kind: "whose" } }),
  chair: ({ seat }) => change({ panel: { kind: "chair", seat: Number(seat) } }),
  be,
  benobody: beNobody,
};
