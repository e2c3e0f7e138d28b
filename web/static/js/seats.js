/** What the start page remembers and does: players, their order, options. */

import { OWNERS } from "./draw.js";
import { command } from "./send.js";
import { ui } from "./say.js";
import { change, state } from "./state.js";

const STORE = "hakem.oyuncular";
let fresh = 0;

const person = (name, owner) => ({ id: `p${(fresh += 1)}`, name, owner });

function stored() {
  try {
    const list = JSON.parse(localStorage.getItem(STORE) ?? "null");
    return Array.isArray(list) &&
      list.every((one) => typeof one.name === "string" && OWNERS.includes(one.owner))
      ? list
      : null;
  } catch {
    return null;
  }
}

export function setUp() {
  state.games = JSON.parse(document.getElementById("games").textContent);
  const before = state.score?.seats.map(({ name, owner }) => ({ name, owner })) ?? stored();
  const game = state.games.find((one) => one.name === state.score?.game) ?? state.games[0];
  state.local = {
    game: game.name,
    before,
    players: OWNERS.slice(0, Math.min(4, game.most)).map((owner) => person("", owner)),
    options: { ...game.options },
  };
  document.addEventListener("input", typed);
  document.addEventListener("pointerdown", grab);
  document.addEventListener("keydown", arrows);
}

const local = (update) => change({ local: { ...state.local, wrong: null, ...update } });
const players = () => state.local.players;
const edit = (id, update) =>
  local({ players: players().map((one) => (one.id === id ? { ...one, ...update } : one)) });

function typed(event) {
  const id = event.target.dataset?.name;
  if (id) edit(id, { name: event.target.value });
}

function move(id, to) {
  const list = [...players()];
  const from = list.findIndex((one) => one.id === id);
  if (to < 0 || to >= list.length || from === to) return;
  list.splice(to, 0, ...list.splice(from, 1));
  local({ players: list });
}

function arrows(event) {
  const id = event.target.dataset?.grip;
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (!id || !by) return;
  event.preventDefault();
  move(id, players().findIndex((one) => one.id === id) + by);
  requestAnimationFrame(() => document.querySelector(`[data-grip="${id}"]`)?.focus());
}

function grab(event) {
  const id = event.target.closest?.("[data-grip]")?.dataset.grip;
  if (!id) return;
  event.preventDefault();
  local({ dragged: id });
  const follow = (at) => {
    const rows = [...document.querySelectorAll(".people li")].filter((row) =>
      row.querySelector("[data-grip]"),
    );
    const over = rows.findIndex((row) => at.clientY < row.getBoundingClientRect().bottom);
    move(id, over < 0 ? rows.length - 1 : over);
  };
  const release = () => {
    local({ dragged: null });
    document.removeEventListener("pointermove", follow);
    document.removeEventListener("pointerup", release);
    document.removeEventListener("pointercancel", release);
  };
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", release);
  document.addEventListener("pointercancel", release);
}

function wrong() {
  const names = players().map((one) => one.name.trim().toLocaleLowerCase("tr"));
  if (names.some((name) => !name)) return ui("ad_eksik");
  return new Set(names).size < names.length ? ui("ad_ayni") : null;
}

async function begin() {
  const problem = wrong();
  if (problem) return local({ wrong: problem });
  const list = players().map(({ name, owner }) => ({ name: name.trim(), owner }));
  const { game, options } = state.local;
  const answer = await command("start", { game, players: list, options });
  if (!answer.ok) return null;
  localStorage.setItem(STORE, JSON.stringify(list));
  return location.assign("/");
}

/** Whether the turn goes round against the clock, and the seats are numbered so. */
export const againstClock = ({ game, options }) => game === "belote" || options.yon === "ters";

const playing = () => state.games.find((one) => one.name === state.local.game);

/** Whole numbers, large ones in larger steps; below one means none, where the game knows that. */
function step({ key, by }) {
  const value = state.local.options[key];
  const size = value > 100 || (value === 100 && by > 0) ? 50 : 1;
  const next = value === null ? Math.max(0, Number(by)) : value + size * Number(by);
  const optional = playing().options[key] === null;
  if (next < 1 && !optional) return;
  local({ options: { ...state.local.options, [key]: next < 1 ? null : Math.min(next, 9999) } });
}

/** As many chairs as the game needs at least and takes at most; who must stand up waits. */
function fitted(list, game) {
  const seated = list.slice(0, game.most);
  while (seated.length < game.least) seated.push(newcomer(seated));
  return { players: seated, waiting: list.slice(game.most) };
}

function choose(name) {
  const game = state.games.find((one) => one.name === name);
  const options = { ...game.options };
  const people = [...players(), ...(state.local.waiting ?? [])];
  local({ game: name, custom: false, options, ...fitted(people, game) });
}

const newcomer = (list) =>
  person(
    "",
    OWNERS.find((owner) => !list.some((one) => one.owner === owner)),
  );

function give(owner) {
  const { id } = state.panel;
  const mine = players().find((one) => one.id === id).owner;
  change({ panel: null });
  local({
    players: players().map((one) =>
      one.id === id ? { ...one, owner } : one.owner === owner ? { ...one, owner: mine } : one,
    ),
  });
}

/** Seat whose pawns were seen, in that order; who has a name but no pawn there comes after them. */
export function seat(owners) {
  const { most } = playing();
  const seen = owners
    .slice(0, most)
    .map((owner) => players().find((one) => one.owner === owner) ?? person("", owner));
  const others = players().filter((one) => one.name.trim() && !owners.includes(one.owner));
  local({ ...fitted([...seen, ...others], playing()) });
}

export const doings = {
  game: ({ game }) => choose(game),
  same: () => {
    const before = state.local.before.map((one) => person(one.name, one.owner));
    local(fitted(before, playing()));
  },
  pawns: ({ id }) => change({ panel: { kind: "pawns", id } }),
  owner: ({ owner }) => give(owner),
  drop: ({ id }) => local({ players: players().filter((one) => one.id !== id) }),
  add: () => local({ players: [...players(), newcomer(players())] }),
  preset: ({ word }) => {
    const { options, presets } = playing();
    const wanted = presets.find((one) => one.word === word).options;
    local({ custom: false, options: { ...options, ...wanted } });
  },
  custom: () => local({ custom: true }),
  option: ({ key, at }) =>
    local({ options: { ...state.local.options, [key]: playing().choices[key][Number(at)] } }),
  step,
  start: begin,
};
