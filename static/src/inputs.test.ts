import assert from "node:assert/strict";
import { test } from "node:test";
import { errorsByInput, inputsOf, only, parseEntries, sameInputs, storedInputs, textOf, unfinished, withInput } from "./inputs";
import { type Outcome, type Span, SpanNumber, SpanOperation, SpanPlain, SpanText } from "./api.gen";
import { differences, measures } from "./run/words";

const order = ["i0", "p1", "p2"];
const text = "i0=3, p1=Node(next=Node(value=1), value=2), p2=p1";

test("entries end at top-level commas only", () => {
  assert.deepEqual(
    parseEntries(text).map((e) => [e.name, e.value]),
    [
      ["i0", "3"],
      ["p1", "Node(next=Node(value=1), value=2)"],
      ["p2", "p1"],
    ],
  );
  for (const e of parseEntries(text)) {
    assert.equal(text.slice(e.valueFrom, e.to), e.value);
    assert.equal(text.slice(e.from, e.valueFrom).replace(/\s*=\s*/, ""), e.name);
  }
  assert.deepEqual(
    parseEntries('a=[1, 2], s="x, y", b = 7 ,').map((e) => e.value),
    ["[1, 2]", '"x, y"', "7"],
  );
  assert.deepEqual(
    parseEntries("i0=1)2, i1=3").map((e) => e.value),
    ["1)2", "3"],
  );
  assert.deepEqual(
    parseEntries("\n i0=1\ni1=2").map((e) => e.name),
    ["i0", "i1"],
  );
  assert.deepEqual(parseEntries(" , ,"), []);
  assert.deepEqual(
    parseEntries("7").map((e) => [e.name, e.value]),
    [["", "7"]],
  );
});

test("each input is its own string, whatever is half-typed in another", () => {
  let inputs = inputsOf(text);
  let typed = "";
  for (const key of "Node(next=Node(value=9), value=\"a, b\")") {
    inputs = withInput(inputs, "p1", (typed += key));
    assert.equal(inputs.p1, typed);
    assert.deepEqual([inputs.i0, inputs.p2], ["3", "p1"], typed);
  }
  assert.equal(textOf(inputs, order), 'i0=3, p1=Node(next=Node(value=9), value="a, b"), p2=p1');
});

test("a blank input is left to the suggestion", () => {
  assert.equal(textOf(withInput(inputsOf(text), "p1", " "), order), "i0=3, p2=p1");
  assert.equal(textOf(withInput({}, "p1", "null"), order), "p1=null");
  assert.equal(textOf(withInput(inputsOf("p2=p1"), "i0", " 4 "), order), "i0=4, p2=p1");
  assert.equal(textOf({}, order), "");
});

test("what was set is read back", () => {
  for (const value of ["0", "-0x10", "Box(v=1, w=Box())", "[1, 2, 3]", "1e300"]) {
    for (const name of order) assert.equal(inputsOf(textOf(withInput(inputsOf(text), name, value), order))[name], value);
  }
});

test("a value that is not closed, or more than one, stands in no text", () => {
  const found = (value: string) => unfinished(value)?.message ?? "";
  for (const whole of ["", "3", "Box(v=1, w=[1, 2])", '"a, (b"', "1)2", "-1.5"]) assert.equal(found(whole), "", whole);
  assert.match(found("Box("), /closing `\)`/);
  assert.match(found("Box(v=[1, 2"), /closing `]`/);
  assert.match(found('"a'), /closing `"`/);
  assert.match(found("1, i1=2"), /one value/);
  assert.match(found("1,"), /one value/);
});

test("inputs of before are read: one text in drafts and links", () => {
  assert.deepEqual(storedInputs(text), { i0: "3", p1: "Node(next=Node(value=1), value=2)", p2: "p1" });
  assert.deepEqual(storedInputs({ i0: "Box(", p1: 7 }), { i0: "Box(" });
  assert.deepEqual(storedInputs(null), {});
  assert.deepEqual(inputsOf("1, i0=2, 3"), { "": "1, 3", i0: "2" });
  assert.ok(sameInputs({ a: "1", b: "2" }, { b: "2", a: "1" }));
  assert.ok(!sameInputs({ a: "1" }, { a: "1", b: "2" }));
  assert.deepEqual(only({ a: "1", b: "2" }, ["b", "c"]), { b: "2" });
});

test("errors land in their field, at their characters", () => {
  const bad = "i0=3, p1=Nod(next=1)";
  const at = (from: number, to: number) => ({
    severity: "error",
    code: "x",
    message: "m",
    from,
    to,
    line: 1,
    column: 1,
  });
  const errors = errorsByInput(bad, [at(9, 12), at(0, 2), at(20, 20)], ["i0", "p1"]);
  assert.deepEqual(
    errors.get("p1")?.map((e) => [e.from, e.to]),
    [
      [0, 3],
      [11, 11],
    ],
  );
  assert.deepEqual(
    errors.get("i0")?.map((e) => [e.from, e.to]),
    [[0, 0]],
  );
  assert.deepEqual(
    errorsByInput("zz=1", [at(0, 2)], ["i0"])
      .get("")
      ?.map((e) => [e.from, e.to]),
    [[0, 2]],
  );
});

test("fewer operations are less, not merely different", () => {
  const outcome = (steps: number, allocations: number) => ({
    exit: "finish",
    at: null,
    values: [],
    effects: [],
    moreEffects: 0,
    heap: [],
    jumps: 3,
    steps,
    allocations,
  });
  const words = measures(outcome(28, 5), outcome(16, 2)).map((m) => m.change);
  assert.deepEqual(words, ["less", "less", "same"]);
});

const number = (text: string): Span => [SpanNumber, text, 0, SpanPlain];
const print = (text: string): Span[] => [[SpanOperation, "print", 0, SpanPlain], [SpanText, "(", 0, SpanPlain], number(text), [SpanText, ")", 0, SpanPlain]];

test("differences are found place by place", () => {
  const outcome = (change: Partial<Outcome>): Outcome => ({
    exit: "finish",
    at: null,
    values: [{ name: "i1", value: number("3") }],
    effects: [print("1"), print("2")],
    moreEffects: 0,
    heap: [{ name: "p0", class: "Box", fields: [{ name: "v", value: number("7") }] }],
    jumps: 0,
    steps: 1,
    allocations: 0,
    ...change,
  });
  const none = differences(outcome({}), outcome({}));
  assert.deepEqual([none.exit, none.values.size, none.effects.size, none.heap.size], [false, 0, 0, 0]);
  const some = differences(
    outcome({ exit: "guard", effects: [print("1"), print("3")] }),
    outcome({ heap: [{ name: "p0", class: "Box", fields: [{ name: "v", value: number("8") }] }], values: [] }),
  );
  assert.deepEqual([some.exit, [...some.values], [...some.effects], [...some.heap]], [true, [0], [1], ["p0.v"]]);
});
