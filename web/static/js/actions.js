/** The foot of the board: what runs the match, what a player may say, how a viewer joins. */

import { icon } from "./draw.js";
import { mayPlace, ownButton, ownSeat, ownTaps, whoseButton } from "./people.js";
import { has, say, ui } from "./say.js";
import { sheets } from "./sheets.js";
import { isMore } from "./taps.js";
import { h } from "./vdom.js";

export function actions(state) {
  const { score } = state;
  const seat = ownSeat(state);
  if (!state.control) return seat ? player(state, seat) : viewer(state);
  const busy = state.busy !== null;
  return h(
    "div",
    { class: "actions" },
    h(
      "button",
      { class: "button undo", type: "button", "data-do": "undo", "aria-disabled": busy },
      icon("undo"),
      h("span", {}, ui("geri_al")),
    ),
    main(state, busy),
  );
}

function main(state, busy) {
  const { score, camera } = state;
  if (score.winners.length)
    return [
      h("a", { class: "button result", href: "/sonuc", key: "result" }, ui("sonucu")),
      h("a", { class: "button main", href: "/basla", key: "new" }, ui("yeni_mac")),
    ];
  if (score.questions.length)
    return h(
      "button",
      { class: "button main", type: "button", "data-do": "question", key: "ask" },
      ui("cevapla"),
    );
  const byHand =
    camera.state !== "seeing" ||
    score.places.some((place) => place.name !== "M" && place.by_person);
  if (!score.next_ready && byHand && score.sentence.code === "HERKES_YERLESTI")
    return h(
      "button",
      { class: "button main", type: "button", "data-do": "lock", key: "lock" },
      icon("lock"),
      ui("kilitle"),
    );
  if (score.by_hand && !score.next_ready)
    return h(
      "button",
      {
        class: "button main",
        type: "button",
        "data-do": "entry",
        key: "entry",
        "aria-haspopup": "dialog",
      },
      icon("pen"),
      ui(sheets[score.game].title),
    );
  const missing = score.next_missing;
  return h(
    "button",
    {
      class: `button stack next${score.next_ready ? " main" : ""}`,
      type: "button",
      "data-do": "next",
      "aria-disabled": !score.next_ready || busy,
      key: "next",
    },
    h("span", {}, ui("sonraki_el")),
    !score.next_ready && missing && h("small", {}, missingWords(missing)),
  );
}

const missingWords = ({ code, args }) =>
  has("missing", code) ? say("missing", code, args) : say("say", code, args);

/** What a player's phone says: "Blöf!" at once, all else on a sheet of its own. */
function player(state, seat) {
  const taps = ownTaps(state);
  const call = taps.find((tap) => tap.label.code === "BLOF");
  const hand = state.score.game === "uc-on-uc" && seat.active && isOpen(state.score);
  const does = call
    ? { "data-do": "tap", "data-action": JSON.stringify(call.action), key: "call" }
    : { "data-do": "entry", key: "say", "aria-haspopup": "dialog" };
  return h(
    "div",
    { class: "actions" },
    ownButton(seat),
    call || hand || isMore(taps)
      ? h(
          "button",
          { class: "button main", type: "button", "aria-disabled": state.busy !== null, ...does },
          ui(call ? "blof_de" : hand ? "elimi_yaz" : "soyle"),
        )
      : h("p", { class: "watching" }, isOpen(state.score) ? waits(state) : ""),
  );
}

function waits(state) {
  if (state.score.by_hand) return ui("sirani_bekle");
  return mayPlace(state) ? ui("koseye_dokun") : "";
}

const isOpen = (score) => !score.next_ready && !score.winners.length;

function viewer(state) {
  const address = state.addresses[0] ?? location.origin;
  return h(
    "div",
    { class: "actions viewer" },
    h(
      "div",
      { class: "joinbox" },
      h("img", { src: "/qr.svg", alt: ui("qr") }),
      h("p", {}, ui("katil_okutun"), h("span", {}, address.replace(/^https?:\/\//, ""))),
    ),
    whoseButton(),
    h(
      "button",
      { class: "button pinbutton", type: "button", "data-do": "pin" },
      icon("key"),
      ui("pin_gir"),
    ),
  );
}
