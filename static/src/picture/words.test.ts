// The headline is about the loop, and true of every count.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Picture, IterationCount } from "../api.gen";
import { belowBoxes, belowOperations, carried, headline } from "./words";

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

test("what is said below is true of what is drawn", () => {
  const shorter = picture([0, 13], [0, 8], [0, 8]);
  assert.equal(belowOperations(shorter, "around"), "A tracing JIT recorded this. Its optimizer removes the pale rows.");
  assert.equal(belowOperations(shorter, "recorded"), "A tracing JIT recorded this. No pass has seen it yet.");
  assert.equal(belowOperations(picture([0, 4], [0, 4], [0, 4]), "around"), "A tracing JIT recorded this. Its optimizer keeps every row, and says why.");
  const stay = picture([29, 88], [29, 88], null);
  assert.equal(belowBoxes(stay, "one"), "they show where each box goes.", "none of them can go");
  assert.equal(belowBoxes(stay, "recorded"), "a box that nobody else can see need not be made.");
  assert.equal(belowBoxes(picture([5, 30], [2, 14], [0, 6]), "one"), "a box that nobody else can see need not be made.");
});

test("what goes around", () => {
  const params = (...refs: boolean[]) => refs.map((ref) => ({ ref, name: "", text: [], arg: -1, line: -1, number: 0, first: "", next: "" }));
  assert.equal(carried(params(false, false)), "two numbers go around");
  assert.equal(carried(params(false)), "one number goes around");
  assert.equal(carried(params(true, false, true)), "one number and two objects go around");
  assert.equal(carried([]), "nothing goes around");
});
