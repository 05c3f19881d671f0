// The last moment of the story: the times in the place of the picture, and what was guessed before they were measured.

import { measure, measuredText, measuring, inBrowser, onServer } from "../machine/local";
import type { Measurement } from "../machine/measurement";
import { TimeView } from "../machine/time";
import { number } from "../machine/words";
import { resultText, story } from "../state";
import { moments } from "./story-moments";
import { lastMoment } from "./story-state";

export function StoryTimes() {
  return (
    <section class="machine column grow story-times" aria-label="Times">
      <TimeView />
    </section>
  );
}

const guesses = moments[lastMoment - 1]!.guesses!;

/** The question in the strip: whoever has guessed sees the measurement begin. */
export function Guess() {
  const answer = story.value?.at === lastMoment ? story.value.answer : 0;
  return (
    <div class="story-asks">
      <p class="story-question" id="story-question">
        {guesses.question}
      </p>
      <div class="story-options flex wrap gap-2" role="group" aria-labelledby="story-question">
        {guesses.options.map((option, k) => (
          <button key={k} type="button" class={`button${answer > 0 && isNear(k) ? " is-right" : ""}`} aria-pressed={answer === k + 1} onClick={() => guess(k)}>
            {option.words}
          </button>
        ))}
      </div>
      <p class="story-reply" role="status">
        {answer > 0 && <Reply answer={answer} />}
      </p>
    </div>
  );
}

function guess(option: number): void {
  story.value = { at: lastMoment, answer: option + 1 };
  if (!measuring.peek() && measuredText.peek() !== resultText.peek()) void measure();
}

/** How many times as fast as the recorded loop the one without boxes is; 0 if that is not known. */
function factorOf({ report }: Measurement): number {
  return report?.noisy ? 0 : (report?.variants.findLast((v) => v.name.endsWith(" loop"))?.ratio.median ?? 0);
}

/** What was measured, first where machine code runs. */
function measured(): { factor: number; where: string }[] {
  const all = [
    { factor: factorOf(onServer.value), where: "on the server" },
    { factor: factorOf(inBrowser.value), where: "in your browser" },
  ];
  return measuredText.value === resultText.value ? all.filter((m) => m.factor > 0) : [];
}

function isNear(option: number): boolean {
  const { from, to } = guesses.options[option]!;
  return measured().some(({ factor }) => factor >= from && factor < to);
}

function Reply({ answer }: { answer: number }) {
  const found = measured();
  const mine = guesses.options[answer - 1]!;
  if (measuring.value) return <>Measuring: below, each dot is one sample.</>;
  if (found.length === 0) return <>{measuredText.value === resultText.value ? "It could not be told this time: below is why." : "Press Measure to see."}</>;
  const near = isNear(answer - 1);
  const more = found[0]!.factor >= mine.to;
  return (
    <>
      <strong class={near ? "is-right" : ""}>{near ? "Well guessed." : more ? "It is even more." : "It is less."}</strong>{" "}
      {found.map(({ factor, where }, k) => `${k > 0 ? ", " : ""}${number(factor)} times ${where}`)}. A round was recorded with thirty operations and five boxes; six operations are left.
    </>
  );
}
