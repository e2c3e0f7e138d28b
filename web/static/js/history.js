/** Eller: how the match went, and every hand, one tap from being corrected. */

import { top } from "./frame.js";
import { card, pawn } from "./draw.js";
import { number, signed, ui } from "./say.js";
import { columns, named } from "./sides.js";
import { h } from "./vdom.js";

export function hands(state) {
  const { score } = state;
  return [
    h(
      "div",
      { class: "page" },
      top(ui("gidis"), "/", ui("tahta"), out(state)),
      score.hands.length > 1 && chart(score),
      h(
        "div",
        { class: "title" },
        h("h2", {}, ui("eller")),
        state.control && score.hands.length > 0 && h("span", { class: "quiet" }, ui("eller_ne")),
      ),
      score.hands.length
        ? h(
            "ol",
            { class: "hands" },
            [...score.hands].reverse().map((hand) => row(hand, state)),
          )
        : h("p", { class: "quiet" }, ui("eller_bos")),
    ),
  ];
}

/** The way to the picture of the score and to the exports of this match. */
const out = ({ score }) =>
  score.hands.length > 0 &&
  h("a", { class: "plainbutton", href: "/sonuc" }, ui("sonuc"));

const fact = (hand, key) => hand.facts.find((f) => f.key === key)?.value ?? null;

function row(hand, { score, unsaved }) {
  const centre = fact(hand, "centre");
  const lost = unsaved.includes(hand.number); // with a pulled plug
  const note = [
    lost && ui("kaydedilmedi"),
    hand.extra && ui("ek"),
    hand.void && ui("sayilmadi"),
    hand.corrected && ui("duzeltildi"),
  ]
    .filter(Boolean)
    .join(", ");
  return h(
    "li",
    { key: hand.number },
    h(
      "a",
      {
        class: `handrow${hand.void ? " void" : ""}${score.by_hand ? " written" : ""}`,
        href: `/eller/${hand.number}`,
        "aria-label": `${ui("eli_duzelt", { n: hand.number })}${note && `, ${note}`}`,
      },
      h("span", { class: "digits" }, number(hand.number)),
      !score.by_hand && (centre ? card({ rank: centre }) : card({ back: true })),
      h(
        "span",
        { class: `deltas k${columns(score).length}` },
        columns(score).map((seats) => {
          const [seat] = seats;
          const delta = hand.deltas[seat.seat];
          const side = fact(hand, `pick:${seat.seat}`)?.split(" ")[1];
          return h(
            "span",
            { class: "delta" },
            seats.map((one) => pawn(one.owner, side)),
            h("span", { class: "digits" }, delta === null ? "" : signed(delta)),
          );
        }),
      ),
      note && h("small", { class: `note${lost ? "" : " quiet"}` }, note),
    ),
  );
}

/** Totals by hand; the element draws itself (static/js/archive/chart.js). */
function chart(score) {
  const lines = columns(score).map((seats) => ({
    name: named(seats),
    owners: seats.map((seat) => seat.owner),
    totals: [0, ...score.hands.map((hand) => hand.totals[seats[0].seat])],
  }));
  return h("score-chart", {
    role: "img",
    "aria-label": ui("gidis"),
    chart: JSON.stringify({ target: score.target, lines }),
    own: true,
  });
}
