package interp

import (
	"math"

	"unbox/heap"
	"unbox/trace"
)

// Outside is what the outside does in a run where it has a choice: which calls raise
// an exception, which guards fail that only the traced program can decide, and whether something changes that the trace took to be constant. It
// is a part of the inputs: equivalent traces do the same under each. The zero value is
// an outside in which none of that happens.
type Outside struct {
	// Seed decides everything that Events do not mention; 0 means that nothing raises
	// and nothing is invalidated.
	Seed uint64
	// Events say what happens at single visible effects, in ascending order of At.
	Events []OutsideEvent
}

// OutsideEvent is what the outside does at one visible effect. What the operation
// there cannot do is left out: escape never raises.
type OutsideEvent struct {
	// At is the number of the visible effect, from 1 on. 0 is the beginning of the
	// run, at which the outside can have invalidated something already.
	At int32
	// Invalidates means that guard_not_invalidated fails from here on.
	Invalidates bool
	// Fails means that the guard here fails, which only the traced program can decide (trace.OpGuardOpaque).
	Fails bool
	// Raises means that the call raises an exception of a class; heap.NoClass is one
	// that the trace does not mention.
	Raises bool
	Class  heap.ClassID
	// Result is what the call returns, Void for whatever it usually does. References
	// cannot be given.
	Result Datum
}

// at returns the event of a visible effect, nil if there is none.
func (o *Outside) at(effect int) *OutsideEvent {
	for k := range o.Events {
		if int(o.Events[k].At) == effect {
			return &o.Events[k]
		}
	}
	return nil
}

// random returns the bits with which the seed decides a visible effect.
func (o *Outside) random(effect int) uint64 { return splitMix(o.Seed ^ splitMix(uint64(effect)+1)) }

// invalidates reports whether the outside invalidates something at a visible effect, or
// with 0 before the run.
func (o *Outside) invalidates(effect int) bool {
	if e := o.at(effect); e != nil {
		return e.Invalidates
	}
	if effect == 0 {
		return o.Seed != 0 && o.random(0)&7 == 0
	}
	return o.Seed != 0 && o.random(effect)&3 == 0
}

// fails reports whether a guard that only the traced program can decide, which is visible effect number effect, fails.
func (o *Outside) fails(effect int) bool {
	if e := o.at(effect); e != nil {
		return e.Fails
	}
	return o.Seed != 0 && o.random(effect)>>5&7 == 0
}

// raises reports whether a call that is visible effect number effect raises, and what.
func (o *Outside) raises(effect int, schema *heap.Schema) (exception, bool) {
	if e := o.at(effect); e != nil {
		return exception{raised: true, class: e.Class}, e.Raises
	}
	if o.Seed == 0 {
		return exception{}, false
	}
	random := o.random(effect)
	return exception{raised: true, class: someClass(random>>8, schema)}, random>>2&3 == 0
}

// raisesFor is raises for a call that only computes. what stands for the function and
// its arguments.
func (o *Outside) raisesFor(what uint64, schema *heap.Schema) (exception, bool) {
	if o.Seed == 0 {
		return exception{}, false
	}
	random := splitMix(o.Seed ^ what)
	return exception{raised: true, class: someClass(random>>8, schema)}, random%3 == 0
}

// someClass chooses a class, or one that the trace does not mention.
func someClass(random uint64, schema *heap.Schema) heap.ClassID {
	return heap.ClassID(random%uint64(len(schema.Classes)+1)) - 1
}

// OutsideAnswer returns the bits that the outside returns in a run at visible effect
// index, counted from 0, as a value of type t: what [Interp] does with escape_i, call_i
// and their relatives. ok is false for references, which are objects of the run.
func OutsideAnswer(index int, t trace.Type) (bits uint64, ok bool) {
	switch t {
	case trace.Int:
		return unpredictable(uint64(index)), true
	case trace.Float:
		return math.Float64bits(float64(int64(unpredictable(uint64(index)))) / 4), true
	}
	return 0, false
}
