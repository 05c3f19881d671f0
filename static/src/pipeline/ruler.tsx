// The whole diff in a narrow column beside the scroll bar: where the
// differences are, whatever the length of the trace.

import type { OverviewPart } from "../api.gen";

/** The number of steps of the ruler; one mark per step is enough. */
const steps = 240;

/** Lists of more items have a strip that says more. */
export const longFrom = 300;

interface Props {
  overview: readonly OverviewPart[];
  /** Scrolls to a place, as a fraction of the whole. */
  onPick: (fraction: number) => void;
}

export function Ruler({ overview, onPick }: Props) {
  const pick = (event: PointerEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    onPick((event.clientY - box.top) / box.height);
  };
  return (
    <svg
      class="ruler width-12px line-before pointer rigid desk"
      aria-hidden="true"
      viewBox={`0 0 10 ${steps}`}
      preserveAspectRatio="none"
      onPointerDown={pick}
      onPointerMove={(event) => event.buttons === 1 && pick(event)}
    >
      {marksOf(overview).map(([step, kind]) => (
        <rect key={step} class={`is-${kind}`} x={2} y={step} width={6} height={1.6} />
      ))}
    </svg>
  );
}

/** In the order of an OverviewPart. */
const kinds = ["removed", "replaced", "args", "added", "moved"] as const;

/** At most one mark per step: the kind of which there is most in it. */
function marksOf(overview: readonly OverviewPart[]): [number, string][] {
  const marks = new Map<number, string>();
  overview.forEach((part, i) => {
    const most = Math.max(...part);
    const step = Math.floor((i / overview.length) * steps);
    if (most > 0 && !marks.has(step)) marks.set(step, kinds[part.indexOf(most)]!);
  });
  return [...marks];
}
