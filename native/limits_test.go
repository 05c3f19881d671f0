//go:build linux && amd64

package native

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"unbox/backend"
	"unbox/interp"
	"unbox/trace"
)

// limited are loops that reach each limit in the middle of an iteration, after an effect and before the next: the
// code leaves at a back edge, and the interpreter goes on from there with the live values.
var limited = []string{
	`[i0, i1]
i2 = int_add(i0, i1)
print(i0)
i3 = int_mul(i2, 3)
i4 = int_xor(i3, i0)
print(i4)
i5 = int_and(i4, 1023)
jump(i2, i5)
`,
	`class Box { value: int, next: Box }
[i0, p1, f2]
p3 = new(Box)
set(p3, value, i0)
set(p3, next, p1)
f4 = float_add(f2, 0.5)
print(f4)
i5 = get(p1, value)
i6 = int_add(i5, i0)
print(i6)
i7 = escape_i(p3)
i8 = int_add(i0, 1)
jump(i8, p3, f4)
`,
	`class Box { value: int, next: Box }
[i0, p1]
p2 = escape_r(p1)
i3 = ptr_eq(p2, p1)
print(p1)
i4 = int_add(i0, i3)
p5 = new(Box)
set(p5, value, i4)
p6 = escape_r(p5)
print(i4)
jump(i4, p5)
`,
	`class Error { code: int }
[i0, p1]
i2 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=5>)
guard_no_exception() [i2]
guard_not_invalidated() [i0]
p3 = call_r(ConstClass(g), p1, i2, descr=<Callr 8 ri EF=7>)
i4 = int_sub(i0, i2)
print(p3)
jump(i4, p3)
`,
	`class Frame { token: int, back: Frame }
[i0, p1]
p2 = force_token()
set(p1, back, p1)
p3 = new_array_clear(i0, descr=<ArrayP 8>)
i4 = arraylen_gc(p3, descr=<ArrayP 8>)
print(i4)
i5 = int_add(i4, 1)
i6 = int_and(i5, 7)
print(i6)
jump(i6, p1)
`,
	`class Error { code: int }
[i0, p1]
i2 = call_i(ConstClass(f), i0, p1, descr=<Calli 8 ir EF=5>)
p3 = guard_exception(Error) [i0, p1, i2]
i4 = get(p3, code)
p5 = new(Error)
set(p5, code, i4)
print(p5)
jump(i4, p5)
`,
	`[i0]
i1 = int_add(i0, 1)
i2 = int_lt(i1, 5)
guard_true(i2) [i0, i1]
print(i1)
jump(i1)
`,
	`class Box { value: int }
[i0, p1]
print(i0)
p2 = new(Box)
set(p2, value, i0)
p3 = escape_r(p2)
print(p2)
p4 = new(Box)
finish(p4)
`,
}

// TestLimits runs loops up to each of the first limits of every kind, with slices of fuel of different lengths. The
// code must stop where the interpreter does, having done and counted the same.
func TestLimits(t *testing.T) {
	kinds := map[string]func(o *interp.RunOptions, n int){
		"jumps":   func(o *interp.RunOptions, n int) { o.Jumps = n },
		"steps":   func(o *interp.RunOptions, n int) { o.Steps = n },
		"effects": func(o *interp.RunOptions, n int) { o.Effects = n },
		"objects": func(o *interp.RunOptions, n int) { o.Heap.Objects = n },
	}
	ends := map[interp.ExitKind]int{}
	for k, text := range limited {
		tr := mustParse(t, text)
		m := build(t, tr, Options{Features: Host()})
		if m == nil {
			t.Fatalf("expected code, found a trace that is refused\n%s", text)
		}
		for kind, set := range kinds {
			for n := 1; n <= 30; n++ {
				for _, slice := range []int{0, 1, 3} {
					o := backend.RunOptions{Slice: slice}
					o.Imagined, o.HostileCalls = true, n%2 == 0
					set(&o.RunOptions, n)
					in := interp.RandomInputs(tr, rand.New(rand.NewPCG(uint64(k), uint64(n%5))))
					want := interp.Run(tr, in, o.RunOptions)
					got, err := m.driver.Run(in, o)
					if err != nil {
						t.Errorf("trace %d, %d %s, slice %d: %v", k, n, kind, slice, err)
						continue
					}
					if a, b := everything(want), everything(got); a != b {
						t.Errorf("trace %d, %d %s, slice %d: expected\n%s\nfound\n%s", k, n, kind, slice, a, b)
					}
					ends[want.Exit]++
				}
			}
		}
		m.close()
	}
	for _, kind := range []interp.ExitKind{interp.ExitLimit, interp.ExitExhausted} {
		if ends[kind] < 300 {
			t.Errorf("expected at least 300 runs that end with `%s`, found %d", kind, ends[kind])
		}
	}
}

// everything is what an outcome says: where the run ended, what it did and counted, and all objects, without
// contents that are 0 or null: the code does not know whether these were written. The objects of a run that
// is out of memory do not matter.
func everything(o *interp.Outcome) string {
	r := o.Report(trace.NewNamer(o.Trace, ""), 40)
	if o.Exit == interp.ExitExhausted {
		r.Objects = nil
	}
	for k := range r.Objects {
		r.Objects[k].Fields = slices.DeleteFunc(r.Objects[k].Fields, func(f interp.Named) bool { return slices.Contains([]string{"0", "null", "0.0"}, f.Value.Text) })
	}
	return fmt.Sprintf("%s at operation %d after %d jumps, %d steps, %d allocations\n%+v", o.Exit, o.Op, o.Jumps, o.Steps, o.Allocations, *r)
}

// A run without allocations whose inputs are all the objects that the limit allows can go on, even in code: it has a
// reference to the frame only if the trace asks for one.
func TestInputsUpToTheLimit(t *testing.T) {
	const plain = `class Box { value: int }
[p0, p1]
i2 = get(p1, value)
finish(p0, i2)
`
	const asking = `class Box { value: int }
[p0, p1]
p2 = force_token()
i3 = get(p1, value)
finish(p2, i3)
`
	for _, text := range []string{plain, asking} {
		tr := mustParse(t, text)
		m := build(t, tr, Options{Features: Host()})
		for n := 1; n <= 5; n++ {
			var o backend.RunOptions
			o.Heap.Objects = n
			in, _ := interp.ParseInputs(tr, "p0=Box(value=1), p1=Box(value=2)")
			want := interp.Run(tr, in, o.RunOptions)
			got, err := m.driver.Run(in, o)
			if err != nil {
				t.Errorf("%d objects: expected an outcome, found %v\n%s", n, err, text)
				continue
			}
			if a, b := everything(want), everything(got); a != b {
				t.Errorf("%d objects: expected\n%s\nfound\n%s", n, a, b)
			}
		}
		m.close()
	}
}
