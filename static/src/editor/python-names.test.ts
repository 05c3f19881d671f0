import assert from "node:assert/strict";
import { test } from "node:test";
import { type Names, attributes, bare, callAt, definitions, meaning, parameterAt, parametersOf, placeAt, typesOf } from "./python-names";

const name = (of: string, call: string, gives = "") => ({ name: call.split("(")[0]!, call: call.includes("(") ? call : "", of, doc: "", args: [], gives, id: "" });
const names: Names = {
  free: [name("", "Block(operations=[])", "Block"), name("", "interpret(bb, *inputs, jumps=100)", "Outcome"), name("", "optimize(bb, *passes)", "Block"), name("", "Constant(value)", "Constant")],
  of: new Map([
    ["Block", [name("Block", "append(op)"), name("Block", "add(int, int)", "Operation"), name("Block", "ops", "list")]],
    ["Operation", [name("Operation", "arg(i)", "Value"), name("Operation", "find()", "Value"), name("Operation", "args", "list"), name("Operation", "name", "str")]],
    ["Constant", [name("Constant", "value"), name("Constant", "find()", "Value")]],
    ["Virtual", [name("Virtual", "fields", "dict")]],
    ["Outcome", [name("Outcome", "prints", "list")]],
    ["list", [name("list", "append(x)")]],
    ["str", [name("str", "split(sep=None, maxsplit=-1)", "list")]],
    ["dict", [name("dict", "items()", "list")]],
  ]),
};

/** The types of what is in front of the last dot of a program. */
function before(text: string): string[] {
  const code = bare(text);
  const place = placeAt(text, code, text.length);
  assert.ok(place?.receiver !== null && place !== null, `a dot in ${text}`);
  return typesOf(place.receiver, code, names);
}

test("values are known by how they were made, and by what they are usually called", () => {
  const all: [string, string[]][] = [
    ["x = Block()\nx.", ["Block"]],
    ["def f(bb):\n    bb.", ["Block"]],
    ["def f(q: Block):\n    q.", ["Block"]],
    ["for op in bb:\n    op.", ["Operation"]],
    ["for i, o in enumerate(bb):\n    o.", ["Operation"]],
    ["x = bb.add(1, 2)\nx.", ["Operation"]],
    ["bb[0].", ["Operation"]],
    ["op.arg(0).find().", ["Value"]],
    ["op.args[1].", ["Value"]],
    ["op.args.", ["list"]],
    ["x = []\nx.", ["list"]],
    ["x = {}\nx.", ["dict"]],
    ["'a.b'.", ["str"]],
    ["op.name.", ["str"]],
    ["r = interpret(bb, 1)\nr.", ["Outcome"]],
    ["optimize(bb, 'fold').", ["Block"]],
    ["loop.", []],
    ["thing.", []],
    ["x = y + Block()\nx.", []],
    ["x = x.find()\nx.", []],
  ];
  for (const [text, types] of all) assert.deepEqual(before(text), types, text);
});

test("names are offered where names can be", () => {
  const at = (text: string) => placeAt(text, bare(text), text.length);
  assert.deepEqual(at("op.fi"), { from: 3, receiver: "op" });
  assert.deepEqual(at("x = Bl"), { from: 4, receiver: null });
  for (const text of ["# a comment op.", "'a text", "x = '''three\nquotes", "def na", "for o", "3.", "x = 12"]) assert.equal(at(text), null, text);
  assert.deepEqual(at("'closed'.sp")?.receiver, "xxxxxxxx");
});

test("the call around the cursor, with the argument that is being written", () => {
  const call = (text: string) => {
    const found = callAt(bare(text), text.length);
    return found && [found.receiver, found.name, found.index, found.named];
  };
  assert.deepEqual(call("interpret("), [null, "interpret", 0, ""]);
  assert.deepEqual(call("interpret(bb, 5, jumps="), [null, "interpret", 2, "jumps"]);
  assert.deepEqual(call("    return interpret("), [null, "interpret", 0, ""]);
  assert.deepEqual(call("op.arg("), ["op", "arg", 0, ""]);
  assert.deepEqual(call("f(g(1, 2), [3, 4], "), [null, "f", 2, ""]);
  assert.deepEqual(call("f([1, "), [null, "f", 0, ""]);
  assert.deepEqual(call("f('a, b', "), [null, "f", 1, ""]);
  assert.deepEqual(call("f(1,\n  2"), [null, "f", 1, ""]);
  for (const text of ["def f(", "f(1)", "(1, ", "if (", "f(\ndef g"]) assert.equal(call(text), null, text);
});

test("which parameter an argument is", () => {
  const parameters = parametersOf("interpret(bb, *inputs, jumps=100)");
  assert.deepEqual(parameters, ["bb", "*inputs", "jumps=100"]);
  const at = (index: number, named = "") => parameterAt(parameters, { open: 0, name: "", receiver: null, index, named });
  assert.deepEqual([at(0), at(1), at(5), at(1, "jumps"), at(0, "other")], [0, 1, 1, 2, -1]);
  assert.deepEqual(parametersOf("f()"), []);
  assert.deepEqual(parametersOf("f(a, b=(1, 2))"), ["a", "b=(1, 2)"]);
});

test("a program's own functions come before those of the language", () => {
  const text = 'def optimize(bb, deep=True):\n    """Makes it short."""\n    return bb\n\ntable = {}\n';
  assert.deepEqual(
    definitions(bare(text), text).map((n) => [n.name, n.call, n.doc]),
    [["optimize", "optimize(bb, deep=True)", "Makes it short."], ["table", "", ""]],
  );
  assert.equal(meaning("optimize", null, bare(text), names, text)[0]!.call, "optimize(bb, deep=True)");
  assert.equal(meaning("append", "bb", "bb.append", names)[0]!.of, "Block");
});

test("where nothing is known, the operations of a block are left out", () => {
  const offered = attributes([], names).map((n) => n.name);
  assert.ok(offered.includes("append") && offered.includes("arg") && !offered.includes("add"));
  assert.equal(new Set(offered).size, offered.length);
});
