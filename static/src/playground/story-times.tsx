// The last moment of the story: the times in place of the picture, and the guess before they were measured.

import { measure, measuredText, measuring, inBrowser, onServer } from "../machine/local";
import type { Measurement } from "../machine/measurement";
import { HowMeasured, TimeView } from "../machine/time";
import { number } from "../machine/words";
import { picture } from "../picture/state";
import type { IterationCount } from "../api.gen";
import { resultText, story } from "../state";
import { moments } from "./story-moments";
import { lastMoment } from "./story-state";
import { formatCount } from "../ui/counts";

export function StoryTimes() {
  return (
    <section class="machine container-machine min-height-15rem column grow story-times" aria-label="Times">
      <TimeView before={<Ahead />} />
    </section>
  );
}

/** What an iteration of each version does, under the names of the times that are to come. */
function Ahead() {
  const whole = picture.whole.value;
  if (!whole?.one || !whole.around) return null;
  return (
    <div class="ahead full max-width-76rem margin-auto column spaced pad-y-4 pad-x-4">
      <h2 class="title-m">One iteration of the loop, in three versions</h2>
      <ul>
        <Iteration name="recorded" way="before any pass" count={whole.recorded} of={whole.recorded.operations} />
        <Iteration name="optimized" way="one iteration at a time" count={whole.one} of={whole.recorded.operations} />
        <Iteration name="peeled" way="around the loop" count={whole.around} of={whole.recorded.operations} />
      </ul>
      <div class="soft spaced">
        <HowMeasured />
      </div>
    </div>
  );
}

/** A mark for each operation of an iteration, with allocations of boxes first; all versions have the same
 * scale. */
const markWidth = 20;

function Iteration({ name, way, count, of }: { name: string; way: string; count: IterationCount; of: number }) {
  const { boxes, operations } = count;
  const form = name === "optimized" ? "straight" : name === "peeled" ? "loop" : name;
  return (
    <li class="ahead-row pad-y-3 toolbar gap-3 line-above">
      <span class="column flex-0-0-12rem">
        <b class="text-l">{name}</b>
        <span class="minor">{way}</span>
      </span>
      <span class="column gap-1 flex-1-1-14rem">
        <svg class={`is-${form} tone-ink-3`} viewBox={`0 0 ${of * markWidth} 22`} aria-hidden="true">
          {Array.from({ length: operations }, (_, k) => (
            <rect
              key={k}
              class={k < boxes ? "fill-paper stroke-ink stroke-width-2.2" : "plot-bar fill-tone opacity-0.3 forced:opacity-1"}
              stroke="var(--tone)"
              x={k * markWidth + 2}
              y={3}
              width={16}
              height={16}
              rx={k < boxes ? 1.5 : 8}
            />
          ))}
        </svg>
        <span class="soft">
          {formatCount(operations)} operations, {boxes === 0 ? "no box" : `${formatCount(boxes)} of them make a box`}
        </span>
      </span>
      <span class="soft">
        <b class="title-m serif ink">?</b> ns
      </span>
    </li>
  );
}

const guesses = moments[lastMoment - 1]!.guesses!;

/** The question in the strip: after the guess the measurement begins. */
export function Guess() {
  const answer = story.value?.at === lastMoment ? story.value.answer : 0;
  return (
    <div class="story-asks measured column gap-1 flex-1-1-24rem">
      <p class="strong" id="story-question">
        {guesses.question}
      </p>
      <div class="story-options flex wrap gap-2" role="group" aria-labelledby="story-question">
        {guesses.options.map((option, k) => (
          <button key={k} type="button" class={`button${answer > 0 && isNear(k) ? " is-right right toned" : ""}`} aria-pressed={answer === k + 1} onClick={() => guess(k)}>
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

/**
 * How many times as fast as the recorded loop the one without boxes is: between `from` and `to` with a confidence of 95 %. Times of a
 * busy machine are not trustworthy, but the versions take turns, so what disturbs one disturbs all.
 */
interface Found {
  from: number;
  to: number;
  isBusy: boolean;
  where: string;
}

/** If it is known to be between two numbers of which one is more than so many times the other, nothing is said of it. */
const widest = 3;

/** Null if it is not known. */
function foundIn({ report }: Measurement, where: string): Found | null {
  const ratio = report?.variants.findLast((v) => v.name.endsWith(" loop"))?.ratio;
  if (!report || !ratio || !(ratio.from > 0) || (report.noisy && ratio.to > widest * ratio.from)) return null;
  return report.noisy ? { from: ratio.from, to: ratio.to, isBusy: true, where } : { from: ratio.median, to: ratio.median, isBusy: false, where };
}

/** What was measured, first where machine code runs. */
function measured(): Found[] {
  if (measuredText.value !== resultText.value) return [];
  return [foundIn(onServer.value, "on the server"), foundIn(inBrowser.value, "in your browser")].filter((f) => f !== null);
}

function isNear(option: number): boolean {
  const { from, to } = guesses.options[option]!;
  return measured().some((f) => f.to >= from && f.from < to);
}

function Reply({ answer }: { answer: number }) {
  const found = measured();
  if (measuring.value) return <>Measuring: below, each dot is one sample.</>;
  if (measuredText.value !== resultText.value) return <>Press Measure to see.</>;
  return (
    <>
      {found.length > 0 ? <Comparison answer={answer} found={found} /> : "This time it could not be measured; the reason is below."} What can be counted: six of thirty operations are left, and none of the five boxes.
    </>
  );
}

function Comparison({ answer, found }: { answer: number; found: readonly Found[] }) {
  const near = isNear(answer - 1);
  const more = found[0]!.from >= guesses.options[answer - 1]!.to;
  return (
    <>
      <strong class={near ? "is-right right toned" : ""}>{near ? "Well guessed." : more ? "It is even more." : "It is less."}</strong>{" "}
      {found.map(({ from, to, where }) => `${from === to ? number(from) : `${number(from)} to ${number(to)}`} times ${where}`).join(", ")}.
      {found.some((f) => f.isBusy) && " A busy computer cannot tell more exactly."}
    </>
  );
}
