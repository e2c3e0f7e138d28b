/** The board players would draw for a game that is written by hand: what lies there, what was
 * written, and the buttons of the moment. */

import { card, cardOf, pawn, suitSign } from "./draw.js";
import { ownTaps } from "./people.js";
import { number, say, signed, ui } from "./say.js";
import { columns, named, roundOf, sizeOf, wildOf } from "./sides.js";
import { quickTaps } from "./taps.js";
import { ring } from "./window.js";
import { h } from "./vdom.js";

export function paper(state) {
  const { score } = state;
  const taps = !score.winners.length && quickTaps(score, ownTaps(state), !state.control);
  return h(
    "section",
    { class: `cloth paper${taps ? " busy" : ""}`, "aria-label": ui("masa") },
    h("div", { class: "now" }, boards[score.game]?.(score, all(score))),
    taps,
    past(score, state.control),
  );
}

const all = (score) => (code) =>
  score.shows.filter((one) => one.code === code).map((one) => one.args);

const line = (...content) => h("p", { class: "line" }, content);
const who = (score, { seat, name }) => [
  pawn(score.seats[seat].owner),
  h("b", { class: "name", dir: "auto" }, name),
];
const lying = (content, under) =>
  h("figure", { class: "lying" }, content, h("figcaption", {}, under));

/** Tricks won so far. */
const tally = (score, tricks) =>
  tricks.length > 0 &&
  h(
    "div",
    { class: "tally" },
    tricks.map((won) =>
      h(
        "span",
        {},
        pawn(score.seats[won.seat].owner),
        h("span", { class: "digits" }, number(won.count)),
      ),
    ),
  );

function blof(score, shown) {
  const [claim] = shown("ILAN");
  const [dealer] = shown("DAGITAN");
  const piles = [
    ...shown("YIGIN").map((args) => say("say", "YIGIN", args)),
    ...shown("YANAN").map((args) => say("say", "YANAN", args)),
  ];
  if (!claim)
    return [
      dealer && line(say("say", "DAGITAN", dealer)),
      piles.length > 0 && line(piles.join(", ")),
    ];
  return [
    lying(
      h(
        "span",
        { class: "claim" },
        h("span", { class: "digits" }, `${claim.count}×`),
        card({ rank: claim.rank }),
      ),
      who(score, claim),
    ),
    ring(score, score.options.sure_sn),
    h(
      "div",
      { class: "said" },
      h("p", { class: "hear" }, say("say", "ILAN", claim)),
      piles.map((one) => line(one)),
    ),
  ];
}

function whist(score, shown) {
  const [trump] = shown("KOZ_RENGI");
  const [trick] = shown("LOVE_NO");
  const [open] = shown("ACIK");
  return [
    trump && lying(suitSign(trump.suit), ui("koz")),
    open && lying(cardOf(open.card), ui("ust_kart")),
    shown("YERDE").map((led) => lying(cardOf(led.card), who(score, led))),
    h(
      "div",
      { class: "said" },
      trick && line(h("strong", {}, say("say", "LOVE_NO", trick))),
      shown("KOZSUZ").map(() => line(say("say", "KOZSUZ"))),
      tally(score, shown("LOVELER")),
    ),
  ];
}

const COUNTED = ["cards", "prizes", "combos", "belote", "penalties", "given"];

function belote(score, shown) {
  const [trump] = shown("KOZ");
  const [open] = shown("ACIK");
  const counts = shown("SAYIM");
  if (counts.length) return countTable(score, counts);
  return [
    open && lying(cardOf(open.card), ui("acilan")),
    trump && lying(suitSign(trump.suit), who(score, trump)),
    shown("YERDE").map((play) => lying(cardOf(play.card), who(score, play))),
    h(
      "div",
      { class: "said" },
      tally(score, shown("LOVELER")),
      shown("KOMBO").map((args) => line(say("say", "KOMBO", args))),
    ),
  ];
}

/** How the last hand was counted, as it is written on paper: a column a side. */
function countTable(score, counts) {
  const rows = COUNTED.filter((key) => counts.some((one) => one[key]));
  return h(
    "table",
    { class: "counts" },
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        h("td", {}),
        columns(score).map((seats) =>
          h(
            "th",
            { scope: "col" },
            seats.map((seat) => pawn(seat.owner)),
            h("span", { class: "hear" }, named(seats)),
          ),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((key) =>
        h(
          "tr",
          { key },
          h("th", { scope: "row" }, say("count", key)),
          counts.map((one) =>
            h(
              "td",
              { class: "digits" },
              key === "penalties" ? signed(-one[key]) : number(one[key]),
            ),
          ),
        ),
      ),
    ),
  );
}

function remi(score, shown) {
  const round = roundOf(score);
  const over = score.next_ready || score.winners.length > 0;
  const open = shown("EL_ACIK").filter((one) => one.groups || one.left);
  return [
    !over && lying(card({ rank: wildOf(score, round) }), ui("joker")),
    (!over || open.length > 0) &&
      h(
        "div",
        { class: "said" },
        !over && line(h("strong", {}, ui("kart_dagitildi", { n: sizeOf(score, round) }))),
        open.map((one) =>
          line(say("say", "EL_ACIK", { ...one, groups: one.groups || "–", left: one.left || "–" })),
        ),
      ),
  ];
}

const boards = { blof, "alman-whisti": whist, belote, "uc-on-uc": remi };

/** Every hand that was written, the newest first; as many as there is room for. */
function past(score, control) {
  if (!score.hands.length) return null;
  const sides = columns(score);
  let round = 0;
  const rows = score.hands.map((hand) => {
    if (!hand.void) round += 1;
    const label =
      score.game === "uc-on-uc" ? wildOf(score, Math.max(1, round)) : number(hand.number);
    return h(
      "li",
      {
        key: hand.number,
        class: hand.void ? "void" : "",
        ...(control ? { "data-do": "hand", "data-number": hand.number } : {}),
      },
      h(
        "span",
        { class: `mark digits${score.game === "uc-on-uc" ? " chip" : ""}` },
        label === "T" ? "10" : label,
      ),
      sides.map(([seat]) => cell(score, hand, seat.seat)),
    );
  });
  return h(
    "ol",
    { class: `past k${sides.length}`, "aria-label": ui("eller") },
    h(
      "li",
      { class: "heads", key: "heads", "aria-label": sides.map(named).join("; ") },
      h("span", {}),
      sides.map((seats) =>
        h(
          "span",
          {},
          seats.map((seat) => pawn(seat.owner)),
        ),
      ),
    ),
    rows.reverse(),
  );
}

function cell(score, hand, seat) {
  const delta = hand.deltas[seat];
  if (delta === null) return h("span", {}, "");
  if (score.game === "belote")
    return h(
      "span",
      { class: "sum" },
      h("small", {}, signed(delta)),
      h("span", { class: "digits" }, number(hand.totals[seat])),
    );
  const best = delta === 0 && score.game !== "alman-whisti" && !hand.void;
  return h("span", { class: `digits${best ? " best" : ""}` }, number(delta));
}
