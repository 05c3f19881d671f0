// A pass that the learner wrote leaves its lesson: it runs on any trace, and the
// result goes to the playground and to the lab.

import { signal } from "@preact/signals";
import { messageParts } from "../layout/words";
import { TraceCode } from "./code";
import { Superseded, runProgram } from "./engine";
import { playgroundLink, proveLink } from "./links";
import { passFunctions } from "./results";
import * as page from "./state";

const chosen = signal("");
const trace = signal("");
const outcome = signal<{ input: string; trace: string; output: string; problem: string } | null>(null);
const busy = signal(false);

/** What is on offer before somebody pastes a trace of their own. */
const ownExample = "[i0, i1]\ni2 = int_add(i0, 0)\ni3 = int_add(2, 3)\ni4 = int_mul(i1, i3)\ni5 = int_mul(i1, i3)\njump(i2, i4)\n";
const toyExample = "v0 = getarg(0)\nv1 = add(2, 3)\nv2 = add(v0, v1)\nv3 = add(v0, v1)\nv4 = mul(v2, 1)\nv5 = print(v4)\nv6 = print(v3)\n";

export function TakeAlong() {
  const functions = passFunctions(page.code.value);
  if (functions.length === 0) return null;
  const name = functions.includes(chosen.value) ? chosen.value : functions[0]!;
  return (
    <details class="given take">
      <summary>Take your pass to a trace of your own</summary>
      <form
        onSubmit={(e) => {
          e.preventDefault();
          void apply(name);
        }}
      >
        <label class="field">
          Function
          <select value={name} onChange={(e) => (chosen.value = e.currentTarget.value)}>
            {functions.map((f) => (
              <option key={f}>{f}</option>
            ))}
          </select>
        </label>
        <label class="field">
          Trace
          <textarea class="trace-text" rows={7} spellcheck={false} value={trace.value || toyExample} onInput={(e) => (trace.value = e.currentTarget.value)} />
        </label>
        <p class="field-note">
          Any trace will do, also one of the playground’s.{" "}
          <button type="button" class="place" onClick={() => (trace.value = trace.value === ownExample ? toyExample : ownExample)}>
            Another example
          </button>
        </p>
        <button type="submit" class="button" disabled={busy.value}>
          Run {name} on it
        </button>
      </form>
      <Applied name={name} />
    </details>
  );
}

function Applied({ name }: { name: string }) {
  const now = outcome.value;
  if (!now) return null;
  if (now.problem) {
    return (
      <p class="test-message" role="status">
        {messageParts(now.problem)}
      </p>
    );
  }
  return (
    <div class="applied" role="status">
      <p>
        <code>{name}</code> turns {countLines(now.input)} into {countLines(now.trace)}:
      </p>
      <TraceCode text={now.trace} />
      {now.output && <p class="field-note">It printed: {now.output}</p>}
      <p class="take-links">
        <a class="button" href={playgroundLink(now.input, now.trace)} target="_blank" rel="noopener">
          Beside ours in the playground
        </a>
        <a class="button" href={playgroundLink(now.trace)} target="_blank" rel="noopener">
          Go on with it in the playground
        </a>
        <a class="button" href={proveLink(now.input, now.trace)} target="_blank" rel="noopener">
          Prove it in the lab
        </a>
      </p>
    </div>
  );
}

/** "5 operations": lines that are neither inputs nor comments. */
function countLines(text: string): string {
  const n = text.split("\n").filter((line) => /^\s*[^\s#[]/.test(line)).length;
  return n === 1 ? "1 operation" : `${n} operations`;
}

async function apply(name: string): Promise<void> {
  const data = page.step.peek()!;
  const input = trace.peek() || toyExample;
  busy.value = true;
  try {
    const { code, prelude } = data.suite;
    const response = await runProgram("apply", {
      ...(prelude ? { prelude } : {}),
      code: { ...code, text: page.code.peek() },
      apply: { function: name, trace: input },
      limits: {},
    });
    const problem = response.status === "pass" ? "" : (response.message ?? response.problems[0]?.message ?? "It stopped.");
    outcome.value = { input, trace: response.trace ?? "", output: response.output ?? "", problem };
  } catch (error) {
    if (!(error instanceof Superseded)) outcome.value = { input, trace: "", output: "", problem: (error as Error).message };
  } finally {
    busy.value = false;
  }
}
