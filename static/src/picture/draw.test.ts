// Names beside lifelines are on top of nothing, and no longer than there is room.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Lifeline, LineMark } from "../api.gen";
import { draw } from "./draw";

const mark = (item: number, kind: string, label = ""): LineMark => ({ item, kind, label, key: item + 1, into: -1 });
const line = (more: Partial<Lifeline>): Lifeline => ({ id: 0, key: 1, name: "p0", lane: 0, from: 0, to: 9, exists: 0, late: false, before: true, comes: -1, marks: [], ...more });
const drawn = (lines: Lifeline[]) => draw({ lines, params: [], from: 0, to: 10, jump: 9, label: 0, lanes: 2, rowHeight: 20, laneWidth: 46, railGap: 9 });
const nameAt = (markup: string) => (Number(/life-name[^"]*" x="[\d.]+" y="([\d.]+)"/.exec(markup)![1]) - 14) / 20;

test("a name is in a row without a mark beside the line", () => {
  assert.equal(nameAt(drawn([line({ marks: [mark(0, "comes"), mark(2, "read")] })])), 1);
  assert.equal(nameAt(drawn([line({ marks: [mark(0, "comes"), mark(1, "leaves"), mark(2, "exit")] })])), 3);
  assert.equal(nameAt(drawn([line({ before: false, marks: [mark(0, "made"), mark(0, "written", "7")] })])), 1);
});

test("a name that reaches into other lanes is cut off", () => {
  const markup = drawn([line({ name: "p_accumulated_result" })]);
  assert.match(markup, />p_acc…<\/text>/);
  assert.match(markup, /<title>p_accumulated_result:/);
  assert.match(drawn([line({ name: "p1468" })]), />p1468<\/text>/);
});
