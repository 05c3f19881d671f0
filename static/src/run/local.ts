// What the run panel remembers for itself.

import { computed, signal } from "@preact/signals";
import { inputs, result } from "../state";
import { takenBy, unfinished } from "./inputs";

/** The inputs are shown as one text instead of a form. */
export const asText = signal(false);

/** True while an input is half-typed: nothing is run, and what ran is no answer to it. */
export const halfTyped = computed(
  () => !asText.value && takenBy(result.value?.inputs ?? [], inputs.value).some((i) => unfinished(inputs.value[i.name] ?? "") !== null),
);

/** The object under the pointer or the focus: its box and all references to it are marked. */
export const markedObject = signal("");

/** After so many jumps a loop is stopped; 0 leaves it to the engine (1000). */
export const stepLimit = signal(0);
