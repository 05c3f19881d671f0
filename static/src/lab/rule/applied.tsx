// What the rules do to the trace at hand: the recorded trace beside what comes out.

import type { RuleApplied } from "../../api.gen";
import { Line } from "../../pipeline/line";
import { ruling } from "./control";
import { type DiffRow, diffRows } from "./rows";

export function Applied() {
  const applied = ruling.value?.answer.applied;
  if (!applied) return null;
  return (
    <section class="lab-applied" aria-label="Applied to the trace at hand">
      <h3 class="lab-part-title">Applied to the trace at hand</h3>
      <p class="lab-asked">{firedWords(applied)}</p>
      <Rows applied={applied} />
    </section>
  );
}

function firedWords(applied: RuleApplied): string {
  const times = applied.fired === 0 ? "The rules do not fire here" : `The rules fire ${fired(applied.fired)}`;
  const same = applied.without === applied.after ? "; the built-in rules alone give the same." : ".";
  return `${times}${same}`;
}

function fired(n: number): string {
  return n === 1 ? "once" : `${n} times`;
}

const kindWords: Record<DiffRow["kind"], string> = { same: "", changed: "changed", removed: "removed", added: "added" };
const kindSigns: Record<DiffRow["kind"], string> = { same: " ", changed: "~", removed: "-", added: "+" };

function Rows({ applied }: { applied: RuleApplied }) {
  const left = applied.before.trimEnd().split("\n");
  const right = applied.after.trimEnd().split("\n");
  return (
    <div class="lab-table-frame" tabIndex={0} role="region" aria-label="Before and after">
      <table class="lab-table">
        <thead>
          <tr>
            <th scope="col">
              <span class="off-screen">Change</span>
            </th>
            <th scope="col">recorded</th>
            <th scope="col">with the rules</th>
          </tr>
        </thead>
        <tbody>
          {diffRows(left, right).map((row, k) => (
            <tr key={k} class={`lab-row row-${row.kind}`}>
              <td class="lab-row-sign">
                <span aria-hidden="true">{kindSigns[row.kind]}</span>
                <span class="off-screen">{kindWords[row.kind]}</span>
              </td>
              <td>{row.left >= 0 && <Line text={left[row.left]!} />}</td>
              <td>{row.right >= 0 && <Line text={right[row.right]!} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
