import assert from "node:assert/strict";
import { test } from "node:test";
import { excerptOf } from "./excerpt";

function shown(text: string, from: number, to: number): string {
  const { before, mark, after } = excerptOf(text, from, to);
  return `${before}[${mark}]${after}`;
}

test("the mark stands where the error is", () => {
  assert.equal(shown("Box(v=x)", 6, 7), "Box(v=[x])");
  assert.equal(shown("12", 2, 2), "12[ ]");
  assert.equal(shown("", 0, 0), "[ ]");
});

test("tabs and invisible characters are signs of one column", () => {
  assert.equal(shown("\t1,\t2", 2, 3), "⇥1[,]⇥2");
  assert.equal(shown("a\u202eb", 2, 3), "a\ufffd[b]");
});

test("a long text is cut on both sides, and a long mark at its end", () => {
  const text = "a".repeat(100) + "?" + "b".repeat(100);
  assert.equal(shown(text, 100, 101), `…${"a".repeat(24)}[?]${"b".repeat(24)}…`);
  assert.equal(shown(text, 0, 100), `[${"a".repeat(48)}…]?${"b".repeat(23)}…`);
});

test("nothing is cut inside a character, however it is composed", () => {
  const family = "👩‍👩‍👧";
  const text = family.repeat(30) + "?" + family.repeat(30);
  const at = text.indexOf("?");
  assert.equal(shown(text, at, at + 1), `…${family.repeat(24)}[?]${family.repeat(24)}…`);
  assert.equal(shown("字=e\u0301?", 4, 5), "字=e\u0301[?]");
});

test("only the line with the error is shown", () => {
  assert.equal(shown("i0=1\ni1=?\ni2=3", 8, 9), "i1=[?]");
  assert.equal(shown("i0=1\ni1=?\ni2=3", 4, 8), "i0=1[ ]");
});
