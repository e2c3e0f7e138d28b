/** Tahta: what the whole room looks at. A pure function of the state. */

import { actions } from "./actions.js";
import { cloth } from "./cloth.js";
import { chip, icon, pawn } from "./draw.js";
import { muteButton } from "./mute.js";
import { paper } from "./paper.js";
import { mayPlace } from "./people.js";
import { has, number, say, signed, ui } from "./say.js";
import { columns, named, roundOf } from "./sides.js";
import { h } from "./vdom.js";

const MOST_NOTCHES = 26;
const LONG_NAME = 8;
const LARGE = 100;
const QUIET = new Set(["ONDE", "EK_EL", "OYUNDAN_CIKTI", "YENI_EL_BEKLIYOR"]);
const WRITTEN = new Set(["EL_YAZILDI", "EL_SAYILMADI"]);
const DONE = new Set(["EL_YAZILDI", "KAZANAN", "KAZANANLAR", "YERLER_KILITLI"]);

export function board(state) {
  const { score } = state;
  const sides = columns(score);
  const size = sides.length;
  const large = score.target >= LARGE || score.seats.some((seat) => seat.total >= LARGE);
  const shape = size <= 2 ? " pair" : size === 3 ? " many trio" : size > 4 ? " many" : "";
  const kind = `${shape}${large ? " large" : ""}`;
  return [
    h(
      "div",
      { class: `board${kind}`, key: "board" },
      bar(state),
      h(
        "ol",
        { class: "tiles", "aria-label": ui("oyuncular") },
        sides.map((seats) => tile(seats, score)),
      ),
      sentence(state),
      score.by_hand
        ? paper(state)
        : cloth(score, { editable: mayPlace(state) && !score.winners.length }),
      actions(state),
    ),
  ];
}

export function bar(state) {
  const { score, camera } = state;
  const warn = camera.state !== "seeing" && camera.state !== "covered";
  const target =
    score.target === 13 || score.target === null ? "" : `, ${ui("hedef", { n: score.target })}`;
  return h(
    "header",
    { class: "bar" },
    h("h1", { class: "handno" }, handName(score)),
    h("span", { class: "game" }, say("game", score.game) + target),
    score.by_hand
      ? h("span", { class: "camera" }, icon("pen"), h("b", {}, ui("elle_yazilir")))
      : h(
          "span",
          { class: `camera${warn ? " warn" : ""}` },
          icon(warn ? "eye-off" : "eye"),
          h("b", {}, say("camera", camera.state)),
        ),
    muteButton(),
    h(
      "button",
      {
        class: "plainbutton",
        type: "button",
        "data-do": "menu",
        "aria-label": ui("menu"),
        "aria-haspopup": "dialog",
      },
      icon("menu"),
    ),
  );
}

function handName(score) {
  if (score.extra) return ui("ek_el");
  if (score.game === "uc-on-uc") return ui("tur_no", { n: roundOf(score) });
  return ui("el_no", { n: score.hand });
}

/** One player, or the partners of a side, who have one total. */
function tile(seats, score) {
  const [seat] = seats;
  const over = score.winners.length > 0;
  const won = score.winners.includes(seat.seat);
  const lit = won || (!over && seats.some((one) => one.turn && one.active));
  const forced = seat.must_flip && seat.active && !over;
  const name = named(seats);
  const few = columns(score).length;
  return h(
    "li",
    {
      class: `tile${lit ? " ters" : ""}${seat.active ? "" : " out"}${forced ? " forced" : ""}`,
      key: seat.seat,
    },
    h("span", { class: "hear" }, spoken(seats, score, won)),
    h(
      "div",
      { class: "who", "aria-hidden": "true" },
      seats.map((one) => pawn(one.owner)),
      h("span", { class: `name${name.length > LONG_NAME ? " long" : ""}`, dir: "auto" }, name),
      forced && few <= 4 && few !== 3 && flip(),
    ),
    h(
      "div",
      { class: `total digits${width(seat.total)}`, "aria-hidden": "true" },
      h("span", { "data-count": seat.seat, key: "n" }, number(seat.total)),
    ),
    h(
      "div",
      { class: "aside", "aria-hidden": "true" },
      h("span", { class: "last digits" }, seat.last === null ? "" : signed(seat.last)),
      seat.leader && !won && h("span", { class: "lead" }, ui("onde")),
      (won || score.target !== null || seat.cards !== null) &&
        h("span", { class: "togo" }, toGo(seat, score, won)),
      forced && (few > 4 || few === 3) && flip(),
    ),
    !score.by_hand && notches(seat.total, score.target),
  );
}

