/** Destructive buttons need a hold: finger, mouse, Enter or Space kept down until the bar is full. */

export const HOLD_MS = 1200;

/** `begun` is told at once, so that what would be done can be seen while the bar fills. */
export function holds(act, begun) {
  let node = null;
  let timer = 0;
  const begin = (target) => {
    const found = target.closest?.("[data-hold]");
    if (!found || node) return false;
    node = found;
    node.classList.add("holding");
    begun(node.dataset.hold, node.dataset);
    timer = setTimeout(() => {
      const done = node;
      end();
      act(done.dataset.hold, done.dataset);
    }, HOLD_MS);
    return true;
  };
  const end = () => {
    clearTimeout(timer);
    node?.classList.remove("holding");
    node = null;
  };
  document.addEventListener("pointerdown", (event) => event.button === 0 && begin(event.target));
  for (const name of ["pointerup", "pointercancel", "pointerleave", "blur", "visibilitychange"])
    document.addEventListener(name, end);
  document.addEventListener(
    "contextmenu",
    (event) => event.target.closest?.("[data-hold]") && event.preventDefault(),
  );
  document.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && begin(event.target)) event.preventDefault();
  });
  document.addEventListener("keyup", end);
}
