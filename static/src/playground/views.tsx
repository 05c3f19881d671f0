// The choice between the passes with their diff, our result beside PyPy's where
// there is one, and the machine code.

import { narrow } from "./tabs";
import { pair } from "../edited/state";
import { askingForResult } from "../log/state";
import { MachineParts } from "../machine";
import { comparePyPy, comparison, pypyText, toast, view } from "../state";
import { formatCount } from "../ui/counts";

const views = [
  { id: "passes", title: "Both columns" },
  { id: "pypy", title: "Beside PyPy’s" },
  { id: "picture", title: "Picture" },
  { id: "edited", title: "Last edit" },
  { id: "machine", title: "Machine" },
] as const;

export function Views() {
  const compares = pypyText.value !== "";
  const machine = view.value === "machine";
  // In a narrow window the machine code has a tab of its own.
  const there: Partial<Record<typeof view.value, boolean>> = { pypy: compares, edited: pair.value !== null, machine: !narrow.value };
  const shown = views.filter((v) => there[v.id] ?? true);
  const choice = shown.length > 1 && !(narrow.value && machine);
  if (!choice && !machine) return null;
  return (
    <div class="views toolbar rigid pad-2-4 line-below desk">
      {choice && <Choice shown={shown} />}
      {machine && <MachineParts />}
      {compares && !machine && <Totals />}
      {view.value === "pypy" && (
        <div class="views-tools flex push gap-4 minor">
          <button type="button" class="text-button" onClick={() => (askingForResult.value = true)}>
            Another result…
          </button>
          <button type="button" class="text-button" onClick={takeAway}>
            Take it away
          </button>
        </div>
      )}
    </div>
  );
}

function Choice({ shown }: { shown: readonly (typeof views)[number][] }) {
  return (
    <div class="views-choice segments" role="group" aria-label="View">
      {shown.map((v) => (
        <button type="button" key={v.id} aria-pressed={view.value === v.id} onClick={() => (view.value = v.id)}>
          {v.title}
          {v.id === "edited" && <Effect />}
        </button>
      ))}
    </div>
  );
}

/** What the last edit did to the number of operations, at a glance. */
function Effect() {
  const { before, now } = pair.value ?? {};
  if (!before || !now || before.operations < 0 || now.operations < 0 || before.operations === now.operations) return null;
  return (
    <span class="views-effect regular digits">
      {formatCount(before.operations)} <span aria-label="become">→</span> {formatCount(now.operations)}
    </span>
  );
}

function takeAway(): void {
  const gone = pypyText.peek();
  comparePyPy("");
  toast("PyPy’s result was removed from this draft.", { label: "Undo", run: () => comparePyPy(gone) });
}

/** The comparison in one line, also while the diff is what is looked at. */
function Totals() {
  const answer = comparison.value?.answer;
  const all = answer?.tables[0]?.counts.find((c) => c.kind === "all");
  if (!all) return null;
  return (
    <p class="views-totals soft">
      {formatCount(all.before)} recorded <span aria-hidden="true">→</span> <strong>{formatCount(all.ours)}</strong> ours,{" "}
      <strong>{formatCount(all.pypys)}</strong> PyPy’s
    </p>
  );
}
