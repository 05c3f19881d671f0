// Two traces side by side, a row for each operation. Which number a result has does not
// matter: the same operation is in one row.

import type { DiffKind, LessonDiff, Span } from "../api.gen";
import { DiffAdded, DiffArgs, DiffRemoved, DiffSame } from "../api.gen";
import { Line } from "../pipeline/line";

/** What the two columns and the differences between them are called. */
export interface Sides {
  label: string;
  left: string;
  right: string;
  /** What a reader who does not see the colours hears of a row. */
  changed: string;
  missing: string;
  extra: string;
  /** What stands in the place of a line that one side does not have. */
  noRight: string;
  noLeft: string;
}

/** What a test expects, next to what it found. */
export const expectation: Sides = {
  label: "Expected trace beside yours",
  left: "Expected",
  right: "Yours",
  changed: "differs",
  missing: "missing in yours",
  extra: "only in yours",
  noRight: "missing",
  noLeft: "not expected",
};

/** A trace, next to the result of a pass. */
export const change: Sides = {
  label: "Trace before the pass beside the trace after it",
  left: "Before",
  right: "After",
  changed: "changed",
  missing: "removed",
  extra: "added",
  noRight: "removed",
  noLeft: "",
};

/** What two traces did on the same inputs. */
export const outcomes: Sides = { ...change, label: "What the trace did before the pass, and after it", noRight: "", missing: "only before", extra: "only after" };

type Words = Partial<Record<DiffKind, string>>;

/** The rows' names in the style sheets, and their signs. */
const names: Words = { [DiffSame]: "same", [DiffArgs]: "changed", [DiffRemoved]: "missing", [DiffAdded]: "extra" };
const signs: Words = { [DiffArgs]: "~", [DiffRemoved]: "−", [DiffAdded]: "+" };

export function DiffTable({ diff, sides }: { diff: LessonDiff; sides: Sides }) {
  const words: Words = { [DiffArgs]: sides.changed, [DiffRemoved]: sides.missing, [DiffAdded]: sides.extra };
  return (
    <div class="trace-diff scroll-across relative boxed" tabIndex={0} role="region" aria-label={sides.label}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="sign">
              <span class="off-screen">Difference</span>
            </th>
            <th scope="col">{sides.left}</th>
            <th scope="col">{sides.right}</th>
          </tr>
        </thead>
        <tbody>
          {diff.rows.map((row, i) => (
            <tr key={i} class={names[row.kind]}>
              <td class="sign">
                <span aria-hidden="true">{signs[row.kind]}</span>
                <span class="off-screen">{words[row.kind]}</span>
              </td>
              <Side spans={row.left} instead={row.kind === DiffAdded ? sides.noLeft : ""} />
              <Side spans={row.right} instead={row.kind === DiffRemoved ? sides.noRight : ""} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Side({ spans, instead }: { spans: readonly Span[]; instead: string }) {
  return <td>{spans.length > 0 ? <Line spans={spans} /> : instead && <em class="soft sans text-s">{instead}</em>}</td>;
}
