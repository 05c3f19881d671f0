// What a picture may hold.

import assert from "node:assert/strict";
import { test } from "node:test";
import { wellFormed } from "./drawing";

test("what no XML may have is replaced, everything else stays", () => {
  assert.equal(wellFormed("a\0b\x1bc\ud800d\uffff"), "a\ufffdb\ufffdc\ufffdd\ufffd");
  const fine = "p5 = new(\u{1F4E6})\n\t\u2028\x85é";
  assert.equal(wellFormed(fine), fine);
});
