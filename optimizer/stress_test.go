package optimizer_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"unbox/optimizer"
	"unbox/trace"
)

// Traces that a quadratic search, a deep recursion or an unbounded description
// would not survive. Nothing is timed: a pass that is not linear does not
// finish here.
var stressTraces = map[string]func(n int) string{
	"guards on one object": func(n int) string {
		return "[p0, i1]\n" + repeat(n, "guard_class(p0, Box) [i1, p0]\n") + "finish(i1)\n"
	},
	"guards on many values": func(n int) string {
		return "[i0]\n" + repeatNumbered(n, "i%[1]d = int_add(i%[2]d, 7)\nguard_true(i%[1]d) [i%[2]d]\n") + "jump(i0)\n"
	},
	"writes to one object": func(n int) string {
		return "[p0, i1]\n" + repeat(n, "set(p0, val, i1)\nset(p0, val, 3)\n") + "jump(p0, i1)\n"
	},
	"writes to one virtual object": func(n int) string {
		return "[i0]\np1 = new(Box)\n" + repeat(n, "set(p1, val, i0)\n") + "finish(p1)\n"
	},
	"writes to many objects": func(n int) string {
		return "[p0]\n" + repeatNumbered(n, "p%[1]d = get(p%[2]d, next)\nset(p%[1]d, val, %[1]d)\n") + "jump(p0)\n"
	},
	"many fields": func(n int) string {
		return "[i0]\np1 = new(Box)\n" + repeatNumbered(n, "set(p1, field%[1]d, i0)\n") + "jump(i0)\n"
	},
	"a chain that escapes": func(n int) string {
		return nodeChain(n) + "escape(p%[1]d)\njump(i0)\n"
	},
	"a chain in a snapshot": func(n int) string {
		return nodeChain(n) + "guard_true(i0) [p%[1]d]\njump(i0)\n"
	},
	"a chain that grows from guard to guard": func(n int) string {
		return "[i0]\np1 = new(Node)\n" + repeatFrom(2, n, "p%[1]d = new(Node)\nset(p%[1]d, next, p%[2]d)\nguard_true(i0) [p%[1]d]\n") + "jump(i0)\n"
	},
	"a chain whose end changes from guard to guard": func(n int) string {
		return nodeChain(n/2) + repeat(n/2, "set(p1, val, i0)\nguard_true(i0) [p%[1]d]\n") + "jump(i0)\n"
	},
	"a chain across the jump": func(n int) string {
		return strings.Replace(nodeChain(n), "[i0]", "[i0, p0]", 1) + "jump(i0, p%[1]d)\n"
	},
	"many values across the jump": func(n int) string {
		return "[i0, p0]\np1 = new(Box)\n" + repeatFrom(2, n, "i%[1]d = int_add(i0, %[1]d)\nset(p1, field%[1]d, i%[1]d)\n") + "jump(i0, p1)\n"
	},
	"sums of sums": func(n int) string {
		return "[i0]\n" + repeatNumbered(n, "i%[1]d = int_add(i%[2]d, i%[2]d)\n") + "jump(i%[1]d)\n"
	},
	"constants that are all different": func(n int) string {
		return "[i0]\n" + repeatNumbered(n, "i%[1]d = int_mul(i0, %[1]d)\nprint(i%[1]d)\n") + "jump(i0)\n"
	},
	"items of one array": func(n int) string {
		return "[p0, i0]\n" + repeatNumbered(n, "setarrayitem_gc(p0, %[1]d, i0, descr=<ArrayS 8>)\n") + "jump(p0, i0)\n"
	},
}

func repeat(n int, text string) string { return strings.Repeat(text, n) }

func repeatNumbered(n int, format string) string { return repeatFrom(1, n, format) }

// repeatFrom writes a format with the numbers from k to n, and the one before
// each as a second argument.
func repeatFrom(k, n int, format string) string {
	var b strings.Builder
	for ; k <= n; k++ {
		b.WriteString(strings.NewReplacer("%[1]d", strconv.Itoa(k), "%[2]d", strconv.Itoa(k-1)).Replace(format))
	}
	return b.String()
}

// nodeChain is a list of n objects; the last one is p<n>.
func nodeChain(n int) string {
	return "[i0]\np1 = new(Node)\n" + repeatFrom(2, n, "p%[1]d = new(Node)\nset(p%[1]d, next, p%[2]d)\n")
}

func TestStress(t *testing.T) {
	n := stressLength
	if testing.Short() {
		n = 5_000
	}
	var o optimizer.Optimizer
	for name, build := range stressTraces {
		text := build(n)
		last := n
		if strings.Contains(name, "end changes") {
			last = n / 2
		}
		text = strings.ReplaceAll(text, "%[1]d", fmt.Sprint(last))
		in, errs := trace.Parse(text)
		if in == nil {
			t.Errorf("%s: expected a trace, found %s", name, errs[0].Message)
			continue
		}
		for _, preset := range []string{"straight", "loop"} {
			p, _ := optimizer.PresetByName(preset)
			r := o.Run(in, p.Passes)
			if err := trace.Check(r.Out); err != nil {
				t.Errorf("%s, %s: %v", name, preset, err)
			}
			if most := 3*len(in.Ops) + 100; len(r.Out.Ops) > most || len(r.Out.VirtualFields) > 40*len(in.Ops) {
				t.Errorf("%s, %s: expected at most %d operations and %d described fields, found %d and %d", name, preset,
					most, 40*len(in.Ops), len(r.Out.Ops), len(r.Out.VirtualFields))
			}
		}
	}
}
