/** What a board sounds like: short notes made here, the browser's own voice, a phone's buzz. */

import { told as toldNow } from "./board.js";
import { say, ui } from "./say.js";
import { ownSeat } from "./people.js";
import { state } from "./state.js";

/** Each note: pitch in hertz, when it begins and how long it lasts in seconds. */
const NOTES = {
  turn: [[660, 0, 0.07]],
  scored: [
    [523, 0, 0.1],
    [784, 0.11, 0.2],
  ],
  ask: [
    [587, 0, 0.12],
    [880, 0.14, 0.16],
  ],
  warn: [
    [330, 0, 0.14],
    [262, 0.16, 0.22],
  ],
  back: [
    [494, 0, 0.09],
    [370, 0.1, 0.14],
  ],
  won: [
    [523, 0, 0.14],
    [659, 0.15, 0.14],
    [784, 0.3, 0.14],
    [1047, 0.45, 0.4],
  ],
};
const BUZZ = { turn: 40, scored: 30, ask: [60, 60, 60], warn: [120, 60, 120], back: 30, won: 200 };
const QUIET = 0.18;
const VOICES = { tr: "tr-TR", en: "en-GB" };
let context = null;

/** Browsers make no sound before a tap: the tap that turned it on, or the next one. */
function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}
addEventListener("pointerdown", () => state.sound && wake());

export function turned(level) {
  globalThis.speechSynthesis?.cancel();
  if (!level) return;
  wake();
  play("turn");
  if (level === "anons") call(ui("ses_acik"));
}

/** Tell what became of the match; of several things the weightiest. */
export function told(before, now) {
  const { score } = now;
  const kind = happened(before, score);
  if (!kind) return;
  play(kind);
  if (navigator.vibrate && (kind !== "turn" || ownSeat(now)?.turn)) navigator.vibrate(BUZZ[kind]);
  if (state.sound === "anons") call(words(kind, now));
}

function happened(before, score) {
  const newer = (list, old, id) => list.some((one) => !old.some((was) => id(was) === id(one)));
  if (score.winners.length && !before.winners.length) return "won";
  if (newer(score.questions, before.questions, (one) => one.id)) return "ask";
  if (score.hands.length > before.hands.length) return "scored";
  if (score.hands.length < before.hands.length) return "back";
  if (newer(score.notices, before.notices, (one) => JSON.stringify(one))) return "warn";
  const asks = ({ sentence: { code, args } }) => `${code} ${args.seat}`;
  const { seat } = score.sentence.args;
  return seat !== undefined && asks(score) !== asks(before) ? "turn" : null;
}

function words(kind, now) {
  const { score } = now;
  const { head } = toldNow(now);
  if (kind === "warn") {
    const { code, args } = score.notices[0];
    return say("warn", code, args);
  }
  if (kind !== "scored" && kind !== "won") return head;
  return [head, ...score.seats.map(({ name, total }) => `${name}: ${total}`)].join(". ");
}

function play(kind) {
  if (context?.state !== "running") return;
  for (const [pitch, at, lasts] of NOTES[kind]) {
    const note = context.createOscillator();
    const loud = context.createGain();
    const begin = context.currentTime + at;
    note.frequency.value = pitch;
    loud.gain.setValueAtTime(QUIET, begin);
    loud.gain.exponentialRampToValueAtTime(0.001, begin + lasts);
    note.connect(loud).connect(context.destination);
    note.start(begin);
    note.stop(begin + lasts);
  }
}

/** The newest word counts: what was being said is left. */
function call(text) {
  const voice = globalThis.speechSynthesis;
  if (!voice) return;
  const { lang } = document.documentElement;
  const spoken = new SpeechSynthesisUtterance(text);
  spoken.lang = VOICES[lang];
  spoken.voice = voice.getVoices().find((one) => one.lang.startsWith(lang)) ?? null;
  voice.cancel();
  voice.speak(spoken);
}
