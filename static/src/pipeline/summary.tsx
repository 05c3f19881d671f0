// One sentence over the diff: what the compared passes did altogether.

import type { OptimizeResponse } from "../api.gen";
import { loopLine } from "./listing";
import { Prose } from "./prose";
import { countParts, countRows, formatCount, plural, summaryWords, totalCount } from "./words";

export function Summary({ shown }: { shown: OptimizeResponse }) {
  const counts = countRows(shown.rows);
  const before = shown.stages[shown.from]?.ops ?? 0;
  const after = shown.stages[shown.to]?.ops ?? 0;
  if (totalCount(counts) === 0) {
    return (
      <p class="summary" role="status">
        <strong>No changes</strong>: {summaryWords(shown).replace("no changes: ", "")}
      </p>
    );
  }
  return (
    <p class="summary" role="status">
      <span class="summary-ops" title="What computes or decides something: without inputs, labels, jumps and the marks of a log; of a peeled trace, the loop">
        {plural(before, "operation")} <span aria-label="become">→</span> <strong>{formatCount(after)}</strong>
        {loopLine(shown.right.split("\n")) >= 0 && " in the loop"}
      </span>
      <span class="summary-parts">
        {countParts(counts).map((part) => (
          <span key={part.kind} class={`summary-part count-${part.kind}`}>
            {part.words}
          </span>
        ))}
      </span>
    </p>
  );
}

/** A guard that must always fail: the trace can never be run to its end. */
export function Impossible({ reason }: { reason: string }) {
  return (
    <div class="verdict-impossible" role="alert">
      <strong>This trace is impossible.</strong> A guard in it must always fail: <Prose text={reason} />
    </div>
  );
}
