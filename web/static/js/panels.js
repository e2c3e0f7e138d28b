/** What lies over the page. */
export function panel(state) {
  return [];
}
