/** Who changed what of a hand, as the log has it. */

import { playsIn } from "./more.js";
import { cardWords, has, say, ui } from "./say.js";
import { columns } from "./sides.js";
import { change } from "./state.js";
import { h } from "./vdom.js";

const SEATS = new Set(["alan", "degisim", "bittim", "dagitan", "cikan"]);
let asked = null;

/** After every drawing of a hand's page: ask again whenever the log has grown. */
export async function readLog({ page, number, score }) {
  const about = page === "correct" && score ? `${number} ${score.seq}` : null;
  if (about === asked) return;
  asked = about;
  if (!about) return;
  const answer = await fetch(`/eller/${number}/defter`, { cache: "no-store" }).catch(() => null);
  if (answer?.ok && about === asked) change({ edits: (await answer.json()).edits });
}

export function changesOf({ score, edits }) {
  if (!edits?.length) return null;
  return h(
    "section",
    { class: "log", "aria-label": ui("kim_degistirdi") },
    h("h2", {}, ui("kim_degistirdi")),
    h(
      "ol",
      {},
      edits.map((edit) => line(edit, score)),
    ),
  );
}

const clock = (utc) =>
  new Date(utc).toLocaleTimeString(document.documentElement.lang, {
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  });

const line = ({ at_utc, source, by, kind, changes }, score) =>
  h(
    "li",
    {},
    h("time", { class: "digits", datetime: at_utc }, clock(at_utc)),
    h(
      "span",
      {},
      h("b", { dir: "auto" }, by || say("source", source)),
      `: ${say("edit", kind)}`,
      changes.map(([key, before, after]) =>
        h(
          "span",
          { class: "changed" },
          `${factWord(key, score)}: `,
          before && `${valueWord(key, before, score)} → `,
          h("b", {}, valueWord(key, after, score)),
        ),
      ),
    ),
  );

const nameAt = (score, seat) => score.seats[seat]?.name ?? "?";

function factWord(key, score) {
  const [kind, of] = key.split(":");
  if (!has("fact", kind)) return say("place", kind);
  if (kind === "love") return ui("love_no", { n: Number(of) });
  return of === undefined ? say("fact", kind) : `${nameAt(score, of)}, ${say("fact", kind)}`;
}

/** Points by side, who won the last trick, and perhaps "capote". */
const counted = (words, score) =>
  words.map((word, at) => (at === columns(score).length ? nameAt(score, word) : word)).join(", ");

function valueWord(key, value, score) {
  const [kind] = key.split(":");
  if (!value) return "–";
  if (SEATS.has(kind)) return nameAt(score, value);
  if (kind === "ceza")
    return value
      .split(" ")
      .map((one) => say("fault", one))
      .join(", ");
  if (kind === "ilan") return say("reply", "KOMBO", { combos: value });
  if (kind === "love")
    return playsIn(value)
      .map(([seat, card]) => `${nameAt(score, seat)} ${cardWords(card)}`)
      .join(", ");
  if (kind === "sayilan") return counted(value.split(" "), score);
  if (kind === "koz" || kind === "trump") return say("suit", value);
  if (kind === "pick") {
    const [place, side] = value.split(" ");
    return say("reply", "YER", { place, side });
  }
  if (has("place", kind) || kind === "centre") return say("rank", value);
  return cardWords(value.replace(/^=/, ""));
}
