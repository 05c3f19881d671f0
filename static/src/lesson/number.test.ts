import assert from "node:assert/strict";
import { test } from "node:test";
import { near, readNumber } from "./number";

const value = (text: string) => {
  const read = readNumber(text);
  return read && `${read.digits}/${read.scale}`;
};

test("integers are exact, however they are written", () => {
  const all: [string, string][] = [
    ["6", "6/0"],
    [" -17 ", "-17/0"],
    ["\u22125", "-5/0"],
    ["9223372036854775807", "9223372036854775807/0"],
    ["-9,223,372,036,854,775,808", "-9223372036854775808/0"],
    ["9 223 372 036 854 775 807", "9223372036854775807/0"],
    ["1_000", "1000/0"],
    ["2^63 - 1", "9223372036854775807/0"],
    ["-2**63", "-9223372036854775808/0"],
    ["0x7f", "127/0"],
    ["+3", "3/0"],
    ["2.50", "250/2"],
    [".5", "5/1"],
    ["1.5+0.25", "175/2"],
  ];
  for (const [text, want] of all) assert.equal(value(text), want, text);
});

test("what is no number is none", () => {
  for (const text of ["", "six", "6 boxes", "1..2", "--1", "1-", "2^", "2^999", "1e5", "-", "9".repeat(80)]) assert.equal(value(text), null, text);
});

test("an answer may be near enough", () => {
  const is = (a: string, b: string, within: string) => near(readNumber(a)!, readNumber(b)!, readNumber(within)!);
  assert.ok(is("0.25", "0.3", "0.05") && !is("0.24", "0.3", "0.05"));
  assert.ok(is("9223372036854775806", "9223372036854775807", "1") && !is("9223372036854775806", "9223372036854775807", "0"));
});
