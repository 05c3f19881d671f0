import assert from "node:assert/strict";
import { test } from "node:test";
import { after } from "./board";
import { Past, type Then } from "./past";

/** A session of as many steps, with a checkpoint at every hundredth. */
function session(count: number): Then[] {
  const lines: Then[] = [{ version: 1, at: 1_000, step: { open: { owner: "o", when: 1 } } }];
  let length = 0;
  for (let version = 2; version <= count; version++) {
    const at = 1_000 + version * (version % 50 === 0 ? 60_000 : 100);
    if (version % 100 === 0) lines.push({ version, at, step: { checkpoint: `at ${version}` } });
    else lines.push({ version, at, step: { change: length > 0 ? [length, [0, "x"]] : [[0, "x"]] } }), length++;
  }
  return lines;
}

test("a moment is what all steps up to it make", () => {
  const lines = session(1_000);
  const past = new Past(lines);
  let board = { owner: "", presenter: "", text: "" };
  lines.forEach((line, index) => {
    board = after(board, line.step!);
    if (index % 7 === 0 || index > 990) assert.deepEqual(past.board(index), board, `moment ${index}`);
  });
  assert.equal(past.count, 1_000);
  assert.deepEqual(past.marks.map((m) => m.title).slice(0, 2), ["at 100", "at 200"]);
});

test("a past whose beginning is not kept begins with a board", () => {
  const past = new Past([
    { version: 700, at: 5, board: { owner: "o", presenter: "o", text: "abc" } },
    { version: 701, at: 6, step: { change: [3, [0, "d"]] } },
    { version: 900, at: 7, board: { owner: "o", presenter: "o", text: "later" } },
    { version: 901, at: 8, step: { change: [5, [0, "!"]] } },
  ]);
  assert.deepEqual([0, 1, 2, 3].map((i) => past.board(i).text), ["abc", "abcd", "later", "later!"]);
  assert.deepEqual(past.marks, [{ index: 2, title: "A part is missing before this" }]);
});

test("a draft that is shown lies over the text, which is as it was afterwards, also where another one came between", () => {
  const past = new Past([
    { version: 1, board: { owner: "o", presenter: "o", text: "mine", view: { n: 1 } } },
    { version: 2, step: { show: { member: "a", text: "hers", view: { n: 2 } } } },
    { version: 3, step: { change: [4, [0, "!"]] } },
    { version: 4, step: { show: { member: "b", text: "his" } } },
    { version: 5, step: { back: true } },
    { version: 6, step: { back: true } },
  ]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].map((i) => past.board(i).text), ["mine", "hers", "hers!", "his", "mine", "mine"]);
  assert.deepEqual([0, 1, 3, 4].map((i) => past.board(i).view), [{ n: 1 }, { n: 2 }, undefined, { n: 1 }]);
  assert.deepEqual([0, 1, 3, 4].map((i) => past.board(i).shown ?? ""), ["", "a", "b", ""]);
  assert.deepEqual(past.marks.map((m) => m.title), ["A draft is shown", "A draft is shown", "Back to what was presented", "Back to what was presented"]);
});

test("long pauses are played as short ones, and no pause is negative", () => {
  const past = new Past([
    { version: 1, at: 1_000, step: { open: { owner: "o", when: 1 } } },
    { version: 2, at: 900_000, step: { view: 1 } },
    { version: 3, at: 899_000, step: { view: 2 } },
    { version: 4, step: { view: 3 } },
  ]);
  assert.deepEqual([0, 1, 2, 3].map((i) => past.pause(i)), [2_000, 0, 0, 0]);
});

test("a step that does not fit is an error in words", () => {
  assert.throws(() => new Past([{ version: 1, step: { change: [3] } }]), /expected a change of a text of 0 characters, found one of 3/);
});

test("the first moment is one with a text", () => {
  assert.equal(new Past(session(3)).first, 1);
  assert.equal(new Past([{ version: 700, at: 5, board: { owner: "o", presenter: "o", text: "abc" } }]).first, 0);
  assert.equal(new Past(session(1)).first, 0); // nothing was presented
});
