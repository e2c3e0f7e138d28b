/** The quickest way to write a hand of each game: what is asked, and the facts it makes.
 *
 * A draft is {numbers, facts, base}: digits by field, other facts by key, and, where a past hand is
 * mended, what it was scored from. `facts` gives null until the sheet is whole. */

import { combosOf } from "./combos.js";
import { choice, labelled, marks, seatMark, seatOptions, suitOptions } from "./keys.js";
import { pickedHand } from "./picker.js";
import { say, ui } from "./say.js";
import { columns } from "./sides.js";

const EMPTY = { numbers: {}, facts: {} };
const told = (draft, key) => draft.facts[key] ?? draft.base?.[key] ?? "";
const numbered = (draft, fields) => fields.map((field) => draft.numbers[field.id]);
const whole = (values) => values.every((value) => value !== undefined && value !== "");
const own = (score, key) =>
  score.seats.map((seat) => ({ id: `${key}:${seat.seat}`, seats: [seat] }));
const wordSeat = (score, code) => {
  const found = [...score.shows, ...score.notices].find((one) => one.code === code);
  return found ? String(found.args.seat) : "";
};

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
  begin(score) {
    const trump = score.shows.find((one) => one.code === "KOZ");
    const facts = trump ? { alan: String(trump.args.seat), koz: trump.args.suit } : {};
    for (const one of score.shows.filter((each) => each.code === "KOMBO"))
      facts[`ilan:${one.args.seat}`] = one.args.combos;
    return { numbers: {}, facts };
  },
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
  ],
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
  begin(score) {
    const out = wordSeat(score, "SON_TUR");
    return { numbers: out ? { [`el:${out}`]: "0" } : {}, facts: out ? { cikan: out } : {} };
  },
  fields: (score, draft) =>
    own(score, "el").filter(({ id, seats }) => (draft.base ? id in draft.base : seats[0].active)),
  read(score, facts) {
    const costs = Object.entries(facts).filter(([, value]) => value.startsWith("="));
    return {
      numbers: Object.fromEntries(costs.map(([key, value]) => [key, value.slice(1)])),
      facts: {},
    };
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
  after: (score, draft) => pickedHand(score, draft, told),
  facts(score, draft) {
    const hands = this.fields(score, draft).map(({ id }) => [
      id,
      draft.numbers[id] ? `=${draft.numbers[id]}` : told(draft, id),
    ]);
    const out = told(draft, "cikan");
    const ended = told(draft, "bitti");
    if (!whole(hands.map(([, value]) => value)) || (!out && !ended)) return null;
    return { cikan: out, bitti: ended, ...Object.fromEntries(hands) };
  },
};

export const sheets = { blof, "alman-whisti": whist, belote, "uc-on-uc": remi };
