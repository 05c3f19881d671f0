package prove

import (
	"fmt"
	"strings"

	"unbox/optimizer"
)

// Which guard of an optimized text is which one of the recorded text? The optimizer
// knows; two texts do not say. Guards keep their order, so this is the question of
// a best alignment of two sequences: as many as possible that ask alike (the same
// operation, the same arguments by name or by what computes them, the same exit). A
// guard whose text says `from 7, 12` is that of row 7 of the recorded trace, and asks
// the question of row 12 as well.
//
// Where the optimized text has more labels than the recorded one, the parts behind
// the further ones are iterations of the same loop: a preamble and a peeled loop
// correspond to the recorded loop each.

// alignGuards sets Op.Src and Op.Copy of the second trace, and Snapshot.Takes. An error
// says that the text of a guard names a row that is none of a guard.
func alignGuards(before, after *optimizer.Trace) error {
	a := &aligner{before: newDescriber(before), after: newDescriber(after), from: map[optimizer.Value]optimizer.Value{}}
	if err := a.readRows(); err != nil {
		return err
	}
	recorded, optimized := parts(before), parts(after)
	for k, part := range optimized {
		own := recorded[min(k, len(recorded)-1)]
		if k < len(recorded) {
			if part.label != 0 && own.label != 0 {
				after.Ops[part.label].Src = int32(own.label)
			}
		}
		a.part(own, part, k >= len(recorded))
	}
	return nil
}

// readRows finds the guards whose text says which ones they are.
func (a *aligner) readRows() error {
	t, u := a.before.t, a.after.t
	for v := optimizer.Value(1); int(v) < len(u.Ops); v++ {
		for k, row := range u.FromRows(v) {
			guard := t.AtRow(row)
			if guard == optimizer.None {
				return fmt.Errorf("line %d: expected a row of the recorded trace, which has %d, found row %d", u.Ops[v].Line, t.Len(), row)
			}
			if !t.Ops[guard].Code.IsGuard() {
				return fmt.Errorf("line %d: expected the row of a guard of the recorded trace, found row %d, `%s`", u.Ops[v].Line, row, t.Ops[guard].Code)
			}
			if k == 0 {
				a.from[v] = guard
			} else {
				u.Snaps[u.Ops[v].Snap].Takes = int32(guard)
			}
		}
	}
	return nil
}

// part is what stands behind a label, up to the next one.
type part struct {
	label    optimizer.Value
	from, to optimizer.Value
}

func parts(t *optimizer.Trace) []part {
	list := []part{{from: 1}}
	for v := optimizer.Value(1); int(v) < len(t.Ops); v++ {
		if t.Ops[v].Code != optimizer.OpLabel {
			continue
		}
		if v == 1 {
			list[0].label = v
			continue
		}
		list[len(list)-1].to = v
		list = append(list, part{label: v, from: v + 1})
	}
	list[len(list)-1].to = optimizer.Value(len(t.Ops))
	return list
}

type aligner struct {
	before, after *describer
	// from is the recorded guard that the text of an optimized one names.
	from map[optimizer.Value]optimizer.Value
}

// part aligns one part of the optimized trace with one of the recorded one.
func (a *aligner) part(before, after part, copied bool) {
	t, u := a.before.t, a.after.t
	a.guards(guardsOf(t, before), guardsOf(u, after))
	a.allocations(before, after)
	// The last operations correspond if they end in the same way.
	x, y := before.to-1, after.to-1
	if x > 0 && y > 0 && t.Ops[x].Code == u.Ops[y].Code && (t.Ops[x].Code == optimizer.OpFinish || t.Ops[x].Code == optimizer.OpJump) {
		u.Ops[y].Src = int32(x)
	}
	if copied {
		for v := after.from; v < after.to; v++ {
			u.Ops[v].Copy = 1
		}
	}
}

func guardsOf(t *optimizer.Trace, p part) []optimizer.Value {
	var list []optimizer.Value
	for v := p.from; v < p.to; v++ {
		if t.Ops[v].Code.IsGuard() {
			list = append(list, v)
		}
	}
	return list
}

