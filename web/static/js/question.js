/** Soru: the picture, the likeliest answers as big buttons, the rest behind "something else". */

import { card, icon, pawn } from "./draw.js";
import { has, say, ui } from "./say.js";
import { sheets } from "./sheets.js";
import { h } from "./vdom.js";

export function question(state) {
  const { score } = state;
  const asked = score.questions[0];
  const { code, args } = asked.ask;
  const likely = asked.answers.filter((answer) => answer.likely);
  const rest = asked.answers.filter((answer) => !answer.likely);
  const again = score.by_hand && code === "GERI_ALINDI";
  const shown = state.panel.all || !likely.length ? asked.answers : likely;
  return h(
    "div",
    { class: `ask${shown.length > 4 ? " crowd" : ""}`, key: asked.id },
    h(
      "header",
      { class: "head" },
      h(
        "button",
        {
          class: "plainbutton",
          type: "button",
          "data-do": "later",
          "aria-label": ui("daha_sonra"),
        },
        icon("back"),
      ),
      h("span", { class: "quiet" }, where(score, args)),
      h("span", { class: "quiet" }, ui("soru_sayi", { n: score.questions.length })),
    ),
    h("h2", { tabindex: -1, autofocus: true }, say("ask", code, args)),
    asked.picture &&
      h("img", {
        class: "photo",
        key: asked.picture,
        src: `/resim/${encodeURIComponent(asked.picture)}`,
        alt: ui("soru_resim"),
        "data-hide": true,
      }),
    h(
      "p",
      { class: "quiet" },
      again ? `${ui("yeniden_yazin")} ` : has("askmore", code) && `${say("askmore", code, args)} `,
      ui("cevap_gelene_kadar"),
    ),
    h(
      "div",
      {
        class: `answers n${Math.min(shown.length, 8)}${shown.some((answer) => pictured(answer, score, args)) ? "" : " wordsonly"}`,
      },
      shown.map((answer) => answerButton(answer, asked, score, args)),
    ),
    h(
      "footer",
      { class: "otherwise" },
      rest.length > 0 &&
        likely.length > 0 &&
        h(
          "button",
          {
            class: "button",
            type: "button",
            "data-do": "rest",
            "aria-pressed": Boolean(state.panel.all),
          },
          state.panel.all ? ui("geri") : ui("baska"),
        ),
      score.by_hand &&
        !score.next_ready &&
        !score.winners.length &&
        h(
          "button",
          { class: "button", type: "button", "data-do": "entry" },
          icon("pen"),
          ui(again ? "yeniden_yaz" : sheets[score.game].title),
        ),
      h("button", { class: "button", type: "button", "data-do": "later" }, ui("daha_sonra")),
    ),
  );
}

function where(score, args) {
  const hand = ui("el_no", { n: args.number ?? score.hand });
  return args.place ? `${hand}, ${say("place", args.place)}` : hand;
}

function answerButton(answer, asked, score, args) {
  const { code, args: values } = answer.label;
  return h(
    "button",
    {
      class: "answer",
      type: "button",
      key: answer.id,
      "data-do": "answer",
      "data-question": asked.id,
      "data-answer": answer.id,
    },
    pictured(answer, score, args),
    h("span", { class: "what" }, say("reply", code, values)),
  );
}

/** The drawing that says the answer faster than its words: a card, or the pawn as it lay. */
function pictured({ label: { code, args: values } }, score, args) {
  const seat = score.seats[args.seat];
  if (values.rank) return card({ rank: values.rank });
  if (!seat) return null;
  if (code === "YER") return pawn(seat.owner, values.side);
  if (code === "DUZ_SAY") return pawn(seat.owner, "D");
  if (code === "TERS_SAY") return pawn(seat.owner, "T");
  return null;
}
