// What operations do, for their colours.

import { computed, signal } from "@preact/signals";
import type { PreparedOperation } from "../api.gen";
import { describe } from "../state";

/** What prepared pictures bring along, for as long as there is no engine or where there is none. */
const prepared = signal<readonly PreparedOperation[]>([]);

const effects = computed(() => {
  const byName = new Map<string, string>(prepared.value.map(({ name, effect }) => [name, effect]));
  for (const operation of describe.value?.operations ?? []) {
    for (const name of operation.names) byName.set(name, operation.effect);
  }
  return byName;
});

/** Takes in what some operations do. */
export function learnEffects(operations: readonly PreparedOperation[]): void {
  prepared.value = [...prepared.peek(), ...operations];
}

/** What an operation does, for its colour; of a shortened name, what all operations do that begin so, if it is the same. */
export function effectOf(operation: string): string | undefined {
  if (!operation.endsWith("…")) return effects.value.get(operation);
  const begins = operation.slice(0, -1);
  const found = new Set([...effects.value].filter(([name]) => name.startsWith(begins)).map(([, effect]) => effect));
  return found.size === 1 ? [...found][0] : undefined;
}
