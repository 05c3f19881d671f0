// The guided story: a strip above the page that it brings from one state to the next. The page stays usable: a
// reader who explores something else finds the way back in the strip.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { firstExample } from "../first-example";
import { isRow } from "../picture/model";
import { picture } from "../picture/state";
import * as page from "../state";
import { story } from "../state";
import { Words } from "../terms/words";
import { messageParts } from "../ui/words";
import { type Look, type Moment, moments } from "./story-moments";
import { goTo, lastMoment, leaveStory, timesShown } from "./story-state";
import { Guess } from "./story-times";

export { StoryTimes } from "./story-times";

/** What is to be opened as soon as the picture has its row; null for nothing. */
const wanted = signal<Look | null>(null);

/** The moment, and what it looks at: after a question that is answered, something else. */
const now = computed(() => {
  const moment = moments[(story.value?.at ?? 1) - 1]!;
  const answer = moment.asks ? (story.value?.answer ?? 0) : 0;
  return { moment, answer, look: answer > 0 ? moment.asks!.look : moment.look };
});

/** The page is in the state of the moment. */
const isThere = computed(() => {
  const { look } = now.value;
  const at = page.presenting.value || page.historyOpen.value !== "" || page.moment.value || !page.reading.value ? "elsewhere" : timesShown.value ? "times" : "picture";
  return (
    page.text.value === firstExample.text &&
    page.preset.value === presetOf(look) &&
    (page.toPoint.value === 0) === (look.way === "recorded") &&
    page.bothIterations.value === (look.iterations ?? false) &&
    (page.runOpen.value || !look.run) &&
    at === (look.times ? "times" : "picture") &&
    (look.times || wanted.value !== null || picture.stepsFrom === keyOf(look.row))
  );
});

function presetOf(look: Look): string {
  return look.way === "one" ? "straight" : "loop";
}

/** The key of the picture's row with a number; 0 if it is not there. */
function keyOf(number: number): number {
  return picture.shown.value?.rows.find((r) => r.number === number && isRow(r))?.key ?? 0;
}

/** Brings the page into a state. */
function show(look: Look): void {
  batch(() => {
    if (page.text.peek() !== firstExample.text) page.openExample(firstExample.id);
    page.setPreset(presetOf(look));
    page.setPoints(0, look.way === "recorded" ? 0 : -1);
    page.moment.value = null;
    page.presenting.value = false;
    page.historyOpen.value = "";
    page.bothIterations.value = look.iterations ?? false;
    page.runOpen.value = look.run ?? false;
    page.reading.value = true;
    if (page.view.peek() === "machine") page.view.value = "passes";
    timesShown.value = look.times ?? false;
    wanted.value = look.row > 0 ? look : null;
  });
}

/** Opens the row that is wanted once the picture is that of the state, and brings into view what the moment is about. */
function openWanted(): () => void {
  return effect(() => {
    const isNew = !page.pending.value && picture.of.value === page.shown.value;
    const look = isNew ? wanted.value : null;
    const key = look ? keyOf(look.row) : 0;
    if (!look || key === 0) return;
    untracked(() => {
      wanted.value = null;
      picture.open(key, look.sees === undefined);
      if (look.sees !== undefined) picture.bring(keyOf(look.sees), key);
    });
  });
}

/** Follows the story: each moment, and each answer, is shown once. What a link opened is there already. */
function follow(): () => void {
  let shown = "";
  const ends = [
    openWanted(),
    // If the reader opens something else while times are shown, it is shown.
    effect(() => {
      if (timesShown.value && !isThere.value) timesShown.value = false;
    }),
    effect(() => {
      const { at, answer } = story.value ?? { at: 0, answer: 0 };
      if (at === 0 || !page.describe.value || shown === `${at}.${answer}`) return;
      shown = `${at}.${answer}`;
      // If the reader had left the moment for their own text, that is restored.
      const isOther = story.value?.kept && page.text.peek() !== firstExample.text;
      if (!isOther) untracked(() => show(now.peek().look));
    }),
  ];
  return () => ends.forEach((end) => end());
}

