// Names are shortened alike, and nothing else of a line is.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Span } from "../api.gen";
import { SpanClass, SpanDescriptor, SpanKeyword, SpanOperation, SpanPath, SpanText, SpanVariable } from "../api.gen";
import { brief, briefIn, lineText, longestName } from "./brief";

/** A line of PyPy: what a span is stands before its text, and after it the value that it names. */
const pypy = (...parts: [Span[0], string, number?][]): Span[] => parts.map(([kind, text, value]) => [kind, text, value ?? 0, 0]);

const check = pypy([SpanOperation, "guard_class"], [SpanText, "("], [SpanVariable, "p1", 7], [SpanText, ", "], [SpanClass, "BoxedInteger"], [SpanText, ")"]);

test("rows with room are as they are", () => {
  assert.equal(longestName(29, [check]), Infinity);
  assert.equal(longestName(80, [check]), Infinity);
  assert.deepEqual(brief(check, Infinity), check);
});

test("the less room, the shorter the names, and values keep their identity", () => {
  const long: Span[] = [...check, ...check];
  assert.ok(longestName(20, [long]) < longestName(30, [long]) && longestName(30, [long]) < longestName(40, [long]));
  const short = brief(check, longestName(24, [check]));
  assert.equal(lineText(short), "guard_class(p1, Boxed…)");
  assert.equal(short[2]![2], 7);
});

test("descriptors lose their packages and keep their brackets", () => {
  const spans = pypy([SpanOperation, "getfield_gc_i"], [SpanText, "(p2, "], [SpanKeyword, "descr"], [SpanText, "="], [SpanDescriptor, "<FieldS "]);
  spans.push(...pypy([SpanPath, "pypy.module."], [SpanDescriptor, "W_IntRange.inst_current 8>"], [SpanText, ")"]));
  assert.equal(lineText(brief(spans, Infinity)), "getfield_gc_i(p2, <FieldS W_IntRange.inst_current 8>)");
  assert.equal(lineText(brief(spans, 12)), "getfield_gc_i(p2, <…inst_curr…>)");
  assert.equal(lineText(brief(spans, 16)), "getfield_gc_i(p2, <…inst_current>)");
  assert.equal(lineText(brief([[SpanDescriptor, "<FieldS list.length 8 pure>", 0, 0]], 16)), "<…length>");
});

test("a line that is still too long has shorter names than the others", () => {
  const two: Span[] = [...check, [SpanText, " ", 0, 0], ...check];
  assert.equal(lineText(briefIn(80, two, Infinity)), lineText(two));
  assert.equal(lineText(briefIn(53, two, 14)), "guard_class(p1, BoxedInt…) guard_class(p1, BoxedInt…)");
});

test("a line ends in nothing that is cut, however little room there is", () => {
  const read = pypy([SpanVariable, "p47"], [SpanText, " = "], [SpanOperation, "getfield_gc_r"], [SpanText, "("], [SpanVariable, "p11"], [SpanText, ", "]);
  read.push(...pypy([SpanKeyword, "descr"], [SpanText, "="], [SpanDescriptor, "<FieldP "], [SpanPath, "pypy.objspace."], [SpanDescriptor, "W_Int.inst_current 8>"], [SpanText, ")"]));
  assert.equal(lineText(briefIn(33, read, 9)), "p47 = getfield_gc_r(p11, <…ins…>)");
  assert.equal(lineText(briefIn(32, read, 9)), "p47 = getfield_gc_r(p11, <…>)");
  assert.equal(lineText(briefIn(27, read, 9)), "p47 = getfield_gc_r(p11, …)");
  const convert = pypy([SpanVariable, "f50"], [SpanText, " = "], [SpanOperation, "convert_longlong_bytes_to_float"], [SpanText, "("], [SpanVariable, "i49"], [SpanText, ")"]);
  assert.equal(lineText(briefIn(32, convert, 9)), "f50 = convert_longlong_byt…(i49)");
  const jump = pypy([SpanOperation, "jump"], [SpanText, "("], ...[1, 2, 3, 4, 5].flatMap((n): [Span[0], string][] => [[SpanVariable, `p${n}`], [SpanText, n < 5 ? ", " : ")"]]));
  assert.equal(lineText(briefIn(16, jump, 9)), "jump(p1, p2, …)");
  const guard = pypy([SpanOperation, "guard_true"], [SpanText, "("], [SpanVariable, "i1"], [SpanText, ") ["], [SpanVariable, "p0"], [SpanText, ", "], [SpanVariable, "i2"], [SpanText, "]"]);
  assert.equal(lineText(briefIn(22, guard, 9)), "guard_true(i1) [p0, …]");
  for (const line of [read, convert, jump, guard]) {
    for (let room = 24; room < 60; room++) assert.ok(lineText(briefIn(room, line, 9)).length <= room);
  }
  assert.equal(lineText(briefIn(2, jump, 9)), lineText(jump));
});

test("long names of values do not hide the operation, and names that differ at their ends stay different", () => {
  const name = (n: number) => `total_of_all_the_boxes_so_far_${n}`;
  const add = pypy([SpanVariable, name(2), 5], [SpanText, " = "], [SpanOperation, "int_add"], [SpanText, "("], [SpanVariable, name(1), 4], [SpanText, ", "], [SpanVariable, "i0"], [SpanText, ")"]);
  assert.equal(lineText(briefIn(90, add, 9)), lineText(add));
  assert.equal(lineText(briefIn(62, add, 9)), "total_of_all_the_b…r_2 = int_add(total_of_all_the_b…r_1, i0)");
  assert.equal(lineText(briefIn(48, add, 9)), "total_of_a…r_2 = int_add(total_of_a…r_1, i0)");
  assert.equal(lineText(briefIn(36, add, 9)), "total…r_2 = int_add(total…r_1, i0)");
  assert.equal(lineText(briefIn(27, add, 9)), "total…r_2 = int_add(…)");
  assert.equal(briefIn(36, add, 9)[0]![2], 5);
});
