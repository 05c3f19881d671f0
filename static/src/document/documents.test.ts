// Documents: nothing is lost by reloading, by duplicating a tab, or by a full storage.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Draft, draftKind } from "./draft";
import { Documents } from "./documents";
import { FakeStore } from "./fake-store";
import type { Store } from "./records";
import { titleOf } from "./title";

let clock = 1;
const open = (session: Store | null, local: Store | null, owner: string) =>
  new Documents(draftKind, session, local, owner, () => clock++);

function content(text: string, edited = true): Draft {
  return {
    text,
    passes: ["fold"],
    preset: "",
    from: 0,
    to: -1,
    numbered: "",
    inputs: {},
    example: "",
    hash: "",
    edited,
  };
}

test("a reload continues the draft under its id", () => {
  const [session, local] = [new FakeStore(), new FakeStore()];
  const before = open(session, local, "load1");
  before.save(content("typed"));
  const after = open(session, local, "load2");
  const kept = after.restore();
  assert.equal(kept?.content.text, "typed");
  after.adopt(kept!);
  assert.equal(after.current(), before.current());
  after.save(content("typed on"));
  assert.deepEqual(after.recent(), []);
  assert.equal(after.find(after.current())?.content.text, "typed on");
});

test("a tab that was killed leaves its text to the next visit", () => {
  const local = new FakeStore();
  open(new FakeStore(), local, "load1").save(content("typed"));
  const next = open(new FakeStore(), local, "load2");
  assert.equal(next.restore(), null);
  assert.deepEqual(next.recent().map((d) => d.content.text), ["typed"]);
});

test("two tabs never overwrite each other, also when one is a duplicate", () => {
  const [session, local] = [new FakeStore(), new FakeStore()];
  const first = open(session, local, "load1");
  first.save(content("common"));
  const second = open(session.copy(), local, "load2");
  second.adopt(second.restore()!);
  second.save(content("second"));
  assert.ok(first.takenByAnother());
  first.save(content("first"));
  second.save(content("second again"));
  const third = open(new FakeStore(), local, "load3");
  assert.deepEqual(third.recent().map((d) => d.content.text).sort(), ["first", "second again"]);
});

test("a tab restored twice goes on under a new id", () => {
  const [session, local] = [new FakeStore(), new FakeStore()];
  open(session, local, "load1").save(content("common"));
  const one = open(session.copy(), local, "load2");
  const two = open(session.copy(), local, "load3");
  one.adopt(one.restore()!);
  two.adopt(two.restore()!);
  assert.notEqual(one.current(), two.current());
});

test("a text that was only looked at is not listed", () => {
  const [session, local] = [new FakeStore(), new FakeStore()];
  const drafts = open(session, local, "load1");
  drafts.save(content("an example", false), { listed: false });
  drafts.begin();
  assert.deepEqual(drafts.recent(), []);
  assert.equal(drafts.restore()?.content.text, "an example");
});

test("opening something else keeps the draft before it", () => {
  const drafts = open(new FakeStore(), new FakeStore(), "load1");
  drafts.save(content("mine"));
  drafts.begin();
  drafts.save(content("other"));
  assert.deepEqual(drafts.recent().map((d) => d.content.text), ["mine"]);
});

test("checkpoints stand beside the draft", () => {
  const drafts = open(new FakeStore(), new FakeStore(), "load1");
  drafts.save(content("one"));
  drafts.checkpoint(content("one"), "One");
  drafts.save(content("two"));
  assert.deepEqual(drafts.recent().map((d) => [d.kind, d.content.text]), [["checkpoint", "one"]]);
});

test("a full storage gives up the oldest drafts for the newest", () => {
  const [session, local] = [new FakeStore(), new FakeStore(4_000)];
  const drafts = open(session, local, "load1");
  for (let i = 0; i < 12; i++) {
    assert.ok(drafts.save(content(`draft ${i} `.padEnd(400, "x"))));
    drafts.begin();
  }
  const titles = drafts.recent().map((d) => d.content.text.slice(0, 8).trim());
  assert.equal(titles[0], "draft 11");
  assert.ok(titles.length >= 3 && !titles.includes("draft 0"));
});

test("a text that never fits does not push the other drafts out", () => {
  const drafts = open(new FakeStore(), new FakeStore(5_000_000), "load1");
  drafts.save(content("precious"));
  drafts.begin();
  assert.equal(drafts.save(content("x".repeat(6_000_000))), false);
  assert.deepEqual(drafts.recent().map((d) => d.content.text), ["precious"]);
});

test("without any storage the page still works", () => {
  const drafts = open(null, null, "load1");
  assert.equal(drafts.save(content("typed")), false);
  assert.equal(drafts.restore(), null);
  assert.deepEqual(drafts.recent(), []);
});

test("a text is called by its first comment with words", () => {
  assert.equal(titleOf("#\n# ---\n# Sum of squares\n[i0]"), "Sum of squares");
  assert.equal(titleOf("\n\n[i0]\njump(i0)"), "[i0]");
  assert.equal(titleOf(""), "Empty trace");
  const recorded = "# Traced loop or bridge with 9 ops\n[p0]\ndebug_merge_point(0, 0, 'count;boxint.py:37-43~#36 LOAD_FAST')\n";
  assert.equal(titleOf(recorded), "count;boxint.py:37-43");
  // PyPy's own count has labels and marks in it, and would be a second one beside the page's.
  assert.equal(titleOf("# Traced loop or bridge with 9 ops\n[p0]\n"), "Traced loop or bridge");
  assert.equal(titleOf(`# ${"long ".repeat(40)}`).length, 60);
});

test("drafts of earlier versions are read as they were written", () => {
  const local = new FakeStore();
  const session = new FakeStore();
  const stored = {
    text: "[i0]", passes: ["fold", "cse"], preset: "toy", from: 1, to: -1, numbered: "optvar", inputs: "i0=5",
    example: "", hash: "#1abc", edited: true, id: "a1", owner: "load0", kind: "checkpoint", title: "[i0]", updated: 7,
  };
  local.setItem("unbox:draft:1:a1", JSON.stringify(stored));
  session.setItem("unbox:tab:1", JSON.stringify({ ...stored, id: "a2", kind: "draft" }));
  const drafts = open(session, local, "load1");
  const [found] = drafts.recent();
  assert.deepEqual([found?.id, found?.kind, found?.title, found?.updated], ["a1", "checkpoint", "[i0]", 7]);
  assert.deepEqual(found?.content.inputs, { i0: "5" });
  assert.deepEqual([found?.content.passes, found?.content.from, found?.content.numbered], [["fold", "cse"], 1, "optvar"]);
  assert.equal(drafts.restore()?.content.hash, "#1abc");
});

test("what is written can be read by the version before", () => {
  const local = new FakeStore();
  const drafts = open(new FakeStore(), local, "load1");
  drafts.save(content("typed"), { title: "typed" });
  const stored = JSON.parse(local.getItem(`unbox:draft:1:${drafts.current()}`)!) as Record<string, unknown>;
  assert.deepEqual([stored.text, stored.kind, stored.title, stored.owner, stored.id], ["typed", "draft", "typed", "load1", drafts.current()]);
});
