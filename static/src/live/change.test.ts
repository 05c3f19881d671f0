import assert from "node:assert/strict";
import { test } from "node:test";
import { applied, changeBetween } from "./change";

test("a change is one place, as small as possible", () => {
  assert.deepEqual(changeBetween("abc", "axc"), [1, [1, "x"], 1]);
  assert.deepEqual(changeBetween("abc", "abcd"), [3, [0, "d"]]);
  assert.deepEqual(changeBetween("aa", "a"), [1, [1]]);
  assert.deepEqual(changeBetween("", "a\nb"), [[0, "a", "b"]]);
  assert.equal(changeBetween("same", "same"), null);
});

test("pairs of surrogates stay together", () => {
  assert.deepEqual(changeBetween("a😀b", "a😁b"), [1, [2, "😁"], 1]);
  for (const section of changeBetween("😀😀", "😀")!) assert.ok(typeof section === "number" ? section % 2 === 0 : section[0] % 2 === 0);
});

test("applying a change gives the other text", () => {
  const texts = ["", "a", "aa", "aba\n", "label(p0)\njump(p0)\n", "label(p0)\n\njump(p0)\n", "😀", "x😀y\n😁", "aaaa", "aaa"];
  for (const before of texts) for (const after of texts) {
    const change = changeBetween(before, after);
    assert.equal(change ? applied(before, change) : before, after);
  }
});

test("a change of another text is refused", () => {
  assert.throws(() => applied("abc", [2]), /expected a change of a text of 3 characters, found one of 2/);
});
