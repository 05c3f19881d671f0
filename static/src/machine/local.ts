// The state of the Machine panel, and its actions.

import { batch, computed, effect, signal } from "@preact/signals";
import type { AsmRequest, AsmResponse, RunRequest, RunResponse } from "../api.gen";
import { ask } from "../controller";
import { Crashed, NotLoaded, Superseded } from "../engine/client";
import { only, takenBy, textOf } from "../inputs";
import { describe, inputs, machinePart, passes, result, resultText, toPoint, traceInputs, view } from "../state";
import { sit } from "../seat";
import { BrowserMeasurement, type TraceForm, trialJumps } from "./browser";
import { longest } from "./inputs";
import { idle, isRunning, type Measurement } from "./measurement";
import { ServerMeasurement, serverMeasures } from "./server";

/** The recorded trace's code is next to that of the chosen point. */
export const beside = signal(false);
/** Each instruction's bytes are shown. */
export const bytesShown = signal(false);
export const processor = signal<"x86-64" | "x86-64-v3">("x86-64-v3");

/** Where measurements take their inputs from. */
export const inputsFrom = signal<"found" | "run">("found");

// ── Code ───────────────────────────────────────────────────────────────────

/** The code of a trace: an answer, why there is none, or null while it is awaited. */
export type Code = AsmResponse | { failed: string; again: boolean } | null;

/** A code with the request that it answers. */
interface Answered {
  request: string;
  code: Code;
}

const nothing: Answered = { request: "", code: null };
const recorded = signal<Answered>(nothing);
const chosen = signal<Answered>(nothing);
/** The newest requests for the two. */
const wanted = signal({ recorded: "", chosen: "" });

export const recordedCode = computed(() => recorded.value.code);
export const chosenCode = computed(() => chosen.value.code);
/** True while the code on screen is that of an earlier trace, point or processor. */
export const codeBehind = computed(() => recorded.value.request !== wanted.value.recorded || chosen.value.request !== wanted.value.chosen);

/** The chosen point with "the last one" resolved. */
export const point = computed(() => (toPoint.value < 0 ? passes.value.length : Math.min(toPoint.value, passes.value.length)));

const retries = signal(0);

/** Asks again for the code that could not be made for lack of an engine. */
export function retryCode(): void {
  batch(() => {
    recorded.value = chosen.value = nothing;
    retries.value++;
  });
}

/** Asks for the code whenever the trace, the point or the processor changes, while the panel is open. */
export function startCode(): () => void {
  return effect(() => {
    void retries.value;
    if (view.value !== "machine" || machinePart.value !== "code" || !result.value) return;
    const request = { text: resultText.value, passes: passes.value, processor: processor.value };
    const before = { ...request, point: 0 };
    const after = { ...request, point: point.value };
    wanted.value = { recorded: JSON.stringify(before), chosen: JSON.stringify(after) };
    void load("asm-recorded", before, recorded);
    void load("asm-chosen", after, chosen);
  });
}

async function load(channel: string, request: AsmRequest, into: { value: Answered }): Promise<void> {
  const key = JSON.stringify(request);
  try {
    into.value = { request: key, code: await ask<AsmResponse>(channel, "asm", request) };
  } catch (error) {
    if (error instanceof Superseded) return;
    const again = error instanceof NotLoaded;
    const failed = error instanceof Crashed && !again ? "The engine stopped." : (error as Error).message;
    into.value = { request: key, code: { failed, again } };
  }
}

// ── Times ──────────────────────────────────────────────────────────────────

export const onServer = signal<Measurement>(idle);
export const inBrowser = signal<Measurement>(idle);
/** True while inputs are looked for. */
const searching = signal(false);
/** The trace that was measured, to notice when it has changed. */
export const measuredText = signal("");

export const measuring = computed(() => searching.value || isRunning(onServer.value) || isRunning(inBrowser.value));

let running: { cancel(): void }[] = [];
/** Counts clicks; results of older ones are dropped. */
let turn = 0;

/** Measures on the server and in this browser at the same time. */
export async function measure(where: "both" | "server" | "browser" = "both"): Promise<void> {
  cancel();
  const mine = ++turn;
  const text = resultText.peek();
  batch(() => {
    searching.value = true;
    measuredText.value = text;
    if (where !== "server") inBrowser.value = { ...idle, phase: "preparing", series: [] };
    if (where !== "browser") onServer.value = serverMeasures() ? { ...idle, phase: "preparing", series: [] } : { ...idle, phase: "absent" };
  });
  const usual = usualInputs();
  const seated = where !== "browser" && serverMeasures() ? sit() : null;
  const found = inputsFrom.peek() === "run" ? { text: usual, jumps: trialJumps } : await findInputs(text, usual);
  await seated;
  if (mine !== turn) return;
  searching.value = false;
  if (where !== "browser" && serverMeasures()) {
    // If trying larger numbers does not help, the server searches further.
    const job = found.jumps >= trialJumps ? { trace: text, inputs: found.text } : { trace: text };
    running.push(new ServerMeasurement(job, (m) => mine === turn && (onServer.value = m)));
  }
  if (where !== "server") {
    const inputs = [...new Set([found.text, usual])];
    running.push(new BrowserMeasurement(formsOf(text), inputs, ask, (m) => mine === turn && (inBrowser.value = m)));
  }
}

/** The recorded trace and its optimized forms; the same as in native/timing/job.go. */
function formsOf(text: string): TraceForm[] {
  const passesOf = (preset: string) => describe.peek()?.presets.find((p) => p.name === preset)?.passes ?? [];
  return [
    { name: "wasm recorded", title: "as recorded", text, passes: null },
    { name: "wasm straight", title: "optimized, no peeling", text, passes: passesOf("straight") },
    { name: "wasm loop", title: "optimized, peeled", text, passes: passesOf("loop") },
  ];
}

/** Cancels everything in progress, on both sides. */
export function cancel(): void {
  const gone = running;
  running = [];
  searching.value = false;
  for (const m of gone) m.cancel();
  turn++;
  batch(() => {
    for (const m of [onServer, inBrowser]) {
      if (isRunning(m.peek())) m.value = { ...m.peek(), phase: "cancelled" };
    }
  });
}

/** The inputs of the Run panel, with suggestions for those that were left out. */
function usualInputs(): string {
  const taken = traceInputs.peek();
  const names = takenBy(taken, inputs.peek()).map((i) => i.name);
  const given = textOf(only(inputs.peek(), names), names);
  if (given !== "") return given;
  return taken.map((i) => `${i.name}=${i.suggestion}`).join(", ");
}

function findInputs(text: string, usual: string): Promise<{ text: string; jumps: number }> {
  return longest(usual, trialJumps, async (inputs) => {
    const request: RunRequest = { text, passes: [], inputs, steps: trialJumps, imagined: true };
    try {
      const { before } = await ask<RunResponse>("machine-inputs", "run", request);
      return before && ["guard", "finish", "end", "limit"].includes(before.exit) ? before.jumps : -1;
    } catch {
      return -1;
    }
  });
}
