// The question that belongs to the chosen row, and its answer: at one place, so that rows never move.

import type { ExplainStep } from "../api.gen";
import { Line } from "../pipeline/line";
import { plainOf } from "../pipeline/words";
import { rowLink } from "./looks";
import { usePicture } from "./model";
import { RowLink, Told } from "./told";

export function Reason() {
  const why = usePicture().why.value;
  if (!why) {
    return (
      <section class="why reading-1080px:bare edged edge-focus corners-l column gap-2 rigid anywhere pad-y-3 pad-x-4 is-empty soft" aria-live="polite">
        <p>Choose a row or a line to read the reason.</p>
      </section>
    );
  }
  return (
    <section class="why reading-1080px:bare edged edge-focus corners-l column gap-2 rigid anywhere pad-y-3 pad-x-4" aria-live="polite" aria-label="Reason">
      <p class="why-question soft">
        <Told parts={why.question} />
      </p>
      {why.text.length > 0 && (
        <p class="why-line reading-1080px:self-start size-13px pad-y-half pad-x-2 rounded row baseline desk wrap-line">
          <span class="why-line-number size-0.88em rigid soft mono">{why.number || "+"}</span>
          <Line spans={why.text} wraps />
        </p>
      )}
      <p class={`why-answer book size-20px leading-1.3 is-long:text-l reading-480px:text-xl${plainOf(why.answer).length > 90 ? " is-long" : ""}`}>
        <Told parts={why.answer} active />
      </p>
      {why.causes.length > 0 && (
        <ol class="why-causes gap-6px grid">
          {why.causes.map((step, i) => (
            <Cause key={i} step={step} />
          ))}
        </ol>
      )}
      {why.conclusion.length > 0 && (
        <p class="why-end">
          <Told parts={why.conclusion} active />
        </p>
      )}
    </section>
  );
}

/** A step of a reason, with the row that it speaks of. */
export function Cause({ step: { at, text } }: { step: ExplainStep }) {
  return (
    <li class="grid columns-2.2rem-1fr gap-1 baseline items-left">
      {at ? <RowLink at={at} text={String(at.number)} /> : <span class={`${rowLink} is-none`} />}
      <span>
        <Told parts={text} active />
      </span>
    </li>
  );
}
