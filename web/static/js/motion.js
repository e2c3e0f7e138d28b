/** Points count up once and rest; everything else moves in CSS. */

import { number } from "./say.js";

const COUNT_MS = 450;
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** After a drawing: totals that changed with a newly scored hand run from the old to the new one. */
export function settle(before, after) {
  if (!before || !after || still.matches || after.hands.length <= before.hands.length) return;
  for (const seat of after.seats) {
    const old = before.seats[seat.seat];
    if (old && old.name === seat.name && old.total !== seat.total)
      count(seat.seat, old.total, seat.total);
  }
}

function count(seat, from, to) {
  const node = document.querySelector(`[data-count="${seat}"]`)?.firstChild;
  if (!node) return;
  const begin = performance.now();
  const last = number(to);
  let shown = node.data;
  const step = (now) => {
    if (node.data !== shown) return;
    const part = Math.min(1, (now - begin) / COUNT_MS);
    shown = part === 1 ? last : number(Math.round(from + (to - from) * (1 - (1 - part) ** 3)));
    node.data = shown;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
