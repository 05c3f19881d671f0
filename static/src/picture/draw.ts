// Lifelines as SVG: from data to text, and nothing else, so that a page, a file and a frame show the
// same picture. The shape has the meaning and classes repeat it in colour; there are no styles in
// the text, which a page's policy may forbid.

import type { LabelParam, LineMark, Lifeline } from "../api.gen";
import { escapeMarkup } from "../ui/markup";
import { looks, pipeAlong } from "./looks";

/** What is drawn, and its size. */
export interface Drawing {
  lines: readonly Lifeline[];
  /** The parameters of the loop's label: what is passed in place of a box. */
  params: readonly LabelParam[];
  /** The items [from, to) beside which the picture stands, and how many there are in all. */
  from: number;
  to: number;
  /** The item of the last row, with the jump: what goes round goes from there, to the item of the label. */
  jump: number;
  label: number;
  lanes: number;
  rowHeight: number;
  laneWidth: number;
  /** The distance between two ways back. */
  railGap: number;
}

/** From this width on there is room for names and values beside a line. */
const namedFrom = 30;
/** Below this width there is no room for marks. */
const markedFrom = 10;
/** More ways back than this become one. */
const maxRails = 6;

/** What the next iteration has under another name; what it has under the same one needs no way. */
function goingRound(lines: readonly Lifeline[]): Lifeline[] {
  return lines.filter((l) => l.comes >= 0 && l.comes !== l.id);
}

/** The width of the picture in pixels. */
export function drawingWidth(d: Pick<Drawing, "lanes" | "laneWidth" | "lines" | "railGap">): number {
  const rails = Math.min(maxRails, goingRound(d.lines).length);
  // The last lane's name stands where the rails are, or needs room of its own.
  return Math.ceil(d.lanes * d.laneWidth + (rails > 0 ? 8 + rails * d.railGap + d.railGap / 2 : 0) + (d.laneWidth < namedFrom ? 6 : rails > 1 ? 4 : 26));
}

/** The room needed after the last row for values that go round. */
export function drawingFoot(lines: readonly Lifeline[]): number {
  const rails = Math.min(maxRails, goingRound(lines).length);
  return rails > 0 ? 18 + rails * 7 : 0;
}

/** The picture's elements; the origin is the upper edge of item 0. */
export function draw(d: Drawing): string {
  const rails = goingRound(d.lines).sort((a, b) => a.lane - b.lane);
  const ways = rails.map((line, k) => wayBack(d, line, k, rails.length)).join("");
  const drawn = tellingOf(d.lines);
  return ways + d.lines.map((line) => lineOf(d, line, drawn)).join("");
}

/** What of a drawing is next to the items [from, to). */
export function partOf(d: Drawing, from: number, to: number): Drawing {
  const lines = d.lines.filter((l) => l.from < to && l.to >= from).map((l) => ({ ...l, marks: l.marks.filter((m) => m.item >= from && m.item < to) }));
  return { ...d, from, to, lines };
}

const xOf = (d: Drawing, lane: number) => round((lane + 0.5) * d.laneWidth);
const yOf = (d: Drawing, item: number) => round((item + 0.5) * d.rowHeight);
const round = (n: number) => Math.round(n * 10) / 10;

/** One lifeline: the bar, those of its marks that are drawn, its name. */
function lineOf(d: Drawing, line: Lifeline, drawn: ReadonlySet<LineMark>): string {
  const x = xOf(d, line.lane);
  const parts = bars(d, line, x);
  if (d.laneWidth >= markedFrom) {
    for (const mark of line.marks) if (drawn.has(mark)) parts.push(markOf(d, line, mark, x));
    if (line.late && line.exists >= 0) parts.push(box(x, yOf(d, line.exists) - d.rowHeight / 2, "made"));
    if (d.laneWidth >= namedFrom) parts.push(name(d, line, x));
  }
  return `<g class="life life-${stateOf(line)}" data-line="${line.id}" data-key="${line.key}"><title>${escapeMarkup(tell(line))}</title>${parts.join("")}</g>`;
}

