/** What lies over the page: one dialog at most, and the sentence that stays until it is read. */

import { told as toldNow } from "./board.js";
import { cardFact, placeWords, RANKS } from "./cloth.js";
import { card, icon, OWNERS, pawn } from "./draw.js";
import { entry, speaking } from "./entry.js";
import { head } from "./frame.js";
import { chair, mayPlace, ownSeat, whose, whoseWords } from "./people.js";
import { question } from "./question.js";
import { say, ui } from "./say.js";
import { shoot } from "./shoot.js";
import { h } from "./vdom.js";

export function panel(state) {
  const open = dialog(state);
  return [open, !open && message(state)].filter(Boolean);
}

/** A dialog covers everything else, so what is told while one is open is told inside it. */
function message({ told }) {
  return (
    told &&
    h(
      "div",
      { class: "told", role: "alert", key: "told" },
      h("p", {}, told),
      h("button", { class: "button", type: "button", "data-do": "read" }, ui("tamam")),
    )
  );
}

function dialog(state) {
  const kind = state.panel?.kind;
  if (!kind) return null;
  const [label, body] = kinds[kind](state);
  if (!body) return null;
  const wide = kind === "question" ? " full" : "";
  return h(
    "dialog",
    {
      class: `panel${wide}`,
      key: `${kind}-${state.panel.place ?? ""}`,
      "aria-label": label,
      "data-panel": kind,
    },
    body,
    message(state),
  );
}

const link = (href, text, mark, here) =>
  h(
    "a",
    { class: `row${here ? " chosen" : ""}`, href, "aria-current": here ? "page" : null },
    icon(mark),
    h("span", {}, text),
  );

const kinds = {
  menu: (state) => [
    ui("menu"),
    h(
      "div",
      { class: "body" },
      head(ui("menu")),
      h("nav", { class: "rows" }, menu(state)),
      voiding(state),
    ),
  ],
  pin: (state) => [ui("pin_baslik"), pin(state)],
  whose: (state) => (state.score ? [ui("kimin"), whose(state)] : ["", null]),
  entry: (state) =>
    state.score?.by_hand && !state.score.next_ready && !state.score.winners.length
      ? [ui("eli_yaz"), state.control ? entry(state) : speaking(state)]
      : ["", null],
  notices: (state) => [
    ui("uyarilar"),
    h(
      "div",
      { class: "body" },
      head(ui("uyarilar")),
      h(
        "ul",
        { class: "noticelist" },
        state.score.notices.map((n) => h("li", {}, say("warn", n.code, n.args))),
      ),
    ),
  ],
  chair: (state) => (state.score && state.control ? [ui("kimin"), chair(state)] : ["", null]),
  place: (state) =>
    state.score && mayPlace(state) ? [placeWords(state.panel.place), place(state)] : ["", null],
  picture: (state) => [
    ui("resmi_gor"),
    h(
      "div",
      { class: "body" },
      head(ui("resmi_gor")),
      h("img", {
        class: "photo",
        src: `/resim/${encodeURIComponent(state.panel.name)}`,
        alt: ui("soru_resim"),
      }),
    ),
  ],
  pawns: (state) => [ui("piyon_sec"), pawnPick(state)],
  photo: (state) => [ui("foto"), state.panel.draw(state)],
  question: (state) =>
    state.score?.questions.length ? [toldNow(state).head, question(state)] : ["", null],
};

function menu(state) {
  return [
    state.score && link("/", ui("tahta"), "eye", state.page === "board"),
    state.score && link("/eller", ui("eller"), "pen", state.page === "hands"),
    link("/gecmis", ui("gecmis"), "chart", state.page === "archive"),
    link("/kurallar", ui("kurallar"), "book", state.page === "rulebook"),
    link("/kamera", ui("kamera"), "camera", state.page === "camera"),
    link("/katil", ui("katil"), "qr", state.page === "join"),
    link("/ayarlar", ui("ayarlar"), "sliders", state.page === "settings"),
    state.control && link("/saglik", ui("saglik"), "pulse", state.page === "health"),
    link("/basla", ui("yeni_mac"), "plus", state.page === "start"),
    state.score &&
      h(
        "button",
        { class: "row", type: "button", "data-do": "whose" },
        icon("phone"),
        h("span", {}, whoseWords(state)),
      ),
    !state.control &&
      h(
        "button",
        { class: "row", type: "button", "data-do": "pin" },
        icon("key"),
        h("span", {}, ui("pin_gir")),
      ),
  ];
}

