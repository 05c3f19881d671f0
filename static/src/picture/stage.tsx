// Presenting: the picture of one thing and one reason, large, and nothing else. A presenter's remote
// goes from moment to moment, an object or a row each; the address holds the moment.

import { useLayoutEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import { exampleById, exampleId, presenting, stagedRow, toPoint } from "../state";
import { Waiting } from "../pipeline/empty";
import { plainOf } from "../pipeline/words";
import { Arriving } from "./arriving";
import { Picture } from "./index";
import { PictureOf } from "./model";
import { StagedPicture } from "./staged";
import { picture } from "./state";
import { Told } from "./told";
import { headline, wayShown } from "./words";

/** More moments than this are counted, not drawn as dots. */
const maxDots = 16;

/** Everything is dark, so that the audience looks at the speaker. */
const black = signal(false);

/** What is presented. */
const staged = new StagedPicture();

export function Stage() {
  return (
    <PictureOf value={staged}>
      <Presented />
    </PictureOf>
  );
}

function Presented() {
  const stage = useRef<HTMLElement>(null);
  const whole = staged.whole.value;
  // When it is drawn, not a frame later: the next key is already one of the presentation.
  useLayoutEffect(() => {
    stage.current?.focus();
    black.value = false;
    const act = (e: KeyboardEvent) => onKey(e);
    // Before everything else on the page: a remote's keys move between moments here, wherever the
    // focus is.
    window.addEventListener("keydown", act, true);
    const end = staged.start();
    return () => {
      window.removeEventListener("keydown", act, true);
      end();
      leave();
    };
  }, []);
  if (!whole || !staged.shown.value)
    return (
      <main class="stage fixed z-50 inset-0 gap-1.6u pad-2.6u-3.2u-1.6u column paper" ref={stage} tabIndex={-1}>
        {whole ? <Arriving what="What draws one thing alone" /> : <Waiting />}
      </main>
    );
  const why = staged.why.value;
  const title = exampleById(exampleId.value)?.title ?? "Your trace";
  return (
    <main class={`stage fixed z-50 inset-0 gap-1.6u pad-2.6u-3.2u-1.6u column paper${black.value ? " is-black" : ""}`} ref={stage} tabIndex={-1} onPointerMove={point} aria-label="Presentation">
      <h1 class="stage-question size-3.9u leading-1.15 serif">{why ? <Told parts={why.question} /> : headline(whole, wayShown(whole, toPoint.value))}</h1>
      <div class="stage-body under-800px:downwards gap-2u grow flex">
        <Picture />
        <section class={`stage-reason under-800px:rigid under-800px:self-stretched flex-0-0-34% gap-1.2u self-middle pad-left-1.8u column is-${tone()}`} aria-live="polite">
          {why && (
            <>
              <p class={`stage-answer book size-2.7u leading-1.25 is-long:size-2.1u${plainOf(why.answer).length > 80 ? " is-long" : ""}`}>
                <Told parts={why.answer} />
              </p>
              {why.conclusion.length > 0 && (
                <p class="size-1.75u leading-1.4">
                  <Told parts={why.conclusion} />
                </p>
              )}
            </>
          )}
        </section>
      </div>
      <footer class="stage-foot flex spread rigid soft">
        <Moments moments={staged.moments.value} />
        <span>Unbox · {title}</span>
      </footer>
      <div class="stage-pointer z-60 inset-0-auto-auto-0 width-2.4u height-2.4u round fixed no-pointer" aria-hidden="true" />
    </main>
  );
}

/** What happens to the thing: the line next to its reason is drawn like its lifeline. */
function tone(): "known" | "there" | "row" {
  const line = staged.shown.value?.lines.find((l) => l.id === staged.why.value?.line);
  if (!line) return "row";
  return line.exists < 0 ? "known" : "there";
}

function Moments({ moments }: { moments: readonly number[] }) {
  const at = momentOf(staged.chosen.value);
  const before = momentsBefore(staged.chosen.value);
  return (
    <span class="stage-moments gap-0.5u row">
      {moments.length <= maxDots && moments.map((key, k) => <i key={key} class={`dot width-0.75u height-0.75u ${k === at ? "is-now" : k < before ? "is-past" : ""}`} aria-hidden="true" />)}
      <span class="ahead-0.7u">{at < 0 ? betweenWords(before, moments.length) : `${at + 1} of ${moments.length}`}</span>
    </span>
  );
}

/** The position of a row that is not a moment itself. */
function betweenWords(before: number, all: number): string {
  if (all === 0) return "";
  if (before === 0) return `before the first of ${all}`;
  return before === all ? `after the last of ${all}` : `between ${before} and ${before + 1} of ${all}`;
}

/** The moment of a row, or the one that it is a part of; -1 for none. */
function momentOf(key: number): number {
  const moments = staged.moments.value;
  if (moments.includes(key)) return moments.indexOf(key);
  const line = staged.shown.value?.lines.find((l) => l.marks.some((m) => m.key === key) && moments.includes(l.key));
  return line ? moments.indexOf(line.key) : -1;
}

/** The number of moments before a row in the trace. */
function momentsBefore(key: number): number {
  const at = momentOf(key);
  return at >= 0 ? at : staged.moments.value.filter((k) => k < key).length;
}

/** Goes to the next moment, or to the one before. */
function stepMoment(by: 1 | -1): void {
  const from = staged.stepsFrom;
  const isMoment = momentOf(from) >= 0;
  goTo(momentsBefore(from) + (by > 0 && !isMoment ? 0 : by));
}

function goTo(moment: number): void {
  const moments = staged.moments.peek();
  const key = moments[Math.max(0, Math.min(moments.length - 1, moment))];
  if (key !== undefined) staged.open(key);
}

/** Goes to the row above or below among those that are drawn. */
function stepRow(by: number): void {
  const next = staged.neighbour(by);
  if (next) staged.open(next.key);
}

/** The row that was presented stays open on the page. */
function leave(): void {
  const key = staged.chosen.peek();
  stagedRow.value = 0;
  if (key !== 0) picture.open(key, true);
}

/** What the keys do; remotes send PageUp and PageDown, and B or a full stop for black. */
function onKey(e: KeyboardEvent): void {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const acts: Record<string, () => void> = {
    PageDown: () => stepMoment(1),
    PageUp: () => stepMoment(-1),
    ArrowRight: () => stepMoment(1),
    ArrowLeft: () => stepMoment(-1),
    " ": () => stepMoment(e.shiftKey ? -1 : 1),
    Home: () => goTo(0),
    End: () => goTo(Infinity),
    ArrowDown: () => stepRow(1),
    ArrowUp: () => stepRow(-1),
    b: () => (black.value = !black.peek()),
    ".": () => (black.value = !black.peek()),
    Escape: () => (black.peek() ? (black.value = false) : (presenting.value = false)),
  };
  const act = acts[e.key.length === 1 ? e.key.toLowerCase() : e.key];
  if (!act) return;
  e.preventDefault();
  e.stopPropagation();
  act();
}

/** The pointer is a ring that is seen from the last row. */
function point(e: PointerEvent): void {
  const stage = e.currentTarget as HTMLElement;
  stage.style.setProperty("--pointer-x", `${e.clientX}px`);
  stage.style.setProperty("--pointer-y", `${e.clientY}px`);
}
