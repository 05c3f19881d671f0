// What the page of a step knows, as signals, and what can be done. Views read
// these and call the actions below.

import { batch, computed, effect, signal } from "@preact/signals";
import type { LessonPart, LessonRequest, LessonResponse } from "../api.gen";
import { Keeper } from "../document/keeper";
import { readText, storage, writeText } from "../document/records";
import { classHeader } from "../classroom/seat";
import { autoRun } from "../state";
import { toast } from "../ui/toasts";
import { fetchJSON, messageOf, posting } from "../server";
import { Ahead, aheadPause } from "../engine/ahead";
import type { PartOf, StepData } from "./data";
import { NoResults, Superseded, loading, patience, runProgram } from "./engine";
import { Kept, type Progress, scopeOf } from "./keep";
import { type Receipt, check, keptReceipt, take } from "./receipt";
import { Pause, typingPause } from "../settled";
import { at } from "../site";
import type { MenuItem } from "../ui/menu";

/** Everything that is kept of the visitor's lessons. */
export const kept = new Kept(storage("sessionStorage"), storage("localStorage"), undefined, undefined, scopeOf(base()));

/** The step of this page, null on others and until it has arrived. */
export const step = signal<StepData | null>(null);
/** "chapter/step" of this page, "" on others. */
export const stepId = signal("");

/** The program in the editor. Write it through `replaceCode` so that the editor follows. */
export const code = signal("");
/** Counts the texts that others than the editor have put into `code`. */
export const codeReplaced = signal(0);

/** The last results, the program that they are of, and whether the server found them. */
export const results = signal<{ response: LessonResponse; code: string; onServer: boolean } | null>(null);
/** Why the last run has no results, "" if it has. */
export const noResults = signal("");
/** "browser" or "server" while tests run there. */
export const running = signal<"" | "browser" | "server">("");
/** The server was started a moment ago and still compiles what runs the tests: the run there waits for that. */
export const compiling = signal(false);
/** The time in milliseconds after which it is asked whether it does, and asked again. */
const compilingPatience = 4_000;
/** The last programs that were run and that passed; "" if there is none. */
export const lastRun = signal("");
export const lastGreen = signal("");
export const progress = signal<Progress>({ done: 0, attempted: false, hints: 0, green: "" });
/** True for a moment after the step's tests have passed for the first time. */
export const celebrating = signal(false);
/** The place in the code to go to; counts, so that the same place can be asked for again. */
export const goTo = signal<{ line: number; column: number; count: number } | null>(null);

/** Where the user's own pointer is: at a line of the editor, from 1, or at a test; 0 and "" for
 * nowhere. */
export const pointed = signal({ line: 0, test: "" });
/** The line of the cursor, from 1; 0 before the editor had it. */
export const caretLine = signal(0);

/** Records where the user's own pointer is. */
export function point(line: number, test: string): void {
  const now = pointed.peek();
  if (now.line !== line || now.test !== test) pointed.value = { line, test };
}

/** True if the results are those of the program in the editor. */
export const fresh = computed(() => results.value !== null && results.value.code === code.value);
export const green = computed(() => fresh.value && results.value!.response.status === "pass");

/** What the menu of a step has beside that of other pages. */
export const liveItems = signal<readonly MenuItem[]>([]);

/** Opens a step: the program of before, or what it begins with. */
export function openStep(data: StepData): void {
  const id = `${data.chapter}/${data.step}`;
  const program = kept.restore(id);
  batch(() => {
    stepId.value = id;
    progress.value = kept.progress(id);
    replaceCode(program?.code ?? beginning(data));
    aside.value = readText(storage("sessionStorage"), asideKey()) ?? "";
    lastRun.value = program?.lastRun ?? "";
    lastGreen.value = program?.lastGreen || progress.value.green;
    step.value = data;
  });
  if (program?.verified) void check(program.verified, id, base());
  keepProgram();
  runAfterPause();
}

/** What a step begins with: one's own program, if it continues from a step that one has done. */
function beginning(data: StepData): string {
  return (data.follows && kept.progress(data.follows).green) || data.starter;
}

/** True while the program is what the step begins with. */
export function isUntouched(): boolean {
  const data = step.peek();
  return !data || code.peek() === beginning(data);
}

/** Stores the program at every change; an untouched one is the step's starter. */
function keepProgram(): void {
  const opened = code.peek();
  let touched = false;
  new Keeper(kept.programs, {
    shelf: kept.shelf(stepId.peek()),
    now() {
      touched ||= code.value !== opened || lastRun.value !== "";
      if (!touched) return null;
      const receipt = keptReceipt();
      const content = { code: code.value, lastRun: lastRun.value, lastGreen: lastGreen.value, ...(receipt ? { verified: receipt } : {}) };
      return { content, title: "", listed: true, size: code.value.length };
    },
    refused: () => toast("Your code is not kept beyond this tab: the browser's storage is full or not allowed. The menu can save it as a file."),
  }).start();
}

/**
 * A run that takes longer than the engine's patience does not begin ahead: where a key made it useless, it would be ended
 * with its worker. A shorter one is over 20 ms after the next run could begin, at the latest.
 */
const runs = new Ahead((request: LessonRequest) => runProgram("tests", request), (a, b) => JSON.stringify(a) === JSON.stringify(b), patience);

/** Runs immediately, and then after each pause in typing. */
function runAfterPause(): void {
  const typing = new Pause("typing");
  const ahead = new Pause("typing");
  let first = true;
  effect(() => {
    void code.value;
    typing.clear();
    ahead.clear();
    if (!autoRun.value) return;
    if (!first) ahead.start(runAhead, aheadPause);
    typing.start(() => void (fresh.peek() || runTests(true)), first ? 0 : typingPause);
    first = false;
  });
}