/** Of several marks at one place, which is beside a fold as a rule, the one that says most: on top of each other none can be read. */
const telling = ["leaves", "passed", "stored", "comes", "made", "written", "checked", "read", "found", "compared", "exit"];

/** The marks that are drawn; one object may end where the next one in its lane begins. */
function tellingOf(lines: readonly Lifeline[]): Set<LineMark> {
  const rank = (m: LineMark) => telling.indexOf(m.kind);
  const best = new Map<string, LineMark>();
  for (const { lane, marks } of lines) {
    for (const m of marks) {
      const at = `${lane} ${m.item}`;
      if (!best.has(at) || rank(m) < rank(best.get(at)!)) best.set(at, m);
    }
  }
  return new Set(best.values());
}

/** A description of a line in a few words, for those who do not see it. */
export function tell(line: Lifeline): string {
  const states = { never: "never made", before: "existed before", late: "known only at first, made later", made: "made where it was recorded" };
  const goes = line.comes >= 0 ? ", passed on to the next iteration" : "";
  return `${line.name}: ${states[stateOf(line)]}${goes}`;
}

function stateOf(line: Lifeline): "never" | "before" | "late" | "made" {
  if (line.exists < 0) return "never";
  if (line.before && !line.late) return "before";
  return line.late ? "late" : "made";
}

/** Solid where the object is in memory, dashed where it is only known; wide and invisible for the pointer.
 * */
function bars(d: Drawing, line: Lifeline, x: number): string[] {
  const top = yOf(d, Math.max(line.from, d.from - 1));
  const bottom = yOf(d, Math.min(line.to, d.to)) + (line.comes >= 0 && line.to < d.to ? 4 : 0);
  const made = line.exists < 0 ? bottom : line.late ? yOf(d, line.exists) - d.rowHeight / 2 : top;
  const parts = [`<path class="life-reach hollow pointer" d="M${x} ${top}V${bottom}"/>`];
  if (made > top) parts.push(`<path class="${looks.known} stroke-width-2" d="M${x} ${top}V${Math.min(made, bottom)}"/>`);
  if (made < bottom) parts.push(`<path class="${looks.there} stroke-width-2.6" d="M${x} ${Math.max(made, top)}V${bottom}"/>`);
  return parts;
}

function box(x: number, y: number, kind: "made" | "born"): string {
  return `<rect class="${looks[kind]}" x="${x - 5.5}" y="${round(y - 5.5)}" width="11" height="11" rx="1.5"/>`;
}

function markOf(d: Drawing, line: Lifeline, mark: LineMark, x: number): string {
  const y = yOf(d, mark.item);
  const kept = mark.kept ? " is-kept" : "";
  const late = stateOf(line) === "late";
  switch (mark.kind) {
    case "made":
      return box(x, y, line.exists >= 0 && !line.late ? "made" : "born");
    case "comes":
      return line.exists === line.from ? box(x, y, "made") : `<circle class="${looks.comes}" cx="${x}" cy="${y}" r="4.5"/>`;
    case "found":
      return `<path class="${looks.found}${kept}" d="M${x - 5} ${y - 4}h10"/>`;
    case "written":
      return `<circle class="lm-written ${late ? looks.madeWritten : looks.written}${kept}" cx="${x}" cy="${y}" r="4.5"/>${value(d, mark, x, y)}`;
    case "read":
      return `<circle class="${looks.read}${kept}" cx="${x}" cy="${y}" r="4"/>`;
    case "checked":
      return `<path class="${looks.checked}${kept}" d="M${x} ${y - 5.5}l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>`;
    case "compared":
      return `<path class="${looks.compared}${kept}" d="M${x - 5} ${y - 2}h10M${x - 5} ${y + 2}h10"/>`;
    case "exit":
      return `<path class="${looks.exit}" d="M${x} ${y}h6"/>`;
    case "stored":
      return stored(d, mark, x, y);
    case "passed":
      return `<path class="${late ? looks.madePassed : looks.passed}" d="M${x - 6} ${y - 4}h12l-6 8z"/>`;
    case "leaves":
      return `<path class="${looks.leaves}" d="M${x} ${y}h9"/><path class="fill-ink" d="M${x + 7} ${y - 5}l7 5l-7 5z"/>`;
  }
  return "";
}

