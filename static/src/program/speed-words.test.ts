// Who is how fast, and what is made of the server's answers.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ProgramReport, Way } from "../machine/protocol";
import { afterAnswer, conclusion, jobOf, serverRows, timesWords } from "./speed-words";

const way = (name: Way["name"], median: number, more: Partial<Way> = {}): Way => ({ name, count: 7, min: median, low: median, median, high: median, from: median, to: median, samples: [median], ...more });
const report = (...ways: Way[]): ProgramReport => ({ machine: { processor: "X", cores: 2, load: "0.1", system: "linux/amd64" }, measured: 1, ways });

test("times beside others", () => {
  assert.equal(timesWords(2, 10), "5.0 times as fast");
  assert.equal(timesWords(250, 10), "25 times as long");
  assert.equal(timesWords(10, 10.2), "the same time");
  assert.equal(timesWords(0, 10), "");
});

test("the conclusion names what was measured, and nothing else", () => {
  const all = report(way("interpreter", 100), way("traces", 10), way("CPython", 200, { version: "3.11.7" }), way("PyPy", 8));
  assert.equal(conclusion(all), "With traces, the server takes 0.10 of the time that the interpreter takes alone, 0.050 of CPython’s time and 1.25 of PyPy’s time.");
  assert.equal(conclusion(report(way("interpreter", 100), way("traces", 10))), "With traces, the server takes 0.10 of the time that the interpreter takes alone.");
  assert.equal(conclusion(report(way("interpreter", 100, { stopped: "it was stopped after 4s" }), way("traces", 10))), "");
  assert.equal(conclusion(report(way("interpreter", 100), way("traces", 10, { stopped: "it was stopped after 4s" }))), "");
});

test("a way that has no time, was cut off or printed something else says so", () => {
  const rows = serverRows(report(way("interpreter", 4000, { stopped: "it was stopped after 4s" }), way("CPython", 0, { missing: "the server’s machine has no `python3`" }), way("PyPy", 8, { version: "7.3.11 (Python 3.9.16)", differs: true })));
  assert.deepEqual(rows.map((r) => [r.name, r.ms, r.note, r.open]), [
    ["interpreter", 4000, "it was stopped after 4s", true],
    ["CPython", 0, "the server’s machine has no `python3`", false],
    ["PyPy 7.3.11", 8, "prints something else", false],
  ]);
});

test("a job has only what is not usual", () => {
  assert.deepEqual(jobOf({ text: "x = 1", jit: true, bridges: true, threshold: 1_000, passes: null }), { text: "x = 1" });
  assert.deepEqual(jobOf({ text: "x = 1", jit: true, bridges: false, threshold: 2, passes: [] }), { text: "x = 1", threshold: 2, noBridges: true, passes: [] });
});

test("answers come to an end with a report or a reason", () => {
  const begun = { report: null, doing: "Connecting", wrong: "" };
  assert.equal(afterAnswer(begun, { id: 1, kind: "queued", place: 3 }).doing, "Waiting: place 3 in the queue");
  assert.equal(afterAnswer(begun, { id: 1, kind: "progress", data: { stage: "sampling", variant: "traces", round: 2 } }).doing, "Running it, round 2");
  assert.deepEqual(afterAnswer(begun, { id: 1, kind: "error", error: "no" }), { report: null, doing: "", wrong: "no" });
  assert.equal(afterAnswer(begun, { id: 1, kind: "result", data: report(way("traces", 1)) }).report?.ways.length, 1);
});
