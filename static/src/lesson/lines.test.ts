import assert from "node:assert/strict";
import { test } from "node:test";
import { alignLines } from "./lines";

test("common lines stand beside each other, others are paired between them", () => {
  assert.deepEqual(alignLines("a\nb\nc\n", "a\nx\ny\nc"), [
    { left: "a", right: "a" },
    { left: "b", right: "x" },
    { left: null, right: "y" },
    { left: "c", right: "c" },
  ]);
  assert.deepEqual(alignLines("same  ", "same"), [{ left: "same", right: "same" }]);
});
