package prove

import (
	"math/rand/v2"

	"unbox/interp"
	"unbox/trace"
)

// What comes before a loop's label can contain more in the optimized text than in the recorded one: the
// loop's first iteration, if it was peeled, or guards that were moved out of the loop. Two texts do
// not say which, and the count of iterations depends on it: after a peeled iteration, the label
// is where the recorded trace jumps for the first time. So each way to read them is tried
// with some inputs, and the one under which the runs agree most often is taken.

// reading is a way to read which parts correspond.
type reading struct {
	// loop is the part of the recorded trace that continues what is before its label in the
	// optimized one, 0 if the parts correspond in order.
	loop int
	// peeled means that a whole iteration is there.
	peeled bool
	// ahead means that the recorded trace begins with its loop, and that what the optimized one
	// has before that loop's label was moved out of it: no iteration of its own.
	ahead bool
}

// recordedAt is the index of the recorded part to which an optimized one corresponds; for one behind
// all labels of the recorded trace, it is too large.
func (r reading) recordedAt(optimized int) int {
	if r.ahead && optimized > 0 {
		return optimized - 1
	}
	return optimized
}

// readings returns the ways to read two traces, in order of preference.
func readings(t, u *trace.Trace, recorded, optimized []part) []reading {
	list := []reading{{}}
	for k := 1; k < min(len(recorded), len(optimized)); k++ {
		if isLoop(t, recorded[k]) && isLoop(u, optimized[k]) {
			list = append(list, reading{loop: k, peeled: true}, reading{loop: k})
		}
	}
	if len(optimized) == len(recorded)+1 && isLoop(t, recorded[0]) && isLoop(u, optimized[1]) {
		list = append(list, reading{ahead: true})
	}
	return list
}

// isLoop reports whether a part ends with a jump to its own label.
func isLoop(t *trace.Trace, p part) bool {
	if p.label == trace.None || p.to <= p.from {
		return false
	}
	end := &t.Ops[p.to-1]
	return end.Code == trace.OpJump && end.Descr == t.Ops[p.label].Descr
}

// chooseReading aligns the parts of the traces in the way in which the interpreter sees them
// differ least often, of these in the one that pairs the guards that are most alike.
func (a *aligner) chooseReading(recorded, optimized []part) {
	list := readings(a.before.t, a.after.t, recorded, optimized)
	best := list[0]
	alike := a.read(best, recorded, optimized)
	if len(list) == 1 {
		return
	}
	inputs := someInputs(a.before.t)
	differ := a.differ(inputs)
	for _, r := range list[1:] {
		n := a.read(r, recorded, optimized)
		if d := a.differ(inputs); d < differ || d == differ && n > alike {
			best, alike, differ = r, n, d
		}
	}
	a.read(best, recorded, optimized)
}

// read sets Op.Src and Op.Copy of the optimized trace, and returns how alike the guards are.
func (a *aligner) read(r reading, recorded, optimized []part) (alike int) {
	u := a.after.t
	for v := range u.Ops {
		u.Ops[v].Src, u.Ops[v].Copy = 0, 0
	}
	for k, part := range optimized {
		at := r.recordedAt(k)
		own := recorded[min(at, len(recorded)-1)]
		isCopy := at >= len(recorded) || r.peeled && k == r.loop
		if part.label != 0 && own.label != 0 && !isCopy {
			u.Ops[part.label].Src = int32(own.label)
		}
		if r.loop > 0 && k == r.loop-1 {
			own.to = recorded[r.loop].to
		}
		alike += a.part(own, part, isCopy)
	}
	return alike
}

const (
	// readingInputs is the number of inputs with which readings are compared.
	readingInputs = 24
	// readingJumps is the number of iterations of these runs. A difference after them that one reading shows an iteration later than another
	// must not decide what a proof of fewer iterations sees.
	readingJumps = maxUnroll
	// readingSteps bounds the operations of one of them.
	readingSteps = 20_000
)

// someInputs returns inputs of a trace: suggested ones, then others near them.
func someInputs(t *trace.Trace) []*interp.Inputs {
	list := []*interp.Inputs{interp.SuggestedInputs(t)}
	rng := rand.New(rand.NewPCG(1, 1))
	for near := interp.NewInputGenerator(t, interp.RunOptions{}); len(list) < readingInputs; {
		list = append(list, near.Next(rng).Clone())
	}
	return list
}

// differ counts the inputs for which the interpreter sees the traces differ, or leave in different iterations.
func (a *aligner) differ(inputs []*interp.Inputs) (n int) {
	var first, second interp.Interp
	for _, in := range inputs {
		o := interp.RunOptions{Jumps: readingJumps, Steps: readingSteps}
		before, after := first.Run(a.before.t, in, o), second.Run(a.after.t, in, o)
		verdict := interp.Compare(before, after)
		if verdict.Kind == interp.VerdictOpaque {
			o.Imagined = true
			before, after = first.Run(a.before.t, in, o), second.Run(a.after.t, in, o)
			verdict = interp.Compare(before, after)
		}
		if verdict.Kind == interp.VerdictDiffer || verdict.Kind == interp.VerdictAgree && before.Jumps != after.Jumps {
			n++
		}
	}
	return n
}
