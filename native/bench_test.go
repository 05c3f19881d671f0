//go:build linux && amd64

package native

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/interp"
	"unbox/optimizer"
)

// kernels are inner loops as a tracing JIT records them, without boxes. iterations is the
// number of iterations that the inputs allow.
var kernels = []struct {
	name, trace string
	inputs      func() string
	iterations  int
}{
	{"sqrt-int", `
[i0, i1, i2]
i3 = int_gt(i0, 0)
guard_true(i3) [i0, i1, i2]
i4 = int_sub(i0, 1)
i5 = int_py_div(i2, i1)
i6 = int_add_ovf(i1, i5)
guard_no_overflow() [i4, i1, i2]
i7 = int_py_div(i6, 2)
guard_true(i7) [i4, i7, i2]
jump(i4, i7, i2)
`, func() string { return "i0=20000, i1=617, i2=1234567" }, 20000},
	{"sqrt-float", `
[i0, f1, f2]
i3 = int_gt(i0, 0)
guard_true(i3) [i0, f1, f2]
i4 = int_sub(i0, 1)
f5 = float_truediv(f2, f1)
f6 = float_add(f1, f5)
f7 = float_truediv(f6, 2.0)
jump(i4, f7, f2)
`, func() string { return "i0=20000, f1=617.5, f2=1234.5" }, 20000},
	{"conv3", `
[i0, i1, p0, p1, f0, f1, f2]
i2 = int_lt(i0, i1)
guard_true(i2) [i0]
i3 = int_sub(i0, 1)
i4 = arraylen_gc(p0, descr=<ArrayF 8>)
i5 = uint_lt(i3, i4)
guard_true(i5) [i0]
f3 = getarrayitem_gc_f(p0, i3, descr=<ArrayF 8>)
i6 = uint_lt(i0, i4)
guard_true(i6) [i0]
f4 = getarrayitem_gc_f(p0, i0, descr=<ArrayF 8>)
i7 = int_add(i0, 1)
i8 = uint_lt(i7, i4)
guard_true(i8) [i0]
f5 = getarrayitem_gc_f(p0, i7, descr=<ArrayF 8>)
f6 = float_mul(f3, f0)
f7 = float_mul(f4, f1)
f8 = float_add(f6, f7)
f9 = float_mul(f5, f2)
f10 = float_add(f8, f9)
i9 = arraylen_gc(p1, descr=<ArrayF 8>)
i10 = uint_lt(i0, i9)
guard_true(i10) [i0]
setarrayitem_gc(p1, i0, f10, descr=<ArrayF 8>)
jump(i7, i1, p0, p1, f0, f1, f2)
`, func() string {
		return "i0=1, i1=1999, p0=" + floats(2000) + ", p1=" + floats(2000) + ", f0=0.25, f1=0.5, f2=0.75"
	}, 1998},
	{"sum", `
[i0, i1, p0, i2]
i3 = int_lt(i0, i1)
guard_true(i3) [i0]
i4 = arraylen_gc(p0, descr=<ArrayS 8>)
i5 = uint_lt(i0, i4)
guard_true(i5) [i0]
i6 = getarrayitem_gc_i(p0, i0, descr=<ArrayS 8>)
i7 = int_add_ovf(i2, i6)
guard_no_overflow() [i0, i2]
i8 = int_add(i0, 1)
jump(i8, i1, p0, i7)
`, func() string { return "i0=0, i1=2000, p0=" + ints(2000) + ", i2=0" }, 2000},
	{"collatz", `
[i0, i1]
i2 = int_and(i0, 1)
i3 = int_mul(i0, 3)
i4 = int_add(i3, 1)
i5 = int_rshift(i0, 1)
i6 = int_mul(i2, i4)
i7 = int_sub(1, i2)
i8 = int_mul(i7, i5)
i9 = int_add(i6, i8)
i10 = int_py_mod(i9, 1000003)
i11 = int_add(i1, 1)
i12 = int_lt(i11, 20000)
guard_true(i12) [i10]
jump(i10, i11)
`, func() string { return "i0=27, i1=0" }, 20000},
	{"float-loop", `
[i0, f0, f1]
f2 = float_mul(f0, f0)
f3 = float_sub(f2, f1)
f4 = cast_int_to_float(i0)
f5 = float_mul(f4, 1e-9)
f6 = float_add(f3, f5)
i1 = float_lt(f6, 4.0)
guard_true(i1) [f6]
f7 = float_mul(f6, 0.5)
i2 = int_add(i0, 1)
i3 = int_lt(i2, 20000)
guard_true(i3) [f7]
jump(i2, f7, f1)
`, func() string { return "i0=0, f0=0.5, f1=0.25" }, 20000},
	{"box-loop", `
class Box { val: int }
[p0, i1]
guard_nonnull_class(p0, Box)
i2 = getfield_gc_i(p0, descr=val)
i3 = int_add(i2, 1)
p4 = new(Box)
setfield_gc(p4, i3, descr=val)
i5 = int_lt(i3, i1)
guard_true(i5) [p4]
jump(p4, i1)
`, func() string { return "p0=Box(val=0), i1=20000" }, 20000},
}

