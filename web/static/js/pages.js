/** Which page is drawn by what, and what a tap does. */

import { board } from "./board.js";
import { doings as writing, onDraft } from "./entry.js";
import { doings as people, mayPlace } from "./people.js";
import { mute, sound } from "./mute.js";
import { command, post } from "./send.js";
import { mended } from "./sheets.js";
import { change, state } from "./state.js";

const YEAR_S = 31536000;
const open = (kind, more = {}) => change({ panel: { kind, ...more } });

/** A page that is not the board has scripts of its own (web/scripts.py has them fetched at once). */
const scripts = {
  hands: () => import("./history.js"),
  correct: () => import("./correct.js"),
  start: () => import("./start.js"),
  join: () => import("./others.js"),
  settings: () => import("./others.js"),
  camera: () => import("./others.js"),
};
const own = { board, ...(await scripts[state.page]?.()) };
const scored = new Set(["board", "hands", "correct"]);

/** What the page shows; undefined where the server has drawn it. */
export const view = (now) => (scored.has(now.page) && !now.score ? [] : own[now.page]?.(now));

const nothing = () => {};
/** What the page does at first, and after every drawing. */
export const { setUp = nothing, after = nothing } = own;

const remember = (name, value) => {
  document.cookie = `${name}=${value}; path=/; max-age=${YEAR_S}; samesite=lax`;
};

async function answer({ question, answer: chosen }) {
  const done = await command("answer", { question, answer: chosen });
  const still = state.score.questions[0]?.id === question;
  if (done.ok && still && state.panel?.kind === "question") change({ panel: null });
}

async function choose({ key, value }) {
  const hand = state.score.hands.find((one) => one.number === state.number);
  const changes = { ...(state.local.changes ?? {}), [key]: value };
  if (hand.facts.find((fact) => fact.key === key)?.value === value) delete changes[key];
  await foresee(changes);
}

/** Ask what the changes would do to the match as it stands now; the answer is what gets confirmed. */
async function foresee(changes) {
  const local = { ...state.local, changes, preview: null, seen: state.score.seq };
  change({ local });
  if (!Object.keys(changes).length) return;
  const preview = await post("/onizleme", { do: "set", number: state.number, changes });
  if (state.local === local) change({ local: { ...local, preview } });
}

async function confirm() {
  const { changes, seen } = state.local;
  const done = await command("set", { number: state.number, changes, seen });
  if (done.ok) location.assign("/eller");
  else if (done.code === "STALE") await foresee(changes);
}

/** What it would do to the match if a hand did not count; shown from the first touch on. */
export async function foreseeVoid({ number }) {
  if (!number) return;
  const dropping = await post("/onizleme", { do: "void", number: Number(number) });
  change({ local: { ...state.local, dropping } });
}

export async function voidHand({ number }) {
  const done = await command("void", { number: number ? Number(number) : null });
  if (done.ok && number) location.assign("/eller");
  else if (done.ok) change({ panel: null });
}

export async function enterPin(pin) {
  const done = await post("/pin", { pin });
  if (done.ok) location.reload();
  else change({ panel: { kind: "pin", wrong: done.sentence } });
}

/** The code of another host carries the PIN behind the #, where only this page reads it. */
export async function enterByCode() {
  const pin = /^#pin=(\w+)$/.exec(location.hash)?.[1];
  if (!pin) return;
  history.replaceState(null, "", location.pathname);
  if (!state.control) await enterPin(pin);
}

async function giveUp() {
  await post("/pin/birak");
  location.reload();
}

function theme({ value }) {
  remember("tema", value);
  if (value) document.documentElement.dataset.theme = value;
  else delete document.documentElement.dataset.theme;
  change();
}

function language({ value }) {
  remember("dil", value);
  location.reload();
}

async function put({ key, value }) {
  const done = await command("set", { number: null, changes: { [key]: value } });
  if (done.ok && !mayPlace(state)) change({ panel: null });
}

export const doings = {
  next: () => command("next"),
  undo: () => command("undo"),
  lock: async () =>
    (await command("lock")).ok && state.panel?.kind === "place" && change({ panel: null }),
  put,
  place: ({ place }) => open("place", { place }),
  question: () => open("question"),
  rest: () => change({ panel: { ...state.panel, all: !state.panel.all } }),
  later: () => change({ panel: null }),
  answer,
  notices: () => open("notices"),
  menu: () => open("menu"),
  hand: ({ number }) => location.assign(`/eller/${number}`),
  pin: () => open("pin"),
  see: ({ name }) => open("picture", { name }),
  close: () => change({ panel: null }),
  read: () => change({ told: null }),
  facet: ({ facet }) =>
    change({ local: { ...state.local, facet: state.local.facet === facet ? null : facet } }),
  choose,
  forget: () => change({ local: {}, draft: null }),
  correct: confirm,
  looktable: async () => (await import("./photo.js")).looked("seats"),
  turnphoto: async () => (await import("./photo.js")).turned(),
  otherway: async () => (await import("./seen.js")).otherWay(),
  seatthem: async () => (await import("./seen.js")).seatThem(),
  writephoto: async () => (await import("./seen.js")).writePhoto(),
  hostcode: () => change({ local: { ...state.local, hosts: true } }),
  theme,
  language,
  mute,
  sound,
  giveup: giveUp,
  ...people,
  ...writing,
  ...own.doings,
};

onDraft((draft) => draft.base && foresee(mended(state.score, draft) ?? {}));
