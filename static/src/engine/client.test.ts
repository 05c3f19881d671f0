// The engine's client: the newest call wins, a runaway is stopped, a crash is told.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { Crashed, EngineClient, Superseded } from "./client";
import { FakeWorker } from "./fake-worker";

const theModule = { name: "module" } as unknown as WebAssembly.Module;
let told: string[] = [];

function start(timeout = 1_000, patience = 1_000): { client: EngineClient; worker: FakeWorker } {
  const client = new EngineClient(
    { workerUrl: "/w.js", wasmUrl: "/m.wasm", wasmSize: 1, timeout, patience, maxMemory: 1_000 },
    {
      progress: () => told.push("loading"),
      ready: () => told.push("ready"),
      busy: () => told.push("busy"),
      crashed: (message) => told.push(`crashed: ${message}`),
    },
  );
  client.start();
  const worker = FakeWorker.all.at(-1)!;
  return { client, worker };
}

/** Lets everything continue that waits for nothing but its turn. */
const turns = () => new Promise(setImmediate);

const realWorker = globalThis.Worker;
beforeEach(() => {
  FakeWorker.all = [];
  told = [];
  globalThis.Worker = FakeWorker as unknown as typeof Worker;
});
afterEach(() => {
  globalThis.Worker = realWorker;
});

test("a call made before the module is there is answered when it is", async () => {
  const { client, worker } = start();
  const answer = client.call<{ n: number }>("a", "describe", {});
  assert.equal(worker.calls().length, 0);
  worker.say({ kind: "ready", module: theModule });
  worker.answer({ n: 7 });
  assert.deepEqual(await answer, { n: 7 });
});

test("a worker is told how much memory it may have, also the one after it", () => {
  const { client, worker } = start();
  const begun = { kind: "start", url: "/m.wasm", size: 1, maxMemory: 1_000 };
  assert.deepEqual(worker.got[0], begun);
  worker.say({ kind: "ready", module: theModule });
  client.restart();
  assert.deepEqual(FakeWorker.all.at(-1)!.got[0], { ...begun, module: theModule });
});

test("of the calls that wait in a channel only the newest is made", async () => {
  const { client, worker } = start();
  worker.say({ kind: "ready", module: theModule });
  const first = client.call("opt", "optimize", { n: 1 });
  const second = client.call("opt", "optimize", { n: 2 });
  const other = client.call("run", "run", { n: 9 });
  const third = client.call("opt", "optimize", { n: 3 });
  await assert.rejects(second, Superseded);
  worker.answer({ n: 1 });
  assert.deepEqual(await first, { n: 1 });
  worker.answer({ n: 9 });
  assert.deepEqual(await other, { n: 9 });
  worker.answer({ n: 3 });
  assert.deepEqual(await third, { n: 3 });
  assert.deepEqual(
    worker.calls().map((c) => JSON.parse(c.request)),
    [{ n: 1 }, { n: 9 }, { n: 3 }],
  );
});

test("a call that keeps a newer one waiting is stopped, and the module is not loaded again", async () => {
  const { client, worker } = start(60_000, 20);
  worker.say({ kind: "ready", module: theModule });
  const slow = client.call("opt", "optimize", { n: 1 });
  const next = client.call<object>("opt", "optimize", { n: 2 });
  await assert.rejects(slow, Superseded);
  assert.ok(worker.ended);
  const successor = FakeWorker.all.at(-1)!;
  assert.notEqual(successor, worker);
  assert.deepEqual(successor.got[0], { kind: "start", url: "/m.wasm", size: 1, module: theModule, maxMemory: 1_000 });
  successor.say({ kind: "ready", module: theModule });
  successor.answer({ n: 2 });
  assert.deepEqual(await next, { n: 2 });
});

test("a run of the trace does not keep an optimization waiting for long", async () => {
  const { client, worker } = start(60_000, 20);
  worker.say({ kind: "ready", module: theModule });
  const slow = client.call("run", "run", { n: 1 }, true);
  const next = client.call<object>("optimize", "optimize", { n: 2 });
  await assert.rejects(slow, Superseded);
  assert.ok(worker.ended);
  const successor = FakeWorker.all.at(-1)!;
  successor.say({ kind: "ready", module: theModule });
  assert.deepEqual(successor.calls().map((c) => c.name), ["optimize"]);
  successor.answer({ n: 2 });
  assert.deepEqual(await next, { n: 2 });
});

test("an optimization goes before the questions about the result that it makes out of date", async () => {
  const { client, worker } = start();
  worker.say({ kind: "ready", module: theModule });
  const first = client.call("optimize", "optimize", { n: 1 });
  const log = client.call("import", "import", { n: 2 });
  const run = client.call("run", "run", { n: 3 }, true);
  const rows = client.call("rows", "rows", { n: 4 }, true);
  const newer = client.call("optimize", "optimize", { n: 5 });
  for (const call of [first, log, newer, run, rows]) {
    worker.answer({});
    await call;
  }
  assert.deepEqual(
    worker.calls().map((c) => JSON.parse(c.request).n),
    [1, 2, 5, 3, 4],
  );
});

