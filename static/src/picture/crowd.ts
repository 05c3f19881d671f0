// More simultaneous objects than there is room for lines: the lines of a few, and the number of all others.

import type { Lifeline, LineMark } from "../api.gen";
import type { Drawing } from "./draw";
import { looks } from "./looks";

/** The position of the lines of a few, in pixels: there is room for all others on
 * the left. */
export interface Room {
  width: number;
  /** The maximum width of a line. */
  laneWidth: number;
}

/** The part of the room in which all are drawn or counted, and the room that names next to lines and ways back need on the right. */
const wide = { share: 0.34, aside: 40 };
const middle = { share: 0.46, aside: 24 };
const narrow = { share: 0.6, aside: 8 };

/** So many, with so much room for each, have a thin line each: more would run together, and are counted. */
const mostThin = 24;
const thinFrom = 3;

/** The drawing: of the objects that concern the chosen one its own line and those of its neighbours, and beside them all in thin lines, or how many there are beside each row. */
export function drawCrowd(d: Drawing, room: Room, lit: number, chosen: number, draw: (d: Drawing) => string): string {
  const { share, aside } = room.width < 120 ? narrow : room.width < 240 ? middle : wide;
  const left = Math.round(room.width * share);
  const fits = Math.max(2, Math.floor((room.width - left - aside) / room.laneWidth));
  const few = neighbours(d.lines, lit, chosen, fits);
  const unit = (left - 12) / Math.max(1, d.lanes);
  const all = d.lanes <= mostThin && unit >= thinFrom ? thin(d, Math.floor(unit)) : density(d, unit);
  return `${all}<g transform="translate(${left} 0)">${draw({ ...d, ...few, laneWidth: room.laneWidth })}</g>`;
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

/** A line for each object, without marks: solid where it is in memory, dashed where it is only known. The unit is whole pixels, and lines are in
 * the middle of one: between two pixels they would be blurred, and ten next to each other look like one bar. */
function thin(d: Drawing, unit: number): string {
  const paths = { there: "", known: "" };
  for (const l of d.lines) {
    const made = l.exists < 0 ? l.to : l.late ? l.exists : l.from;
    const y = (item: number) => round((Math.max(d.from - 1, Math.min(d.to, item)) + 0.5) * d.rowHeight);
    const x = l.lane * unit + 1.5;
    if (made > l.from) paths.known += `M${x} ${y(l.from)}V${y(made)}`;
    if (made < l.to || l.exists === l.to) paths.there += `M${x} ${y(made)}V${y(l.to)}`;
  }
  return `<path class="${looks.there} stroke-width-1.4" d="${paths.there}"/><path class="${looks.known} stroke-width-1.4" d="${paths.known}"/>`;
}

/** A bar beside each row: what is in memory, and behind it what is only known. It is lower than the row, or all bars together look like one. */
function density(d: Drawing, unit: number): string {
  const paths = { there: "", known: "" };
  const height = round(Math.min(9, d.rowHeight - 4));
  countAt(d.lines, d.from, d.to).forEach(({ there, known }, k) => {
    const y = round((d.from + k + 0.5) * d.rowHeight - height / 2);
    const bar = (x: number, n: number) => (n > 0 ? `M${round(x * unit)} ${y}h${round(n * unit)}v${height}h${-round(n * unit)}z` : "");
    paths.there += bar(0, there);
    paths.known += bar(there, known);
  });
  return `<path class="crowd-there fill-ink-2" d="${paths.there}"/><path class="crowd-known fill-removed-bg stroke-removed stroke-width-0.8" d="${paths.known}"/>`;
}

const round = (n: number) => Math.round(n * 10) / 10;