export function Story() {
  const title = useRef<HTMLHeadingElement>(null);
  const { moment, answer } = now.value;
  const at = story.value?.at ?? 1;
  useEffect(follow, []);
  // Screen readers read each moment; the keys that follow apply to the strip.
  useLayoutEffect(() => title.current?.focus({ preventScroll: true }), [at]);
  return (
    <section class="story edge-focus line-below gap-2-6 at-start pad-3-5 flex spread rigid raised under-800px:downwards under-800px:stretched under-800px:pad-2-3 under-800px:scroll low-499px:sideways low-499px:at-start low-499px:scroll" aria-label="Story" onKeyDown={(e) => onKey(e)}>
      <div class="story-told gap-y-1 gap-x-5 flex-1 slim flex wrap under-800px:rigid low-499px:flex-1">
        <div class="grid gap-1 self-start flex-1-1-24rem max-width-68ch under-800px:flex-1-1-100%">
          <p class="story-count row minor">
            <Dots at={at} />
            <span>
              {at} of {lastMoment}
            </span>
          </p>
          <h2 class="story-title title-m tight under-1200px:title-s" tabIndex={-1} ref={title}>
            {moment.title}
          </h2>
          <p class="story-text">
            <Told text={moment.text} />
          </p>
        </div>
        {moment.program && <pre class="story-program self-middle text-s pad-y-2 pad-x-3 boxed paper fits scroll" tabIndex={0} role="group" aria-label="The program">{moment.program}</pre>}
        {moment.asks && <Question asks={moment.asks} answer={answer} />}
        {moment.guesses && <Guess />}
      </div>
      <div class="story-buttons at-end column rigid gap-1 under-800px:toolbar under-800px:leftwards under-800px:spread under-800px:sticky under-800px:bottom-0 under-800px:raised under-800px:pad-y-1 low-499px:downwards low-499px:sticky low-499px:top-0 low-499px:pad-0">
        <span class="story-steps flex gap-2">
          <button type="button" class="button" disabled={at === 1} onClick={() => goTo(at - 1)}>
            Back
          </button>
          <Next moment={moment} at={at} answer={answer} />
        </span>
        <button type="button" class="button quiet" onClick={leaveStory}>
          Leave the story
        </button>
        <button type="button" class={`button story-return${isThere.value ? " is-there unseen under-800px:gone" : ""}`} disabled={isThere.value} onClick={() => show(now.peek().look)}>
          Back to this moment
        </button>
      </div>
    </section>
  );
}

/** What is told: code is between backticks, a term that can be asked about between asterisks. */
function Told({ text }: { text: string }) {
  return <>{text.split(/\*([^*]*)\*/).map((part, k) => (k % 2 === 0 ? messageParts(part) : <Words key={k} text={part} />))}</>;
}

/** A question can be skipped: then the answer is shown. */
function Next({ moment, at, answer }: { moment: Moment; at: number; answer: number }) {
  if (moment.asks && answer === 0) {
    return (
      <button type="button" class="button" onClick={() => reply(moment.asks!.options.findIndex((o) => o.right))}>
        Tell me
      </button>
    );
  }
  return (
    <button type="button" class="button primary" onClick={() => (at < lastMoment ? goTo(at + 1) : leaveStory())}>
      {at < lastMoment ? "Next" : "Done"}
    </button>
  );
}

function Dots({ at }: { at: number }) {
  return (
    <span class="story-dots flex">
      {moments.map((m, k) => (
        <button
          key={k}
          type="button"
          class="width-24px height-24px pad-7px"
          aria-label={`Moment ${k + 1}: ${m.title}`}
          aria-current={k + 1 === at ? "step" : undefined}
          title={m.title}
          onClick={() => goTo(k + 1)}
        >
          <i class={`dot height-10px ${k + 1 === at ? "is-now" : k + 1 < at ? "is-past" : ""}`} />
        </button>
      ))}
    </span>
  );
}

function Question({ asks, answer }: { asks: NonNullable<Moment["asks"]>; answer: number }) {
  const given = asks.options[answer - 1];
  const told = useRef<HTMLParagraphElement>(null);
  useEffect(() => given && told.current?.scrollIntoView({ block: "nearest" }), [given]);
  return (
    <div class="story-asks measured column gap-1 flex-1-1-24rem">
      <p class="strong" id="story-question">
        {messageParts(asks.question)}
      </p>
      <div class="story-options flex wrap gap-2" role="group" aria-labelledby="story-question">
        {asks.options.map((option, k) => (
          <button key={k} type="button" class={`button pressed:strong${given && option.right ? " is-right right toned" : ""}`} aria-pressed={answer === k + 1} onClick={() => reply(k)}>
            {messageParts(option.words)}
          </button>
        ))}
      </div>
      <p class="story-reply" role="status" ref={told}>
        {given && (
          <>
            <strong class={given.right ? "is-right right toned" : ""}>{messageParts(given.reply)}</strong> <Told text={asks.text} />
          </>
        )}
      </p>
    </div>
  );
}

/** Answers with an option, from 0. */
function reply(option: number): void {
  story.value = { at: story.peek()?.at ?? 1, answer: option + 1 };
}

function onKey(e: KeyboardEvent): void {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.key === "Escape") leaveStory();
  else if (e.key === "PageDown") goTo((story.peek()?.at ?? 1) + 1);
  else if (e.key === "PageUp") goTo((story.peek()?.at ?? 1) - 1);
  else return;
  e.preventDefault();
}
