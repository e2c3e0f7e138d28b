/* The offline shell, where the browser allows one (https, or the machine itself).
 *
 * What is static never changes under its address and is kept. Pages come from the referee; the last
 * one seen is shown only when nobody answers, marked as offline, and goes on trying by itself. */

const PAGES = "hakem-pages";
const MOST_PAGES = 24; // the newest
const PATIENCE_MS = 4000;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || request.headers.has("range")) return;
  const [, root, build] = pathname.split("/");
  if (root === "static") event.respondWith(kept(request, `hakem-${build}`));
  else if (request.mode === "navigate") event.respondWith(page(request));
});

async function kept(request, name) {
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    for (const other of await caches.keys())
      if (other !== name && other !== PAGES) await caches.delete(other);
    const cache = await caches.open(name);
    await cache.put(request, answer.clone());
  }
  return answer;
}

async function page(request) {
  const cache = await caches.open(PAGES);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const html = answer.headers.get("Content-Type")?.startsWith("text/html");
    if (answer.ok && html && !answer.redirected) {
      await cache.put(request.url, answer.clone());
      for (const old of (await cache.keys()).slice(0, -MOST_PAGES)) await cache.delete(old);
    }
    return answer;
  } catch (error) {
    const seen = (await cache.match(request.url)) ?? (await cache.match("/"));
    if (!seen) throw error;
    const text = (await seen.text()).replace("<body ", "<body data-offline ");
    return new Response(text, { headers: seen.headers });
  }
}
