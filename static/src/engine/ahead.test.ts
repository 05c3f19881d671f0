// Which runs begin ahead, and whose responses count.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { LessonRequest, LessonResponse } from "../api.gen";
import { Ahead } from "./ahead";

const program = (text: string) => ({ code: { name: "code", text } }) as LessonRequest;

/** Runs that take a time of the test's choice, and the programs that have been run. */
function start(): { runs: Ahead<LessonRequest, LessonResponse>; ran: string[]; take(milliseconds: number): void; fail(reason: Error | null): void } {
  const ran: string[] = [];
  let clock = 0;
  let took = 20;
  let failure: Error | null = null;
  const run = async ({ code }: LessonRequest) => {
    ran.push(code.text);
    clock += took;
    if (failure) throw failure;
    return { message: code.text } as LessonResponse;
  };
  return { runs: new Ahead(run, (a, b) => JSON.stringify(a) === JSON.stringify(b), 200, () => clock), ran, take: (t) => (took = t), fail: (reason) => (failure = reason) };
}

test("the response of a run that began ahead is used once, for the same request", async () => {
  const { runs, ran } = start();
  await runs.response(program("a"));
  runs.begin(program("b"));
  assert.equal((await runs.response(program("b"))).message, "b");
  assert.deepEqual(ran, ["a", "b"]);
  assert.equal((await runs.response(program("b"))).message, "b");
  assert.deepEqual(ran, ["a", "b", "b"]);
});

test("a program that has changed meanwhile is run, and so are other parts", async () => {
  const { runs, ran } = start();
  await runs.response(program("a"));
  runs.begin(program("b"));
  assert.equal((await runs.response(program("c"))).message, "c");
  runs.begin(program("c"));
  await runs.response({ ...program("c"), parts: [{ function: "f", name: "f", code: { name: "part", text: "" } }] });
  assert.deepEqual(ran, ["a", "b", "c", "c", "c"]);
});

test("nothing begins ahead before a run was measured, or where runs take too long", async () => {
  const { runs, ran, take } = start();
  runs.begin(program("a"));
  assert.deepEqual(ran, []);
  take(201);
  await runs.response(program("a"));
  runs.begin(program("b"));
  assert.deepEqual(ran, ["a"]);
  take(200);
  await runs.response(program("b"));
  runs.begin(program("c"));
  assert.deepEqual(ran, ["a", "b", "c"]);
});

test("who asks for the response hears that the run failed, and nobody else does", async () => {
  const { runs, fail } = start();
  await runs.response(program("a"));
  fail(new Error("stopped"));
  runs.begin(program("b"));
  await assert.rejects(runs.response(program("b")), /stopped/);
  runs.begin(program("c"));
  fail(null);
  assert.equal((await runs.response(program("d"))).message, "d");
});

test("what began ahead of a new start of the engine is forgotten", async () => {
  const { runs, ran } = start();
  await runs.response(program("a"));
  runs.begin(program("b"));
  runs.forget();
  await runs.response(program("b"));
  assert.deepEqual(ran, ["a", "b", "b"]);
});
