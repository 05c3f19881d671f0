// The curves between the two columns: from where an operation was recorded to
// where it stands now. Only curves that begin or end in the rendered rows are drawn.

import { DiffAdded, DiffMovedFrom, DiffMovedTo } from "../api.gen";
import type { Shape } from "../ui/window";
import { rowTop } from "../ui/window";
import type { Listing } from "./listing";

interface Props {
  listing: Listing;
  shape: Shape;
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
const maxCurves = 200;

/** A curve between two rows, with the items at which it is drawn. */
interface Curve {
  from: number;
  to: number;
  fromItem: number;
  toItem: number;
  kind: "moved" | "added";
}

export function Links({ listing, shape, first, last, unified }: Props) {
  const top = rowTop(shape, first);
  const height = rowTop(shape, last) - top;
  const middle = (item: number) => rowTop(shape, item) + shape.rowHeight / 2 - top;
  const width = unified ? marginWidth : gapWidth;
  return (
    <svg
      class={`diff-links z-1 absolute no-pointer${unified ? " in-margin" : ""}`}
      aria-hidden="true"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      style={{ top: `${top}px` }}
    >
      {curvesOf(listing, first, last).map(({ from, to, fromItem, toItem, kind }) => {
        const path = (unified ? bracket : wire)(middle(fromItem), middle(toItem), to);
        return (
          <g key={`${from}-${to}`} class={`diff-link hollow stroke-width-1.3 opacity-0.5 ${kind === "added" ? "stroke-added dashes-3-3" : "stroke-moved"}`} data-from={from} data-to={to}>
            <path d={path.line} />
            <path class={`no-stroke ${kind === "added" ? "fill-added" : "fill-moved"}`} d={path.head} />
          </g>
        );
      })}
    </svg>
  );
}

/** The curves of the rendered rows. One whose other end is elsewhere leaves the window on that side. */
function curvesOf(listing: Listing, first: number, last: number): Curve[] {
  const curves = new Map<string, Curve>();
  for (let at = first; at < last && curves.size < maxCurves; at++) {
    const { row, index } = listing.item(at) ?? {};
    const other = row?.related?.row ?? -1;
    if (!row || index === undefined || other < 0 || other === index || listing.itemOf(index) !== at) continue;
    const there = listing.itemOf(other);
    const item = there >= 0 ? there : other < index ? first - 1 : last;
    if (item === at) continue;
    if (row.kind === DiffMovedFrom) curves.set(`${index}-${other}`, { from: index, to: other, fromItem: at, toItem: item, kind: "moved" });
    else if (row.kind === DiffMovedTo || row.kind === DiffAdded) {
      curves.set(`${other}-${index}`, { from: other, to: index, fromItem: item, toItem: at, kind: row.kind === DiffAdded ? "added" : "moved" });
    }
  }
  return [...curves.values()];
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
