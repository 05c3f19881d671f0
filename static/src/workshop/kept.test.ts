import assert from "node:assert/strict";
import { test } from "node:test";
import expected from "../../../classroom/workshop/testdata/pictures.json";
import { pictureLimits, worthDrawing } from "./kept";
import { Past, type Then } from "./past";

test("page and command line make pictures of the same moments", () => {
  const past = new Past(expected.lines as Then[]);
  assert.deepEqual(pictureLimits, { pictures: expected.pictures, bytes: expected.bytes, milliseconds: expected.milliseconds });
  assert.deepEqual(past.marks.map((m) => m.index), expected.named);
  const found = worthDrawing(past).map(({ index, request }) => ({ index, ...request }));
  assert.deepEqual(found, expected.worth.map((w) => ({ ...w, passes: w.passes ?? [] })));
});
