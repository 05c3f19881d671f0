package prove

import (
	"fmt"
	"strings"

	"unbox/trace"
)

// Which guard of the recorded text is each guard of an optimized text? The optimizer
// knows; two texts do not say. Guards keep their order, so the task is to find the
// best alignment of two sequences: as many pairs as possible that ask alike (the same
// operation, the same arguments by name or by what computes them, the same exit). A
// guard whose text says `from 7, 12` is that of row 7 of the recorded trace, and asks
// the question of row 12 as well.
//
// Where the optimized text has more labels than the recorded one, the parts after
// the additional ones are iterations of the same loop: a preamble and a peeled
// loop each correspond to the recorded loop. Where it has as many, the first iteration of a
// loop, or guards that were moved out of it, can be before its label: see alignreadings.go.

// alignGuards sets Op.Src and Op.Copy of the second trace, and Snapshot.Takes. An error
// says that the text of a guard names a row that is not a guard's.
func alignGuards(before, after *trace.Trace) error {
	a := &aligner{before: newDescriber(before), after: newDescriber(after), from: map[trace.Value]trace.Value{}}
	if err := a.readRows(); err != nil {
		return err
	}
	a.chooseReading(parts(before), parts(after))
	return nil
}

// readRows finds the guards whose text says which ones they are.
func (a *aligner) readRows() error {
	t, u := a.before.t, a.after.t
	for v := trace.Value(1); int(v) < len(u.Ops); v++ {
		for k, count := range u.FromRows(v) {
			guard := t.AtCount(count)
			if guard == trace.None {
				return fmt.Errorf("line %d: expected the count of an operation of the recorded trace, which has %d, found %d", u.Ops[v].Line, t.Len(), count)
			}
			if !t.Ops[guard].Code.IsGuard() {
				return fmt.Errorf("line %d: expected the count of a guard of the recorded trace, found %d, `%s`", u.Ops[v].Line, count, t.Ops[guard].Code)
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

// part is what comes after a label, up to the next one.
type part struct {
	label    trace.Value
	from, to trace.Value
}

func parts(t *trace.Trace) []part {
	list := []part{{from: 1}}
	for v := trace.Value(1); int(v) < len(t.Ops); v++ {
		if t.Ops[v].Code != trace.OpLabel {
			continue
		}
		if v == 1 {
			list[0].label = v
			continue
		}
		list[len(list)-1].to = v
		list = append(list, part{label: v, from: v + 1})
	}
	list[len(list)-1].to = trace.Value(len(t.Ops))
	return list
}

type aligner struct {
	before, after *describer
	// from is the recorded guard that the text of an optimized one names.
	from map[trace.Value]trace.Value
}

// part aligns one part of the optimized trace with one of the recorded one, and returns how alike
// their guards are.
func (a *aligner) part(before, after part, copied bool) (alike int) {
	t, u := a.before.t, a.after.t
	alike = a.guards(guardsOf(t, before), guardsOf(u, after))
	a.allocations(before, after)
	// The last operations correspond if they end in the same way.
	x, y := before.to-1, after.to-1
	if x > 0 && y > 0 && t.Ops[x].Code == u.Ops[y].Code && (t.Ops[x].Code == trace.OpFinish || t.Ops[x].Code == trace.OpJump) {
		u.Ops[y].Src = int32(x)
	}
	if copied {
		for v := after.from; v < after.to; v++ {
			u.Ops[v].Copy = 1
		}
	}
	return alike
}

func guardsOf(t *trace.Trace, p part) []trace.Value {
	var list []trace.Value
	for v := p.from; v < p.to; v++ {
		if t.Ops[v].Code.IsGuard() {
			list = append(list, v)
		}
	}
	return list
}

// guards aligns two lists of guards: it finds the alignment with the greatest sum
// of likenesses, with preference for earlier guards. It returns that sum.
func (a *aligner) guards(x, y []trace.Value) (alike int) {
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
	return best[0][0]
}

// likeness says how similar the questions of two guards are, 0 if they cannot
// be the same.
func (a *aligner) likeness(x, y trace.Value) int {
	p, q := a.before.t.Ops[x].Code, a.after.t.Ops[y].Code
	args, exits := a.before.args(x) == a.after.args(y), a.exits(x, y)
	n := exits
	switch {
	case p == q, p == trace.OpGuardNonnullClass && q == trace.OpGuardClass && args: // all that is left to ask of an object that is not null
		n += 8
	case compatible(p, q) && exits > 0:
		n += 2
	default:
		return 0
	}
	if args {
		n += 4
	}
	n += a.sameQuestion(x, y)
	if about := a.before.about(x); about != "" && about == a.after.about(y) {
		n += 8
	}
	return max(n, 0)
}

// sameQuestion says how similar the operations are whose results two guards ask about: 4 if they are written alike, else 1 if
// it is the same operation, and 1 for each argument that is the same constant. In a peeled loop, all other names are new.
func (a *aligner) sameQuestion(x, y trace.Value) int {
	if a.before.question(x) == a.after.question(y) {
		return 4
	}
	p, q := a.before.asked(x), a.after.asked(y)
	if p == trace.None || q == trace.None || a.before.t.Ops[p].Code != a.after.t.Ops[q].Code {
		return 0
	}
	n := 1
	with := a.after.t.Args(q)
	for k, arg := range a.before.t.Args(p) {
		if k < len(with) && arg.IsConst() && with[k].IsConst() && a.before.names.Name(arg) == a.after.names.Name(with[k]) {
			n++
		}
	}
	return n
}

// exits says how similar the values are with which two guards leave: 2 if they are written alike, 1 if one list can have
// become the other, else -8, which only a guard that asks exactly the same outweighs. Values keep their places, and a constant stays what it is.
func (a *aligner) exits(x, y trace.Value) int {
	t, u := a.before.t, a.after.t
	if a.before.exit(x) == a.after.exit(y) {
		return 2
	}
	p, q := t.SnapValues(t.Ops[x].Snap), u.SnapValues(u.Ops[y].Snap)
	if len(p) != len(q) {
		return -8
	}
	for k := range p {
		if p[k].IsConst() && (!q[k].IsConst() || a.before.names.Name(p[k]) != a.after.names.Name(q[k])) {
			return -8
		}
	}
	return 1
}

// compatible reports whether a pass can have made one guard from another.
func compatible(p, q trace.Opcode) bool {
	group := func(c trace.Opcode) int {
		switch c {
		case trace.OpGuardTrue, trace.OpGuardFalse, trace.OpGuardValue:
			return 1
		case trace.OpGuardClass, trace.OpGuardNonnull, trace.OpGuardNonnullClass, trace.OpGuardIsnull:
			return 2
		case trace.OpGuardNoOverflow, trace.OpGuardOverflow:
			return 3
		}
		return 4 + int(c)
	}
	return group(p) == group(q) || group(p)+group(q) == 3
}

// allocations finds the allocations of the same type and name.
func (a *aligner) allocations(before, after part) {
	t, u := a.before.t, a.after.t
	taken := make(map[trace.Value]bool)
	for v := after.from; v < after.to; v++ {
		op := &u.Ops[v]
		if op.Code.Info().Effect != trace.EffectAllocate {
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

// describer writes what guards ask, so that those of two traces can be
// compared.
type describer struct {
	t     *trace.Trace
	names *trace.Namer
}

func newDescriber(t *trace.Trace) *describer {
	return &describer{t, trace.NewSourceNamer(t)}
}

func (d *describer) args(v trace.Value) string {
	var text strings.Builder
	for _, arg := range d.t.Args(v) {
		text.WriteString(d.names.Name(arg) + " ")
	}
	return text.String()
}

// question writes what computes the argument of a guard.
func (d *describer) question(v trace.Value) string {
	args := d.t.Args(v)
	if len(args) == 0 && v > 1 { // a guard on overflow or on exceptions asks about the operation before it
		return d.t.Ops[v-1].SpellingName() + " " + d.args(v-1)
	}
	if len(args) == 0 || !args[0].IsOp() {
		return ""
	}
	return d.t.Ops[args[0]].Code.String() + " " + d.args(args[0])
}

// asked returns the operation whose result is the argument of a guard, None if there is none.
func (d *describer) asked(v trace.Value) trace.Value {
	if args := d.t.Args(v); len(args) > 0 && args[0].IsOp() {
		return args[0]
	}
	return trace.None
}

// about names the result of the operation that a guard on overflow or on exceptions asks about, and says which
// operation it is. Its arguments may have changed, but names of results stay; "" for all other guards.
func (d *describer) about(v trace.Value) string {
	if d.t.Ops[v].Len > 0 || v <= 1 || d.t.Ops[v-1].Type == trace.Void {
		return ""
	}
	return d.t.Ops[v-1].Code.String() + " " + d.names.Name(v-1)
}

func (d *describer) exit(v trace.Value) string {
	snap := d.t.Ops[v].Snap
	if snap <= 0 {
		return ""
	}
	var text strings.Builder
	for _, value := range d.t.SnapValues(snap) {
		switch {
		case value.IsVirtual():
			text.WriteString("virtual ")
		case value == trace.None:
			text.WriteString("None ")
		default:
			text.WriteString(d.names.Name(value) + " ")
		}
	}
	return text.String()
}
