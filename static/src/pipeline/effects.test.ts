// Colours of operations, also of those whose names are shortened.

import assert from "node:assert/strict";
import { test } from "node:test";
import { effectOf, learnEffects } from "./effects";

test("a shortened name has the colour of all operations that begin so", () => {
  learnEffects([
    { name: "guard_nonnull", effect: "guard" },
    { name: "guard_nonnull_class", effect: "guard" },
    { name: "getarrayitem_gc_i", effect: "read" },
    { name: "getarrayitem_gc_pure_i", effect: "pure" },
  ]);
  assert.equal(effectOf("guard_nonnull"), "guard");
  assert.equal(effectOf("guard_nonnul…"), "guard");
  assert.equal(effectOf("getarrayitem_gc_pu…"), "pure");
  assert.equal(effectOf("getarrayitem…"), undefined);
  assert.equal(effectOf("nothing_of_th…"), undefined);
});
