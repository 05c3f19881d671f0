package fuzz

import (
	"unbox/interp"
	"unbox/trace"
)

// Calls of the runtime library, of which it is known what they change: its dictionaries, lists and builders, items of
// arrays, or nothing. And operations that can be written in more than one way.

// LookupTrace is [Generator.Trace] for a trace that looks keys of dictionaries up again and again.
func (g *Generator) LookupTrace(seed, index uint64, length int) Generated {
	g.lookups = true
	made := g.Trace(seed, index, length)
	g.lookups = false
	return made
}

// keyPlace is what a lookup of a key has found in the example: where it is in the dictionary, or -1.
type keyPlace struct {
	dict, key int32
	at        int
}

// What a key is looked up for, as the last argument says.
const (
	looksToRead = iota
	looksToWrite
	looksToDelete
)

// lookUp looks a key of a dictionary up, often the last one again. The outside of the example finds what a dictionary
// would, and most often that is guarded at once.
func (g *Generator) lookUp() {
	if g.vocabulary.lookup.function.Name == 0 {
		g.effect()
		return
	}
	dict, key, hash := g.reference(), g.reference(), g.integer()
	if l := &g.lastLookup; l.dict.v != trace.None && !g.src.one(3) {
		dict, key, hash = l.dict, l.key, l.hash
		if g.src.one(4) {
			key = g.reference()
		}
	}
	if !dict.known || !key.known {
		return // two of unknown objects may be of one, and find the same
	}
	g.lastLookup = lookup{dict, key, hash}
	reason := [...]int{looksToRead, looksToRead, looksToWrite, looksToWrite, looksToDelete}[g.src.pick(5)]
	c := g.vocabulary.lookup
	at := g.find(dict.object, key.object, reason)
	g.inputs.Outside.Events = append(g.inputs.Outside.Events, interp.OutsideEvent{
		At: int32(g.effectsSoFar() + 1), Result: interp.Datum{Type: trace.Int, Bits: uint64(at)}})
	v := value{bits: uint64(at), typ: trace.Int, known: true}
	v.v = g.emitCall(c, g.constant(c.function), dict.v, key.v, hash.v, g.int(uint64(reason)))
	if !g.src.one(8) {
		g.guard(trace.OpGuardNoException, -1)
	}
	g.keep(v)
	if !g.src.one(4) {
		g.compute(computation{code: trace.OpIntLt, a: v, b: g.number(0), result: trace.Int})
		g.guardLast()
	}
}

// lookup are the arguments of a lookup.
type lookup struct{ dict, key, hash value }

// find returns where the example's dictionary has a key, -1 if it has not. Looked up to write, the key then has a place; to
// delete, it has none.
func (g *Generator) find(dict, key int32, reason int) int {
	place := -1
	for k := range g.keys {
		if g.keys[k].dict == dict && g.keys[k].key == key {
			place = k
		}
	}
	if place < 0 {
		place = len(g.keys)
		g.keys = append(g.keys, keyPlace{dict, key, g.src.pick(4) - 1})
	}
	at := g.keys[place].at
	switch {
	case reason == looksToDelete:
		g.keys[place].at = -1
	case reason == looksToWrite && at < 0:
		g.keys[place].at = len(g.keys) + 3
	}
	return at
}

// form emits a call of the runtime library, or an operation in one of its rarer forms, with any arguments.
func (g *Generator) form() {
	if len(g.vocabulary.forms) == 0 {
		return
	}
	f := &g.vocabulary.forms[g.src.pick(len(g.vocabulary.forms))]
	g.scratch = g.scratch[:0]
	if f.function.Name != 0 {
		g.scratch = append(g.scratch, g.constant(f.function))
	}
	for _, t := range f.args {
		g.scratch = append(g.scratch, g.anyOf(t).v)
	}
	v := g.emit(f.code, f.typ, f.descr, g.scratch...)
	g.ops[v].Spelling = f.spelling
	switch {
	case f.code == trace.OpCall:
		g.keys = g.keys[:0] // it may have changed a dictionary
		g.called(f.call, v)
	case f.code == trace.OpGuardOpaque:
		g.leaving()
	case f.typ != trace.Void:
		g.unknown(f.typ, v)
	}
}

// copyItems copies items from an array to one of the same type, perhaps itself. Where the items are there, as in the example, the
// outside has no part in it.
func (g *Generator) copyItems() {
	from, to, ok := g.arraysAlike()
	if !ok || g.vocabulary.copying.function.Name == 0 {
		g.newArray()
		return
	}
	a, b := g.objects[from.object], g.objects[to.object]
	n := g.src.pick(int(min(a.length, b.length)) + 1)
	start, target := g.src.pick(int(a.length)-n+1), g.src.pick(int(b.length)-n+1)
	c := g.vocabulary.copying
	g.emitCall(c, g.constant(c.function), from.v, to.v, g.int(uint64(start)), g.int(uint64(target)), g.int(uint64(n)))
	g.skipped++
	items := append([]slot(nil), g.slots[a.first+int32(start):][:n]...)
	copy(g.slots[b.first+int32(target):][:n], items)
}

// arraysAlike chooses two arrays of the same type with items that were all written.
func (g *Generator) arraysAlike() (a, b value, ok bool) {
	isFull := func(v value) bool {
		return v.known && v.object > 0 && g.objects[v.object].class == classArray && !g.objects[v.object].unwritten
	}
	list := g.values[1]
	start := g.src.pick(len(list) + 1)
	for k := range list {
		if a = list[(start+k)%len(list)]; isFull(a) {
			break
		}
	}
	if !isFull(a) {
		return a, b, false
	}
	start = g.src.pick(len(list) + 1)
	for k := range list {
		if b = list[(start+k)%len(list)]; isFull(b) && g.objects[b.object].array == g.objects[a.object].array {
			return a, b, true
		}
	}
	return a, a, true
}

// divideByCall calls a function that divides, as PyPy's compiler marks them.
func (g *Generator) divideByCall() {
	if len(g.vocabulary.dividing) == 0 {
		g.divide()
		return
	}
	k := g.src.pick(len(g.vocabulary.dividing))
	a, by := g.pair()
	if by.bits == 0 || !by.known {
		by = g.number(uint64(1 + g.src.pick(8)))
	}
	c := g.vocabulary.dividing[k]
	result := value{typ: trace.Int, known: a.known}
	result.bits, _ = trace.Eval(g.vocabulary.tables.Texts[c.descr].Known, a.bits, by.bits)
	result.v = g.emitCall(c, g.constant(c.function), a.v, by.v)
	g.keep(result)
}
