// What the rules do to the current trace: the recorded trace next to the result.

import type { RuleApplied } from "../../api.gen";
import { Line } from "../../pipeline/line";
import { isChange, kindInfo } from "../../pipeline/listing";
import { ruling } from "./control";

export function Applied() {
  const applied = ruling.value?.answer.applied;
  if (!applied) return null;
  return (
    <section class="lab-applied fades pad-y-3 pad-x-4 line-above" aria-label="Applied to this trace">
      <h3 class="below-1 text-m strong">Applied to this trace</h3>
      <p class="soft">{firedWords(applied)}</p>
      <Rows applied={applied} />
    </section>
  );
}

function firedWords(applied: RuleApplied): string {
  const times = applied.fired === 0 ? "The rules do not fire here" : `The rules fire ${fired(applied.fired)}`;
  return `${times}${applied.needless ? "; the built-in rules alone give the same." : "."}`;
}

function fired(n: number): string {
  return n === 1 ? "once" : `${n} times`;
}

function Rows({ applied }: { applied: RuleApplied }) {
  return (
    <div class="scroll-across space-2" tabIndex={0} role="region" aria-label="Before and after">
      <table class="table lab-table full code-size">
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
          {applied.rows.map(({ kind, left, right }, k) => (
            <tr key={k} class={`lab-row tone-ground is-${kindInfo[kind].name}`}>
              <td class="lab-row-sign width-2em bold to-middle toned">
                <span aria-hidden="true">{kindInfo[kind].sign}</span>
                <span class="off-screen">{isChange(kind) ? kindInfo[kind].words : ""}</span>
              </td>
              <td>{left.length > 0 && <Line spans={left} />}</td>
              <td>{right.length > 0 && <Line spans={right} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
