// Whether three columns fit, by the width of the comparison itself: the bar
// between the panes may leave it little room on a large screen.

import { type Signal, signal } from "@preact/signals";

/** Below this width, in CSS pixels, the columns are tabs. */
const threeFrom = 720;

export interface Narrow {
  narrow: Signal<boolean>;
  /** For the element whose width matters. */
  ref(element: HTMLElement | null): void;
}

/** Watches the width of one element as long as it is in the page. */
export function narrowComparison(): Narrow {
  const narrow = signal(false);
  let observer: ResizeObserver | undefined;
  return {
    narrow,
    ref(element) {
      observer?.disconnect();
      if (!element) return;
      narrow.value = element.clientWidth < threeFrom;
      observer = new ResizeObserver(() => (narrow.value = element.clientWidth < threeFrom));
      observer.observe(element);
    },
  };
}
