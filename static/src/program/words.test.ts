// Sentences about a program.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProgramLoop, ProgramPart, ProgramState } from "../api.gen";
import { eventWords, failedWords, headline, knobWords, percent, stateWords, timeOf, underline } from "./words";

const part: ProgramPart = { version: 0, unboxed: [], targetVersion: 0, line: 3, at: "line 3", function: "f", target: "", bytecodes: 9, recorded: 30, optimized: 6, boxesBefore: 5, boxesAfter: 0, exits: [] };
const loop: ProgramLoop = {
  loop: 0, line: 3, at: "line 3", function: "f", iterations: 2000, traced: 1999, entered: 1, made: 1, state: "trace", failures: [], bridgeFailures: [], traces: [part],
};
const state: ProgramState = {
  run: 1, diagnostics: [], running: false, output: [], code: 0, stopped: "", work: 5, collections: 1, copied: 0, region: 0, lines: [], loops: [loop],
  time: { activities: ["interpreting", "running"], total: [0.25, 8.5], width: 0.25, cells: [], events: [], missed: 0 },
};

test("the sentence says what is left", () => {
  assert.equal(headline(state, true), "One loop became hot. Of its 30 operations, 6 are left.");
  assert.equal(headline({ ...state, loops: [loop, { ...loop, traced: 5, traces: [{ ...part, optimized: 9 }] }] }, true), "2 loops became hot. In the busiest, 6 of 30 operations are left.");
  assert.equal(headline(state, false), "Every iteration is interpreted.");
  assert.equal(headline({ ...state, loops: [{ ...loop, traces: [] }] }, true), "No loop became a trace.");
  assert.equal(headline({ ...state, loops: [] }, true), "There is no loop to become hot.");
  assert.equal(underline(state), "99.95\u202f% of 2000 iterations ran in traces. The garbage collector ran once.");
});

test("a share is 0 or 100 only if it is", () => {
  assert.equal(percent(1, 1_000_000), "0.01\u202f%");
  assert.equal(percent(999_999, 1_000_000), "99.99\u202f%");
  assert.equal(percent(1, 2), "50\u202f%");
  assert.equal(percent(0, 0), "0\u202f%");
  assert.equal(percent(3, 3), "100\u202f%");
});

test("states and exits have words", () => {
  assert.equal(stateWords(loop), "runs as a trace");
  assert.equal(stateWords({ ...loop, made: 2 }), "runs as a trace, at the second attempt");
  assert.match(stateWords({ ...loop, state: "given up" }), /interpreted from now on/);
  assert.equal(failedWords("guard_no_overflow"), "an integer became longer than 64 bits");
  assert.equal(failedWords("guard_new"), "an assumption no longer held");
});

test("times and knobs have words", () => {
  assert.equal(timeOf(state), 8.75);
  const doc = { text: "", jit: true, bridges: true, threshold: 1_000, passes: null };
  assert.equal(knobWords(doc), "hot from iteration 1000");
  assert.equal(knobWords({ ...doc, jit: false }), "without traces");
  assert.equal(knobWords({ ...doc, bridges: false, passes: ["fold"] }), "hot from iteration 1000, no bridges, only the passes fold");
  assert.equal(eventWords({ at: 1, what: "bridge", loop: 0, line: 3, place: "line 3", recorded: 40, making: 0.1 }), "a bridge is made for the loop in line 3");
});
