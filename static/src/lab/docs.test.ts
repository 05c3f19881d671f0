import assert from "node:assert/strict";
import { test } from "node:test";
import type { FuzzDoc, ProveDoc, RuleDoc } from "./docs";
import { decodeLab, encodeLab } from "./docs";

const pair: ProveDoc = { text: "[i0]\nfinish(i0)\n", other: "[i0]\nfinish(0)\n", points: null, width: 64, unroll: 3, budget: 10_000 };
const points: ProveDoc = { ...pair, other: "", points: { passes: ["fold", "cse", "dce"], from: 1, to: 3 } };

function back(fragment: string) {
  const found = decodeLab(fragment);
  assert.ok(found !== null && !(found instanceof Error));
  return found;
}

test("what a link carries comes back", () => {
  const fuzz: FuzzDoc = { seed: 12345, length: 8, passes: ["heap"], bug: "alias-store", prove: 1_000 };
  const rule: RuleDoc = { rules: "a: int_add(x, 0) => x\n", text: "[i0]\n" };
  assert.deepEqual(back(encodeLab("prove", pair)), { view: "prove", doc: pair });
  assert.deepEqual(back(encodeLab("prove", points)), { view: "prove", doc: points });
  assert.deepEqual(back(encodeLab("fuzz", fuzz)), { view: "fuzz", doc: fuzz });
  assert.deepEqual(back(encodeLab("rule", rule)), { view: "rule", doc: rule });
  const other = { ...points, points: { passes: ["fold", "cse"], from: 0, to: 1 }, width: 8, unroll: 5, budget: 60_000 };
  assert.deepEqual(back(encodeLab("prove", other)), { view: "prove", doc: other });
});

test("links of version 1 open for ever", () => {
  assert.deepEqual(back(kept), { view: "prove", doc: points });
});

/** A link as the first version of the page wrote it. */
const kept = "#prove/1q1YqUbJSis40iI3JS8vMyyzO0Mg00IzJU9JRKlCyilZKy89JAbKTi1OBZEpyqlKsjlIaUAdYvBYA";

test("a view alone is a link, other fragments are none", () => {
  assert.deepEqual(decodeLab("#fuzz"), { view: "fuzz", doc: null });
  assert.equal(decodeLab(""), null);
  assert.equal(decodeLab("#lab-main"), null);
  assert.equal(decodeLab("#1abc"), null);
});

test("what cannot be read is an error with its reason", () => {
  assert.match((decodeLab("#prove/2abc") as Error).message, /version 1, found one of version `2`/);
  assert.match((decodeLab("#rule/1%%%") as Error).message, /damaged/);
  assert.match((decodeLab(encodeLab("prove", pair).slice(0, -9)) as Error).message, /damaged/);
});

test("numbers that no option has take the usual value", () => {
  const odd = { ...pair, width: 17, unroll: 99, budget: 3 };
  assert.deepEqual(back(encodeLab("prove", odd)), { view: "prove", doc: pair });
  const seed: FuzzDoc = { seed: -4, length: 100_000, passes: [], bug: "", prove: 7 };
  assert.deepEqual(back(encodeLab("fuzz", seed)), { view: "fuzz", doc: { seed: 1, length: 0, passes: [], bug: "", prove: 0 } });
});
