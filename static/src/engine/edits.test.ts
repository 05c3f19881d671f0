// What is sent of a text: put together again it is the whole.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { OptimizeRequest } from "../api.gen";
import { SentText, difference } from "./edits";

const ask = (text: string, result: number): OptimizeRequest => ({ text, passes: [], from: 0, to: -1, result });

/** What the engine makes of an edit. */
function applied(before: string, after: string): string {
  const { length, from, to, insert } = difference(before, after);
  assert.equal(length, before.length);
  assert.ok(from <= to && to <= length);
  for (const part of [before.slice(0, from), insert, before.slice(to)]) assert.doesNotThrow(() => encodeURIComponent(part), JSON.stringify(part));
  return before.slice(0, from) + insert + before.slice(to);
}

test("the difference leads from one text to the other", () => {
  const texts = ["", "a", "aa", "aba", "abcba", "i1 = int_add(i0, 1)\n", "ü", "𝄞", "𝄞𝄞", "𝄟", "a𝄞b", "a𝄟b", "aü𝄞", "x".repeat(9000), "x".repeat(4096) + "y" + "x".repeat(9000)];
  for (const before of texts) for (const after of texts) assert.equal(applied(before, after), after);
});

test("the difference of random edits leads from one text to the other", () => {
  let state = 7;
  const random = (n: number) => (state = (state * 48_271) % 2_147_483_647) % n;
  const characters = [..."ab\nü€𝄞𝄟𐐷"];
  const text = (n: number) => Array.from({ length: n }, () => characters[random(characters.length)]!);
  let before = text(30);
  for (let round = 0; round < 2_000; round++) {
    const from = random(before.length + 1);
    const after = [...before.slice(0, from), ...text(random(4)), ...before.slice(from + random(4))];
    assert.equal(applied(before.join(""), after.join("")), after.join(""));
    before = after;
  }
});

test("a long text is sent once, and its edits as edits", () => {
  const sent = new SentText();
  const long = "i1 = int_add(i0, 1)\n".repeat(1_000);
  assert.equal(sent.shorten(ask(long, 1)).text, long);
  const { text, edit } = sent.shorten(ask(`${long}# x`, 2));
  assert.deepEqual([text, edit], ["", { of: 1, length: long.length, from: long.length, to: long.length, insert: "# x" }]);
  assert.equal(sent.shorten(ask(long, 3)).edit?.of, 2);
});

test("short texts and other texts are sent whole", () => {
  const sent = new SentText();
  sent.shorten(ask("[i0]\njump(i0)\n", 1));
  assert.equal(sent.shorten(ask("[i0]\njump(i0) # x\n", 2)).edit, undefined);
  const other = "i2 = int_mul(i0, 3)\n".repeat(1_000);
  assert.equal(sent.shorten(ask(other, 3)).text, other);
});
