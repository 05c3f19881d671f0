import assert from "node:assert/strict";
import { test } from "node:test";
import { duration, formatCount, groupDigits, plural, sentence } from "./counts";

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

test("times have the unit that suits them", () => {
  assert.deepEqual(
    [0.123, 0.999, 8.75, 99.97, 912.3, 999.7, 1_234, 23_456, 59_960, 125_000].map(duration),
    ["0.12", "1.0", "8.8", "100", "912"].map((n) => `${n}\u202fms`).concat(["1.00\u202fs", "1.23\u202fs", "23.5\u202fs", "1\u202fmin 0\u202fs", "2\u202fmin 5\u202fs"]),
  );
});
