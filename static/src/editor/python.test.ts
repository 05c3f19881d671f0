import assert from "node:assert/strict";
import { test } from "node:test";
import { indentationAfter, tokenizePython } from "./python";

const shown = (text: string) => tokenizePython(text).map((t) => `${t.kind}:${text.slice(t.from, t.to)}`);

test("words, numbers, texts and comments are told apart", () => {
  assert.deepEqual(shown("def f(x): # why\n    return Constant(0x1F, 'a#b')"), [
    "control:def",
    "operation:f",
    "operation:x",
    "comment:# why",
    "control:return",
    "class:Constant",
    "constant:0x1F",
    "string:'a#b'",
  ]);
});

test("a text in three quotes spans lines, also without its end", () => {
  assert.deepEqual(shown('"""a\n"b" # c\n""" d'), ['string:"""a\n"b" # c\n"""', "operation:d"]);
  assert.deepEqual(shown("x\n'''never ends\nif"), ["operation:x", "string:'''never ends\nif"]);
});

test("a text without its end stops at the line", () => {
  assert.deepEqual(shown('a = "open\nif'), ["operation:a", 'string:"open', "control:if"]);
});

test("lines are indented after a colon and out again after return", () => {
  assert.equal(indentationAfter("def f(x):"), 4);
  assert.equal(indentationAfter("def f(x):  # a note: this\n    y = 1"), 4);
  assert.equal(indentationAfter("    if x:\n        return 1"), 4);
  assert.equal(indentationAfter("x = ':'"), 0);
  assert.equal(indentationAfter("returned = 1"), 0);
});

test("lines inside brackets go below what stands after them", () => {
  assert.equal(indentationAfter("x = f(a,"), 6);
  assert.equal(indentationAfter("x = f("), 4);
  assert.equal(indentationAfter("x = f(a,\n      b)"), 0);
  assert.equal(indentationAfter("    if f(a,\n         b):"), 8);
});
