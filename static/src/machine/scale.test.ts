import assert from "node:assert/strict";
import { test } from "node:test";
import { axis, deviation, plotRows, reach } from "./scale";

test("samples of a clock that is too coarse have places on both plots", () => {
  const rows = plotRows([{ name: "wasm loop", samples: [0, 0, 0, 7] }]);
  assert.equal(rows[0]!.median, 0);
  assert.deepEqual(rows[0]!.samples.map((s) => deviation(s, 0)), [0, 0, 0, Infinity]);
  assert.ok(reach(rows) > 0 && axis(rows).end > 0);
});

test("deviations are shares of the median", () => {
  assert.equal(deviation(15, 10), 0.5);
  assert.equal(deviation(5, 10), -0.5);
  assert.equal(reach(plotRows([{ name: "wasm loop", samples: [10, 10, 10, 10.1] }])), 0.02);
});
