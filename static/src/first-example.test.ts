// The example in the script is the first one of the engine.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { firstExample } from "./first-example";

/** The file in the project's folder of examples, wherever in the project the test runs. */
function exampleFile(): string {
  for (let dir = process.cwd(); ; dir = dirname(dir)) {
    const file = join(dir, "examples", `010-${firstExample.id}.trace`);
    if (existsSync(file)) return file;
    assert.notEqual(dir, dirname(dir), "expected to run inside the project");
  }
}

test("the built-in example is the one in examples/", () => {
  const whole = readFileSync(exampleFile(), "utf8");
  const end = whole.indexOf("\n\n");
  const values = (key: string) =>
    [...whole.slice(0, end).matchAll(new RegExp(`^# ${key}: (.*)$`, "gm"))].map((m) => m[1]).join(" ");
  assert.equal(firstExample.text, whole.slice(end + 2));
  for (const key of ["group", "title", "note", "preset", "inputs"] as const) assert.equal(firstExample[key], values(key));
});
