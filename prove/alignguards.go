package prove

import (
	"regexp"
	"strconv"
	"strings"

	"unbox/optimizer"
)

// Which guard of an optimized text is which one of the recorded text? The optimizer
// knows; two texts do not say. Guards keep their order, so this is the question of
// a best alignment of two sequences: as many as possible that ask alike (the same
// operation, the same arguments by name or by what computes them, the same exit). A
// comment `# was 2` behind a guard says that it is the second one of the recorded
// trace.
//
// Where the optimized text has more labels than the recorded one, the parts behind
// the further ones are iterations of the same loop: a preamble and a peeled loop
// correspond to the recorded loop each.

var wasPattern = regexp.MustCompile(`^\s*was (\d+)$`)

// alignGuards sets Op.Src and Op.Copy of the second trace.
func alignGuards(before, after *optimizer.Trace, comments []optimizer.Comment) {
	a := &aligner{before: newDescriber(before), after: newDescriber(after), was: map[optimizer.Value]int{}}
	for _, c := range comments {
		if m := wasPattern.FindStringSubmatch(c.Text); m != nil {
			n, _ := strconv.Atoi(m[1])
			a.was[optimizer.Value(c.Op)] = n
		}
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
	was           map[optimizer.Value]int
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
		if n, ok := a.was[y[j]]; ok {
			if n == i+1 {
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
	last := make(map[optimizer.Value]int)
	for i, j := 0, 0; i < len(x) && j < len(y); {
		switch n := like(i, j); {
		case n > 0 && best[i][j] == best[i+1][j+1]+n:
			a.after.t.Ops[y[j]].Src = int32(x[i])
			last[y[j]] = i
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	a.stronger(x, last)
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

// stronger finds guards that ask a later guard's question as well: a nonnull guard
// that asks for a class or a value now, where a later guard on the same reference is
// gone.
func (a *aligner) stronger(x []optimizer.Value, matched map[optimizer.Value]int) {
	t, u := a.before.t, a.after.t
	kept := make(map[int]bool)
	for _, i := range matched {
		kept[i] = true
	}
	for y, i := range matched {
		p, q := t.Ops[x[i]].Code, u.Ops[y].Code
		if p != optimizer.OpGuardNonnull || q != optimizer.OpGuardNonnullClass && q != optimizer.OpGuardValue || u.Ops[y].Snap <= 0 {
			continue
		}
		for j := i + 1; j < len(x); j++ {
			if len(t.Args(x[j])) > 0 && t.Arg(x[j], 0) == t.Arg(x[i], 0) && !kept[j] {
				u.Snaps[u.Ops[y].Snap].Takes = int32(x[j])
				break
			}
		}
	}
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
