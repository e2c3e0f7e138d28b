/** The final score as a picture, 1080 x 1350, drawn on the phone: its own fonts know every name, emoji
 * and right-to-left too. Shared where the browser can, saved everywhere. */

import { number } from "../say.js";

const SVG = "http://www.w3.org/2000/svg";
const WIDE = 1080;
const HIGH = 1350;
const EDGE = 72;
const INK = {
  page: "#0B1F1A",
  tile: "#163A30",
  line: "#5A8E7D",
  text: "#F5EFE0",
  quiet: "#B2C7BC",
};
const TURNED = { tile: "#F5EFE0", text: "#10201B", quiet: "#46574F" };
const LINES = {
  red: "#FF6B66",
  blue: "#6EA2FF",
  yellow: "#FFCB05",
  turquoise: "#35CBE3",
  purple: "#B98BE8",
  pink: "#F09AB5",
};
const TEXT = '"Sofia Sans", system-ui, sans-serif';
const NARROW = '"Sofia Sans Extra Condensed", "Arial Narrow", sans-serif';

const told = JSON.parse(document.getElementById("drawing").textContent);
const figure = document.getElementById("drawn");

async function draw() {
  await Promise.all(
    [`800 90px ${NARROW}`, `800 60px ${TEXT}`, `500 34px ${TEXT}`].map((font) =>
      document.fonts.load(font, "Ağ13"),
    ),
  );
  const canvas = Object.assign(document.createElement("canvas"), { width: WIDE, height: HIGH });
  const pen = canvas.getContext("2d");
  const pawns = await sprites(told.rows.flatMap((row) => row.owners));
  pen.fillStyle = INK.page;
  pen.fillRect(0, 0, WIDE, HIGH);
  const top = header(pen);
  const [first, ...others] = told.rows;
  const under = winner(pen, first, pawns, top);
  const height = Math.min(112, (HIGH - 330 - under) / Math.max(1, others.length));
  let at = under + 18;
  for (const row of others) {
    line(pen, row, pawns, at, height);
    at += height;
  }
  chart(pen, pawns, at + 44, HIGH - 120);
  footer(pen);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function header(pen) {
  if (told.simulation) {
    pen.fillStyle = INK.text;
    pen.fillRect(0, 0, WIDE, 62);
    write(pen, told.simulation, WIDE / 2, 43, `800 34px ${TEXT}`, INK.page, "center", WIDE - 80);
  }
  const base = told.simulation ? 150 : 128;
  write(pen, told.game, EDGE, base, `800 58px ${TEXT}`, INK.text, "left", 560);
  write(pen, told.date, WIDE - EDGE, base - 8, `500 34px ${TEXT}`, INK.quiet, "right", 400);
  return base + 44;
}

/** The tile the lamp is over: who won, and with how many. */
function winner(pen, row, pawns, top) {
  const high = 330;
  const lit = told.finished ? TURNED : INK;
  pen.fillStyle = lit.tile;
  round(pen, EDGE - 20, top, WIDE - 2 * EDGE + 40, high, 30);
  const size = row.owners.length > 1 ? 118 : 150;
  row.owners.forEach((owner, nth) =>
    pen.drawImage(pawns[owner], EDGE + 24 + nth * size * 0.82, top + 44, size, size),
  );
  const beside = EDGE + 54 + size + (row.owners.length - 1) * size * 0.82;
  const total = number(row.total);
  const room = fitted(pen, total, 290, NARROW, 420);
  write(pen, told.lead, beside, top + 94, `500 40px ${TEXT}`, lit.quiet, "left", 360);
  pen.font = room.font;
  const space = WIDE - EDGE - 30 - pen.measureText(total).width - beside - 24;
  row.names.forEach((name, nth) => {
    const { size, font } = fitted(pen, name, row.names.length > 1 ? 60 : 84, TEXT, space);
    write(pen, name, beside, top + 104 + (nth + 1) * size * 0.98, font, lit.text, "left", space);
  });
  write(pen, total, WIDE - EDGE - 24, top + 262, room.font, lit.text, "right", 420);
  write(pen, told.hands, EDGE + 24, top + 278, `500 36px ${TEXT}`, lit.quiet, "left", 400);
  return top + high;
}

function line(pen, row, pawns, top, height) {
  const middle = top + height / 2;
  const ink = row.won && told.finished ? TURNED : INK;
  pen.fillStyle = ink.tile;
  if (ink === TURNED) round(pen, EDGE - 20, top + 4, WIDE - 2 * EDGE + 40, height - 8, 20);
  const size = Math.min(72, height * 0.72);
  row.owners.forEach((owner, nth) =>
    pen.drawImage(pawns[owner], EDGE + 4 + nth * size * 0.8, middle - size / 2, size, size),
  );
  const beside = EDGE + 32 + size + (row.owners.length - 1) * size * 0.8;
  const text = Math.min(48, height * 0.46);
  const digits = Math.min(92, height * 0.86);
  const names = row.names.join(", ");
  write(pen, names, beside, middle + text * 0.35, `700 ${text}px ${TEXT}`, ink.text, "left", 620);
  const total = number(row.total);
  const font = `800 ${digits}px ${NARROW}`;
  write(pen, total, WIDE - EDGE, middle + digits * 0.33, font, ink.text, "right", 260);
  pen.fillStyle = "#FFFFFF1F";
  pen.fillRect(EDGE, top + height - 1, WIDE - 2 * EDGE, 2);
}

/** How the match went, as plain lines; there may be no room for it. */
function chart(pen, pawns, top, bottom) {
  const hands = told.lines[0].totals.length - 1;
  if (hands < 2 || bottom - top < 90) return;
  const values = told.lines.flatMap(({ totals }) => totals);
  const high = Math.max(told.target ?? 0, ...values);
  const low = Math.min(0, ...values);
  const x = (hand) => EDGE + ((WIDE - 2 * EDGE - 30) * hand) / hands;
  const y = (total) => bottom - ((bottom - top) * (total - low)) / Math.max(1, high - low);
  pen.lineJoin = pen.lineCap = "round";
  const level = (total) => [
    [x(0), y(total)],
    [x(hands), y(total)],
  ];
  stroke(pen, level(0), "#FFFFFF2E", 2);
  if (told.target) {
    pen.setLineDash([10, 10]);
    stroke(pen, level(told.target), INK.line, 3);
    pen.setLineDash([]);
  }
  for (const { owners, totals } of told.lines) {
    const points = totals.map((total, hand) => [x(hand), y(total)]);
    stroke(pen, points, INK.page, 14);
    stroke(pen, points, LINES[owners[0]], 6);
  }
  for (const { owners, totals } of [...told.lines].reverse())
    pen.drawImage(pawns[owners[0]], x(hands) - 24, y(totals[hands]) - 24, 48, 48);
}

function footer(pen) {
  write(pen, "Hakem", EDGE, HIGH - 44, `800 48px ${NARROW}`, INK.quiet, "left", 300);
}

function stroke(pen, points, colour, width) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.beginPath();
  for (const [x, y] of points) pen.lineTo(x, y);
  pen.stroke();
}

