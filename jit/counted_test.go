package jit_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"github.com/tetratelabs/wazero"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/jit"
	"unbox/lang/judge"
	"unbox/lang/vm"
	"unbox/wasm/codegen/run"
	"unbox/wasm/codegen/space"
)

// countedPrograms have loops in which it can be counted ahead for how many iterations guards hold, and that end, or are left, at all
// kinds of places.
var countedPrograms = []struct {
	name, text string
	// leaves means that quick copies are left before they have run all of their iterations.
	leaves bool
}{
	{"up and down", `def f(n, step):
    i = n
    s = 0
    while i > -n:
        i -= step
        s += i & 3
    while i < n:
        i += step
        s += i & 5
    return i, s


print([f(n, step) for n in (1, 40, 41, 200) for step in (1, 2, 3, 7)])
`, false},
	{"rows and columns", `from array import array


def f(a, w, h, shift):
    s = 0
    for y in range(1, h - 1):
        for x in range(1, w - 1):
            s += a[(y - 1) * w + x] + a[y * w + x - 1] - a[(y + 1) * w + x + shift]
    return s


a = array('d', [(k * 7 % 31) / 2 for k in range(600)])
print(f(a, 30, 20, 0), f(a, 20, 30, 1), f(a, 3, 200, 0))
try:
    f(a, 30, 20, 40)
except IndexError as e:
    print(e)
`, true},
	{"constant steps", `def f(a, n):
    i = 0
    s = 0
    while i < n:
        s += a[i]
        i += 3
    while i > 5:
        i -= 5
        s -= a[i]
    return i, s


a = [k * k for k in range(101)]
print([f(a, n) for n in range(60, 99)])
`, true},
	{"left in the middle", `def find(a, x):
    i = 0
    while i < len(a):
        if a[i] == x:
            return i
        i += 1
    return -1


a = [k * 5 % 97 for k in range(97)]
print([find(a, x) for x in range(100)])
`, true},
	{"sums that overflow", `def f(start, step, n):
    x = start
    for k in range(n):
        x += step
    return x


print([f(start, step, 90) for start in (0, 2 ** 61 - 40, 2 ** 62 - 30, 2 ** 63 - 50, -2 ** 63 + 50) for step in (1, 3, -3, 2 ** 57, -2 ** 57)])
`, true},
	{"fuel", `def f(n):
    a = [0] * n
    hits = 0
    for r in range(12):
        i = 0
        while i < n:
            if a[i] > r:
                hits += 1
            a[i] = (a[i] + i) % 11
            i += 1
    return hits, sum(a)


print(f(75))
`, true},
}

// countedGround is a ground that knows its space.
type countedGround struct {
	*run.Ground
	space *space.Space
	// patient means that each loop is written once, and has a function of its own.
	patient bool
	// keeps means that exits in quick copies keep the fuel of the iterations that did not run. It must not be so: it shows whether
	// there were such exits.
	keeps bool
}

func (g *countedGround) Quiet() int {
	if g.patient {
		return math.MaxInt
	}
	return g.Ground.Quiet()
}

func (g *countedGround) Space(w *arena.World, host backend.Host) (backend.Space, error) {
	g.space = space.New(w, g, host)
	return g.space, nil
}

func (g *countedGround) Load(module []byte, code int) error {
	if g.keeps {
		module = withoutGivingBack(module)
	}
	return g.Ground.Load(module, code)
}

// withoutGivingBack replaces the instructions that add a local to the fuel, which are four in a row, with ones that do nothing.
func withoutGivingBack(module []byte) []byte {
	const get, set, add, nop, fuel = 0x20, 0x21, 0x7c, 0x01, 5
	out := bytes.Clone(module)
	for k := 0; k+8 < len(out); k++ {
		if !bytes.HasPrefix(out[k:], []byte{get, fuel, get}) {
			continue
		}
		end := k + 3
		if _, n := binary.Uvarint(out[end:]); n > 0 {
			end += n
		}
		if rest := []byte{add, set, fuel}; bytes.HasPrefix(out[end:], rest) {
			copy(out[k:], bytes.Repeat([]byte{nop}, end+len(rest)-k))
		}
	}
	return out
}

// TestCountedLoops compares programs whose loops are written twice, and how many iterations traces ran: what the quick copy does not
// run of its fuel must come back.
func TestCountedLoops(t *testing.T) {
	for _, p := range countedPrograms {
		t.Run(p.name, func(t *testing.T) {
			want := judge.Run(p.text, false)
			once := countedGround{Ground: newTestGround(t), patient: true}
			twice := countedGround{Ground: newTestGround(t)}
			keeping := countedGround{Ground: newTestGround(t), keeps: true}
			_, iterations := runCounted(p.text, &once)
			got, found := runCounted(p.text, &twice)
			if got != want {
				t.Errorf("expected\n%s\nfound\n%s", want, got)
			}
			if found != iterations {
				t.Errorf("expected %d iterations, found %d", iterations, found)
			}
			if once.space.Twice() != 0 || twice.space.Twice() == 0 {
				t.Errorf("expected loops written twice in the second run alone, found %d and %d", once.space.Twice(), twice.space.Twice())
			}
			if _, taken := runCounted(p.text, &keeping); taken != found != p.leaves {
				t.Errorf("expected exits that give fuel back: %t, found %d iterations, and %d where they do not", p.leaves, found, taken)
			}
		})
	}
}

func newTestGround(t *testing.T) *run.Ground {
	t.Helper()
	g, err := run.NewGround(t.Context(), wazero.NewRuntimeConfigInterpreter(), true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	return g
}

// runCounted returns what a program prints, and how many iterations its traces ran.
func runCounted(text string, g jit.Ground) (printed string, iterations uint64) {
	j := jit.New(jit.Options{Threshold: 2, Engine: jit.NewCompiler(g)})
	printed = runCaught(func() string { return judge.RunWith(text, vm.Options{Region: g, Tracer: j}, j.Start) })
	for _, l := range j.Loops() {
		iterations += l.Iterations
		for _, v := range l.Versions {
			iterations += v.Iterations
		}
	}
	return printed, iterations
}
