package optimizer

import (
	"slices"

	"unbox/trace"
)

// What a recording says of dictionaries. To the interpreter, a lookup is a call that gives whatever the outside decides. If the
// trace is known to be a recording (Optimizer.TrustRecording), then the runtime library looked a key up, and as long as nothing
// changes a dictionary, it finds the same:
//
//	i3 = call_i(ConstClass(ll_call_lookup_function…), p0, p1, i2, 0)    to read: where the key is, or -1
//	i4 = int_lt(i3, 0)
//	guard_false(i4)
//	i5 = call_i(ConstClass(ll_call_lookup_function…), p0, p1, i2, 1)    to write: is i3, since the key is there
//
// A key that is not there gets a place if it is looked up to write, so the second lookup stays where that may be so. The hash of
// a key does not matter: it is always the same.

// What a key is looked up for, as the last argument says: to read what it is mapped to, or to write.
const (
	looksToRead  = 0
	looksToWrite = 1
)

// recordedLookup looks at an operation that may look a key up, or change a dictionary.
func recordedLookup(p *guardsPass, c *cur) verdict {
	if p.in.LooksUp(&c.op, p.in.Args(trace.Value(c.op.Src))) {
		return p.lookUp(c)
	}
	if p.changesDict(c) {
		p.forgetLookups()
	}
	return next
}

// forgetLookups keeps the hashes of strings only.
func (p *guardsPass) forgetLookups() {
	p.given = slices.DeleteFunc(p.given, func(g givenBefore) bool { return g.dict != trace.None })
}

// changesDict reports whether an operation may change which keys a dictionary has, and where.
func (p *guardsPass) changesDict(c *cur) bool {
	switch c.op.Code {
	case trace.OpCall:
		return p.in.ChangesKeys(&c.op, p.in.Args(trace.Value(c.op.Src)))
	case trace.OpSet:
		return trace.IsOfDict(&p.in.Tables.Schema.Fields[c.op.Descr])
	case trace.OpSetInterior, trace.OpOpaque, trace.OpEscape, trace.OpEscapeValue, trace.OpDummy:
		return true
	}
	return false
}

// lookUp removes a lookup that finds what an earlier one found.
func (p *guardsPass) lookUp(c *cur) verdict {
	dict, key := c.args[1], c.args[2]
	reason, known := p.constInt(c.args[4])
	toRead, toWrite := known && reason == looksToRead, known && reason == looksToWrite
	before := p.givenFor(dict, key)
	if before != trace.None && (toRead || toWrite && p.isNotNegative(p.find(before))) && p.giveAgain(c, before) == gone {
		return gone
	}
	if toRead {
		p.remember(givenBefore{dict, key, c.self})
	} else { // the key may get a place, or lose it
		p.forgetLookups()
	}
	return next
}

// isNotNegative reports whether an integer is known to be at least 0.
func (p *guardsPass) isNotNegative(v trace.Value) bool {
	return p.passes.Has(PassBounds) && p.bounds.of(v).Lo >= 0
}
