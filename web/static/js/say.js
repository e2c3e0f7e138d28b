/** Codes in, sentences out; the same table and the same rule as web/words.py. */

const table = JSON.parse(document.getElementById("words").textContent);
const MINUS = "\u2212";

/** Points with their sign: +2, −6, 0 stays 0. */
export const signed = (n) => (n > 0 ? `+${n}` : number(n));
export const number = (n) => String(n).replace("-", MINUS);

const listed = (section) => (value) =>
  String(value)
    .split(", ")
    .map((part) => table[section][part] ?? part)
    .join(", ");
const tokens = (value) =>
  String(value)
    .split(" ")
    .map((t) => table.place[t] ?? table.side[t] ?? table.rank[t] ?? t)
    .join(", ");

const SIGNS = { S: "\u2660", H: "\u2665", D: "\u2666", C: "\u2663" };
const AS_TEXT = "\uFE0E";
const CARD = /\b([2-9TJQKA])([SHDC])\b/g;
/** TH becomes 10♥, X the joker, wherever they stand in the text. */
export const cardWords = (value) =>
  String(value)
    .replace(CARD, (_, rank, suit) => `${rank === "T" ? "10" : rank}${SIGNS[suit]}${AS_TEXT}`)
    .replace(/\bX\b/g, table.rank.X);
/** "brelan Q, seri QS 3" as players say it; SAYIM gives points under the same name. */
const combos = (value) =>
  typeof value === "number"
    ? number(value)
    : value
        .split(", ")
        .map((one) => {
          const [kind, top, length] = one.split(" ");
          return say("combo", kind, { rank: top, card: top, count: Number(length) });
        })
        .join(", ");
const signs = { points: signed, upright: signed, flipped: signed };
const worded = {
  ...signs,
  place: listed("place"),
  places: listed("place"),
  rank: listed("rank"),
  suit: listed("suit"),
  fault: listed("fault"),
  card: cardWords,
  group: cardWords,
  groups: cardWords,
  left: cardWords,
  combos,
  side: listed("side"),
  was: tokens,
  now: tokens,
  played: listed("outcome"),
  corrected: listed("outcome"),
};

const RTL = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
/** A name written from right to left must not drag the numbers beside it along. */
const isolated = (text) => (RTL.test(text) ? `\u2068${text}\u2069` : text);

/** The sentence for a code of a section; a code without words shows itself rather than nothing. */
export function say(section, code, args = {}) {
  const sentence = table[section]?.[code] ?? code;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => {
    const value = args[name];
    if (value === undefined || value === null) return "?";
    if (worded[name]) return worded[name](value);
    return typeof value === "number" ? number(value) : isolated(value);
  });
}

export const ui = (code, args) => say("ui", code, args);
export const has = (section, code) => table[section]?.[code] !== undefined;
