import assert from "node:assert/strict";
import { test } from "node:test";
import { changesBetween, fit, withChanges } from "./merge";

const merged = (base: string, suggested: string, now: string): string => {
  const found = fit(base, suggested, now);
  return found.state === "fits" ? withChanges(now, found.changes) : found.state;
};

const base = "def fold(bb):\n    for op in bb:\n        print(op)\n    return bb\n";

test("changes make one text the other, in as few words as possible", () => {
  const after = base.replace("print(op)", "check(op, 1)").replace("return bb", "return None");
  const changes = changesBetween(base, after);
  assert.equal(withChanges(base, changes), after);
  assert.deepEqual(changes.map((c) => [base.slice(c.from, c.to), c.insert]), [["print", "check"], ["", ", 1"], ["bb", "None"]]);
  assert.deepEqual(changesBetween(base, base), []);
});

test("what comes or goes is whole lines where it can be", () => {
  assert.deepEqual(changesBetween("# a\n# b\n", "# new\n# a\n# b\n"), [{ from: 0, to: 0, insert: "# new\n" }]);
  assert.deepEqual(changesBetween("# a\n# b\n# c\n", "# a\n# c\n"), [{ from: 4, to: 8, insert: "" }]);
  assert.deepEqual(changesBetween("  x = 1\n  y = 2\n", "  x = 1\n  z = 3\n  y = 2\n"), [{ from: 8, to: 8, insert: "  z = 3\n" }]);
});

test("a suggestion moves with what was typed before, after and beside it", () => {
  const suggested = base.replace("print(op)", "check(op)");
  assert.equal(merged(base, suggested, base), suggested);
  assert.equal(merged(base, suggested, "# mine\n" + base), "# mine\n" + suggested);
  assert.equal(merged(base, suggested, base + "# mine\n"), suggested + "# mine\n");
  assert.equal(merged(base, suggested, base.replace("print(op)", "print(op) # here")), suggested.replace("check(op)", "check(op) # here"));
  assert.equal(merged(base, suggested, base.replace("print(op)", "x = 1; print(op)")), suggested.replace("check(op)", "x = 1; check(op)"));
});

test("a suggestion that only adds has its place behind what it was added to", () => {
  const suggested = base.replace("bb:\n", "bb:\n        op = 1\n");
  assert.equal(merged(base, suggested, base.replace("def", "# mine\ndef")), suggested.replace("def", "# mine\ndef"));
  assert.equal(merged("", "new", ""), "new");
});

test("what is added where somebody types comes before or after it, as lines go", () => {
  assert.equal(merged("a\n", "a\nb\n", "a\n# mine"), "a\nb\n# mine");
  assert.equal(merged("a", "a\nb", "a # mine"), "a # mine\nb");
});

test("where its place has become something else, it is lost, and comes back with the place", () => {
  const suggested = base.replace("print(op)", "check(op)");
  for (const now of [base.replace("print", "show"), base.replace("        print(op)\n", ""), ""]) assert.equal(merged(base, suggested, now), "lost");
  assert.equal(merged(base, suggested, base), suggested);
});

test("what is there already needs nothing; half of it the other half", () => {
  const suggested = base.replace("print(op)", "check(op)").replace("return bb", "return 1");
  assert.equal(merged(base, suggested, suggested), "done");
  assert.equal(merged(base, suggested, suggested + "# and more\n"), "done");
  assert.equal(merged(base, suggested, base.replace("print(op)", "check(op)")), suggested);
});

/** Numbers that look random, the same each time. */
function numbers(seed: number): (below: number) => number {
  return (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
}

test("random edits in other lines never get in the way, and what is suggested arrives", () => {
  const random = numbers(14);
  for (let round = 0; round < 400; round++) {
    const lines = Array.from({ length: 4 + random(12) }, (_, i) => `line${i} = f(${random(3)}, x${random(3)})`);
    const mine = random(lines.length);
    const theirs = [...lines];
    const both = [...lines];
    for (let k = 0; k < 3; k++) {
      const at = random(lines.length);
      if (Math.abs(at - mine) < 2) continue;
      const text = ["", `y = ${random(9)}`, `${lines[at]} # ${random(9)}`][random(3)]!;
      theirs[at] = both[at] = text;
    }
    const change = `line${mine} = g(${random(9)})`;
    both[mine] = change;
    const suggested = lines.map((l, i) => (i === mine ? change : l)).join("\n");
    assert.equal(merged(lines.join("\n"), suggested, theirs.join("\n")), both.join("\n") === theirs.join("\n") ? "done" : both.join("\n"));
  }
});

test("changes make any text any other, also where all is different, in time", () => {
  const random = numbers(7);
  const some = () => Array.from({ length: random(40) }, () => ["a", "b", " ", "\n", "😀", "("][random(6)]).join("");
  for (let round = 0; round < 500; round++) {
    const [a, b] = [some(), some()];
    assert.equal(withChanges(a, changesBetween(a, b)), b);
  }
  const long = (of: string) => Array.from({ length: 20_000 }, (_, i) => `${of}${i}`).join("\n");
  assert.equal(withChanges(long("a"), changesBetween(long("a"), long("b"))), long("b"));
  assert.equal(fit(long("a"), long("a") + "\nz", long("b")).state, "lost");
});
