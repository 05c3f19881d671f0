// Names are shortened alike, and nothing else of a line is.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Span } from "../api.gen";
import { SpanClass, SpanDescriptor, SpanKeyword, SpanOperation, SpanPath, SpanText, SpanVariable } from "../api.gen";
import { brief, briefIn, lineText, longestName } from "./brief";

const check: Span[] = [
  [SpanOperation, "guard_class", 0, 0],
  [SpanText, "(", 0, 0],
  [SpanVariable, "p1", 7, 0],
  [SpanText, ", ", 0, 0],
  [SpanClass, "BoxedInteger", 0, 0],
  [SpanText, ")", 0, 0],
];

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
  const spans: Span[] = [
    [SpanOperation, "getfield_gc_i", 0, 0],
    [SpanText, "(p2, ", 0, 0],
    [SpanKeyword, "descr", 0, 0],
    [SpanText, "=", 0, 0],
    [SpanDescriptor, "<FieldS ", 0, 0],
    [SpanPath, "pypy.module.", 0, 0],
    [SpanDescriptor, "W_IntRange.inst_current 8>", 0, 0],
    [SpanText, ")", 0, 0],
  ];
  assert.equal(lineText(brief(spans, Infinity)), "getfield_gc_i(p2, <FieldS W_IntRange.inst_current 8>)");
  assert.equal(lineText(brief(spans, 12)), "getfield_gc_i(p2, <…inst_curr…>)");
  assert.equal(lineText(brief(spans, 16)), "getfield_gc_i(p2, <…inst_current>)");
  assert.equal(lineText(brief([[SpanDescriptor, "<FieldS list.length 8 pure>", 0, 0]], 16)), "<…length>");
});

test("a line that is still too long has shorter names than the others", () => {
  const two: Span[] = [...check, [SpanText, " ", 0, 0], ...check];
  assert.equal(lineText(briefIn(80, two, Infinity)), lineText(two));
  assert.equal(lineText(briefIn(53, two, 14)), "guard_class(p1, BoxedInt…) guard_class(p1, BoxedInt…)");
  assert.equal(lineText(briefIn(10, two, 14)), lineText(brief(two, 14)));
});
