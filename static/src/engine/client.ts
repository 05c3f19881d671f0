// The page's side of the engine: one worker, one call at a time.
//
// Of several calls in the same channel only the newest matters: one that has
// not begun is dropped, one that keeps the worker from a newer one for too long
// is stopped by ending the worker. A run of the trace, or a query about a result, must not delay an
// optimization either, which makes it out of date: it comes after the optimization, and is stopped
// as well. Ending the worker costs little, because the compiled module is kept and handed to the
// next one.

import type { Absent, ErrorResponse } from "../api.gen";
import { during } from "../settled";
import { takeEarly } from "../early";
import type { FromWorker, ToWorker } from "./protocol";

/** The reason for a call without a response: a newer call in its channel replaced it. */
export class Superseded extends Error {}
/** The reason for a call without a response: the engine stopped while it ran.
 * */
export class Crashed extends Error {}

/** The reason for a call without a response: the module could not be loaded. It may work later.
 * */
export class NotLoaded extends Crashed {}

/** What the client tells the page about the engine. */
export interface EngineEvents {
  /** The module is being loaded; 0 to 1. */
  progress(value: number): void;
  ready(): void;
  busy(): void;
  /** The worker is gone until `restart`; `unloaded` if it never worked. */
  crashed(message: string, unloaded: boolean): void;
}

export interface EngineOptions {
  workerUrl: string;
  wasmUrl: string;
  /** Size of the module before compression, in bytes, only for the progress. */
  wasmSize: number;
  /** A call that takes longer than this many milliseconds is a runaway. */
  timeout: number;
  /** A call that keeps a newer one waiting is stopped after this many milliseconds. */
  patience: number;
  /**
   * Memory never shrinks: an instance with more than this many bytes is replaced by a new one. Half of it may be
   * garbage that is collected after a response.
   */
  maxMemory?: number;
}

interface Call {
  id: number;
  channel: string;
  name: string;
  request: () => object;
  /** A new result makes its response useless: an optimization goes first. */
  yields: boolean;
  resolve(value: unknown): void;
  reject(reason: Error): void;
}

/** The channel of optimizations, which go before the calls that yield. */
const optimizations = "optimize";

const decoder = new TextDecoder();

