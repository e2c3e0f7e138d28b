/** Düzelt: touch what is wrong, choose what is right, see what changes, confirm. */

import { CORNERS, placeWords, RANKS } from "./cloth.js";
import { card, icon, pawn } from "./draw.js";
import { top } from "./frame.js";
import { mend } from "./mend.js";
import { number, say, signed, ui } from "./say.js";
import { changesOf } from "./who.js";
import { h } from "./vdom.js";

export { readLog as after } from "./who.js";

/** `local`: {facet, changes, preview}. `facet` is what was touched: "card:KB", "corner:2". */
export function correct(state) {
  const { score, local } = state;
  const hand = score.hands.find((one) => one.number === state.number);
  if (!hand)
    return [
      h(
        "div",
        { class: "page" },
        top(ui("el_listesi"), "/eller", ui("el_listesi")),
        h("h1", {}, ui("el_yok", { n: state.number })),
      ),
    ];
  if (score.by_hand) return mend(state, hand);
  const facts = Object.fromEntries(hand.facts.map((fact) => [fact.key, fact]));
  const changes = local.changes ?? {};
  const now = (key) => changes[key] ?? facts[key]?.value ?? null;
  const view = { state, score, hand, facts, changes, now, facet: local.facet ?? null };
  const picture = hand.facts.find((fact) => fact.picture)?.picture;
  return [
    h(
      "div",
      { class: "page correct" },
      top(
        ui("el_listesi"),
        "/eller",
        ui("el_listesi"),
        picture &&
          state.control &&
          h(
            "button",
            { class: "plainbutton", type: "button", "data-do": "see", "data-name": picture },
            icon("camera"),
            ui("resmi_gor"),
          ),
      ),
      h(
        "div",
        { class: "title" },
        h("h1", {}, ui("eli_duzelt", { n: hand.number })),
        h(
          "span",
          { class: "centrefact" },
          h("span", { class: "quiet" }, ui("orta")),
          facet(
            view,
            "card:centre",
            rankWord(now("centre")),
            `${ui("orta")}: ${rankWord(now("centre"))}`,
          ),
        ),
      ),
      h("p", { class: "quiet" }, state.control ? ui("duzelt_ne") : ui("duzelt_izle")),
      h(
        "ul",
        { class: "facts" },
        score.seats
          .filter((seat) => hand.deltas[seat.seat] !== null)
          .map((seat) => seatRow(view, seat)),
      ),
      h(
        "div",
        { class: "corners" },
        CORNERS.filter((corner) => !stood(view, corner)).map((corner) =>
          facet(
            view,
            `card:${corner}`,
            [h("small", {}, placeWords(corner)), rankWord(now(corner))],
            `${placeWords(corner)}: ${rankWord(now(corner))}`,
          ),
        ),
      ),
      hand.faults.length > 0 &&
        !view.facet &&
        h(
          "ul",
          { class: "faults quiet" },
          hand.faults.map((fault) => h("li", {}, say("warn", fault.code, fault.args))),
        ),
      view.facet && choices(view),
      changed(view) && preview(view),
      state.control && !changed(view) && !hand.void && voiding(view),
      changed(view) ? buttons(view) : changesOf(state),
    ),
  ];
}

/** Cards under a pawn stand in its player's row; the others only matter to the deck's count. */
const stood = (view, corner) =>
  view.score.seats.some((seat) => view.now(`pick:${seat.seat}`)?.startsWith(corner));
const rankWord = (rank) => (rank ? say("rank", rank) : "?");
const sideWord = (side) => (side ? say("sidename", side) : "?");
const changed = (view) => Object.keys(view.changes).length > 0;

function seatRow(view, seat) {
  const [corner, side] = (view.now(`pick:${seat.seat}`) ?? " ").split(" ");
  const before = view.hand.deltas[seat.seat];
  const line = (view.state.local.preview?.changes ?? []).find(
    (one) => one.seat === seat.seat && one.hand === view.hand.number,
  );
  const after = line ? line.delta_after : before;
  return h(
    "li",
    { key: seat.seat },
    pawn(seat.owner, side || "D"),
    facet(
      view,
      `corner:${seat.seat}`,
      [
        h("strong", { class: "name", dir: "auto" }, seat.name),
        h("span", { class: "where" }, corner ? placeWords(corner) : ui("yeri_yok")),
      ],
      `${seat.name}: ${placeWords(corner)}`,
      "whowhere",
    ),
    corner &&
      facet(
        view,
        `card:${corner}`,
        rankWord(view.now(corner)),
        `${seat.name}, ${placeWords(corner)}: ${rankWord(view.now(corner))}`,
      ),
    turning(view, seat, corner, side),
    h(
      "span",
      { class: "points" },
      line &&
        after !== before &&
        h("small", { class: "quiet" }, ui("iken", { n: before === null ? "?" : signed(before) })),
      h("span", { class: "digits" }, after === null ? "" : signed(after)),
    ),
  );
}