function toGo(seat, score, won) {
  if (won) return ui("kazandi");
  if (score.target !== null) return ui("kaldi", { n: seat.to_go });
  return ui("kart_kaldi", { n: seat.cards });
}

const flip = () => h("span", { class: "flip" }, chip(), say("sidename", "T"));

function width(total) {
  const letters = String(total).length;
  const minus = total < 0 ? " minus" : "";
  return (letters <= 2 ? "" : letters === 3 ? " three" : " four") + minus;
}

function notches(total, target) {
  if (!target) return h("div", { class: "notches" });
  const each = Math.ceil(target / MOST_NOTCHES);
  const count = Math.ceil(target / each);
  const filled = Math.floor(total / each);
  return h(
    "div",
    { class: "notches", "aria-hidden": "true" },
    Array.from({ length: count }, (_, at) => h("i", { class: at < filled ? "on" : "" })),
  );
}

function spoken(seats, score, won) {
  const [seat] = seats;
  const parts = [named(seats), ui("puan", { n: seat.total })];
  if (seat.last !== null) parts.push(ui("son_el", { n: signed(seat.last) }));
  if (won || score.target !== null || seat.cards !== null) parts.push(toGo(seat, score, won));
  if (seat.leader && !won) parts.push(ui("onde"));
  if (seats.some((one) => one.turn)) parts.push(ui("sirada"));
  if (seat.must_flip && seat.active) parts.push(ui("ters_zorunlu"));
  return parts.join(", ");
}

/** Headline, second line and mark of the state; the same words go to the screen reader. */
export function told(state) {
  const { score, camera } = state;
  const question = score.questions[0];
  if (question)
    return {
      mark: disc("?"),
      head: say("ask", question.ask.code, question.ask.args),
      under: ui("cevap_gelene_kadar"),
      question,
      loud: false,
    };
  const { code, args } = score.sentence;
  const notices = [...score.notices].sort((a, b) => QUIET.has(a.code) - QUIET.has(b.code));
  const first = notices[0];
  const advice =
    camera.advice && camera.state !== "none" && !score.by_hand && !score.winners.length
      ? say("camera", camera.advice)
      : null;
  const loud = (first && !QUIET.has(first.code)) || (!first && advice);
  const under = first ? say("warn", first.code, first.args) : (advice ?? hint(state));
  return {
    mark: mark(score, code, args),
    head: say("say", code, args),
    under,
    more: notices.length - 1,
    loud: Boolean(loud),
  };
}

/** What to do next: by hand where there is no camera and this phone may. */
function hint({ score, camera, control }) {
  const { code, args } = score.sentence;
  const byHand = score.by_hand ? "written" : camera.state === "none" ? "byhand" : null;
  const section = [control ? byHand : null, "under"].find((one) => one && has(one, code));
  return section ? say(section, code, args) : "";
}

const disc = (content) => h("span", { class: "mark disc", "aria-hidden": "true" }, content);

function mark(score, code, args) {
  const seat = score.seats[args?.seat];
  if (seat)
    return pawn(seat.owner, seat.must_flip && !score.winners.length ? "T" : "D", {
      class: "pawn mark",
      key: `m${seat.seat}`,
    });
  return disc(icon(DONE.has(code) ? "check" : "eye"));
}

function sentence(state) {
  const { mark: sign, head, under, more, loud, question } = told(state);
  const last = state.score.hands.at(-1)?.number;
  const written = WRITTEN.has(state.score.sentence.code) && !question && !(more > 0);
  const open = question || written ? state.control : more > 0;
  const does = question ? "question" : written ? "hand" : "notices";
  return h(
    open ? "button" : "div",
    {
      class: `sentence${head.length > 24 ? " tight" : ""}${head.length > 48 ? " wordy" : ""}`,
      ...(open ? { type: "button", "data-do": does, "data-number": last } : {}),
    },
    sign,
    h(
      "span",
      { class: "lines" },
      h("strong", {}, head),
      h(
        "span",
        { class: `under${loud ? " loud" : ""}` },
        under,
        more > 0 && h("span", { class: "more" }, ui("daha", { n: more })),
      ),
    ),
  );
}
