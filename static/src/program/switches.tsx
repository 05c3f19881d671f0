// The settings of the JIT for every program: traces, bridges, and from which iteration on a loop is
// hot.

import { thresholds } from "./link";
import { formatCount } from "../ui/counts";

/** The values of the settings. */
export interface Knobs {
  jit: boolean;
  bridges: boolean;
  threshold: number;
}

/** The switches; `set` is called with the changed one. */
export function Switches({ jit, bridges, threshold, set }: Knobs & { set: (change: Partial<Knobs>) => void }) {
  return (
    <>
      <label class="switch">
        <input type="checkbox" checked={jit} onChange={(e) => set({ jit: e.currentTarget.checked })} />
        <span class="switch-track" aria-hidden="true" />
        Traces
      </label>
      <label class="switch">
        <input type="checkbox" checked={jit && bridges} disabled={!jit} onChange={(e) => set({ bridges: e.currentTarget.checked })} />
        <span class="switch-track" aria-hidden="true" />
        Bridges
      </label>
      <label class="row soft">
        hot from iteration
        <select disabled={!jit} value={threshold} onChange={(e) => set({ threshold: Number(e.currentTarget.value) })}>
          {[...new Set([...thresholds, threshold])]
            .sort((a, b) => a - b)
            .map((n) => (
              <option key={n} value={n}>
                {formatCount(n)}
              </option>
            ))}
        </select>
      </label>
    </>
  );
}
