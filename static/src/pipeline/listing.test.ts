import assert from "node:assert/strict";
import { test } from "node:test";
import type { OptimizeResponse, Row } from "../api.gen";
import { exportedText } from "../asides";
import { rowText, selectedText, toMarkdown } from "./copy";
import { itemOfRow, itemsOf, loopLine, makeListing, remarksOf } from "./listing";
import { findMatches, firstMatchFrom } from "./search";
import { effectWords, formatCount, pointName, stationsOf, summaryWords } from "./words";

// A box that is read once and escapes at the end: it is allocated later.
const result: OptimizeResponse = {
  diagnostics: [],
  stages: [
    { pass: "", ops: 5, removed: 0, replaced: 0, added: 0, moved: 0, learned: 0 },
    { pass: "fold", ops: 5, removed: 0, replaced: 0, added: 0, moved: 0, learned: 0 },
    { pass: "virtual", ops: 4, removed: 1, replaced: 1, added: 0, moved: 2, learned: 0 },
  ],
  from: 0,
  to: 2,
  left: "[i0]\np1 = new(Box)\nset(p1, v, i0)\ni2 = get(p1, v)\ni3 = int_add(i2, 1)\nfinish(p1, i3)",
  right: "[i0]\ni3 = int_add(i0, 1)\np1 = new(Box)\nset(p1, v, i0)\nfinish(p1, i3)",
  rows: [
    [0, 0, 7, -1, -1],
    [1, -1, 5, 0, 2],
    [2, -1, 5, 1, 3],
    [3, -1, 3, 2, -1],
    [4, 1, 1, 3, -1],
    [-1, 2, 6, 0, 1],
    [-1, 3, 6, 1, 2],
    [5, 4, 0, -1, -1],
  ],
  remarks: [
    { kind: "moved", pass: "virtual", reason: "materialize", text: "`p1` escapes in `finish`", left: 1, right: 2 },
    { kind: "moved", pass: "virtual", reason: "materialize", text: "field `v` of `p1`", left: 2, right: 3 },
    {
      kind: "removed",
      pass: "virtual",
      reason: "virtual-read",
      text: "`p1` is virtual: `i2` is `i0`",
      left: 3,
      right: -1,
    },
    { kind: "replaced", pass: "virtual", reason: "argument", text: "`i2` is `i0`", left: 4, right: 1 },
  ],
  leftAsides: [],
  rightAsides: [],
  inputs: [],
  dialect: "paper",
};
const listing = makeListing(result, result.left);
const split = { context: 3, opened: new Set<number>(), unified: false };

test("moved rows know each other and make one link", () => {
  assert.deepEqual([...listing.related], [-1, 5, 6, -1, -1, 1, 2, -1]);
  assert.deepEqual(listing.links, [
    { from: 1, to: 5, kind: "moved" },
    { from: 2, to: 6, kind: "moved" },
  ]);
  assert.deepEqual(listing.changes, [1, 2, 3, 4, 5, 6]);
});

test("the recorded trace has the editor's line numbers, others have their own", () => {
  const source = "# a box\n\nclass Box { v: int }\n" + result.left.replace("i3 =", "\ni3 =");
  const { numbers } = makeListing(result, source);
  assert.deepEqual([...numbers.left], [4, 5, 6, 7, 9, 10]);
  assert.deepEqual([...numbers.right], [1, 2, 3, 4, 5]);
  const back = makeListing({ ...result, from: 2, to: 0, left: result.right, right: result.left }, source);
  assert.deepEqual([[...back.numbers.left], [...back.numbers.right]], [[1, 2, 3, 4, 5], [4, 5, 6, 7, 9, 10]]);
  // What peeling or another pass wrote stands nowhere in the editor.
  assert.deepEqual([...makeListing(result, "[i0]").numbers.left], [1, 0, 0, 0, 0, 0]);
});

