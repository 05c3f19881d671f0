import assert from "node:assert/strict";
import { test } from "node:test";
import { Addresses } from "./addresses";
import { FakeStore } from "./fake-store";

test("a tab remembers the addresses that it had lately", () => {
  const session = new FakeStore();
  const before = new Addresses(session);
  for (let k = 0; k < 20; k++) before.leave(`#${k % 10}`);
  const after = new Addresses(session);
  assert.ok(after.has("#9") && after.has("#2"));
  assert.ok(!after.has("#1") && !after.has("#20"));
  assert.ok(!new Addresses(new FakeStore()).has("#9"));
});

test("what is no list of addresses is none", () => {
  const session = new FakeStore();
  for (const text of ["{]", "null", '{"0":"#1"}', "[1, null]"]) {
    session.setItem("unbox:addresses:1", text);
    assert.ok(!new Addresses(session).has("#1"), text);
  }
  new Addresses(null).leave("#1"); // storage is forbidden
});
