// The third view: the recorded trace, our result and PyPy's side by side, and
// how many operations of each kind they have.

import { signal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { ComparedText, CompareResponse, Diagnostic } from "../api.gen";
import { messageParts } from "../ui/words";
import { comparison, pypyText, resultText, staleReason } from "../state";
import { Column } from "./column";
import { narrowComparison } from "./narrow";
import { Counts } from "./table";
import { presetWords } from "./words";
import { plural } from "../ui/counts";
import { stepTabs } from "../ui/tab-keys";

/** The column shown where there is room for one. */
const shown = signal<"recorded" | "ours" | "pypys">("ours");

const columns = [
  { id: "recorded", title: "recorded" },
  { id: "ours", title: "ours" },
  { id: "pypys", title: "PyPy’s" },
] as const;

declare module "../state" {
  interface ViewNames {
    pypy: true;
  }
}

export function Compare() {
  const now = comparison.value;
  const fresh = now !== null && now.recorded === resultText.value && now.pypy === pypyText.value && !staleReason.value;
  return (
    <div class={`compare column grow ${now && !fresh ? "is-stale" : ""}`}>
      {!now ? (
        <p class="compare-words measured pad-y-4 pad-x-4 soft" role="status">
          Both results are being counted.
        </p>
      ) : (
        <Answer answer={now.answer} />
      )}
    </div>
  );
}

function Answer({ answer }: { answer: CompareResponse }) {
  const errors = answer.optimizedDiagnostics.filter((d) => d.severity === "error");
  if (errors.length > 0) return <Unreadable errors={errors} />;
  const all = answer.tables[0]?.counts.find((c) => c.kind === "all");
  if (!all) return <p class="compare-words measured pad-y-4 pad-x-4 soft">The recorded trace has errors: there is nothing to compare yet.</p>;
  const notes = {
    recorded: plural(all.before, "operation"),
    ours: `${plural(all.ours, "operation")}, ${presetWords(answer.preset)}`,
    pypys: plural(all.pypys, "operation"),
  };
  const { recorded, ours, pypys } = answer;
  return (
    <>
      <Counts answer={answer} marks={recorded.marks.length + pypys.marks.length > 0} />
      <Sides compared={answer.compared} notes={notes} texts={{ recorded, ours, pypys }} />
    </>
  );
}

type Each<T> = Record<(typeof columns)[number]["id"], T>;

function Sides({ compared, notes, texts }: { compared: number; notes: Each<string>; texts: Each<ComparedText> }) {
  const box = useMemo(narrowComparison, []);
  const tabbed = box.narrow.value;
  return (
    <div class={`besides flex-1-0-auto height-0 min-height-50vh fades line-above ${tabbed ? "is-tabbed column" : "grid columns-1fr-1fr-1fr gap-1px ground-line"}`} ref={box.ref}>
      {tabbed && (
        <div class="compare-tabs tabs pad-x-2 flex rigid" role="tablist" aria-label="Traces" onKeyDown={(e) => stepTabs(e, columns.map((c) => c.id), shown.peek(), (id) => (shown.value = id), "compare-tab-")}>
          {columns.map((c) => (
            <button
              type="button"
              key={c.id}
              id={`compare-tab-${c.id}`}
              role="tab"
              aria-selected={shown.value === c.id}
              aria-controls={`compare-${c.id}`}
              tabIndex={shown.value === c.id ? 0 : -1}
              onClick={() => (shown.value = c.id)}
            >
              {c.title}
            </button>
          ))}
        </div>
      )}
      {columns.map((c) => (
        <Column
          key={c.id}
          {...c}
          compared={compared}
          note={notes[c.id]}
          of={texts[c.id]}
          tabbed={tabbed}
          hidden={tabbed && shown.value !== c.id}
        />
      ))}
    </div>
  );
}

/** The other result is not a trace: says where, since its text is nowhere else on the
 * page. */
function Unreadable({ errors }: { errors: Diagnostic[] }) {
  const first = errors[0]!;
  return (
    <div class="compare-words measured pad-y-4 pad-x-4 soft" role="alert">
      <p>
        <strong>The other result could not be read.</strong> Line {first.line}: {messageParts(first.message)}
        {errors.length > 1 && `, and ${errors.length - 1} more`}
      </p>
    </div>
  );
}
