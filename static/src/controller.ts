// Makes the page live: watches the signals of state.ts, sends requests to the
// engine, and writes its responses back.
//
//   key ──180 ms──▶ optimize ──▶ result, diagnostics ──▶ run ──▶ run
//
// Where that is quick, optimize begins 100 ms after the key, and its response is shown when the
// 180 ms are over.
//
// A result with errors leaves the last good one on screen. After a crash
// nothing runs by itself until the reader asks.

import { batch, effect, untracked } from "@preact/signals";
import type {
  Absent,
  CompareRequest,
  CompareResponse,
  ComparedLinesRequest,
  ComparedLinesResponse,
  DescribeResponse,
  ImportRequest,
  ImportResponse,
  InputsResponse,
  OptimizeRequest,
  Optimized,
  RunRequest,
  RunResponse,
  Span,
} from "./api.gen";
import { Ahead, aheadPause } from "./engine/ahead";
import { Crashed, EngineClient, NotLoaded, Superseded, type EngineOptions } from "./engine/client";
import { SentText } from "./engine/edits";
import { WholeEngine } from "./engine/whole";
import { only, takenBy, textOf, unfinished } from "./inputs";
import { Pause, begin, finish, mark, typingPause } from "./settled";
import * as state from "./state";
import { toast } from "./ui/toasts";

/** A result with more rows than this takes a while to run: the run waits for a longer pause, so that no key press has to wait
 * for it. */
const longResult = 20_000;
/** That pause, in milliseconds. */
const longPause = 1_000;

let client: EngineClient;
/** For the functions that the first module lacks. */
let whole: WholeEngine;
const coreFunctions = ["optimize", "run", "describe", "version", "import", "rows", "find", "next", "where", "text", "stages", "inputs"];
const sent = new SentText();
/** The number of the newest result that was asked for. */
let newest = 0;
const typing = new Pause("typing");
const beforeAhead = new Pause("typing");
const beforeRun = new Pause("run");
/** A run of the result on screen was requested while another result was on its way, which may not
 * come. */
let owed = false;
/** The engine has sent its tables; before that, there may be those of a prepared
 * picture. */
let described = false;
/** Set by a crash: nothing is computed unasked until something succeeded. */
let distrust = false;
/** The text that `state.diagnostics` are about: older offsets must not be drawn on newer text. */
let lastText = "";

/** Starts the engine and the effects; called once. */
export function startController(options: EngineOptions): EngineClient {
  client = new EngineClient(options, {
    progress: (progress) => (state.engine.value = { kind: "loading", progress }),
    ready: () => (state.engine.value = { kind: "ready" }),
    busy: () => (state.engine.value = { kind: "busy" }),
    crashed: (message, unloaded) => {
      distrust = true;
      state.engine.value = { kind: "crashed", message, unloaded };
    },
  });
  whole = new WholeEngine({ timeout: options.timeout, patience: options.patience });
  client.start();
  void loadDescription();
  watch();
  return client;
}

async function loadDescription(): Promise<void> {
  if (described) return;
  try {
    const answer = await client.call<DescribeResponse>("describe", "describe", {});
    const isFirst = state.describe.peek() === null;
    described = true;
    batch(() => {
      state.describe.value = answer;
      // A link or a draft may already have named passes; else the preset says which.
      if (!isFirst) return;
      if (state.passes.peek().length > 0) state.setPasses(state.passes.peek());
      else if (state.preset.peek()) state.setPreset(state.preset.peek());
    });
    if (isFirst) changed(0); // before, there were no passes to compute with
  } catch (error) {
    report(error);
  }
}

function watch(): void {
  let first = true;
  effect(() => {
    void [state.text.value, state.documents.value];
    if (!first) mark("unbox:key");
    first = false;
    untracked(() => changed(typingPause));
  });
  effect(() => {
    // Switches and points take effect immediately: the user is not in the
    // middle of a word.
    void [state.passes.value, state.fromPoint.value, state.toPoint.value, state.numbered.value];
    untracked(() => changed(0));
  });
  effect(() => {
    void [state.inputs.value, state.asText.value, state.runOpen.value, state.stepLimit.value];
    untracked(() => inputsChanged());
  });
  effect(() => {
    void [state.resultText.value, state.resultDocument.value, state.pypyText.value, state.pypyAround.value];
    untracked(() => compareWithPyPy());
  });
  onRequest(state.runRequests, () => {
    if (state.engine.peek().kind === "crashed") restart();
    else compute();
  });
  onRequest(state.restartRequests, restart);
  effect(() => {
    if (state.autoRun.value && untracked(() => state.pending.peek())) untracked(() => changed(0));
  });
}

/** Runs `act` whenever the counter increases. */
function onRequest(counter: { value: number; peek(): number }, act: () => void): void {
  let seen = counter.peek();
  effect(() => {
    if (counter.value !== seen) {
      seen = counter.value;
      untracked(act);
    }
  });
}

function restart(): void {
  distrust = false;
  results.forget();
  client.restart();
  void loadDescription();
  compute();
  compareWithPyPy();
}

