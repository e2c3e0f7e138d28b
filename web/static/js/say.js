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
const signs = { points: signed, upright: signed, flipped: signed };
const worded = {
  ...signs,
  place: listed("place"),
  places: listed("place"),
  rank: listed("rank"),
  side: listed("side"),
  was: tokens,
  now: tokens,
  played: listed("outcome"),
  corrected: listed("outcome"),
};

/** The sentence for a code of a section; a code without words shows itself rather than nothing. */
export function say(section, code, args = {}) {
  const sentence = table[section]?.[code] ?? code;
  return sentence.replace(/\{(\w+)\}/g, (_, name) => {
    const value = args[name];
    if (value === undefined || value === null) return "?";
    if (worded[name]) return worded[name](value);
    return typeof value === "number" ? number(value) : value;
  });
}

export const ui = (code, args) => say("ui", code, args);
export const has = (section, code) => table[section]?.[code] !== undefined;
