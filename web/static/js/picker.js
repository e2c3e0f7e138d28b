/** The cards of one open hand of Üç On Üç: tapped one by one, in groups where groups count. */

import { icon, inColour } from "./draw.js";
import { cardKeys, choice, labelled, RANKS, seatOptions, suitOptions } from "./keys.js";
import { cardWords, ui } from "./say.js";
import { shoot } from "./shoot.js";
import { roundOf, sizeOf } from "./sides.js";
import { state } from "./state.js";
import { h } from "./vdom.js";

export const cardsIn = (text) => text.match(/[2-9TJQKA][SHDC]|X/g) ?? [];

/** `draft.pick`: {seat, suit} while the cards of a hand are entered. */
export function pickedHand(score, draft, told) {
  const { seat, suit = "S" } = draft.pick ?? {};
  const seats = score.seats.filter((one) => one.active);
  const text = told(draft, `el:${seat}`);
  return labelled(
    ui("kartlarla"),
    choice("seat", seat, seatOptions(seats), "pick"),
    seat !== undefined && picking(score, draft, text, suit, `el:${seat}`),
  );
}

/** The same for one hand alone: the own one, on a player's phone. */
export const ownHand = (score, draft, { seat }) =>
  labelled(
    ui("kartlarla"),
    picking(score, draft, draft.facts[`el:${seat}`] ?? "", draft.pick?.suit ?? "S", `el:${seat}`),
  );

function picking(score, draft, text, suit, key) {
  const count = cardsIn(text).length;
  return [
    h(
      "p",
      { class: "picked", "aria-live": "polite" },
      h("strong", {}, count ? inColour(cardWords(text)) : ui("kart_secin")),
      h(
        "span",
        { class: "quiet" },
        draft.base ? `${count}` : `${count} / ${sizeOf(score, roundOf(score))}`,
      ),
    ),
    h(
      "div",
      { class: "choose" },
      score.options.dizilis === "oyuncunun" &&
        h("button", { class: "button small", type: "button", "data-do": "group" }, ui("per_kapat")),
      h(
        "button",
        { class: "button small", type: "button", "data-do": "unpick" },
        icon("erase"),
        ui("kart_sil"),
      ),
      state.photos && shoot("hand", ui("fotograftan")),
    ),
    draft.shot?.key === key && told(draft.shot),
    cardKeys(
      [...RANKS.map((rank) => rank + suit), ...(score.options.jokerler ? ["X"] : [])],
      (name) => ({ "data-do": "pickcard", "data-card": name }),
    ),
    choice("suit", suit, suitOptions(), "pick"),
  ];
}

/** What became of the photo of a hand. */
function told({ busy, wrong, read, unread }) {
  if (busy) return h("p", { class: "quiet", role: "status" }, ui("okunuyor"));
  if (wrong) return h("p", { class: "wrong", role: "alert" }, wrong);
  const missing = unread > 0 ? ` ${ui("kart_okunamadi", { n: unread })}` : "";
  return h("p", { class: "quiet", role: "status" }, ui("kart_okundu", { n: read }) + missing);
}

/** A whole hand as the referee takes it, {groups, left}; null while cards are missing. */
export function shownHand(score, text) {
  if (cardsIn(text).length !== sizeOf(score, roundOf(score))) return null;
  const groups = [...text.matchAll(/\(([^)]*)\)/g)].map(([, cards]) => cardsIn(cards));
  return { groups, left: cardsIn(text.replace(/\([^)]*\)/g, " ")) };
}

/** With one more card at its end, without the last one, and with the loose cards as a group. */
export const withCard = (text, card) => (text ? `${text} ${card}` : card);
export const withoutLast = (text) =>
  text.replace(/\)$/, "").replace(/\s*\(?([2-9TJQKA][SHDC]|X)$/, "");
export function grouped(text) {
  const at = text.lastIndexOf(")") + 1;
  const loose = text.slice(at).trim();
  return loose ? `${text.slice(0, at)} (${loose})`.trim() : text;
}
