// An optimizer of one's own in any language: a WASI program that reads a trace
// and writes one. The server runs it; it sees no files, no network, no clock.

import { signal } from "@preact/signals";
import { render } from "preact";
import { messageParts } from "../layout/words";
import { TraceCode } from "./code";
import { fetchJSON } from "./data";
import { playgroundLink, proveLink } from "./links";
import { visit } from "./state";

const examples: Record<string, string> = {
  "One round of a loop": "[i0, i1]\ni2 = int_add(i0, 1)\ni3 = int_add(i0, 1)\ni4 = int_mul(i2, i3)\ni5 = int_lt(i4, 1000)\nguard_true(i5) [i0, i1]\njump(i2, i4)\n",
  "Numbers only": "[i0]\ni1 = int_add(20, 22)\ni2 = int_add(i0, 0)\ni3 = int_sub(i1, i2)\nfinish(i3)\n",
  "A box that is not needed": "[i0]\np1 = new(Box)\nset(p1, value, i0)\ni2 = get(p1, value)\ni3 = int_add(i2, 1)\nfinish(i3)\n",
};

/** The server takes no larger program; base64 needs a third more. */
const largest = 11 * 2 ** 20;

const trace = signal(Object.values(examples)[0]!);
const file = signal<File | null>(null);
const busy = signal(false);
const outcome = signal<{ input: string; trace: string; error: string } | null>(null);

/** Puts the form where the page has a place for it. */
export function startUpload(host: HTMLElement): void {
  host.querySelector(".needs")?.remove();
  const holder = document.createElement("div");
  host.append(holder);
  render(<Upload base={host.dataset.base ?? "/lessons/"} />, holder);
}

function Upload({ base }: { base: string }) {
  return (
    <form
      class="upload"
      onSubmit={(e) => {
        e.preventDefault();
        void run(base);
      }}
    >
      <label class="field">
        Program (.wasm)
        <input type="file" accept=".wasm,application/wasm" onChange={(e) => (file.value = e.currentTarget.files?.[0] ?? null)} />
      </label>
      <label class="field">
        Trace
        <select onChange={(e) => (trace.value = examples[e.currentTarget.value] ?? trace.value)}>
          {Object.keys(examples).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="field">
        <span class="off-screen">Text of the trace</span>
        <textarea class="trace-text" rows={8} spellcheck={false} value={trace.value} onInput={(e) => (trace.value = e.currentTarget.value)} />
      </label>
      <button type="submit" class="button primary" disabled={busy.value}>
        {busy.value ? "Running…" : "Run it on the server"}
      </button>
      <Answer />
    </form>
  );
}

function Answer() {
  const now = outcome.value;
  if (!now) return null;
  if (now.error) {
    return (
      <p class="test-message" role="alert">
        {messageParts(now.error)}
      </p>
    );
  }
  return (
    <div class="applied" role="status">
      <div class="pair">
        <figure>
          <figcaption>The trace</figcaption>
          <TraceCode text={now.input} />
        </figure>
        <figure>
          <figcaption>What your program made of it</figcaption>
          <TraceCode text={now.trace} />
        </figure>
      </div>
      <p class="take-links">
        <a class="button" href={playgroundLink(now.input, now.trace)} target="_blank" rel="noopener">
          Beside ours in the playground
        </a>
        <a class="button" href={proveLink(now.input, now.trace)} target="_blank" rel="noopener">
          Prove it in the lab
        </a>
      </p>
    </div>
  );
}

async function run(base: string): Promise<void> {
  const chosen = file.peek();
  const input = trace.peek();
  if (!chosen) {
    outcome.value = { input, trace: "", error: "First choose a program: a file that ends in `.wasm`." };
    return;
  }
  if (chosen.size > largest) {
    outcome.value = { input, trace: "", error: `Expected a program of at most ${largest >> 20} MiB, found ${(chosen.size / 2 ** 20).toFixed(1)} MiB.` };
    return;
  }
  busy.value = true;
  try {
    const answer = await fetchJSON<{ trace?: string; error?: string }>(`${base}pass`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Unbox-Session": visit() },
      body: JSON.stringify({ wasm: await base64(chosen), trace: input }),
    });
    outcome.value = { input, trace: answer.trace ?? "", error: answer.error ?? "" };
  } catch (error) {
    outcome.value = { input, trace: "", error: `The program did not run: ${(error as Error).message}.` };
  } finally {
    busy.value = false;
  }
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
