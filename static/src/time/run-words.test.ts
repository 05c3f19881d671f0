// What is said of a moment of two runs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { SpanOperation, SpanText } from "../api.gen";
import type { LockstepResponse, RunRow, RunSide } from "../api.gen";
import { endWords, meanwhile, runHeadline } from "./run-words";

const side: RunSide = { rows: [], above: 0, below: 0, objects: [], more: 0, operations: 3, boxes: 0, exit: null };
const row = (change: Partial<RunRow>): RunRow => ({ key: 5, number: 7, spans: [[SpanText, "i5 = ", 0, 0]], state: "now", value: "", object: -1, ...change });

const plain: LockstepResponse = {
  inputDiagnostics: [],
  found: true,
  at: 3,
  last: 10,
  iteration: 1,
  iterations: 4,
  iterationFrom: 2,
  iterationTo: 6,
  key: 5,
  number: 7,
  verdict: "agree",
  reason: "",
  parts: -1,
  before: side,
  after: side,
};

test("a moment of two runs in one sentence", () => {
  const ends = (kind: string, verdict = "agree") => ({ at: 10, verdict, before: { ...side, exit: { kind, detail: "", key: 5, number: 7, values: [] } } });
  const cases: [Partial<LockstepResponse>, string][] = [
    [{}, "Row 7 runs."],
    [{ at: 0, number: 0 }, "Before the first row."],
    [{ before: { ...side, rows: [row({ value: "-95" })] } }, "Row 7 gives -95."],
    [{ before: { ...side, rows: [row({ spans: [[SpanOperation, "guard_true", 0, 0]] })] } }, "Row 7 holds."],
    [{ parts: 3 }, "Here they part, at row 7."],
    [ends("guard"), "Row 7 does not hold: both leave, the same way."],
    [ends("limit"), "Stopped after 1 jump. Both are the same so far."],
    [ends("finish"), "Both end, the same way."],
    [ends("finish", "differ"), "They end differently."],
    [ends("finish", "undefined"), "The recorded trace has no meaning on these inputs."],
    [ends("finish", "opaque"), "How this goes on is not known."],
  ];
  for (const [change, expected] of cases) assert.equal(runHeadline({ ...plain, ...change }), expected);
});

test("what the other run does meanwhile", () => {
  assert.equal(meanwhile(plain), "The optimized run has nothing to do.");
  assert.equal(meanwhile({ ...plain, after: { ...side, rows: [row({}), row({}), row({ state: "done" })] } }), "The optimized run does 2 operations.");
  assert.equal(meanwhile({ ...plain, parts: 2 }), "From here on the optimized run has other values.");
  const box = { name: "p1", class: "Box", length: null, fields: [], more: 0, rebuilt: true };
  assert.equal(meanwhile({ ...plain, at: 10, after: { ...side, objects: [box] } }), "The exit makes 1 object that the optimized run did without.");
  assert.equal(meanwhile({ ...plain, at: 10 }), "Seen from outside, both did the same.");
  assert.equal(meanwhile({ ...plain, at: 10, verdict: "differ", reason: "other values" }), "other values");
});

test("how a run ended", () => {
  assert.equal(endWords({ kind: "guard", detail: "", key: 5, number: 7, values: [] }), "left through a guard, in row 7");
  assert.equal(endWords({ kind: "limit", detail: "", key: 5, number: 7, values: [] }), "was stopped, in row 7");
  assert.equal(endWords({ kind: "end", detail: "", key: 0, number: 0, values: [] }), "ran to its end");
  assert.equal(endWords({ kind: "exhausted", detail: "", key: 0, number: 0, values: [] }), "used up its steps or its memory");
});
