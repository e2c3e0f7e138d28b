/** The quickest way to write a hand of each game: what is asked, and the facts it makes.
 *
 * A draft is {numbers, facts, known, base}: digits by field, other facts by key, what is known of the
 * hand, and, where a past hand is mended, that again. `facts` gives null until the sheet is whole;
 * `some` gives what may be written before that. */

import { combosOf } from "./combos.js";
import { choice, labelled, marks, seatMark, seatOptions, suitOptions } from "./keys.js";
import { more } from "./more.js";
import { cardsIn, pickedHand } from "./picker.js";
import { say, ui } from "./say.js";
import { columns, roundOf, sizeOf } from "./sides.js";

const EMPTY = { numbers: {}, facts: {} };
const told = (draft, key) => draft.facts[key] ?? draft.known?.[key] ?? "";
const numbered = (draft, fields) => fields.map((field) => draft.numbers[field.id]);
const whole = (values) => values.every((value) => value !== undefined && value !== "");
const own = (score, key) =>
  score.seats.map((seat) => ({ id: `${key}:${seat.seat}`, seats: [seat] }));
const differing = (facts, known) =>
  Object.fromEntries(Object.entries(facts).filter(([key, value]) => value !== (known[key] ?? "")));

/** Two numbers that add up: writing one writes the other. */
function complement(numbers, [one, other], id, sum) {
  const written = Number(numbers[id]);
  const rest = id === one ? other : id === other ? one : null;
  if (rest === null || numbers[id] === "" || written > sum) return numbers;
  return { ...numbers, [rest]: String(sum - written) };
}

const blof = {
  title: "kalan_kartlar",
  write: "eli_yaz",
  missing: "biri_sifir",
  begin: () => EMPTY,
  fields: (score) => own(score, "left"),
  read: (score, facts) => ({ numbers: { ...facts }, facts: {} }),
  facts(score, draft) {
    const left = numbered(draft, this.fields(score));
    if (!whole(left) || left.filter((count) => count === "0").length !== 1) return null;
    return Object.fromEntries(left.map((count, seat) => [`left:${seat}`, count]));
  },
};

const whist = {
  title: "loveler",
  write: "dagitimi_yaz",
  missing: "love_toplami",
  begin: () => EMPTY,
  fields(score) {
    const asked = score.options.renons === "uyar" ? ["tricks"] : ["tricks", "renons"];
    return asked.flatMap((key) =>
      own(score, key).map((one) =>
        key === "tricks" ? one : { ...one, word: ui("renons_sayisi") },
      ),
    );
  },
  read(score, facts) {
    const numbers = {};
    for (const key of ["tricks", "renons"])
      for (const [seat, count] of (facts[key]?.split("-") ?? []).entries())
        numbers[`${key}:${seat}`] = count;
    return { numbers, facts: {} };
  },
  typed: (score, numbers, id) =>
    complement(numbers, ["tricks:0", "tricks:1"], id, score.options.sayilan),
  extras: (score, draft) =>
    !draft.base &&
    !score.options.kozsuz &&
    labelled(ui("koz"), choice("trump", told(draft, "trump"), suitOptions())),
  some: ({ facts, known }) => differing(facts, known),
  facts(score, { numbers, facts, base }) {
    const pair = (key) => [numbers[`${key}:0`], numbers[`${key}:1`]];
    const tricks = pair("tricks");
    if (!whole(tricks) || Number(tricks[0]) + Number(tricks[1]) !== score.options.sayilan)
      return null;
    const renons = pair("renons").map((count) => count || "0");
    const against = renons.some((count) => count !== "0") || base?.renons;
    return {
      tricks: tricks.join("-"),
      ...(against ? { renons: renons.join("-") } : {}),
      ...(facts.trump ? { trump: facts.trump } : {}),
    };
  },
};

/** All the points of the cards; kings count 4 or 10. */
const cardPoints = (score) => 152 + 4 * (score.options.papaz - 4);

