package jit_test

import (
	"testing"

	"unbox/lang/judge"
)

// TestMixedItems goes through containers whose items are of different classes. That the next item is of another class
// was taken for the end of the loop, because a guard that asks whether there is an item asked for its class at once.
func TestMixedItems(t *testing.T) {
	const program = `class C:
    def __mul__(self, n):
        return ('C', n)


def mul(a, b):
    return a * b


def each(v):
    for i in range(22):
        out = []
        for z in v:
            out.append(mul(z, 2))
        print(out)


print([each(v) for v in ({'a': 1, 2: 'b'}, {2: 1, 'a': 3, 2.5: 4}, [1, 'a', 2.5, (1,)], (C(), 1, C(), 'x'), {1: 'a', 2: 3}.values(), zip('ab', [1, 2]), 'abc', map(mul, [1, 'a'], [2, 3]))])
`
	want := judge.Run(program, false)
	for _, w := range ways {
		if got, _ := runTraced(t, program, w); got != want {
			t.Errorf("%+v: expected\n%s\nfound\n%s", w, want, got)
		}
	}
}
