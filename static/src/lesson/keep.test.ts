import assert from "node:assert/strict";
import { test } from "node:test";
import type { Store } from "../records";
import { Kept } from "./keep";

/** A storage in memory. */
class Memory implements Store {
  readonly map = new Map<string, string>();
  full = false;
  get length() {
    return this.map.size;
  }
  key(i: number) {
    return [...this.map.keys()][i] ?? null;
  }
  getItem(key: string) {
    return this.map.get(key) ?? null;
  }
  setItem(key: string, text: string) {
    if (this.full) throw new Error("full");
    this.map.set(key, text);
  }
  removeItem(key: string) {
    this.map.delete(key);
  }
}

const program = (code: string) => ({ code, lastRun: "", lastGreen: "" });
let clock = 0;
const open = (session: Memory, local: Memory, owner: string) => new Kept(session, local, owner, () => ++clock);

test("a reload finds the tab's own program", () => {
  const session = new Memory();
  const local = new Memory();
  open(session, local, "a").save("c/s", { code: "x", lastRun: "y", lastGreen: "z" });
  assert.deepEqual(open(session, local, "b").restore("c/s"), { code: "x", lastRun: "y", lastGreen: "z" });
  assert.equal(open(session, local, "b").restore("c/other"), null);
});

test("a receipt is kept with its program, across reloads and in the file", () => {
  const session = new Memory();
  const local = new Memory();
  const receipt = { step: "c/s", code: "aa", tests: "bb", when: "2026-11-22T09:00:00Z", signature: "cc" };
  const verified = { receipt, code: "x" };
  open(session, local, "a").save("c/s", { ...program("x, changed"), verified });
  assert.deepEqual(open(session, local, "b").restore("c/s")?.verified, verified);
  const other = new Memory();
  const to = open(new Memory(), other, "c");
  to.import(open(session, local, "b").exported());
  assert.deepEqual(to.restore("c/s")?.verified, verified);
});

test("two tabs do not overwrite each other", () => {
  const local = new Memory();
  const [one, two] = [new Memory(), new Memory()];
  const first = open(one, local, "a");
  first.save("c/s", program("one"));
  const second = open(two, local, "b");
  assert.equal(second.restore("c/s")?.code, "one");
  second.save("c/s", program("two"));
  first.save("c/s", program("one!"));
  assert.equal(open(one, local, "c").restore("c/s")?.code, "one!");
  assert.equal(open(two, local, "d").restore("c/s")?.code, "two");
});

test("a duplicated tab goes on in a record of its own", () => {
  const local = new Memory();
  const one = new Memory();
  open(one, local, "a").save("c/s", program("one"));
  const copy = new Memory();
  for (const [k, v] of one.map) copy.setItem(k, v);
  const first = open(one, local, "b");
  const second = open(copy, local, "c");
  first.restore("c/s");
  second.restore("c/s");
  first.save("c/s", program("first"));
  second.save("c/s", program("second"));
  first.save("c/s", program("first!"));
  assert.equal(open(one, local, "d").restore("c/s")?.code, "first!");
  assert.equal(open(copy, local, "e").restore("c/s")?.code, "second");
});

test("the newest program greets a new tab, and only a few are kept", () => {
  const local = new Memory();
  for (const code of ["1", "2", "3", "4", "5"]) open(new Memory(), local, code).save("c/s", program(code));
  assert.equal(local.length, 3);
  assert.equal(open(new Memory(), local, "x").restore("c/s")?.code, "5");
});

test("without room in local storage the tab still has its program", () => {
  const session = new Memory();
  const local = new Memory();
  local.full = true;
  assert.equal(open(session, local, "a").save("c/s", program("x")), false);
  assert.equal(open(session, local, "b").restore("c/s")?.code, "x");
  assert.equal(new Kept(null, null).restore("c/s"), null);
});

test("what was reached stays reached", () => {
  const kept = open(new Memory(), new Memory(), "a");
  kept.advance("c/s", { done: 7, attempted: true, green: "good" });
  kept.advance("c/s", { done: 9, hints: 2 });
  kept.advance("c/t", { hints: 1 });
  assert.deepEqual(kept.progress("c/s"), { done: 7, attempted: true, hints: 2, green: "good" });
  assert.deepEqual([...kept.doneSteps()], ["c/s"]);
});

test("a file carries everything to another browser, and adds to what is there", () => {
  const from = open(new Memory(), new Memory(), "a");
  from.save("c/s", program("mine"));
  from.advance("c/s", { done: 5 });
  from.place = { path: "/lessons/c/s", title: "S" };
  const session = new Memory();
  const to = open(session, new Memory(), "b");
  to.save("c/s", program("older"));
  to.advance("c/t", { done: 6 });
  assert.equal(to.import(from.exported()), 1);
  assert.deepEqual([...to.doneSteps()].sort(), ["c/s", "c/t"]);
  assert.equal(to.restore("c/s")?.code, "mine");
  assert.deepEqual(to.place, { path: "/lessons/c/s", title: "S" });
});

test("other files are refused, and places on other sites not taken", () => {
  const kept = open(new Memory(), new Memory(), "a");
  assert.throws(() => kept.import("no"), /not JSON/);
  assert.throws(() => kept.import('{"kind":"other"}'), /another kind/);
  assert.throws(() => kept.import('{"kind":"unbox lessons","version":2,"progress":{},"programs":{}}'), /version 2/);
  const evil = { kind: "unbox lessons", version: 1, progress: {}, programs: {}, place: { path: "//evil.example/", title: "x" } };
  kept.import(JSON.stringify(evil));
  assert.equal(kept.place, null);
});
