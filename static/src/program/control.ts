// Runs the program, slice by slice, and requests what is shown.

import { effect, signal } from "@preact/signals";
import type { Absent, DescribeResponse, ProgramExitResponse, ProgramMeaning, ProgramTrace } from "../api.gen";
import { WholeEngine } from "../engine/whole";
import { Pause } from "../settled";
import { describe } from "../state";
import { toast } from "../ui/toasts";
import { writeClipboard } from "../ui/clipboard";
import { type Choice, type ProgramDoc, decodeProgram, encodeProgram, nothing } from "./link";
import { choice, chosenLine, doc, earlier, exit, meaning, output, phase, shown, shownLoop, shownPart, state, trouble } from "./state";
import { Runs, patience } from "./slices";
import { knobWords, timeOf } from "./words";

/** The number of instructions of a trace that are requested at first. */
const firstSteps = 200;
/** Longer links stay out of the address; other programs cut them. */
const longest = 30_000;

export const engine = new WholeEngine({ patience });
/** The maximum number of instructions of the trace that are shown. */
export const maxSteps = signal(firstSteps);

const runs = new Runs(engine, {
  phase: (now) => (phase.value = now),
  took(now, isFirst) {
    output.value = isFirst ? now.output : [...output.peek(), ...now.output];
    state.value = now;
  },
  trouble: (message) => (trouble.value = message),
});

/** The address as it was written or followed last. */
let hash = "";

const typing = new Pause("typing");
const addressing = new Pause("address");

/** Opens what the address holds, runs it, and keeps the address from then on. Called once. */
export function startProgram(): void {
  follow(location.hash);
  window.addEventListener("hashchange", () => location.hash !== hash && follow(location.hash));
  engine
    .call<DescribeResponse>("describe", "describe", {})
    .then((answer) => (describe.value = answer))
    .catch(() => {}); // the run reports it
  let ran: ProgramDoc | null = null;
  effect(() => {
    const now = doc.value;
    const isTyped = ran !== null && ran.text !== now.text;
    ran = now;
    typing.start(() => void run(), isTyped ? 700 : 0);
  });
  effect(askForTrace);
  effect(askForExit);
  effect(askForMeaning);
  effect(() => {
    void [doc.value, choice.value];
    addressing.start(writeAddress, 300);
  });
}

function follow(link: string): void {
  hash = link;
  const found = decodeProgram(link);
  if (found === null) return;
  if (found instanceof Error) return toast(`This link cannot be opened: ${found.message}.`);
  open(found.doc, found.choice);
}

/** Opens a program in place of the current one. */
export function open(next: ProgramDoc, look: Choice = nothing): void {
  chosenLine.value = 0;
  choice.value = look;
  doc.value = next;
}

/** Opens a program, and leaves the current one in the browser's history, where Back finds it. */
export function openBeside(next: ProgramDoc): void {
  addressing.clear();
  writeAddress();
  history.pushState(null, "", location.href);
  open(next);
}

/** The address of what is shown. */
function currentLink(): string {
  return encodeProgram({ doc: doc.peek(), choice: choice.peek() });
}

function writeAddress(): void {
  // Another one was entered a moment ago, and is about to be followed.
  if (location.hash !== hash) return;
  const whole = currentLink();
  hash = whole.length > longest ? "" : whole;
  if (hash !== location.hash) history.replaceState(null, "", location.pathname + location.search + hash);
}

/** Runs the program from its beginning. */
export async function run(): Promise<void> {
  typing.clear();
  const now = doc.peek();
  const { text, jit, bridges, threshold, passes } = now;
  compare(now);
  await runs.run({ text, jit, noBridges: !bridges, threshold, passes: passes && [...passes] });
}

/** The program that runs, or ran last. */
let ran: ProgramDoc | null = null;

/** Keeps the time of the previous run, if it finished and only the settings have changed. */
function compare(next: ProgramDoc): void {
  const last = state.peek();
  if (ran?.text !== next.text) earlier.value = null;
  else if (last && phase.peek() === "ended" && knobWords(ran) !== knobWords(next)) earlier.value = { ms: timeOf(last), how: knobWords(ran) };
  ran = next;
}

/** Lets a program continue that was stopped. */
export function resume(): Promise<void> {
  return runs.resume();
}

/** Stops the program where it is. */
export function stop(): void {
  runs.stop();
}

/** Identifies the shown trace, to request only a different one. */
let shownKey = "";

/** Asks for the trace of the loop that is shown. */
function askForTrace(): void {
  const now = state.value;
  const loop = shownLoop.value;
  const part = shownPart.value;
  const most = maxSteps.value;
  const { machine } = choice.value;
  if (!now || !loop || !part) {
    shownKey = "";
    shown.value = null;
    return;
  }
  const at = loop.traces.indexOf(part);
  const key = [now.run, loop.loop, at, loop.made, loop.failures.length, part.recorded, part.line, most, machine].join(" ");
  if (key === shownKey) return;
  shownKey = key;
  void answered<ProgramTrace>("trace", "programTrace", { run: now.run, loop: loop.loop, part: at, result: 1, from: 0, most, machine }).then((answer) => {
    if (!answer || shownKey !== key) return;
    shown.value = answer.steps.length > 0 ? answer : null;
    const step = answer.steps[choice.peek().step];
    if (step && chosenLine.peek() === 0) chosenLine.value = step.line; // a link contains only the step's number
  });
}

let exitKey = "";

/** Asks for the exit that is open. */
function askForExit(): void {
  const run = state.value?.run ?? 0;
  const loop = shownLoop.value;
  const part = shownPart.value;
  const { guard } = choice.value;
  if (!loop || !part || guard < 0 || !part.exits.some((x) => x.guard === guard)) {
    exitKey = "";
    exit.value = null;
    return;
  }
  const at = loop.traces.indexOf(part);
  const key = [run, loop.loop, at, loop.made, guard].join(" ");
  if (key === exitKey) return;
  exitKey = key;
  exit.value = null;
  void answered<ProgramExitResponse>("exit", "programExit", { run, loop: loop.loop, part: at, guard }).then((answer) => {
    if (answer && exitKey === key) exit.value = answer.found ? answer : null;
  });
}

const meanings = new Map<string, ProgramMeaning>();

/** Asks for the meaning of the instruction that a replay has reached. */
function askForMeaning(): void {
  const { replay, step } = choice.value;
  const name = replay ? shown.value?.steps[step]?.name : undefined;
  meaning.value = (name && meanings.get(name)) || null;
  if (!name || meaning.value) return;
  void answered<ProgramMeaning>("meaning", "programMeaning", { name }).then((answer) => {
    if (!answer) return;
    meanings.set(name, answer);
    const now = choice.peek();
    if (now.replay && shown.peek()?.steps[now.step]?.name === name) meaning.value = answer;
  });
}

/** A response about the run; null if the run is gone, or a new request replaced it. */
async function answered<T extends object>(channel: string, name: string, request: object): Promise<T | null> {
  try {
    const answer = await engine.call<T | Absent>(channel, name, request);
    return "gone" in answer ? null : (answer as T);
  } catch {
    return null; // the run reports what is wrong with the engine
  }
}

/** Copies a link to what is shown. */
export async function copyLink(): Promise<void> {
  const done = await writeClipboard(location.origin + location.pathname + currentLink());
  toast(done ? "The link is copied. It contains the program and the current view." : "The browser does not allow copying here. The address of the page is the same link.");
}
