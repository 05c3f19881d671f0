import assert from "node:assert/strict";
import { test } from "node:test";
import { followed, opened, switched, type Edits, type Version } from "./edits";

const start = "[i0]\ni1 = int_add(i0, 1)\ni2 = int_mul(i1, 2)\nfinish(i2)\n";
const passes = ["fold", "cse"];

/** The edits after these texts, one after the other. */
function after(...texts: string[]): Edits<Version> {
  return texts.reduce((edits, text) => followed(edits, { text, passes }), opened<Version>({ text: start, passes }));
}

test("keys in one line are one edit", () => {
  const edits = after(start.replace("0, 1)", "0, 12)"), start.replace("0, 1)", "0, 123)"), start.replace("int_add(i0, 1)", "int_sub(i0, 123)"));
  assert.equal(edits.before.text, start);
  assert.deepEqual(edits.place, { from: 1, to: 2 });
});

test("another line begins another edit", () => {
  const first = start.replace("0, 1)", "0, 12)");
  const edits = after(first, first.replace("i1, 2)", "i1, 4)"));
  assert.equal(edits.before.text, first);
  assert.equal(edits.opened.text, start);
  assert.deepEqual(edits.place, { from: 2, to: 3 });
});

test("lines that are added grow the place, and what is written in them belongs to it", () => {
  const one = start.replace("i2 =", "print(i1)\ni2 =");
  const two = start.replace("i2 =", "print(i1)\nprint(i0)\ni2 =");
  assert.equal(after(one, two).before.text, start);
  const edits = after(one, two, two.replace("print(i0)", "print(3)"));
  assert.equal(edits.before.text, start);
  assert.equal(after(one, two, two.replace("finish(i2)", "finish(i1)")).before.text, two);
});

test("lines that are taken out", () => {
  const one = start.replace("i2 = int_mul(i1, 2)\n", "").replace("(i2)", "(i1)");
  const edits = after(one);
  assert.equal(edits.before.text, start);
  assert.equal(edits.now.text, one);
});

test("a switch of a pass is an edit of its own, and typing after it another one", () => {
  const edits = followed(after(start.replace("1)", "2)")), { text: start.replace("1)", "2)"), passes: ["fold"] });
  assert.deepEqual(switched(edits.before, edits.now), { on: [], off: ["cse"] });
  assert.equal(edits.before.text, edits.now.text);
  const later = followed(edits, { text: start.replace("1)", "3)"), passes: ["fold"] });
  assert.deepEqual(later.before, edits.now);
});

test("the same again is no edit", () => {
  const edits = after(start);
  assert.equal(edits.before, edits.opened);
});