const belote = {
  title: "eli_say",
  write: "eli_yaz",
  missing: "belote_eksik",
  begin: () => EMPTY,
  fields: (score) => columns(score).map((seats, side) => ({ id: `cards:${side}`, seats })),
  read(score, facts) {
    const words = facts.sayilan ? facts.sayilan.split(" ") : [];
    const sides = columns(score);
    const numbers = Object.fromEntries(
      words.length ? sides.map((_, side) => [`cards:${side}`, words[side]]) : [],
    );
    const capote = words.at(-1) === "capote";
    return { numbers, facts: { last: words[sides.length] ?? "", capote: capote ? "1" : "" } };
  },
  typed: (score, numbers, id) =>
    score.seats.length === 4
      ? complement(numbers, ["cards:0", "cards:1"], id, cardPoints(score))
      : numbers,
  extras: (score, draft) => [
    labelled(ui("kim_aldi"), choice("alan", told(draft, "alan"), seatOptions(score.seats))),
    labelled(ui("koz"), choice("koz", told(draft, "koz"), suitOptions())),
  ],
  after: (score, draft) => [
    labelled(
      ui("son_love"),
      choice("last", told(draft, "last"), seatOptions(score.seats)),
      choice("capote", told(draft, "capote"), [["1", ui("kapot")]]),
    ),
    labelled(ui("ilanlar"), combosOf(score, draft, told)),
    labelled(
      say("count", "belote"),
      marks(
        score.seats.map((seat) => {
          const key = `belote:${seat.seat}`;
          return { key, value: "2", now: told(draft, key), content: seatMark(seat) };
        }),
      ),
    ),
    more(score, draft, told),
  ],
  some({ facts: { last, capote, ...facts }, known }) {
    return differing(facts, known);
  },
  facts(score, draft) {
    const cards = numbered(draft, this.fields(score));
    const last = told(draft, "last");
    const byTricks = draft.base && !draft.base.sayilan && !cards.some(Boolean);
    const lacks = !told(draft, "alan") || !told(draft, "koz");
    if (lacks || (!byTricks && (!whole(cards) || last === ""))) return null;
    const known = { ...draft.facts, alan: told(draft, "alan"), koz: told(draft, "koz") };
    delete known.last;
    delete known.capote;
    const capote = told(draft, "capote") ? ["capote"] : [];
    return byTricks ? known : { ...known, sayilan: [...cards, last, ...capote].join(" ") };
  },
};

const remi = {
  title: "elleri_say",
  write: "turu_yaz",
  missing: "remi_eksik",
  begin(score, known) {
    const out = known.cikan ? { [`el:${known.cikan}`]: "0" } : {};
    return { numbers: { ...out, ...this.read(score, known).numbers }, facts: {} };
  },
  fields(score, draft) {
    const playing = ({ id, seats }) => (draft.base ? id in draft.base : seats[0].active);
    const wrong = draft.more === "hatali" ? own(score, "hatali") : [];
    return [
      ...own(score, "el").filter(playing),
      ...wrong
        .filter(({ seats }) => playing({ id: `el:${seats[0].seat}`, seats }))
        .map((one) => ({ ...one, word: ui("hatali_adi", { name: one.seats[0].name }) })),
    ];
  },
  read(score, facts) {
    const numbers = {};
    for (const [key, value] of Object.entries(facts)) {
      if (value.startsWith("=")) numbers[key] = value.slice(1);
      if (key.startsWith("hatali:")) numbers[key] = value;
    }
    return { numbers, facts: {} };
  },
  shown: (draft, id) => draft.numbers[id] || told(draft, id).replace(/^=/, ""),
  chose(draft, key, value) {
    if (key !== "cikan" && key !== "bitti") return draft;
    const facts = { ...draft.facts, [key === "cikan" ? "bitti" : "cikan"]: "" };
    const numbers = { ...draft.numbers };
    if (key === "cikan" && value && !draft.base) numbers[`el:${value}`] = "0";
    return { ...draft, facts, numbers };
  },
  extras: (score, draft) =>
    labelled(
      ui("kim_cikti"),
      choice("cikan", told(draft, "cikan"), seatOptions(score.seats.filter((seat) => seat.active))),
      choice("bitti", told(draft, "bitti"), [["evet", ui("deste_bitti")]]),
    ),
  after: (score, draft) => [pickedHand(score, draft, told), more(score, draft, told)],
  facts(score, draft) {
    const hands = this.fields(score, draft)
      .filter(({ id }) => id.startsWith("el:"))
      .map(({ id }) => [id, this.hand(draft, id)]);
    const out = told(draft, "cikan");
    const ended = told(draft, "bitti");
    const open = ([, text]) => !text || (!draft.base && !complete(score, text));
    if (hands.some(open) || (!out && !ended)) return null;
    const facts = { ...draft.facts, cikan: out, bitti: ended, ...Object.fromEntries(hands) };
    return { ...facts, ...this.wrong(draft) };
  },
  some(draft) {
    const ids = Object.keys(draft.numbers).filter((id) => id.startsWith("el:"));
    const hands = Object.fromEntries(ids.map((id) => [id, this.hand(draft, id)]));
    return differing({ ...draft.facts, ...hands, ...this.wrong(draft) }, draft.known);
  },
  hand: (draft, id) => (draft.numbers[id] ? `=${draft.numbers[id]}` : told(draft, id)),
  wrong: ({ numbers }) =>
    Object.fromEntries(Object.entries(numbers).filter(([id]) => id.startsWith("hatali:"))),
};

const complete = (score, text) =>
  text.startsWith("=") || cardsIn(text).length === sizeOf(score, roundOf(score));

/** The facts of a past hand that a draft makes others of; null while the sheet is not whole. */
export function mended(score, draft) {
  const facts = sheets[score.game].facts(score, draft);
  return facts && differing(facts, draft.base);
}

export const sheets = { blof, "alman-whisti": whist, belote, "uc-on-uc": remi };
