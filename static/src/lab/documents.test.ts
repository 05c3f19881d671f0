import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeStore } from "../document/fake-store";
import type { FuzzDoc } from "./docs";
import { keepPlace, labDocuments, most, placeOf } from "./documents";

const fuzz = (seed: number): FuzzDoc => ({ seed, length: 0, passes: [], bug: "", prove: 0 });

test("a reload finds what the tab had open, with its progress", () => {
  const tab = new FakeStore();
  const local = new FakeStore();
  labDocuments(tab, local, "one").save({ doc: fuzz(7), progress: { next: 900 } }, { shelf: "fuzz", title: "Seed 7" });
  keepPlace(tab, { view: "fuzz", hash: "#fuzz" });
  assert.deepEqual(placeOf(tab), { view: "fuzz", hash: "#fuzz" });
  const second = labDocuments(tab, local, "two");
  const kept = second.restore("fuzz");
  assert.deepEqual(kept?.content, { doc: fuzz(7), progress: { next: 900 } });
  assert.equal(second.restore("prove"), null);
  second.adopt(kept!);
  second.save({ doc: fuzz(7), progress: { next: 1800 } }, { shelf: "fuzz", title: "Seed 7" });
  assert.equal(second.recent("fuzz").length, 0, "the same document, not a second one");
});

test("what a tab had open in an earlier version of the page is found", () => {
  const tab = new FakeStore();
  const local = new FakeStore();
  const record = { id: "x", owner: "old", view: "fuzz", title: "Seed 7", doc: fuzz(7), updated: 3, progress: { next: 9 } };
  tab.setItem("unbox:lab:tab:1", JSON.stringify({ view: "fuzz", hash: "#fuzz", open: { fuzz: record } }));
  local.setItem("unbox:lab:draft:1:x", JSON.stringify(record));
  const documents = labDocuments(tab, local, "one");
  const kept = documents.restore("fuzz");
  assert.deepEqual([kept?.id, kept?.title, kept?.content], ["x", "Seed 7", { doc: fuzz(7), progress: { next: 9 } }]);
  assert.deepEqual(placeOf(tab), { view: "fuzz", hash: "#fuzz" });
  assert.deepEqual(documents.recent("fuzz").map((d) => d.id), ["x"], "it is also listed");
});

test("a duplicated tab does not write over the first one", () => {
  const tab = new FakeStore();
  const local = new FakeStore();
  const shelf = "fuzz";
  const first = labDocuments(tab, local, "one");
  first.save({ doc: fuzz(1) }, { shelf });
  const twin = labDocuments(tab.copy(), local, "two");
  twin.adopt(twin.restore(shelf)!);
  twin.save({ doc: fuzz(2) }, { shelf });
  first.save({ doc: fuzz(3) }, { shelf });
  const seeds = labDocuments(new FakeStore(), local, "three").recent(shelf).map((d) => (d.content.doc as FuzzDoc).seed);
  assert.deepEqual(seeds.sort(), [2, 3]);
});

test("another document leaves the one before in the list", () => {
  const local = new FakeStore();
  let now = 0;
  const documents = labDocuments(new FakeStore(), local, "one", () => now++);
  const save = (seed: number) => documents.save({ doc: fuzz(seed) }, { shelf: "fuzz", title: `Seed ${seed}` });
  save(1);
  documents.begin("fuzz");
  save(2);
  assert.deepEqual(documents.recent("fuzz").map((d) => d.title), ["Seed 1"]);
  assert.deepEqual(documents.recent("rule"), []);
  for (let seed = 3; seed < 40; seed++) {
    documents.begin("fuzz");
    save(seed);
  }
  assert.equal(local.length, most);
  assert.equal(documents.recent("fuzz")[0]?.title, "Seed 38");
});

test("without room, and with nonsense in the storage, the page goes on", () => {
  const tab = new FakeStore();
  const local = new FakeStore(40);
  tab.map.set("unbox:lab:tab:1", "{nonsense");
  local.map.set("unbox:lab:draft:1:x", "[]");
  const documents = labDocuments(tab, local, "one");
  assert.equal(placeOf(tab).view, "prove");
  assert.equal(documents.restore("fuzz"), null);
  assert.equal(documents.save({ doc: fuzz(1) }, { shelf: "fuzz" }), false);
  assert.deepEqual(documents.recent("fuzz"), []);
  assert.equal(labDocuments(null, null).save({ doc: fuzz(1) }, { shelf: "fuzz" }), false);
});
