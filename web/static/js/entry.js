/** The sheet a hand is written on: the quickest way first, then the referee's own buttons. */

import { icon } from "./draw.js";
import { head } from "./frame.js";
import { field, labelled, pad } from "./keys.js";
import { nextSeat, playsIn, withoutAt, withPlay } from "./more.js";
import { ownSeat, ownTaps } from "./people.js";
import { grouped, ownHand, shownHand, withCard, withoutLast } from "./picker.js";
import { ui } from "./say.js";
import { command } from "./send.js";
import { sheets } from "./sheets.js";
import { change, state } from "./state.js";
import { allTaps, isMore } from "./taps.js";
import { combosIn } from "./combos.js";
import { h } from "./vdom.js";

const LONGEST = 3;

/** The hand a draft belongs to: the present one, or the one that is being mended. */
const subject = (now) =>
  now.page === "correct" ? `mend ${now.number}` : `write ${now.match_id} ${now.score.hand}`;

/** What is filled in so far, over what is known already. */
export function draftOf(now) {
  const { score } = now;
  const sheet = sheets[score.game];
  const mine = now.draft?.of === subject(now) ? now.draft : { of: subject(now) };
  const hand = now.page === "correct" && score.hands.find((one) => one.number === now.number);
  const facts = (hand || score).facts;
  const known = Object.fromEntries(facts.map(({ key, value }) => [key, value ?? ""]));
  const begun = hand || takenBack(score) ? sheet.read(score, known) : sheet.begin(score, known);
  return {
    ...mine,
    known,
    base: hand ? known : null,
    numbers: { ...begun.numbers, ...mine.numbers },
    facts: { ...begun.facts, ...mine.facts },
  };
}

/** The question whether a hand whose score was taken back is written again. */
const takenBack = (score) => score.questions.find((one) => one.ask.code === "GERI_ALINDI");

/** The fields, the pad and the choices of a game's sheet. */
export function form(score, draft) {
  const sheet = sheets[score.game];
  const fields = sheet.fields(score, draft);
  const at = draft.at ?? fields.find(({ id }) => !draft.numbers[id])?.id ?? fields[0]?.id;
  const shown = (id) => sheet.shown?.(draft, id) ?? draft.numbers[id] ?? "";
  return [
    sheet.extras?.(score, draft),
    h(
      "div",
      { class: `fields${fields.length > 2 ? " short" : ""}` },
      fields.map((one) => field(one, shown(one.id), one.id === at)),
    ),
    fields.length > 0 && pad(),
    sheet.after?.(score, draft),
  ];
}

export function entry(now) {
  const { score } = now;
  const sheet = sheets[score.game];
  const draft = draftOf(now);
  const ready = sheet.facts(score, draft) !== null;
  const some = !ready && Object.keys(sheet.some?.(draft) ?? {}).length > 0;
  const taps = allTaps(score, score.taps, now.panel.open ?? {});
  return h(
    "div",
    { class: "body entry" },
    head(ui(sheet.title), undo(now)),
    form(score, draft),
    h(
      "div",
      { class: "writing" },
      h("p", { class: "quiet" }, ready ? "" : ui(some ? "eksikle_yaz" : sheet.missing)),
      h(
        "button",
        {
          class: "button main",
          type: "button",
          "data-do": "write",
          "aria-disabled": !(ready || some) || now.busy !== null,
        },
        icon("check"),
        ui(some ? "simdilik_yaz" : sheet.write),
      ),
    ),
    score.taps.length > 0 && [h("h2", { class: "onebyone" }, ui("tek_tek")), taps],
  );
}

/** The sheet of a player's phone: what its seat may say now, and its own hand where hands are shown. */
export function speaking(now) {
  const { score } = now;
  const seat = ownSeat(now);
  const may = ownTaps(now);
  if (!seat || (score.game !== "uc-on-uc" && !isMore(may))) return null;
  return h(
    "div",
    { class: "body entry" },
    head(ui("bu_telefon", { name: seat.name })),
    score.game === "uc-on-uc" && ownRound(now, seat),
    allTaps(score, may, now.panel.open ?? {}),
  );
}

