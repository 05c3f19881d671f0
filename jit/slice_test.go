package jit_test

import (
	"strings"
	"testing"

	"unbox/lang/judge"
)

// TestSlices cuts slices out of sequences, and assigns lists to slices, in loops whose traces call helpers with the numbers of
// the slice: parts that are there or not, of both signs, beyond the ends, and of any size; and what the helpers leave to the
// interpreter's instruction.
func TestSlices(t *testing.T) {
	const program = `from array import array


def cut(v, a, b, c, n):
    last = None
    for i in range(n):
        last = (v[a:b:c], v[a + i % 2:b], v[i % 3::c], v[:i % 4], v[-1:a - i % 2:-1])
    return last


def assign(size, fresh, a, b, n):
    v = list(range(size))
    for i in range(n):
        v[a:b] = fresh
        v[:i % 2] = v[i % 2 - 1:i % 2 - 1]
    return v


def mirror(v, k, n):
    for i in range(n):
        v[:k + 1] = v[k::-1]
        v[::2] = v[1::2]
    return v


def mismatched(v, n):
    wrong = 0
    for i in range(n):
        try:
            v[::2] = [i, i]
        except ValueError as e:
            wrong += 1
            last = str(e)
    return wrong, last, v


def changing(parts, n):
    v = list(range(9))
    seen = []
    for i in range(n):
        a, b, c = parts[i * len(parts) // n]
        seen.append(v[a:b:c])
    return seen[::7]


def itself(v, n):
    for i in range(n):
        v[1:3] = v
        v[:] = v[:4]
    return v


ends = (0, 1, -1, 3, -4, 20, -20, 10 ** 30, -10 ** 30, 9223372036854775807, -9223372036854775808)
for v in ([1, 2, 3, 4, 5], [1.5, 2.5, 3.5], ['a', 2, None], [], (1, 2, 3), 'hällo', 'ascii', array('d', [1.0, 2.0, 4.0])):
    for a in ends:
        print(cut(v, a, ends[(ends.index(a) + 3) % len(ends)], 1 if a in (0, 3) else -2 if a == 1 else 2, 12))
for fresh in ([7], [7, 8], [], [1.5], ['x', 'y'], [7, 8, 9, 10]):
    for a, b in ((0, 2), (1, 3), (2, 1), (-2, 20), (5, 5)):
        print(assign(6, fresh, a, b, 12))
print(mirror([1, 2, 3, 4, 5, 6], 3, 15), mirror([1.5, 2.5, 3.5, 4.5], 2, 15), mirror(['a', 1, 2.5, 'b'], 3, 15))
print(mirror(list(range(300)), 254, 9), mirror(list(range(300)), 255, 9), mirror(list(range(300)), 256, 9)[::17])
print(mismatched([1, 2, 3, 4, 5], 15))
print(changing([(1, None, None), (None, 5, -1), (None, None, -2), (2, 7, 3), (True, 4, 1), (1, 10 ** 30, 1)], 120))
print(itself([1, 2, 3], 15))
total = 0
for i in range(30):
    total += len('abc'[i % 2:])
    total += [5, 6, 7][1:i][0:1] == [6]
print(total)
for i in range(30):
    print([1, 2, 3][::20 - i])
`
	want := judge.Run(program, false)
	if !strings.Contains(want, "ValueError: slice step cannot be zero") {
		t.Errorf("expected the program to end with a step of 0, found\n%s", want)
	}
	for _, w := range ways {
		if got, _ := runTraced(t, program, w); got != want {
			t.Errorf("%+v: expected\n%s\nfound\n%s", w, want, got)
		}
	}
}

// TestShortAndLongArrays has traces allocate arrays whose length they compute, shorter and longer than what code in a page
// allocates itself, with values that are needed on both sides of the allocation, before the loop and in it.
func TestShortAndLongArrays(t *testing.T) {
	const program = `def grow(n, x):
    lists = [[], [], []]
    check = x
    for i in range(n):
        check = check * 3 % 1000003
        lists[i % 3].append(check)
        lists[2].append(x)
        check += len(lists[i % 3])
    return [len(v) for v in lists], sum(lists[0]), sum(lists[1]), sum(lists[2]), check


def windows(v, n):
    total = 0
    for k in range(n):
        a = v[k // 2:]
        b = a[::-1]
        b[:len(a)] = a
        total += a[0] * 7 + b[-1] + len(b)
    return total


def halves(v):
    steps = []
    while len(v) > 1:
        v = v[len(v) // 2:]
        steps.append((len(v), v[0]))
    return steps


print(grow(900, 5), grow(900, 2.5))
print(windows(list(range(300)), 200), windows([x * 0.5 for x in range(257)], 100))
print([halves(list(range(n))) for n in (1000, 513, 512, 300, 256, 255)])
`
	want := judge.Run(program, false)
	for _, w := range ways {
		if got, _ := runTraced(t, program, w); got != want {
			t.Errorf("%+v: expected\n%s\nfound\n%s", w, want, got)
		}
	}
}
