//go:build linux && amd64

package native

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/interp"
	"unbox/trace"
)

// featureSets are the processors for which tests generate code and run it.
func featureSets() map[string]Features {
	sets := map[string]Features{"sse2": {}}
	if host := Host(); host != (Features{}) {
		sets["host"] = host
	}
	return sets
}

func mustParse(t testing.TB, text string) *trace.Trace {
	t.Helper()
	tr, list := trace.Parse(text)
	for _, d := range list {
		if d.Severity == trace.Error {
			t.Fatalf("%s\n%s", d.Message, text)
		}
	}
	return tr
}

// machine is a trace with its code.
type machine struct {
	trace  *trace.Trace
	code   *Code
	driver *backend.Driver
	// compared counts the runs that were compared; guessed those that came to a guess.
	compared, guessed int
}

// build plans and compiles a trace; it returns nil if the trace is refused.
func build(t testing.TB, trace *trace.Trace, o Options) *machine {
	t.Helper()
	p, err := backend.Plan(trace, backend.Options{Tags: true})
	if err != nil {
		return nil
	}
	before := slices.Clone(p.Code)
	code, err := Compile(p, o)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(before, p.Code) {
		t.Fatal("expected a program that is as it was, for other engines to compile; found it changed")
	}
	return &machine{trace: trace, code: code, driver: backend.NewDriver(p, code)}
}

func (m *machine) close() { m.code.Close() }

// check runs the code and the interpreter on the same inputs, and says what
// differs; "" if nothing does.
func (m *machine) check(in *interp.Inputs, o backend.RunOptions) string {
	want := interp.Run(m.trace, in, o.RunOptions)
	got, err := m.driver.Run(in, o)
	if errors.Is(err, backend.ErrGuessed) {
		m.guessed++
		if !want.Guessed || !o.Imagined {
			return "the code came to a guess, and the interpreter did not guess"
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	m.compared++
	if want.Exit == interp.ExitExhausted { // it never collects
		return ""
	}
	if want.Exit != got.Exit || want.Op != got.Op || want.Jumps != got.Jumps {
		return "expected " + describe(want) + ", found " + describe(got)
	}
	if want.Exit == interp.ExitOpaque || want.Exit == interp.ExitUndefined {
		return ""
	}
	v := interp.Compare(want, got)
	if v.Kind != interp.VerdictAgree {
		return v.Kind.String()
	}
	return ""
}

func describe(o *interp.Outcome) string {
	name := "the end"
	if o.Op > 0 && int(o.Op) < len(o.Trace.Ops) {
		name = o.Trace.Ops[o.Op].Code.String()
	}
	return o.Exit.String() + " at " + name
}

// tiny makes every allocation slow and moves all objects each time.
var tiny = arena.Options{Young: 1 << 12, Chunk: 8}

func seeded(k uint64) *rand.Rand { return rand.New(rand.NewPCG(k, 1)) }
