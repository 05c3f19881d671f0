import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompareResponse, KindCount } from "../api.gen";
import { hasMarks, unmarked, withoutOffsets } from "./marks";
import { entryWords, kindTitle, presetWords, verdictWords } from "./words";

function count(kind: string, before: number, ours: number, pypys: number): KindCount {
  return { kind, before, ours, pypys, ...(ours > pypys ? { larger: true } : {}) };
}

function answer(...tables: CompareResponse["tables"]): CompareResponse {
  const larger = tables.some((t) => t.counts.some((c) => c.larger));
  return { recordedDiagnostics: [], optimizedDiagnostics: [], preset: "loop", tables, entry: 0, larger, ours: "" };
}

test("where ours is larger, it is said of which kind and by how much", () => {
  const whole = { part: "whole", counts: [count("new", 5, 1, 0), count("guard", 9, 4, 2), count("all", 30, 12, 11)] };
  assert.deepEqual(verdictWords(answer(whole)), [
    "In this trace ours has 1 more allocation, 2 more guards and 1 more operation in all than PyPy’s.",
  ]);
});

test("a peeled loop is judged in both parts", () => {
  const whole = { part: "whole", counts: [count("get", 5, 2, 2), count("all", 30, 12, 14)] };
  const loop = { part: "loop", counts: [count("get", 5, 2, 1), count("all", 30, 5, 5)] };
  assert.deepEqual(verdictWords(answer(whole, loop)), ["In the loop ours has 1 more read than PyPy’s."]);
});

test("smaller and equal are said as well", () => {
  const smaller = { part: "whole", counts: [count("get", 5, 2, 4), count("all", 30, 12, 14)] };
  assert.deepEqual(verdictWords(answer(smaller)), [
    "Ours has no more operations of any kind than PyPy’s, and 2 operations less.",
  ]);
  const equal = { part: "whole", counts: [count("all", 30, 12, 12)] };
  assert.deepEqual(verdictWords(answer(equal)), ["Ours has no more operations of any kind than PyPy’s."]);
  assert.deepEqual(verdictWords(answer()), []);
});

test("marks are left out and the numbers of the lines stay", () => {
  const lines = ["[p0]", "debug_merge_point(0, 0, 'f')", "+12: debug_merge_point(0, 0, 'f')", "jump(p0)"];
  assert.deepEqual(unmarked(lines, false), [0, 3]);
  assert.deepEqual(unmarked(lines, true), [0, 1, 2, 3]);
  assert.equal(withoutOffsets("+12: i1 = int_add(i0, +5)\n+130: jump(i1)"), "i1 = int_add(i0, +5)\njump(i1)");
  assert.ok(hasMarks(lines.join("\n")));
  assert.ok(!hasMarks("[p0]\n# debug_merge_point(\njump(p0)"));
});

test("kinds, presets and what is not counted", () => {
  assert.equal(kindTitle("ptr"), "pointer comparisons");
  assert.match(presetWords("straight"), /without peeling/);
  assert.equal(entryWords(0), "");
  assert.match(entryWords(1), /1 read of the frame’s fields/);
});
