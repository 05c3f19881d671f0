import assert from "node:assert/strict";
import { test } from "node:test";
import { fits, parted, proveText, ruleText } from "./together";

const pair = { text: "[p0]\njump(p0)", other: "[p1]\njump(p1)\n", points: null, width: 64, unroll: 3, budget: 10_000 };

test("a pair of traces is one text, and that is the pair again", () => {
  for (const doc of [pair, { ...pair, other: "" }, { ...pair, text: "" }, { ...pair, other: proveText(pair) }]) {
    assert.deepEqual(parted(proveText(doc)), { view: "prove", first: doc.text, second: doc.other });
  }
});

test("rules and their trace are one text, and a text says of which view it is", () => {
  const rules = { rules: "add_zero: int_add(x, 0)\n    => x", text: "[i0]\njump(i0)" };
  assert.deepEqual(parted(ruleText(rules)), { view: "rule", first: rules.rules, second: rules.text });
  assert.ok(fits(ruleText(rules), "rule", false) && !fits(ruleText(rules), "prove", false));
  assert.ok(fits(proveText(pair), "prove", false) && !fits(proveText(pair), "prove", true));
  assert.ok(fits(pair.text, "prove", true) && fits("", "fuzz", false) && !fits(pair.text, "fuzz", false));
});

test("a workshop that was recorded before has another line between rules and trace", () => {
  assert.deepEqual(parted("a\n# ──── the trace at hand ────\nb"), { view: "rule", first: "a", second: "b" });
});

test("a line in the first text that is like the one between parts nothing", () => {
  const doc = { ...pair, text: proveText(pair) };
  const found = parted(proveText(doc))!;
  assert.equal(found.second, pair.other);
  assert.equal(proveText({ ...pair, text: found.first }), proveText(doc));
});
