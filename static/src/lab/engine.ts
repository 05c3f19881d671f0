// An engine of the lab: a worker with a module of its own, which can be ended at
// any time without losing more than the call that runs.

import { signal } from "@preact/signals";
import { Crashed, EngineClient, NotLoaded, Superseded } from "../engine/client";

/** Nothing that is asked here is a runaway: it has its own budget, and a button that stops it. */
const timeout = 24 * 3_600_000;

export class LabEngine {
  /** 0 to 1 while the module arrives, then 1. */
  readonly loaded = signal(0);
  private client: EngineClient | null = null;

  /** @param patience milliseconds after which a call that keeps a newer one waiting is stopped */
  constructor(private readonly patience = 300) {}

  /** Calls a function of the table; the module is loaded at the first call. */
  call<T>(channel: string, name: string, request: object): Promise<T> {
    return this.started().call<T>(channel, name, request);
  }

  /** Ends what runs and what waits; their calls reject with Crashed. */
  stop(): void {
    const client = this.client;
    if (!client) return;
    client.kill("stopped");
    client.restart(); // which is quick: it has the compiled module
    this.client = client;
  }

  /** Ends the worker for good; the next call would start another. */
  end(): void {
    this.client?.kill("ended");
    this.client = null;
    this.loaded.value = 0;
  }

  private started(): EngineClient {
    if (this.client) return this.client;
    this.client = new EngineClient(
      { workerUrl: __WORKER_URL__, wasmUrl: __WASM_URL__, wasmSize: __WASM_SIZE__, timeout, patience: this.patience },
      {
        progress: (value) => (this.loaded.value = value),
        ready: () => (this.loaded.value = 1),
        busy() {},
        // Whoever called is told; the next call has a fresh worker.
        crashed: () => {
          this.client = null;
          this.loaded.value = 0;
        },
      },
    );
    this.client.start();
    return this.client;
  }
}

/** True if a call ended because a newer one took its place. */
export function isSuperseded(error: unknown): boolean {
  return error instanceof Superseded;
}

/** True if a call ended because its worker did. */
export function isStopped(error: unknown): boolean {
  return error instanceof Crashed && !isUnloaded(error);
}

/** True if a call had no engine, because that could not be loaded; another call tries again. */
export function isUnloaded(error: unknown): boolean {
  return error instanceof NotLoaded;
}

/** An error as a sentence. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
