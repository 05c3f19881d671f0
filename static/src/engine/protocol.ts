// The messages between the page and its worker. There is one worker, and it
// does one thing at a time; the page decides what to request next.

/** From the page to the worker. */
export type ToWorker =
  /**
   * First message: where the module is, or the module itself after a restart. With `maxMemory`, in bytes, garbage is
   * collected after answers, and during a call only when memory comes near to half of that.
   */
  | { kind: "start"; url: string; size: number; module?: WebAssembly.Module; maxMemory?: number }
  /** Calls a function of the table with a request as JSON text. */
  | { kind: "call"; id: number; name: string; request: string };

/** From the worker to the page. */
export type FromWorker =
  /** The part of the module that has arrived, 0 to 1. */
  | { kind: "progress"; value: number }
  /** The module is ready for calls; kept by the page for a quick restart. */
  | { kind: "ready"; module: WebAssembly.Module }
  /** The response to a call, JSON as UTF-8 bytes (transferred, not copied), and the size of the module's memory in bytes.
   * */
  | { kind: "answer"; id: number; bytes: ArrayBuffer; memory?: number }
  /** The module cannot be loaded, but may be later: this worker is useless now. */
  | { kind: "unloaded"; message: string }
  /** The module failed for good; the worker is useless, too. */
  | { kind: "crash"; message: string };