/** An object that is put into another: a line to its lane, with a head. */
function stored(d: Drawing, mark: LineMark, x: number, y: number): string {
  if (mark.into < 0) return `<path class="${looks.stored}" d="M${x} ${y}h8"/>`;
  const to = xOf(d, mark.into);
  const way = Math.sign(to - x) || 1;
  return `<path class="${looks.stored}" d="M${x} ${y}H${to - way * 5}"/><path class="fill-mark" d="M${to - way * 9} ${y - 4}L${to - way * 3} ${y}L${to - way * 9} ${y + 4}z"/>`;
}

function value(d: Drawing, mark: LineMark, x: number, y: number): string {
  if (!mark.label || d.laneWidth < namedFrom) return "";
  return `<text class="fill-tok-number" x="${x + 9}" y="${y + 4}">${escapeMarkup(cutOff(mark.label, d, 3))}</text>`;
}

/** Marks that have something on the right of the line, where its name would be. */
const besideLine = new Set(["written", "stored", "exit", "leaves"]);

/** Names are at least this many characters long before they are cut off: `p1468`. */
const shortestName = 6;

function name(d: Drawing, line: Lifeline, x: number): string {
  if (line.from < d.from) return "";
  // What comes in has its name a row further down, so that it is next to no way; and no name is on top of a mark.
  let at = line.from + (line.marks[0]?.kind === "comes" ? 1 : 0);
  while (at < line.to && line.marks.some((m) => m.item === at && besideLine.has(m.kind))) at++;
  return `<text class="life-name fill-ink weight-650" x="${x + 10}" y="${yOf(d, at) + 4}">${escapeMarkup(cutOff(line.name, d, shortestName))}</text>`;
}

/** A text as long as a lane is wide, at least so many characters. */
function cutOff(text: string, d: Drawing, least: number): string {
  const longest = Math.max(least, Math.floor((d.laneWidth - 8) / 6.5));
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** The way of what is passed to the next iteration: down, around on the right, and in again at the top. */
function wayBack(d: Drawing, line: Lifeline, k: number, count: number): string {
  const at = Math.min(k, maxRails - 1);
  const rails = Math.min(count, maxRails);
  const rail = round(d.lanes * d.laneWidth + 8 + (rails - at) * d.railGap);
  const into = d.lines.find((l) => l.id === line.comes);
  const x0 = xOf(d, line.lane);
  const x1 = xOf(d, into?.lane ?? line.lane);
  const bottom = yOf(d, d.jump) + d.rowHeight / 2 + 4 + (rails - at) * 7;
  const top = round(yOf(d, d.label) - (8 * (rails - 1 - at)) / Math.max(1, rails - 1));
  const r = 5;
  const way =
    `M${x0} ${yOf(d, d.jump) + 4}V${bottom - r}q0 ${r} ${r} ${r}H${rail - r}q${r} 0 ${r} ${-r}` +
    `V${top + r}q0 ${-r} ${-r} ${-r}H${x1 + 8}`;
  const head = `<path class="${line.exists >= 0 ? "fill-ink" : "fill-tok-number"}" d="M${x1 + 13} ${top - 4.5}l-7 4.5l7 4.5z"/>`;
  if (line.exists >= 0) return `<g class="way" data-line="${line.id}"><path class="${looks.box}" d="${way}"/>${head}</g>`;
  return `<g class="way way-number" data-line="${line.id}">${pipeAlong(way)}${head}</g>`;
}
