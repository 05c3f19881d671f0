// The whole diff in a narrow column beside the scroll bar: where the
// differences are, whatever the length of the trace.

import type { Item, Listing } from "./listing";
import { isChange, kindInfo } from "./listing";

/** The ruler is divided into so many steps; one mark per step is enough. */
const steps = 240;

interface Props {
  listing: Listing;
  items: Item[];
  /** Scrolls to a place, as a fraction of the whole. */
  onPick: (fraction: number) => void;
}

export function Ruler({ listing, items, onPick }: Props) {
  const pick = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    onPick((event.clientY - box.top) / box.height);
  };
  return (
    <svg
      class="ruler"
      aria-hidden="true"
      viewBox={`0 0 10 ${steps}`}
      preserveAspectRatio="none"
      onPointerDown={pick}
      onPointerMove={(event) => event.buttons === 1 && pick(event)}
    >
      {marksOf(listing, items).map(([step, kind]) => (
        <rect key={step} class={`bar-${kind}`} x={2} y={step} width={6} height={1.6} />
      ))}
    </svg>
  );
}

/** At most one mark per step: the kind of the first difference in it. */
function marksOf(listing: Listing, items: Item[]): [number, string][] {
  const marks = new Map<number, string>();
  items.forEach((item, i) => {
    if (item.row < 0) return;
    const kind = listing.rows[item.row]![2];
    if (!isChange(kind)) return;
    const step = Math.floor((i / items.length) * steps);
    if (!marks.has(step)) marks.set(step, kindInfo[kind].name);
  });
  return [...marks];
}
