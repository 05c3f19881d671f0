// The tour of a first visit: four cards, each beside the part that it is about.
// It takes no focus away and blocks nothing; Skip ends it for good.

import { effect, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { tourSeen } from "../settings";
import { engine, reading, tab } from "../state";

interface Step {
  /** The part of the page, and the tab it is on where there are tabs. */
  target: string;
  tab: "trace" | "passes" | "run";
  title: string;
  text: string;
}

const steps: readonly Step[] = [
  {
    target: ".pane-trace",
    tab: "trace",
    title: "A recorded trace",
    text: "One round of a loop, operation by operation, as a tracing JIT recorded it. Change anything: the passes follow as you type.",
  },
  {
    target: ".pane-passes",
    tab: "passes",
    title: "Every pass, one after the other",
    text: "Each pass says what it removed, replaced, added and moved. Switch passes off and on, or press [ and ] to walk through them.",
  },
  {
    target: ".pane-passes",
    tab: "passes",
    title: "The optimizer’s own reasons",
    text: "Choose a changed line to read why it changed, in the words of the pass that did it, and to see where it came from.",
  },
  {
    target: ".pane-run",
    tab: "run",
    title: "The same outcome?",
    text: "Give the trace inputs: it runs before and after optimization, and both outcomes are compared.",
  },
];

/** The step shown, from 0; -1 when there is no tour. */
const step = signal(-1);

export function startTour(): void {
  reading.value = false;
  show(0);
}

/** Starts the tour by itself at the first visit, once there is something to see. */
export function startTourOnFirstVisit(): void {
  const stop = effect(() => {
    if (engine.value.kind !== "ready" || reading.value) return;
    queueMicrotask(() => stop());
    if (!tourSeen.peek() && step.peek() < 0) startTour();
  });
}

function show(n: number): void {
  if (n >= steps.length) return end();
  step.value = n;
  tab.value = steps[n]!.tab;
}

function end(): void {
  step.value = -1;
  tourSeen.value = true;
}

export function Tour() {
  const now = steps[step.value];
  return now ? <Card now={now} n={step.value} /> : null;
}

function Card({ now, n }: { now: Step; n: number }) {
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    let target: HTMLElement | null = null;
    const place = () => target && placeCard(card.current!, target);
    const sizes = new ResizeObserver(place);
    // The part may be on its way: its script is fetched when it is first shown.
    const seek = () => {
      if (target?.isConnected) return;
      target = document.querySelector<HTMLElement>(now.target);
      if (!target) return;
      target.classList.add("toured");
      sizes.disconnect();
      sizes.observe(target);
      place();
    };
    const arrivals = new MutationObserver(seek);
    arrivals.observe(document.body, { childList: true, subtree: true });
    seek();
    window.addEventListener("resize", place);
    return () => {
      arrivals.disconnect();
      sizes.disconnect();
      target?.classList.remove("toured");
      window.removeEventListener("resize", place);
    };
  }, [now]);
  return (
    <aside class="tour floating" ref={card} aria-label="Tour" onKeyDown={(e) => e.key === "Escape" && end()}>
      <p class="tour-count" aria-hidden="true">
        {n + 1} of {steps.length}
      </p>
      <div aria-live="polite">
        <h2 class="tour-title">{now.title}</h2>
        <p class="tour-text soft">{now.text}</p>
      </div>
      <div class="tour-buttons">
        <button type="button" class="button quiet" onClick={end}>
          Skip the tour
        </button>
        <span class="header-space" />
        {n > 0 && (
          <button type="button" class="button quiet" onClick={() => show(n - 1)}>
            Back
          </button>
        )}
        <button type="button" class="button primary" onClick={() => show(n + 1)}>
          {n + 1 < steps.length ? "Next" : "Done"}
        </button>
      </div>
    </aside>
  );
}

/** Into the lower right corner of the part, which is the emptiest one, and within the window. */
function placeCard(card: HTMLElement, target: HTMLElement): void {
  const box = target.getBoundingClientRect();
  const margin = 20;
  const left = Math.min(box.right - card.offsetWidth - margin, innerWidth - card.offsetWidth - margin);
  const top = Math.min(box.bottom - card.offsetHeight - margin, innerHeight - card.offsetHeight - margin);
  card.style.left = `${Math.max(margin / 2, left)}px`;
  card.style.top = `${Math.max(margin / 2, top)}px`;
}
