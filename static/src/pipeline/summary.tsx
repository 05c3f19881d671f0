// One sentence over the diff: what the compared passes did altogether.

import type { Optimized, Part } from "../api.gen";
import { Prose } from "./prose";
import { countParts, totalCount } from "./words";
import { formatCount, plural } from "../ui/counts";

const signs: Record<string, string> = { removed: "- ", replaced: "~ ", args: "~ ", added: "+ ", moved: "→ " };

export function Summary({ shown: { before, after, changes, loop } }: { shown: Optimized }) {
  if (totalCount(changes) === 0) {
    return (
      <p class="summary fades flex-1-1-0 gap-0-3 toolbar baseline soft" role="status">
        <strong>No changes</strong>: {plural(before, "operation")} on both sides
      </p>
    );
  }
  return (
    <p class="summary fades flex-1-1-0 gap-0-3 toolbar baseline soft" role="status">
      <span class="summary-ops ink text-l" title="Counts the jump, but not inputs, labels and the marks of a log; in a peeled trace, only the loop">
        {plural(before, "operation")} <span aria-label="become">→</span> <strong>{formatCount(after)}</strong>
        {loop >= 0 && " in the loop"}
      </span>
      <span class="inline-flex gap-x-3 wrap">
        {countParts(changes).map((part) => (
          <span key={part.kind} class={`summary-part toned is-${part.kind}`} data-sign={signs[part.kind]}>
            {part.words}
          </span>
        ))}
      </span>
    </p>
  );
}

/** A guard that must always fail: the trace can never be run to its end. */
export function Impossible({ reason }: { reason: readonly Part[] }) {
  return (
    <div class="rigid notice wrong" role="alert">
      <strong>This trace is impossible.</strong> A guard in it must always fail: <Prose parts={reason} />
    </div>
  );
}
