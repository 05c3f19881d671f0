// Links of the program page: what goes in comes out, and what is damaged says so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeProgram, encodeProgram, nothing } from "./link";

const doc = { text: "print('ä')\n", jit: true, bridges: true, threshold: 1_000, passes: null };

test("a link holds the program, how it is run, and what is looked at", () => {
  for (const linked of [
    { doc, choice: nothing },
    { doc: { ...doc, jit: false, bridges: false, threshold: 2, passes: ["fold"] }, choice: { loop: 0, part: 2, step: 12, guard: 3, replay: true, machine: true } },
    { doc: { ...doc, passes: [] }, choice: { ...nothing, loop: 4 } },
  ]) {
    assert.deepEqual(decodeProgram(encodeProgram(linked)), linked);
  }
});

test("a link of today opens for ever", () => {
  const kept = "#1q1YqUbJSKijKzCvRUK9Q14zJU6oFAA";
  const found = decodeProgram(kept);
  assert.ok(found && !(found instanceof Error));
  assert.equal(found.doc.text, "print('x')\n");
  assert.equal(found.doc.threshold, 1_000);
});

test("what is no link says why", () => {
  assert.equal(decodeProgram(""), null);
  assert.match((decodeProgram("#2abc") as Error).message, /expected a link of version 1, found one of version `2`/);
  assert.match((decodeProgram("#1%%%") as Error).message, /damaged/);
  const whole = encodeProgram({ doc, choice: nothing });
  assert.match((decodeProgram(whole.slice(0, -6)) as Error).message, /damaged/);
});
