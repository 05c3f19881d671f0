import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeStore } from "../document/fake-store";
import { type Program, Kept } from "./keep";

const program = (code: string) => ({ code, lastRun: "", lastGreen: "" });
let clock = 0;
/** Keeps a program as its step's page does. */
const save = (kept: Kept, step: string, content: Program) => kept.programs.save(content, { shelf: step });
const open = (session: FakeStore, local: FakeStore, owner: string) => new Kept(session, local, owner, () => ++clock);

test("a reload finds the tab's own program", () => {
  const session = new FakeStore();
  const local = new FakeStore();
  save(open(session, local, "a"), "c/s", { code: "x", lastRun: "y", lastGreen: "z" });
  assert.deepEqual(open(session, local, "b").restore("c/s"), { code: "x", lastRun: "y", lastGreen: "z" });
  assert.equal(open(session, local, "b").restore("c/other"), null);
});

test("a receipt is kept with its program, across reloads and in the file", () => {
  const session = new FakeStore();
  const local = new FakeStore();
  const receipt = { step: "c/s", code: "aa", tests: "bb", when: "2026-11-22T09:00:00Z", signature: "cc" };
  const verified = { receipt, code: "x" };
  save(open(session, local, "a"), "c/s", { ...program("x, changed"), verified });
  assert.deepEqual(open(session, local, "b").restore("c/s")?.verified, verified);
  const other = new FakeStore();
  const to = open(new FakeStore(), other, "c");
  to.import(open(session, local, "b").exported());
  assert.deepEqual(to.restore("c/s")?.verified, verified);
});

test("two tabs do not overwrite each other", () => {
  const local = new FakeStore();
  const [one, two] = [new FakeStore(), new FakeStore()];
  const first = open(one, local, "a");
  save(first, "c/s", program("one"));
  const second = open(two, local, "b");
  assert.equal(second.restore("c/s")?.code, "one");
  save(second, "c/s", program("two"));
  save(first, "c/s", program("one!"));
  assert.equal(open(one, local, "c").restore("c/s")?.code, "one!");
  assert.equal(open(two, local, "d").restore("c/s")?.code, "two");
});

test("a duplicated tab goes on in a record of its own", () => {
  const local = new FakeStore();
  const one = new FakeStore();
  save(open(one, local, "a"), "c/s", program("one"));
  const copy = one.copy();
  const first = open(one, local, "b");
  const second = open(copy, local, "c");
  first.restore("c/s");
  second.restore("c/s");
  save(first, "c/s", program("first"));
  save(second, "c/s", program("second"));
  save(first, "c/s", program("first!"));
  assert.equal(open(one, local, "d").restore("c/s")?.code, "first!");
  assert.equal(open(copy, local, "e").restore("c/s")?.code, "second");
});

test("the newest program greets a new tab, and only a few are kept", () => {
  const local = new FakeStore();
  for (const code of ["1", "2", "3", "4", "5"]) save(open(new FakeStore(), local, code), "c/s", program(code));
  assert.equal(local.length, 3);
  assert.equal(open(new FakeStore(), local, "x").restore("c/s")?.code, "5");
});

test("without room in local storage the tab still has its program", () => {
  const session = new FakeStore();
  const local = new FakeStore();
  local.room = 0;
  assert.equal(save(open(session, local, "a"), "c/s", program("x")), false);
  assert.equal(open(session, local, "b").restore("c/s")?.code, "x");
  assert.equal(new Kept(null, null).restore("c/s"), null);
});

test("what was reached stays reached", () => {
  const kept = open(new FakeStore(), new FakeStore(), "a");
  kept.advance("c/s", { done: 7, attempted: true, green: "good" });
  kept.advance("c/s", { done: 9, hints: 2 });
  kept.advance("c/t", { hints: 1 });
  assert.deepEqual(kept.progress("c/s"), { done: 7, attempted: true, hints: 2, green: "good" });
  assert.deepEqual([...kept.doneSteps()], ["c/s"]);
});

test("a file carries everything to another browser, and adds to what is there", () => {
  const from = open(new FakeStore(), new FakeStore(), "a");
  save(from, "c/s", program("mine"));
  from.advance("c/s", { done: 5 });
  from.place = { path: "/lessons/c/s", title: "S" };
  const session = new FakeStore();
  const to = open(session, new FakeStore(), "b");
  save(to, "c/s", program("older"));
  to.advance("c/t", { done: 6 });
  assert.equal(to.import(from.exported()), 1);
  assert.deepEqual([...to.doneSteps()].sort(), ["c/s", "c/t"]);
  assert.equal(to.restore("c/s")?.code, "mine");
  assert.deepEqual(to.place, { path: "/lessons/c/s", title: "S" });
});

test("other files are refused, and places on other sites not taken", () => {
  const kept = open(new FakeStore(), new FakeStore(), "a");
  assert.throws(() => kept.import("no"), /not JSON/);
  assert.throws(() => kept.import('{"kind":"other"}'), /another kind/);
  assert.throws(() => kept.import('{"kind":"unbox lessons","version":2,"progress":{},"programs":{}}'), /version 2/);
  const evil = { kind: "unbox lessons", version: 1, progress: {}, programs: {}, place: { path: "//evil.example/", title: "x" } };
  kept.import(JSON.stringify(evil));
  assert.equal(kept.place, null);
});

test("programs of earlier versions are read as they were written", () => {
  const session = new FakeStore();
  const local = new FakeStore();
  const stored = { code: "x", lastRun: "y", lastGreen: "z", step: "c/s", id: "a1", owner: "old", updated: 5 };
  local.setItem("unbox:lesson:1:draft:c/s:a1", JSON.stringify(stored));
  assert.deepEqual(open(session, local, "a").restore("c/s"), { code: "x", lastRun: "y", lastGreen: "z" });
  session.setItem("unbox:lesson:1:tab:c/s", JSON.stringify({ ...stored, code: "newer" }));
  const kept = open(session, local, "b");
  assert.equal(kept.restore("c/s")?.code, "newer");
  save(kept, "c/s", program("newest"));
  assert.equal(JSON.parse(local.getItem("unbox:lesson:1:draft:c/s:a1")!).code, "newest", "the same record goes on");
});
