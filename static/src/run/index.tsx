// The run panel: inputs, and what the trace does with them before and after
// optimization. The verdict is the judge's, who is the interpreter.

import "../style/run.css";
import type { Outcome } from "../api.gen";
import { useErrorBoundary } from "preact/hooks";
import { formatCount } from "../ui/counts";
import { Chevron } from "../ui/icons";
import { staleWords } from "../pipeline/stale";
import { engine, reading, result, run, runNow, runOpen, runStale, showMachine, staleReason } from "../state";
import { InputsForm } from "./form";
import { halfTyped } from "./local";
import { OutcomeView } from "./outcome";
import { differences, measures, verdictWords } from "./words";
import type { Measure } from "./words";

export function RunPanel() {
  const [error, reset] = useErrorBoundary();
  if (error) {
    return (
      <p class="pad-y-3 pad-x-4 soft" role="alert">
        The outcome could not be drawn.{" "}
        <button type="button" class="text-button" onClick={reset}>
          Draw it again
        </button>
      </p>
    );
  }
  return (
    <div class={`run-panel tall low paper column${runOpen.value ? "" : " is-closed"}`}>
      <Head />
      {runOpen.value && (
        <div class="grow flex wrap at-start scroll">
          <InputsForm />
          <Outcomes />
        </div>
      )}
    </div>
  );
}

function Head() {
  return (
    <div class={`run-head pad-y-2 pad-x-4 gap-y-half gap-x-2 toolbar rigid desk ${runOpen.value ? "line-below" : ""}`}>
      <button
        type="button"
        class="run-fold strong row nowrap pad-y-3px"
        aria-expanded={runOpen.value}
        onClick={() => (runOpen.value = !runOpen.value)}
      >
        <Chevron to={runOpen.value ? "down" : "right"} />
        Run
      </button>
      {runOpen.value ? (
        <VerdictLine />
      ) : (
        reading.value && (
          <button type="button" class="text-button" title="Measure it as machine code" onClick={() => showMachine("time")}>
            How fast?
          </button>
        )
      )}
    </div>
  );
}

function VerdictLine() {
  const shown = run.value;
  const words = shown && verdictWords(shown);
  const reason = staleReason.value;
  if (!words || halfTyped.value || reason === "replaced") return null;
  return (
    <p class={`verdict flex-1-1-20rem row slim anywhere toned fades verdict-${words.tone}${runStale.value ? " is-stale" : ""}`} role="status">
      <span class="self-middle text-s disc" aria-hidden="true">
        {words.sign}
      </span>
      <span>
        <strong>{words.headline}</strong>
        {words.detail !== "" && <span class="soft">: {plain(words.detail)}</span>}
        {staleWords[reason] !== "" && <span class="verdict-of"> ({staleWords[reason]})</span>}
      </span>
    </p>
  );
}

function plain(text: string): string {
  return text.replaceAll("`", "");
}

function Outcomes() {
  const shown = run.value;
  if (!shown) return <Nothing />;
  if (halfTyped.value || shown.inputDiagnostics.some((d) => d.severity === "error")) {
    return <p class="pad-y-3 pad-x-4 soft">The inputs cannot be read yet; the errors are below them.</p>;
  }
  const { before, after } = shown;
  if (!before && !after) return <Nothing />;
  const both = before && after && shown.verdict === "differ";
  return (
    <div class={`outcomes flex-4-1-26rem fades pad-y-3 pad-x-4 slim${runStale.value ? " is-stale" : ""}`}>
      {before && after && <Numbers before={before} after={after} />}
      <div class="pair sides gap-4 grid">
        {before && (
          <OutcomeView
            outcome={before}
            side="before"
            title="as recorded"
            unlike={both ? differences(before, after) : null}
          />
        )}
        {after && (
          <OutcomeView
            outcome={after}
            side="after"
            title="optimized"
            unlike={both ? differences(after, before) : null}
          />
        )}
      </div>
    </div>
  );
}

function Nothing() {
  if (engine.value.kind === "loading") return <p class="pad-y-3 pad-x-4 soft">The interpreter is loading.</p>;
  if (!result.value) return <p class="pad-y-3 pad-x-4 soft">The trace runs here as soon as it parses.</p>;
  return (
    <p class="pad-y-3 pad-x-4 soft">
      <button type="button" class="text-button" onClick={runNow}>
        Run the trace
      </button>{" "}
      on these inputs.
    </p>
  );
}

/** What a run costs, before and after. */
function Numbers({ before, after }: { before: Outcome; after: Outcome }) {
  return (
    <dl class="numbers gap-y-half gap-x-5 below-3 flex wrap" aria-label="What this run costs, before and after optimization">
      {measures(before, after).map((m) => (
        <Number key={m.label} measure={m} />
      ))}
    </dl>
  );
}

function Number({ measure }: { measure: Measure }) {
  const { label, before, after, change } = measure;
  return (
    <div class={`number gap-2 flex baseline number-${change}`}>
      <dt>{label}</dt>
      <dd class="soft text-l digits">
        {change === "same" ? (
          formatCount(after)
        ) : (
          <>
            {formatCount(before)} <span aria-label="become">→</span> <strong class={change === "less" ? "colour-good" : ""}>{formatCount(after)}</strong>
          </>
        )}
      </dd>
    </div>
  );
}
