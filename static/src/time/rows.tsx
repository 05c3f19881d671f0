// The recorded rows of the current iteration, with what happens to each; the current one is marked. Only those
// in view are drawn.

import type { ComponentChild } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { computed, effect, signal, untracked } from "@preact/signals";
import type { MomentRow } from "../api.gen";
import { Line } from "../pipeline/line";
import { rowNumber } from "../picture/looks";
import { signs } from "../picture/words";
import { scrollToShow } from "../ui/window";
import { time } from "./state";

const rowHeight = 24;
/** Rows by which the view moves before others are drawn, and rows drawn beyond it. */
const step = 2;
const overscan = 6;

const scrollTop = signal(0);
const height = signal(400);
/** The view in rows, rounded to whole steps: so a list that gets slightly lower is not drawn again. */
const firstRow = computed(() => Math.floor(scrollTop.value / (step * rowHeight)) * step);
const viewRows = computed(() => Math.ceil(height.value / (step * rowHeight)) * step);

export function Rows() {
  const list = useRef<HTMLDivElement>(null);
  const { from, to } = time.iteration.value;
  const first = Math.max(0, Math.min(firstRow.value, to - from) - overscan);
  const last = Math.min(to - from, firstRow.value + viewRows.value + step + overscan);
  useMeasured(list);
  useScrolled(list, from, to);
  useEffect(() => time.want(from + first, from + last));
  const now = time.shown.value?.at ?? 0;
  const drawn = useRows(from, first, last, now);
  return (
    <div class="time-rows time-600px:rigid time-600px:height-216px grow scroll-down" ref={list} onScroll={(e) => (scrollTop.value = e.currentTarget.scrollTop)}>
      <div
        role="listbox"
        tabIndex={0}
        class="relative"
        aria-label="Recorded rows"
        aria-activedescendant={now >= from + first && now < from + last && time.rowAt(now) ? `moment-${now}` : undefined}
        style={{ height: `${(to - from) * rowHeight}px` }}
        onKeyDown={onKey}
      >
        {drawn}
      </div>
    </div>
  );
}

interface RowProps {
  row: MomentRow;
  at: number;
  top: number;
  /** 1 for a row that is still to come, 0 for the current one, -1 for those before. */
  ahead: number;
}

/** The rows [first, last) of an iteration as elements. An unchanged row has the same element as before, so that a step draws two rows and
 * not all in view. */
function useRows(from: number, first: number, last: number, now: number): ComponentChild[] {
  const before = useRef(new Map<number, { props: RowProps; drawn: ComponentChild }>());
  const kept = new Map<number, { props: RowProps; drawn: ComponentChild }>();
  for (let k = first; k < last; k++) {
    const at = from + k;
    const row = time.rowAt(at);
    if (!row) continue;
    const props = { row, at, top: k * rowHeight, ahead: Math.sign(at - now) };
    const old = before.current.get(at);
    const same = old?.props.row === row && old.props.top === props.top && old.props.ahead === props.ahead;
    kept.set(at, same ? old : { props, drawn: <Row key={at} {...props} /> });
  }
  before.current = kept;
  return [...kept.values()].map((k) => k.drawn);
}

function Row({ row, at, top, ahead }: RowProps) {
  const { sign, words } = signs[row.fate] ?? { sign: "", words: "" };
  return (
    <div
      class={`time-row turn is-now:strong is-now:ink inset-auto-0 columns-2.8rem-1.3rem-1fr height-24px code-small absolute pointer grid centred strong cut-line hovers is-${row.fate}${ahead === 0 ? " is-now" : ""}${ahead > 0 ? " is-ahead" : ""}`}
      role="option"
      id={`moment-${at}`}
      aria-selected={ahead === 0}
      style={{ top: `${top}px` }}
      onClick={() => {
        time.player.pause();
        time.goTo(at);
      }}
    >
      <span class={rowNumber}>{row.number || ""}</span>
      <span class={`row-sign bold mono to-middle ${ahead === 0 ? "colour-focus" : "colour-removed"}`}>
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

/**
 * Keeps the current row in view: at once, before the same moment changes the page. So asking for the place costs no layout of its own, and rows that come
 * into view are drawn in the same frame. In another iteration that is done once there is room for its rows.
 */
function useScrolled(list: { current: HTMLDivElement | null }, from: number, to: number): void {
  const drawn = useRef({ from, to });
  const scroll = () => {
    const now = time.shown.value?.at ?? 0;
    const room = height.value;
    const iteration = untracked(() => time.iteration.value);
    const element = list.current;
    if (!element || iteration.from !== drawn.current.from || iteration.to !== drawn.current.to) return;
    const shape = { count: iteration.to - iteration.from, rowHeight, panel: null };
    // Whole rows: half of one at the upper edge looks like a mistake.
    element.scrollTop = Math.ceil(scrollToShow(shape, now - iteration.from, element.scrollTop, room, 3 * rowHeight) / rowHeight) * rowHeight;
    scrollTop.value = element.scrollTop;
  };
  useLayoutEffect(() => effect(scroll), []);
  useLayoutEffect(() => {
    drawn.current = { from, to };
    untracked(scroll);
  }, [from, to]);
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
