import assert from "node:assert/strict";
import { test } from "node:test";
import { diffRows } from "./rows";

const shown = (left: string[], right: string[]) => diffRows(left, right).map((r) => `${r.kind} ${r.left} ${r.right}`);

test("equal lines are one row, others stand on their side", () => {
  assert.deepEqual(shown(["a", "b", "c"], ["a", "c", "d"]), ["same 0 0", "removed 1 -1", "same 2 1", "added -1 2"]);
  assert.deepEqual(shown([], ["a"]), ["added -1 0"]);
  assert.deepEqual(shown([], []), []);
});

test("a value that is computed in another way is one row", () => {
  const left = ["[i0]", "i1 = int_mul(i0, 8)", "i2 = int_add(i1, 0)", "finish(i2)"];
  const right = ["[i0]", "i1 = int_lshift(i0, 3)", "finish(i1)"];
  assert.deepEqual(shown(left, right), ["same 0 0", "changed 1 1", "removed 2 -1", "removed 3 -1", "added -1 2"]);
});

test("every line of both sides is in exactly one row, in its order", () => {
  const left = Array.from({ length: 60 }, (_, k) => `i${k % 7} = f(${k % 5})`);
  const right = Array.from({ length: 70 }, (_, k) => `i${k % 6} = f(${k % 4})`);
  for (const [a, b] of [[left, right], [Array.from({ length: 2_000 }, String), right]] as const) {
    const rows = diffRows(a, b);
    assert.deepEqual(rows.map((r) => r.left).filter((l) => l >= 0), [...a.keys()]);
    assert.deepEqual(rows.map((r) => r.right).filter((r) => r >= 0), [...b.keys()]);
  }
});
