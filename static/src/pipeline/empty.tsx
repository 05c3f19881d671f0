// Shown in place of the diff while there is nothing to compare: the trace as it
// is, and what the page is waiting for.

import { diagnostics, engine, focusSourceLine, text } from "../state";
import { TextLine } from "../editor/text-line";

/** More lines than this are not needed to see that something is there. */
const maxLines = 80;

export function Waiting() {
  const lines = text.value.split("\n", maxLines);
  return (
    <div class="waiting grow clip">
      <p class="measured pad-y-4 pad-x-4 soft" role="status">
        <Words />
      </p>
      <Progress />
      <div class="pad-x-4 code-size mono clip" aria-hidden="true">
        {lines.map((line, i) => (
          <div class="height-1.75em leading-1.75 cut-line" key={i}>
            <TextLine text={line} />
          </div>
        ))}
      </div>
    </div>
  );
}

function Words() {
  const state = engine.value;
  const error = diagnostics.value.find((d) => d.severity === "error");
  if (state.kind === "crashed") return <>The trace as it was recorded.</>;
  if (state.kind === "loading")
    return <>The trace as it was recorded. The optimizer is loading{percent(state.progress)}.</>;
  if (error) {
    return (
      <>
        The trace does not parse yet.{" "}
        <button type="button" class="text-button" onClick={() => focusSourceLine(error.line - 1)}>
          Line {error.line}
        </button>
        : {error.message}
      </>
    );
  }
  return <>The trace as it was recorded. The passes are running.</>;
}

function percent(progress: number): string {
  return progress > 0 && progress < 1 ? ` (${Math.round(progress * 100)} %)` : "";
}

function Progress() {
  const state = engine.value;
  if (state.kind !== "loading") return null;
  return <progress class="after-4 below-3 ahead-4" max={1} value={state.progress} aria-label="Loading the optimizer" />;
}
