// The questions of a proof, guard by guard. Looking at one lights up its lines in
// both editors.

import type { ProofQuery } from "../../api.gen";
import { messageParts } from "../../ui/words";
import { signs, type LineStatus } from "../marks";
import { chosen, hovered, looked } from "./control";
import { groupsOf, kindWords, said, settledBy } from "./words";
import { plural } from "../../ui/counts";

export function Questions({ queries }: { queries: readonly ProofQuery[] }) {
  if (queries.length === 0) return null;
  return (
    <section class="flex-1-1-26rem line-above pad-y-3 pad-x-4 slim lab-questions" aria-label="Questions">
      <h3 class="below-1 text-m strong">{plural(queries.length, "question")}</h3>
      {groupsOf(queries).map((group, k) => (
        <div key={k}>
          {group.title !== "" && <h4 class="strong space-2 below-half minor">{group.title}</h4>}
          <ol class="lab-query-list">
            {group.queries.map(({ query, index }) => (
              <Question key={index} query={query} index={index} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  );
}

function Question({ query, index }: { query: ProofQuery; index: number }) {
  const status = query.status as LineStatus;
  const toggle = () => (chosen.value = chosen.peek() === index ? -1 : index);
  return (
    <li>
      <button
        type="button"
        class={`lab-query gap-x-3 flex wrap baseline turn item status-${status} ${looked.value === index ? "is-looked" : ""}`}
        aria-pressed={chosen.value === index}
        onClick={toggle}
        onPointerEnter={() => (hovered.value = index)}
        onPointerLeave={() => (hovered.value = -1)}
        onFocus={() => (hovered.value = index)}
        onBlur={() => (hovered.value = -1)}
      >
        <span class="toned strong" aria-hidden="true">
          {signs[status]}
        </span>
        <span class="min-width-5.2em toned strong">{status}</span>
        <span class="flex-1-1-14rem slim anywhere">
          {messageParts(said(query))}
          <span class="block minor">
            <span class="lab-query-kind">{kindWords[query.kind] ?? query.kind}</span> · {settledBy(query)}
          </span>
        </span>
        <span class="nowrap minor">{linesOf(query)}</span>
      </button>
    </li>
  );
}

function linesOf(query: ProofQuery): string {
  if (query.before > 0 && query.after > 0) return `lines ${query.before} and ${query.after}`;
  if (query.before > 0) return `line ${query.before}, first trace`;
  return query.after > 0 ? `line ${query.after}, second trace` : "";
}
