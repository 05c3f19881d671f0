// The engine with everything: loaded when it is asked for, and again when it has ended.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { at } from "../site";
import { FakeWorker } from "./fake-worker";
import { WholeEngine, isStopped, isUnloaded } from "./whole";

const theModule = { name: "module" } as unknown as WebAssembly.Module;
const realWorker = globalThis.Worker;
beforeEach(() => {
  FakeWorker.all = [];
  globalThis.Worker = FakeWorker as unknown as typeof Worker;
});
afterEach(() => {
  globalThis.Worker = realWorker;
});

const newest = () => FakeWorker.all.at(-1)!;

test("it is loaded at the first call, and says how far that is", async () => {
  const engine = new WholeEngine({ patience: 1_000 });
  assert.equal(FakeWorker.all.length, 0);
  assert.equal(engine.loading.value.kind, "idle");
  const answer = engine.call<{ status: string }>("prove", "prove", {});
  newest().say({ kind: "progress", value: 0.5 });
  assert.equal(engine.loaded, 0.5);
  newest().say({ kind: "ready", module: theModule });
  assert.equal(engine.loaded, 1);
  newest().answer({ status: "proved" });
  assert.equal((await answer).status, "proved");
});

test("what could not be loaded is loaded again at the next call", async () => {
  const engine = new WholeEngine({ patience: 1_000 });
  const first = engine.call("prove", "prove", {});
  newest().say({ kind: "unloaded", message: "no network" });
  await assert.rejects(first, isUnloaded);
  assert.deepEqual(engine.loading.value, { kind: "failed", message: "no network" });
  const second = engine.call("prove", "prove", {});
  assert.equal(FakeWorker.all.length, 2);
  newest().say({ kind: "ready", module: theModule });
  newest().answer({});
  await second;
});

test("after a crash, and when it is stopped, another worker goes on with the compiled module", async () => {
  const told: string[] = [];
  const engine = new WholeEngine({ patience: 1_000, ended: (message) => told.push(message) });
  const first = engine.call("fuzz", "fuzz", {});
  newest().say({ kind: "ready", module: theModule });
  newest().say({ kind: "crash", message: "gone" });
  await assert.rejects(first, isStopped);
  assert.deepEqual(newest().got[0], { kind: "start", url: at(""), size: 0, module: theModule });
  newest().say({ kind: "ready", module: theModule });
  const second = engine.call("fuzz", "fuzz", {});
  engine.stop();
  await assert.rejects(second, isStopped);
  assert.equal(FakeWorker.all.length, 3);
  assert.deepEqual(told, ["gone", "stopped"]);
});
