// The recorded rows of the round at hand, with what becomes of each; the one at hand is marked. Only those
// in view are drawn.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { Line } from "../pipeline/line";
import { signs } from "../picture/words";
import { scrollToShow, visibleRows } from "../ui/window";
import { time } from "./state";

const rowHeight = 24;
const overscan = 12;

const scrollTop = signal(0);
const height = signal(400);

export function Rows() {
  const list = useRef<HTMLDivElement>(null);
  const { from, to } = time.round.value;
  const shape = { count: to - from, rowHeight, panel: null };
  const [first, last] = visibleRows(shape, scrollTop.value, height.value, overscan);
  useMeasured(list);
  useEffect(() => time.want(from + first, from + last));
  const now = time.shown.value?.at ?? 0;
  useLayoutEffect(() => {
    const element = list.current!;
    // Whole rows: half of one at the upper edge looks like a mistake.
    element.scrollTop = Math.ceil(scrollToShow(shape, now - from, element.scrollTop, element.clientHeight, 3 * rowHeight) / rowHeight) * rowHeight;
  }, [now, from, to]);
  return (
    <div class="time-rows grow scroll-down" ref={list} onScroll={(e) => (scrollTop.value = e.currentTarget.scrollTop)}>
      <div
        role="listbox"
        tabIndex={0}
        class="relative"
        aria-label="Recorded rows"
        aria-activedescendant={now >= from + first && now < from + last && time.rowAt(now) ? `moment-${now}` : undefined}
        style={{ height: `${(to - from) * rowHeight}px` }}
        onKeyDown={onKey}
      >
        {Array.from({ length: last - first }, (_, k) => (
          <Row key={from + first + k} at={from + first + k} top={(first + k) * rowHeight} ahead={Math.sign(from + first + k - now)} />
        ))}
      </div>
    </div>
  );
}

/** `ahead` is 1 for a row that is still to come, 0 for the one at hand, -1 for those before: a step changes two rows. */
function Row({ at, top, ahead }: { at: number; top: number; ahead: number }) {
  const row = time.rowAt(at);
  if (!row) return null;
  const { sign, words } = signs[row.fate] ?? { sign: "", words: "" };
  return (
    <div
      class={`time-row grid centred strong cut-line hovers is-${row.fate}${ahead === 0 ? " is-now" : ""}${ahead > 0 ? " is-ahead" : ""}`}
      role="option"
      id={`moment-${at}`}
      aria-selected={ahead === 0}
      style={{ top: `${top}px` }}
      onClick={() => {
        time.player.pause();
        time.goTo(at);
      }}
    >
      <span class="row-number soft regular mono">{row.number || ""}</span>
      <span class="row-sign bold mono to-middle">
        <span aria-hidden="true">{ahead === 0 ? "▸" : ahead < 0 ? sign : ""}</span>
        {ahead <= 0 && <span class="off-screen">{words}: </span>}
      </span>
      <Line spans={row.spans} />
    </div>
  );
}

function onKey(e: KeyboardEvent): void {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const by = ({ ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 } as Record<string, number>)[e.key];
  if (by === undefined) return;
  e.preventDefault();
  time.player.pause();
  time.goTo((time.shown.peek()?.at ?? 0) + by);
}

/** Follows the size of the list. */
function useMeasured(list: { current: HTMLDivElement | null }): void {
  useLayoutEffect(() => {
    const element = list.current!;
    const measure = () => (height.value = element.clientHeight);
    measure();
    scrollTop.value = element.scrollTop;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
}
