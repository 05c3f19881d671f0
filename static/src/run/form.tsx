// The inputs of a run: one field for each input of the trace, or all of them
// as the one text that links and the command line use.

import type { Diagnostic, Input } from "../api.gen";
import { inputsText, result, run } from "../state";
import type { FieldError } from "./inputs";
import { errorsByInput, valueOf, withValue } from "./inputs";
import { asText, stepLimit } from "./local";

const typeWords: Record<string, string> = { int: "integer", ref: "reference", float: "float" };

export function InputsForm() {
  const inputs = result.value?.inputs ?? [];
  const problems = run.value?.inputDiagnostics ?? [];
  return (
    <div class="inputs">
      <div class="inputs-head">
        <h2 class="run-heading">Inputs</h2>
        <label class="tool-check">
          <input type="checkbox" checked={asText.value} onChange={(e) => (asText.value = e.currentTarget.checked)} />
          as text
        </label>
      </div>
      {asText.value ? (
        <TextForm inputs={inputs} problems={problems} />
      ) : inputs.length === 0 ? (
        result.value && <p class="inputs-none">This trace takes no inputs.</p>
      ) : (
        <Fields inputs={inputs} problems={problems} />
      )}
      <StepLimit />
    </div>
  );
}

/** Loops that no guard leaves are stopped after some jumps. */
function StepLimit() {
  const set = (text: string) => {
    const n = Math.floor(Number(text));
    stepLimit.value = n > 0 ? Math.min(n, mostSteps) : 0;
  };
  return (
    <label class="step-limit">
      stop after
      <input
        type="number"
        class="input-value"
        min={1}
        max={mostSteps}
        placeholder="1000"
        value={stepLimit.value > 0 ? stepLimit.value : ""}
        onChange={(e) => set(e.currentTarget.value)}
      />
      jumps
    </label>
  );
}

/** Beyond this a run would no longer be a matter of a moment. */
const mostSteps = 1_000_000;

interface FormProps {
  inputs: Input[];
  problems: Diagnostic[];
}

function Fields({ inputs, problems }: FormProps) {
  const names = inputs.map((i) => i.name);
  const errors = errorsByInput(inputsText.value, problems, names);
  return (
    <>
      <div class="fields-grid">
        {inputs.map((input) => (
          <Field key={input.name} input={input} names={names} errors={errors.get(input.name) ?? []} />
        ))}
      </div>
      <Errors text={inputsText.value} errors={errors.get("") ?? []} id="inputs-other-errors" />
    </>
  );
}

function Field({ input, names, errors }: { input: Input; names: string[]; errors: FieldError[] }) {
  const id = `input-${input.name}`;
  const value = valueOf(inputsText.value, input.name) ?? "";
  const set = (next: string) => (inputsText.value = withValue(inputsText.peek(), input.name, next, names));
  return (
    <div class="input-field">
      <label for={id} class="input-label">
        <span class="input-name">{input.name}</span>{" "}
        <span class="input-type">{typeWords[input.type] ?? input.type}</span>
      </label>
      <input
        id={id}
        class="input-value"
        type="text"
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        placeholder={input.suggestion}
        value={value}
        aria-invalid={errors.length > 0}
        aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}
        onInput={(e) => set(e.currentTarget.value)}
      />
      <Errors text={value} errors={errors} id={`${id}-errors`} />
    </div>
  );
}

function TextForm({ inputs, problems }: FormProps) {
  const errors = problems.map((d) => ({ message: d.message, severity: d.severity, from: d.from, to: d.to }));
  return (
    <>
      <textarea
        class="input-value inputs-text"
        rows={2}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="off"
        aria-label="All inputs as text"
        placeholder={inputs.map((i) => `${i.name}=${i.suggestion}`).join(", ")}
        value={inputsText.value}
        aria-invalid={errors.length > 0}
        aria-describedby={errors.length > 0 ? "inputs-text-errors" : undefined}
        onInput={(e) => (inputsText.value = e.currentTarget.value)}
      />
      <Errors text={inputsText.value} errors={errors} id="inputs-text-errors" />
    </>
  );
}

/** Each error under the text it is about, with the exact characters marked. */
function Errors({ text, errors, id }: { text: string; errors: FieldError[]; id: string }) {
  if (errors.length === 0) return null;
  return (
    <div class="input-errors" id={id} role="alert">
      {errors.map((error, i) => (
        <div key={i}>
          {text !== "" && <Excerpt text={text} from={error.from} to={error.to} />}
          <p class="input-error">{messageWords(error.message)}</p>
        </div>
      ))}
    </div>
  );
}

function messageWords(message: string) {
  return message.split("`").map((part, i) => (i % 2 === 1 ? <code key={i}>{part}</code> : part));
}

/** Characters shown on both sides of the marked ones. */
const around = 24;

function Excerpt({ text, from, to }: { text: string; from: number; to: number }) {
  const start = Math.max(0, from - around);
  const end = Math.min(text.length, Math.max(to, from + 1) + around);
  return (
    <pre class="excerpt">
      {start > 0 && "…"}
      {text.slice(start, from)}
      <span class="excerpt-mark">{text.slice(from, Math.max(to, from)) || " "}</span>
      {text.slice(Math.max(to, from), end)}
      {end < text.length && "…"}
    </pre>
  );
}
