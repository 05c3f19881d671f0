// What operations do, for their colours.

import { computed } from "@preact/signals";
import { describe } from "../state";

const effects = computed(() => {
  const byName = new Map<string, string>();
  for (const operation of describe.value?.operations ?? []) {
    for (const name of operation.names) byName.set(name, operation.effect);
  }
  return byName;
});

/** What an operation does, for its colour. */
export function effectOf(operation: string): string | undefined {
  return effects.value.get(operation);
}
