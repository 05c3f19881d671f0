// The state of the run panel.

import { computed, signal } from "@preact/signals";
import { asText, inputs, traceInputs } from "../state";
import { takenBy, unfinished } from "../inputs";

/** True while an input is half-typed: nothing is run, and the last run does not belong to
 * it. */
export const halfTyped = computed(
  () => !asText.value && takenBy(traceInputs.value, inputs.value).some((i) => unfinished(inputs.value[i.name] ?? "") !== null),
);

/** The object under the pointer or the focus: its box and all references to it are marked. */
export const markedObject = signal("");
