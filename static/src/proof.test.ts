// What the server takes for a proof is SHA-256, of any text as long as a task with its solution.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sha256, solve } from "./proof";

test("the hash is that of others", () => {
  for (let length = 0; length <= 55; length++) {
    const text = Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 7 + length) % 90))).join("");
    assert.equal(sha256(text), createHash("sha256").update(text).digest().readUInt32BE(0), text);
  }
});

test("a task is solved", async () => {
  const task = "AAECAwQFBgdqLGH7ADqkGvNWAKmQZkHZDlPmAA";
  const proof = await solve(task, 12);
  assert.ok(proof.startsWith(`${task}.`) && proof.length <= 55);
  assert.equal(createHash("sha256").update(proof).digest().readUInt32BE(0) >>> 20, 0);
});
