// A page whose address has used up its new seats works for one, on one task at a time.

import assert from "node:assert/strict";
import { mock, test } from "node:test";

test("one task at a time is worked on", async () => {
  let [tasks, proofs] = [0, 0];
  let answer = (_: Response) => {};
  const answered = new Promise<Response>((go) => (answer = go));
  mock.method(globalThis, "fetch", (_: string, init: RequestInit) => {
    if (new Headers(init.headers).has("X-Unbox-Proof")) {
      proofs++;
      return answered;
    }
    tasks++;
    return Promise.resolve(Response.json({ task: "task", bits: 1 }, { status: 429 }));
  });
  const now = mock.method(Date, "now", () => 1_000_000);
  const { sit } = await import("./seat");
  const others = async () => {
    for (let i = 0; i < 50; i++) await new Promise((go) => setImmediate(go));
  };
  assert.equal(await sit(), "");
  while (proofs === 0) await others();
  now.mock.mockImplementation(() => 2_000_000); // a minute later, the answer has not come yet
  await sit();
  await others();
  assert.deepEqual([tasks, proofs], [2, 1]);
  answer(Response.json({ seat: "mine", seconds: 1000 }));
  while ((await sit()) !== "mine") await others();
});
