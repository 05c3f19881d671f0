// The choice between the views of the desk; `playground/pipeline.tsx` has the list of them.

import type { ComponentType } from "preact";
import { narrow } from "./tabs";
import { pair } from "../edited/state";
import { askingForResult } from "../log/state";
import { comparePyPy, comparison, pypyText, view } from "../state";
import { toast } from "../ui/toasts";
import { formatCount } from "../ui/counts";

/** A view of the desk. */
export interface DeskView {
  id: typeof view.value;
  title: string;
  Body: ComponentType;
  /** What its button says after the title. */
  Note?: ComponentType;
  /** What stands beside the choice while the view is shown. */
  Tools?: ComponentType;
  /** False while it has nothing to show; then the first view is shown instead. Left out if there is always something. */
  there?: () => boolean;
}

export function Views({ views }: { views: readonly DeskView[] }) {
  const compares = pypyText.value !== "";
  const machine = view.value === "machine";
  const Tools = views.find((v) => v.id === view.value)?.Tools;
  // In a narrow window the machine code has a tab of its own.
  const shown = views.filter((v) => (v.there?.() ?? true) && !(narrow.value && v.id === "machine"));
  const choice = shown.length > 1 && !(narrow.value && machine);
  if (!choice && !machine) return null;
  return (
    <div class="views gap-y-1 gap-x-4 toolbar rigid pad-y-2 pad-x-4 line-below desk">
      {choice && <Choice shown={shown} />}
      {compares && !machine && <Totals />}
      {Tools && <Tools />}
    </div>
  );
}

/** What can be done with PyPy's result. */
export function PyPyTools() {
  return (
    <div class="views-tools flex push gap-4 minor">
      <button type="button" class="text-button" onClick={() => (askingForResult.value = true)}>
        Another result…
      </button>
      <button type="button" class="text-button" onClick={takeAway}>
        Take it away
      </button>
    </div>
  );
}

function Choice({ shown }: { shown: readonly DeskView[] }) {
  return (
    <div class="views-choice segments" role="group" aria-label="View">
      {shown.map((v) => (
        <button type="button" key={v.id} aria-pressed={view.value === v.id} onClick={() => (view.value = v.id)}>
          {v.title}
          {v.Note && <v.Note />}
        </button>
      ))}
    </div>
  );
}

/** What the last edit did to the number of operations, at a glance. */
export function EditEffect() {
  const { before, now } = pair.value ?? {};
  if (!before || !now || before.operations < 0 || now.operations < 0 || before.operations === now.operations) return null;
  return (
    <span class="ahead-2 regular digits">
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
