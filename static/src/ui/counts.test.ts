import assert from "node:assert/strict";
import { test } from "node:test";
import { formatCount, groupDigits, plural, sentence } from "./counts";

test("digits are grouped from five on", () => {
  assert.deepEqual([0, 7412, 12_345, 1_234_567].map(formatCount), ["0", "7412", "12\u202f345", "1\u202f234\u202f567"]);
  assert.deepEqual(["-7412", "−12345"].map(groupDigits), ["-7412", "−12\u202f345"]);
});

test("nouns have their number", () => {
  assert.deepEqual([0, 1, 2, 10_000].map((n) => plural(n, "row")), ["0 rows", "1 row", "2 rows", "10\u202f000 rows"]);
});

test("messages are sentences", () => {
  assert.deepEqual(["", "no such class", "`i0` is used", "Why?"].map(sentence), ["", "No such class.", "`i0` is used.", "Why?"]);
});
