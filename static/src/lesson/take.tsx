// Using a learner's pass outside of its lesson: it runs on any trace, and the
// result can be opened in the playground and the lab.

import { signal } from "@preact/signals";
import { messageOf } from "../server";
import { messageParts } from "../ui/words";
import { type Compared, Comparison, compare } from "./comparison";
import { Superseded, runProgram } from "./engine";
import { passFunctions } from "./results";
import * as page from "./state";

const chosen = signal("");
const trace = signal("");
const outcome = signal<{ compared: Compared | null; output: string; problem: string } | null>(null);
const busy = signal(false);

/** What is offered before the learner pastes another trace. */
const ownExample = "[i0, i1]\ni2 = int_add(i0, 0)\ni3 = int_add(2, 3)\ni4 = int_mul(i1, i3)\ni5 = int_mul(i1, i3)\njump(i2, i4)\n";
const toyExample = "v0 = getarg(0)\nv1 = add(2, 3)\nv2 = add(v0, v1)\nv3 = add(v0, v1)\nv4 = mul(v2, 1)\nv5 = print(v4)\nv6 = print(v3)\n";

export function TakeAlong() {
  const functions = passFunctions(page.code.value);
  if (functions.length === 0) return null;
  const name = functions.includes(chosen.value) ? chosen.value : functions[0]!;
  return (
    <details class="given space-4 take">
      <summary>Take your pass to a trace of your own</summary>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          void apply(name);
        }}
      >
        <label class="field below-3 text-m">
          Function
          <select value={name} onChange={(e) => (chosen.value = e.currentTarget.value)}>
            {functions.map((f) => (
              <option key={f}>{f}</option>
            ))}
          </select>
        </label>
        <label class="field below-3 text-m">
          Trace
          <textarea class="code-size mono" rows={7} spellcheck={false} value={trace.value || toyExample} onInput={(e) => (trace.value = e.currentTarget.value)} />
        </label>
        <p class="below-3 minor">
          Any trace will do, also one of the playground’s.{" "}
          <button type="button" class="place is-added toned" onClick={() => (trace.value = trace.value === ownExample ? toyExample : ownExample)}>
            Another example
          </button>
        </p>
        <button type="submit" class="button" disabled={busy.value}>
          Run {name} on it
        </button>
      </form>
      <Applied />
    </details>
  );
}

function Applied() {
  const now = outcome.value;
  if (!now) return null;
  if (!now.compared) {
    return (
      <p class="test-message pre-wrap anywhere notice fail" role="status">
        {messageParts(now.problem)}
      </p>
    );
  }
  return (
    <>
      <Comparison of={now.compared} />
      {now.output && <p class="below-3 minor">It printed: {now.output}</p>}
    </>
  );
}

async function apply(name: string): Promise<void> {
  const input = trace.peek() || toyExample;
  busy.value = true;
  try {
    const { code, prelude, parts } = page.learnerNow();
    const response = await runProgram("apply", {
      ...(prelude ? { prelude } : {}),
      ...(parts ? { parts } : {}),
      code,
      apply: { function: name, trace: input },
      limits: {},
    });
    const problem = response.status === "pass" ? "" : (response.message ?? response.problems[0]?.message ?? "It stopped.");
    const compared = problem === "" ? await compare(input, response.trace ?? "") : null;
    outcome.value = { compared, output: response.output ?? "", problem };
  } catch (error) {
    if (!(error instanceof Superseded)) outcome.value = { compared: null, output: "", problem: messageOf(error) };
  } finally {
    busy.value = false;
  }
}