test("a row's reasons are those about its own lines", () => {
  assert.deepEqual(
    remarksOf(listing, 3).map((r) => r.reason),
    ["virtual-read"],
  );
  assert.deepEqual(
    remarksOf(listing, 1).map((r) => r.text),
    ["`p1` escapes in `finish`"],
  );
  assert.deepEqual(remarksOf(listing, 7), []);
  const why = remarksOf(listing, 4);
  assert.deepEqual(
    why.map((r) => r.reason),
    ["argument", "virtual-read"],
    "an argument was replaced because the operation that computed it was removed",
  );
});

test("runs without a difference fold, short ones do not", () => {
  const n = 40;
  const rows: Row[] = Array.from({ length: n }, (_, i) => [i, i, i === 20 ? 1 : 0, -1, -1]);
  const text = rows.map((_, i) => `i${i} = int_neg(i0)`).join("\n");
  const long = makeListing({ ...result, left: text, right: text, rows, remarks: [] }, result.left);
  const items = itemsOf(long, split);
  assert.deepEqual(items[0], { row: -1, from: 0, to: 17 });
  assert.deepEqual(items.at(-1), { row: -1, from: 24, to: 40 });
  assert.equal(items.length, 9);
  assert.equal(itemsOf(long, { ...split, opened: new Set([0]) }).length, 25);
  assert.equal(itemsOf(long, { ...split, context: -1 }).length, 40);
  const index = itemOfRow(items, n);
  assert.equal(index[5], 0);
  assert.equal(index[20], 4);
  assert.equal(index[39], 8);
  const near = makeListing({ ...result, rows: rows.slice(14, 27), left: text, right: text, remarks: [] }, result.left);
  assert.equal(itemsOf(near, split).length, 13);
});

test("one column shows both lines of a replaced operation", () => {
  const items = itemsOf(listing, { context: -1, opened: new Set(), unified: true });
  assert.deepEqual(
    items.map((i) => [i.row, "part" in i ? i.part : ""]),
    [
      [0, "right"],
      [1, "left"],
      [2, "left"],
      [3, "left"],
      [4, "left"],
      [4, "right"],
      [5, "right"],
      [6, "right"],
      [7, "right"],
    ],
  );
  assert.equal(itemOfRow(items, 8)[4], 5);
});

test("package paths count only until they are shortened", () => {
  const line = "p1 = getfield_gc_r(p0, descr=<FieldP a.bc.D.inst_x 8>)";
  const paths = makeListing({ ...result, left: line, right: line, rows: [[0, 0, 0, -1, -1]], remarks: [] }, result.left);
  assert.ok(paths.hasPaths);
  assert.equal(paths.width, line.length);
  assert.equal(paths.shortWidth, line.length - "a.bc.".length + 1);
});

test("a selection copies lines of one side and nothing else", () => {
  assert.equal(
    selectedText(listing, "left", { row: 1, offset: 0 }, { row: 4, offset: 20 }),
    "p1 = new(Box)\nset(p1, v, i0)\ni2 = get(p1, v)\ni3 = int_add(i2, 1)",
  );
  assert.equal(
    selectedText(listing, "right", { row: 1, offset: 3 }, { row: 5, offset: 13 }),
    "i3 = int_add(i0, 1)\np1 = new(Box)",
  );
  assert.equal(selectedText(listing, "left", { row: 1, offset: 5 }, { row: 1, offset: 8 }), "new");
  assert.equal(rowText(listing, 3), "i2 = get(p1, v)");
});

test("what is copied says whose questions a guard asks, and what is shown does not", () => {
  const right = "[p0]\nguard_nonnull(p0) [p0]  # why\njump(p0)";
  const rightAsides = [{ line: 1, at: 22, text: " from 2, 3" }];
  const rows: Row[] = [[0, 0, 7, -1, -1], [1, 1, 0, -1, -1], [2, 2, 0, -1, -1]];
  const peeled = { ...result, left: right, right, rows, remarks: [], rightAsides };
  const shown = makeListing(peeled, right);
  const guard = "guard_nonnull(p0) [p0] from 2, 3  # why";
  assert.equal(exportedText(peeled, "right"), `[p0]\n${guard}\njump(p0)`);
  assert.equal(exportedText(peeled, "left"), right);
  assert.equal(rowText(shown, 1), guard);
  assert.equal(selectedText(shown, "right", { row: 1, offset: 6 }, { row: 2, offset: 4 }), `${guard.slice(6)}\njump`);
  assert.equal(selectedText(shown, "right", { row: 1, offset: 0 }, { row: 1, offset: 21 }), "guard_nonnull(p0) [p0");
  assert.equal(shown.right[1], "guard_nonnull(p0) [p0]  # why");
});

