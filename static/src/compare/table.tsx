// Operations per kind: as recorded, in our result and in PyPy's; for loops the
// whole and the loop by itself.

import { signal } from "@preact/signals";
import type { CompareResponse, CountTable } from "../api.gen";
import { ShortNames } from "../pipeline/toolbar";
import { entryWords, kindTitle, verdictWords } from "./words";
import { formatCount } from "../ui/counts";

/** True while the marks are shown; the numbers of the lines stay as they are. */
export const marksShown = signal(false);

interface Props {
  answer: CompareResponse;
  /** True if there are marks that can be shown. */
  marks: boolean;
}

export function Counts({ answer, marks }: Props) {
  const [first] = answer.tables;
  if (!first) return null;
  const several = answer.tables.length > 1;
  return (
    <section class="counts gap-3 fades at-start flex wrap rigid pad-y-3 pad-x-4" aria-label="Operations per kind">
      <div class="fits scroll-across slim" tabIndex={0} role="region" aria-label="Table of operations per kind">
        <table class="counts-table figures text-m nowrap">
          <thead>
            <tr>
              <th scope="col" colSpan={2}>
                <span class="off-screen">Result</span>
              </th>
              {first.counts.map((c) => (
                <th scope="col" key={c.kind} title={kindTitle(c.kind)}>
                  {c.kind}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr class="soft line-above">
              <th scope="row" colSpan={2} class="soft sticky left-0 paper">
                recorded
              </th>
              {first.counts.map((c) => (
                <Count key={c.kind} n={c.before} />
              ))}
            </tr>
          </tbody>
          {answer.tables.map((table) => (
            <Part key={table.part} table={table} named={several} />
          ))}
        </table>
      </div>
      <div class={`counts-words flex-1-1-15rem spaced measured pad-top-half ink text-m ${answer.larger ? "is-larger" : "is-fine"}`} role="status">
        {verdictWords(answer).map((sentence, i) => (
          <p key={sentence} class={answer.larger ? "colour-removed" : ""} data-sign={i > 0 || answer.larger ? undefined : "✓ "}>{sentence}</p>
        ))}
        <p class="counts-entry minor">
          Marks of the program’s lines and labels are not counted. {entryWords(answer.entry)}
        </p>
        <div class="gap-y-1 gap-x-4 flex wrap">
          <ShortNames />
          {marks && (
            <label class="tool-check pipeline-699px:order-4 inline-flex gap-2 pointer centred nowrap minor" title="Lines such as debug_merge_point">
              <input
                type="checkbox"
                checked={marksShown.value}
                onChange={(e) => (marksShown.value = e.currentTarget.checked)}
              />
              show marks
            </label>
          )}
        </div>
      </div>
    </section>
  );
}

function Part({ table, named }: { table: CountTable; named: boolean }) {
  return (
    <tbody>
      <tr class="counts-ours strong line-above">
        <th scope="rowgroup" rowSpan={2} class="counts-part pad-right-3 faint serif regular text-m italic">
          {named ? table.part : ""}
        </th>
        <th scope="row" class="strong sticky left-0 paper">ours</th>
        {table.counts.map((c) => (
          <Count key={c.kind} n={c.ours} more={c.larger ? c.ours - c.pypys : 0} />
        ))}
      </tr>
      <tr class="counts-pypys">
        <th scope="row" class="soft sticky left-0 paper">PyPy’s</th>
        {table.counts.map((c) => (
          <Count key={c.kind} n={c.pypys} />
        ))}
      </tr>
    </tbody>
  );
}

function Count({ n, more = 0 }: { n: number; more?: number }) {
  if (more === 0) return <td class={n === 0 ? "is-zero faint" : ""}>{formatCount(n)}</td>;
  return (
    <td class="is-more ground-removed-bg colour-removed" data-sign="▲ " title={`${formatCount(more)} more than PyPy’s`}>
      {formatCount(n)}
      <span class="off-screen">, {formatCount(more)} more than PyPy’s</span>
    </td>
  );
}
