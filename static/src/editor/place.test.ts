import assert from "node:assert/strict";
import { test } from "node:test";
import { cursorAfter, isAlike, placeOfChange } from "./place";

/** Where "|" of one text is in another. */
function moved(before: string, after: string): string {
  const cursor = before.indexOf("|");
  const text = before.replace("|", "");
  const at = cursorAfter(placeOfChange(text, after), cursor);
  assert.ok(at >= 0 && at <= after.length, `${at} is in the text`);
  return `${after.slice(0, at)}|${after.slice(at)}`;
}

test("a cursor stays beside the text that it stood at", () => {
  assert.equal(moved("a|b\nc", "ab\nd"), "a|b\nd");
  assert.equal(moved("a\nb\nc|c", "a\nx\ny\nb2\ncc"), "a\nx\ny\nb2\nc|c");
});

test("in text that is gone, a cursor stays as far from where it began", () => {
  assert.equal(moved("def f():\n  one\n  tw|o\nend", "def f():\n  1st\n  2nd\nend"), "def f():\n  1st\n  2n|d\nend");
  assert.equal(moved("def f():\n  one\n  two\n  thr|ee\nend", "def f():\n  1\nend"), "def f():\n  1|\nend");
  assert.equal(moved("abc|def", "xyz123"), "xyz|123");
  assert.equal(moved("abc|", ""), "|");
});

test("a text goes on in one that is mostly the same", () => {
  const alike = (a: string, b: string) => isAlike(a, b, placeOfChange(a, b));
  assert.ok(alike("a long line\nand one more", "a long line\nand two more"));
  assert.ok(!alike("one program", "two traces"));
  assert.ok(!alike("", "abc") && !alike("abc", ""));
});
