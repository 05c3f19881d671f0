// Where PyPy's result of the trace is at hand: the choice between the passes
// with their diff and our result beside PyPy's.

import { askingForResult } from "../log/state";
import { comparePyPy, comparison, pypyText, toast, view } from "../state";
import { formatCount } from "./words";

const views = [
  { id: "passes", title: "Passes" },
  { id: "pypy", title: "Beside PyPy’s" },
] as const;

export function Views() {
  return (
    <div class="views">
      <div class="views-choice" role="group" aria-label="View">
        {views.map((v) => (
          <button type="button" key={v.id} aria-pressed={view.value === v.id} onClick={() => (view.value = v.id)}>
            {v.title}
          </button>
        ))}
      </div>
      <Totals />
      {view.value === "pypy" && (
        <div class="views-tools">
          <button type="button" class="text-button" onClick={() => (askingForResult.value = true)}>
            Compare with another result…
          </button>
          <button type="button" class="text-button" onClick={takeAway}>
            Take it away
          </button>
        </div>
      )}
    </div>
  );
}

function takeAway(): void {
  const gone = pypyText.peek();
  comparePyPy("");
  toast("PyPy’s result is taken away from this draft.", { label: "Undo", run: () => comparePyPy(gone) });
}

/** The comparison in one line, also while the diff is what is looked at. */
function Totals() {
  const answer = comparison.value?.answer;
  const all = answer?.tables[0]?.counts.find((c) => c.kind === "all");
  if (!all) return null;
  return (
    <p class="views-totals">
      {formatCount(all.before)} recorded <span aria-hidden="true">→</span> <strong>{formatCount(all.ours)}</strong> ours,{" "}
      <strong>{formatCount(all.pypys)}</strong> PyPy’s
    </p>
  );
}
