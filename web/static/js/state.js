/** What this phone knows: the newest snapshot, its rights, and what its person has opened. */

const read = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
const body = document.body.dataset;

export const state = {
  ...read("snapshot"),
  addresses: read("addresses") ?? [],
  page: body.page,
  number: body.number ? Number(body.number) : null,
  control: "control" in body,
  photos: "photos" in body, // whether the referee reads photos
  me: body.phone, // what tells this phone from others
  token: document.querySelector('meta[name="hakem-token"]').content,
  connected: !("offline" in body), // a page the phone kept (static/sw.js)
  told: null, // a sentence that stays until it is read
  busy: null, // the command on its way
  panel: null, // what is open over the page: {kind, ...}
  draft: null, // the sheet that is being filled in: {of, numbers, facts, at, ...}
  edits: [], // who changed what of the hand that is open
  local: {}, // the page's own
};

let draw = () => {};
let asked = false;

/** The one place that asks for a new picture of the page; several changes make one. */
export function change(update = {}) {
  Object.assign(state, update);
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    draw();
  });
}

export function onDraw(fn) {
  draw = fn;
}
