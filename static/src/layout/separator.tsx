// The bar between two panes: dragged by the pointer, moved by the arrow keys,
// reset by a double click.

import type { Signal } from "@preact/signals";
import { clampShare } from "../settings";

interface SeparatorProps {
  /** The share of the first pane, 0 to 1. */
  share: Signal<number>;
  initial: number;
  /** "columns" is between left and right, "rows" between above and below. */
  between: "columns" | "rows";
  label: string;
  controls: string;
}

/** The step of an arrow key; with Shift it is five times as large. */
const step = 0.02;

export function Separator({ share, initial, between, label, controls }: SeparatorProps) {
  const columns = between === "columns";
  const drag = (e: PointerEvent) => {
    const bar = e.currentTarget as HTMLElement;
    if (!bar.hasPointerCapture(e.pointerId)) return;
    const frame = bar.parentElement!.getBoundingClientRect();
    const at = columns ? (e.clientX - frame.left) / frame.width : (e.clientY - frame.top) / frame.height;
    share.value = clampShare(at);
  };
  return (
    <div
      class={`separator no-touch rigid relative ${between}`}
      role="separator"
      tabIndex={0}
      aria-orientation={columns ? "vertical" : "horizontal"}
      aria-label={label}
      aria-controls={controls}
      aria-valuemin={12}
      aria-valuemax={88}
      aria-valuenow={Math.round(share.value * 100)}
      onPointerDown={(e) => {
        e.preventDefault();
        e.currentTarget.setPointerCapture(e.pointerId);
        e.currentTarget.focus();
      }}
      onPointerMove={drag}
      onDblClick={() => (share.value = initial)}
      onKeyDown={(e) => {
        const next = nextShare(e, share.value, columns, initial);
        if (next === null) return;
        e.preventDefault();
        share.value = clampShare(next);
      }}
    />
  );
}

function nextShare(e: KeyboardEvent, now: number, columns: boolean, initial: number): number | null {
  const by = e.shiftKey ? 5 * step : step;
  if (e.key === (columns ? "ArrowLeft" : "ArrowUp")) return now - by;
  if (e.key === (columns ? "ArrowRight" : "ArrowDown")) return now + by;
  if (e.key === "Home") return 0;
  if (e.key === "End") return 1;
  return e.key === "Enter" ? initial : null;
}
