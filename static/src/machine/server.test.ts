// A measurement on the server: what it makes of answers, losses and cancelling.

import assert from "node:assert/strict";
import { test } from "node:test";
import { afterAnswer, idle, isRunning, type Measurement } from "./measurement";
import type { MachineAnswer, MachineRequest, Report, Variant } from "./protocol";
import { ServerMeasurement, type Socket } from "./server";
import { summarize } from "./statistics";

class FakeSocket {
  readyState = 0;
  closed = false;
  sent: MachineRequest[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((e: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  send(text: string): void {
    this.sent.push(JSON.parse(text) as MachineRequest);
  }
  close(): void {
    this.closed = true;
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(answer: Partial<MachineAnswer>): void {
    this.onmessage?.({ data: JSON.stringify({ id: 1, ...answer }) });
  }
}

function start(): { socket: FakeSocket; m: ServerMeasurement; told: Measurement[]; last(): Measurement } {
  const socket = new FakeSocket();
  const told: Measurement[] = [];
  const m = new ServerMeasurement({ trace: "[i0]\njump(i0)" }, (x) => told.push(x), () => socket as unknown as Socket);
  return { socket, m, told, last: () => told.at(-1)! };
}

function report(samples: number[]): Report {
  const ratio = summarize([1]);
  const variant: Variant = {
    ...summarize(samples), name: "native recorded", title: "as recorded", samples, iterations: 9, allocations: 0, collections: 0,
    stable: true, noisy: "", cycles: 4, ratio, operations: 3, inLoop: 3, codeSize: 80, compileTime: 200,
  };
  return { machine: { processor: "X", cores: 2, load: "0.1", system: "linux/amd64" }, inputs: "i0=1", gigahertz: 3, variants: [variant] };
}

test("a measurement goes from the queue to its report, and closes the connection", () => {
  const { socket, last, told } = start();
  assert.equal(last().phase, "connecting");
  socket.open();
  assert.deepEqual(socket.sent, [{ id: 1, kind: "measure", job: { trace: "[i0]\njump(i0)" } }]);
  let m = { ...idle, phase: "connecting" } as Measurement;
  const phases: string[] = [];
  const answers: Partial<MachineAnswer>[] = [
    { kind: "queued", place: 2 },
    { kind: "queued", place: 1 },
    { kind: "started", sandbox: { landlock: 4, filter: true } },
    { kind: "progress", data: { stage: "checking" } },
    { kind: "progress", data: { stage: "warming up", variant: "native recorded" } },
    { kind: "progress", data: { stage: "sampling", variant: "native recorded", sample: 5, round: 1 } },
    { kind: "progress", data: { stage: "sampling", variant: "native recorded", sample: 6, round: 2 } },
  ];
  for (const a of answers) {
    socket.say(a);
    m = afterAnswer(m, { id: 1, ...a } as MachineAnswer);
    phases.push(`${m.phase} ${m.place}`);
  }
  assert.deepEqual(phases, ["queued 2", "queued 1", "compiling 1", "checking 1", "warming up 1", "sampling 1", "sampling 1"]);
  assert.deepEqual(m.series, [{ name: "native recorded", samples: [5, 6] }]);
  socket.say({ kind: "result", data: report([5, 6, 7]) });
  assert.equal(last().phase, "done");
  assert.deepEqual(last().series[0]!.samples, [5, 6, 7]);
  assert.equal(last().sandbox?.landlock, 4);
  assert.ok(socket.closed);
  const count = told.length;
  socket.onclose?.();
  assert.equal(told.length, count, "the end of the connection is expected then");
});

test("an error is told in the server's words", () => {
  const { socket, last } = start();
  socket.open();
  socket.say({ kind: "error", error: "line 2: expected an operation, found `x`" });
  assert.equal(last().phase, "failed");
  assert.match(last().error, /expected an operation/);
  assert.ok(socket.closed);
});

test("a lost connection says so, at whatever stage", () => {
  for (const answers of [[], [{ kind: "queued", place: 3 }], [{ kind: "started" }]] as Partial<MachineAnswer>[][]) {
    const { socket, last } = start();
    socket.open();
    answers.forEach((a) => socket.say(a));
    socket.onclose?.();
    assert.equal(last().phase, "lost");
    assert.match(last().error, answers.length === 0 ? /cannot be reached/ : /was lost/);
  }
});

test("cancelling tells the server, and nothing that comes later counts", () => {
  const { socket, m, last } = start();
  socket.open();
  socket.say({ kind: "started" });
  m.cancel();
  assert.deepEqual(socket.sent.at(-1), { id: 1, kind: "cancel" });
  assert.ok(socket.closed);
  socket.say({ kind: "result", data: report([1]) });
  socket.onclose?.();
  assert.equal(last().phase, "cancelled");
  m.cancel();
  assert.equal(socket.sent.length, 2);
});

test("cancelling before the connection is there sends nothing", () => {
  const { socket, m, last } = start();
  m.cancel();
  assert.deepEqual(socket.sent, []);
  assert.equal(last().phase, "cancelled");
  assert.ok(socket.closed);
});

test("answers to others and garbage are passed over", () => {
  const { socket, last } = start();
  socket.open();
  socket.say({ id: 2, kind: "result", data: report([1]) });
  socket.onmessage?.({ data: "<html>" });
  assert.ok(isRunning(last()));
  socket.onclose?.();
});
