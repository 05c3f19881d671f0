import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenize } from "./tokens";

/** The tokens that have a colour, as "kind text". */
function colours(line: string): string[] {
  return tokenize(line)
    .filter((t) => t.kind !== "text")
    .map((t) => `${t.kind} ${line.slice(t.from, t.to)}`);
}

test("tokens cover every line without gaps", () => {
  const lines = [
    "",
    "   ",
    "i2 = get(p1, intval)",
    "guard_true(i17) [p0, BoxedInteger(intval=i9)]",
    "+123: p3 = getfield_gc_r(p1, descr=<FieldP a.b.C.inst_x 8 pure>)",
    "debug_merge_point(0, 0, 'f;a.py:6-9~#36 FOR_ITER')",
    'x = s"never closed',
    "p1 = call_r(<<<, descr=<Callr 8 rii",
    "a ∧ b \u202e \u0000 - + --",
    "i4 = i2 + -3 # why",
    "descr=",
  ];
  for (const line of lines) {
    const tokens = tokenize(line);
    assert.equal(tokens.map((t) => line.slice(t.from, t.to)).join(""), line);
    for (const t of tokens) assert.ok(t.from < t.to, line);
  }
});

test("the papers' notation", () => {
  assert.deepEqual(colours("i2 = get(p1, intval)  # read"), [
    "variable i2",
    "operation get",
    "variable p1",
    "field intval",
    "comment # read",
  ]);
  assert.deepEqual(colours("guard_class(p1, BoxedInteger)"), [
    "operation guard_class",
    "variable p1",
    "class BoxedInteger",
  ]);
  assert.deepEqual(colours("set(p6, intval, -100)"), ["operation set", "variable p6", "field intval", "number -100"]);
  assert.deepEqual(colours("guard_true(i17) [p0, BoxedInteger(intval=i9)]"), [
    "operation guard_true",
    "variable i17",
    "variable p0",
    "class BoxedInteger",
    "field intval",
    "variable i9",
  ]);
  assert.deepEqual(colours("i4 = i2 - 3"), ["variable i4", "variable i2", "number 3"]);
  assert.deepEqual(colours("i4 = i2 + -3"), ["variable i4", "variable i2", "number -3"]);
  assert.deepEqual(colours("class Node { next: Node, value: int }"), [
    "keyword class",
    "class Node",
    "field next",
    "class Node",
    "field value",
    "class int",
  ]);
  assert.deepEqual(colours("L0(p0, p1):"), ["label L0", "variable p0", "variable p1"]);
  assert.deepEqual(colours("jump(L1, p0, i3)"), ["operation jump", "label L1", "variable p0", "variable i3"]);
});

test("PyPy's notation", () => {
  assert.deepEqual(
    colours("+92: p14 = getfield_gc_r(p7, descr=<FieldP pypy.interpreter.typedef.W_Object.inst_map 48>)"),
    [
      "comment +92: ",
      "variable p14",
      "operation getfield_gc_r",
      "variable p7",
      "keyword descr",
      "descriptor <FieldP ",
      "path pypy.interpreter.typedef.",
      "descriptor W_Object.inst_map 48>",
    ],
  );
  assert.deepEqual(colours("debug_merge_point(0, 0, 'f;a.py:6-9~#36 FOR_ITER')"), [
    "operation debug_merge_point",
    "number 0",
    "number 0",
    "string 'f;a.py:6-9~#36 FOR_ITER'",
  ]);
  assert.deepEqual(colours("guard_value(p2, ConstPtr(ptr13)) [None, i5]").slice(2), [
    "constant ConstPtr",
    "variable ptr13",
    "constant None",
    "variable i5",
  ]);
  assert.deepEqual(colours("setfield_gc(p1, a, descr=valuedescr)").slice(2), [
    "variable a",
    "keyword descr",
    "descriptor valuedescr",
  ]);
  assert.deepEqual(colours("p1 = x(descr=<InteriorFieldDescr <FieldP odictentry.value 8>>) [p2]").slice(-2), [
    "descriptor <InteriorFieldDescr <FieldP odictentry.value 8>>",
    "variable p2",
  ]);
});

test("the toy notation", () => {
  assert.deepEqual(colours("store(obj0, 0, var0)"), ["operation store", "variable obj0", "number 0", "variable var0"]);
  assert.deepEqual(colours("optvar1 = getarg(0)"), ["variable optvar1", "operation getarg", "number 0"]);
});

test("a long line takes linear time", () => {
  const cpu = (work: () => void) => {
    const before = process.cpuUsage();
    work();
    return process.cpuUsage(before).user / 1000;
  };
  for (const piece of ["i1, ", "a() ", "- ", "<a ", "((", "x = ", "'", "# "]) {
    const short = cpu(() => tokenize(piece.repeat(50_000 / piece.length)));
    const long = cpu(() => tokenize(piece.repeat(800_000 / piece.length)));
    // 16 times the text; quadratic would be 256 times the time.
    assert.ok(long < 80 * short + 400, `${piece}: ${short} ms, then ${long} ms`);
  }
});
