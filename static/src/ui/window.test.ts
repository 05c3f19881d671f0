import assert from "node:assert/strict";
import { test } from "node:test";
import type { Shape } from "./window";
import { isBelowPanel, rowAt, rowTop, scrollToShow, totalHeight, visibleRows } from "./window";

const plain: Shape = { count: 1000, rowHeight: 20, panel: null };
const open: Shape = { count: 1000, rowHeight: 20, panel: { row: 10, height: 75 } };

test("rows below the open panel are pushed down by its height", () => {
  assert.equal(rowTop(open, 10), 200);
  assert.equal(rowTop(open, 11), 295);
  assert.equal(totalHeight(plain), 20_000);
  assert.equal(totalHeight(open), 20_075);
});

test("exactly the rows after the open panel's row are below it", () => {
  for (let row = 0; row < 30; row++) {
    assert.equal(isBelowPanel(plain, row), false);
    assert.equal(isBelowPanel(open, row), row > 10);
    // What the style sheet computes: the row's own place, and the panel's height for those below.
    assert.equal(rowTop(open, row), row * 20 + (isBelowPanel(open, row) ? 75 : 0));
  }
});

test("rowAt is the inverse of rowTop for every row", () => {
  for (const shape of [plain, open]) {
    for (let row = 0; row < shape.count; row++) {
      assert.equal(rowAt(shape, rowTop(shape, row)), row);
      assert.equal(rowAt(shape, rowTop(shape, row) + 19.5), row);
    }
  }
  for (let y = 200; y < 295; y++) assert.equal(rowAt(open, y), 10);
  assert.equal(rowAt(open, -50), 0);
  assert.equal(rowAt(open, 1e9), 999);
  assert.equal(rowAt({ count: 0, rowHeight: 20, panel: null }, 0), -1);
});

test("the window covers the viewport and little more", () => {
  for (let y = 0; y < 20_000; y += 37) {
    const [first, last] = visibleRows(open, y, 600, 4);
    assert.ok(rowTop(open, first) <= Math.min(y, totalHeight(open)));
    assert.ok(last === open.count || rowTop(open, last) >= y + 600);
    assert.ok(last - first <= 600 / 20 + 2 + 8);
  }
  assert.deepEqual(visibleRows({ count: 0, rowHeight: 20, panel: null }, 0, 600, 4), [0, 0]);
});

test("scrolling moves only as far as a row needs", () => {
  assert.equal(scrollToShow(plain, 5, 0, 600, 0), 0);
  assert.equal(scrollToShow(plain, 40, 0, 600, 0), 220);
  assert.equal(scrollToShow(plain, 5, 500, 600, 0), 100);
  assert.equal(scrollToShow(plain, 999, 0, 600, 20), 19_400);
  assert.equal(scrollToShow(open, 10, 0, 250, 0), 45);
  assert.equal(scrollToShow(open, 10, 0, 50, 0), 200);
});
