// One of the three traces. All of its text is in the page, so that it can be
// selected and copied over any length; of what is near the view the engine is asked
// for the pieces of the lines.

import { signal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { brief, longestScrolled } from "../pipeline/brief";
import { copyText } from "../pipeline/clipboard";
import type { ComparedText, Span } from "../api.gen";
import { SpanPlain, SpanText } from "../api.gen";
import { comparedLines } from "../controller";
import { Line } from "../pipeline/line";
import { diff } from "../pipeline/state";
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
  const short = diff.shortPaths.value;
  const blocks: number[][] = [];
  for (let i = 0; i < numbers.length; i += block) blocks.push(numbers.slice(i, i + block));
  const role = tabbed
    ? { role: "tabpanel" as const, "aria-labelledby": `compare-tab-${id}` }
    : { role: "region" as const, "aria-label": title };
  return (
    <section class={`beside column grow beside-${id}`} id={`compare-${id}`} hidden={hidden} {...role}>
      <div class="pad-y-1 pad-x-4 row baseline rigid line-below">
        {!tabbed && <h3 class="rigid text-m">{title}</h3>}
        <span class="grow cut minor">{note}</span>
        <button type="button" class="text-button minor" onClick={() => void copyText(of.text, `the trace (${title})`)}>
          copy
        </button>
      </div>
      <div
        class="beside-lines grow scroll code-size mono"
        ref={scroller}
        tabIndex={0}
        role="group"
        aria-label={`${title}, ${lines.length} lines`}
        style={{ "--digits": digits }}
        onCopy={(e) => short && copyWhole(e, lines, numbers)}
      >
        <div class="beside-canvas pad-y-1">
          {blocks.map((part, i) => (
            <Block key={i} compared={compared} side={id} of={of} lines={lines} numbers={part} root={scroller} short={short} />
          ))}
        </div>
      </div>
    </section>
  );
}

/** Several lines are copied whole, though they are shown with short names. */
function copyWhole(e: ClipboardEvent, lines: readonly string[], numbers: readonly number[]): void {
  const range = document.getSelection()?.rangeCount ? document.getSelection()!.getRangeAt(0) : null;
  const from = lineAt(range?.startContainer, "first");
  const to = lineAt(range?.endContainer, "last");
  if (from < 0 || to <= from) return;
  e.clipboardData?.setData("text/plain", numbers.filter((n) => n >= from && n <= to).map((n) => lines[n]).join("\n") + "\n");
  e.preventDefault();
}

/** The number of the line that a node is in, from 0; in lines that are drawn together as one text, that of the first or last one; -1 elsewhere. */
function lineAt(node: Node | undefined, end: "first" | "last"): number {
  const element = node instanceof Element ? node : node?.parentElement;
  const place = element?.closest<HTMLElement>("[data-first]");
  return place ? Number(place.dataset[end]) : -1;
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
  /** Names are short, as in the picture. */
  short: boolean;
}

function Block({ compared, side, of, lines, numbers, root, short }: BlockProps) {
  const box = useRef<HTMLDivElement>(null);
  const near = useMemo(() => signal(false), []);
  const spans = useMemo(() => signal<Span[][] | null>(null), [compared, side, numbers]);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => (near.value = entries.at(-1)!.isIntersecting),
      { root: root.current, rootMargin: "800px 0px" },
    );
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, []);
  const wanted = near.value && spans.value === null;
  useEffect(() => {
    if (wanted) void comparedLines({ compared, side, from: numbers[0]!, to: numbers.at(-1)! + 1 }).then((found) => (spans.value = found));
  }, [wanted, spans]);
  const first = numbers[0]!;
  const shown = (line: Span[]) => (short ? brief(line, longestScrolled) : line);
  return (
    <div class="beside-block" ref={box} style={{ "--lines": numbers.length }} data-first={first} data-last={numbers.at(-1)}>
      {near.value
        ? numbers.map((n) => (
            <div class="beside-line flex hovers" key={n} data-first={n} data-last={n} title={short && spans.value ? lines[n] : undefined}>
              <span class="num rigid faint to-right" data-n={of.numbers[n] || ""} />
              <Line spans={shown(spans.value?.[n - first] ?? [[SpanText, lines[n]!, 0, SpanPlain]])} />
            </div>
          ))
        : `${numbers.map((n) => lines[n]).join("\n")}\n`}
    </div>
  );
}