/** Begins the run that the end of the pause will ask for. It never takes the place of one for which the learner waits. */
function runAhead(): void {
  if (fresh.peek() || running.peek() === "browser" || loading.peek().kind !== "ready") return;
  runs.begin(requestFor(step.peek()!, code.peek()));
}

const asideKey = () => `unbox:lesson:aside:${stepId.peek()}`;

/** The learner's own program, put aside in this tab for one that another member presented; "" if there
 * is none. */
export const aside = signal("");

/** Puts another text into the editor, and the learner's program aside: undo and the menu bring it back, even after a
 * reload. */
export function putAside(text: string): void {
  if (!isUntouched()) {
    aside.value = code.peek();
    writeText(storage("sessionStorage"), asideKey(), aside.value);
  }
  replaceCode(text);
}

/** Puts another text into the editor; undo brings the one before back. */
export function replaceCode(text: string): void {
  batch(() => {
    code.value = text;
    codeReplaced.value++;
  });
}

/** Shows a place in the editor, counted from 1. */
export function showPlace(line: number, column: number): void {
  goTo.value = { line, column, count: (goTo.peek()?.count ?? 0) + 1 };
}

function requestFor(data: StepData, text: string): LessonRequest {
  const parts = data.suite.parts ?? [];
  return { ...data.suite, ...(parts.length > 0 && { parts: partsWith(data, usesMine.peek()) }), limits: data.suite.limits ?? {}, code: { ...data.suite.code, text } };
}

/** Whether parts are the learner's own, where there are some. */
export const usesMine = signal(true);

/** The program with which the learner has passed the step of a part, if it has the part's function; "" if not. */
export function ownPart(of: PartOf, part: LessonPart): string {
  const { green } = kept.progress(of.step);
  return new RegExp(`^def ${part.function}\\b`, "m").test(green) ? green : "";
}

/** The parts of a step: the learner's own in place of ours. */
function partsWith(data: StepData, mine: boolean): LessonPart[] {
  return (data.suite.parts ?? []).map((part, k) => {
    const own = mine ? ownPart(data.parts![k]!, part) : "";
    return own === "" ? part : { ...part, code: { ...part.code, text: own } };
  });
}

/** The program as it is now, for figures of the step. */
export function learnerNow(): LessonRequest {
  return requestFor(step.peek()!, code.peek());
}

/** Runs the step's tests in the browser; `byItself` after a pause, which is no attempt that counts while nothing changed. */
export async function runTests(byItself = false): Promise<void> {
  const data = step.peek();
  if (!data) return;
  const text = code.peek();
  running.value = "browser";
  try {
    const response = await runs.response(requestFor(data, text));
    show(response, text, false, byItself);
    running.value = "";
  } catch (error) {
    if (error instanceof Superseded) return; // the newer run goes on
    batch(() => {
      running.value = "";
      results.value = null;
      if (loading.peek().kind !== "failed") noResults.value = messageOf(error);
    });
    if (error instanceof NoResults && text !== beginning(data)) attempt(text);
  }
}

/** Where the lessons lie at the server, with a slash at its end. */
export function base(): string {
  return document.querySelector<HTMLElement>("[data-base]")?.dataset.base ?? at("/lessons/");
}

/** Asks again and again whether the server compiles: it may be done, or be started anew behind a proxy. Where it does not answer, what it said before holds. Returns what ends that. */
function watchCompiling(): () => void {
  let asking: ReturnType<typeof setTimeout>;
  let over = false;
  const later = () => void (asking = setTimeout(ask, compilingPatience));
  const ask = async () => {
    const answer = await fetchJSON<{ compiled: boolean }>(at("/lessons/compiled.json")).catch(() => null);
    if (over) return;
    if (answer) compiling.value = !answer.compiled;
    later();
  };
  later();
  return () => {
    over = true;
    clearTimeout(asking);
    compiling.value = false;
  };
}

/** Runs the tests on the server, which gives a receipt for a program that passes. */
export async function verify(): Promise<void> {
  const text = code.peek();
  running.value = "server";
  const stopWatching = watchCompiling();
  try {
    const question = await posting({ code: text }, classHeader());
    const response = await fetchJSON<LessonResponse & { receipt?: Receipt }>(`${location.pathname}/run`, question);
    // Results of the browser for a newer version of the program stay.
    if (text === code.peek() || !fresh.peek()) show({ ...response, problems: response.problems ?? [], tests: response.tests ?? [] }, text, true, false);
    else if (response.status === "pass") passed(text);
    if (response.receipt) take({ receipt: response.receipt, code: text });
  } catch (error) {
    toast(`Not verified: ${messageOf(error)}. The results here are those of your browser, which runs the same tests.`);
  } finally {
    batch(() => {
      running.value = "";
      stopWatching();
    });
  }
}

function show(response: LessonResponse, text: string, onServer: boolean, byItself: boolean): void {
  batch(() => {
    results.value = { response, code: text, onServer };
    noResults.value = "";
    const changed = text !== beginning(step.peek()!);
    if (changed || !byItself) attempt(text, changed);
    if (response.status === "pass") passed(text);
  });
}

function attempt(text: string, changed = true): void {
  lastRun.value = text;
  if (changed && !progress.peek().attempted) progress.value = kept.advance(stepId.peek(), { attempted: true });
}

function passed(text: string): void {
  const before = progress.peek();
  lastGreen.value = text;
  progress.value = kept.advance(stepId.peek(), { done: Date.now(), green: text });
  if (before.done) return;
  celebrating.value = true;
  setTimeout(() => (celebrating.value = false), 2_500);
}

/** Shows one hint more. */
export function moreHints(): void {
  progress.value = kept.advance(stepId.peek(), { hints: progress.peek().hints + 1 });
}
