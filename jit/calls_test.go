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
	"each iteration recurses": `
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
	"loops of few iterations in calls of all kinds": `
class Bag:
    def __init__(self, n, step):
        self.items = []
        k = 0
        while k < n:
            self.items.append(k * step)
            k += 1
    def __add__(self, other):
        made = Bag(0, 1)
        for x in self.items:
            made.items.append(x)
        for x in other.items:
            if x > 3:
                made.items.append(x)
        return made
    def __radd__(self, other):
        for x in self.items:
            other += x
        return other
    def __getitem__(self, k):
        for x in self.items:
            if k == 0:
                return x
            k -= 1
        return -1
    def __setitem__(self, k, v):
        while k >= len(self.items):
            self.items.append(0)
        self.items[k] = v
    def __call__(self, n):
        t = 0
        for j in range(n):
            for x in self.items:
                t += x if j % 2 else -x
        return t
    def __neg__(self):
        made = Bag(len(self.items), 2)
        for k in range(len(self.items)):
            made.items[k] = -self.items[k]
        return made
    @property
    def total(self):
        t = 0
        for x in self.items:
            t += x
        return t
    @total.setter
    def total(self, n):
        for k in range(len(self.items)):
            self.items[k] = n
def each(n, most):
    out = []
    for k in range(n):
        a, b = Bag(k % most, k), Bag(k % 3, 2.5)
        c = a + b
        c[k % 5] = k
        if k % 11 == 0:
            c.total = k
        out.append((c.total, 1 + c, c[k % 4], a(k % 4), (-a).total, len(c.items)))
    return out
print(each(150, 3)[::7], each(150, 12)[::7])
`,
	"a loop of few iterations becomes one of many": `
def count(n, odd):
    t = 0
    k = 0
    while k < n:
        if k % 2 == odd:
            t += k
        k += 1
    for j in range(n):
        t += 1
    return t
def calls(n, odd):
    return count(n, odd) + 1
s = 0
for k in range(400):
    s += calls(k % 2 if k < 100 else k % 30 if k < 200 else 0 if k < 300 else 9, k % 3)
print(s)
`,
	"an exit that hands nothing over": `
def connect(v):
    for x in v:
        if x > 5:
            return
def one(v):
    connect(v)
    return 1
def two(v):
    connect(v)
    return 2
s = 0
v = [1, 2, 3, 4, 5, 6]
for k in range(300):
    s += one(v) if k % 2 else two(v)
    connect(v)
print(s)
`,
	"instances that are made where the function returns": `
class Chain:
    def __init__(self, n):
        self.n = n
        self.next = None
        for k in range(n):
            if k == n - 1:
                self.next = Chain(n - 1)
            elif k > 5:
                self.n += k
def made():
    out = []
    for k in range(60):
        c, total = Chain(k % 9), 0
        while c is not None:
            total += c.n
            c = c.next
        out.append(total)
    return out
print(made())
print(sorted([3, 9, 2], key=lambda n: Chain(n).n), [Chain(n).n for n in map(int, '975')])
`,
	"a loop that ends in most of its first iterations": `
class Node:
    def __init__(self, v, next):
        self.v = v
        self.next = next
def last(n):
    while n.next is not None:
        n = n.next
    return n
def push(queue, v):
    new = Node(v, None)
    if queue is None:
        return new
    last(queue).next = new
    return queue
def small(n, limit):
    k = 0
    while k < limit and n > k * k:
        k += 1
        if k == 5:
            return -k
    return k
class Table:
    def __init__(self, n):
        k = 1
        while k < n:
            k += k
        self.size = k
def work(n):
    queue, seen = None, 0
    for k in range(n):
        queue = push(queue, k)
        if k % 3 == 0:
            queue = None if k % 4 else queue.next
        seen += small(k % 4, 9) + small(k % 60, k % 3) + Table(k % 5).size
    while queue is not None:
        seen += queue.v
        queue = queue.next
    return seen
print(work(300), [small(k % 7, 7) for k in range(90)][::5])
print([sorted(range(k % 5), key=lambda j: Table(j).size + small(j, 2))[::-1] for k in range(40)][::9])
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
	for _, name := range []string{"recursion in a loop", "each iteration recurses", "several callers"} {
		_, j := runTraced(t, strings.ReplaceAll(callPrograms[name], "print(", "for again in range(40): print("), ways[0])
		var entered, iterations uint64
		for _, l := range j.Loops() {
			entered, iterations = entered+l.Entered, iterations+l.Iterations
		}
		if iterations < 20*entered {
			t.Errorf("%s: expected at least 20 iterations each time that a trace is entered, found %d in %d", name, iterations, entered)
		}
	}
}

// TestExitsWithoutValues: an exit of which a bridge needs nothing gets one.
func TestExitsWithoutValues(t *testing.T) {
	_, j := runTraced(t, callPrograms["an exit that hands nothing over"], way{engine: "native"})
	for _, l := range j.Loops() {
		for _, why := range l.BridgeFailures {
			if strings.Contains(why, "expected an exit") {
				t.Errorf("expected bridges, found %s", why)
			}
		}
	}
}
