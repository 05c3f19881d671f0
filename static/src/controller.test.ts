// What the page asks its engine, and when: answers about results that are out of date are no answers.

import assert from "node:assert/strict";
import { before, mock, test } from "node:test";
import type { DescribeResponse, Optimized } from "./api.gen";
import { askAbout, startController } from "./controller";
import { FakeWorker } from "./engine/fake-worker";
import * as state from "./state";

const theModule = { name: "module" } as unknown as WebAssembly.Module;
const result = (number: number) => ({ result: number, rows: 1, diagnostics: [], inputs: [], stages: [{}] }) as unknown as Optimized;

/** What the engine is asked next; calls that come meanwhile wait in the client. */
const now = () => FakeWorker.all.at(-1)!.calls().at(-1)!;
const asked = () => ({ name: now().name, request: JSON.parse(now().request) });
const answer = (value: object) => FakeWorker.all.at(-1)!.answer(value);

/** Lets every pause pass that someone waits for, and what comes of it. */
async function pass(): Promise<void> {
  mock.timers.tick(1_000);
  for (let n = 0; n < 20; n++) await new Promise((r) => setImmediate(r));
}

/** Lets time pass until the engine is asked something that is so. */
async function askedFor(wanted: (name: string, request: { text: string; result: number }) => boolean): Promise<void> {
  for (let n = 0; n < 1_000; n++) {
    if (wanted(asked().name, asked().request)) return;
    await pass();
  }
  assert.fail(`expected another question, found ${now().name} ${now().request}`);
}

before(async () => {
  globalThis.Worker = FakeWorker as unknown as typeof Worker;
  globalThis.requestAnimationFrame = (act) => Number(setImmediate(act, 0));
  mock.timers.enable({ apis: ["setTimeout"] });
  mock.method(performance, "now", () => 0); // no answer takes long, whatever else the machine does
  state.runOpen.value = true;
  startController({ workerUrl: "/w.js", wasmUrl: "/m.wasm", wasmSize: 1, timeout: 1e9, patience: 1e9 });
  FakeWorker.all[0]!.say({ kind: "ready", module: theModule });
  answer({ passes: [], presets: [], examples: [] } as unknown as DescribeResponse);
  await askedFor((name) => name === "optimize");
  answer(result(asked().request.result));
  await askedFor((name) => name === "run");
  answer({ before: { inputs: [] } });
});

test("a result that another one is to replace is not run with that one's inputs", async () => {
  const old = state.shown.peek()!.answer.result;
  state.inputs.value = { i0: "1" };
  state.setText("[i0]\njump(i0)\n");
  const from = FakeWorker.all.at(-1)!.calls().length;
  await askedFor((name) => name === "optimize");
  await pass(); // the pause before the run is over, too
  const newer = asked().request.result;
  assert.notEqual(newer, old);
  answer(result(newer));
  await askedFor((name, request) => name === "run" && request.result === newer);
  answer({ before: { inputs: [] } });
  const calls = FakeWorker.all.at(-1)!.calls().slice(from);
  assert.deepEqual(
    calls.map((c) => c.name),
    ["optimize", "run"],
  );
});

test("inputs that change while a text with errors is on its way are run on the result that stays", async () => {
  const old = state.shown.peek()!.answer.result;
  state.setText("[i0]\nnonsense\n");
  state.inputs.value = { i0: "2" };
  await askedFor((name, request) => name === "optimize" && request.text.includes("nonsense"));
  await pass();
  answer({ ...result(asked().request.result), diagnostics: [{ severity: "error" }] });
  await askedFor((name, request) => name === "run" && request.result === old);
  answer({ before: { inputs: [] } });
});

test("questions that all find their result gone have it told once, and all are answered", async () => {
  const of = state.shown.peek()!;
  const names = ["rows", "find", "where"];
  const answers = Promise.all(names.map((name) => askAbout<{ of: string }>(of, name, name, {})));
  for (const name of names) {
    await askedFor((n) => n === name);
    answer({ gone: true });
  }
  await askedFor((name) => name === "optimize");
  answer(of.answer);
  for (const name of names) {
    await askedFor((n) => n === name);
    answer({ of: name });
  }
  assert.deepEqual(await answers, names.map((of) => ({ of })));
});

test("a result is asked for before the pause in typing ends, and shown when it has", async () => {
  const before = state.shown.peek();
  state.setText("[i0, i1]\njump(i0, i1)\n");
  mock.timers.tick(100);
  await askedFor((name, request) => name === "optimize" && request.text.includes("i1"));
  const from = FakeWorker.all.at(-1)!.calls().length;
  answer(result(asked().request.result));
  for (let n = 0; n < 20; n++) await new Promise((r) => setImmediate(r));
  assert.equal(state.shown.peek(), before);
  mock.timers.tick(80);
  for (let n = 0; n < 20; n++) await new Promise((r) => setImmediate(r));
  assert.equal(state.shown.peek()!.request.text, "[i0, i1]\njump(i0, i1)\n");
  assert.deepEqual(FakeWorker.all.at(-1)!.calls().slice(from).filter((c) => c.name === "optimize"), []);
});

test("a key after a result that began ahead makes it useless", async () => {
  const key = (text: string) => state.setText(text);
  key("[i0]\ni1 = int_neg(i0)\n");
  mock.timers.tick(100);
  await Promise.resolve();
  assert.ok(asked().request.text.includes("int_neg"));
  answer(result(asked().request.result));
  for (let n = 0; n < 20; n++) await new Promise((r) => setImmediate(r));
  key("[i0]\ni1 = int_invert(i0)\n");
  await askedFor((name, request) => name === "optimize" && request.text.includes("int_invert"));
  const number = asked().request.result;
  answer(result(number));
  await pass();
  assert.equal(state.shown.peek()!.answer.result, number);
});
