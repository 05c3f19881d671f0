// What the run panel remembers for itself.

import { signal } from "@preact/signals";

/** The inputs are shown as one text instead of a form. */
export const asText = signal(false);

/** The object under the pointer or the focus: its box and all references to it are marked. */
export const markedObject = signal("");

/** After so many jumps a loop is stopped; 0 leaves it to the engine (1000). */
export const stepLimit = signal(0);
