import assert from "node:assert/strict";
import { test } from "node:test";
import type { CompareResponse, KindCount } from "../api.gen";
import { entryWords, kindTitle, presetWords, verdictWords } from "./words";

function count(kind: string, before: number, ours: number, pypys: number): KindCount {
  return { kind, before, ours, pypys, ...(ours > pypys ? { larger: true } : {}) };
}

const text = { text: "", numbers: [], marks: [] };
const texts = { compared: 1, recorded: text, ours: text, pypys: text };

function answer(...tables: CompareResponse["tables"]): CompareResponse {
  const larger = tables.some((t) => t.counts.some((c) => c.larger));
  return { recordedDiagnostics: [], optimizedDiagnostics: [], preset: "loop", tables, entry: 0, larger, ...texts };
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
    "Ours has no more operations of any kind than PyPy’s, and 2 fewer in all.",
  ]);
  const equal = { part: "whole", counts: [count("all", 30, 12, 12)] };
  assert.deepEqual(verdictWords(answer(equal)), ["Ours has no more operations of any kind than PyPy’s."]);
  assert.deepEqual(verdictWords(answer()), []);
});

test("kinds, presets and what is not counted", () => {
  assert.equal(kindTitle("ptr"), "pointer comparisons");
  assert.match(presetWords("straight"), /without peeling/);
  assert.equal(entryWords(0), "");
  assert.match(entryWords(1), /1 read of the frame’s fields/);
});
