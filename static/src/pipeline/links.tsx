// The curves between the two columns: from where an operation was recorded to
// where it stands now. Only curves that cross the rendered rows are drawn.

import type { Listing } from "./listing";
import type { Shape } from "../ui/window";
import { rowTop } from "../ui/window";

interface Props {
  listing: Listing;
  shape: Shape;
  /** For each row of the listing its item in the shape. */
  items: Int32Array;
  /** The rendered items [first, last). */
  first: number;
  last: number;
  /** Two columns: curves from edge to edge; one: brackets in the margin. */
  unified: boolean;
}

/** Width of the gap between the columns, and of the margin, in pixels. */
export const gapWidth = 44;
export const marginWidth = 22;

/** More curves than this in one window are noise, and only cost time. */
const mostCurves = 200;

export function Links({ listing, shape, items, first, last, unified }: Props) {
  const top = rowTop(shape, first);
  const height = rowTop(shape, last) - top;
  const middle = (row: number) => rowTop(shape, items[row]!) + shape.rowHeight / 2 - top;
  const curves = [];
  for (const [lane, link] of listing.links.entries()) {
    const a = items[link.from]!;
    const b = items[link.to]!;
    if (Math.max(a, b) < first || Math.min(a, b) >= last || a === b) continue;
    if (curves.length >= mostCurves) break;
    const path = (unified ? bracket : wire)(middle(link.from), middle(link.to), lane);
    curves.push(
      <g key={`${link.from}-${link.to}`} class={`diff-link link-${link.kind}`} data-from={link.from} data-to={link.to}>
        <path d={path.line} />
        <path class="link-head" d={path.head} />
      </g>,
    );
  }
  const width = unified ? marginWidth : gapWidth;
  return (
    <svg
      class={`diff-links${unified ? " in-margin" : ""}`}
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      style={{ top: `${top}px` }}
    >
      {curves}
    </svg>
  );
}

interface Path {
  line: string;
  head: string;
}

/** Curves side by side take different lanes in the gap, so that each can be followed. */
const lanes = 5;
const laneWidth = 5;

function wire(from: number, to: number, lane: number): Path {
  const x = gapWidth / 2 - 12 + (lane % lanes) * laneWidth;
  const end = gapWidth - 6;
  const down = Math.sign(to - from);
  const r = Math.min(9, Math.abs(to - from) / 2);
  return {
    line:
      `M2 ${from}H${x - r}Q${x} ${from} ${x} ${from + down * r}` + `V${to - down * r}Q${x} ${to} ${x + r} ${to}H${end}`,
    head: `M${end - 1} ${to - 4}l5 4l-5 4z`,
  };
}

function bracket(from: number, to: number, lane: number): Path {
  const x = 3 + (lane % 3) * 4;
  const end = marginWidth - 6;
  const down = Math.sign(to - from);
  const r = Math.min(6, Math.abs(to - from) / 2, end - x);
  return {
    line: `M${marginWidth - 2} ${from}H${x + r}Q${x} ${from} ${x} ${from + down * r}V${to - down * r}Q${x} ${to} ${x + r} ${to}H${end}`,
    head: `M${end - 1} ${to - 4}l5 4l-5 4z`,
  };
}
