/** The drawn things: pawns, cards, icons. Shapes live in the page's own SVG sprite. */

import { h } from "./vdom.js";

export const OWNERS = ["red", "blue", "yellow", "turquoise", "purple", "pink"];

const use = (id, props) => h("use", { href: `#${id}`, ...props });

export const icon = (name) =>
  h("svg", { class: "icon", "aria-hidden": "true", viewBox: "0 0 24 24" }, use(`i-${name}`));

/** `side` "D" (düz) or "T" (ters). */
export const pawn = (owner, side = "D", props = {}) =>
  h(
    "svg",
    { class: "pawn", "aria-hidden": "true", viewBox: "-16.8 -16.8 33.6 33.6", ...props },
    use(`pawn-${owner}-${side ?? "D"}`, { x: -16.8, y: -16.8, width: 33.6, height: 33.6 }),
  );

export const chip = () =>
  h(
    "svg",
    { class: "pawn", "aria-hidden": "true", viewBox: "-16.8 -16.8 33.6 33.6" },
    use("chip", { x: -16.8, y: -16.8, width: 33.6, height: 33.6 }),
  );

export const suitSign = (suit) =>
  h(
    "svg",
    {
      class: `suit${"HD".includes(suit) ? " red" : ""}`,
      "aria-hidden": "true",
      viewBox: "0 0 24 24",
    },
    use(`suit-${suit}`),
  );

/** A card of 100 x 140. `rank` null draws a blank face, `back` the closed side; a `suit` takes the
 * place of the emblem. */
export function card({ rank = null, suit = null, back = false, turning = false }) {
  const shown = { T: "10", X: "\u2605" }[rank] ?? rank;
  const emblem = suit ? `suit-${suit}` : rank && "AKQJ".includes(rank) && `emblem-${rank}`;
  const front = [
    rank && h("text", { x: 11, y: 62, "font-size": 76 }, shown),
    emblem && use(emblem, { x: 43, y: 78, width: 50, height: 50 }),
    !rank && h("text", { x: 50, y: 94, "font-size": 76, "text-anchor": "middle" }, "?"),
  ];
  return h(
    "svg",
    {
      class: `card${suit && "HD".includes(suit) ? " red" : ""}`,
      enter: turning ? "turn" : undefined,
      key: back ? "back" : `face-${rank}${suit ?? ""}`,
      "aria-hidden": "true",
      viewBox: "0 0 100 140",
    },
    h("rect", { class: "edge", x: 1.5, y: 3.5, width: 100, height: 140, rx: 8.5 }),
    h("rect", { class: "sheet", width: 100, height: 140, rx: 8.5 }),
    back ? h("rect", { x: 8, y: 8, width: 84, height: 124, rx: 3, fill: "url(#girih)" }) : front,
  );
}

/** "5♥ 10♠" with the red suits red. */
export const inColour = (words) =>
  words
    .split(/(\S*[\u2665\u2666]\uFE0E?)/)
    .map((part, at) => (at % 2 ? h("span", { class: "redsuit" }, part) : part));

/** A card by its short name: TH, X for a joker, ? for one nobody read. */
export const cardOf = (name) =>
  name === "?" ? card({}) : card({ rank: name[0], suit: name[1] ?? null });
