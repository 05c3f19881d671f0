// The questions of a proof, guard by guard. Looking at one lights up its lines in
// both editors.

import type { ProofQuery } from "../../api.gen";
import { messageParts } from "../../ui/words";
import { signs, type LineStatus } from "../marks";
import { chosen, hovered, looked } from "./control";
import { groupsOf, kindWords, settledBy } from "./words";
import { plural } from "../../ui/counts";

export function Questions({ queries }: { queries: readonly ProofQuery[] }) {
  if (queries.length === 0) return null;
  return (
    <section class="lab-part slim lab-questions" aria-label="Questions">
      <h3 class="lab-part-title text-m strong">{plural(queries.length, "question")}</h3>
      {groupsOf(queries).map((group, k) => (
        <div key={k}>
          {group.title !== "" && <h4 class="lab-iteration space-2 below-half minor">{group.title}</h4>}
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
        class={`lab-query baseline item status-${status} ${looked.value === index ? "is-looked" : ""}`}
        aria-pressed={chosen.value === index}
        onClick={toggle}
        onPointerEnter={() => (hovered.value = index)}
        onPointerLeave={() => (hovered.value = -1)}
        onFocus={() => (hovered.value = index)}
        onBlur={() => (hovered.value = -1)}
      >
        <span class="toned strong to-middle" aria-hidden="true">
          {signs[status]}
        </span>
        <span class="toned strong">{status}</span>
        <span class="lab-query-what anywhere">{messageParts(query.what)}</span>
        <span class="lab-query-lines nowrap minor">{linesOf(query)}</span>
        <span class="lab-query-by minor">
          <span class="lab-query-kind">{kindWords[query.kind] ?? query.kind}</span> · {settledBy(query)}
        </span>
      </button>
    </li>
  );
}

function linesOf(query: ProofQuery): string {
  if (query.before > 0 && query.after > 0) return `lines ${query.before} and ${query.after}`;
  if (query.before > 0) return `line ${query.before}, first trace`;
  return query.after > 0 ? `line ${query.after}, second trace` : "";
}
