/** The referee's own buttons: what people may say now, one thing at a time. */

import { pawn } from "./draw.js";
import { cardKeys, choice, labelled, seatOptions, SUITS, suitOptions } from "./keys.js";
import { cardWords, say, ui } from "./say.js";
import { h } from "./vdom.js";

const CARDS = new Set(["KART_ADI", "ACILAN", "EL_KARTI"]);
const QUICK = new Set([
  "BLOF",
  "AT",
  "PAS",
  "GEC",
  "ALDI",
  "AL",
  "RENK",
  "TAMAM",
  "CIKTI",
  "YIGIN_BITTI",
]);
const APART = new Set([...CARDS, "AC", "KOMBO", "CEZA", "EL_SAYILDI"]);
const MOST = 8;

const sends = (tap) => ({ "data-do": "tap", "data-action": JSON.stringify(tap.action) });

const words = ({ label: { code, args } }) => say("reply", code, args);

const button = (tap, score, text = words(tap)) =>
  h(
    "button",
    { class: "button small tap", type: "button", "aria-label": words(tap), ...sends(tap) },
    tap.label.args.seat !== undefined && pawn(score.seats[tap.label.args.seat].owner),
    h("span", { class: "name", dir: "auto" }, text),
  );

/** Those of the moment, on the board itself. Where several players may say the same word, the word
 * stands once and their names after it; the sentence of the board says what a name alone means. */
export function quickTaps(score, may, own) {
  const quick = may.filter((tap) => QUICK.has(tap.label.code));
  if (own) return ownQuick(score, quick);
  const taps = quick.length > MOST ? quick.filter((tap) => tap.label.code !== "GEC") : quick;
  if (!taps.length) return null;
  const said = [...grouped(taps, (tap) => tap.label.code)].map(([code, same]) => {
    const word = same.length > 1 && { BLOF: ui("blof_de"), GEC: ui("gec_de") }[code];
    return [
      word && h("b", { class: "word", "aria-hidden": "true" }, word),
      same.map((tap) => button(tap, score, short(tap, same))),
    ];
  });
  return h("div", { class: "taps" }, said);
}

/** On a player's phone: in the first person, and without what its main button says already. */
function ownQuick(score, quick) {
  const taps = quick.filter((tap) => tap.label.code !== "BLOF");
  const said = { GEC: "gec_ben", CIKTI: "ciktim", ALDI: "love_benim" };
  return (
    taps.length > 0 &&
    h(
      "div",
      { class: "taps" },
      taps.map((tap) => {
        const word = said[tap.label.code];
        return word
          ? h("button", { class: "button small tap", type: "button", ...sends(tap) }, ui(word))
          : button(tap, score);
      }),
    )
  );
}

function short({ label: { code, args } }, same) {
  if (code === "CIKTI" || code === "GEC") return args.name;
  if (code === "BLOF") return same.length > 1 ? args.name : ui("blof_de");
  return code === "YIGIN_BITTI" ? ui("kimse") : undefined;
}

/** Whether there is more to say than the board itself offers. */
export const isMore = (may) => may.some((tap) => !QUICK.has(tap.label.code));

/** All of them, grouped; `open` is what the person has narrowed down so far. */
export function allTaps(score, may, open) {
  const by = grouped(may, (tap) => tap.label.code);
  const plain = may.filter((tap) => !APART.has(tap.label.code));
  return [
    plain.length > 0 &&
      h(
        "div",
        { class: "taps" },
        plain.map((tap) => button(tap, score)),
      ),
    by.has("AC") && opening(by.get("AC"), open),
    [...CARDS].filter((code) => by.has(code)).map((code) => cards(code, by.get(code), score, open)),
    by.has("KOMBO") && combos(by.get("KOMBO"), score, open),
    by.has("CEZA") && faults(by.get("CEZA"), score, open),
  ];
}

function grouped(list, key) {
  const map = new Map();
  for (const one of list) map.set(key(one), [...(map.get(key(one)) ?? []), one]);
  return map;
}

/** A round of Blöf begins: how many cards, then as what. */
function opening(taps, open) {
  const counts = [...new Set(taps.map((tap) => tap.label.args.count))].sort();
  const count = String(open.count ?? counts[0]);
  const fit = taps.filter((tap) => String(tap.label.args.count) === count);
  return labelled(
    ui("tur_acilisi"),
    choice(
      "count",
      count,
      counts.map((n) => [String(n), ui("kart_adet", { n })]),
      "narrow",
    ),
    cardKeys(
      fit.map((tap) => tap.label.args.rank),
      (rank) => ({
        ...sends(fit.find((tap) => tap.label.args.rank === rank)),
        "aria-label": say("rank", rank),
      }),
    ),
  );
}

function cards(code, taps, score, open) {
  const suit = open.suit ?? SUITS[0];
  const whose = [...new Set(taps.map((tap) => tap.action.seat))];
  const chosen = whose.length > 1 ? Number(open.seat ?? whose[0]) : whose[0];
  const seat = score.seats[chosen];
  const fit = taps.filter(
    ({ action, label }) => action.seat === chosen && [suit, undefined].includes(label.args.card[1]),
  );
  const turned = code === "ACILAN" || taps[0].action.do === "Turn";
  const word = ui(turned ? "kart_acilan" : code === "EL_KARTI" ? "kart_elde" : "kart_oyna");
  return labelled(
    seat ? `${word}: ${seat.name}` : word,
    whose.length > 1 &&
      choice("seat", String(chosen), seatOptions(whose.map((at) => score.seats[at])), "narrow"),
    choice("suit", suit, suitOptions(), "narrow"),
    cardKeys(
      fit.map((tap) => tap.label.args.card),
      (name) => ({
        ...sends(fit.find((tap) => tap.label.args.card === name)),
        "aria-label": name === "?" ? ui("okunmadi") : cardWords(name),
      }),
    ),
  );
}

function combos(taps, score, open) {
  const kind = open.kombo ?? "brelan";
  const fit = taps.filter(({ label: { args } }) =>
    kind === "brelan" ? args.combos.startsWith("brelan") : args.combos.split(" ")[1]?.[1] === kind,
  );
  return labelled(
    ui("ilan_et"),
    choice("kombo", kind, [["brelan", ui("dortlu")], ...suitOptions()], "narrow"),
    h(
      "div",
      { class: "taps" },
      fit.map((tap) => button(tap, score)),
    ),
  );
}

function faults(taps, score, open) {
  const fit = taps.filter((tap) => String(tap.label.args.seat) === open.fault);
  return labelled(
    ui("ceza"),
    choice("fault", open.fault, seatOptions(score.seats), "narrow"),
    fit.length > 0 &&
      h(
        "div",
        { class: "taps" },
        fit.map((tap) =>
          h(
            "button",
            { class: "button small tap", type: "button", ...sends(tap) },
            say("fault", tap.label.args.fault),
          ),
        ),
      ),
  );
}
