import { test } from "node:test";
import assert from "node:assert/strict";
import { aroundIn, aroundOf, hasAny } from "./around";

const step = { optimized: "[i0]\n", guard: "0x7f1a" };

test("nothing is kept of what the log does not say", () => {
  assert.deepEqual(aroundOf({}), {});
  assert.deepEqual(aroundOf({ path: [], loop: "" }), {});
  assert.deepEqual(aroundOf({ path: [step], loop: "[i0]\n" }), { path: [step], loop: "[i0]\n" });
  assert.ok(!hasAny({}) && hasAny({ path: [step] }) && hasAny({ loop: "[i0]\n" }));
});

test("of a damaged link only what has the right form is taken", () => {
  for (const damaged of [null, undefined, 5, "path", [], { path: 3, loop: 4 }, { path: [null, 7, { optimized: "[i0]" }] }]) {
    assert.deepEqual(aroundIn(damaged), {}, JSON.stringify(damaged));
  }
  assert.deepEqual(aroundIn({ path: [step, { ...step, guard: 1 }], loop: 7, more: 1 }), { path: [step] });
});
