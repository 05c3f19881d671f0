package optimizer

import (
	"math/bits"
	"slices"

	"unbox/trace"
)

// pass is what every pass is: an object that owns what it knows about the current trace.
// The rest of the walk serves all passes: values and what has replaced them (find,
// makeEqual), the output (invent, emit, definition), remarks (remove, replaceBy,
// setStopped), constants, and what is known of references. For what only one pass knows,
// others ask that pass, through the walk's fields for passes.
type pass interface {
	// handler returns what the pass does with operations of a kind, nil if it does
	// nothing: a method, or, for the most frequent operations, a function that a method makes. Go
	// calls a method that is used as a value from a function that it makes for that, so that there are two
	// calls instead of one.
	handler(code trace.Opcode) handler
	// reset makes the pass ready for a walk. It sets the object to one new literal that
	// names the memory to keep: everything else is zero, so that nothing that was known
	// about one trace is carried over to the next.
	reset()
}

// A pass that is switched on may do more:
type (
	// walker goes over the trace itself instead of the plain walk, if it can.
	walker interface {
		// goOver returns false if the plain walk is still needed.
		goOver() bool
	}
	// blockStarter is called at each label of the walk.
	blockStarter interface {
		// startBlock forgets what need not be true after a jump to the label.
		startBlock(label *cur)
	}
	// learner is told what operations say about later ones: it is called for each
	// operation for which a pass set cur.tells.
	learner interface {
		// emitted is called when the operation is in the output, at a place.
		emitted(c *cur, at int32)
	}
	// finisher is called when the walk is done.
	finisher interface{ finish() }
	// knower can say what it knows at the current place of the walk. It keeps nothing for
	// that: it is asked only if someone watches (Optimizer.Watch).
	knower interface {
		// knows calls say with each fact. The caller fills in Event.Pass.
		knows(say func(Event))
	}
)

// registration is a row of passTable: what a pass is, and how one is made for a walk.
type registration struct {
	id   PassID
	info PassInfo
	make func(w *walk) pass
}

// maxPasses is the maximum number of passes: one for each bit of a PassSet.
const maxPasses = 32

// build makes the passes, and has those listed anew that handle an operation.
func (o *Optimizer) build(passes PassSet) {
	if o.pipeline == nil {
		o.pipeline = passTable
	}
	w := &o.walk
	if !o.built {
		for _, r := range o.pipeline {
			w.all[r.id] = r.make(w)
			w.learners[r.id], _ = w.all[r.id].(learner)
		}
	}
	w.chain = &o.chain
	w.on = w.on[:0]
	for _, r := range o.pipeline {
		if passes.Has(r.id) {
			w.on = append(w.on, r.id)
		}
	}
	o.chain = chainTable{}
	o.built, o.builtFor, o.builtWorldly = true, passes, w.world != nil
}

// linksOf lists the passes that handle an operation, when it is first met.
func (w *walk) linksOf(code trace.Opcode) []chainLink {
	links := w.chain[code].links
	if links == nil {
		var list [maxPasses]chainLink
		links = list[:0]
		for _, id := range w.on {
			if h := w.all[id].handler(code); h != nil {
				links = append(links, chainLink{id, h})
			}
		}
		links = slices.Clone(links)
		w.chain[code].links = links
	}
	return links
}

// tell tells passes what follows from an operation that is now in the output. One pass may
// have a later one told as well.
func (w *walk) tell(c *cur, at int32) {
	for set := c.tells; set != 0; {
		id := bits.TrailingZeros32(uint32(set))
		w.learners[id].emitted(c, at)
		set = c.tells &^ (2<<id - 1)
	}
}
