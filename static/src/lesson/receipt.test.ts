// A receipt counts if the server stands by it, for the program that it is of, and not else.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { check, keptReceipt, storedReceipt, take, verified } from "./receipt";

const receipt = { step: "c/s", code: "aa", tests: "bb", when: "2026-11-22T09:00:00Z", signature: "cc" };
const kept = { receipt, code: "x = 1\n" };
const realFetch = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = realFetch;
  verified.value = null;
});

/** A server that answers the question about a receipt, and gives no seats. */
function server(answer: object | Error): unknown[] {
  const asked: unknown[] = [];
  globalThis.fetch = (async (path: string, init: RequestInit) => {
    if (path === "/seat") return new Response("{}", { status: 503 });
    asked.push([path, JSON.parse(init.body as string)]);
    if (answer instanceof Error) throw answer;
    return new Response(JSON.stringify(answer));
  }) as typeof fetch;
  return asked;
}

test("the server is asked about the receipt and the program that it is of", async () => {
  const asked = server({ valid: true });
  const done = check(kept, "c/s", "/lessons/");
  assert.equal(verified.value?.standing.kind, "checking", "nothing counts before the answer");
  await done;
  assert.deepEqual(asked, [["/lessons/receipt", kept]]);
  assert.deepEqual(verified.value?.standing, { kind: "valid" });
  assert.deepEqual(keptReceipt(), kept);
});

test("what the server does not stand by is void, with its reason", async () => {
  server({ valid: false, reason: "another key" });
  await check(kept, "c/s", "/lessons/");
  assert.deepEqual(verified.value?.standing, { kind: "void", reason: "another key" });
});

test("a receipt of another step is not asked about", async () => {
  const asked = server({ valid: true });
  await check(kept, "c/other", "/lessons/");
  assert.equal(verified.value?.standing.kind, "void");
  assert.deepEqual(asked, []);
});

test("without a server nothing is verified, and the receipt is kept", async () => {
  server(new TypeError("away"));
  await check(kept, "c/s", "/lessons/");
  assert.deepEqual(verified.value?.standing, { kind: "unchecked", reason: "the server cannot be reached" });
  assert.deepEqual(keptReceipt(), kept);
});

test("an answer about an older receipt does not speak for a newer one", async () => {
  server({ valid: false, reason: "old" });
  const done = check(kept, "c/s", "/lessons/");
  take({ receipt: { ...receipt, signature: "dd" }, code: "x = 2\n" });
  await done;
  assert.deepEqual(verified.value?.standing, { kind: "valid" });
  assert.equal(verified.value?.code, "x = 2\n");
});

test("only whole receipts are read from storage", () => {
  assert.deepEqual(storedReceipt({ ...kept, more: 1 }), kept);
  for (const bad of [null, undefined, 7, "x", {}, { code: "x" }, { receipt }, { code: 1, receipt }, { code: "x", receipt: { ...receipt, when: 5 } }]) {
    assert.equal(storedReceipt(bad), null);
  }
});
