// The headline is about the loop, and true of every count.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Picture, IterationCount } from "../api.gen";
import { headline } from "./words";

const picture = (recorded: number[], one: number[] | null, around: number[] | null): Picture => {
  const count = (c: number[] | null): IterationCount | null => c && { boxes: c[0]!, operations: c[1]! };
  return { recorded: count(recorded)!, one: count(one), around: count(around), peeled: around !== null, shares: [], lanes: 0, going: 0, objects: 0, params: [], lead: 0 };
};

test("headlines", () => {
  const boxed = picture([5, 30], [2, 14], [0, 6]);
  assert.equal(headline(boxed, "around"), "Five boxes per iteration. None is needed.");
  assert.equal(headline(boxed, "one"), "Five boxes per iteration. Two must be made.");
  assert.equal(headline(boxed, "recorded"), "Five boxes per iteration. Who needs them?");
  assert.equal(headline(picture([1, 3], [1, 3], null), "one"), "One box. It must be made.");
  assert.equal(headline(picture([0, 4], [0, 1], null), "one"), "Four operations. One is enough.");
  assert.equal(headline(picture([0, 40], [0, 40], [0, 40]), "around"), "40 operations per iteration. None can be left out.");
  assert.equal(headline(picture([0, 1], null, null), "one"), "One operation.");
});
