// One moment of the optimizer: the current operation, what each pass does with it and why, what was known
// before, and the output so far; below it the way from moment to moment.

import { useEffect } from "preact/hooks";
import { effect, signal, untracked } from "@preact/signals";
import { Arriving } from "../picture/arriving";
import { moment, passes, reading, setPasses, stepping } from "../state";
import { isTyping } from "../ui/key-names";
import { picture } from "../picture/state";
import { RunControls, WalkControls } from "./controls";
import { Known } from "./known";
import { Rows } from "./rows";
import { Run } from "./run";
import { running } from "./run-state";
import { runHeadline } from "./run-words";
import { time } from "./state";
import { WalkOf } from "./walk-model";
import { Head, Output } from "./walk-parts";
import { headline } from "./words";

export function Time() {
  useEffect(() => {
    const ends = [time.start(), running.start()];
    return () => ends.forEach((end) => end());
  }, []);
  useKeys();
  useSpoken();
  const isRun = stepping.value === "run";
  const there = isRun ? running.shown.value : time.shown.value;
  return (
    <main class="time container-time column grow paper" id="pane-time" tabIndex={-1}>
      <h1 class="off-screen">Unbox: step {isRun ? "through two runs" : "the optimizer down a trace"}</h1>
      <Choice isRun={isRun} />
      {!there ? (
        <Arriving what="What steps the optimizer" />
      ) : isRun ? (
        <Run />
      ) : (
        <WalkOf value={time}>
          <Walk />
        </WalkOf>
      )}
      {isRun ? <RunControls /> : <WalkControls />}
      <p class="off-screen" role="status">
        {spoken}
      </p>
    </main>
  );
}

/** What is stepped through. */
function Choice({ isRun }: { isRun: boolean }) {
  return (
    <div class="time-choice self-start margin-2-4-0 segments" role="group" aria-label="What is stepped through">
      <button type="button" aria-pressed={!isRun} onClick={() => toWalk()}>
        The optimizer
      </button>
      <button type="button" aria-pressed={isRun} onClick={() => toRun()}>
        Two runs
      </button>
    </div>
  );
}

function toWalk(): void {
  running.player.pause();
  moment.value = { of: "optimizer", at: time.shown.peek()?.at ?? 0 };
}

function toRun(): void {
  time.player.pause();
  moment.value = { of: "run", at: running.shown.peek()?.at ?? 0 };
}

/** The walk at one operation. */
function Walk() {
  const m = time.shown.value!;
  const timeline = time.timeline.value;
  const isPeeled = timeline !== null && timeline.first < timeline.count;
  return (
    <>
      <Head />
      <div class="time-body time-600px:block time-600px:scroll-down pad-3-5-0 time-999.98px:pad-3-4-0 gap-5 time-999.98px:gap-3-4 grow grid">
        <section class="time-recorded column slim low time-600px:below-4" aria-label="Recorded">
          <h3 class="headed">
            Recorded <small>{m.loop ? "an iteration of the loop" : isPeeled ? "the first iteration" : ""}</small>
          </h3>
          <Rows />
        </section>
        <Known />
        <Output>
          <Ways />
        </Output>
      </div>
    </>
  );
}

/** Links to other views. */
function Ways() {
  const m = time.shown.value!;
  const around = passes.value.includes("peel");
  return (
    <p class="time-ways pad-y-4 gap-y-2 gap-x-3 toolbar">
      <button type="button" class="button" onClick={() => setPasses(around ? passes.peek().filter((p) => p !== "peel") : ["peel", ...passes.peek()])}>
        {around ? "What if we look at one iteration only?" : "What if we look around the loop?"}
      </button>
      <button type="button" class="text-button" onClick={() => toPicture(m.key)}>
        Show it in the picture
      </button>
    </p>
  );
}

function toPicture(key: number): void {
  moment.value = null;
  reading.value = true;
  picture.open(key, true);
}

const spoken = signal("");

/** What happens at the moment that is shown, in words; "" if none is. */
function nowWords(): string {
  const [walk, run] = [time.shown.value, running.shown.value];
  if (stepping.value === "run") return run ? runHeadline(run) : "";
  return walk ? headline(walk) : "";
}

/** Announces what happens, in the frame that shows it; while playing at most once a
 * second. */
function useSpoken(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = effect(() => {
      const words = nowWords();
      if (words === "" || timer !== undefined) return;
      if (!stepped().player.playing.peek()) spoken.value = words;
      else
        timer = setTimeout(() => {
          timer = undefined;
          spoken.value = untracked(nowWords);
        }, 1000);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, []);
}

/** Arrows step and Space plays, unless what has the focus takes them itself. */
function useKeys(): void {
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
}

const stepped = () => (moment.peek()?.of === "run" ? running : time);

const keys: Record<string, () => void> = {
  ArrowRight: () => stepped().step(1),
  ArrowLeft: () => stepped().step(-1),
  Home: () => stepped().goTo(0),
  End: () => stepped().goTo(Number.MAX_SAFE_INTEGER),
};

function onKey(e: KeyboardEvent): void {
  if (e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || isTyping(e.target) || document.querySelector("dialog[open]")) return;
  const isSpace = e.key === " ";
  const act = keys[e.key];
  const control = e.target instanceof Element && e.target.closest(isSpace ? "button, a, summary" : "[role=separator], [role=menu]");
  if (control || !(isSpace || act)) return;
  e.preventDefault();
  if (isSpace) return stepped().player.toggle();
  stepped().player.pause();
  act!();
}
