// The host on modules of the code generator: collections at many points, lists
// and arrays that survive them, effects that give something back. What comes of a
// run is compared with the interpreter's outcome in testdata/modules.json.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CodegenResponse, CodegenShape, Outcome } from "../api.gen";
import { Arena, sizeOf } from "./arena";
import { prepared, TraceModule, unpredictable, type Left } from "./host";
import modules from "./testdata/modules.json";
import { difference, expectedOf } from "./verify";

interface Fixture {
  name: string;
  code: CodegenResponse;
  outcome: Outcome;
}

const fixtures = new Map((modules as unknown as Fixture[]).map((f) => [f.name, f]));

function run(name: string, limit?: number): { fixture: Fixture; module: TraceModule; left: Left; view: DataView } {
  const fixture = fixtures.get(name)!;
  const module = new TraceModule(prepared(fixture.code), limit);
  const left = module.outcome(fixture.code.iterations);
  return { fixture, module, left, view: new DataView(module.arena.memory.buffer) };
}

/** The reference that an exit hands over under a name. */
function reference(fixture: Fixture, view: DataView, left: Left, name: string): number {
  return view.getUint32(fixture.code.frame + 8 * left.exit!.names.indexOf(name), true);
}

test("every module does what the interpreter does, also when it runs again", () => {
  for (const [name, fixture] of fixtures) {
    const module = new TraceModule(prepared(fixture.code));
    const expected = expectedOf(fixture.outcome)!;
    for (let k = 0; k < 3; k++) assert.equal(difference(expected, module.outcome(fixture.code.iterations)), "", `${name}, run ${k}`);
  }
});

test("a list that stays reachable survives all collections", () => {
  const { fixture, left, view } = run("list");
  assert.ok(left.collections > 3, `${left.collections} collections`);
  const node = fixture.code.shapes.find((s) => s.refs.length === 1 && s.itemSize === 0)!;
  const next = node.refs[0]!;
  const value = next === 8 ? 16 : 8;
  const values: bigint[] = [];
  for (let o = reference(fixture, view, left, "p1"); o !== 0; o = view.getUint32(o + next, true)) {
    assert.equal(view.getUint32(o, true), node.shape);
    values.push(view.getBigInt64(o + value, true));
  }
  assert.deepEqual(values, Array.from({ length: 700 }, (_, k) => BigInt(k + 1)));
});

test("garbage is collected again and again in the same room", () => {
  const { fixture, module, left } = run("garbage");
  assert.ok(left.collections > 20, `${left.collections} collections`);
  assert.ok(module.arena.memory.buffer.byteLength <= 64 << 10, "one page is enough");
  assert.deepEqual(left.values.get("i2"), fixture.outcome.values.find((v) => v.name === "i2")!.value[1]);
});

test("arrays keep what they hold", () => {
  const { fixture, left, view } = run("array");
  assert.ok(left.collections > 3);
  let count = 0;
  for (let o = reference(fixture, view, left, "p1"); o !== 0; o = view.getUint32(o + 8 + 8, true)) {
    assert.equal(view.getUint32(o + 4, true), 3);
    const box = view.getUint32(o + 8 + 16, true);
    assert.equal(view.getBigInt64(box + 8, true), BigInt(++count));
  }
  assert.equal(count, 300);
});

test("a place with a tag is a reference where the tag says so, and only there", () => {
  const object: CodegenShape = { shape: 4, size: 24, refs: [], tagged: [8], itemSize: 0, tags: false };
  const array: CodegenShape = { shape: 1, size: 8, refs: [], tagged: [8], itemSize: 8, tags: true };
  const arena = new Arena({
    young: 128, space: 512, frame: 64, consts: 0, oldRefs: [], shapes: [object, array], tagRef: 2, start: new Uint8Array(128),
  });
  arena.reset(1);
  const view = new DataView(arena.memory.buffer);
  const garbage = arena.alloc(4, 0, []);
  const inner = arena.alloc(4, 0, []);
  const list = arena.alloc(1, 9, []);
  view.setBigInt64(inner + 8, 77n, true); // a number that happens to be no tagged reference
  view.setUint32(list + 8 + 3 * 8, inner, true);
  view.setUint8(list + 8 + 9 * 8 + 3, 2);
  view.setBigInt64(list + 8 + 4 * 8, BigInt(garbage), true); // a number that looks like a reference
  view.setUint8(list + 8 + 9 * 8 + 4, 1);
  view.setUint32(64, list, true);
  assert.ok(arena.collect(0, [0]));
  const moved = view.getUint32(64, true);
  assert.equal(moved, 128 + 512, "the first in the other space");
  const movedInner = view.getUint32(moved + 8 + 3 * 8, true);
  assert.equal(movedInner, moved + sizeOf(array, 9));
  assert.equal(view.getBigInt64(movedInner + 8, true), 77n);
  assert.equal(view.getBigInt64(moved + 8 + 4 * 8, true), BigInt(garbage), "numbers stay");
  assert.equal(arena.free, movedInner + 24, "garbage is gone");
  assert.ok(new Uint8Array(arena.memory.buffer, 128, 512).every((b) => b === 0), "what was left is zero");
});

test("a heap that is full ends the run", () => {
  const { left } = run("list", 4096);
  assert.equal(left.exit, null);
  assert.match(difference(expectedOf(fixtures.get("list")!.outcome)!, left), /no room/);
});

test("fuel ends a run in time", () => {
  const fixture = fixtures.get("garbage")!;
  const module = new TraceModule(prepared(fixture.code));
  module.reset(10);
  assert.ok(Math.abs(module.once(10) - 10) <= 1);
  assert.ok(module.ranDry);
});

test("a wrong result is found", () => {
  const { fixture, left } = run("garbage");
  const expected = expectedOf(fixture.outcome)!;
  const wrong = { ...expected, values: [["i2", "17"]] as [string, string][] };
  assert.match(difference(wrong, left), /expected `i2` to be 17/);
  assert.match(difference({ ...expected, operation: "guard_class" }, left), /expected to leave at `guard_class`/);
  assert.match(difference({ ...expected, exit: "limit" }, left), /expected the loop to continue/);
  assert.match(difference({ ...expected, effects: 1 }, left), /expected 1 effects/);
});

test("sizes and names", () => {
  assert.equal(sizeOf({ shape: 1, size: 8, refs: [], tagged: [8], itemSize: 8, tags: true }, 9), 8 + 72 + 16);
  // The first two numbers of the interpreter's outside: print(15) of 1 plus the first.
  assert.equal(unpredictable(0), 14n);
});
