import assert from "node:assert/strict";
import { test } from "node:test";
import { ruleTokens } from "./language";

const kinds = (line: string) => ruleTokens(line).map((t) => `${t.kind} ${line.slice(t.from, t.to)}`);

test("a rule has its parts in colours of their own", () => {
  assert.deepEqual(kinds("mul-power: int_mul(x, C) => int_lshift(x, log2(C)) if is_power_of_two(C)"), [
    "label mul-power",
    "operation int_mul",
    "variable x",
    "constant C",
    "keyword =>",
    "operation int_lshift",
    "variable x",
    "operation log2",
    "constant C",
    "keyword if",
    "operation is_power_of_two",
    "constant C",
  ]);
  assert.deepEqual(kinds("# a: b(c)"), ["comment # a: b(c)"]);
  assert.deepEqual(kinds("    if C1 == -1 and not x >= 2.5"), [
    "keyword if",
    "constant C1",
    "number 1",
    "keyword and",
    "keyword not",
    "variable x",
    "number 2.5",
  ]);
});
