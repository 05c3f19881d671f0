// Runs before the first paint, so that the page never shows in the wrong theme or size, and starts loading the
// optimizer. It is a separate script because it has to be small and blocking.

import type { EarlyWorker } from "./early";

/** Scrolls the row with the open reason into view as soon as it is drawn: to the same position as the page's script, see `useReveal`. */
function showChosen(left: number): void {
  requestAnimationFrame(() => {
    // Only the playground is drawn before its script.
    if (document.body && !document.body.classList.contains("drawn-before")) return;
    // The size of everything else decides how many rows are in view, so all of it has to be there; the
    // data come last. Until then nothing is asked for that needs a layout.
    const isThere = document.getElementById("before") !== null;
    const row = isThere && [...document.querySelectorAll<HTMLElement>(".is-chosen")].find((e) => e.offsetParent !== null);
    const sheet = row && row.closest<HTMLElement>(".sheet");
    if (!row || !sheet) {
      if (left > 0) showChosen(left - 1);
      return;
    }
    const room = sheet.clientHeight - sheet.querySelector<HTMLElement>(".sheet-head")!.offsetHeight;
    const height = row.offsetHeight;
    const below = Math.min(6 * height, room);
    if (row.offsetTop + below > room) sheet.scrollTop = Math.ceil((row.offsetTop + below - room) / height) * height;
  });
}
showChosen(300);

try {
  const kept = JSON.parse(localStorage.getItem("unbox:settings:1") ?? "{}") as { theme?: string; fontSize?: number; reading?: boolean };
  const root = document.documentElement;
  if (kept.theme === "light" || kept.theme === "dark") root.dataset.theme = kept.theme;
  if (typeof kept.fontSize === "number") root.style.setProperty("--code-size-set", `${kept.fontSize}px`);
  // The picture in the page is that of the first example: it is hidden if something else will open.
  const place = history.state as { example?: string } | null;
  const other = location.hash !== "" || kept.reading === false || (kept.fontSize ?? 14) !== 14 || (place?.example ?? "boxed-integers") !== "boxed-integers";
  if (other) root.dataset.other = "";
} catch {
  // Without storage, the system's theme is used.
}

/** Starts loading the module before the page's script is there, which takes over: `early.ts`. */
function startEarly(workerUrl: string, url: string, size: number): void {
  const worker = new Worker(workerUrl, { type: "module", name: "unbox" });
  const early: EarlyWorker = { worker, workerUrl, heard: [], failed: false };
  worker.onmessage = (e) => early.heard.push(e.data);
  worker.onerror = () => (early.failed = true);
  worker.postMessage({ kind: "start", url, size });
  window.unboxEarly = early;
}

const { worker, module, moduleSize } = document.documentElement.dataset;
if (worker && module) startEarly(worker, module, Number(moduleSize));
