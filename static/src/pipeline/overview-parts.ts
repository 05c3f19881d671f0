// An overview in shapes and words: what the strip beside a long list draws and says.

import type { OverviewPart, OverviewResponse } from "../api.gen";
import { formatCount } from "../ui/counts";

/** How wide the drawing is, in its own units. */
export const width = 100;

/** One shape for each pass: in each part a bar from the left, the passes in their order one behind the other. */
export function shapesOf({ passes, parts }: OverviewResponse): { pass: string; path: string }[] {
  const paths = passes.map(() => "");
  parts.forEach(([, kept = 0, ...by], k) => {
    const all = by.reduce((sum, n, i) => sum + (i % 2 === 1 ? n : 0), kept);
    let x = 0;
    for (let i = 0; i < by.length; i += 2) {
      const wide = round((by[i + 1]! / all) * width);
      paths[by[i]!] += `M${round(x)} ${k}h${wide}v1h${-wide}z`;
      x += wide;
    }
  });
  return passes.map((pass, i) => ({ pass, path: paths[i]! })).filter(({ path }) => path !== "");
}

/** What is known before passes are counted: how much of each part changed, by any pass. */
export function changedIn(parts: readonly OverviewPart[]): OverviewResponse {
  const changes = parts.map((part) => part.reduce((sum, n) => sum + n, 0));
  const most = Math.max(1, ...changes);
  return { items: 0, passes: ["changed"], parts: changes.map((n) => (n > 0 ? [0, most - n, 0, n] : [0, most])) };
}

const round = (n: number) => Math.round(n * 10) / 10;

/** What is to be said of the parts in a range of fractions of the whole. */
export interface Stretch {
  /** The numbers of the first and the last row, 0 if no row has one. */
  from: number;
  to: number;
  kept: number;
  by: { pass: string; rows: number }[];
}

export function stretchOf({ passes, parts }: OverviewResponse, from: number, to: number): Stretch {
  const first = clamp(Math.floor(from * parts.length), 0, parts.length - 1);
  const last = clamp(Math.ceil(to * parts.length), first + 1, parts.length);
  const rows = passes.map(() => 0);
  const s: Stretch = { from: 0, to: 0, kept: 0, by: [] };
  for (const [number = 0, kept = 0, ...by] of parts.slice(first, last)) {
    if (number > 0) {
      s.from ||= number;
      s.to = number;
    }
    s.kept += kept;
    for (let i = 0; i < by.length; i += 2) rows[by[i]!]! += by[i + 1]!;
  }
  s.by = passes.map((pass, i) => ({ pass, rows: rows[i]! })).filter((p) => p.rows > 0);
  return s;
}

/** "from row 210 to row 260: 12 rows as they were; virtual 30, guards 8". */
export function wordsOf({ from, to, kept, by }: Stretch): string {
  const where = from === 0 ? "" : from === to ? `at row ${from}: ` : `from row ${Math.min(from, to)} to row ${Math.max(from, to)}: `;
  const passes = [...by].sort((a, b) => b.rows - a.rows).map((p) => `${p.pass} ${formatCount(p.rows)}`);
  return `${where}${formatCount(kept)} as ${kept === 1 ? "it was" : "they were"}${passes.length > 0 ? `; ${passes.join(", ")}` : ""}`;
}

/** Where a key leads: the new upper edge of the view, in pixels; null for other keys. */
export function keyed(key: string, top: number, view: number, whole: number): number | null {
  const by: Record<string, number> = { ArrowDown: view / 4, ArrowUp: -view / 4, PageDown: view * 0.9, PageUp: -view * 0.9, Home: -whole, End: whole };
  const step = by[key];
  return step === undefined ? null : clamp(top + step, 0, Math.max(0, whole - view));
}

export function clamp(n: number, least: number, most: number): number {
  return Math.max(least, Math.min(n, most));
}
