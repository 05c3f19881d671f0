//go:build linux && amd64

package native

import (
	"testing"

	"unbox/backend"
	"unbox/optimizer"
	"unbox/trace"
)

// endless is fuel for benchmarks; each iteration takes one unit.
const endless = 1 << 60

// BenchmarkEnter enters code that leaves at once, with n live values.
func BenchmarkEnter(b *testing.B) {
	for name, text := range map[string]string{
		"1":  "[i0]\nguard_true(i0) [i0]\nfinish(i0)\n",
		"12": "[i0, i1, i2, i3, i4, i5, p6, p7, p8, f9, f10, f11]\nguard_true(i0) [i0, i1, i2, i3, i4, i5, p6, p7, p8, f9, f10, f11]\nfinish(i0)\n",
	} {
		b.Run(name, func(b *testing.B) {
			program := newProgram(b)
			w, s, _ := spaceOf(b, program, 1<<20, false)
			slot := install(b, w, s, program, text, backend.InstallOptions{})
			in := make([]uint64, len(s.codes[slot].entry))
			for b.Loop() {
				if _, err := s.Enter(slot, in); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkPassage runs a loop whose guard fails in each iteration. It compares a loop
// without the guard, one that leaves to Go in each iteration, and one that takes a bridge.
func BenchmarkPassage(b *testing.B) {
	const loop = "[i0, i1]\ni2 = int_sub(i0, 1)\ni3 = int_and(i0, 1)\ni4 = int_add(i1, i3)\nguard_false(i2) [i2, i4]\njump(i2, i4)\n"
	const bridge = "[i2, i4]\ni5 = int_xor(i4, 5)\ni6 = int_gt(i2, 1)\nguard_true(i6) [i5]\njump(i2, i5, descr=<Loop1>)\n"
	setUp := func(b *testing.B) (s *Space, first, second backend.Slot, e backend.ExitPlace) {
		program := newProgram(b)
		w, s, _ := spaceOf(b, program, 1<<20, false)
		s.SetFuel(endless)
		first = install(b, w, s, program, loop, backend.InstallOptions{})
		e, err := s.Enter(first, []uint64{2, 0})
		if err != nil {
			b.Fatal(err)
		}
		second = install(b, w, s, program, bridge, backend.InstallOptions{Bridge: true, From: e, Inputs: s.At(e).Program.Trace.SnapValues(1)})
		return s, first, second, e
	}
	b.Run("leave", func(b *testing.B) {
		s, first, _, _ := setUp(b)
		in := []uint64{uint64(b.N) + 1, 0}
		for range b.N {
			if _, err := s.Enter(first, in); err != nil {
				b.Fatal(err)
			}
			v := s.Values()
			in[0], in[1] = v[0], v[1]^5
		}
	})
	b.Run("bridge", func(b *testing.B) {
		s, first, second, e := setUp(b)
		p := s.codes[second].program
		if err := s.SetExit(s.Place(second, p.Code[len(p.Code)-1].Source), first, nil); err != nil {
			b.Fatal(err)
		}
		if err := s.SetExit(e, second, s.At(e).Program.Trace.SnapValues(1)); err != nil {
			b.Fatal(err)
		}
		if _, err := s.Enter(first, []uint64{uint64(b.N) + 1, 0}); err != nil {
			b.Fatal(err)
		}
	})
}

// BenchmarkWorldLoop runs loops; one iteration counts as one operation.
func BenchmarkWorldLoop(b *testing.B) {
	for name, text := range map[string]string{
		"call":     "[i0]\ni1 = call_i(ConstClass(f), i0, descr=<Calli 8 i EF=2>)\nguard_true(i1) []\njump(i1)\n",
		"allocate": "[i0, p1]\np2 = new(Node)\nset(p2, value, i0)\ni3 = int_sub(i0, 1)\nguard_true(i3) [p2]\njump(i3, p2)\n",
		"boxes":    boxes,
	} {
		b.Run(name, func(b *testing.B) {
			program := newProgram(b)
			w, s, host := spaceOf(b, program, 1<<20, false)
			host.call = func(args []uint64) (uint64, uint64, error) { return args[1] - 1, 0, nil }
			s.SetFuel(endless)
			in := []uint64{uint64(b.N), 0}
			if name == "call" {
				in = in[:1]
			}
			if name == "boxes" {
				for k, v := range []uint64{0, 0, uint64(b.N)} {
					at := w.Fixed(1<<2, 2)
					w.Words[at/8+1] = v
					in = append(in[:k], uint64(at))
				}
				text = optimized(b, program, text)
			}
			slot := install(b, w, s, program, text, backend.InstallOptions{})
			b.ResetTimer()
			if _, err := s.Enter(slot, in); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// boxes is "s += i; i += 1" until i is n, with boxed numbers, as it is recorded.
const boxes = `[p0, p1, p2]
guard_class(p1, Box) [p0, p1]
i3 = get(p1, val)
guard_class(p2, Box) [p0, p1]
i4 = get(p2, val)
i5 = int_lt(i3, i4)
guard_true(i5) [p0, p1]
guard_class(p0, Box) [p0, p1]
i6 = get(p0, val)
i7 = int_add_ovf(i6, i3)
guard_no_overflow() [p0, p1]
p8 = new(Box)
set(p8, val, i7)
i9 = int_add_ovf(i3, 1)
guard_no_overflow() [p8, p1]
p10 = new(Box)
set(p10, val, i9)
jump(p8, p10, p2)
`

func optimized(b *testing.B, program *trace.Program, text string) string {
	tr, list := program.Parse(text)
	if tr == nil {
		b.Fatal(list)
	}
	preset, err := optimizer.PresetByName("loop")
	if err != nil {
		b.Fatal(err)
	}
	out := ""
	for _, line := range trace.Print(optimizer.Optimize(tr, preset.Passes).Out, trace.PrintOptions{}).Lines() {
		out += line + "\n"
	}
	return out
}
