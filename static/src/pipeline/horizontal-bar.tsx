// The bar below rows with long lines.

import { type ReadonlySignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Match } from "../api.gen";

interface Props {
  /** The rows. */
  grid: { current: HTMLDivElement | null };
  /** The match that is stepped to: it comes into view. */
  match: ReadonlySignal<Match | null>;
}

/** Long lines scroll sideways together, on both sides at once. */
export function HorizontalBar({ grid, match }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  useSignalEffect(() => {
    if (!match.value) return;
    // The row of the match is rendered one frame later, and scrolled to in the next.
    requestAnimationFrame(() => requestAnimationFrame(() => showSideways(grid.current, bar.current)));
  });
  useEffect(() => {
    const scroller = grid.current;
    const onWheel = (event: WheelEvent) => {
      const by = event.shiftKey ? event.deltaY : event.deltaX;
      if (by === 0 || !bar.current) return;
      if (event.shiftKey) event.preventDefault();
      bar.current.scrollLeft += by;
    };
    scroller?.addEventListener("wheel", onWheel, { passive: false });
    return () => scroller?.removeEventListener("wheel", onWheel);
  }, []);
  const onScroll = () => {
    const canvas = grid.current?.firstElementChild as HTMLElement | null | undefined;
    canvas?.style.setProperty("--shift", `${-(bar.current?.scrollLeft ?? 0)}px`);
  };
  return (
    <div class="diff-hbar scroll-across rigid code-size mono" ref={bar} onScroll={onScroll} aria-hidden="true" tabIndex={-1}>
      <div class="diff-hbar-extent" />
    </div>
  );
}

/** Moves long lines sideways so far that the match that is stepped to is in view. */
function showSideways(grid: HTMLElement | null, bar: HTMLElement | null): void {
  if (!bar) return;
  const match = grid?.querySelector(".found-now");
  const box = match?.closest(".code")?.getBoundingClientRect();
  if (!match || !box) {
    bar.scrollLeft = 0;
    return;
  }
  const end = match.getBoundingClientRect().right - box.left + bar.scrollLeft;
  bar.scrollLeft = end <= box.width ? 0 : end - box.width + 40;
}
