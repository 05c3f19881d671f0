package jit_test

import (
	"testing"

	"unbox/backend"
	"unbox/jit"
	"unbox/lang/judge"
	"unbox/lang/vm"
	"unbox/trace"
)

// bridged are programs whose loops are left again and again.
var bridged = map[string]string{
	"branches": `
def f(n):
    s = 0
    for i in range(n):
        if i % 3 == 0:
            s += 2
        elif i % 7 == 1:
            s -= 1
        else:
            s = s + i
    return s
print(f(2000))
`,
	"nested": `
t = 0.0
for i in range(60):
    for j in range(40):
        t += i * j
        if j == i:
            t += 1
print(t)
`,
	"a type that changes": `
def f(n):
    s = 0
    for i in range(n):
        if i == n // 2:
            s = s + 0.5
        s = s + i
    return s
print(f(400), f(401), f(402))
`,
	"virtual objects at the exit": `
class P:
    def __init__(self, x, y):
        self.x, self.y = x, y
    def add(self, o):
        return P(self.x + o.x, self.y + (o.y if o.x % 5 else 1))
p = P(0, 0)
for i in range(900):
    p = p.add(P(i, -i))
print(p.x, p.y)
`,
	"an exit in an inlined function": `
def g(x):
    if x % 4 == 2:
        return x * 3
    return x
def f(n):
    s = []
    for i in range(n):
        s.append(g(i) + g(i + 1))
    return sum(s)
print(f(700))
`,
	"overflow": `
s, k = 1, 0
for i in range(500):
    s = s * 3 + i
    if s > 2 ** 70:
        s = 1
        k += 1
print(s, k)
`,
	"a loop in a loop in a loop": `
def f(n):
    c = 0
    i = 0
    while i < n:
        for j in range(i % 5):
            k = 0
            while True:
                k += 1
                c += k ^ j
                if k > j + 2:
                    break
        i += 1
    return c
print(f(200))
`,
}

// TestBridges runs programs whose loops are left again and again: they print the same with and without
// bridges, and have some.
func TestBridges(t *testing.T) {
	for name, program := range bridged {
		want := judge.Run(program, false)
		for _, way := range ways {
			got, j := runTraced(t, program, way)
			n := 0
			for _, l := range j.Loops() {
				n += countBridges(&l.Installed)
			}
			if got != want || n == 0 {
				t.Errorf("%s, %+v: expected bridges, and\n%s\nfound %d, and\n%s", name, way, want, n, got)
			}
		}
	}
}

// TestClassesThatChange throws the trace of a loop away while the loop calls what changes a class: the program
// comes back into code that is no longer there for others.
func TestClassesThatChange(t *testing.T) {
	program := `
class A:
    n = 1
    def get(self):
        return self.n
def f(a, depth):
    s = 0
    for i in range(12):
        s += a.get()
        if depth > 0:
            s += f(a, depth - 1)
        elif i == 11 and s % 5 == 0:
            A.n += 1
    return s
print(f(A(), 3), A.n)
`
	want := judge.Run(program, false)
	for _, way := range ways {
		if got, _ := runTraced(t, program, way); got != want {
			t.Errorf("%+v: expected\n%s\nfound\n%s", way, want, got)
		}
	}
}

// TestNoBridges leaves a trace to the interpreter at each exit, if that is what is wanted.
func TestNoBridges(t *testing.T) {
	j := jit.New(jit.Options{Threshold: 2, NoBridges: true})
	judge.RunWith(bridged["branches"], vm.Options{Tracer: j}, j.Start)
	for _, l := range j.Loops() {
		if n := countBridges(&l.Installed); n > 0 {
			t.Errorf("expected no bridges, found %d", n)
		}
	}
}

// TestBridgesSpareTheInterpreter counts how often a loop with branches is left to the interpreter: with
// bridges not more often than it takes to make them.
func TestBridgesSpareTheInterpreter(t *testing.T) {
	for _, kind := range []string{"executor", "native", "wasm"} {
		e, region := engine(t, kind)
		j := jit.New(jit.Options{Threshold: 10, BridgeThreshold: 5, Engine: e})
		judge.RunWith(bridged["branches"], vm.Options{Tracer: j, Region: region}, j.Start)
		entered := uint64(0)
		for _, l := range j.Loops() {
			entered += l.Entered
		}
		if entered == 0 || entered > 50 {
			t.Errorf("expected a loop of 2,000 iterations to be entered up to 50 times, found %d (%q)", entered, j.Loops()[0].Failures)
		}
	}
}

// cramped is an engine that has room for a few codes only.
type cramped struct {
	jit.Executor
	most, codes int
}

func (c *cramped) Install(p *jit.Program) (jit.Code, error) {
	if c.codes == c.most {
		return nil, backend.ErrNoRoom
	}
	c.codes++
	code, err := c.Executor.Install(p)
	return &crampedCode{code.(jit.Linked), c}, err
}

type crampedCode struct {
	jit.Linked
	engine *cramped
}

func (c *crampedCode) Remove() {
	c.engine.codes--
	c.Linked.Remove()
}

func (c *crampedCode) Bridge(guard trace.Value, p *jit.Program) (jit.Code, error) {
	if c.engine.codes == c.engine.most {
		return nil, backend.ErrNoRoom
	}
	c.engine.codes++
	code, err := c.Linked.Bridge(guard, p)
	return &crampedCode{code.(jit.Linked), c.engine}, err
}

func (c *crampedCode) Link(jump trace.Value, to jit.Code) error {
	return c.Linked.Link(jump, to.(*crampedCode).Linked)
}

// TestNoRoom runs programs where there is not enough room for the code of all their loops and bridges: all of it
// is thrown away, and what is hot is made again.
func TestNoRoom(t *testing.T) {
	emptied := 0
	for name, program := range bridged {
		want := judge.Run(program, false)
		for most := 1; most < 5; most++ {
			e := &cramped{most: most}
			j := jit.New(jit.Options{Threshold: 2, Engine: e})
			if got := judge.RunWith(program, vm.Options{Tracer: j}, j.Start); got != want {
				t.Errorf("%s with room for %d: expected\n%s\nfound\n%s", name, most, want, got)
			}
			if e.codes < 0 || e.codes > most {
				t.Errorf("%s: expected up to %d codes, found %d", name, most, e.codes)
			}
			emptied += j.Emptied()
		}
	}
	if emptied == 0 {
		t.Error("expected codes to be thrown away for lack of room, found none")
	}
}

// TestTheLastIteration records loops of which most have only few iterations: a recording that begins in the last one is
// put off to the next.
func TestTheLastIteration(t *testing.T) {
	_, j := runTraced(t, "s = 0\nfor i in range(300):\n    for k in range(2):\n        s += k\nprint(s)\n", way{})
	for _, l := range j.Loops() {
		if l.At.Line == 3 && l.Entered == 0 {
			t.Errorf("expected a trace of the inner loop, found %q", l.Failures)
		}
	}
}

// TestLoopsInCalls has a recording call functions with hot loops: these get traces meanwhile.
func TestLoopsInCalls(t *testing.T) {
	_, j := runTraced(t, `
def f(n):
    s = 0
    for i in range(n):
        s += i
    return s
t = 0
for k in range(3):
    t += f(5000)
print(t)
`, way{})
	for _, l := range j.Loops() {
		if l.Function == "f" && l.Iterations < 14000 {
			t.Errorf("expected nearly all iterations of the loop in `f` in its trace, found %d", l.Iterations)
		}
	}
}
