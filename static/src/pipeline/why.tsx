// "Why is this still here?" for the operation of a row: requested on demand.

import { useSignal } from "@preact/signals";
import type { WhyLine, WhyResponse } from "../api.gen";
import { Prose } from "./prose";
import { diff } from "./state";

const words: Record<string, string> = { stays: "because", known: "known", lost: "lost", needed: "needed", gone: "gone" };

export function WhyStill({ index }: { index: number }) {
  const lines = useSignal<readonly WhyLine[] | null>(null);
  const ask = async () => {
    const answer = await diff.ask<WhyResponse>("why", "why", { row: index });
    if (answer) lines.value = answer.lines;
  };
  if (!lines.value) {
    return (
      <button type="button" class="button small is-added toned space-2" onClick={() => void ask()}>
        Why is this still here?
      </button>
    );
  }
  return (
    <section class="card-still space-2" aria-live="polite">
      <p class="minor">why it is still here</p>
      <dl>
        {lines.value.map((line, i) => (
          <div key={i} class={`row baseline still-${line.kind}`}>
            <dt>{words[line.kind]}</dt>
            <dd class="slim anywhere">
              <Prose parts={line.text} active />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
