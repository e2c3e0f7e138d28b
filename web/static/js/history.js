/** Eller: how the match went, and every hand, one tap from being corrected. */

import { top } from "./frame.js";
import { card, pawn } from "./draw.js";
import { number, signed, ui } from "./say.js";
import { columns, named } from "./sides.js";
import { h } from "./vdom.js";

const WIDE = 336;
const HIGH = 236;
const BOX = { left: 30, right: 112, top: 22, bottom: 34 };

export function hands(state) {
  const { score } = state;
  return [
    h(
      "div",
      { class: "page" },
      top(ui("gidis"), "/", ui("tahta")),
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
            [...score.hands].reverse().map((hand) => row(hand, score)),
          )
        : h("p", { class: "quiet" }, ui("eller_bos")),
    ),
  ];
}

const fact = (hand, key) => hand.facts.find((f) => f.key === key)?.value ?? null;

function row(hand, score) {
  const centre = fact(hand, "centre");
  const note = [
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
        "aria-label": ui("eli_duzelt", { n: hand.number }),
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
      note && h("small", { class: "quiet note" }, note),
    ),
  );
}

/** Totals by hand; each line ends in its player's pawn and name, so colour is never alone. */
function chart(score) {
  const lines = columns(score).map(([seat, ...partners]) => ({
    seat,
    name: named([seat, ...partners]),
    totals: [0, ...score.hands.map((hand) => hand.totals[seat.seat])],
  }));
  const values = lines.flatMap((line) => line.totals);
  const high = Math.max(score.target ?? 0, ...values);
  const low = Math.min(0, ...values);
  const last = score.hands.length;
  const x = (at) => BOX.left + ((WIDE - BOX.left - BOX.right) * at) / last;
  const y = (total) =>
    BOX.top + ((HIGH - BOX.top - BOX.bottom) * (high - total)) / Math.max(1, high - low);
  const step = Math.max(5, 5 * Math.ceil((high - low) / 30));
  const marks = Array.from(
    { length: Math.floor(high / step) - Math.ceil(low / step) + 1 },
    (_, at) => (Math.ceil(low / step) + at) * step,
  );
  const each = Math.ceil(last / 8);
  const ends = spread(
    lines.map((line) => ({ ...line, at: y(line.totals[last]) })),
    19,
    BOX.top,
    HIGH - BOX.bottom + 10,
  );
  return h(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": ui("gidis") },
    marks
      .filter((mark) => Math.abs(mark - (score.target ?? Infinity)) > 1)
      .map((mark) => [
        h("path", { class: "grid", d: `M${BOX.left} ${y(mark)}H${x(last)}` }),
        h(
          "text",
          { class: "axis", x: BOX.left - 6, y: y(mark) + 4.5, "text-anchor": "end" },
          number(mark),
        ),
      ]),
    score.target && [
      h("path", { class: "target", d: `M${BOX.left} ${y(score.target)}H${x(last)}` }),
      h(
        "text",
        { class: "axis strong", x: BOX.left, y: y(score.target) - 7 },
        ui("hedef_cizgi", { n: score.target }),
      ),
    ],
    score.hands
      .filter((hand) => hand.number % each === 0)
      .map((hand) =>
        h(
          "text",
          { class: "axis", x: x(hand.number), y: HIGH - 8, "text-anchor": "middle" },
          number(hand.number),
        ),
      ),
    lines.map((line) => h("path", { class: "under", d: path(line.totals, x, y) })),
    lines.map((line) =>
      h("path", { class: `line ${line.seat.owner}`, d: path(line.totals, x, y) }),
    ),
    ends.map((end) => [
      h("use", {
        href: `#pawn-${end.seat.owner}-D`,
        x: x(last) - 9,
        y: end.at - 9,
        width: 18,
        height: 18,
      }),
      h(
        "text",
        { class: "end", x: x(last) + 14, y: end.at + 5 },
        short(end.name),
        h("tspan", { class: "digits", dx: 5 }, number(end.totals[last])),
      ),
    ]),
  );
}

const short = (name) => (name.length > 8 ? `${name.slice(0, 7)}…` : name);
const path = (totals, x, y) =>
  totals.map((total, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(total).toFixed(1)}`).join("");

/** Labels at their heights, pushed apart until none overlap. */
function spread(ends, gap, top, bottom) {
  const sorted = [...ends].sort((a, b) => a.at - b.at);
  sorted.forEach((end, at) => {
    end.at = Math.max(end.at, at ? sorted[at - 1].at + gap : top);
  });
  for (let at = sorted.length - 1; at >= 0; at -= 1) {
    const limit = at === sorted.length - 1 ? bottom : sorted[at + 1].at - gap;
    sorted[at].at = Math.min(sorted[at].at, limit);
  }
  return sorted;
}