/** A pawn has two sides: touching the one it shows chooses the other. */
function turning(view, seat, corner, side) {
  if (!side || !view.state.control) return h("span", { class: "fact still" }, sideWord(side));
  const key = `pick:${seat.seat}`;
  return h(
    "button",
    {
      class: `fact${view.changes[key] ? " chosen" : ""}`,
      type: "button",
      "data-do": "choose",
      "data-key": key,
      "data-value": `${corner} ${side === "T" ? "D" : "T"}`,
      "aria-label": `${seat.name}: ${sideWord(side)}`,
    },
    sideWord(side),
  );
}

function facet(view, name, content, label, kind = "fact") {
  const on = view.facet === name;
  if (!view.state.control) return h("span", { class: `${kind} still` }, content);
  return h(
    "button",
    {
      class: `${kind}${on ? " chosen" : ""}`,
      type: "button",
      "data-do": "facet",
      "data-facet": name,
      "aria-pressed": on,
      "aria-label": label,
    },
    content,
  );
}

/** The values the touched fact may have, the present one marked. */
function choices(view) {
  const [kind, which] = view.facet.split(":");
  if (kind === "card") {
    const read = view.facts[which]?.value;
    return h(
      "section",
      { class: "choices" },
      h(
        "p",
        {},
        h("strong", {}, `${placeWords(which === "centre" ? "M" : which)}.`),
        read && h("span", { class: "quiet" }, ui("okumustu", { value: rankWord(read) })),
      ),
      h(
        "div",
        { class: "ranks" },
        RANKS.map((rank) =>
          choice(view, which, rank, [card({ rank }), h("span", {}, say("rank", rank))]),
        ),
      ),
    );
  }
  const seat = view.score.seats[Number(which)];
  const key = `pick:${which}`;
  const [corner, side] = (view.now(key) ?? "KB D").split(" ");
  const options = CORNERS.map((one) =>
    choice(view, key, `${one} ${side}`, h("span", {}, placeWords(one))),
  );
  return h(
    "section",
    { class: "choices" },
    h("p", {}, h("strong", {}, `${seat.name}.`), h("span", { class: "quiet" }, ui("nerede"))),
    h("div", { class: `ranks ${kind}` }, options),
  );
}

function choice(view, key, value, content) {
  const on = view.now(key) === value;
  return h(
    "button",
    {
      class: `rank${on ? " chosen" : ""}`,
      type: "button",
      "data-do": "choose",
      "data-key": key,
      "data-value": value,
      "aria-pressed": on,
    },
    content,
  );
}

export function preview(view, shown = view.state.local.preview) {
  if (!shown)
    return h(
      "section",
      { class: "preview", "aria-live": "polite" },
      h("h2", {}, ui("ne_degisecek")),
    );
  const lines = shown.changes ?? [];
  const totals = lines.filter(
    (line, at) =>
      line.total_before !== line.total_after &&
      lines.findIndex((one) => one.seat === line.seat) === at,
  );
  return h(
    "section",
    { class: "preview", "aria-live": "polite" },
    h("h2", {}, ui("ne_degisecek")),
    !shown.ok && h("p", {}, shown.sentence),
    shown.ok && !lines.length && h("p", { class: "quiet" }, ui("degismiyor")),
    h(
      "ul",
      {},
      totals.map((line) => {
        const seat = view.score.seats[line.seat];
        return h(
          "li",
          { key: line.seat },
          pawn(seat.owner),
          h("span", { class: "name", dir: "auto" }, ui("toplam", { name: seat.name })),
          h("span", { class: "digits quiet" }, number(line.total_before)),
          icon("arrow"),
          h("span", { class: "digits" }, number(line.total_after)),
        );
      }),
    ),
  );
}

export const buttons = (view) =>
  h(
    "footer",
    { class: "confirm" },
    h("button", { class: "button", type: "button", "data-do": "forget" }, ui("vazgec")),
    h(
      "button",
      {
        class: "button main",
        type: "button",
        "data-do": "correct",
        "aria-disabled": !view.state.local.preview?.ok || view.state.busy !== null,
      },
      icon("check"),
      ui("duzelt"),
    ),
  );

export const voiding = (view) => [
  h(
    "footer",
    { class: "confirm single" },
    h(
      "button",
      {
        class: "button hold stack",
        type: "button",
        key: "void",
        "data-hold": "void",
        "data-number": view.hand.number,
      },
      h("span", {}, ui("sayma")),
      h("small", {}, ui("basili_tut")),
    ),
  ),
  view.state.local.dropping && preview(view, view.state.local.dropping),
];
