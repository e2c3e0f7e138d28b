/** The table as the referee sees it: cards, pawns, what is unsure, and whoever still has to place. */

import { card, icon, pawn } from "./draw.js";
import { has, say, ui } from "./say.js";
import { h } from "./vdom.js";

const SPOTS = {
  M: { x: 50, y: 50, tilt: 0.6 },
  KB: { x: 18.5, y: 29.5, tilt: -1.6 },
  KD: { x: 81.5, y: 29.5, tilt: 1.1 },
  GB: { x: 18.5, y: 70.5, tilt: 0.7 },
  GD: { x: 81.5, y: 70.5, tilt: -0.9 },
};
export const PLACES = Object.keys(SPOTS);
export const CORNERS = PLACES.filter((name) => name !== "M");
/** The ranks Vale Avı is played with, the highest first. */
export const RANKS = ["A", "K", "Q", "J"];
/** The fact that says which card lies at a place. */
export const cardFact = (name) => (name === "M" ? "centre" : name);
/* pawn centres in card widths from the card's corner, by how many share it; then their diameter */
const CLOSED = {
  1: [[[0.5, 0.7]], 0.66],
  2: [
    [
      [0.18, 0.7],
      [0.82, 0.7],
    ],
    0.62,
  ],
  4: [
    [
      [0.2, 0.4],
      [0.8, 0.4],
      [0.2, 1],
      [0.8, 1],
    ],
    0.56,
  ],
  6: [
    [
      [0.24, 0.24],
      [0.76, 0.24],
      [0.24, 0.7],
      [0.76, 0.7],
      [0.24, 1.16],
      [0.76, 1.16],
    ],
    0.46,
  ],
};
const OPEN = {
  1: [[[0.1, 1.16]], 0.58],
  2: [
    [
      [0.04, 1.2],
      [0.52, 1.2],
    ],
    0.48,
  ],
  4: [
    [
      [0.02, 1.22],
      [0.47, 1.22],
      [0.92, 1.22],
      [0.92, 0.78],
    ],
    0.44,
  ],
  6: [
    [
      [0.02, 1.22],
      [0.47, 1.22],
      [0.92, 1.22],
      [0.92, 0.78],
      [0.47, 0.78],
      [0.02, 0.78],
    ],
    0.44,
  ],
};

/** The cloth; `editable` makes its places buttons. */
export function cloth(score, { editable }) {
  const laid = score.places.some((place) => place.state !== "empty");
  const waiting = score.seats.filter((seat) => seat.turn && seat.active && !seat.pick);
  return h(
    "section",
    { class: "cloth", "aria-label": ui("masa") },
    h(
      "div",
      { class: "table" },
      score.places.map((place) => placeNode(place, score, editable)),
      laid && waiting.slice(0, 1).map(ghost),
    ),
  );
}

function placeNode(place, score, editable) {
  const spot = SPOTS[place.name] ?? SPOTS.M;
  const here = score.seats.filter((seat) => seat.active && seat.pick === place.name);
  const centre = place.name === "M";
  return h(
    editable ? "button" : "div",
    {
      class: `place${centre ? " centre" : ""}`,
      key: place.name,
      style: { "--x": `${spot.x}%`, "--y": `${spot.y}%`, "--tilt": `${spot.tilt}deg` },
      "aria-label": describe(place, here),
      ...(editable
        ? { type: "button", "data-do": "place", "data-place": place.name }
        : { role: "img" }),
    },
    h(
      "div",
      { class: `lay${unsure(place) ? " unsure" : ""}${place.covered ? " covered" : ""}` },
      centre && place.rank && h("span", { class: "label" }, centreName(place.rank, score)),
      face(place),
      stands(place, here),
      place.by_person && h("span", { class: "byhand" }, icon("pen")),
    ),
  );
}

/* a closed card has nothing to be unsure of */
const unsure = (place) => place.state === "open" && !place.sure;

function face(place) {
  if (place.state === "empty") return h("div", { class: "empty", key: "empty" });
  if (place.state === "closed") return card({ back: true });
  return card({ rank: place.rank, turning: true });
}

function stands(place, here) {
  const count = here.length;
  const [spots, diameter] = (place.state === "open" ? OPEN : CLOSED)[
    count <= 2 ? count || 1 : count <= 4 ? 4 : 6
  ];
  return here.map((seat, at) =>
    h(
      "span",
      {
        class: "stand",
        key: `p${seat.seat}`,
        style: { "--px": spots[at][0], "--py": spots[at][1], "--d": diameter },
      },
      pawn(seat.owner, seat.side, { key: seat.side, enter: "arrive" }),
    ),
  );
}

const ghost = (seat) =>
  h("span", { class: "ghost", key: `g${seat.seat}` }, pawn(seat.owner, seat.must_flip ? "T" : "D"));

function centreName(rank, score) {
  const times = score.options?.vale_carpani;
  const name = say("rank", rank);
  return rank === "J" && score.game === "vale-avi" && times > 1
    ? `${name}, ${ui("ters_kat", { n: times })}`
    : name;
}

function describe(place, here) {
  const parts = [say("place", place.name)];
  parts.push(
    place.state === "open"
      ? place.rank
        ? say("rank", place.rank)
        : ui("okunmadi")
      : say("cardstate", place.state),
  );
  if (unsure(place)) parts.push(ui("emin_degil"));
  if (place.by_person) parts.push(ui("elle"));
  for (const seat of here) parts.push(`${seat.name} ${say("side", seat.side ?? "D")}`);
  return parts.join(", ");
}

export const placeWords = (name) => (has("place", name) ? say("place", name) : name);
