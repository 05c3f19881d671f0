// Links: what goes in comes out, links of the past still open, damaged ones say so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Shared, decodeFragment, encodeFragment } from "./fragment";

const plain: Shared = {
  text: "[i0]\ni1 = int_add(i0, 1)\njump(i1)\n",
  passes: null,
  preset: "alloc",
  from: 0,
  to: -1,
  numbered: "",
  inputs: {},
  example: "",
};

function decoded(fragment: string): Shared {
  const shared = decodeFragment(fragment);
  assert.ok(shared !== null && !(shared instanceof Error), String(shared));
  return shared;
}

test("a state survives its link", () => {
  const states: Shared[] = [
    plain,
    { ...plain, passes: ["fold", "cse"], preset: "", from: 1, to: 2 },
    { ...plain, passes: [], preset: "" },
    { ...plain, passes: ["fold"], preset: "", from: 0, to: 0 },
    { ...plain, text: "# “ü” ✓ \u{1F4E6}\nfinish()\n", inputs: { i0: "3", p1: "Box(v=-1)" }, numbered: "optvar", example: "x" },
    { ...plain, text: "" },
    { ...plain, inputs: { p0: "BoxedInteger(intval=9", p1: "3, 4", i2: "5" } },
    { ...plain, scene: "present 15" },
    { ...plain, scene: "iterations" },
    { ...plain, scene: "story 5.2 iterations" },
    { ...plain, scene: "iterations history 15" },
    { ...plain, scene: "row 27" },
    { ...plain, preset: "loop", pypy: "[i0]\njump(i0)\n" },
    { ...plain, preset: "straight", pypy: "[i0]\njump(i0)\n", around: { path: [{ optimized: "[i0]\n", guard: "0x7f1a" }], loop: "[i0]\njump(i0)\n" } },
    { ...plain, around: { loop: "[i0]\njump(i0)\n" } },
    { ...plain, moment: "o0" },
    { ...plain, text: "[i0]\ni1 = int_add(i0, 1)\njump(i1)\n", before: [21, 22, "0"] },
    { ...plain, before: [0, 0, "", ["fold", "cse"]] },
    { ...plain, preset: "loop", moment: "r41" },
  ];
  for (const state of states) assert.deepEqual(decoded(encodeFragment(state)), state);
});

test("a link is safe in an address and in a message", () => {
  const link = encodeFragment({ ...plain, text: "i1 = int_add(i0, 1)\n".repeat(300) });
  assert.match(link, /^#1[A-Za-z0-9_-]+$/);
  assert.ok(link.length < 200, `6 kB of text became ${link.length} characters`);
});

// Never change one of these: each is a link that someone may have kept.
const keptLinks: [string, Shared][] = [
  // A text alone: everything else has its default.
  ["#1q1YqUbJSis40iI3JyzRUsFXIzCuJT0xJ0cg00FEw1IzJyyrNLdDIBLGUagE", plain],
  // Own passes and two points, named by the pass before each.
  [
    "#1q1YqUbJSis40iI3JyzRUsFXIzCuJT0xJ0cg00FEw1IzJyyrNLdDIBLGUdJQKlKyildLyc1KA7OTiVCBZlllUUpqYoxSro5QGNAgqlw9kguRrAQ",
    { ...plain, passes: ["fold", "cse", "virtual"], preset: "", from: 1, to: 2 },
  ],
  // A preset, numbered printing, inputs and the example it came from.
  [
    "#1q1YqUbJSUlZ41DDn8J5HDXMVHs2ZHJNXllhkoGCrkJ5akliUrmGgGZNXUJSZV6IBEgdylHSUioC6SvIrgaw8ICu_oAQoBeRkAjkgRbbGQE4qRI0uWK9SLQA",
    {
      ...plain,
      text: "# “ü” ✓\nvar0 = getarg(0)\nprint(var0)\n",
      preset: "toy",
      numbered: "optvar",
      inputs: { var0: "3" },
      example: "toy-print",
    },
  ],
];

test("links made by earlier versions open for ever", () => {
  for (const [link, expected] of keptLinks) assert.deepEqual(decoded(link), expected);
});

test("a damaged link says what is wrong", () => {
  const link = encodeFragment(plain);
  for (const bad of ["#1", "#1!!!", link.slice(0, -8), link.slice(0, 10), "#1" + "A".repeat(500)]) {
    const found = decodeFragment(bad);
    assert.ok(found instanceof Error, bad);
    assert.match(found.message, /damaged/);
  }
  const foreign = decodeFragment("#section-2");
  assert.ok(foreign instanceof Error);
  assert.match(foreign.message, /version 1/);
});

test("no fragment is no link", () => {
  assert.equal(decodeFragment(""), null);
  assert.equal(decodeFragment("#"), null);
});

test("a link that unpacks to more than anybody writes is refused", () => {
  const bomb = encodeFragment({ ...plain, text: "x".repeat(25_000_000) });
  assert.ok(bomb.length < 50_000);
  assert.ok(decodeFragment(bomb) instanceof Error);
});

test("a point is found by the pass before it", () => {
  const found = decoded(encodeFragment({ ...plain, passes: ["fold", "cse"], from: 2, preset: "" }));
  assert.equal(found.from, 2);
});