// guards aligns two lists of guards: the one with the greatest sum of likenesses,
// earlier ones first.
func (a *aligner) guards(x, y []optimizer.Value) {
	best := make([][]int, len(x)+1)
	for i := range best {
		best[i] = make([]int, len(y)+1)
	}
	like := func(i, j int) int {
		if guard, ok := a.from[y[j]]; ok {
			if guard == x[i] {
				return 1 << 20
			}
			return 0
		}
		return a.likeness(x[i], y[j])
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if n := like(i, j); n > 0 {
				best[i][j] = max(best[i][j], best[i+1][j+1]+n)
			}
		}
	}
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch n := like(i, j); {
		case n > 0 && best[i][j] == best[i+1][j+1]+n:
			a.after.t.Ops[y[j]].Src = int32(x[i])
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
}

// likeness says how much two guards ask alike, 0 if they cannot be the same.
func (a *aligner) likeness(x, y optimizer.Value) int {
	p, q := a.before.t.Ops[x].Code, a.after.t.Ops[y].Code
	n := 0
	switch {
	case p == q:
		n = 8
	case compatible(p, q):
		n = 2
	default:
		return 0
	}
	if a.before.args(x) == a.after.args(y) {
		n += 4
	}
	if a.before.question(x) == a.after.question(y) {
		n += 4
	}
	if a.before.exit(x) == a.after.exit(y) {
		n += 2
	}
	return n
}

// compatible tells whether a pass can have made one guard of another.
func compatible(p, q optimizer.Opcode) bool {
	group := func(c optimizer.Opcode) int {
		switch c {
		case optimizer.OpGuardTrue, optimizer.OpGuardFalse, optimizer.OpGuardValue:
			return 1
		case optimizer.OpGuardClass, optimizer.OpGuardNonnull, optimizer.OpGuardNonnullClass, optimizer.OpGuardIsnull:
			return 2
		case optimizer.OpGuardNoOverflow, optimizer.OpGuardOverflow:
			return 3
		}
		return 4 + int(c)
	}
	return group(p) == group(q) || group(p)+group(q) == 3
}

// allocations finds the allocations of the same type and name.
func (a *aligner) allocations(before, after part) {
	t, u := a.before.t, a.after.t
	taken := make(map[optimizer.Value]bool)
	for v := after.from; v < after.to; v++ {
		op := &u.Ops[v]
		if op.Code.Info().Effect != optimizer.EffectAllocate {
			continue
		}
		for w := before.from; w < before.to; w++ {
			if o := &t.Ops[w]; !taken[w] && o.Code == op.Code && o.Descr == op.Descr && o.Name == op.Name {
				op.Src = int32(w)
				taken[w] = true
				break
			}
		}
	}
}

// describer writes what guards ask, so that two traces' can be compared.
type describer struct {
	t     *optimizer.Trace
	names *optimizer.Namer
}

func newDescriber(t *optimizer.Trace) *describer {
	return &describer{t, optimizer.NewNamer(t, "")}
}

func (d *describer) args(v optimizer.Value) string {
	var text strings.Builder
	for _, arg := range d.t.Args(v) {
		text.WriteString(d.names.Name(arg) + " ")
	}
	return text.String()
}

// question writes what computes the argument of a guard.
func (d *describer) question(v optimizer.Value) string {
	args := d.t.Args(v)
	if len(args) == 0 && v > 1 { // an overflow guard asks about the operation before it
		return d.t.Ops[v-1].Code.String() + " " + d.args(v-1)
	}
	if len(args) == 0 || !args[0].IsOp() {
		return ""
	}
	return d.t.Ops[args[0]].Code.String() + " " + d.args(args[0])
}

func (d *describer) exit(v optimizer.Value) string {
	snap := d.t.Ops[v].Snap
	if snap <= 0 {
		return ""
	}
	var text strings.Builder
	for _, value := range d.t.SnapValues(snap) {
		switch {
		case value.IsVirtual():
			text.WriteString("virtual ")
		case value == optimizer.None:
			text.WriteString("None ")
		default:
			text.WriteString(d.names.Name(value) + " ")
		}
	}
	return text.String()
}
