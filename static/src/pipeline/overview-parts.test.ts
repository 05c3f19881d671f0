import assert from "node:assert/strict";
import { test } from "node:test";
import { changedIn, keyed, shapesOf, stretchOf, wordsOf } from "./overview-parts";

const overview = {
  items: 8,
  passes: ["guards", "virtual", "dce"],
  parts: [
    [1, 1, 1, 1],
    [3, 2],
    [0, 0, 0, 1, 1, 3],
    [9, 4, 2, 0],
  ],
};

test("a part has a bar for each pass, as wide as its share", () => {
  const shapes = shapesOf({ ...overview, parts: overview.parts.slice(0, 3) });
  assert.deepEqual(shapes, [
    { pass: "guards", path: "M0 2h25v1h-25z" },
    { pass: "virtual", path: "M0 0h50v1h-50zM25 2h75v1h-75z" },
  ]);
});

test("a stretch counts its parts, and names its rows", () => {
  const all = stretchOf(overview, 0, 1);
  assert.deepEqual(all, { from: 1, to: 9, kept: 7, by: [{ pass: "guards", rows: 1 }, { pass: "virtual", rows: 4 }] });
  assert.equal(wordsOf(all), "from row 1 to row 9: 7 as they were; virtual 4, guards 1");
  assert.equal(wordsOf(stretchOf(overview, 0.25, 0.5)), "at row 3: 2 as they were");
  assert.equal(wordsOf(stretchOf(overview, 0.5, 0.5)), "0 as they were; virtual 3, guards 1");
  assert.equal(stretchOf(overview, 2, 3).to, 9);
});

test("keys stay within the list", () => {
  assert.equal(keyed("PageDown", 0, 100, 1000), 90);
  assert.equal(keyed("End", 0, 100, 1000), 900);
  assert.equal(keyed("ArrowUp", 10, 100, 1000), 0);
  assert.equal(keyed("End", 0, 100, 50), 0);
  assert.equal(keyed("a", 0, 100, 1000), null);
});

test("what changed is drawn before passes are counted, the most of it over the whole width", () => {
  const early = changedIn([
    [3, 0, 0, 1, 0],
    [0, 0, 0, 0, 0],
    [0, 2, 0, 0, 0],
  ]);
  assert.deepEqual(early.parts, [[0, 0, 0, 4], [0, 4], [0, 2, 0, 2]]);
  assert.deepEqual(shapesOf(early), [{ pass: "changed", path: "M0 0h100v1h-100zM0 2h50v1h-50z" }]);
});
