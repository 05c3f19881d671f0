// One of the three traces. All of its text is in the page, so that it can be
// selected and copied over any length; of what is near the view the engine is asked
// for the pieces of the lines.

import { signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { briefIn, characterWidth, longestIn } from "../pipeline/brief";
import { copyText } from "../pipeline/clipboard";
import type { ComparedText, Span } from "../api.gen";
import { SpanPlain, SpanText } from "../api.gen";
import { comparedLines } from "../controller";
import { Line } from "../pipeline/line";
import { diff } from "../pipeline/state";
import { begin, finish } from "../settled";
import { marksShown } from "./table";

/** Lines that are drawn together. */
const block = 50;

interface Props {
  id: "recorded" | "ours" | "pypys";
  /** The number of the comparison. */
  compared: number;
  title: string;
  /** What the title does not say: the number of operations, the passes. */
  note: string;
  of: ComparedText;
  hidden: boolean;
  /** Where columns are tabs, the tab names the column. */
  tabbed: boolean;
}

export function Column({ id, compared, title, note, of, hidden, tabbed }: Props) {
  const marks = marksShown.value;
  const lines = useMemo(() => linesOf(of.text), [of]);
  const numbers = useMemo(() => shownLines(lines.length, marks ? [] : of.marks), [lines, marks, of]);
  const scroller = useRef<HTMLDivElement>(null);
  const digits = String(Math.max(...of.numbers, 1)).length;
  const room = useRoom(scroller) - Math.ceil(digits * 0.7 + 2.5);
  const short = diff.shortPaths.value;
  const blocks: number[][] = [];
  for (let i = 0; i < numbers.length; i += block) blocks.push(numbers.slice(i, i + block));
  const role = tabbed
    ? { role: "tabpanel" as const, "aria-labelledby": `compare-tab-${id}` }
    : { role: "region" as const, "aria-label": title };
  return (
    <section class={`beside column grow paper beside-${id}`} id={`compare-${id}`} hidden={hidden} {...role}>
      <div class="pad-y-1 pad-x-4 row baseline rigid line-below">
        {!tabbed && <h3 class="rigid text-m">{title}</h3>}
        <span class="grow cut minor">{note}</span>
        <button type="button" class="text-button minor" onClick={() => void copyText(of.text, `the trace (${title})`)}>
          copy
        </button>
      </div>
      <div
        class="beside-lines contained grow scroll code-small mono"
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label={`${title}, ${lines.length} lines`}
        style={{ "--digits": digits }}
        onCopy={(e) => short && copyWhole(e, scroller.current!, lines, numbers)}
      >
        <div class={`pad-y-1 ${short ? "clip" : "natural min-width-100%"}`}>
          {blocks.map((part, i) => (
            <Block key={i} compared={compared} side={id} of={of} lines={lines} numbers={part} root={scroller} room={short ? room : Infinity} />
          ))}
        </div>
      </div>
    </section>
  );
}

/** How many characters a column is wide. What is in it changes its size with that of the letters. */
function useRoom(scroller: { current: HTMLDivElement | null }): number {
  const room = useSignal(0);
  useLayoutEffect(() => {
    const column = scroller.current!;
    const measure = () => (room.value = Math.floor(column.clientWidth / (parseFloat(getComputedStyle(column).fontSize) * characterWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(column);
    observer.observe(column.firstElementChild!);
    return () => observer.disconnect();
  }, []);
  return room.value;
}

/** Lines are copied whole, though they are shown with short names; a piece of one line is copied as it is shown. */
function copyWhole(e: ClipboardEvent, column: HTMLElement, lines: readonly string[], numbers: readonly number[]): void {
  const chosen = document.getSelection();
  const parts = chosen && chosen.rangeCount > 0 ? chosenParts(chosen.getRangeAt(0), column) : [];
  if (parts.length === 0) return;
  const from = Number(parts[0]!.dataset.first);
  const to = Number(parts.at(-1)!.dataset.last);
  const text = numbers.filter((n) => n >= from && n <= to).map((n) => lines[n]);
  e.clipboardData?.setData("text/plain", text.join("\n") + (text.length > 1 ? "\n" : ""));
  e.preventDefault();
}

/**
 * The lines in which some text is chosen, or the blocks of lines that are not drawn yet; none for a piece of one of
 * them, and for what is chosen beyond the column. A line at whose beginning the range ends has nothing chosen: a triple click on the
 * line above, and a drag over it, end there.
 */
function chosenParts(range: Range, column: HTMLElement): HTMLElement[] {
  const beyond = range.cloneRange();
  beyond.setStart(column, column.childNodes.length);
  if (!column.contains(range.startContainer) || String(beyond) !== "") return [];
  const all = [...column.querySelectorAll<HTMLElement>(".beside-line, .beside-block:not(:has(.beside-line))")];
  const parts = all.filter((part) => range.intersectsNode(part) && chosenIn(range, part) !== "");
  return parts.length === 1 && chosenIn(range, parts[0]!) !== parts[0]!.textContent ? [] : parts;
}

/** What of an element's text is in a range that meets it. */
function chosenIn(range: Range, part: HTMLElement): string {
  const own = document.createRange();
  own.selectNodeContents(part);
  if (part.contains(range.startContainer)) own.setStart(range.startContainer, range.startOffset);
  if (part.contains(range.endContainer)) own.setEnd(range.endContainer, range.endOffset);
  return String(own);
}

/** The lines of a text; a newline at its end does not begin another one. */
function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The numbers of the lines, from 0, without the marks; the numbers of the others stay unchanged. */
function shownLines(count: number, marks: readonly number[]): number[] {
  const left = new Set(marks);
  return Array.from({ length: count }, (_, i) => i).filter((i) => !left.has(i));
}

interface BlockProps {
  compared: number;
  side: Props["id"];
  of: ComparedText;
  lines: string[];
  /** The lines in this block, from 0. */
  numbers: number[];
  root: { current: HTMLDivElement | null };
  /** How many characters of a line are shown, with short names as in the picture; Infinity if lines are whole. */
  room: number;
}

function Block({ compared, side, of, lines, numbers, root, room }: BlockProps) {
  const box = useRef<HTMLDivElement>(null);
  const near = useMemo(() => signal(false), []);
  const spans = useMemo(() => signal<Span[][] | null>(null), [compared, side, numbers]);
  // Both before the next frame: until it is known whether the lines are near, and until their pieces are there, the page is not settled.
  useLayoutEffect(() => {
    let asked = true;
    const known = () => {
      if (asked) finish("lines in view");
      asked = false;
    };
    const observer = new IntersectionObserver(
      (entries) => {
        near.value = entries.at(-1)!.isIntersecting;
        known();
      },
      { root: root.current, rootMargin: "800px 0px" },
    );
    begin("lines in view");
    observer.observe(box.current!);
    return () => {
      observer.disconnect();
      known();
    };
  }, []);
  const wanted = near.value && spans.value === null;
  useLayoutEffect(() => {
    if (wanted) void comparedLines({ compared, side, from: numbers[0]!, to: numbers.at(-1)! + 1 }).then((found) => (spans.value = found));
  }, [wanted, spans]);
  const first = numbers[0]!;
  const shown = (line: Span[]) => (room < Infinity ? briefIn(room, line, longestIn(room)) : line);
  return (
    <div class="beside-block" ref={box} style={{ "--lines": numbers.length }} data-first={first} data-last={numbers.at(-1)}>
      {near.value
        ? numbers.map((n) => (
            <div class="beside-line flex hovers" key={n} data-first={n} data-last={n} title={room < Infinity && spans.value ? lines[n] : undefined}>
              <span class="num size-0.82em no-selection rigid faint to-right" data-n={of.numbers[n] || ""} />
              <span class={room < Infinity ? "slim clip ellipsis" : ""}>
                <Line spans={shown(spans.value?.[n - first] ?? [[SpanText, lines[n]!, 0, SpanPlain]])} />
              </span>
            </div>
          ))
        : `${numbers.map((n) => lines[n]).join("\n")}\n`}
    </div>
  );
}
