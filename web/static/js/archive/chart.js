/** <score-chart chart='{"target", "lines": [{"name", "owners", "totals"}]}'>: running totals, drawn by
 * uPlot. The pawns ride on the lines: at the last hand, or where a finger or the pointer is. */

import { pawn } from "../draw.js";
import { number, ui } from "../say.js";
import { h, patch } from "../vdom.js";

const LINE = 3;
const UNDER = 7;
const NEXT = 9; // from a pawn to its partner's
const GAP = 22; // between names, so that none overlap
const HEAD = 26;
const FOOT = 30;
const SIDE = 40;
const NAMES = [86, 134]; // least and most room beside the plot

class ScoreChart extends HTMLElement {
  static observedAttributes = ["chart"];
  #plot = null;
  #at = null;
  #sizes = new ResizeObserver(() => this.#fit());
  #theme = matchMedia("(prefers-color-scheme: dark)");
  #again = () => this.#draw();

  connectedCallback() {
    this.#sizes.observe(this);
    this.#theme.addEventListener("change", this.#again);
    document.fonts.ready.then(this.#again);
  }

  disconnectedCallback() {
    this.#sizes.disconnect();
    this.#theme.removeEventListener("change", this.#again);
    this.#plot?.destroy();
    this.#plot = null;
  }

  attributeChangedCallback() {
    this.#draw();
  }

  get #chart() {
    return JSON.parse(this.getAttribute("chart"));
  }

  #draw() {
    if (!this.isConnected || !this.clientWidth) return;
    this.#plot?.destroy();
    this.#at = null;
    this.replaceChildren();
    const ends = document.createElement("div");
    const chart = this.#chart;
    this.#plot = new globalThis.uPlot(this.#options(chart, ends), data(chart), this);
    this.append(ends);
    this.#label(chart, ends);
  }

  #fit() {
    if (!this.#plot) this.#draw();
    else if (this.#plot.width !== this.clientWidth || this.#plot.height !== this.clientHeight)
      this.#draw();
  }

  #options(chart, ends) {
    const style = getComputedStyle(this);
    const colour = (name) => style.getPropertyValue(`--${name}`);
    const large = this.clientHeight > 300 ? 1.3 : 1;
    const axis = {
      stroke: colour("sis"),
      font: `500 ${Math.round(14 * large)}px ${style.fontFamily}`,
      ticks: { show: false },
      grid: { stroke: colour("ince"), width: 1 },
      gap: 6,
    };
    const hands = chart.lines[0].totals.length - 1;
    return {
      width: this.clientWidth,
      height: this.clientHeight,
      padding: [HEAD * large, room(chart) * large, 0, 0],
      legend: { show: false },
      cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
      scales: { x: { time: false, range: [0, Math.max(1, hands)] }, y: { range: reach(chart) } },
      axes: [
        {
          ...axis,
          size: FOOT * large,
          grid: { show: false },
          splits: () => marks(hands, large),
          values: (_, at) => at.map((hand) => (hand ? number(hand) : "")),
        },
        { ...axis, size: SIDE * large, values: (_, at) => at.map(number), space: 44 * large },
      ],
      series: [
        {},
        ...chart.lines.flatMap(({ owners }) => [
          { stroke: colour("plaka"), width: UNDER * large, points: { show: false } },
          { stroke: colour(`l-${owners[0]}`), width: LINE * large, points: { show: false } },
        ]),
      ],
      hooks: {
        draw: [(plot) => target(plot, chart, colour, `700 ${15 * large}px ${style.fontFamily}`)],
        setCursor: [
          (plot) => {
            this.#at = plot.cursor.left < 0 ? null : plot.cursor.idx;
            this.#label(chart, ends);
          },
        ],
      },
    };
  }

  /** The pawns on their lines, and names with the totals at that hand beside them. */
  #label({ lines }, ends) {
    const plot = this.#plot;
    if (!plot) return;
    const large = this.clientHeight > 300 ? 1.3 : 1;
    const at = this.#at ?? lines[0].totals.length - 1;
    const ratio = devicePixelRatio;
    const left = plot.bbox.left / ratio + plot.valToPos(at, "x");
    const edge = (plot.bbox.left + plot.bbox.width) / ratio;
    const told = lines.map((line) => ({
      ...line,
      total: line.totals[at],
      at: plot.bbox.top / ratio + plot.valToPos(line.totals[at], "y"),
      height: 0,
    }));
    const beside = Math.max(...lines.map(({ owners }) => owners.length)) - 1;
    const bottom = this.clientHeight - 14 * large;
    spread(told, GAP * large, 16 * large, bottom);
    patch(ends, [
      ...told.map(({ owners, at: top }) =>
        owners.map((owner, nth) =>
          pawn(owner, "D", {
            class: "rider",
            style: { left: `${left + nth * NEXT * large}px`, top: `${top}px` },
          }),
        ),
      ),
      ...told.map(({ name, total, height }) =>
        h(
          "span",
          { class: "end", style: { left: `${edge + (20 + NEXT * beside) * large}px`, top: `${height}px` } },
          h("span", { class: `name${name.length > 8 ? " long" : ""}` }, name),
          h("span", { class: "digits" }, number(total)),
        ),
      ),
    ].flat());
  }
}

const data = ({ lines }) => [
  lines[0].totals.map((_, hand) => hand),
  ...lines.flatMap(({ totals }) => [totals, totals]),
];

/** From the lowest total to the highest or the target, with nothing in view and room for a pawn. */
function reach({ target, lines }) {
  const values = lines.flatMap(({ totals }) => totals);
  const high = Math.max(1, target ?? 0, ...values);
  const low = Math.min(0, ...values);
  return [low - (high - low) * 0.07, high];
}

/** Room for the longest name with its total, in units of a phone. */
function room({ lines }) {
  const widths = lines.map(({ name, totals }) => {
    const digits = Math.max(...totals.map((total) => String(total).length));
    return 44 + Math.min(name.length, 10) * 8 + digits * 9;
  });
  return Math.min(NAMES[1], Math.max(NAMES[0], ...widths));
}

function marks(hands, large) {
  const each = Math.ceil(hands / (large > 1 ? 16 : 8));
  return Array.from({ length: Math.floor(hands / each) + 1 }, (_, at) => at * each);
}

function target(plot, chart, colour, font) {
  if (!chart.target) return;
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const y = plot.valToPos(chart.target, "y", true);
  ctx.save();
  ctx.strokeStyle = ctx.fillStyle = colour("yazi");
  ctx.lineWidth = 1.8 * ratio;
  ctx.setLineDash([4 * ratio, 4 * ratio]);
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.font = font.replace(/[\d.]+px/, (size) => `${parseFloat(size) * ratio}px`);
  ctx.textAlign = "left";
  ctx.textBaseline = "bottom";
  ctx.fillText(ui("hedef_cizgi", { n: chart.target }), bbox.left, y - 5 * ratio);
  ctx.restore();
}

/** Heights for the names: where their lines are, pushed apart until none overlap. */
function spread(ends, gap, top, bottom) {
  const sorted = [...ends].sort((a, b) => a.at - b.at);
  sorted.forEach((end, nth) => {
    end.height = Math.max(end.at, nth ? sorted[nth - 1].height + gap : top);
  });
  for (let nth = sorted.length - 1; nth >= 0; nth -= 1) {
    const limit = nth === sorted.length - 1 ? bottom : sorted[nth + 1].height - gap;
    sorted[nth].height = Math.min(sorted[nth].height, limit);
  }
}

customElements.define("score-chart", ScoreChart);
