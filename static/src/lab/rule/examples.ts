// The rules that the view "Try a rule" offers. The wrong ones follow "Finding JIT
// Optimizer Bugs using SMT Solvers and Fuzzing".

/** Rules with a trace that they are applied to. */
export interface RuleExample {
  id: string;
  group: string;
  title: string;
  note: string;
  rules: string;
  text: string;
}

export const ruleExamples: readonly RuleExample[] = [
  {
    id: "shifted-zero",
    group: "Wrong, and looks right",
    title: "A shifted number that is 0",
    note: "As in the post: a shift to the left can push out every bit that was set.",
    rules: `# A number is 0 if it is 0 when shifted.
shifted-zero: int_is_zero(int_lshift(x, C)) => int_is_zero(x)
`,
    text: `[i0]
i1 = int_lshift(i0, 3)
i2 = int_is_zero(i1)
guard_true(i2) [i0]
finish(i0)
`,
  },
  {
    id: "sub-after-add",
    group: "Wrong, and looks right",
    title: "A checked subtraction after a sum that wrapped",
    note: "As in the post: the sum may have wrapped around, and then the subtraction overflows.",
    rules: `# What was added is taken away again.
sub-after-add: int_sub_ovf(int_add(x, y), y) => x
`,
    text: `[i0, i1]
i2 = int_add(i0, i1)
i3 = int_sub_ovf(i2, i1)
guard_no_overflow() [i0]
finish(i3)
`,
  },
  {
    id: "xor-twice",
    group: "Right",
    title: "Exclusive or twice",
    note: "Right for all words, and proved in a moment.",
    rules: `# What was put in is taken out again.
xor-twice: int_xor(int_xor(x, y), y) => x
`,
    text: `[i0, i1]
i2 = int_xor(i0, i1)
i3 = int_xor(i2, i1)
finish(i3)
`,
  },
  {
    id: "power-of-two",
    group: "Right",
    title: "A condition makes it right",
    note: "Only powers of two can be shifts. Remove the condition and see.",
    rules: `# A product with a power of two is a shift.
mul-power-of-two: int_mul(x, C) => int_lshift(x, log2(C)) if is_power_of_two(C)
`,
    text: `[i0]
i1 = int_mul(i0, 8)
i2 = int_mul(i0, 12)
i3 = int_add(i1, i2)
finish(i3)
`,
  },
  {
    id: "loop",
    group: "Does not come to an end",
    title: "Two rules that undo each other",
    note: "Each is right; together they would never stop.",
    rules: `# Each of them is right. Together they would rewrite for ever.
to-neg: int_sub(0, x) => int_neg(x)
from-neg: int_neg(x) => int_sub(0, x)
`,
    text: `[i0]
i1 = int_sub(0, i0)
finish(i1)
`,
  },
];

/** The rule that a first visitor finds. */
export const firstRules = ruleExamples[0]!;
