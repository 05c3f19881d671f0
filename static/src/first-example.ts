// The trace that a first visitor finds. It is built into the script so that
// there is something to read and edit before the engine has been loaded.

import type { Example } from "./api.gen";

/**
 * The trace of one round of a loop over boxed integers, operation by operation
 * as in "Allocation Removal by Partial Evaluation in a Tracing JIT", Figure 2.
 */
export const firstExample: Example = {
  id: "boxed-integers",
  group: "Papers",
  title: "Boxed integers in a loop",
  note: "Five boxes are allocated in each round; three of them never leave it.",
  preset: "alloc",
  inputs: "p0=BoxedInteger(intval=5), p1=BoxedInteger(intval=0)",
  text: `# One round of this loop, as the tracing JIT recorded it:
#     while y.is_positive():
#         res = res.add(y).add(BoxedInteger(-100))
#         y = y.add(BoxedInteger(-1))
# p0 is y, p1 is res; every integer lives in a box.
[p0, p1]

# res.add(y)
guard_class(p1, BoxedInteger)
i2 = get(p1, intval)
guard_class(p0, BoxedInteger)
i3 = get(p0, intval)
i4 = int_add(i2, i3)
p5 = new(BoxedInteger)
set(p5, intval, i4)

# BoxedInteger(-100)
p6 = new(BoxedInteger)
set(p6, intval, -100)

# .add(BoxedInteger(-100))
guard_class(p5, BoxedInteger)
i7 = get(p5, intval)
guard_class(p6, BoxedInteger)
i8 = get(p6, intval)
i9 = int_add(i7, i8)
p10 = new(BoxedInteger)
set(p10, intval, i9)

# BoxedInteger(-1)
p11 = new(BoxedInteger)
set(p11, intval, -1)

# y.add(BoxedInteger(-1))
guard_class(p0, BoxedInteger)
i12 = get(p0, intval)
guard_class(p11, BoxedInteger)
i13 = get(p11, intval)
i14 = int_add(i12, i13)
p15 = new(BoxedInteger)
set(p15, intval, i14)

# y.is_positive()
guard_class(p15, BoxedInteger)
i16 = get(p15, intval)
i17 = int_gt(i16, 0)
guard_true(i17)
jump(p15, p10)
`,
};
