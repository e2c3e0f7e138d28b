/** The screen stays on while a match is on the board: by the browser's wake lock where there is one
 * (never on plain http), else by a silent clip that plays behind the page, begun by a tap. */

const root = new URL("..", import.meta.url);
// Only an iPhone's or iPad's WebKit knows this property. It counts a clip only if it is not muted and
// does not loop; other browsers count a muted one that fills the screen, and leave music playing.
const apple = CSS.supports("-webkit-touch-callout", "none");
let wanted = false;
let lock = null;
let clip = null;

/** Called with every drawing of the page. */
export function keepAwake(wish) {
  if (wish === wanted) return;
  wanted = wish;
  if (wanted) ask();
  else rest();
}

async function ask() {
  if (!wanted || document.hidden || !navigator.wakeLock || (lock && !lock.released)) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
  if (!wanted) rest();
}

function rest() {
  lock?.release();
  lock = null;
  clip?.pause();
}

/** Browsers let nothing play before a tap. */
function tapped() {
  if (!wanted || (lock && !lock.released)) return;
  clip ??= behind();
  if (clip.paused) clip.play().catch(() => {});
}

function behind() {
  const video = document.createElement("video");
  Object.assign(video, { className: "awake", muted: !apple, title: "Hakem", tabIndex: -1 });
  video.setAttribute("playsinline", "");
  video.setAttribute("aria-hidden", "true");
  for (const kind of ["mp4", "webm"]) {
    const source = document.createElement("source");
    source.src = new URL(`awake/awake.${kind}`, root);
    source.type = `video/${kind}`;
    video.append(source);
  }
  video.addEventListener("timeupdate", () => {
    if (video.currentTime > 0.5) video.currentTime = Math.random() / 3;
  });
  video.addEventListener("ended", () => wanted && video.play().catch(() => {}));
  document.body.append(video);
  return video;
}

document.addEventListener("click", tapped, true);
document.addEventListener("visibilitychange", ask);
