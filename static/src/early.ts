// A worker that `theme-boot.ts` starts before the page's script arrives, so that the module is on its way earlier.

/** The worker, until the page's script takes it over. */
export interface EarlyWorker {
  worker: Worker;
  workerUrl: string;
  /** What it said when no one listened yet. */
  heard: unknown[];
  /** It could not be loaded at all. */
  failed: boolean;
}

declare global {
  interface Window {
    unboxEarly?: EarlyWorker;
  }
}

/** The early worker, once, and only if it runs the wanted script. */
export function takeEarly(workerUrl: string): EarlyWorker | null {
  const early = globalThis.window?.unboxEarly;
  if (!early || early.workerUrl !== workerUrl) return null;
  delete window.unboxEarly;
  // Where it failed, a new one says why, or can be reached by now.
  return early.failed ? null : early;
}
