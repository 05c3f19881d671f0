// The inputs of a run: one field for each input of the trace, or all of them
// as the one text that the command line uses.

import { batch, signal } from "@preact/signals";
import type { Diagnostic, Input } from "../api.gen";
import { messageParts } from "../ui/words";
import { asText, inputs, result, run, runInputs, staleReason, stepLimit, traceInputs } from "../state";
import { excerptOf } from "./excerpt";
import type { FieldError } from "../inputs";
import { type Inputs, errorsByInput, inputsOf, takenBy, textOf, unfinished, withInput } from "../inputs";
import { MadeUpNote } from "./made-up";

const typeWords: Record<string, string> = { int: "integer", ref: "reference", float: "float" };

export function InputsForm() {
  const taken = takenBy(traceInputs.value, inputs.value);
  const problems = run.value?.inputDiagnostics ?? [];
  return (
    <div class="inputs flex-1-1-15rem pad-y-3 pad-x-4 slim">
      <div class="below-2 row baseline spread gap-3">
        <h2 class="text-m sans strong">Inputs</h2>
        <label class="tool-check pipeline-699px:order-4 inline-flex gap-2 pointer centred nowrap minor">
          <input type="checkbox" checked={asText.value} onChange={(e) => (asText.value = e.currentTarget.checked)} />
          as text
        </label>
      </div>
      {asText.value ? (
        <TextForm taken={taken} problems={problems} />
      ) : taken.length === 0 ? (
        result.value && <p class="soft">This trace takes no inputs.</p>
      ) : (
        <Fields taken={taken} problems={problems} />
      )}
      <MadeUpNote />
      <StepLimit />
    </div>
  );
}

/** Loops that no guard leaves are stopped after some jumps. */
function StepLimit() {
  const set = (text: string) => {
    const n = Math.floor(Number(text));
    stepLimit.value = n > 0 ? Math.min(n, maxSteps) : 0;
  };
  return (
    <label class="space-3 nowrap row minor">
      stop after
      <input
        type="number"
        class="mono text-s short-field"
        min={1}
        max={maxSteps}
        placeholder="1000"
        value={stepLimit.value > 0 ? stepLimit.value : ""}
        onChange={(e) => set(e.currentTarget.value)}
      />
      jumps
    </label>
  );
}

/** Beyond this a run would take too long. */
const maxSteps = 1_000_000;

interface FormProps {
  /** The inputs that the trace takes. */
  taken: Input[];
  problems: Diagnostic[];
}

function Fields({ taken, problems }: FormProps) {
  const names = taken.map((i) => i.name);
  const errors = errorsByInput(runInputs.value, problems, names);
  const ran = inputsOf(runInputs.value);
  return (
    <>
      <div class="single gap-2">
        {taken.map((input) => (
          <Field key={input.name} input={input} errors={errorsOf(input.name, ran, errors.get(input.name) ?? [])} />
        ))}
      </div>
      <Errors text={runInputs.value} errors={errors.get("") ?? []} id="inputs-other-errors" />
      <Strangers names={names} />
    </>
  );
}

/** What is wrong with the present text of a field; errors for an older text do not count. */
function errorsOf(name: string, ran: Inputs, said: FieldError[]): FieldError[] {
  const value = inputs.value[name] ?? "";
  const open = unfinished(value);
  if (open) return [open];
  if (value.trim() !== (ran[name] ?? "")) return [];
  const blanks = value.length - value.trimStart().length;
  return said.map((e) => ({ ...e, from: e.from + blanks, to: e.to + blanks }));
}

/** Inputs that were given to an earlier trace, or whose name is being changed. */
function Strangers({ names }: { names: string[] }) {
  const left = Object.keys(inputs.value).filter((name) => !names.includes(name));
  if (left.length === 0 || staleReason.value === "replaced") return null;
  return (
    <p class="inputs-strangers soft">
      Given, but not taken by this trace: {messageParts(left.map((name) => `\`${name || inputs.value[""]}\``).join(", "))}.{" "}
      <button type="button" class="text-button" onClick={() => (inputs.value = left.reduce((rest, name) => withInput(rest, name, ""), inputs.peek()))}>
        Forget {left.length === 1 ? "it" : "them"}
      </button>
    </p>
  );
}

function Field({ input, errors }: { input: Input; errors: FieldError[] }) {
  const id = `input-${input.name}`;
  const value = inputs.value[input.name] ?? "";
  return (
    <div class="input-field">
      <label for={id} class="block below-half minor anywhere">
        <span class="input-name ink strong mono">{input.name}</span>{" "}
        <span class="input-type">{typeWords[input.type] ?? input.type}</span>
      </label>
      <input
        id={id}
        class="mono text-s full"
        type="text"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        placeholder={input.suggestion}
        value={value}
        aria-invalid={errors.length > 0}
        aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}
        onInput={(e) => (inputs.value = withInput(inputs.peek(), input.name, e.currentTarget.value))}
      />
      <Errors text={value} errors={errors} id={`${id}-errors`} />
    </div>
  );
}

/** The text as it was typed, as long as no one has changed the inputs elsewhere. */
const typed = signal<{ text: string; inputs: Inputs } | null>(null);

function TextForm({ taken, problems }: FormProps) {
  const names = taken.map((i) => i.name);
  const text = typed.value?.inputs === inputs.value ? typed.value.text : textOf(inputs.value, names);
  const fits = runInputs.value === textOf(inputs.value, names);
  const errors = fits ? problems.map((d) => ({ message: d.message, severity: d.severity, from: d.from, to: d.to })) : [];
  return (
    <>
      <textarea
        class="mono text-s full block"
        rows={2}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-label="All inputs as text"
        placeholder={taken.map((i) => `${i.name}=${i.suggestion}`).join(", ")}
        value={text}
        aria-invalid={errors.length > 0}
        aria-describedby={errors.length > 0 ? "inputs-text-errors" : undefined}
        onInput={(e) => {
          const now = { text: e.currentTarget.value, inputs: inputsOf(e.currentTarget.value) };
          batch(() => {
            typed.value = now;
            inputs.value = now.inputs;
          });
        }}
      />
      <Errors text={runInputs.value} errors={errors} id="inputs-text-errors" />
    </>
  );
}

/** Each error under the text it is about, with the exact characters marked. */
function Errors({ text, errors, id }: { text: string; errors: FieldError[]; id: string }) {
  if (errors.length === 0) return null;
  return (
    <div class="gap-2 single space-1" id={id} role="alert">
      {errors.map((error, i) => (
        <div key={i}>
          {text !== "" && <Excerpt text={text} from={error.from} to={error.to} />}
          <p class="input-error error toned text-s anywhere">{messageParts(error.message)}</p>
        </div>
      ))}
    </div>
  );
}

function Excerpt({ text, from, to }: { text: string; from: number; to: number }) {
  const { before, mark, after } = excerptOf(text, from, to);
  return (
    <pre class="excerpt pre-wrap text-s mono below-half soft anywhere">
      {before}
      <span class="excerpt-mark ink">{mark}</span>
      {after}
    </pre>
  );
}