/** The hand on the table, or the one just scored, shall not count. */
function voiding({ score, control }) {
  if (!control || !score || score.winners.length) return null;
  return h(
    "button",
    { class: "button hold stack", type: "button", "data-hold": "void" },
    h("span", {}, ui("sayma")),
    h("small", {}, ui("basili_tut")),
  );
}

function pin(state) {
  const wrong = state.panel.wrong;
  return h(
    "form",
    { class: "body", "data-form": "pin", autocomplete: "off" },
    head(ui("pin_baslik"), null, false),
    h("p", { class: "quiet" }, ui("pin_ne")),
    h("input", {
      class: "pin digits",
      name: "pin",
      inputmode: "numeric",
      pattern: "[0-9]*",
      maxlength: 12,
      autocomplete: "off",
      "aria-label": "PIN",
      autofocus: true,
    }),
    h("p", { class: "wrong", role: "alert" }, wrong ?? ""),
    h("button", { class: "button main", type: "submit" }, ui("tamam")),
    "button" in document.body.dataset &&
      h("a", { class: "button", href: "/dokun" }, ui("pin_yok")),
  );
}

/** Say by hand what lies at a place: its card, and whose pawn stands there on which side. */
function place(state) {
  const { score } = state;
  const name = state.panel.place;
  const spot = score.places.find((p) => p.name === name);
  return h(
    "div",
    { class: "body" },
    head(placeWords(name)),
    state.control && [h("h3", {}, ui("kartlar")), ranks(cardFact(name), spot)],
    name !== "M" && [
      h("h3", {}, ui("piyonlar"), h("small", { class: "quiet" }, ui("piyon_ne"))),
      h(
        "ul",
        { class: "seats" },
        score.seats
          .filter((seat) => seat.active && (state.control || seat === ownSeat(state)))
          .map((seat) => seatRow(seat, name)),
      ),
    ],
    state.control &&
      score.phase === "YERLESTIRME" &&
      name !== "M" &&
      h(
        "button",
        { class: "button stack", type: "button", "data-do": "lock" },
        h("span", {}, ui("kilitle")),
        h("small", {}, ui("kilitle_ne")),
      ),
    state.control && state.photos && shoot("table", ui("fotograftan_oku")),
  );
}

const ranks = (key, spot) =>
  h(
    "div",
    { class: "ranks" },
    RANKS.map((rank) =>
      h(
        "button",
        {
          class: `rank${spot?.rank === rank ? " chosen" : ""}`,
          type: "button",
          "data-do": "put",
          "data-key": key,
          "data-value": rank,
          "aria-pressed": spot?.rank === rank,
        },
        card({ rank }),
        h("span", {}, say("rank", rank)),
      ),
    ),
  );

function seatRow(seat, name) {
  const here = seat.pick === name;
  return h(
    "li",
    { key: seat.seat },
    pawn(seat.owner, here ? seat.side : "D"),
    h("span", { class: "name", dir: "auto" }, seat.name),
    ["D", "T"].map((side) => {
      const on = here && seat.side === side;
      return h(
        "button",
        {
          class: `button small${on ? " chosen" : ""}`,
          type: "button",
          "data-do": "put",
          "data-key": `pick:${seat.seat}`,
          "data-value": `${name} ${side}`,
          "aria-pressed": on,
        },
        say("sidename", side),
      );
    }),
  );
}

/** Taking a pawn somebody has means changing with them. */
function pawnPick(state) {
  const mine = state.local.players.find((one) => one.id === state.panel.id)?.owner;
  const owners = OWNERS.map((owner) => {
    const whose = state.local.players.find(
      (one) => one.owner === owner && one.id !== state.panel.id,
    );
    return h(
      "button",
      {
        class: `button${owner === mine ? " chosen" : ""}`,
        type: "button",
        "data-do": "owner",
        "data-owner": owner,
        "aria-pressed": owner === mine,
      },
      pawn(owner),
      h(
        "span",
        { class: "name", dir: "auto" },
        say("owner", owner),
        whose?.name && h("small", {}, whose.name),
      ),
    );
  });
  return h(
    "div",
    { class: "body" },
    head(ui("piyon_sec")),
    h("div", { class: "pawnpick" }, owners),
  );
}