func floats(n int) string {
	return "[" + strings.TrimSuffix(strings.Repeat("1.5, ", n), ", ") + "]"
}

func ints(n int) string {
	return "[" + strings.TrimSuffix(strings.Repeat("3, ", n), ", ") + "]"
}

// BenchmarkKernels reports the best and the median time of an iteration in the code
// itself, without entering it.
func BenchmarkKernels(b *testing.B) {
	for _, k := range kernels {
		for _, preset := range []string{"", "loop"} {
			b.Run(k.name+"/"+map[string]string{"": "recorded", "loop": "loop"}[preset], func(b *testing.B) {
				trace := mustParse(b, k.trace)
				in, list := interp.ParseInputs(trace, k.inputs())
				if hasErrors(list) {
					b.Fatal(list[0].Message)
				}
				if preset != "" {
					p, _ := optimizer.PresetByName(preset)
					trace = optimizer.Optimize(trace, p.Passes).Out
				}
				p, err := backend.Plan(trace, backend.Options{})
				if err != nil {
					b.Fatal(err)
				}
				code, err := Compile(p, Options{Features: Host()})
				if err != nil {
					b.Fatal(err)
				}
				defer code.Close()
				driver := backend.NewDriver(p, code)
				o := backend.RunOptions{CollectFreely: true}
				o.Jumps, o.Steps = 1<<40, 1<<50
				var times []time.Duration
				o.Enter = func(run func() error) error {
					for range max(b.N, 20) {
						times = append(times, code.timed())
					}
					return run()
				}
				if _, err := driver.Run(in, o); err != nil {
					b.Fatal(err)
				}
				slices.Sort(times)
				b.ReportMetric(float64(times[0].Nanoseconds())/float64(k.iterations), "min-ns/iteration")
				b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/float64(k.iterations), "median-ns/iteration")
				b.ReportMetric(float64(code.StraightSize()), "bytes")
			})
		}
	}
}

// timed runs the code up to its first exit, and returns how long that took.
func (c *Code) timed() time.Duration {
	r := c.running
	frame := int(c.program.Layout.Frame)
	for k, v := range c.program.Entry {
		r.setStack(slotOffset(int32(k)), c.native(v, r.base(), r.word(frame+8*k)))
	}
	r.setWord(arena.WordFuel, 1<<40)
	start := time.Now()
	r.enter(0)
	return time.Since(start)
}

// BenchmarkCompile measures code generation, in operations of the trace per
// second.
func BenchmarkCompile(b *testing.B) {
	var text strings.Builder
	text.WriteString("[i0, i1, p0, f0]\n")
	const n = 2000
	a, f := "i0", "f0"
	for k := range n {
		fmt.Fprintf(&text, "i%d = int_add(%s, i1)\ni%d = int_xor(i%d, %d)\ni%d = int_lt(i%d, i1)\nguard_false(i%d) [i%d, i1]\n", 10*k+10, a, 10*k+11, 10*k+10, k, 10*k+12, 10*k+11, 10*k+12, 10*k+11)
		fmt.Fprintf(&text, "i%d = getfield_gc_i(p0, descr=val)\ni%d = int_mul(i%d, i%d)\nf%d = float_add(%s, 1.5)\nsetfield_gc(p0, i%d, descr=val)\n", 10*k+13, 10*k+14, 10*k+13, 10*k+11, 10*k+15, f, 10*k+14)
		a, f = fmt.Sprintf("i%d", 10*k+14), fmt.Sprintf("f%d", 10*k+15)
	}
	fmt.Fprintf(&text, "jump(%s, i1, p0, %s)\n", a, f)
	trace := mustParse(b, text.String())
	p, err := backend.Plan(trace, backend.Options{})
	if err != nil {
		b.Fatal(err)
	}
	for _, listing := range []bool{false, true} {
		b.Run(fmt.Sprintf("listing=%v", listing), func(b *testing.B) {
			e := Engine{Options: Options{Features: Host(), Listing: listing}}
			for b.Loop() {
				if _, err := e.Compile(p); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(trace.Ops))*float64(b.N)/b.Elapsed().Seconds(), "ops/s")
		})
	}
}
