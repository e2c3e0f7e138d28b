/** A photo on its way to the referee and back: made smaller here, read there, looked over here. */

import { draftOf, handKey, putCards } from "./entry.js";
import { draw, order } from "./seen.js";
import { ui } from "./say.js";
import { post } from "./send.js";
import { change, state } from "./state.js";

const LONGEST_PX = 2000;
const QUALITY = 0.88;
const FRESH_MS = 1300; // a picture that was asked for is there

/** What a person chose or took. */
export async function taken(purpose, file) {
  if (purpose === "hand") return hand(file);
  return shown(purpose, () => opened(file));
}

/** The camera's own picture of the table. */
export const looked = (purpose) =>
  shown(purpose, async () => {
    await still();
    await new Promise((done) => setTimeout(done, FRESH_MS));
    const picture = await still();
    return picture && opened(picture);
  });

async function still() {
  const answer = await fetch(`/resim/live?${Date.now()}`).catch(() => null);
  return answer?.ok ? answer.blob() : null;
}

/** One panel from the first moment on: closed meanwhile, nothing comes of it. */
async function shown(purpose, take) {
  let panel = { kind: "photo", purpose, draw, busy: true };
  change({ panel });
  const more = (update) => {
    if (state.panel !== panel) return false;
    URL.revokeObjectURL(panel.picture && update.picture ? panel.picture : "");
    panel = { ...panel, ...update };
    change({ panel });
    return true;
  };
  const canvas = await take();
  if (!canvas) return more({ busy: false, wrong: ui("foto_acilmadi") });
  const jpeg = await packed(canvas);
  if (!more({ picture: URL.createObjectURL(jpeg) })) return null;
  const answer = await post("/foto", jpeg);
  if (!answer.ok) return more({ busy: false, wrong: answer.sentence });
  return more({ busy: false, seen: answer, canvas, order: order(purpose, answer) });
}

/** The picture as another edge of the table sees it, a quarter to the right. */
export async function turned() {
  const { panel } = state;
  const { canvas, seen } = panel;
  const next = document.createElement("canvas");
  [next.width, next.height] = [canvas.height, canvas.width];
  const paint = next.getContext("2d");
  paint.translate(next.width, 0);
  paint.rotate(Math.PI / 2);
  paint.drawImage(canvas, 0, 0);
  const picture = URL.createObjectURL(await packed(next));
  if (state.panel !== panel) return;
  URL.revokeObjectURL(panel.picture);
  change({ panel: { ...panel, canvas: next, picture, seen: quarter(seen) } });
}

const NEXT = { KB: "KD", KD: "GD", GD: "GB", GB: "KB" };
const quarter = (seen) => {
  const turn = (one) => ({
    ...one,
    at: [1 - one.at[1], one.at[0]],
    place: NEXT[one.place] ?? one.place,
  });
  return { ...seen, cards: seen.cards.map(turn), pawns: seen.pawns.map(turn) };
};

/** The cards of one hand, put on the sheet that is open. */
async function hand(file) {
  const key = handKey();
  const { of } = draftOf(state);
  const tell = (shot) =>
    draftOf(state).of === of && change({ draft: { ...draftOf(state), shot: { key, ...shot } } });
  tell({ busy: true });
  const canvas = await opened(file);
  if (!canvas) return tell({ wrong: ui("foto_acilmadi") });
  const answer = await post("/foto?yelpaze", await packed(canvas));
  if (!answer.ok) return tell({ wrong: answer.sentence });
  const cards = answer.cards.filter((one) => !one.back);
  const known = cards.filter((one) => one.card);
  if (!cards.length) return tell({ wrong: ui("kart_gorunmuyor") });
  if (draftOf(state).of !== of) return null;
  if (known.length) putCards(key, known.map((one) => one.card).join(" "));
  return tell({ read: known.length, unread: cards.length - known.length });
}

/** A file as a picture of a size that travels, upright; null where the browser cannot open it. */
async function opened(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
  } catch {
    return null;
  } finally {
    URL.revokeObjectURL(image.src);
  }
  const scale = Math.min(1, LONGEST_PX / Math.max(image.naturalWidth, image.naturalHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const packed = (canvas) =>
  new Promise((done) => {
    canvas.toBlob(done, "image/jpeg", QUALITY);
  });
