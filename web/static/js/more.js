/** What is seldom written of a hand, one group at a time: faults, tricks card by card, who dealt. */

import { inColour, pawn } from "./draw.js";
import {
  cardKeys,
  chip,
  choice,
  HIGH_RANKS,
  labelled,
  RANKS,
  seatOptions,
  SUITS,
  suitOptions,
} from "./keys.js";
import { cardWords, say, ui } from "./say.js";
import { h } from "./vdom.js";

const FAULTS = [
  "RENONS",
  "SIRA_DISI",
  "KOTU_SERVIS",
  "DAGITIM_HATASI",
  "FAZLA_KART",
  "SON_KART",
  "LOVE_ISTIFLEME",
  "KOMB_GOSTERMEME",
];
const TRICKS = { 2: 9, 3: 8, 4: 8 }; // a hand of Belote, by players

const wordsIn = (text) => text.split(" ").filter(Boolean);
export const playsIn = (text) => wordsIn(text).map((one) => one.split(":"));

/** Words and drawings by group; `when` asks the options of the table. */
const groups = {
  belote: [
    { id: "love", word: "loveler", draw: tricks },
    { id: "ceza", word: "ceza", draw: faults },
    {
      id: "degisim",
      word: "yedi_degisti",
      draw: seatOf("degisim"),
      when: ({ options, seats }) => options.yedi_degisimi ?? seats.length < 4,
    },
    {
      id: "bittim",
      word: "bittim_dedi",
      draw: seatOf("bittim"),
      when: (score) => score.options.bittim,
    },
    { id: "dagitan", word: "dagitan", draw: seatOf("dagitan") },
    { id: "acik", word: "kart_acilan", draw: turned },
  ],
  "uc-on-uc": [
    { id: "hatali", word: "hatali_cikan", draw: () => h("p", { class: "quiet" }, ui("hatali_ne")) },
    { id: "atik", word: "atiklar", draw: discards },
    { id: "dagitan", word: "dagitan", draw: seatOf("dagitan") },
  ],
};

/** `draft.more` is the group that is open. */
export function more(score, draft, told) {
  const offered = groups[score.game].filter((one) => one.when?.(score) ?? true);
  const open = offered.find((one) => one.id === draft.more);
  return labelled(
    ui("daha_yaz"),
    choice(
      "more",
      draft.more,
      offered.map((one) => [one.id, ui(one.word)]),
      "more",
    ),
    open && h("div", { class: "opened", key: open.id }, open.draw(score, draft, told)),
  );
}

function seatOf(key) {
  return (score, draft, told) => choice(key, told(draft, key), seatOptions(score.seats));
}

const suitNow = (draft) => draft.pick?.suit ?? SUITS[0];
const suits = (draft) => choice("suit", suitNow(draft), suitOptions(), "pick");

function turned(score, draft, told) {
  const now = told(draft, "acik");
  return [
    now && h("p", { class: "picked" }, h("strong", {}, inColour(cardWords(now)))),
    suits(draft),
    cardKeys(
      HIGH_RANKS.map((rank) => rank + suitNow(draft)),
      (card) => ({
        "data-do": "fact",
        "data-key": "acik",
        "data-value": card,
        "aria-pressed": card === now,
      }),
    ),
  ];
}

/** A fault may be done twice: every one stands for itself, and a tap takes it back. */
function faults(score, draft, told) {
  const seat = draft.fault;
  return [
    h(
      "div",
      { class: "choose" },
      score.seats.flatMap((one) =>
        wordsIn(told(draft, `ceza:${one.seat}`)).map((fault, at) =>
          chip(
            {
              key: `${one.seat} ${at}`,
              "data-do": "dropfault",
              "data-seat": one.seat,
              "data-at": at,
            },
            pawn(one.owner),
            say("fault", fault),
          ),
        ),
      ),
    ),
    choice("fault", seat, seatOptions(score.seats), "more"),
    seat !== undefined &&
      h(
        "div",
        { class: "taps" },
        FAULTS.map((fault) =>
          h(
            "button",
            {
              class: "button small tap",
              type: "button",
              "data-do": "addfault",
              "data-seat": seat,
              "data-fault": fault,
            },
            say("fault", fault),
          ),
        ),
      ),
  ];
}

/** The tricks that are known, and the one after them; `draft.trick` is {number, seat}. */
function tricks(score, draft, told) {
  const most = TRICKS[score.seats.length];
  const known = Array.from({ length: most }, (_, at) => told(draft, `love:${at + 1}`));
  const count = known.findIndex((text) => !text);
  const last = count < 0 ? most : count + 1;
  const number = Number(draft.trick?.number ?? last);
  const plays = playsIn(known[number - 1]);
  const seat = draft.trick?.seat ?? nextSeat(score, plays);
  return [
    choice(
      "number",
      String(number),
      Array.from({ length: last }, (_, at) => [String(at + 1), ui("love_no", { n: at + 1 })]),
      "trick",
    ),
    h(
      "div",
      { class: "choose" },
      plays.map(([who, card], at) =>
        chip(
          {
            key: `${who} ${card}`,
            "data-do": "dropplay",
            "data-number": number,
            "data-at": at,
            "aria-disabled": at < plays.length - 1,
          },
          pawn(score.seats[who].owner),
          cardWords(card),
        ),
      ),
    ),
    choice("seat", seat, seatOptions(score.seats), "trick"),
    seat !== undefined && [
      suits(draft),
      cardKeys(
        HIGH_RANKS.map((rank) => rank + suitNow(draft)),
        (card) => ({
          "data-do": "addplay",
          "data-number": number,
          "data-seat": seat,
          "data-card": card,
        }),
      ),
    ],
  ];
}

/** Whose card follows, as players sit; the leader of a trick is said. */
export function nextSeat(score, plays) {
  if (!plays.length) return undefined;
  const there = plays.map(([seat]) => Number(seat));
  const next = score.seats
    .map((_, step) => (there.at(-1) + 1 + step) % score.seats.length)
    .find((seat) => !there.includes(seat));
  return String(next ?? there.at(-1));
}

/** A card of a seat put in its place, or after the others. */
export function withPlay(text, seat, card) {
  const plays = playsIn(text);
  const at = plays.findIndex(([who]) => who === seat);
  plays.splice(at < 0 ? plays.length : at, at < 0 ? 0 : 1, [seat, card]);
  return plays.map((play) => play.join(":")).join(" ");
}

export const withoutAt = (text, at) =>
  wordsIn(text)
    .filter((_, place) => place !== Number(at))
    .join(" ");

/** Discards that lie open: they only help to see that a card shows twice. */
function discards(score, draft, told) {
  const cards = wordsIn(told(draft, "atik"));
  return [
    h(
      "div",
      { class: "choose" },
      cards.map((card, at) =>
        chip({ key: `${card} ${at}`, "data-do": "dropcard", "data-at": at }, cardWords(card)),
      ),
    ),
    cardKeys(
      [...RANKS.map((rank) => rank + suitNow(draft)), ...(score.options.jokerler ? ["X"] : [])],
      (card) => ({ "data-do": "addcard", "data-card": card }),
    ),
    suits(draft),
  ];
}
