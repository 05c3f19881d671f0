// Objects as they are drawn and told.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MomentBox, MomentSlot, Part, RunSide } from "../api.gen";
import { PartCode } from "../api.gen";
import { cut, type DrawnObject, holdersOf, memoryOf, objectsOf, tellObject } from "./objects-words";

const said = (text: string): Part[] => [[PartCode, text, 0, 0]];
const slot = (name: string, value: string, box: number): MomentSlot => ({ name, value: said(value), box, waits: false });
const box = (change: Partial<MomentBox>): MomentBox => ({ id: 2, key: 2, loop: false, name: said("p2"), names: [], class: "a.b.Node", state: "known", why: [], near: false, slots: [], ...change });

const tell = (objects: DrawnObject[], k: number) => tellObject(objects[k]!, holdersOf(objects)[k]!);

test("what a guard hands over comes first, and arrows lead to the same objects as before", () => {
  const boxes = [box({ slots: [slot("next", "p3", 1)] }), box({ id: 3, key: 0, name: said("p3"), names: [said("p7")], slots: [slot("next", "p2", 0), { ...slot("value", "i1", -1), waits: true }] })];
  const alone = objectsOf({ boxes, kept: [] });
  assert.deepEqual(alone.map((o) => o.slots.map((s) => s.to)), [[1], [0, -1]]);
  const objects = objectsOf({ boxes, kept: [slot("", "p3", 1), slot("", "i1", -1)] });
  assert.deepEqual(objects.map((o) => o.name), ["if it fails", "p2", "p3"]);
  assert.deepEqual(objects.map((o) => o.slots.map((s) => s.to)), [[2, -1], [2], [1, -1]]);
  assert.equal(tell(objects, 2), "p3, of class Node: only known; also p7. next is p2, value is i1 waits. Referred to by if it fails, p2.");
  assert.equal(tell(objects, 0), "if it fails: what is handed over. p3, i1.");
  assert.deepEqual([objects[1]!.row, objects[2]!.row], [{ key: 2, loop: false }, undefined]);
});

test("an object that was let out says what did it, one that is made now says so once", () => {
  const objects = objectsOf({ boxes: [box({ state: "made", why: said("row 9 gives it away") }), box({ id: 4, class: "", state: "now", why: said("row 9") })], kept: [] });
  assert.equal(tell(objects, 0), "p2, of class Node: made, in memory; row 9 gives it away.");
  assert.equal(tell(objects, 1), "p2: made now.");
});

test("the memory of a run, and what it gave away", () => {
  const side: RunSide = {
    rows: [], above: 0, below: 0, more: 0, operations: 3, boxes: 1,
    objects: [{ name: "p2", class: "Node", length: null, fields: [{ name: "next", value: "p2", object: 0 }], more: 2, rebuilt: true }],
    exit: { kind: "guard", detail: "", key: 1, number: 1, values: [{ name: "p5", value: "p2", object: 0 }, { name: "3", value: "3", object: -1 }] },
  };
  const objects = memoryOf(side);
  assert.deepEqual(objects.map((o) => [o.name, o.state, ...o.slots.map((s) => `${s.name}=${s.value} ${s.to}`)]), [["given away", "exit", "p5=p2 1", "=3 -1"], ["p2", "now", "next=p2 1"]]);
  assert.equal(tell(objects, 1), "p2, of class Node: made now; 2 more fields; made by the exit. next is p2. Referred to by given away, itself.");
  assert.deepEqual(memoryOf({ ...side, exit: null }).map((o) => o.slots[0]!.to), [0]);
});

test("a text that is too long says that there is more", () => {
  assert.deepEqual([cut("intval", 6), cut("intvalue", 6)], ["intval", "intva…"]);
});
