package jit_test

import (
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"

	"unbox/heap/arena"
	"unbox/jit"
	"unbox/lang/compile"
	"unbox/lang/judge"
	"unbox/lang/vm"
	"unbox/native"
	"unbox/trace"
	"unbox/wasm/codegen/run"
)

var (
	programs = flag.Int("programs", 50, "how many random programs run with and without traces")
	first    = flag.Int("first", 0, "the seed of the first of them")
	turns    = flag.Bool("turns", true, "run each of them in one way instead of all, by turns; programs of lang/judge as machine code and in one other")
)

// engine returns an engine and the memory for its program's world; nil is the executor.
func engine(t *testing.T, kind string) (jit.Engine, arena.Region) {
	var c *jit.Compiler
	var err error
	switch kind {
	case "native":
		if !native.Available() {
			return nil, nil
		}
		c, err = jit.NewNative()
	case "wasm", "wasm without tail calls":
		var g *run.Ground
		if g, err = run.NewGround(t.Context(), wazero.NewRuntimeConfigInterpreter(), kind == "wasm"); err == nil {
			c = jit.NewCompiler(g)
		}
	default:
		return nil, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c, c.Region()
}

// runTraced runs a program with traces of its loops from the second iteration on.
func runTraced(t *testing.T, program string, w way) (string, *jit.JIT) {
	e, region := engine(t, w.engine)
	j := jit.New(jit.Options{Threshold: 2, Engine: e})
	o := vm.Options{Stress: w.stress, Poison: w.stress, Region: region, Tracer: j}
	return runCaught(func() string { return judge.RunWith(program, o, j.Start) }), j
}

// runCaught makes a text of a panic, so that a program that ends by one can be made smaller.
func runCaught(run func() string) (text string) {
	defer func() {
		if bug := recover(); bug != nil {
			text = fmt.Sprintf("panic: %v\n%s", bug, debug.Stack())
		}
	}()
	return run()
}

// way is a way to run traces: stress collects all the time, the engine is "native" for machine code, "wasm" for
// WebAssembly, or "executor".
type way struct {
	stress bool
	engine string
}

var ways = []way{{false, "executor"}, {true, "executor"}, {false, "native"}, {true, "native"}, {false, "wasm"}, {true, "wasm without tail calls"}}

// waysOf returns the ways in which a random program runs.
func waysOf(seed int) []way {
	if *turns {
		return ways[seed%len(ways):][:1]
	}
	return ways
}

// waysOfProgram returns the ways in which a program of lang/judge runs: by turns as machine code and in one other way. Where each operation
// collects, a program takes ten times as long.
func waysOfProgram(k int) []way {
	if !*turns {
		return ways
	}
	asCode, others := ways[2], slices.Delete(slices.Clone(ways), 2, 3)
	return []way{asCode, others[k%len(others)]}
}

// TestRandomPrograms compares random programs that run as traces with what the interpreter
// prints, which other tests compare with CPython.
func TestRandomPrograms(t *testing.T) { compareRandom(t, judge.Program) }

// TestMixedPrograms is TestRandomPrograms with loops over operands of many types.
func TestMixedPrograms(t *testing.T) { compareRandom(t, judge.Mixed) }

// TestTurningPrograms is TestRandomPrograms with loops whose conditions change in turns: they get versions.
func TestTurningPrograms(t *testing.T) {
	if versions := compareRandom(t, judge.Turning); versions == 0 {
		t.Error("expected versions of loops, found none")
	}
}

// TestChangingPrograms is TestRandomPrograms with loops that read what changes meanwhile, so that traces are discarded.
func TestChangingPrograms(t *testing.T) {
	defer byTurns()()
	compareRandom(t, judge.Changing)
}

// TestVariedPrograms is TestRandomPrograms with loops over what classes, generators, exceptions and the library do.
func TestVariedPrograms(t *testing.T) {
	defer byTurns()()
	compareRandom(t, judge.Varied)
}

// byTurns makes each program run in one way until the function that it returns is called: there are many loops in programs of
// judge.Changing and judge.Varied.
func byTurns() (end func()) {
	was := *turns
	*turns = true
	return func() { *turns = was }
}

// compareRandom returns the number of versions of loops that ran.
func compareRandom(t *testing.T, program func(seed uint64) string) (versions int) {
	made, failed, bridges := 0, 0, 0
	reasons := map[string]int{}
	for seed := *first; seed < *first+*programs; seed++ {
		t.Run(strconv.Itoa(seed), func(t *testing.T) { // whose engines are closed at its end
			text := program(uint64(seed))
			want := judge.Run(text, false)
			for _, way := range waysOf(seed) {
				got, j := runTraced(t, text, way)
				if got != want {
					t.Errorf("program %d, %+v: expected\n%s\nfound\n%s\nand the same of\n%s", seed, way, want, got, shrunk(t, text, way))
				}
				for _, l := range j.Loops() {
					if l.Entered > 0 {
						made++
					} else {
						failed++
					}
					b, v := countOfLoop(l)
					bridges, versions = bridges+b, versions+v
					for _, why := range append(l.Failures, l.BridgeFailures...) {
						if k := strings.Index(why, ": "); k > 0 {
							why = why[k:]
						}
						reasons[why]++
					}
				}
			}
		})
	}
	t.Logf("%d loops ran as traces, %d did not; %d bridges, %d versions; %v", made, failed, bridges, versions, reasons)
	if made == 0 || bridges == 0 {
		t.Errorf("expected loops that run as traces with bridges, found %d and %d", made, bridges)
	}
	return versions
}

// shrunk makes a program smaller that prints something else with traces.
func shrunk(t *testing.T, program string, w way) string {
	return judge.Shrink(program, 200, func(smaller string) bool {
		want := judge.Run(smaller, false)
		if strings.HasPrefix(want, "not in the subset") {
			return false
		}
		got, _ := runTraced(t, smaller, w)
		return got != want
	})
}

func countBridges(in *jit.Installed) int {
	n := len(in.Bridges)
	for _, b := range in.Bridges {
		b.Target() // which is there as well after the bridge was thrown away
		n += countBridges(&b.Installed)
	}
	return n
}

// countOfLoop counts the bridges of a loop and of its versions, and the versions that have a trace.
func countOfLoop(l *jit.Loop) (bridges, versions int) {
	bridges = countBridges(&l.Installed)
	for _, v := range l.Versions {
		bridges += countBridges(&v.Installed)
		if v.Running() {
			versions++
		}
	}
	return bridges, versions
}

// TestPrograms runs the programs of lang/judge, one for each area of the language, as traces: in all ways, or in two of them by turns.
func TestPrograms(t *testing.T) {
	names, err := filepath.Glob("../lang/judge/testdata/*.py")
	if err != nil || len(names) == 0 {
		t.Fatalf("expected programs, found none: %v", err)
	}
	for k, name := range names {
		t.Run(filepath.Base(name), func(t *testing.T) { // whose engines are closed at its end
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(strings.TrimSuffix(name, ".py") + ".want")
			if err != nil {
				t.Fatal(err)
			}
			for _, way := range waysOfProgram(k) {
				if got, _ := runTraced(t, string(text), way); got != string(want) {
					t.Errorf("%+v: expected\n%s\nfound\n%s", way, want, got)
				}
			}
		})
	}
}

// TestLockstep runs random programs beside the interpreter, and compares all objects at each back edge.
func TestLockstep(t *testing.T) { lockstepRandom(t, judge.Program) }

// TestMixedLockstep is TestLockstep with loops over operands of many types.
func TestMixedLockstep(t *testing.T) { lockstepRandom(t, judge.Mixed) }

// TestTurningLockstep is TestLockstep with loops whose conditions change in turns.
func TestTurningLockstep(t *testing.T) {
	if versions := lockstepRandom(t, judge.Turning); versions == 0 {
		t.Error("expected versions of loops to be entered, found none")
	}
}

// TestChangingLockstep is TestLockstep with loops that read what changes meanwhile.
func TestChangingLockstep(t *testing.T) {
	defer byTurns()()
	lockstepRandom(t, judge.Changing)
}

// TestVariedLockstep is TestLockstep with loops over what classes, generators, exceptions and the library do.
func TestVariedLockstep(t *testing.T) {
	defer byTurns()()
	lockstepRandom(t, judge.Varied)
}

// lockstepRandom returns how often versions of loops were entered.
func lockstepRandom(t *testing.T, make func(seed uint64) string) (versions int) {
	iterations, entered, bridges := 0, 0, 0
	for seed := *first; seed < *first+*programs; seed++ {
		t.Run(strconv.Itoa(seed), func(t *testing.T) { // whose engines are closed at its end
			program := make(uint64(seed))
			compiled, err := compile.File("program.py", program)
			if err != nil {
				t.Fatal(err)
			}
			for _, way := range waysOf(seed) {
				e, region := engine(t, way.engine)
				o := vm.Options{Out: io.Discard, Err: io.Discard, Fuel: 2_000_000, Memory: 256 << 20, Stress: way.stress, Poison: way.stress, Region: region}
				l := jit.RunLockstep(compiled, o, jit.Options{Threshold: 2, Engine: e})
				if l.Difference != "" {
					t.Errorf("program %d, %+v: %s\n%s", seed, way, l.Difference, program)
				}
				iterations += l.Iterations
				for _, loop := range l.Traced.Loops() {
					entered += int(loop.Entered)
					b, _ := countOfLoop(loop)
					bridges += b
					for _, v := range loop.Versions {
						versions += int(v.Entered)
					}
				}
			}
		})
	}
	t.Logf("%d iterations were compared; traces were entered %d times, versions of them %d times; %d bridges", iterations, entered, versions, bridges)
	if entered == 0 || bridges == 0 {
		t.Errorf("expected traces to be entered, and bridges, found %d and %d", entered, bridges)
	}
	return versions
}

// TestLockstepOfHandlers: the register of an exception that is not there so far is no part of a frame that waits. A
// callee's registers begin in the middle of it.
func TestLockstepOfHandlers(t *testing.T) {
	compiled, err := compile.File("program.py", `
def show(x):
    s = repr(x)
def weigh(x, left):
    if left <= 0:
        x = list(x.items())
    if isinstance(x, (list, tuple, set)):
        for y in x:
            left = weigh(y, left - 1)
def cap(x):
    if isinstance(x, Num):
        x.v = cap(x.v)
    return x if weigh(x, 200) > 0 else None
class Num:
    made = 0
    def __init__(self, a, b=None):
        self.a, self.b = a, b
def f0(a, b):
    try:
        try:
            v1 = cap(a)
        except TypeError as e:
            print('caught', type(e).__name__, e)
        a = cap([str(z) for z in [1, 2, 3, 4]])
    except TypeError as e:
        assert ('a' & a), [(z, a) for z in [Num(1), Mod(2), Num(3.5)]]
    finally:
        print('finally', show((2 ** 63 if b else '')))
    while count_i4 < 22:
            break
try:
    v5
except NameError:
    v5 = 'a'
try:
    v6
except NameError:
    v6 = []
try:
    v7 = cap(((('a' in -2 ** 63 - 1) if v6 else f0(v5, '12')) or (format(v6, '+') if v5 else (v5 % 1e-7))))
except Exception as e:
    print(type(e).__name__, e)
try:
    v9
except NameError:
    v9 = -2 ** 63 - 1
    v9 |= f0(v5, v9)
    while count_i10 < 10:
        count_i10 += 1
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range ways {
		e, region := engine(t, way.engine)
		o := vm.Options{Out: io.Discard, Err: io.Discard, Fuel: 2_000_000, Memory: 256 << 20, Stress: way.stress, Poison: way.stress, Region: region}
		if l := jit.RunLockstep(compiled, o, jit.Options{Threshold: 2, Engine: e}); l.Difference != "" {
			t.Errorf("%+v: %s", way, l.Difference)
		}
	}
}

// TestPinsAreGivenBack runs loops that read more attributes of a class than all traces together may name, and
// that are given up after a while because one of these changes.
func TestPinsAreGivenBack(t *testing.T) {
	const loops, attributes = 16, 300 // 4,800 objects in all
	var b strings.Builder
	b.WriteString("class C:\n    pass\n\n\n")
	for f := range loops {
		for a := range attributes {
			fmt.Fprintf(&b, "C.a%d_%d = %d\n", f, a, f*attributes+a)
		}
	}
	for f := range loops {
		fmt.Fprintf(&b, "def f(n):\n    s = 0\n    i = 0\n    while i < n:\n        i += 1\n")
		for a := range attributes {
			fmt.Fprintf(&b, "        s += C.a%d_%d\n", f, a)
		}
		fmt.Fprintf(&b, "    return s\n\n\nfor r in range(12):\n    setattr(C, 'a%d_%%d' %% r, r)\n    print(f(3 + r * r))\n", f)
	}
	want := judge.Run(b.String(), false)
	got, j := runTraced(t, b.String(), way{false, "native"})
	if got != want {
		t.Errorf("expected\n%s\nfound\n%s", want, got)
	}
	entered := uint64(0)
	for _, l := range j.Loops() {
		entered += l.Entered
		for _, why := range l.Failures {
			if strings.Contains(why, "objects") {
				t.Errorf("expected room for what the traces name, found: %s", why)
			}
		}
		if l.Function == "f" && (!l.GivenUp || len(l.Failures) != 4 || l.Running()) {
			t.Errorf("expected that the loop in %v is given up after four traces, found %q", l.At, l.Failures)
		}
	}
	if entered < loops {
		t.Errorf("expected that each loop runs as a trace, found %d entries", entered)
	}
}

// TestExplained optimizes recordings once more for the reasons, which must be those of the traces that ran.
func TestExplained(t *testing.T) {
	_, j := runTraced(t, judge.Program(7), way{false, "executor"})
	compared := 0
	for _, l := range j.Loops() {
		if l.Optimized == nil {
			continue
		}
		compared++
		if want, got := listing(l.Optimized), listing(l.Explained().Out); got != want {
			t.Errorf("expected\n%s\nfound\n%s", want, got)
		}
	}
	if compared == 0 {
		t.Error("expected a program with traces, found none")
	}
}

func listing(t *trace.Trace) string {
	list := trace.Print(t, trace.PrintOptions{})
	var b strings.Builder
	for k := range list.Len() {
		b.WriteString(list.Line(k) + "\n")
	}
	return b.String()
}
