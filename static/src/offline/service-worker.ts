// The service worker: keeps one release of the whole site, so that after one visit everything works without a network.
//
// A release is kept as a whole or not at all: what a page and its scripts come from is always of the same one. A new
// release is fetched next to it, and replaces it when no page of the old one is open.

/** What this worker needs of its world, which the types of pages do not have. */
interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Asked extends Lasting {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface World {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: { claim(): Promise<void>; matchAll(): Promise<readonly unknown[]> };
  skipWaiting(): Promise<void>;
  addEventListener(name: "install" | "activate", act: (e: Lasting) => void): void;
  addEventListener(name: "fetch", act: (e: Asked) => void): void;
  addEventListener(name: "message", act: (e: MessageEvent<unknown>) => void): void;
}
const world = self as unknown as World;

// The server writes both as it starts: what names the release, and all addresses, each with the tag of its contents, "-" if
// the address itself names them. If the server does not allow offline use, the list is empty.
const release = "__RELEASE__";
const words = "__FILES__".split(" ").filter((word) => word !== "");
const tags = new Map(words.flatMap((word, k) => (k % 2 === 0 ? [[word, words[k + 1]!] as const] : [])));

// Another Unbox may be at a different path of the same server, and keeps its own
// data.
const scope = new URL(world.registration.scope).pathname;
const mine = scope === "/" ? "unbox:" : `unbox:${scope}:`;
const kept = mine + release;
const isMine = (name: string) => name.startsWith(mine) && (scope !== "/" || !name.startsWith("unbox:/"));
/** The number of files fetched at a time: no one waits for them, and others use the network and the server, too.
 * */
const atOnce = 4;

world.addEventListener("install", (e) => e.waitUntil(tags.size > 0 ? fill() : world.skipWaiting()));
world.addEventListener("activate", (e) => e.waitUntil(tags.size > 0 ? takeOver() : leave()));
world.addEventListener("message", (e) => {
  if (e.data === "take over") void world.skipWaiting();
});
world.addEventListener("fetch", (e) => {
  const { request } = e;
  if (request.method !== "GET" || tags.size === 0) return;
  const url = new URL(request.url);
  if (url.origin !== world.location.origin || !tags.has(url.pathname)) return;
  e.respondWith(request.mode === "navigate" ? page(request, url.pathname) : answer(request, url.pathname));
});

/** Fetches the whole release. If a part cannot be had, although it was asked for again, nothing of it stays, and the browser tries again at another visit. */
async function fill(): Promise<void> {
  const cache = await caches.open(kept);
  const left = [...tags];
  const one = async () => {
    for (let next = left.shift(); next; next = left.shift()) await fetchInto(cache, ...next);
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, one));
  } catch (error) {
    left.length = 0;
    await caches.delete(kept);
    throw error;
  }
}

/** After how many milliseconds each a file is asked for again that a bad line lost, or that a busy server refused. */
const pauses = [2_000, 8_000, 20_000];
/** Statuses of a server, or of a proxy before it, that has no time now. */
const busy = [429, 502, 503, 504];

async function fetchInto(cache: Cache, path: string, tag: string): Promise<void> {
  // What its address names is the same in every release.
  const before = tag === "-" ? await caches.match(path) : undefined;
  if (before) return cache.put(path, before);
  for (const pause of pauses) {
    if (await attempt(cache, path, tag).catch((error: unknown) => lost(error))) return;
    await new Promise((then) => setTimeout(then, pause));
  }
  if (!(await attempt(cache, path, tag))) throw new Error(`expected ${path}, found a server without time for it`);
}

/** Fetches a file; false if the server is busy. */
async function attempt(cache: Cache, path: string, tag: string): Promise<boolean> {
  const found = await fetch(path, { cache: tag === "-" ? "default" : "no-cache" });
  if (busy.includes(found.status)) return false;
  if (!found.ok) throw new Error(`expected ${path}, found status ${found.status}`);
  if (tag !== "-" && !found.headers.get("ETag")?.startsWith(`"${tag}`)) throw new Error(`expected ${path} of this release, found another one`);
  await cache.put(path, found);
  return true;
}

/** False for what a line lost, which fetch and put tell as a TypeError; all else is thrown. */
function lost(error: unknown): false {
  if (error instanceof TypeError) return false;
  throw error;
}

/** The pages that are open, of the release that the server has just sent, are of this one; releases before go. */
async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) {
    if (isMine(name) && name !== kept) await caches.delete(name);
  }
  await world.clients.claim();
}

async function leave(): Promise<void> {
  for (const name of await caches.keys()) {
    if (isMine(name)) await caches.delete(name);
  }
  await world.registration.unregister();
}

/** A page that is opened. If it is the only one, a newer release that is complete takes over first. */
async function page(request: Request, path: string): Promise<Response> {
  if (world.registration.waiting && (await world.clients.matchAll()).length < 2) {
    return new Response(changeover, { headers: { "Content-Type": "text/html" } });
  }
  return answer(request, path);
}

// The page that is shown while a newer release takes over, and that loads itself again once it has, or had already. It asks for
// nothing, not even an icon: browsers let the newer worker take over while this one has nothing to do, and a request that reaches
// this one as it is stopped starts it again, after which the newer one may wait for minutes. If that happens all the same, the page
// tries again.
const changeover = `<!doctype html><meta name="color-scheme" content="light dark"><link rel="icon" href="data:,"><title>Unbox</title><script>
const again = () => location.reload();
navigator.serviceWorker.addEventListener("controllerchange", again);
navigator.serviceWorker.getRegistration().then((registration) => {
  if (registration?.waiting) registration.waiting.postMessage("take over");
  else if (registration?.active === navigator.serviceWorker.controller) again();
});
setTimeout(again, 3000);
</script>`;

async function answer(request: Request, path: string): Promise<Response> {
  return (await (await caches.open(kept)).match(path)) ?? fetch(request);
}

export {};
