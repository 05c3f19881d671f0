// Lines that belong together are found by what they define and by their order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { matchLines } from "./link";

const match = (left: string, source: string) => [...matchLines(left.split("\n"), source.split("\n"))];

test("values are found by name, whatever stands between", () => {
  const source = "# a comment\n[i0]\n\ni1 = int_add(i0, 1)  # one more\n   i2=int_mul(i1,i1)\njump(i2)";
  const left = "# a comment\n[i0]\ni1 = int_add(i0, 1)  # one more\ni2 = int_mul(i1, i1)\njump(i2)";
  assert.deepEqual(match(left, source), [0, 1, 3, 4, 5]);
});

test("operations without result keep their order", () => {
  const source = "print(i0)\n\nprint(i0)\nprint(i0)";
  assert.deepEqual(match("print(i0)\nprint(i0)\nprint(i0)", source), [0, 2, 3]);
});

test("code offsets of a log do not matter", () => {
  assert.deepEqual(match("guard_true(i1) [i0]\ni2 = int_add(i0, 1)", "+12: guard_true(i1) [i0]\n+20: i2 = int_add(i0, 1)"), [0, 1]);
});

test("a line of later passes that has no source has none", () => {
  assert.deepEqual(match("p9 = new(Box)\ni1 = int_add(i0, 1)", "i1 = int_add(i0, 1)"), [-1, 0]);
});
