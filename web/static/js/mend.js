/** Düzelt, for games that are written by hand: the sheet of a past hand, and what would change. */

import { buttons, preview, voiding } from "./correct.js";
import { draftOf, form } from "./entry.js";
import { top } from "./frame.js";
import { say, ui } from "./say.js";
import { mended, sheets } from "./sheets.js";
import { changesOf } from "./who.js";
import { h } from "./vdom.js";

export function mend(state, hand) {
  const { score } = state;
  const draft = draftOf(state);
  const begun = Boolean(state.draft?.numbers || state.draft?.facts);
  const changes = mended(score, draft);
  const view = { state, score, hand, changes: state.local.changes ?? {} };
  const pending = changes && Object.keys(view.changes).length > 0;
  return [
    h(
      "div",
      { class: "page correct" },
      top(ui("el_listesi"), "/eller", ui("el_listesi")),
      h("div", { class: "title" }, h("h1", {}, ui("eli_duzelt", { n: hand.number }))),
      h("p", { class: "quiet" }, ui(state.control ? "duzelt_sayi" : "duzelt_izle")),
      state.control && h("div", { class: "entry" }, form(score, draft)),
      hand.faults.length > 0 &&
        h(
          "ul",
          { class: "faults quiet" },
          hand.faults.map((fault) => h("li", {}, say("warn", fault.code, fault.args))),
        ),
      begun && !changes && h("p", { class: "wrong" }, ui(sheets[score.game].missing)),
      state.control && !pending && !hand.void && voiding(view),
      !pending && changesOf(state),
      pending && h("div", { class: "foreseen" }, preview(view), buttons(view)),
    ),
  ];
}
