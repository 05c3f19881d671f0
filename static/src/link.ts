// Which line belongs to which: the text in the editor, the left trace, the
// right trace and the rows that align the two. Left and right are aligned by
// the optimizer (result.rows). The text and the left trace are two printings
// of the same operations: a value has one definition, so its name finds it, and
// operations without result keep their order.

import type { OptimizeResponse } from "./api.gen";

/**
 * A line that the pointer or the selection is on. "source" is the text in the
 * editor, "left" and "right" are the two traces of `result`.
 */
export interface Place {
  side: "source" | "left" | "right";
  line: number;
}

/** All the lookups for one result; each entry is -1 where there is nothing. */
interface Links {
  rowOfLeft: Int32Array;
  rowOfRight: Int32Array;
  sourceOfLeft: Int32Array;
  leftOfSource: Int32Array;
}

const cache = new WeakMap<OptimizeResponse, Links>();

/** The index in result.rows of the row that shows the place, -1 if there is none. */
export function rowOfPlace(result: OptimizeResponse | null, text: string, place: Place | null): number {
  if (!result || !place) return -1;
  const links = linksOf(result, text);
  if (place.side === "right") return at(links.rowOfRight, place.line);
  const left = place.side === "left" ? place.line : at(links.leftOfSource, place.line);
  return at(links.rowOfLeft, left);
}

/** The line of the editor's text that the place came from, -1 if there is none. */
export function sourceLineOfPlace(result: OptimizeResponse | null, text: string, place: Place | null): number {
  if (!place) return -1;
  if (place.side === "source") return place.line;
  if (!result) return -1;
  const links = linksOf(result, text);
  if (place.side === "left") return at(links.sourceOfLeft, place.line);
  const row = result.rows[at(links.rowOfRight, place.line)];
  if (!row) return -1;
  const [left, , , remark, partner] = row;
  const origin = left >= 0 ? left : partner >= 0 ? partner : (result.remarks[remark]?.left ?? -1);
  return at(links.sourceOfLeft, origin);
}

function at(lines: Int32Array, index: number): number {
  return index >= 0 && index < lines.length ? lines[index]! : -1;
}

function linksOf(result: OptimizeResponse, text: string): Links {
  const known = cache.get(result);
  if (known) return known;
  const source = text.split("\n");
  const left = result.left.split("\n");
  const links: Links = {
    rowOfLeft: new Int32Array(left.length).fill(-1),
    rowOfRight: new Int32Array(countLines(result.right)).fill(-1),
    sourceOfLeft: matchLines(left, source),
    leftOfSource: new Int32Array(source.length).fill(-1),
  };
  result.rows.forEach(([l, r], index) => {
    if (l >= 0) links.rowOfLeft[l] = index;
    if (r >= 0) links.rowOfRight[r] = index;
  });
  links.sourceOfLeft.forEach((s, l) => {
    if (s >= 0) links.leftOfSource[s] = l;
  });
  cache.set(result, links);
  return links;
}

function countLines(s: string): number {
  let n = 1;
  for (let i = s.indexOf("\n"); i >= 0; i = s.indexOf("\n", i + 1)) n++;
  return n;
}

const definition = /^\s*(?:\+\d+:\s*)?([A-Za-z_]\w*)\s*=(?!=)/;

/**
 * For each line of `left` the line of `source` that it is a printing of, or -1.
 * Exported for its tests.
 */
export function matchLines(left: string[], source: string[]): Int32Array {
  const byName = new Map<string, number>();
  source.forEach((line, i) => {
    const name = definition.exec(line)?.[1];
    if (name !== undefined && !byName.has(name)) byName.set(name, i);
  });
  const found = new Int32Array(left.length).fill(-1);
  const byText = new Map<string, number[]>();
  source.forEach((line, i) => {
    if (!definition.test(line)) pushTo(byText, key(line), i);
  });
  left.forEach((line, i) => {
    const name = definition.exec(line)?.[1];
    if (name !== undefined) found[i] = byName.get(name) ?? -1;
    else if (key(line) !== "") found[i] = byText.get(key(line))?.shift() ?? -1;
  });
  return found;
}

function pushTo(map: Map<string, number[]>, k: string, i: number): void {
  const list = map.get(k);
  if (list) list.push(i);
  else map.set(k, [i]);
}

/** A line without what printing may change: spaces, code offsets and a comment behind an operation. */
function key(line: string): string {
  const bare = line.replace(/^\s*\+\d+:/, "").replace(/\s+/g, "");
  return bare.startsWith("#") ? bare : bare.replace(/#.*$/, "");
}
