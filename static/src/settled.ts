// Whether the page has finished all of its own work: it is drawn, nothing waits for
// a pause in typing, no request to an engine or a server is open. `data-settled` of
// the document says so, for programs that drive the page: they wait for that, never
// for a fixed time.

import { effect, signal } from "@preact/signals";

/** The work in progress, by name, with its count. */
const underWay = signal<ReadonlyMap<string, number>>(new Map([["start", 1]]));

/** Work begins whose result is not drawn yet. */
export function begin(what: string): void {
  count(what, 1);
}

/** It is done, however it ended. */
export function finish(what: string): void {
  count(what, -1);
}

function count(what: string, by: 1 | -1): void {
  const next = new Map(underWay.peek());
  const n = (next.get(what) ?? 0) + by;
  if (n > 0) next.set(what, n);
  else next.delete(what);
  underWay.value = next;
}

/** Does something that takes a while. */
export async function during<T>(what: string, work: Promise<T>): Promise<T> {
  begin(what);
  try {
    return await work;
  } finally {
    finish(what);
  }
}

/** Notes for measurements that something is on screen now, or was asked for. Marks stay for as long as the page does, so only the newest one of a name is kept. */
export function mark(name: string): void {
  performance.clearMarks(name);
  performance.mark(name);
}

/** Milliseconds from the last key until what was typed is computed: traces, and the tests of a lesson. */
export const typingPause = 180;

/** A pause before something happens; a new one replaces the one before. */
export class Pause {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly what: string) {}

  start(act: () => void, milliseconds: number): void {
    this.clear();
    begin(this.what);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      try {
        act();
      } finally {
        finish(this.what);
      }
    }, milliseconds);
  }

  clear(): void {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    finish(this.what);
  }

  get waits(): boolean {
    return this.timer !== undefined;
  }
}

/** Does something once, when the page is idle for the first time. */
export function onceSettled(act: () => void): void {
  const stop = effect(() => {
    if (underWay.value.size > 0) return;
    queueMicrotask(() => stop());
    const idle = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 1));
    // On a busy machine no idle moment may ever come.
    idle(act, { timeout: 10_000 });
  });
}

/** Shows it on the document; called once, when the page has been rendered first. */
export function showSettled(): void {
  const root = document.documentElement;
  effect(() => {
    const now = underWay.value;
    root.dataset.settled = "no";
    if (now.size > 0) return;
    // Views follow their signals after this, and what they do once drawn comes a frame later.
    requestAnimationFrame(() =>
      setTimeout(() => {
        if (underWay.peek() === now) root.dataset.settled = "yes";
      }),
    );
  });
  finish("start");
}
