// Says which trace is on screen while it is not that of the editor.

import { diagnostics, reading, staleReason } from "../state";
import { plural } from "../ui/counts";

/** Words for each reason; "" where the result is that of the text, or about to be. */
export const staleWords = {
  "": "",
  pending: "",
  replaced: "shown: the trace before; the one in the editor is on its way",
  errors: "shown: the last trace that parsed",
  manual: "shown: the trace of the last run",
  crashed: "shown: the last result before the engine stopped",
} as const;

export function StaleNote() {
  const reason = staleReason.value;
  const words = staleWords[reason];
  const errors = diagnostics.value.filter((d) => d.severity === "error").length;
  return (
    <p class={`stale-note across full pipeline-699px:order-4 pad-3px-4 ground-warning-bg colour-warning line-above text-s ${reason === "replaced" ? "is-late" : ""}`} role="status" hidden={words === ""}>
      {reason === "errors" && `${plural(errors, "error")} in the text; `}
      {words}
      {reason === "errors" && reading.value && (
        <button type="button" class="text-button ahead-2" onClick={() => (reading.value = false)}>
          Edit
        </button>
      )}
    </p>
  );
}
