// The whole engine, for views that need more than the first module. It is loaded on
// first use, in a separate worker, which can be ended at any time without losing more
// than the running call.

import { signal } from "@preact/signals";
import { Crashed, EngineClient, NotLoaded, Superseded } from "./client";
import { at } from "../site";

/** The module while it is being loaded. */
export type Loading = { kind: "idle" | "ready" } | { kind: "loading"; progress: number } | { kind: "failed"; message: string };

export interface WholeOptions {
  /** A call that takes longer than this many milliseconds is a runaway; if left out, calls have their own budgets.
   * */
  timeout?: number;
  /** A call that keeps a newer one waiting is stopped after this many milliseconds. */
  patience: number;
  /** Bytes of memory above which the next call gets a new instance. */
  maxMemory?: number;
  /** Called when a call was ended together with its worker, with the reason. */
  ended?(message: string): void;
}

const aDay = 24 * 3_600_000;

export class WholeEngine {
  readonly loading = signal<Loading>({ kind: "idle" });
  private client: EngineClient | null = null;
  /** The module is compiled: another worker starts fast. */
  private arrived = false;

  constructor(private readonly options: WholeOptions) {}

  /** Begins to load the module, or tries again after it could not be loaded. */
  load(): void {
    const first = this.client === null;
    if (!first && this.loading.peek().kind !== "failed") return;
    this.loading.value = { kind: "loading", progress: 0 };
    const client = (this.client ??= this.made());
    if (first) client.start();
    else client.restart();
  }

  /** Calls a function of the table; rejects as EngineClient.call does. */
  call<T>(channel: string, name: string, request: object): Promise<T> {
    this.load();
    return this.client!.call<T>(channel, name, request);
  }

  /** Ends what runs and what waits; their calls reject with Crashed. */
  stop(): void {
    this.client?.kill("stopped");
  }

  /** 0 to 1 while the module arrives, then 1. */
  get loaded(): number {
    const now = this.loading.value;
    return now.kind === "ready" ? 1 : now.kind === "loading" ? now.progress : 0;
  }

  private made(): EngineClient {
    const { timeout = aDay, patience, maxMemory } = this.options;
    return new EngineClient(
      { workerUrl: at(__WHOLE_WORKER_URL__), wasmUrl: at(__WASM_URL__), wasmSize: __WASM_SIZE__, timeout, patience, ...(maxMemory ? { maxMemory } : {}) },
      {
        progress: (progress) => (this.loading.value = { kind: "loading", progress }),
        ready: () => {
          this.arrived = true;
          if (this.loading.peek().kind !== "ready") this.loading.value = { kind: "ready" };
        },
        busy() {},
        crashed: (message, unloaded) => this.crashed(message, unloaded),
      },
    );
  }

  private crashed(message: string, unloaded: boolean): void {
    if (unloaded || !this.arrived) {
      this.loading.value = { kind: "failed", message };
      return;
    }
    this.options.ended?.(message);
    this.client!.restart();
  }
}

/** True if a call ended because a newer one replaced it. */
export function isSuperseded(error: unknown): boolean {
  return error instanceof Superseded;
}

/** True if a call ended because its worker did. */
export function isStopped(error: unknown): boolean {
  return error instanceof Crashed && !isUnloaded(error);
}

/** True if a call had no engine because that could not be loaded; the next call tries again. */
export function isUnloaded(error: unknown): boolean {
  return error instanceof NotLoaded;
}

/** An error as a sentence. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
