// A worker for tests of the engine.

import type { FromWorker, ToWorker } from "./protocol";

/** A worker whose answers the test gives by hand. */
export class FakeWorker {
  static all: FakeWorker[] = [];
  onmessage: ((e: { data: FromWorker }) => void) | null = null;
  onerror: ((e: { message: string }) => void) | null = null;
  readonly got: ToWorker[] = [];
  ended = false;
  constructor() {
    FakeWorker.all.push(this);
  }
  postMessage(message: ToWorker): void {
    this.got.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  say(data: FromWorker): void {
    this.onmessage?.({ data });
  }
  calls(): (ToWorker & { kind: "call" })[] {
    return this.got.filter((m) => m.kind === "call");
  }
  answer(value: object): void {
    const bytes = new TextEncoder().encode(JSON.stringify(value)).buffer as ArrayBuffer;
    this.say({ kind: "answer", id: this.calls().at(-1)!.id, bytes });
  }
}