/** Üç On Üç: what the own hand costs, as a number or by its cards. */
function ownRound(now, seat) {
  const draft = draftOf(now);
  const id = `el:${seat.seat}`;
  const cost = draft.numbers[id] ?? "";
  const shown = draft.facts[id] ?? "";
  const whole = shown ? shownHand(now.score, shown) !== null : cost !== "";
  return [
    h("div", { class: "fields" }, field({ id, seats: [seat], word: ui("elimdeki") }, cost, true)),
    pad(),
    ownHand(now.score, draft, seat),
    h(
      "button",
      {
        class: "button main",
        type: "button",
        "data-do": "writeown",
        "aria-disabled": !whole || now.busy !== null,
      },
      icon("check"),
      ui("elimi_yaz"),
    ),
  ];
}

async function writeOwn() {
  const { seat } = ownSeat(state);
  const draft = draftOf(state);
  const shown = draft.facts[`el:${seat}`];
  const action = shown
    ? { do: "Show", seat, ...shownHand(state.score, shown) }
    : { do: "Tell", seat, cost: Number(draft.numbers[`el:${seat}`]) };
  const done = await command("tap", { action });
  if (done.ok) change({ panel: null, draft: null });
}

const undo = (now) =>
  h(
    "button",
    {
      class: "button small",
      type: "button",
      "data-do": "undo",
      "aria-disabled": now.busy !== null,
    },
    icon("undo"),
    ui("geri_al"),
  );

/** What happens after a draft changed; the page that mends a hand asks what it would change. */
let changed = () => {};
export function onDraft(act) {
  changed = act;
}

function save(draft) {
  change({ draft });
  changed(draft);
}

function digit({ digit: pressed }) {
  const { score } = state;
  const sheet = sheets[score.game];
  const draft = draftOf(state);
  const ids = sheet.fields(score, draft).map(({ id }) => id);
  const own = !state.control && `el:${ownSeat(state)?.seat}`;
  const at = own || (draft.at ?? ids.find((id) => !draft.numbers[id]) ?? ids[0]);
  if (pressed === "onward") {
    const next = ids[(ids.indexOf(at) + 1) % ids.length];
    return change({ draft: { ...draft, at: next, fresh: true } });
  }
  const old = draft.fresh ? "" : (draft.numbers[at] ?? "");
  const value = pressed === "back" ? old.slice(0, -1) : `${old}${pressed}`.replace(/^0+(?=\d)/, "");
  if (value.length > LONGEST) return null;
  const numbers = { ...draft.numbers, [at]: value };
  const facts = { ...draft.facts };
  delete facts[at];
  const filled = sheet.typed?.(score, numbers, at) ?? numbers;
  return save({ ...draft, at, fresh: false, numbers: filled, facts });
}

function fact({ key, value }) {
  const draft = draftOf(state);
  const sheet = sheets[state.score.game];
  const now = draft.facts[key] ?? draft.known[key] ?? "";
  const put = now === value ? (key.startsWith("belote:") ? "0" : "") : value;
  const after = { ...draft, facts: { ...draft.facts, [key]: put } };
  save(sheet.chose?.(after, key, put) ?? after);
}

/** All cards of a hand at once, as a photo told them. */
export const putCards = (key, text) => changeText(key, () => text);

function changeText(key, act) {
  const draft = draftOf(state);
  const text = act(draft.facts[key] ?? draft.known[key] ?? "");
  const numbers = { ...draft.numbers };
  delete numbers[key];
  save({ ...draft, numbers, facts: { ...draft.facts, [key]: text } });
}

const unpriced = (text) => (text.startsWith("=") ? "" : text);
export const handKey = () => `el:${state.control ? state.draft.pick.seat : ownSeat(state).seat}`;