function round(pen, x, y, width, height, radius) {
  pen.beginPath();
  pen.roundRect(x, y, width, height, radius);
  pen.fill();
}

/** One line of text, cut with an ellipsis where it would leave its room. */
function write(pen, text, x, y, font, colour, align, room) {
  pen.font = font;
  pen.fillStyle = colour;
  pen.textAlign = align;
  let letters = [...text];
  while (letters.length > 1 && pen.measureText(`${letters.join("")}…`).width > room)
    letters = letters.slice(0, -1);
  const whole = pen.measureText(text).width <= room;
  pen.fillText(whole ? text : `${letters.join("")}…`, x, y);
}

/** The largest size up to `most` in which the text fits; never under half of it. */
function fitted(pen, text, most, family, room) {
  pen.font = `800 ${most}px ${family}`;
  const fits = (most * room) / pen.measureText(text).width;
  const size = Math.round(Math.max(most / 2, Math.min(most, fits)));
  return { size, font: `800 ${size}px ${family}` };
}

/** The page's own pawns as pictures. */
async function sprites(owners) {
  const drawn = {};
  for (const owner of new Set(owners)) {
    const symbol = document.getElementById(`pawn-${owner}-D`);
    const shapes = [...symbol.children].slice(1).map((shape) => shape.outerHTML); // without the keyline
    const markup = `<svg xmlns="${SVG}" viewBox="-16.8 -16.8 33.6 33.6" width="300" height="300">${shapes.join("")}</svg>`;
    const image = new Image();
    const address = URL.createObjectURL(new Blob([markup], { type: "image/svg+xml" }));
    image.src = address;
    await image.decode();
    URL.revokeObjectURL(address);
    drawn[owner] = image;
  }
  return drawn;
}

async function show() {
  const blob = await draw();
  const file = new File([blob], told.file, { type: "image/png" });
  const address = URL.createObjectURL(blob);
  const image = figure.querySelector("img");
  image.src = address;
  await image.decode();
  Object.assign(document.getElementById("save"), { href: address, download: told.file });
  const send = document.getElementById("send");
  send.hidden = !navigator.canShare?.({ files: [file] });
  send.onclick = () => navigator.share({ files: [file] }).catch(() => {});
  figure.hidden = false;
  figure.scrollIntoView({ block: "nearest" });
}

document.getElementById("draw").addEventListener("click", () =>
  show().then(
    () => (document.getElementById("undrawn").hidden = true),
    () => (document.getElementById("undrawn").hidden = false),
  ),
);