function changed(delay: number): void {
  batch(() => {
    state.pending.value = true;
    state.runStale.value = true;
  });
  typing.clear();
  beforeAhead.clear();
  beforeRun.clear();
  if (!state.autoRun.peek() || distrust || !state.describe.peek()) return;
  if (delay > aheadPause) beforeAhead.start(() => results.begin(asked()), aheadPause);
  typing.start(compute, delay);
}

function compute(): void {
  typing.clear();
  beforeAhead.clear();
  if (state.describe.peek()) void optimize();
}

/** What a result is asked for: a request, and the document that it is about. */
interface Asked {
  request: OptimizeRequest;
  document: number;
}

const asked = (): Asked => ({ request: optimizeRequest(), document: state.documents.peek() });

/** Until this many milliseconds, one that a further key makes useless is over before the next could be asked for without beginning ahead. */
const results = new Ahead(resultOf, (a, b) => a.document === b.document && same(a.request, b.request), typingPause);

async function resultOf({ request, document }: Asked): Promise<state.Result> {
  const { window, view } = state.looked;
  // The opened folds are those of the previous result.
  const whole = { ...request, result: ++newest, window, view: { ...view, opened: [] } };
  return { request: whole, document, answer: await askToOptimize("optimize", whole) };
}

async function optimize(): Promise<void> {
  const now = asked();
  try {
    const found = await results.response(now);
    // A different document is open now: this response is not about it.
    if (now.document === state.documents.peek()) accept(now.request, found);
  } catch (error) {
    report(error);
  }
}

/** Requests a result. The text is sent as an edit of the one before, or whole if the engine does not know that any more. */
async function askToOptimize(channel: "optimize" | "again", request: OptimizeRequest): Promise<Optimized> {
  let whole = false;
  const made = () => (whole ? request : sent.shorten(request));
  const answer = await client.callAbout<Optimized>(channel, "optimize", made, channel === "again", () => (whole = true));
  if ("gone" in answer) throw new Error("expected the engine to know the text that it was told whole");
  return answer;
}

/** A result that is being sent to the engine again, for any number of waiting queries. */
let retold: { of: state.Result; known: Promise<unknown> } | null = null;

function tellAgain(of: state.Result): Promise<unknown> {
  if (retold?.of === of) return retold.known;
  const known = askToOptimize("again", of.request).finally(() => {
    if (retold?.known === known) retold = null;
  });
  retold = { of, known };
  return known;
}

/** The request for the present state of the page. */
function optimizeRequest(): OptimizeRequest {
  const numbered = state.numbered.peek();
  return {
    text: state.text.peek(),
    passes: state.passes.peek(),
    from: state.fromPoint.peek(),
    to: state.toPoint.peek(),
    ...(numbered ? { numbered } : {}),
  };
}

/** True if two requests ask for the same. Long texts are compared as they are, not as JSON. */
function same<T extends { text: string }>(a: T, b: T | null): boolean {
  return b !== null && a.text === b.text && JSON.stringify({ ...a, text: "" }) === JSON.stringify({ ...b, text: "" });
}

function accept(asked: OptimizeRequest, found: state.Result): void {
  const { diagnostics } = found.answer;
  const good = !diagnostics.some((d) => d.severity === "error");
  lastText = asked.text;
  batch(() => {
    state.diagnostics.value = diagnostics;
    if (good) state.shown.value = found;
    if (same(asked, optimizeRequest())) state.pending.value = false;
  });
  if (good) {
    afterPaint(() => {
      mark("unbox:diff");
      if (state.view.peek() === "machine") void findInputs(found);
      scheduleRun(found.answer.rows > longResult ? longPause : 0);
    });
  } else if (owed) scheduleRun(0);
}

/** Searches the inputs of a long trace, which its response leaves out. */
async function findInputs(of: state.Result): Promise<void> {
  const { inputs, stages } = of.answer;
  if (inputs.length > 0 || stages.length > 0 || state.foundInputs.peek()?.of === of) return;
  const answer = await askAbout<InputsResponse>(of, "inputs", "inputs", {});
  if (answer) state.foundInputs.value = { of, inputs: answer.inputs };
}

/**
 * Sends a query about a result; null if a different one is shown by the time of the response, if a newer query of the channel
 * replaced this one, or if the engine stopped. If the engine has dropped the result, it is sent again.
 */
export async function askAbout<T extends object>(of: state.Result, channel: string, name: string, request: object): Promise<T | null> {
  const question = { ...request, result: of.answer.result };
  try {
    const answer = await client.callAbout<T>(channel, name, question, true, () => tellAgain(of));
    return "gone" in answer || state.shown.peek() !== of ? null : answer;
  } catch (error) {
    report(error);
    return null;
  }
}

/** The result that was last sent to the whole module, and when the module knows
 * it. */
let told: { of: state.Result; known: Promise<unknown> } | null = null;

