// What a worker does: it loads the WebAssembly module that the server also runs, and
// calls its functions. The module is a WASI reactor: _initialize starts Go's
// runtime, and then exported functions are called on its one thread.

import { ConsoleStdout, OpenFile, File, WASI } from "@bjorn3/browser_wasi_shim";
import type { FromWorker, ToWorker } from "./protocol";

/** What the module exports in addition to WASI; addresses and lengths are in bytes. */
interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  alloc(length: number): number;
  free(address: number): void;
  call(name: number, nameLength: number, request: number, requestLength: number): bigint;
  rest(): void;
}

const encoder = new TextEncoder();
/** The last lines that the module wrote to its standard error: what Go says about a panic. */
const lastWords: string[] = [];
let exports: Exports | null = null;
/** Garbage is collected after a response was sent, in idle time. */
let rests = false;

const post = (message: FromWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

/** What a module needs from its worker in addition to WASI, made before its memory exists.
 * */
export type Offered = (memory: () => WebAssembly.Memory) => WebAssembly.Imports;

/** Waits for messages. */
export function serve(offered: Offered = () => ({})): void {
  self.onmessage = (event: MessageEvent<ToWorker>) => {
    const message = event.data;
    if (message.kind === "start") void start(message, offered);
    else answer(message.id, message.name, message.request);
  };
}

async function start(message: ToWorker & { kind: "start" }, offered: Offered): Promise<void> {
  try {
    const module = message.module ?? (await fetchModule(message.url, message.size));
    rests = message.maxMemory !== undefined;
    exports = await instantiate(module, offered, message.maxMemory);
    post({ kind: "ready", module });
  } catch (error) {
    post({ kind: "unloaded", message: `The engine could not be loaded: ${whyUnloaded(error)}` });
  }
}

/**
 * Compiles while the bytes arrive, and reports how many have. The compiler gets the very response that fetch returned: with
 * that, Chromium keeps the optimized code, and the next page begins with it. With a response made here it
 * compiles again, and a page's first runs take up to three times as long.
 */
async function fetchModule(url: string, size: number): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`the server answered ${response.status} for ${url}`);
  void reportArrival(response.clone(), size);
  return WebAssembly.compileStreaming(response);
}

/** Reads a response and reports which part of it has arrived. */
async function reportArrival(response: Response, size: number): Promise<void> {
  let received = 0;
  let reported = 0;
  const reader = response.body!.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      // The bytes counted are those after decompression, as `size` is.
      received += part.value.byteLength;
      const value = Math.min(0.99, received / size);
      if (value - reported >= 0.01) post({ kind: "progress", value: (reported = value) });
    }
  } catch {
    // The compiler reads the same bytes, and says what went wrong.
  }
}

async function instantiate(module: WebAssembly.Module, offered: Offered, maxMemory?: number): Promise<Exports> {
  const note = (line: string) => {
    lastWords.push(line);
    if (lastWords.length > 20) lastWords.splice(10, 1); // the start says what, the end says where
  };
  const files = [new OpenFile(new File([])), ConsoleStdout.lineBuffered(note), ConsoleStdout.lineBuffered(note)];
  // Go's settings of its collector: it runs when the garbage is eight times the live data, or at this many
  // bytes of memory.
  const settings = maxMemory === undefined ? [] : ["GOGC=800", `GOMEMLIMIT=${Math.floor(maxMemory / 2)}`];
  const wasi = new WASI(["unbox"], settings, files, { debug: false });
  const instance: WebAssembly.Instance = await WebAssembly.instantiate(module, {
    ...offered(() => instance.exports["memory"] as WebAssembly.Memory),
    wasi_snapshot_preview1: wasi.wasiImport,
  });
  const found = instance.exports as unknown as Exports;
  wasi.initialize({ exports: found });
  return found;
}

function answer(id: number, name: string, request: string): void {
  try {
    const bytes = callModule(name, request);
    post({ kind: "answer", id, bytes, memory: exports?.memory.buffer.byteLength ?? 0 }, [bytes]);
    if (rests) exports?.rest();
  } catch (error) {
    post({ kind: "crash", message: `The engine stopped: ${lastWords[0] ?? describeError(error)}` });
  }
}

function callModule(name: string, request: string): ArrayBuffer {
  if (!exports) throw new Error("the module is not loaded");
  const nameAt = put(exports, name);
  const requestAt = put(exports, request);
  const packed = BigInt.asUintN(64, exports.call(nameAt.address, nameAt.length, requestAt.address, requestAt.length));
  const address = Number(packed >> 32n);
  const length = Number(packed & 0xffff_ffffn);
  // A copy, since the module reuses the buffer at the next call.
  const bytes = exports.memory.buffer.slice(address, address + length);
  exports.free(nameAt.address);
  exports.free(requestAt.address);
  return bytes;
}

/** Copies a text into the module's memory. The caller frees it. */
function put(to: Exports, text: string): { address: number; length: number } {
  const bytes = encoder.encode(text);
  const address = to.alloc(bytes.length) >>> 0;
  // Only now, because alloc may have replaced the buffer by growing the memory.
  new Uint8Array(to.memory.buffer).set(bytes, address);
  return { address, length: bytes.length };
}

/** The message of fetch without a network differs between browsers, and does not help readers. */
function whyUnloaded(error: unknown): string {
  return error instanceof TypeError ? "the server cannot be reached" : describeError(error);
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
