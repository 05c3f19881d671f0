// Fuzzing: workers that try parts of a sequence, and one that shrinks findings.

import { batch, computed, effect, signal, untracked } from "@preact/signals";
import type { FuzzFinding, FuzzOptions, FuzzShrinkResponse, FuzzStartResponse, FuzzStepResponse, PlantedBug } from "../../api.gen";
import type { FuzzDoc } from "../docs";
import { WholeEngine, isStopped, isSuperseded, wordsOf } from "../../engine/whole";
import { fuzzProgress, takeReopened } from "../persist";
import { fuzzDoc, view } from "../state";
import { type Progress, Rate, Sequence, type Totals, nextCount, nothing, progressFrom, start as nothingYet, workersFor } from "./sequence";

/** The number of workers that try traces. */
export const workerCount = workersFor(globalThis.navigator?.hardwareConcurrency);

/** The bugs that can be planted; empty until the lab's module has listed them.
 * */
export const bugs = signal<PlantedBug[]>([]);
export const limits = signal({ maxCount: 50_000, maxSeed: Number.MAX_SAFE_INTEGER });

export const fuzzing = signal(false);
export const totals = signal<Totals>(nothing);
export const findings = signal<FuzzFinding[]>([]);
/** Traces per second. */
export const speed = signal(0);
/** Stop as soon as something was found. */
export const stopAtFinding = signal(true);
/** What the engine could not do. */
export const fuzzTrouble = signal("");
/** The module of the workers: 0 to 1. */
export const fuzzLoaded = computed(() => engines[0]!.loaded);

/** The results of shrinking findings. */
export type Shrinking =
  | { kind: "running"; since: number }
  | { kind: "done"; answer: FuzzShrinkResponse }
  | { kind: "failed"; message: string };

/** The finding that is open, by its index; -1 for none. */
export const openFinding = signal(-1);
export const shrunk = signal<ReadonlyMap<number, Shrinking>>(new Map());

const engines = Array.from({ length: workerCount }, () => new WholeEngine({ patience: 300 }));
const shrinker = new WholeEngine({ patience: 300 });
let sequence = new Sequence(nothingYet);
const rate = new Rate();

/** Whether something was tried already, so that Start continues. */
export const begun = computed(() => totals.value.traces > 0);

export function startFuzzing(): void {
  show(progressFrom(fuzzProgress.peek()));
  let key = keyOf(fuzzDoc.peek());
  effect(() => {
    const now = keyOf(fuzzDoc.value);
    if (now === key) return;
    key = now;
    // Other options are another sequence; a document from before brings its progress along.
    untracked(() => restart(takeReopened()));
  });
  let asked = false;
  effect(() => {
    if (view.value !== "fuzz" || asked) return;
    asked = true;
    void loadBugs();
  });
}

async function loadBugs(): Promise<void> {
  try {
    const answer = await shrinker.call<FuzzStartResponse>("start", "fuzzStart", {});
    batch(() => {
      bugs.value = answer.bugs;
      limits.value = { maxCount: answer.maxCount, maxSeed: answer.maxSeed };
    });
  } catch (error) {
    fuzzTrouble.value = wordsOf(error);
  }
}

function keyOf(doc: FuzzDoc): string {
  return JSON.stringify([doc.seed, doc.length, doc.passes, doc.bug, doc.prove]);
}

function optionsOf(doc: FuzzDoc): FuzzOptions {
  return { seed: doc.seed, length: doc.length, passes: doc.passes, bug: doc.bug, prove: doc.prove };
}

function show(progress: Progress): void {
  sequence = new Sequence(progress);
  batch(() => {
    totals.value = progress.totals;
    findings.value = progress.findings;
    shrunk.value = new Map();
    openFinding.value = progress.findings[0]?.index ?? -1;
  });
  if (progress.findings[0]) void shrink(progress.findings[0].index);
}

