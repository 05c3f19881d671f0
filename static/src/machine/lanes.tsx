// Registers as columns and the values in them as bars, beside the rows in view.

import type { CodeListing, Lane } from "./rows";

/** The width of a lane in pixels, as in machine.css. */
const laneWidth = 14;

interface Props {
  listing: CodeListing;
  first: number;
  last: number;
  rowHeight: number;
  /** The value that is marked. */
  value: string;
}

export function Lanes({ listing, first, last, rowHeight, value }: Props) {
  const { lanes, columns } = listing;
  if (columns.length === 0) return null;
  const shown = lanes.filter((lane) => lane.from < last && lane.to > first);
  // Marked bars come last, above the others.
  const ordered = [...shown.filter((l) => l.value !== value), ...shown.filter((l) => l.value === value)];
  const top = first * rowHeight;
  return (
    <svg
      class="lanes absolute clip"
      role="presentation"
      width={columns.length * laneWidth}
      height={(last - first) * rowHeight}
      style={{ "--top": `${top}px` }}
    >
      {columns.map((name, k) => (
        <line key={name} class="stroke-line" x1={centre(k)} x2={centre(k)} y1={0} y2={(last - first) * rowHeight} />
      ))}
      {ordered.map((lane) => (
        <Bar key={`${lane.column} ${lane.from} ${lane.to} ${lane.value}`} lane={lane} first={first} last={last} rowHeight={rowHeight} marked={lane.value === value} />
      ))}
    </svg>
  );
}

function centre(column: number): number {
  return column * laneWidth + laneWidth / 2;
}

function Bar({ lane, first, last, rowHeight, marked }: { lane: Lane; first: number; last: number; rowHeight: number; marked: boolean }) {
  // Bars that continue beyond the window have no round end there.
  const from = Math.max(lane.from, first - 1);
  const to = Math.min(lane.to, last + 1);
  const y = (from - first) * rowHeight + 2;
  const height = Math.max((to - from) * rowHeight - 4, 3);
  return (
    <rect
      class={`lane ${marked ? "is-marked fill-focus" : "fill-line-strong"}`}
      x={centre(lane.column) - 4}
      y={y}
      width={8}
      height={height}
      rx={3}
      data-v={lane.value}
    />
  );
}
