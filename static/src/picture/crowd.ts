// More simultaneous objects than there is room for lines: the lines of a few, and the number of all others.

import type { Lifeline, LineMark } from "../api.gen";
import type { Drawing } from "./draw";

/** The position of the lines of a few, in pixels: there is room for all others on
 * the left. */
export interface Room {
  width: number;
  /** The maximum width of a line. */
  laneWidth: number;
}

/** The part of the room that shows their number. */
const share = 0.34;
/** The room that names next to lines and ways back need on the right. */
const aside = 40;

/** The drawing: of the objects that concern the chosen one its own line and those of its neighbours, and how many objects there are beside each row. */
export function drawCrowd(d: Drawing, room: Room, lit: number, chosen: number, draw: (d: Drawing) => string): string {
  const left = Math.round(room.width * share);
  const fits = Math.max(2, Math.floor((room.width - left - aside) / room.laneWidth));
  const few = neighbours(d.lines, lit, chosen, fits);
  return `${density(d, left - 12)}<g transform="translate(${left} 0)">${draw({ ...d, ...few, laneWidth: room.laneWidth })}</g>`;
}

/** The lines that concern the chosen row or line, at most this many of them, in their own lanes. */
export function neighbours(lines: readonly Lifeline[], lit: number, chosen: number, most: number): { lines: Lifeline[]; lanes: number } {
  const first = lines.filter((l) => l.id === lit);
  const touched = lines.filter((l) => l.marks.some((m) => m.key === chosen));
  const near = [...first, ...touched].flatMap((l) => lines.filter((other) => isNear(l, other)));
  const all = [...new Set([...first, ...touched, ...near])];
  const lanes = [...new Set(all.map((l) => l.lane))].slice(0, most).sort((a, b) => a - b);
  const at = new Map(lanes.map((lane, k) => [lane, k]));
  const moved = (m: LineMark): LineMark => ({ ...m, into: at.get(m.into) ?? -1 });
  return { lines: all.filter((l) => at.has(l.lane)).map((l) => ({ ...l, lane: at.get(l.lane)!, marks: l.marks.map(moved) })), lanes: lanes.length };
}

/** One comes in as the other, or is stored into it. */
function isNear(a: Lifeline, b: Lifeline): boolean {
  const stored = (from: Lifeline, into: Lifeline) => from.marks.some((m) => m.into === into.lane && m.item >= into.from && m.item <= into.to);
  return a.comes === b.id || b.comes === a.id || stored(a, b) || stored(b, a);
}

/** How many objects there are beside each item of [from, to): in memory, and only known. */
export function countAt(lines: readonly Lifeline[], from: number, to: number): { there: number; known: number }[] {
  const counts = Array.from({ length: to - from }, () => ({ there: 0, known: 0 }));
  for (const l of lines) {
    const made = l.exists < 0 ? Infinity : l.late ? l.exists : l.from;
    for (let item = Math.max(from, l.from); item <= Math.min(to - 1, l.to); item++) counts[item - from]![item >= made ? "there" : "known"]++;
  }
  return counts;
}

/** A bar beside each row: what is in memory, and behind it what is only known. */
function density(d: Drawing, width: number): string {
  const unit = width / Math.max(1, d.lanes);
  const paths = { there: "", known: "" };
  countAt(d.lines, d.from, d.to).forEach(({ there, known }, k) => {
    const y = round((d.from + k) * d.rowHeight + 2);
    const height = round(d.rowHeight - 4);
    const bar = (x: number, n: number) => (n > 0 ? `M${round(x * unit)} ${y}h${round(n * unit)}v${height}h${-round(n * unit)}z` : "");
    paths.there += bar(0, there);
    paths.known += bar(there, known);
  });
  return `<path class="crowd-there" d="${paths.there}"/><path class="crowd-known" d="${paths.known}"/>`;
}

const round = (n: number) => Math.round(n * 10) / 10;
