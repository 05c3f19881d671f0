// The actions: passes and points stay what the reader meant.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { DescribeResponse } from "./api.gen";
import * as page from "./state";

const pass = (name: string) => ({ name, title: name, doc: "", why: "" });

const described = {
  version: "test",
  operations: [],
  passes: ["fold", "cse", "rules", "virtual", "dce"].map(pass),
  presets: [
    { name: "toy", title: "Toy", passes: ["fold", "cse"] },
    { name: "alloc", title: "Allocation removal", passes: ["virtual", "dce"] },
  ],
  rules: [],
  reasons: [],
  examples: [],
} as DescribeResponse;

beforeEach(() => {
  page.describe.value = described;
  page.setPoints(0, -1);
  page.setPreset("toy");
});

test("passes keep the order of the pipeline, however they are switched on", () => {
  page.togglePass("dce");
  page.togglePass("rules");
  assert.deepEqual(page.passes.value, ["fold", "cse", "rules", "dce"]);
});

test("a set of passes that is a preset is called by its name", () => {
  page.togglePass("cse");
  assert.equal(page.preset.value, "");
  page.togglePass("cse");
  assert.equal(page.preset.value, "toy");
});

test("points stay at their passes when another pass is switched", () => {
  page.setPasses(["fold", "cse", "virtual"]);
  page.setPoints(1, 3);
  page.togglePass("rules");
  assert.deepEqual([page.fromPoint.value, page.toPoint.value], [1, 4]);
  page.togglePass("virtual");
  assert.deepEqual([page.fromPoint.value, page.toPoint.value], [1, 3]);
});

test("the last point stays the last one", () => {
  page.togglePass("dce");
  assert.equal(page.toPoint.value, -1);
});

test("stepping walks through the passes one by one and stops at the ends", () => {
  page.setPasses(["fold", "cse", "virtual"]);
  const walk = (by: -1 | 1) => {
    page.stepPoint(by);
    return [page.fromPoint.value, page.toPoint.value];
  };
  // The picture shows what became of the recorded trace up to a pass.
  page.reading.value = true;
  assert.deepEqual(walk(1), [0, 3]);
  assert.deepEqual(walk(-1), [0, 2]);
  page.setPoints(0, -1);
  page.reading.value = false;
  assert.deepEqual(walk(1), [0, 1]);
  assert.deepEqual(walk(1), [1, 2]);
  assert.deepEqual(walk(1), [2, 3]);
  assert.deepEqual(walk(1), [2, 3]);
  assert.deepEqual(walk(-1), [1, 2]);
});

test("the result is stale from an edit until its answer, and says why", () => {
  page.engine.value = { kind: "ready" };
  page.pending.value = false;
  page.diagnostics.value = [];
  assert.equal(page.stale.value, false);
  page.pending.value = true;
  assert.equal(page.staleReason.value, "pending");
  page.autoRun.value = false;
  assert.equal(page.staleReason.value, "manual");
  page.diagnostics.value = [{ severity: "error", code: "x", message: "", from: 0, to: 1, line: 1, column: 1 }];
  assert.equal(page.staleReason.value, "errors");
  page.engine.value = { kind: "crashed", message: "", unloaded: false };
  assert.equal(page.staleReason.value, "crashed");
  page.autoRun.value = true;
});

test("a text of the reader's own gets every pass, unless the reader chose others", () => {
  const boxes = { id: "boxes", group: "", title: "", note: "", preset: "alloc", inputs: "", text: "[i0]" };
  page.describe.value = { ...described, examples: [boxes], presets: [...described.presets, { name: "loop", title: "", passes: ["fold", "virtual"] }] };
  page.openExample("boxes");
  assert.equal(page.preset.value, "alloc");
  page.startOwnText("[i0]");
  assert.equal(page.preset.value, "loop");
  page.setPreset("toy");
  page.startOwnText("[i1]");
  assert.equal(page.preset.value, "toy");
});

test("a trace of a log comes with PyPy's result, and another text without it", () => {
  const before = page.ownTexts.value;
  page.openRecorded("[i0]", "[i0] # theirs", "alloc");
  assert.deepEqual([page.text.value, page.pypyText.value, page.preset.value], ["[i0]", "[i0] # theirs", "alloc"]);
  assert.equal(page.ownTexts.value, before + 1); // kept as a draft, though nobody typed it
  page.comparePyPy("[i0] # another");
  assert.equal(page.view.value, "pypy");
  page.startOwnText("[i1]");
  assert.deepEqual([page.pypyText.value, page.view.value], ["", "passes"]);
});

test("what a link says is looked at is what is looked at then; what it does not know changes nothing", () => {
  for (const scene of ["iterations", "history 39", "iterations history 39", "row 27", "iterations objects row 27", "present 15", "story 3.0", "story 5.2 iterations"]) {
    page.showScene(scene);
    assert.equal(page.scene.value, scene);
    for (const unknown of ["", "history", "history x", "iterationshistory 3", "iterations present", "history 3 4", "story", "story 0.1", "story 3", "story 3.1x"]) page.showScene(unknown);
    assert.equal(page.scene.value, scene);
    page.presenting.value = false;
    page.bothIterations.value = false;
    page.objectsOpen.value = false;
    page.historyOpen.value = "";
    page.openedRow.value = null;
    page.story.value = null;
  }
  page.showScene("rounds history 39"); // as older links say it
  assert.equal(page.scene.value, "iterations history 39");
  page.bothIterations.value = false;
  page.showScene("history 39");
  assert.deepEqual(page.wantedRow.value, { key: 39 });
  page.showScene("row 27");
  page.setText("[i0]");
  assert.equal(page.scene.value, "", "a row of another document");
});

test("the history of a row is opened from the columns, and leads back there", () => {
  page.showScene("iterations");
  page.reading.value = false;
  page.chosen.value = { by: "rows", row: 4, source: 38 };
  page.toggleHistory();
  assert.deepEqual([page.reading.value, page.historyOpen.value, page.wantedRow.value, page.bothIterations.value], [true, "columns", { number: 39 }, false]);
  page.toggleHistory();
  assert.deepEqual([page.reading.value, page.historyOpen.value], [false, ""]);
  page.reading.value = true;
  page.wantedRow.value = null;
  page.toggleHistory();
  assert.deepEqual([page.historyOpen.value, page.wantedRow.value], ["picture", null]);
  page.toggleHistory();
  assert.deepEqual([page.reading.value, page.historyOpen.value], [true, ""]);
});
