// Boxes never cover one another, arrows begin and end at boxes, and both in time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { arrowOf, entry, layOut, type Shape } from "./objects-layout";

const box = (...to: number[]): Shape => ({ width: 100, height: 24 + 20 * to.length, arrows: to.map((t, k) => ({ y: 34 + 20 * k, to: t })) });

/** The same numbers each time. */
function random(seed: number): () => number {
  return () => (seed = (seed * 48271) % 2147483647) / 2147483647;
}

function heap(count: number, arrows: number, next: () => number): Shape[] {
  return Array.from({ length: count }, () => {
    const to = Array.from({ length: Math.floor(next() * (arrows + 1)) }, () => Math.floor(next() * count));
    return { ...box(...to), width: 80 + Math.floor(next() * 160) };
  });
}

function expectApart(shapes: readonly Shape[], room: number): void {
  const { places, width, height } = layOut(shapes, room);
  shapes.forEach((a, i) => {
    const p = places[i]!;
    assert.ok(p.x >= 0 && p.y >= 0 && p.x + a.width <= width && p.y + a.height <= height, `box ${i} is outside`);
    shapes.forEach((b, k) => {
      const q = places[k]!;
      const apart = p.x + a.width <= q.x || q.x + b.width <= p.x || p.y + a.height <= q.y || q.y + b.height <= p.y;
      assert.ok(i === k || apart, `boxes ${i} and ${k} of ${shapes.length} cover one another in a room of ${room}`);
    });
  });
}

test("boxes never cover one another, whatever refers to whatever", () => {
  const next = random(7);
  for (let n = 0; n < 300; n++) expectApart(heap(1 + Math.floor(next() * 30), 3, next), 200 + Math.floor(next() * 900));
  expectApart(heap(200, 3, next), 800);
});

test("an object stands to the right of those that refer to it, where there is room", () => {
  const shapes = [box(2), box(), box(1)];
  const { places } = layOut(shapes, 1000);
  assert.ok(places[0]!.x < places[2]!.x && places[2]!.x < places[1]!.x);
  const narrow = layOut(shapes, 150);
  assert.ok(narrow.width <= 150 && narrow.places[0]!.y < narrow.places[2]!.y && narrow.places[2]!.y < narrow.places[1]!.y);
});

test("what is not connected stands side by side, and then on the next line", () => {
  const { places } = layOut([box(), box(), box()], 230);
  assert.deepEqual(places[0]!.y, places[1]!.y);
  assert.ok(places[2]!.y > places[1]!.y && places[2]!.x === 0);
});

test("a chain of a thousand objects, and objects in a cycle, are laid out", () => {
  const chain = Array.from({ length: 1000 }, (_, k) => box(...(k < 999 ? [k + 1] : [])));
  expectApart(chain.slice(0, 60).map((s, k) => (k === 59 ? box(0) : s)), 700);
  assert.equal(layOut(chain, 700).places.length, 1000);
  expectApart([box(0, 0)], 500);
});

test("arrows begin at their field and end at the head of their box, on the nearer side", () => {
  const next = random(11);
  const shapes = heap(25, 3, next);
  const layout = layOut(shapes, 700);
  shapes.forEach((s, k) =>
    s.arrows.forEach((a) => {
      const { x, y, head } = arrowOf(shapes, layout, k, a);
      const [from, to] = [layout.places[k]!, layout.places[a.to]!];
      assert.ok((x === from.x || x === from.x + s.width) && y === from.y + a.y);
      const [, hx, hy] = /^M([\d.]+) ([\d.]+)l/.exec(head)!.map(Number);
      assert.ok((hx === to.x || hx === to.x + shapes[a.to]!.width) && hy === to.y + entry);
      if (to.x >= from.x + s.width) assert.equal(hx, to.x);
    }),
  );
});

test("an object that stays keeps its place when another one that nothing refers to comes after it", () => {
  const before = layOut([box(1), box(), box()], 900).places;
  const after = layOut([box(1), box(), box(), box()], 900).places;
  assert.deepEqual(after.slice(0, 3), before);
});
