/** Declarations of Belote: a player, then four of a kind or a run down from its top card. */

import { pawn } from "./draw.js";
import { cardKeys, chip, choice, HIGH_RANKS, seatOptions, SUITS, suitOptions } from "./keys.js";
import { say, ui } from "./say.js";
import { h } from "./vdom.js";

const FOURS = ["J", "9", "A", "T", "K", "Q"];
const LENGTHS = ["3", "4", "5", "6", "7", "8"];

export const combosIn = (text) => (text ? text.split(", ") : []);

/** `draft.combo`: {seat, kind, suit} while one is being chosen. */
export function combosOf(score, draft, told) {
  const open = draft.combo ?? {};
  return [
    h(
      "div",
      { class: "choose" },
      score.seats.flatMap((seat) =>
        combosIn(told(draft, `ilan:${seat.seat}`)).map((combo) => declared(seat, combo)),
      ),
    ),
    choice("seat", open.seat, seatOptions(score.seats), "combo"),
    open.seat !== undefined && [
      choice(
        "kind",
        open.kind,
        [["brelan", ui("dortlu")], ...LENGTHS.map((n) => [n, ui("seri_boyu", { n: Number(n) })])],
        "combo",
      ),
      open.kind === "brelan" &&
        cardKeys(FOURS, (rank) => adds(open.seat, `brelan ${rank}`, say("rank", rank))),
      open.kind && open.kind !== "brelan" && runs(open),
    ],
  ];
}

const runs = ({ seat, kind, suit = SUITS[0] }) => [
  choice("suit", suit, suitOptions(), "combo"),
  cardKeys(
    HIGH_RANKS.slice(0, HIGH_RANKS.length - Number(kind) + 1).map((rank) => rank + suit),
    (top) => adds(seat, `seri ${top} ${kind}`),
  ),
];

const adds = (seat, combo, label) => ({
  "data-do": "addcombo",
  "data-seat": seat,
  "data-combo": combo,
  ...(label ? { "aria-label": label } : {}),
});

const declared = (seat, combo) =>
  chip(
    {
      key: `${seat.seat} ${combo}`,
      "data-do": "dropcombo",
      "data-seat": seat.seat,
      "data-combo": combo,
    },
    pawn(seat.owner),
    say("reply", "KOMBO", { combos: combo }),
  );
