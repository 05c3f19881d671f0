// Two traces side by side, a row for each operation. Which number a result has does not
// matter: the same operation stands in one row.

import type { LessonDiff } from "../api.gen";
import { TraceLine } from "./code";

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

/** What a test expects, beside what it found. */
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

/** A trace, beside what a pass made of it. */
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

const signs: Record<string, string> = { same: "", changed: "~", missing: "−", extra: "+" };

export function DiffTable({ diff, sides }: { diff: LessonDiff; sides: Sides }) {
  const words: Record<string, string> = { changed: sides.changed, missing: sides.missing, extra: sides.extra };
  return (
    <div class="trace-diff" tabIndex={0} role="region" aria-label={sides.label}>
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
            <tr key={i} class={row.kind}>
              <td class="sign">
                <span aria-hidden="true">{signs[row.kind]}</span>
                <span class="off-screen">{words[row.kind]}</span>
              </td>
              <Side line={row.expected} instead={row.kind === "extra" ? sides.noLeft : ""} />
              <Side line={row.actual} instead={row.kind === "missing" ? sides.noRight : ""} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Side({ line, instead }: { line: string | undefined; instead: string }) {
  return <td>{line ? <TraceLine text={line} /> : instead && <em>{instead}</em>}</td>;
}
