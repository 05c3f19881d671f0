// The errors under an editor of the lab.

import type { Diagnostic } from "../api.gen";
import { messageParts } from "../ui/words";

/** How many are listed. */
const listed = 3;

export function Problems({ list }: { list: readonly Diagnostic[] }) {
  if (list.length === 0) return null;
  return (
    <div class="max-height-35% ground-error-bg rigid scroll line-above" role="status">
      {list.slice(0, listed).map((d, k) => (
        <p key={k} class={`lab-problem pad-y-1 pad-x-4 tone-ground ${d.severity}`}>
          <span class="toned strong nowrap digits">line {d.line}</span> <span>{messageParts(d.message)}</span>
        </p>
      ))}
      {list.length > listed && <p class="pad-top-half pad-bottom-2 pad-x-4 minor">and {list.length - listed} more</p>}
    </div>
  );
}
