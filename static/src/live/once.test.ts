import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeStore } from "../document/fake-store";
import { Once, newName } from "./once";

test("the same request has the same name until it was answered, also after a reload", () => {
  const store = new FakeStore();
  const name = new Once(store, "k").name("say hello");
  assert.match(name, /^[A-Za-z0-9_-]{16,40}$/, "as the server wants it");
  assert.equal(new Once(store, "k").name("say hello"), name);
  assert.notEqual(new Once(store, "k").name("say goodbye"), name);
  new Once(store, "k").answered("say hello");
  assert.notEqual(new Once(store, "k").name("say hello"), name);
});

test("only so many are remembered, the newest ones, and nothing is left of those that were answered", () => {
  const store = new FakeStore();
  const once = new Once(store, "k");
  const first = once.name("0");
  const names = Array.from({ length: 60 }, (_, i) => once.name(`${i}`));
  assert.equal(once.name("59"), names[59]);
  assert.notEqual(once.name("0"), first);
  for (let i = 0; i < 60; i++) once.answered(`${i}`);
  assert.equal(store.length, 0);
});

test("without a storage every request has a name of its own", () => {
  const once = new Once(null, "k");
  assert.notEqual(once.name("a"), once.name("a"));
  assert.equal(new Set(Array.from({ length: 100 }, newName)).size, 100);
});
