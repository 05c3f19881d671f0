package optimizer

import (
	"math/bits"

	"unbox/trace"
)

// pass is what every pass is: an object that owns what it knows of the trace at hand. The
// rest of the walk is there for all passes: values and what stands for them (find,
// makeEqual), the output (invent, emit, definition), remarks (remove, replaceBy,
// setStopped), constants, and what is known of references. What only one pass knows, others
// ask of it, by the walk's fields for passes.
type pass interface {
	// handler returns what the pass does with operations of a kind, nil if it does
	// nothing.
	handler(code trace.Opcode) handler
	// reset makes the pass ready for a walk. It sets the object anew, by one literal that
	// names the memory that is kept: what it does not name is zero, so that nothing that
	// was known of one trace is known of the next.
	reset()
}

// A pass may do more, if it is switched on.
type (
	// walker goes over the trace itself instead of the plain walk, if it can.
	walker interface {
		// goOver returns false if the plain walk has to be done.
		goOver() bool
	}
	// blockStarter hears of each label that is walked over.
	blockStarter interface {
		// startBlock forgets what is not true for whoever jumps to the label.
		startBlock(label *cur)
	}
	// learner hears what operations say about those after them: of each operation of
	// which a pass set cur.tells.
	learner interface {
		// emitted is called when the operation is in the output, at a place.
		emitted(c *cur, at int32)
	}
	// finisher hears when the walk is done.
	finisher interface{ finish() }
	// knower can say what it knows where the walk is. It keeps nothing for that: it is asked
	// only if somebody watches (Optimizer.Watch).
	knower interface {
		// knows calls say with each fact. Event.Pass is filled in for it.
		knows(say func(Event))
	}
)

// registration is a row of passTable: what a pass is, and how one is made for a walk.
type registration struct {
	id   PassID
	info PassInfo
	make func(w *walk) pass
}

// maxPasses is how many passes there can be: one for each bit of a PassSet.
const maxPasses = 32

// build makes the passes, and lists for each operation those that want to see it.
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
	for _, code := range trace.Opcodes() {
		links := o.chain[code].links[:0]
		for _, id := range w.on {
			if h := w.all[id].handler(code); h != nil {
				links = append(links, chainLink{id, h})
			}
		}
		o.chain[code].links = links
	}
	o.built, o.builtFor, o.builtWorldly = true, passes, w.world != nil
}

// tell tells passes what an operation says that is now in the output. One may make another
// one hear it, which stands after it.
func (w *walk) tell(c *cur, at int32) {
	for set := c.tells; set != 0; {
		id := bits.TrailingZeros32(uint32(set))
		w.learners[id].emitted(c, at)
		set = c.tells &^ (2<<id - 1)
	}
}