export class EngineClient {
  private worker: Worker | null = null;
  private module: WebAssembly.Module | undefined;
  private ready = false;
  private dead = false;
  private nextId = 1;
  private running: Call | null = null;
  private startedAt = 0;
  private waiting: Call[] = [];
  /** For the queries that may be repeated, the number of the newest one of each channel. */
  private readonly asked = new Map<string, number>();
  private timeoutTimer: ReturnType<typeof setTimeout> | undefined;
  private patienceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly options: EngineOptions,
    private readonly events: EngineEvents,
  ) {}

  /** Loads the module. Calls may be made before it is there. */
  start(): void {
    const early = takeEarly(this.options.workerUrl);
    const worker = early?.worker ?? new Worker(this.options.workerUrl, { type: "module", name: "unbox" });
    this.worker = worker;
    worker.onmessage = (e: MessageEvent<FromWorker>) => this.receive(worker, e.data);
    worker.onerror = (e) => {
      if (e.message || this.ready) this.crash(worker, `The engine stopped: ${e.message || "its worker failed"}`);
      else this.crash(worker, "The engine could not be loaded: the server cannot be reached", true);
    };
    if (early) {
      for (const message of early.heard) this.receive(worker, message as FromWorker);
      return;
    }
    const { wasmUrl: url, wasmSize: size, maxMemory } = this.options;
    const message: ToWorker = { kind: "start", url, size, ...(this.module && { module: this.module }), ...(maxMemory && { maxMemory }) };
    worker.postMessage(message);
  }

  /** Starts again after a crash. */
  restart(): void {
    this.end();
    this.dead = false;
    this.events.progress(this.module ? 1 : 0);
    this.start();
  }

  /**
   * Calls a function of the table. Rejects with Superseded or Crashed, or with
   * a plain Error if the engine could not use the request. A request that is a function is called
   * when it is sent. A call that `yields` is one that a new result makes useless.
   */
  call<T>(channel: string, name: string, request: object | (() => object), yields = false): Promise<T> {
    const answer = new Promise<T>((resolve, reject) => {
      if (this.dead) {
        reject(new Crashed("the engine is not running"));
        return;
      }
      this.dropWaiting(channel);
      const id = this.nextId++;
      const made = typeof request === "function" ? (request as () => object) : () => request;
      this.enqueue({ id, channel, name, request: made, yields, resolve: resolve as (v: unknown) => void, reject });
      if (this.running) this.boundWait(channel);
      else this.next();
    });
    return during("engine", answer);
  }

  /**
   * Calls a function about something that the engine may have dropped: then `tell` sends it again, and the call is
   * repeated, or rejects with Superseded if there has been a newer one in its channel meanwhile.
   */
  async callAbout<T extends object>(channel: string, name: string, request: object | (() => object), yields: boolean, tell: () => unknown): Promise<T | Absent> {
    const turn = (this.asked.get(channel) ?? 0) + 1;
    this.asked.set(channel, turn);
    const answer = await this.call<T | Absent>(channel, name, request, yields);
    if (!("gone" in answer)) return answer;
    await tell();
    if (this.asked.get(channel) !== turn) throw new Superseded();
    return this.call<T | Absent>(channel, name, request, yields);
  }

  /** Ends the worker as a runaway would be ended: for tests of the page's recovery. */
  kill(message: string): void {
    if (this.worker) this.crash(this.worker, message);
  }

  private dropWaiting(channel: string): void {
    const kept: Call[] = [];
    for (const call of this.waiting) {
      if (call.channel === channel) call.reject(new Superseded());
      else kept.push(call);
    }
    this.waiting = kept;
  }

  private enqueue(call: Call): void {
    const useless = call.channel === optimizations ? this.waiting.findIndex((w) => w.yields) : -1;
    this.waiting.splice(useless < 0 ? this.waiting.length : useless, 0, call);
  }

  private next(): void {
    if (!this.ready || this.running || !this.worker) return;
    const call = this.waiting.shift();
    if (!call) return;
    this.running = call;
    this.startedAt = performance.now();
    this.events.busy();
    const seconds = Math.round(this.options.timeout / 1000);
    const message = `The engine was stopped: \`${call.name}\` took longer than ${seconds} seconds.`;
    this.timeoutTimer = setTimeout(() => this.worker && this.crash(this.worker, message), this.options.timeout);
    const request = JSON.stringify(call.request());
    this.worker.postMessage({ kind: "call", id: call.id, name: call.name, request } satisfies ToWorker);
  }

  /** A call that a newer one makes useless may finish, but not take long. */
  private boundWait(channel: string): void {
    const useless = this.running?.channel === channel || (channel === optimizations && this.running?.yields);
    if (!useless || this.patienceTimer !== undefined) return;
    const left = this.options.patience - (performance.now() - this.startedAt);
    this.patienceTimer = setTimeout(() => this.supersedeRunning(), Math.max(0, left));
  }

  private supersedeRunning(): void {
    this.running?.reject(new Superseded());
    this.end();
    this.start();
  }

  /** A new worker continues with the waiting calls; the one before has responded. */
  private renew(): void {
    this.worker?.terminate();
    this.ready = false;
    this.start();
  }

  private receive(from: Worker, message: FromWorker): void {
    if (from !== this.worker) return;
    switch (message.kind) {
      case "progress":
        this.events.progress(message.value);
        break;
      case "ready":
        this.module = message.module;
        this.ready = true;
        this.events.ready();
        this.next();
        break;
      case "answer":
        if ((message.memory ?? 0) > (this.options.maxMemory ?? Infinity)) this.renew();
        this.finish(message.id, message.bytes);
        break;
      case "unloaded":
        this.crash(from, message.message, true);
        break;
      case "crash":
        this.crash(from, message.message);
    }
  }

  private finish(id: number, bytes: ArrayBuffer): void {
    const call = this.running;
    if (!call || call.id !== id) return;
    this.clearTimers();
    this.running = null;
    this.events.ready();
    this.next(); // the worker computes while the page reads the answer
    try {
      const value = JSON.parse(decoder.decode(bytes)) as ErrorResponse | object;
      if ("error" in value) call.reject(new Error(value.error));
      else call.resolve(value);
    } catch (error) {
      call.reject(error as Error);
    }
  }

  private crash(from: Worker, message: string, unloaded = false): void {
    if (from !== this.worker) return;
    this.end();
    this.dead = true;
    const reason = () => (unloaded ? new NotLoaded(`${message}.`) : new Crashed(message));
    for (const call of this.waiting.splice(0)) call.reject(reason());
    this.events.crashed(message, unloaded);
  }

  private end(): void {
    this.clearTimers();
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    this.running?.reject(new Crashed("the engine stopped"));
    this.running = null;
  }

  private clearTimers(): void {
    clearTimeout(this.timeoutTimer);
    clearTimeout(this.patienceTimer);
    this.timeoutTimer = this.patienceTimer = undefined;
  }
}
