// A pass in any language: a WASI program that reads a trace and writes one. The server
// runs it, on a trace or in the tests of a step; it sees no files, no network, no clock.

import { signal } from "@preact/signals";
import { render } from "preact";
import type { LessonResponse } from "../api.gen";
import { messageParts } from "../ui/words";
import { type Compared, Comparison, compare } from "./comparison";
import { fetchJSON, messageOf, posting } from "../server";
import { Outcome } from "./outcome";
import { summary } from "./results";
import { at } from "../site";

const examples: Record<string, string> = {
  "One iteration of a loop": "[i0, i1]\ni2 = int_add(i0, 1)\ni3 = int_add(i0, 1)\ni4 = int_mul(i2, i3)\ni5 = int_lt(i4, 1000)\nguard_true(i5) [i0, i1]\njump(i2, i4)\n",
  "Numbers only": "[i0]\ni1 = int_add(20, 22)\ni2 = int_add(i0, 0)\ni3 = int_sub(i1, i2)\nfinish(i3)\n",
  "A box that is not needed": "[i0]\np1 = new(Box)\nset(p1, value, i0)\ni2 = get(p1, value)\ni3 = int_add(i2, 1)\nfinish(i3)\n",
};

/** A step whose tests can be run on a program. */
export interface PassStep {
  /** "chapter/step" */
  id: string;
  title: string;
  /** Counts the steps of its chapter from 1. */
  number: number;
}

/** The server takes no larger program; base64 needs a third more. */
const largest = 11 * 2 ** 20;

const trace = signal(Object.values(examples)[0]!);
/** The example from which the trace came, by its place in the list. */
const example = signal(0);
/** The step whose tests are run; null for a trace. */
const chosen = signal<PassStep | null>(null);
const file = signal<File | null>(null);
const busy = signal(false);
const answer = signal<{ error: string } | { compared: Compared } | { results: LessonResponse; step: PassStep } | null>(null);

/** Puts the form where the page of contents has a place for it. */
export function startUpload(host: HTMLElement): void {
  host.querySelector(".needs")?.remove();
  const steps = [...host.querySelectorAll<HTMLOptionElement>("#pass-steps option")].map((o) => ({ id: o.value, title: o.label, number: Number(o.dataset.number) }));
  const holder = document.createElement("div");
  host.append(holder);
  render(<Upload base={host.dataset.base ?? at("/lessons/")} steps={steps} />, holder);
}

/** The same form on the page of a step: its own tests come first. */
export function UploadHere({ base, step }: { base: string; step: PassStep }) {
  chosen.value ??= step;
  return (
    <details class="given space-4 take">
      <summary>Bring a program in another language</summary>
      <p class="below-3 minor">It reads a trace from its standard input and writes one to its standard output, compiled to WebAssembly with WASI. There are <a href={`${base}#any-language`}>programs in four languages</a> to begin with.</p>
      <Upload base={base} steps={[step]} />
    </details>
  );
}

function Upload({ base, steps }: { base: string; steps: PassStep[] }) {
  return (
    <form
      class="upload space-4 text-m sans"
      onSubmit={(e) => {
        e.preventDefault();
        void run(base);
      }}
    >
      <label class="field below-3 text-m">
        Program (.wasm)
        <input type="file" accept=".wasm,application/wasm" onChange={(e) => (file.value = e.currentTarget.files?.[0] ?? null)} />
      </label>
      <label class="field below-3 text-m">
        Try it on
        <select
          value={chosen.value?.id ?? example.value}
          onChange={(e) => {
            const name = e.currentTarget.value;
            chosen.value = steps.find((s) => s.id === name) ?? null;
            if (chosen.value) return;
            example.value = Number(name);
            trace.value = Object.values(examples)[example.value]!;
          }}
        >
          <optgroup label="A trace">
            {Object.keys(examples).map((name, i) => (
              <option key={name} value={i}>
                {name}
              </option>
            ))}
          </optgroup>
          <optgroup label="The tests of a step">
            {steps.map((s) => (
              <option key={s.id} value={s.id}>
                {s.title}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      {!chosen.value && (
        <label class="field below-3 text-m">
          The trace; any other will do as well
          <textarea class="code-size mono" rows={8} spellcheck={false} value={trace.value} onInput={(e) => (trace.value = e.currentTarget.value)} />
        </label>
      )}
      <button type="submit" class="button primary" disabled={busy.value}>
        {busy.value ? "Running…" : "Run it on the server"}
      </button>
      <Answer />
    </form>
  );
}

function Answer() {
  const now = answer.value;
  if (!now) return null;
  if ("error" in now) {
    return (
      <p class="test-message pre-wrap anywhere notice fail" role="alert">
        {messageParts(now.error)}
      </p>
    );
  }
  if ("compared" in now) return <Comparison of={now.compared} />;
  return (
    <div class="applied space-4 foreign-results spaced">
      <div class={`judgement ${now.results.status}`} role="status">
        <span class="verdict-mark disc" aria-hidden="true">
          {now.results.status === "pass" ? "✓" : "✗"}
        </span>
        <p class="verdict-words grow">
          <strong>{summary(now.results)}</strong>
          <span class="block minor">with your program as the pass of “{now.step.title}”</span>
        </p>
      </div>
      <Outcome response={now.results} number={now.step.number} />
    </div>
  );
}

async function run(base: string): Promise<void> {
  const program = file.peek();
  if (!program) {
    answer.value = { error: "First choose a program: a file that ends in `.wasm`." };
    return;
  }
  if (program.size > largest) {
    answer.value = { error: `Expected a program of at most ${largest >> 20} MiB, found ${(program.size / 2 ** 20).toFixed(1)} MiB.` };
    return;
  }
  busy.value = true;
  try {
    answer.value = await tried(base, program, chosen.peek(), trace.peek());
  } catch (error) {
    answer.value = { error: `The program did not run: ${messageOf(error)}.` };
  } finally {
    busy.value = false;
  }
}

/** Has the server run a program, and compares what came out. */
async function tried(base: string, program: File, step: PassStep | null, input: string): Promise<typeof answer.value> {
  const question = await posting({ wasm: await base64(program), ...(step ? { step: step.id } : { trace: input }) });
  const reply = await fetchJSON<{ trace?: string; results?: LessonResponse; error?: string }>(`${base}pass`, question);
  if (reply.error) return { error: reply.error };
  if (step && reply.results) return { results: { ...reply.results, problems: reply.results.problems ?? [] }, step };
  return { compared: await compare(input, reply.trace ?? "") };
}

/** A file's bytes as JSON carries them. */
function base64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve((reader.result as string).replace(/^[^,]*,/, ""));
    reader.onerror = () => reject(new Error("the file cannot be read"));
    reader.readAsDataURL(blob);
  });
}
