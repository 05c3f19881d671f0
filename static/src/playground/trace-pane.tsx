// The left pane: what is open, the editor, and the errors in the text.

import type { Diagnostic } from "../api.gen";
import { titleOf } from "../document/title";
import { Editor } from "../editor";
import { LogOffer } from "../log/offer";
import { logInEditor, programInEditor } from "../log/state";
import { messageParts } from "../ui/words";
import * as page from "../state";
import { Play } from "../ui/icons";
import { keyName } from "../ui/key-names";

/** How many errors are listed under the editor. */
const listed = 4;

export function TracePane() {
  void page.describe.value; // the examples arrive with it
  const example = page.exampleById(page.exampleId.value);
  const edited = example !== undefined && example.text !== page.text.value;
  return (
    <>
      <div class="pane-head row rigid">
        <h2 class="cut">{example ? example.title : ownTitle()}</h2>
        {edited && <span class="faint text-s italic">edited</span>}
        <span class="header-space grow" />
        <label class="switch" title="Recompute while typing">
          <input
            type="checkbox"
            role="switch"
            checked={page.autoRun.value}
            onChange={(e) => (page.autoRun.value = e.currentTarget.checked)}
          />
          <span class="switch-track" aria-hidden="true" />
          Auto
        </label>
        <button
          type="button"
          class={`button ${page.autoRun.value ? "" : "primary"} run`}
          title={`Optimize and run now (${keyName("Mod")}+Enter)`}
          onClick={page.runNow}
        >
          <Play />
          Run
        </button>
      </div>
      {example?.note && (
        <p class="pane-note after-4 below-3 ahead-4 serif regular rigid soft text-l clip" title={example.note}>
          {example.note}
        </p>
      )}
      <LogOffer />
      <Editor />
      <Problems />
    </>
  );
}

/** The place in the program, for a trace that PyPy recorded. */
function ownTitle(): string {
  if (logInEditor.value?.text === page.text.value) return "A log of PyPy";
  if (programInEditor.value) return "A Python program";
  const title = titleOf(page.text.value);
  return /\.py\b/.test(title) ? title : "Your trace";
}

/** Columns of diagnostics count characters, those of the editor UTF-16 code units. */
function goTo(d: Diagnostic): void {
  const start = page.text.peek().lastIndexOf("\n", d.from - 1) + 1;
  page.focusSourceLine(d.line - 1, d.from - start);
}

function Problems() {
  const all = page.diagnostics.value;
  const errors = all.filter((d) => d.severity === "error").length;
  // A whole log is no trace with errors: its traces are offered instead. Nor is a program.
  const none = all.length === 0 || logInEditor.value?.text === page.text.value || programInEditor.value;
  const lines = none ? [] : page.text.value.split("\n");
  // Not a trace with mistakes, but another text, or none yet.
  const isOther = !none && (all[0]!.line <= lines.findIndex((l) => l.trim()) + 1 || !page.text.value.trim()) && errors * 2 >= lines.filter((l) => l.trim()).length;
  return (
    <div class="problems inset-auto-0-0 max-height-40% absolute ground-error-bg scroll line-above" role="region" aria-label="Errors in the trace" aria-live="polite" hidden={none}>
      {isOther && (
        <p class="pad-top-half pad-bottom-2 pad-x-4">
          A trace begins with its inputs, such as <code>[p0, i1]</code>, and has one operation in each line, such as <code>i2 = int_add(i1, 1)</code>. A log of PyPy can be pasted whole.
        </p>
      )}
      {all.slice(0, listed).map((d) => (
        <button
          type="button"
          class={`problem columns-68px-1fr gap-0-2 pad-7px-4 tone-ground hovers grid full ${d.severity}`}
          key={`${d.from} ${d.code}`}
          onClick={() => goTo(d)}
        >
          <span class="toned strong nowrap digits">line {d.line}</span>
          <span>{messageParts(d.message)}</span>
        </button>
      ))}
      {all.length > listed && <p class="pad-top-half pad-bottom-2 pad-x-4 minor">and {all.length - listed} more; {errors} errors in all</p>}
    </div>
  );
}
