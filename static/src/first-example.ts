// The trace that a first visitor sees. It is built into the script so that
// there is something to read and edit before the engine has been loaded; the
// test next to this file keeps it identical to the engine's example.

import type { Example } from "./api.gen";

/**
 * The trace of one iteration of a loop over boxed integers: "Allocation Removal by
 * Partial Evaluation in a Tracing JIT", Figure 2.
 */
export const firstExample: Example = {
  id: "boxed-integers",
  group: "Papers",
  title: "Boxed integers in a loop",
  note:
    'One iteration of a loop over boxed integers, Figure 2 of "Allocation Removal by Partial Evaluation in a Tracing JIT". Five boxes are allocated in each iteration and seven classes checked. Seen one iteration at a time, two and three of them are left, as in Figure 4; around the loop, none.',
  preset: "loop",
  inputs: "p0=BoxedInteger(intval=5), p1=BoxedInteger(intval=0)",
  text: `[p0, p1]   # arguments to the trace: p0, p1
# inside f: res.add(y)
guard_class(p1, BoxedInteger)
# inside BoxedInteger.add
i2 = get(p1, intval)
guard_class(p0, BoxedInteger)
# inside BoxedInteger.add__int__
i3 = get(p0, intval)
i4 = int_add(i2, i3)
p5 = new(BoxedInteger)
# inside BoxedInteger.__init__
set(p5, intval, i4)

# inside f: BoxedInteger(-100)
p6 = new(BoxedInteger)
# inside BoxedInteger.__init__
set(p6, intval, -100)

# inside f: .add(BoxedInteger(-100))
guard_class(p5, BoxedInteger)
# inside BoxedInteger.add
i7 = get(p5, intval)
guard_class(p6, BoxedInteger)
# inside BoxedInteger.add__int__
i8 = get(p6, intval)
i9 = int_add(i7, i8)
p10 = new(BoxedInteger)
# inside BoxedInteger.__init__
set(p10, intval, i9)

# inside f: BoxedInteger(-1)
p11 = new(BoxedInteger)
# inside BoxedInteger.__init__
set(p11, intval, -1)

# inside f: y.add(BoxedInteger(-1))
guard_class(p0, BoxedInteger)
# inside BoxedInteger.add
i12 = get(p0, intval)
guard_class(p11, BoxedInteger)
# inside BoxedInteger.add__int__
i13 = get(p11, intval)
i14 = int_add(i12, i13)
p15 = new(BoxedInteger)
# inside BoxedInteger.__init__
set(p15, intval, i14)

# inside f: y.is_positive()
guard_class(p15, BoxedInteger)
# inside BoxedInteger.is_positive
i16 = get(p15, intval)
i17 = int_gt(i16, 0)
# inside f
guard_true(i17)
jump(p15, p10)
`,
};