/** A hand whose score was taken back asks before it is written again; writing it is the answer. */
async function write() {
  const { score } = state;
  const sheet = sheets[score.game];
  const draft = draftOf(state);
  const changes = sheet.facts(score, draft) ?? sheet.some(draft);
  const asked = takenBack(score);
  const done = await command("set", { number: null, changes });
  if (!done.ok) return;
  change({ panel: null, draft: null });
  if (asked) await command("answer", { question: asked.id, answer: "PUANLA" });
}

const open = (update) =>
  change({ panel: { ...state.panel, open: { ...state.panel.open, ...update } } });

/** Digits and the erasing key of a real keyboard write on the sheet as its pad does. */
export function keyboard() {
  document.addEventListener("keydown", (event) => {
    const pressed = event.key === "Backspace" ? "back" : event.key === "-" ? "onward" : event.key;
    const key = document.querySelector(`.pad [data-digit="${CSS.escape(pressed)}"]`);
    if (!key || event.ctrlKey || event.metaKey || event.target.tagName === "INPUT") return;
    event.preventDefault();
    digit({ digit: pressed });
  });
}

export const doings = {
  entry: () => change({ panel: { kind: "entry" } }),
  field: ({ id }) => change({ draft: { ...draftOf(state), at: id, fresh: true } }),
  digit,
  fact,
  write,
  writeown: writeOwn,
  narrow: ({ key, value }) => open({ [key]: value }),
  tap: ({ action }) => command("tap", { action: JSON.parse(action) }),
  combo: ({ key, value }) => {
    const draft = draftOf(state);
    change({ draft: { ...draft, combo: { ...draft.combo, [key]: value } } });
  },
  addcombo: ({ seat, combo }) =>
    changeText(`ilan:${seat}`, (text) => [...combosIn(text), combo].join(", ")),
  dropcombo: ({ seat, combo }) =>
    changeText(`ilan:${seat}`, (text) =>
      combosIn(text)
        .filter((one) => one !== combo)
        .join(", "),
    ),
  more: ({ key, value }) => {
    const draft = draftOf(state);
    const put = draft[key] === value ? undefined : value;
    change({ draft: { ...draft, [key]: put, at: undefined } });
    requestAnimationFrame(() => document.querySelector("[data-id^=hatali]")?.scrollIntoView());
  },
  trick: ({ key, value }) => {
    const draft = draftOf(state);
    const trick = key === "number" ? { number: value } : { ...draft.trick, [key]: value };
    change({ draft: { ...draft, trick } });
  },
  addplay: ({ number, seat, card }) => {
    changeText(`love:${number}`, (text) => withPlay(text, seat, card));
    const { draft, score } = state;
    const plays = playsIn(draft.facts[`love:${number}`]);
    const whole = plays.length === score.seats.length;
    const trick = whole ? undefined : { number, seat: nextSeat(score, plays) };
    change({ draft: { ...draft, trick } });
  },
  dropplay: ({ number, at }) => changeText(`love:${number}`, (text) => withoutAt(text, at)),
  addfault: ({ seat, fault: one }) => changeText(`ceza:${seat}`, (text) => `${text} ${one}`.trim()),
  dropfault: ({ seat, at }) => changeText(`ceza:${seat}`, (text) => withoutAt(text, at)),
  addcard: ({ card }) => changeText("atik", (text) => `${text} ${card}`.trim()),
  dropcard: ({ at }) => changeText("atik", (text) => withoutAt(text, at)),
  pick: ({ key, value }) => {
    const draft = draftOf(state);
    change({ draft: { ...draft, pick: { ...draft.pick, [key]: value } } });
  },
  pickcard: ({ card }) => changeText(handKey(), (text) => withCard(unpriced(text), card)),
  unpick: () => changeText(handKey(), (text) => withoutLast(unpriced(text))),
  group: () => changeText(handKey(), (text) => grouped(unpriced(text))),
};
