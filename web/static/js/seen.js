/** What a photo showed, for a person to look over: nothing is written or seated before. */

import { cardFact, PLACES, placeWords, RANKS } from "./cloth.js";
import { pawn } from "./draw.js";
import { head } from "./frame.js";
import { say, ui } from "./say.js";
import { command } from "./send.js";
import { shoot } from "./shoot.js";
import { againstClock, seat } from "./seats.js";
import { change, state } from "./state.js";
import { h } from "./vdom.js";

const kinds = {
  seats: { title: "piyonlardan_oku", body: seats },
  table: { title: "fotograftan_oku", body: table },
};

/** The panel: the picture with the reading drawn on it, what follows, and the one main button. */
export function draw(now) {
  const { panel } = now;
  const { title, body } = kinds[panel.purpose];
  return h(
    "div",
    { class: "body seen" },
    head(ui(title)),
    panel.picture && shot(panel),
    panel.busy && h("p", { role: "status" }, ui("okunuyor")),
    panel.wrong && h("p", { class: "wrong", role: "alert" }, panel.wrong),
    panel.seen && body(now),
    !panel.busy &&
      h(
        "footer",
        { class: "confirm" },
        panel.seen && actions(now),
        shoot(panel.purpose, ui("foto_cek")),
      ),
  );
}

function shot({ picture, seen, purpose, order: seated }) {
  const marks = !seen
    ? []
    : purpose === "seats"
      ? seen.pawns
          .filter((one) => seated.includes(one.owner))
          .map((one) => mark(one, seated.indexOf(one.owner) + 1))
      : [
          ...seen.cards
            .filter((one) => !one.back && one.place)
            .map((one) => mark(one, RANKS.includes(one.rank) ? say("rank", one.rank) : "?")),
          ...seen.pawns
            .filter((one) => one.owner && one.side && one.place)
            .map((one, _, pawns) => mark(one, say("sidename", one.side), beside(one, pawns))),
        ];
  return h(
    "div",
    { class: "shot" },
    h("img", { class: "photo", src: picture, alt: ui("foto") }),
    marks,
  );
}

const mark = ({ at: [x, y] }, text, where = "") =>
  h(
    "span",
    {
      class: `tag${where}`,
      "aria-hidden": "true",
      style: { left: `${100 * x}%`, top: `${100 * y}%` },
    },
    text,
  );

/** Where the word of a pawn stands: below it, or to its own side where others share the card. */
function beside({ at, place }, pawns) {
  const row = pawns.filter((one) => one.place === place).map((one) => one.at[0]);
  if (row.length === 1) return " low";
  return at[0] === Math.min(...row) ? " left" : at[0] === Math.max(...row) ? " right" : " low";
}

const advice = ({ advice: told }) =>
  told.map((code) => h("p", { class: "advice", key: code }, say("camera", code)));

const unread = (seen) => {
  const n = seen.pawns.filter((one) => !one.owner).length;
  return n > 0 && h("p", { class: "quiet" }, ui("piyon_okunamadi", { n }));
};

/** Owners as they will sit, in the direction of the game. */
export function order(purpose, { round }) {
  if (purpose !== "seats" || !round.length) return [];
  return againstClock(state.local) ? other(round) : round;
}

const other = ([first, ...rest]) => [first, ...rest.reverse()];

function seats({ panel, local }) {
  const { seen, order: seated } = panel;
  if (!seated.length) return [h("p", {}, ui("piyon_gorunmuyor")), advice(seen)];
  const named = (owner) => local.players.find((one) => one.owner === owner)?.name;
  return [
    h(
      "ol",
      { class: "seats" },
      seated.map((owner, at) =>
        h(
          "li",
          { key: owner },
          h("span", { class: "digits" }, at + 1),
          pawn(owner),
          h("span", { class: "name", dir: "auto" }, named(owner) || say("owner", owner)),
        ),
      ),
    ),
    unread(seen),
    advice(seen),
  ];
}

/** What a person would confirm: facts of the present hand, as the rules take them. */
function factsOf(score, seen) {
  const facts = {};
  for (const { rank, place } of seen.cards)
    if (place && RANKS.includes(rank)) facts[cardFact(place)] = rank;
  for (const { owner, side, place } of seen.pawns) {
    const whose = score.seats.find((one) => one.owner === owner && one.active);
    if (whose && side && place && place !== "M") facts[`pick:${whose.seat}`] = `${place} ${side}`;
  }
  return facts;
}

function table({ panel, score }) {
  const { seen } = panel;
  const laid = seen.cards.filter((one) => one.place);
  const facts = factsOf(score, seen);
  const nothing = !seen.cards.length ? "kart_gorunmuyor" : !isLaid(seen) ? "bes_kart" : null;
  if (nothing) return [h("p", {}, ui(nothing)), advice(seen)];
  return [
    h(
      "dl",
      { class: "read" },
      PLACES.map((place) => {
        const card = laid.find((one) => one.place === place);
        const rank = facts[cardFact(place)];
        const state_ = card?.back ? say("cardstate", "closed") : ui("okunmadi");
        return [h("dt", {}, placeWords(place)), h("dd", {}, rank ? say("rank", rank) : state_)];
      }),
      score.seats
        .filter((one) => one.active)
        .map((one) => [
          h("dt", {}, pawn(one.owner), h("span", { class: "name", dir: "auto" }, one.name)),
          h("dd", {}, stands(facts[`pick:${one.seat}`])),
        ]),
    ),
    unread(seen),
    advice(seen),
  ];
}

/** Nothing read, nothing to confirm. */
function actions({ panel, score, busy }) {
  const { purpose, seen, order: seated } = panel;
  if (purpose === "seats")
    return seated.length > 0 && two(["otherway", "ters_yone"], ["seatthem", "boyle_oturt"], false);
  const none = !Object.keys(factsOf(score, seen)).length || busy !== null;
  return isLaid(seen) && two(["turnphoto", "cevir"], ["writephoto", "boyle_yaz"], none);
}

const two = ([first, word], [main, mainWord], disabled) => [
  h("button", { class: "button", type: "button", "data-do": first }, ui(word)),
  h(
    "button",
    { class: "button main", type: "button", "data-do": main, "aria-disabled": disabled },
    ui(mainWord),
  ),
];

const isLaid = (seen) => seen.cards.some((one) => one.place);

const stands = (pick) => {
  const [place, side] = pick?.split(" ") ?? [];
  return place ? `${say("place", place)}, ${say("side", side)}` : ui("okunmadi");
};

export const otherWay = () =>
  change({ panel: { ...state.panel, order: other(state.panel.order) } });

export function seatThem() {
  seat(state.panel.order);
  change({ panel: null });
}

export async function writePhoto() {
  const changes = factsOf(state.score, state.panel.seen);
  if ((await command("set", { number: null, changes })).ok) change({ panel: null });
}
