// Runs programs in the worker. Programs are bounded by counted limits; what finds a
// hole in those is ended here by the clock, together with its worker, and the next
// run has a new one. The compiled module is kept, so that costs some milliseconds.

import { signal } from "@preact/signals";
import type { LessonRequest, LessonResponse } from "../api.gen";
import { Crashed, EngineClient, Superseded } from "../engine/client";

/** The module on its way to being of use. */
export type Loading = { kind: "idle" | "ready" } | { kind: "loading"; progress: number } | { kind: "failed"; message: string };

export const loading = signal<Loading>({ kind: "idle" });

/** A run takes at most so many milliseconds. */
const longestRun = 3_000;
/** A run that a newer one has made useless is ended after so many. */
const patience = 200;
/** Bytes of memory above which the next run has a new instance. */
const mostMemory = 128 * 2 ** 20;

/** How a run ended that has no results. */
export class NoResults extends Error {}

let client: EngineClient | null = null;
let reason = "";

function started(): EngineClient {
  if (client) return client;
  client = new EngineClient(
    { workerUrl: __WORKER_URL__, wasmUrl: __WASM_URL__, wasmSize: __WASM_SIZE__, timeout: longestRun, patience, mostMemory },
    {
      progress: (progress) => (loading.value = { kind: "loading", progress }),
      ready: () => (loading.value = { kind: "ready" }),
      busy() {},
      crashed,
    },
  );
  loading.value = { kind: "loading", progress: 0 };
  client.start();
  return client;
}

function crashed(message: string): void {
  if (loading.peek().kind !== "ready") {
    loading.value = { kind: "failed", message };
    return;
  }
  reason ||= /took longer/.test(message)
    ? `It took longer than ${longestRun / 1000} seconds and was stopped; is there a loop that does not end?`
    : "It stopped in a way that is not the program's fault. The next run starts afresh.";
  client!.restart();
}

/** Begins to load the module, or tries again after it could not be loaded. */
export function load(): void {
  if (loading.peek().kind === "failed") {
    loading.value = { kind: "loading", progress: 0 };
    client!.restart();
  } else started();
}

/** Ends what runs. */
export function stop(): void {
  reason = "You stopped it.";
  client?.kill("stopped");
}

/**
 * Runs a program. Rejects with Superseded if a newer call of the channel takes its
 * place, with NoResults in words for the reader if it was ended.
 */
export async function runProgram(channel: string, request: LessonRequest): Promise<LessonResponse> {
  reason = "";
  try {
    return await started().call<LessonResponse>(channel, "lesson", request);
  } catch (error) {
    if (!(error instanceof Crashed)) throw error;
    const failed = loading.peek();
    throw new NoResults(failed.kind === "failed" ? failed.message : reason || "It was stopped.");
  }
}

export { Superseded };