/** Shows someone else's progress; Start continues from there. */
export function showProgress(progress: Progress): void {
  if (JSON.stringify(progress) === JSON.stringify(sequence.progress)) return;
  fuzzProgress.value = progress;
  const { findings: known } = sequence.progress;
  // Shrunk findings stay shrunk as long as the findings are the same.
  if (known.length === progress.findings.length && known.every((f, i) => f.index === progress.findings[i]!.index)) {
    sequence = new Sequence(progress);
    totals.value = progress.totals;
  } else show(progress);
}

/** Begins again: different options give a different sequence. */
export function restart(kept?: unknown): void {
  stop();
  shrinker.stop();
  fuzzProgress.value = kept;
  speed.value = 0;
  fuzzTrouble.value = "";
  show(progressFrom(kept));
}

/** Starts, or continues where it stopped. */
export function run(): void {
  if (fuzzing.peek()) return;
  batch(() => {
    fuzzing.value = true;
    fuzzTrouble.value = "";
  });
  if (bugs.peek().length === 0) void loadBugs(); // which was not possible before
  rate.clear();
  rate.note(performance.now(), totals.peek().traces);
  const mine = sequence;
  for (const engine of engines) void work(engine, mine);
}

/** Stops: the part that a worker has begun is finished, which takes a moment, or tried again
 * later. */
export function stop(): void {
  if (!fuzzing.peek()) return;
  fuzzing.value = false;
  keep();
}

async function work(engine: WholeEngine, mine: Sequence): Promise<void> {
  // A proof takes as long as a thousand runs.
  const least = fuzzDoc.peek().prove > 0 ? 1 : 10;
  let count = 5 * least;
  while (fuzzing.peek() && mine === sequence) {
    const part = mine.take(count);
    const since = performance.now();
    try {
      const request = { options: optionsOf(fuzzDoc.peek()), next: part.from, count: part.to - part.from };
      const answer = await engine.call<FuzzStepResponse>("step", "fuzzStep", request);
      mine.answer(part, answer);
      if (mine !== sequence) return;
      note(answer);
      count = nextCount(part.to - part.from, performance.now() - since, least, limits.peek().maxCount);
    } catch (error) {
      mine.giveBack(part);
      if (mine !== sequence || isSuperseded(error)) return;
      fuzzing.value = false;
      fuzzTrouble.value = isStopped(error) ? "A worker stopped; Start continues." : wordsOf(error);
      return;
    }
  }
}

let keptAt = 0;

function note(answer: FuzzStepResponse): void {
  const seen = sequence.seen;
  const now = performance.now();
  rate.note(now, seen.totals.traces);
  batch(() => {
    totals.value = seen.totals;
    if (answer.findings.length > 0) findings.value = seen.findings;
    speed.value = rate.perSecond;
  });
  if (answer.findings.length > 0 && stopAtFinding.peek()) stop();
  if (answer.findings.length > 0 && openFinding.peek() < 0) open(seen.findings[0]!.index);
  if (!fuzzing.peek() || now - keptAt > 1_000) keep();
}

/** Stores the progress, for a reload or another day. */
function keep(): void {
  keptAt = performance.now();
  fuzzProgress.value = sequence.progress;
}

/** Opens a finding and shrinks it. */
export function open(index: number): void {
  openFinding.value = index;
  if (!shrunk.peek().has(index)) void shrink(index);
}

async function shrink(index: number): Promise<void> {
  const mine = sequence;
  setShrinking(index, { kind: "running", since: performance.now() });
  try {
    const request = { options: optionsOf(fuzzDoc.peek()), index };
    const answer = await shrinker.call<FuzzShrinkResponse>(`shrink ${index}`, "fuzzShrink", request);
    if (mine === sequence) setShrinking(index, { kind: "done", answer });
  } catch (error) {
    if (mine === sequence) {
      setShrinking(index, { kind: "failed", message: isStopped(error) ? "Making it small was stopped." : wordsOf(error) });
    }
  }
}

function setShrinking(index: number, state: Shrinking): void {
  shrunk.value = new Map(shrunk.peek()).set(index, state);
}

/** Stops shrinking findings. */
export function cancelShrinking(): void {
  shrinker.stop();
}
