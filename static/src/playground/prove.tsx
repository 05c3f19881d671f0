// "Prove" in the playground: the two points of the comparison, with the verdict on the
// spot. The prover is loaded when it is asked for the first time.

import { computed, signal } from "@preact/signals";
import { messageParts } from "../ui/words";
import { passes, result, resultText, stale } from "../state";
import { type Asked, type InlineVerdict, cancel, prove } from "./prove-run";

type Inline =
  | { kind: "running"; key: string; cancel: () => void }
  | { kind: "done"; key: string; verdict: InlineVerdict };

const inline = signal<Inline | null>(null);

/** What is on screen; null while there is nothing to compare. */
const asked = computed<Asked | null>(() => {
  const shown = result.value;
  if (!shown || shown.from === shown.to || stale.value) return null;
  return { text: resultText.value, passes: passes.value, from: shown.from, to: shown.to };
});

const keyOf = (question: Asked) => JSON.stringify(question);

/** The shown state: a result for a different question is not shown. */
const current = computed<Inline | null>(() => {
  const now = inline.value;
  return now && asked.value && keyOf(asked.value) === now.key ? now : null;
});

async function ask(question: Asked): Promise<void> {
  const key = keyOf(question);
  cancelRunning();
  inline.value = { kind: "running", key, cancel };
  const verdict = await prove(question);
  if (inline.peek()?.key !== key) return;
  inline.value = verdict ? { kind: "done", key, verdict } : null;
}

function cancelRunning(): void {
  const now = inline.peek();
  inline.value = null;
  if (now?.kind === "running") now.cancel();
}

/** Shown next to the tools of the comparison. */
export function ProveButton() {
  const question = asked.value;
  if (current.value?.kind === "running") {
    return (
      <button type="button" class="button small prove-button pipeline-699px:order-2 pipeline-699px:push" onClick={cancelRunning}>
        Stop
      </button>
    );
  }
  return (
    <button
      type="button"
      class="button small prove-button pipeline-699px:order-2 pipeline-699px:push"
      disabled={!question}
      title="Are these two points equivalent, for all inputs?"
      onClick={() => question && void ask(question)}
    >
      Prove
    </button>
  );
}

/** The verdict, in a row of its own above the comparison. */
export function ProveLine() {
  const now = current.value;
  return (
    <div class="prove-line full pipeline-699px:order-4 pad-y-1 pad-x-4 across gap-x-3 toolbar baseline" role="status" hidden={!now}>
      {now?.kind === "running" && <span class="minor">Proving that both do the same for all inputs</span>}
      {now?.kind === "done" && (
        <>
          <span class={`prove-verdict strong toned status-${now.verdict.status}`}>
            <span aria-hidden="true">{now.verdict.sign}</span> {now.verdict.headline}
          </span>
          <span class="anywhere">{messageParts(now.verdict.detail)}</span>
          <span class="minor">{now.verdict.cost}</span>
          {now.verdict.again && (
            <button type="button" class="text-button prove-again" onClick={() => asked.value && void ask(asked.value)}>
              Try again
            </button>
          )}
          {now.verdict.link !== "" && <a href={now.verdict.link}>All questions, in the lab</a>}
        </>
      )}
    </div>
  );
}