/** Asks the module that has everything about a result, as `askAbout` asks the first one; `told` is what the module needs to know before. */
export async function askWhole<T extends object>(of: state.Result, channel: string, name: string, request: object): Promise<T | null> {
  const question = { ...request, result: of.answer.result };
  try {
    for (let tries = 0; tries < 2; tries++) {
      if (told?.of !== of) told = { of, known: whole.call<Optimized>("again", "optimize", of.request) };
      const telling = told;
      await telling.known;
      const answer = await whole.call<T | Absent>(channel, name, question);
      if (!("gone" in answer)) return state.shown.peek() === of ? answer : null;
      if (told === telling) told = null; // a new instance, or too many results since
    }
  } catch (error) {
    if (told?.of === of) told = null;
    report(error);
  }
  return null;
}

/** The state of the whole module. */
export const wholeLoading = () => whole.loading;

/** True if the diagnostics are those of this very text. */
export function diagnosticsAreFor(text: string): boolean {
  return text === lastText;
}

function inputsChanged(): void {
  state.runStale.value = true;
  if (state.autoRun.peek() && !distrust && state.shown.peek()) scheduleRun(typingPause);
}

/** The diff comes first: a run is asked for once that has been painted. */
function scheduleRun(delay: number): void {
  beforeRun.clear();
  if (state.runOpen.peek()) beforeRun.start(() => void runTrace(), delay);
}

/** How the result on screen is to be run; null while an input is half-typed. */
function runRequest(): RunRequest | null {
  const inputs = inputsToRun();
  if (inputs === null) return null;
  return { text: "", passes: [], inputs, steps: state.stepLimit.peek(), imagined: true };
}

async function runTrace(): Promise<void> {
  const of = state.shown.peek();
  if (!of) return;
  owed = state.autoRun.peek() && state.pending.peek();
  if (owed) return; // another result is on its way, with a run of its own
  await findInputs(of);
  const request = runRequest();
  if (request === null) return; // the user is in the middle of a word
  const answer = await askAbout<RunResponse>(of, "run", "run", request);
  if (!answer) return;
  batch(() => {
    state.run.value = answer;
    state.runInputs.value = request.inputs;
    state.runStale.value = state.pending.peek() || !same(request, runRequest());
  });
}

/** The text of the inputs as a run takes it; null while one of them is half-typed. */
export function inputsToRun(): string | null {
  const names = takenBy(state.traceInputs.peek(), state.inputs.peek()).map((i) => i.name);
  if (state.asText.peek()) return textOf(state.inputs.peek(), names);
  // Without a field in the form, the user could not correct such an error there.
  const shown = only(state.inputs.peek(), names);
  return Object.values(shown).some((value) => unfinished(value)) ? null : textOf(shown, names);
}

/** Compares as soon as both are there; the diff has been painted by then, or is not asked for. */
function compareWithPyPy(): void {
  const recorded = state.resultText.peek();
  const pypy = state.pypyText.peek();
  if (pypy === "") state.comparison.value = null;
  // There is no result of PyPy for another document.
  else if (recorded !== "" && state.resultDocument.peek() === state.documents.peek() && !distrust) void askForComparison({ recorded, optimized: pypy, ...state.pypyAround.peek() });
}

async function askForComparison(request: CompareRequest): Promise<void> {
  try {
    const answer = await whole.call<CompareResponse>("compare", "compare", request);
    if (request.optimized !== state.pypyText.peek()) return;
    state.comparison.value = { recorded: request.recorded, pypy: request.optimized, answer };
  } catch (error) {
    report(error);
  }
}

/** Lines of one of the traces that were compared; none if they are not available any more.
 * */
export async function comparedLines(request: ComparedLinesRequest): Promise<Span[][]> {
  try {
    const answer = await whole.call<ComparedLinesResponse | Absent>(`compared ${request.side} ${request.from}`, "comparedLines", request);
    return "lines" in answer ? answer.lines : [];
  } catch (error) {
    report(error);
    return [];
  }
}

/**
 * The traces of a log, and the text of one of them if `trace` is its number.
 * Null if a newer question of the same channel took the place of this one, or
 * the engine stopped.
 */
export async function importLog(text: string, trace: number, channel = "import"): Promise<ImportResponse | null> {
  try {
    return await client.call<ImportResponse>(channel, "import", { text, trace } satisfies ImportRequest);
  } catch (error) {
    report(error);
    return null;
  }
}

/** Calls a function of the table that is needed only now and then; rejects as EngineClient.call does. */
export function ask<T>(channel: string, name: string, request: object): Promise<T> {
  return coreFunctions.includes(name) ? client.call<T>(channel, name, request, name === "run") : whole.call<T>(channel, name, request);
}

function report(error: unknown): void {
  // Superseded is normal, and a crash has its own banner.
  if (error instanceof Superseded || (error instanceof Crashed && !(error instanceof NotLoaded))) return;
  toast(error instanceof Error ? error.message : String(error));
}

/** Calls back after the next frame, when what has been rendered is on screen. */
function afterPaint(done: () => void): void {
  begin("paint");
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      done();
      finish("paint");
    };
    channel.port2.postMessage(null);
  });
}
