import assert from "node:assert/strict";
import { test } from "node:test";
import type { Cell, Row } from "../classroom/protocol";
import { failing, standing, stateOf, tiling, stuckFirst, timeAtIt, whyStuck } from "./stuck";

const steps = ["a/1", "a/2"].map((id) => ({ id, label: id, title: id, chapter: "a" }));
const row = (step: string, cells: Record<string, Cell>, id = "x"): Row => ({ id, nick: id, joined: 0, rejoin: "", step, cells });

test("a learner who tries for ten minutes without a step that passes is stuck", () => {
  const cell = { tries: 3, status: "fail", begun: 1000, at: 1500, test: "t", same: 1 } as const;
  assert.equal(standing(row("a/1", { "a/1": cell }), steps, 1590).stuck, false);
  assert.equal(standing(row("a/1", { "a/1": cell }), steps, 1600).stuck, true);
  // what passed in between counts
  const passed = standing(row("a/2", { "a/1": { green: 1400 }, "a/2": cell }), steps, 1700);
  assert.deepEqual([passed.stuck, passed.since, passed.done], [false, 300, 1]);
  // nobody is at work any more
  assert.equal(standing(row("a/1", { "a/1": cell }), steps, 9000).stuck, false);
});

test("a learner who has stopped is no longer trying", () => {
  const begun = 1000;
  assert.equal(timeAtIt({}, 9000), "");
  assert.equal(timeAtIt({ begun, at: 1300 }, 1600), " · at it for 10 min");
  assert.equal(timeAtIt({ begun, at: begun }, begun + 62 * 60), " · tried, then nothing for 62 min");
  assert.equal(timeAtIt({ begun, at: begun + 300 }, begun + 62 * 60), " · at it for 5 min, then nothing for 57 min");
});

test("a learner who fails the same test again and again is stuck, but not once it passes", () => {
  const cell = { tries: 6, status: "fail", begun: 1000, at: 1010, test: "t", same: 6 } as const;
  assert.equal(standing(row("a/1", { "a/1": cell }), steps, 1011).stuck, true);
  assert.equal(standing(row("a/1", { "a/1": { ...cell, status: "pass" } }), steps, 1011).stuck, false);
  assert.equal(standing(row("a/1", { "a/1": { ...cell, green: 1005 } }), steps, 1011).stuck, false);
  assert.equal(standing(row("", {}), steps, 1011).stuck, false);
});

test("the words beside a name say why somebody is stuck", () => {
  const cell = { tries: 6, status: "fail", begun: 1000, at: 1400, test: "t", same: 6 } as const;
  assert.equal(whyStuck(standing(row("a/1", { "a/1": cell }), steps, 1420)), "6 times"); // 7 minutes alone are no reason
  assert.equal(whyStuck(standing(row("a/1", { "a/1": { ...cell, same: 1 } }), steps, 1660)), "11 min");
});

test("of those who are stuck, who has waited longest is named first", () => {
  const tries = (begun: number, same: number): Record<string, Cell> => ({ "a/1": { tries: 6, status: "fail", begun, at: 2000, test: "t", same } });
  const rows = [row("a/1", tries(1300, 1), "Ada"), row("a/1", tries(1900, 1), "Ben"), row("a/1", tries(1000, 1), "Cleo"), row("a/1", tries(1300, 7), "Dan")];
  const standings = new Map(rows.map((r) => [r.id, standing(r, steps, 2000)]));
  assert.deepEqual(stuckFirst(rows, standings).map((r) => r.id), ["Cleo", "Dan", "Ada"]);
});

test("the commonest failing test comes first", () => {
  const fails = (name: string): Record<string, Cell> => ({ "a/1": { tries: 1, status: "fail", at: 100, test: name } });
  const found = failing([row("a/1", fails("x"), "1"), row("a/1", fails("y"), "2"), row("a/1", fails("y"), "3"), row("a/2", fails("y"), "4")], 110);
  assert.deepEqual(found.map((f) => [f.test, f.seats]), [["y", ["2", "3"]], ["x", ["1"]]]);
});

test("a cell shows first what counts", () => {
  assert.equal(stateOf(undefined), "none");
  assert.equal(stateOf({ draft: true }), "begun");
  assert.equal(stateOf({ status: "fail", draft: true }), "fails");
  assert.equal(stateOf({ status: "pass" }), "passes");
  assert.equal(stateOf({ status: "fail", green: 5 }), "done");
});

test("300 tiles fit into the window of a laptop", () => {
  for (const [width, height] of [[1280, 560], [1440, 640], [1920, 800]] as const) {
    const t = tiling(300, width, height);
    assert.ok(Math.ceil(300 / t.columns) * t.height <= height + t.height, `${width}x${height}: ${t.columns} columns of ${t.height}`);
    assert.ok(width / t.columns >= 118);
  }
});
