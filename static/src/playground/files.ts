// Files that a reader saves.

import { titleOf } from "../document/title";
import { exampleById, exampleId, text } from "../state";

/** What is open, in a few words. */
export function openTitle(): string {
  return exampleById(exampleId.peek())?.title ?? titleOf(text.peek());
}

/** A name for a file of what is open. */
export function fileName(ending: string): string {
  const name = openTitle().toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 40);
  return `${name || "trace"}.${ending}`;
}