test("the loop begins at the label that a preamble runs into", () => {
  const peeled = ["L0(i0):", "# a note", "i1 = i0 + 1", "jump(L1, i1)", "L1(i2):", "i3 = i2 + 1", "jump(L1, i3)"];
  assert.equal(loopLine(peeled), 4);
  assert.equal(loopLine(["[i0]", "i1 = int_add(i0, 1)", "+40: label(i1, descr=TargetToken(1))", "jump(i1)"]), 2);
  assert.equal(loopLine(["# a note", "L0(i0):", "jump(L0, i0)"]), -1);
  assert.equal(loopLine(["[p0, i1]", "guard_true(i1) [p0]", "jump(p0, i1)"]), -1);
  assert.equal(loopLine([]), -1);
});

test("Markdown holds the diff and each reason once", () => {
  const text = toMarkdown(result, listing);
  assert.match(
    text,
    /^\*\*recorded\*\* ↔ \*\*after virtual\*\*: 5 operations → 4: 1 removed, 2 moved, 1 with new arguments\n/,
  );
  assert.match(text, /```diff\n  \[i0\]\n- p1 = new\(Box\)\n/);
  assert.match(text, /- i3 = int_add\(i2, 1\)\n\+ i3 = int_add\(i0, 1\)\n/);
  assert.equal(text.match(/escapes in/g)?.length, 1);
  assert.match(text, /- `i2 = get\(p1, v\)`: removed, by virtual: `p1` is virtual/);
  assert.match(text, /- `i3 = int_add\(i2, 1\)`: argument replaced, by virtual: /);
  const hostile = makeListing({ ...result, left: "# ````", right: "# ````", rows: [[0, 0, 7, -1, -1]], remarks: [] }, result.left);
  assert.match(toMarkdown({ ...result, rows: hostile.rows }, hostile), /\n`````diff\n/);
});

test("search finds lines once, reasons too, and wraps", () => {
  const found = findMatches(listing, "p1 = new");
  assert.deepEqual(
    found.map((m) => [m.row, m.in]),
    [
      [1, "left"],
      [5, "right"],
    ],
  );
  assert.equal(findMatches(listing, "finish").length, 3);
  assert.equal(findMatches(listing, "BOX").length, 0);
  assert.equal(findMatches(listing, "box").length, 2);
  assert.deepEqual(findMatches(listing, ""), []);
  assert.equal(firstMatchFrom(found, 2), 1);
  assert.equal(firstMatchFrom(found, 6), 0);
  assert.equal(firstMatchFrom([], 0), -1);
});

test("points, effects and counts in words", () => {
  assert.equal(pointName(result.stages, 0), "recorded");
  assert.equal(pointName(result.stages, 2), "after virtual");
  assert.equal(effectWords({ removed: 3, replaced: 0, added: 1, moved: 0 }), "3 removed, 1 added");
  assert.equal(effectWords({ removed: 0, replaced: 0, added: 0, moved: 0 }), "nothing changed");
  assert.equal(formatCount(7412), "7412");
  assert.equal(formatCount(1234567), "1\u2009234\u2009567");
  const renumbered = { ...result, rows: [[0, 0, 0, -1, -1]] as Row[] };
  assert.equal(summaryWords(renumbered), "no changes: 5 operations on both sides");
});

test("stations keep the pipeline's order; disabled passes have no point", () => {
  const info = (name: string) => ({ name, title: name, doc: "", why: "" });
  const stations = stationsOf([info("fold"), info("cse"), info("virtual")], ["fold", "virtual"], result.stages);
  assert.deepEqual(
    stations.map((s) => [s.name, s.on, s.point, s.idle]),
    [
      ["", true, 0, false],
      ["fold", true, 1, true],
      ["cse", false, -1, false],
      ["virtual", true, 2, false],
    ],
  );
});
