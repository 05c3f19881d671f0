import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../records";
import type { FuzzDoc } from "./docs";
import { Keeper, most } from "./keep";

class Memory implements Store {
  readonly map = new Map<string, string>();
  room = Infinity;
  get length() {
    return this.map.size;
  }
  key(i: number) {
    return [...this.map.keys()][i] ?? null;
  }
  getItem(key: string) {
    return this.map.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (this.map.size >= this.room && !this.map.has(key)) throw new Error("full");
    this.map.set(key, value);
  }
  removeItem(key: string) {
    this.map.delete(key);
  }
}

const fuzz = (seed: number): FuzzDoc => ({ seed, length: 0, passes: [], bug: "", prove: 0 });

test("a reload finds what the tab had open, with its progress", () => {
  const tab = new Memory();
  const local = new Memory();
  const first = new Keeper(tab, local, "one");
  first.save("fuzz", "Seed 7", fuzz(7), { next: 900 });
  first.place("fuzz", "#fuzz");
  const second = new Keeper(tab, local, "two");
  assert.deepEqual([second.view, second.hash], ["fuzz", "#fuzz"]);
  assert.deepEqual(second.restored("fuzz")?.doc, fuzz(7));
  assert.deepEqual(second.restored("fuzz")?.progress, { next: 900 });
  assert.equal(second.restored("prove"), null);
  second.save("fuzz", "Seed 7", fuzz(7), { next: 1800 });
  assert.equal(second.recent("fuzz").length, 0, "the same document, not a second one");
});

test("a duplicated tab does not write over the first one", () => {
  const tab = new Memory();
  const local = new Memory();
  const first = new Keeper(tab, local, "one");
  first.save("fuzz", "Seed 1", fuzz(1));
  const copy = new Memory();
  for (const [key, value] of tab.map) copy.map.set(key, value);
  const twin = new Keeper(copy, local, "two");
  twin.save("fuzz", "Seed 2", fuzz(2));
  first.save("fuzz", "Seed 3", fuzz(3));
  const seeds = new Keeper(new Memory(), local, "three").recent("fuzz").map((k) => k.doc.seed);
  assert.deepEqual(seeds.sort(), [2, 3]);
});

test("another document leaves the one before in the list", () => {
  const local = new Memory();
  let now = 0;
  const keeper = new Keeper(new Memory(), local, "one", () => now++);
  keeper.save("fuzz", "Seed 1", fuzz(1));
  keeper.begin("fuzz");
  keeper.save("fuzz", "Seed 2", fuzz(2));
  assert.deepEqual(keeper.recent("fuzz").map((k) => k.title), ["Seed 1"]);
  assert.deepEqual(keeper.recent("rule"), []);
  for (let seed = 3; seed < 40; seed++) {
    keeper.begin("fuzz");
    keeper.save("fuzz", `Seed ${seed}`, fuzz(seed));
  }
  assert.equal(local.length, most);
  assert.equal(keeper.recent("fuzz")[0]?.title, "Seed 38");
});

test("without room, and with nonsense in the storage, the page goes on", () => {
  const local = new Memory();
  local.room = 0;
  const tab = new Memory();
  tab.map.set("unbox:lab:tab:1", "{nonsense");
  local.map.set("unbox:lab:draft:1:x", "[]");
  const keeper = new Keeper(tab, local, "one");
  assert.equal(keeper.view, "prove");
  assert.equal(keeper.save("fuzz", "Seed 1", fuzz(1)), false);
  assert.deepEqual(keeper.recent("fuzz"), []);
  assert.equal(new Keeper(null, null).save("fuzz", "", fuzz(1)), false);
});
