// The pairs of traces that the lab opens with. Sources: the pairs about integers
// follow the bugs that the post "Finding JIT Optimizer Bugs using SMT Solvers and
// Fuzzing" describes, the loop follows "Loop-Aware Optimizations in PyPy's Tracing
// JIT", section 5. The verdicts are those of the prover's own tests.

/** A pair of traces with what there is to see in it. */
export interface PairExample {
  id: string;
  group: string;
  title: string;
  note: string;
  text: string;
  other: string;
  width?: number;
}

export const pairs: readonly PairExample[] = [
  {
    id: "wraparound",
    group: "Integers that wrap around",
    title: "From x + 10 < 15 to x < 6",
    note: "The second guard looks as if the first one implied it. A sum can wrap around.",
    text: `[i0]
i1 = int_add(i0, 10)
i2 = int_lt(i1, 15)
guard_true(i2) [i0]
i3 = int_lt(i0, 6)
guard_true(i3) [i0]
finish(i1)
`,
    other: `[i0]
i1 = int_add(i0, 10)
i2 = int_lt(i1, 15)
guard_true(i2) [i0]
finish(i1)
`,
  },
  {
    id: "checked",
    group: "Integers that wrap around",
    title: "With the sum checked, it does",
    note: "After guard_no_overflow the sum is exact, and the same reasoning is right.",
    text: `[i0]
i1 = int_add_ovf(i0, 10)
guard_no_overflow() [i0]
i2 = int_lt(i1, 15)
guard_true(i2) [i0]
i3 = int_lt(i0, 6)
guard_true(i3) [i0]
finish(i1)
`,
    other: `[i0]
i1 = int_add_ovf(i0, 10)
guard_no_overflow() [i0]
i2 = int_lt(i1, 15)
guard_true(i2) [i0]
finish(i1)
`,
  },
  {
    id: "negative",
    group: "Integers that wrap around",
    title: "The negative of the smallest integer",
    note: "If the negative of x is negative, x is positive, or else the one integer that is its own negative.",
    text: `[i0]
i1 = int_sub(0, i0)
i2 = int_lt(i1, 0)
guard_true(i2) [i0]
i3 = int_gt(i0, 0)
guard_true(i3) [i0]
finish(0)
`,
    other: `[i0]
i1 = int_sub(0, i0)
i2 = int_lt(i1, 0)
guard_true(i2) [i0]
finish(0)
`,
  },
  {
    id: "twelve",
    group: "Integers that wrap around",
    title: "From 12 = x · 12 to x = 1",
    note: "Four different integers multiplied by 12 give 12.",
    text: `[i0]
i1 = int_mul(i0, 12)
i2 = int_eq(12, i1)
guard_true(i2) [i0]
finish(i0)
`,
    other: `[i0]
i1 = int_mul(i0, 12)
i2 = int_eq(12, i1)
guard_true(i2) [i0]
finish(1)
`,
  },
  {
    id: "bits",
    group: "Bits",
    title: "A sum by its bits: (x xor y) + 2 · (x and y)",
    note: "Bits of exactly one, and twice the bits of both.",
    text: `[i0, i1]
i2 = int_xor(i0, i1)
i3 = int_and(i0, i1)
i4 = int_mul(i3, 2)
i5 = int_add(i2, i4)
finish(i5)
`,
    other: `[i0, i1]
i5 = int_add(i0, i1)
finish(i5)
`,
  },
  {
    id: "narrow",
    group: "Bits",
    title: "True in 16 bits",
    note: "Five times x, less x, is a shift by two. Any width will do; this one asks for 16 bits.",
    width: 16,
    text: `[i0]
i1 = int_mul(i0, 5)
i2 = int_sub(i1, i0)
finish(i2)
`,
    other: `[i0]
i2 = int_lshift(i0, 2)
finish(i2)
`,
  },
  {
    id: "alias",
    group: "Objects",
    title: "Two names for one object",
    note: "The value that was read is still good only if the write went to another object.",
    text: `class Box { val: int }
[p0, p1, i2]
i3 = get(p0, val)
set(p1, val, i2)
i4 = get(p0, val)
finish(i4)
`,
    other: `class Box { val: int }
[p0, p1, i2]
i3 = get(p0, val)
set(p1, val, i2)
finish(i3)
`,
  },
  {
    id: "distinct",
    group: "Objects",
    title: "Objects of two classes are two objects",
    note: "After the guards the names cannot mean the same object, so the second read can go.",
    text: `class Box { val: int }
class Pair { val: int, other: int }
[p0, p1, i2]
guard_class(p0, Box) []
guard_class(p1, Pair) []
i3 = get(p0, val)
set(p1, val, i2)
i4 = get(p0, val)
finish(i4)
`,
    other: `class Box { val: int }
class Pair { val: int, other: int }
[p0, p1, i2]
guard_class(p0, Box) []
guard_class(p1, Pair) []
i3 = get(p0, val)
set(p1, val, i2)
finish(i3)
`,
  },
  {
    id: "virtual",
    group: "Objects",
    title: "A description in place of an allocation",
    note: "Where the guard fails, the object that its description promises has the wrong content.",
    text: `class Box { val: int }
[i0]
p1 = new(Box)
set(p1, val, i0)
i2 = int_lt(i0, 10)
guard_true(i2) [p1]
finish(i0)
`,
    other: `class Box { val: int }
[i0]
i2 = int_lt(i0, 10)
guard_true(i2) [Box(val=10)]
finish(i0)
`,
  },
];

/** The pair that a first visitor finds. */
export const firstPair = pairs[0]!;
