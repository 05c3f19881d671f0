package jit_test

import (
	"strings"
	"testing"

	"unbox/lang/judge"
)

// callPrograms call functions with loops from loops: traces jump from one to the other, with real frames between them.
var callPrograms = map[string]string{
	"recursion in a loop": `
def queens(n):
    def place(row, cols, left, right):
        if row == n:
            return 1
        found = 0
        for c in range(n):
            if cols[c] or left[row + c] or right[row - c + n]:
                continue
            cols[c] = left[row + c] = right[row - c + n] = True
            found += place(row + 1, cols, left, right)
            cols[c] = left[row + c] = right[row - c + n] = False
        return found
    return place(0, [False] * n, [False] * (2 * n), [False] * (2 * n + 1))
print([queens(n) for n in range(7)])
`,
	"each round recurses": `
def walk(tree, depth):
    total = tree[0] * depth
    for child in tree[1]:
        total += walk(child, depth + 1)
    return total
def grow(n):
    return (n, [grow(n - k) for k in range(1, n)])
tree = grow(8)
print([walk(tree, k) for k in range(20)])
`,
	"callers of all kinds": `
class Body:
    def __init__(self, n):
        self.parts = []
        for k in range(n):
            self.parts.append(k * 0.5)
    def total(self, scale=2, *, extra=1):
        t = 0
        for p in self.parts:
            t += p * scale
        return t + extra
    def __add__(self, other):
        t = 0
        for p in other.parts:
            t += p
        return t
    def __len__(self):
        n = 0
        for p in self.parts:
            n += 1
        return n
    @property
    def first(self):
        for p in self.parts:
            if p > 1:
                return p
        return None
def each(bodies, n):
    seen = []
    for k in range(n):
        for b in bodies:
            s = b.total()
            s += b.total(3)
            s += b.total(scale=1, extra=k)
            s += b + b
            seen.append((s, len(b), b.first, Body(k % 4).total(k)))
    return seen
print(each([Body(3), Body(0), Body(6)], 25)[::9])
`,
	"several callers": `
def count(n):
    t = 0
    while n > 0:
        t += n
        n -= 1
    return t
def one(n):
    return count(n) + 1
def two(n):
    return one(n) * count(n % 3) - count(n // 2)
s = 0
for k in range(120):
    s += count(k % 7) + two(k % 5)
    if k % 4 == 1:
        s -= one(k) + (count(k) if k > 60 else 0)
    s = s + count(3) * count(2)
print(s)
`,
	"returns from the middle": `
def find(v, x):
    for i in range(len(v)):
        for j in range(3):
            if v[i] * j == x:
                return i, j
            if v[i] > 50:
                return None
    return -1
v = [k * k % 23 for k in range(30)]
print([find(v, k % 40) for k in range(300)][::11])
`,
	"exceptions across frames": `
def deep(n, v):
    s = 0
    for k in range(3):
        s += v[n + k]
        if n % 2:
            s += deep(n + 1, v)
    return s
def guarded(v):
    seen = 0
    for n in range(60):
        try:
            seen += deep(n % 12, v)
        except IndexError as e:
            seen += 1000
        finally:
            seen += 1
    return seen
print(guarded([1] * 12), guarded([0.5] * 9))
def unguarded(n):
    s = 0
    for k in range(n):
        s += 10 // (5 - deep(0, [k] * 5))
    return s
print(unguarded(40))
`,
	"as deep as it goes": `
def down(n):
    for k in range(2):
        if n > 0 and k == 1:
            return down(n - 1) + 1
    return 0
def lost(n):
    for k in range(2):
        n += lost(n + 1)
    return n
print([down(n) for n in (0, 5, 80, 300, 700)])
seen = []
for k in range(12):
    try:
        lost(0)
    except RecursionError as e:
        seen.append(str(e))
print(len(seen), seen[0])
print([down(n) for n in (0, 5, 80, 300, 700)])
`,
	"calls each other": `
def even(n, m):
    for k in range(m):
        if n == 0:
            return True
        if k == m - 1:
            return odd(n - 1, m)
    return n % 2 == 0
def odd(n, m):
    for k in range(m):
        if n == 0:
            return False
        if k == m - 1:
            return even(n - 1, m)
    return n % 2 == 1
print([even(n, m) for n in range(30) for m in range(4)].count(True))
`,
	"types and functions that change": `
def total(v):
    s = 0
    for x in v:
        s += x
    return s
def other(v):
    s = 1
    for x in v:
        s = s * 2 + x
    return s
f = total
out = []
for k in range(200):
    if k == 90:
        f = other
    if k == 140:
        f = len
    out.append(f([k, 1, 2] if k % 50 < 40 else [k * 0.5, 1.5]))
    if k == 170:
        f = total
print(out[::7])
`,
	"garbage in all frames": `
def make(n):
    out = []
    for k in range(n):
        out.append([k, str(k), k * 1.5])
    return out
def nest(n, kept):
    mine = make(n)
    for k in range(n):
        inner = nest(k // 2, mine) if k else 0
        mine[k][0] = [inner, kept[-1] if kept else None]
    return [m[1] for m in mine]
print([nest(n % 7, []) for n in range(60)][::9])
`,
	"a loop without a trace comes first": `
def f(v, n):
    first = 0
    for x in v[:1]:
        first += x
    t = 0
    for x in v:
        t += x * n
    return first + t
s = 0
for k in range(300):
    s += f([k, 2, 3] if k % 9 else [k], k)
print(s)
`,
}

// TestCallsBetweenTraces: functions with loops are called from traces, and return into traces.
func TestCallsBetweenTraces(t *testing.T) {
	for name, program := range callPrograms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := judge.Run(program, false)
			for _, w := range ways {
				if got, _ := runTraced(t, program, w); got != want {
					t.Errorf("%+v: expected\n%s\nfound\n%s", w, want, got)
				}
			}
		})
	}
}

// TestCallsSpareTheInterpreter: recursion in a loop stays in traces.
func TestCallsSpareTheInterpreter(t *testing.T) {
	for _, name := range []string{"recursion in a loop", "each round recurses", "several callers"} {
		_, j := runTraced(t, strings.ReplaceAll(callPrograms[name], "print(", "for again in range(40): print("), ways[0])
		var entered, rounds uint64
		for _, l := range j.Loops() {
			entered, rounds = entered+l.Entered, rounds+l.Rounds
		}
		if rounds < 20*entered {
			t.Errorf("%s: expected at least 20 rounds each time that a trace is entered, found %d in %d", name, rounds, entered)
		}
	}
}