test("what the engine does not keep any more it is told, and asked again", async () => {
  const { client, worker } = start();
  worker.say({ kind: "ready", module: theModule });
  let n = 1;
  const answer = client.callAbout<object>("rows", "rows", () => ({ n }), true, () => (n = 2));
  worker.answer({ gone: true });
  await turns();
  worker.answer({ rows: 7 });
  assert.deepEqual(await answer, { rows: 7 });
  assert.deepEqual(
    worker.calls().map((c) => JSON.parse(c.request)),
    [{ n: 1 }, { n: 2 }],
  );
});

test("a question that is made again does not take the place of a newer one", async () => {
  const { client, worker } = start();
  worker.say({ kind: "ready", module: theModule });
  const older = client.callAbout<object>("optimize", "optimize", { n: 1 }, false, () => {});
  const newer = client.callAbout<object>("optimize", "optimize", { n: 2 }, false, () => {});
  const memory = 2_000; // the engine makes way for a new one: the newer question waits for that
  const bytes = new TextEncoder().encode('{"gone":true}').buffer as ArrayBuffer;
  worker.say({ kind: "answer", id: worker.calls().at(-1)!.id, bytes, memory });
  await assert.rejects(older, Superseded);
  const successor = FakeWorker.all.at(-1)!;
  successor.say({ kind: "ready", module: theModule });
  assert.deepEqual(successor.calls().map((c) => c.request), ['{"n":2}']);
  successor.answer({ n: 2 });
  assert.deepEqual(await newer, { n: 2 });
  assert.equal(successor.calls().length, 1);
});

test("a runaway is ended after the timeout and nothing is called until a restart", async () => {
  const { client, worker } = start(20);
  worker.say({ kind: "ready", module: theModule });
  await assert.rejects(client.call("opt", "optimize", {}), Crashed);
  assert.ok(worker.ended);
  assert.match(told.at(-1)!, /crashed: .*`optimize` took longer/);
  await assert.rejects(client.call("opt", "optimize", {}), Crashed);
  client.restart();
  const successor = FakeWorker.all.at(-1)!;
  successor.say({ kind: "ready", module: theModule });
  const answer = client.call<object>("opt", "optimize", {});
  successor.answer({ n: 1 });
  assert.deepEqual(await answer, { n: 1 });
});

test("a crash rejects what runs and what waits", async () => {
  const { client, worker } = start();
  worker.say({ kind: "ready", module: theModule });
  const running = client.call("opt", "optimize", {});
  const waiting = client.call("run", "run", {});
  worker.say({ kind: "crash", message: "The engine stopped: unreachable" });
  await assert.rejects(running, Crashed);
  await assert.rejects(waiting, Crashed);
  assert.equal(told.at(-1), "crashed: The engine stopped: unreachable");
});

test("a request that the engine cannot use is an error of that call alone", async () => {
  const { client, worker } = start();
  worker.say({ kind: "ready", module: theModule });
  const bad = client.call("opt", "nonsense", {});
  worker.answer({ error: "expected the name of a function, found `nonsense`" });
  await assert.rejects(bad, /expected the name of a function/);
  assert.equal(told.at(-1), "ready");
});

test("what an ended worker still says is not heard", async () => {
  const { client, worker } = start();
  worker.say({ kind: "ready", module: theModule });
  client.kill("stopped");
  const count = told.length;
  worker.say({ kind: "crash", message: "late" });
  worker.say({ kind: "ready", module: theModule });
  assert.equal(told.length, count);
});

test("an instance with too much memory makes way for a new one, and calls that wait go there", async () => {
  const options = { workerUrl: "/w.js", wasmUrl: "/m.wasm", wasmSize: 1, timeout: 1_000, patience: 1_000, maxMemory: 100 };
  const client = new EngineClient(options, { progress() {}, ready() {}, busy() {}, crashed() {} });
  client.start();
  const first = FakeWorker.all.at(-1)!;
  first.say({ kind: "ready", module: theModule });
  const one = client.call("a", "lesson", {});
  const two = client.call("b", "lesson", {});
  const bytes = new TextEncoder().encode('{"n":1}').buffer as ArrayBuffer;
  first.say({ kind: "answer", id: first.calls().at(-1)!.id, bytes, memory: 101 });
  assert.deepEqual(await one, { n: 1 });
  const second = FakeWorker.all.at(-1)!;
  assert.ok(first.ended && second !== first);
  assert.equal(second.calls().length, 0);
  second.say({ kind: "ready", module: theModule });
  second.answer({ n: 2 });
  assert.deepEqual(await two, { n: 2 });
});
