// Of many lines those that concern the chosen one stay, and all are counted.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Lifeline } from "../api.gen";
import { countAt, drawCrowd, neighbours } from "./crowd";
import { draw } from "./draw";

function line(id: number, more: Partial<Lifeline> = {}): Lifeline {
  return { id, key: 100 + id, name: `p${id}`, lane: id, from: id, to: 60, exists: -1, late: false, before: false, comes: -1, marks: [{ item: id, kind: "made", key: 100 + id, into: -1 }], ...more };
}

const stored = line(3, { marks: [{ item: 3, kind: "made", key: 103, into: -1 }, { item: 50, kind: "stored", key: 150, into: 7 }] });
const forty = Array.from({ length: 40 }, (_, id) => (id === 3 ? stored : id === 9 ? line(9, { comes: 20 }) : line(id)));

test("the chosen line stays with what it is stored into, in lanes beside one another", () => {
  const few = neighbours(forty, 3, 103, 6);
  assert.deepEqual(few.lines.map((l) => [l.id, l.lane]), [[3, 0], [7, 1]]);
  assert.equal(few.lanes, 2);
  assert.equal(few.lines[0]!.marks[1]!.into, 1);
});

test("what comes in again is a neighbour, and so is every line of the chosen row", () => {
  assert.deepEqual(neighbours(forty, 20, 120, 6).lines.map((l) => l.id), [20, 9]);
  assert.deepEqual(neighbours(forty, -1, 150, 6).lines.map((l) => l.id), [3, 7]);
  assert.deepEqual(neighbours(forty, -1, 999, 6).lines, []);
});

test("no more lines are drawn than there is room for", () => {
  const all = Array.from({ length: 40 }, (_, id) => line(id, { marks: [{ item: 60, kind: "exit", key: 160, into: -1 }] }));
  const few = neighbours(all, 5, 160, 4);
  assert.equal(few.lanes, 4);
  assert.ok(few.lines.some((l) => l.id === 5));
});

test("all objects are counted beside each row, those in memory apart", () => {
  const lines = [line(0), line(1, { exists: 1 }), line(2, { exists: 10, late: true }), line(5, { to: 6 })];
  const counts = countAt(lines, 0, 12);
  assert.deepEqual(counts[0], { there: 0, known: 1 });
  assert.deepEqual(counts[5], { there: 1, known: 3 });
  assert.deepEqual(counts[11], { there: 2, known: 1 });
});

test("the drawing has both", () => {
  const drawing = { lines: forty, params: [], from: 0, to: 61, jump: 60, label: 0, lanes: 40, rowHeight: 20, laneWidth: 14, railGap: 9 };
  const markup = drawCrowd(drawing, { width: 390, laneWidth: 40 }, 3, 103, draw);
  assert.match(markup, /crowd-known/);
  assert.equal(markup.match(/class="life /g)!.length, 2);
  assert.match(markup, /<text class="life-name /);
});

test("as few as can be told apart have a thin line each, in narrow pictures too", () => {
  const there = (count: number) => Array.from({ length: count }, (_, id) => line(id, { from: 0, exists: id === 4 ? -1 : 0 }));
  const drawing = (count: number) => ({ lines: there(count), params: [], from: 0, to: 61, jump: 60, label: 0, lanes: count, rowHeight: 24, laneWidth: 8, railGap: 6 });
  const ten = drawCrowd(drawing(10), { width: 88, laneWidth: 18 }, 3, 103, draw);
  assert.doesNotMatch(ten, /crowd-there/);
  const places = [.../life-there [^"]*" d="([^"]*)/.exec(ten)![1]!.matchAll(/M([\d.]+)/g)].map((m) => Number(m[1]));
  assert.equal(places.length, 9);
  assert.ok(places.every((x, k) => k === 0 || x - places[k - 1]! >= 4 && x % 1 === 0.5), `expected 4 pixels between lines, found ${places}`);
  assert.equal(/life-known [^"]*" d="([^"]*)/.exec(ten)![1]!.match(/M/g)!.length, 1);
  assert.match(drawCrowd(drawing(20), { width: 88, laneWidth: 18 }, 3, 103, draw), /crowd-there/);
});
