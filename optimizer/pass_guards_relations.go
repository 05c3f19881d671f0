package optimizer

import "unbox/trace"

// What a guard on a comparison says of the two that were compared.
//
// A comparison that passed a guard is a constant from there on, and that is not all:
// another comparison of the same two values is decided as well, and if the guard asked
// whether they are equal, they are one value from there on:
//
//	i2 = int_lt(i0, i1)          i4 = int_eq(i0, i1)
//	guard_true(i2)               guard_true(i4)
//	i3 = int_ge(i0, i1)          i5 = int_add(i0, 1)
//	                             i6 = int_add(i1, 1)
//	i3 is 0                      i6 is i5
//
// Two integers compare in one of five ways: they are equal, or one is less as a signed
// integer, and then it is less or greater as an unsigned one. Each comparison is true
// in some of the five. So what is known of a pair is a set of ways; a guard takes ways
// out of it, and a comparison is decided if it is true in all that are left, or in
// none. int_is_true(x) compares x with 0, and so does guard_true(x). References are
// equal or not.
//
// The plan that does not work is to rename every fact that was noted under the name
// that goes. Facts about a value are spread over many tables, and a trace of a million
// operations may have as many equalities. So the tables stay as they are, and whoever
// looks something up tries the other names of its arguments as well (otherName).
//
// To respect: the value that was there first takes the place of the other one, so that
// nothing is lost of what its age says (existedBefore); a constant comes before both.
// float_eq makes nothing equal: 0.0 and -0.0 are equal and not the same. And what is
// known of an operation of the iteration before says nothing new of its arguments.

// relation is a set of ways in which two values can compare.
type relation uint8

const (
	relEqual        relation = 1 << iota
	relLessBelow             // less, as signed and as unsigned
	relLessAbove             // less as signed, greater as unsigned
	relGreaterBelow          // greater as signed, less as unsigned
	relGreaterAbove          // greater, as signed and as unsigned
	relAny          = 1<<iota - 1
)

// relationExamples has for each way, in the order of the bits, two integers that compare so.
var relationExamples = [...][2]int64{{0, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}}

// trueIn says in which ways of comparing its arguments an operation is true; 0 for those
// that are no comparisons of integers or references. One with one argument compares it with 0.
var trueIn = func() (table [256]relation) {
	for _, code := range trace.Opcodes() {
		layout := code.Info().Spellings[0].Layout
		for k, example := range relationExamples {
			a, b := uint64(example[0]), uint64(example[1])
			switch {
			case code == trace.OpPtrEq && a == b, code == trace.OpPtrNe && a != b:
			case code.Info().Group != "comparison" || layout != "i" && layout != "ii":
				continue
			default:
				if layout == "i" {
					a ^= b // 0 where they are equal
				}
				if bits, _ := trace.Eval(code, a, b); bits == 0 {
					continue
				}
			}
			table[code] |= 1 << k
		}
	}
	return table
}()

// swapped returns how b compares with a, if r says how a compares with b.
func (r relation) swapped() relation {
	s := r & relEqual
	for k := 1; k <= 4; k++ {
		if r&(1<<k) != 0 {
			s |= 1 << (5 - k)
		}
	}
	return s
}

// relationTable says how pairs of values compare. The keys of pairs are two values, the
// smaller number first, and lead to a place in ways, counted from 1.
type relationTable struct {
	pairs commonTable
	ways  []relation
	// references counts those of references.
	references int
}

func (t *relationTable) reset() {
	t.pairs.reset()
	t.ways = t.ways[:0]
	t.references = 0
}

func relationKey(a, b trace.Value) commonKey { return commonKey{code: trace.OpIntEq, a: a, b: b} }

// relationBetween returns in which ways a can compare with b, as far as guards tell.
func (w *walk) relationBetween(a, b trace.Value) relation {
	if a == b {
		return relEqual
	}
	known := w.waysToCompare(a, b)
	if len(w.relations.ways) == 0 {
		return known
	}
	for x, i := a, 0; x != trace.None; x, i = w.otherName(a, i), i+1 {
		for y, k := b, 0; y != trace.None; y, k = w.otherName(b, k), k+1 {
			known &= w.relations.of(x, y)
		}
	}
	return known
}

// waysToCompare returns in which ways two values can compare if no guard tells: nothing
// is less than 0 as an unsigned integer.
func (w *walk) waysToCompare(a, b trace.Value) relation {
	ways := relation(relAny)
	if n, ok := w.constInt(b); ok && n == 0 {
		ways &^= relLessBelow | relGreaterBelow
	}
	if n, ok := w.constInt(a); ok && n == 0 {
		ways &^= relLessAbove | relGreaterAbove
	}
	return ways
}

// of returns what was noted about exactly these two names.
func (t *relationTable) of(a, b trace.Value) relation {
	if a > b {
		return t.of(b, a).swapped()
	}
	if v := t.pairs.lookup(relationKey(a, b)); v != trace.None {
		return t.ways[v-1]
	}
	return relAny
}

// enter notes how two values compare.
func (t *relationTable) enter(a, b trace.Value, r relation) {
	if a > b {
		a, b, r = b, a, r.swapped()
	}
	key := relationKey(a, b)
	if v := t.pairs.lookup(key); v != trace.None {
		t.ways[v-1] = r
		return
	}
	t.ways = append(t.ways, r)
	t.pairs.insert(key, trace.Value(len(t.ways)))
}

// compareGuarded decides a comparison by what guards said of its arguments.
func compareGuarded(w *walk, c *cur) verdict {
	if len(w.relations.ways) == 0 && !w.names.any {
		return next
	}
	a, b := w.compared(c.op.Code, c.args)
	if w.relations.references == 0 && a != b && w.typeOf(a) == trace.Ref {
		return next
	}
	holds := trueIn[c.op.Code]
	known := w.relationBetween(a, b)
	if known&holds != 0 && known&^holds != 0 {
		return next
	}
	return w.replaceBy(c, w.constants.Int(trace.BoolBit(known&holds != 0)), PassGuards, ReasonCompareGuarded)
}

// compared returns the two values that a comparison compares.
func (w *walk) compared(code trace.Opcode, args []trace.Value) (a, b trace.Value) {
	if len(args) == 1 {
		return args[0], w.constants.Int(0)
	}
	return args[0], args[1]
}

// isNotZero tells whether an integer is known not to be 0.
func (w *walk) isNotZero(x trace.Value) bool {
	return !w.boundsOf(x).Contains(0) || w.relationBetween(x, w.constants.Int(0))&relEqual == 0
}

// becomes enters that a value is a constant from here on, and remembers to follow
// what that says of the operation that made it.
func (w *walk) becomes(v, constant trace.Value, pass PassID, guard trace.Value) {
	w.noteLearned(v, constant, pass, guard)
	w.makeEqual(v, constant)
	if w.passes.Has(PassGuards) {
		w.learned = append(w.learned, v)
	}
	if !w.isNull(constant) && !w.isTruthValue(v) {
		w.renamed(v)
	}
}

// followLearned follows what constants that were just learned say of other values.
func (w *walk) followLearned(c *cur) {
	for len(w.learned) > 0 {
		v := w.learned[len(w.learned)-1]
		w.learned = w.learned[:len(w.learned)-1]
		if n, ok := w.constInt(w.find(v)); ok {
			w.followConstant(c, v, n)
		}
	}
}

// followConstant follows what it says of the arguments of an operation that its
// result is n.
func (w *walk) followConstant(c *cur, v trace.Value, n int64) {
	def := w.definition(v)
	if def == nil || w.isOfIterationBefore(v) {
		return
	}
	args := w.out.args[def.First : def.First+def.Len]
	switch holds := trueIn[def.Code]; {
	case holds != 0:
		if n == 0 {
			holds = relAny &^ holds
		}
		a, b := w.compared(def.Code, args)
		w.relate(c, a, b, holds)
	case isDifference(def.Code):
		w.relate(c, args[0], args[1], ifZero(n == 0))
	}
}

// isDifference tells whether the result of an operation is 0 just if its two
// arguments are equal.
func isDifference(code trace.Opcode) bool {
	return code == trace.OpIntSub || code == trace.OpIntSubOvf || code == trace.OpIntXor
}

func ifZero(zero bool) relation {
	if zero {
		return relEqual
	}
	return relAny &^ relEqual
}

// learnNotZero enters that an integer is not 0, which is what guard_true asks.
func (w *walk) learnNotZero(c *cur, x trace.Value) {
	w.relate(c, x, w.constants.Int(0), relAny&^relEqual)
	if def := w.definition(x); def != nil && isDifference(def.Code) && !w.isOfIterationBefore(x) {
		args := w.out.args[def.First : def.First+def.Len]
		w.relate(c, args[0], args[1], relAny&^relEqual)
	}
}

// relate enters how two values compare behind the guard at hand. If no way is left,
// the guard can never hold.
func (w *walk) relate(c *cur, a, b trace.Value, holds relation) {
	a, b = w.find(a), w.find(b)
	if w.virtualOf(a) != 0 || w.virtualOf(b) != 0 {
		return
	}
	before := w.relationBetween(a, b)
	now := before & holds
	isRef := w.typeOf(a) == trace.Ref
	if isRef && now != relEqual && now != 0 {
		now = relAny &^ relEqual
	}
	switch {
	case now == 0:
		w.alwaysFails(c, PassGuards)
	case a == b || a.IsConst() && b.IsConst() && now != relEqual:
	case now == relEqual:
		w.unite(c, a, b)
	case now == before || w.isKnownByBounds(a, b, now):
	case w.isNull(a):
		w.learnRef(b, refNonnull)
	case w.isNull(b):
		w.learnRef(a, refNonnull)
	default:
		w.relations.enter(a, b, now)
		if isRef {
			w.relations.references++
		}
	}
}

// isKnownByBounds tells whether the bounds of two integers, of which one is a constant, say
// how they compare, or as much of it as is worth a place in the table.
func (w *walk) isKnownByBounds(a, b trace.Value, r relation) bool {
	if b.IsConst() {
		a, b = b, a
	}
	n, ok := w.constInt(a)
	isDifferent := r == w.waysToCompare(a, b)&^relEqual || r.swapped() == w.waysToCompare(a, b)&^relEqual
	return ok && w.passes.Has(PassBounds) && (!isDifferent || !w.boundsOf(b).Contains(n))
}

// unite makes two values one from here on: what is known of either is known of both.
// If that is a contradiction, the guard at hand can never hold.
func (w *walk) unite(c *cur, a, b trace.Value) {
	if !w.shareFacts(a, b) {
		w.alwaysFails(c, PassGuards)
		return
	}
	a, b = w.find(a), w.find(b)
	if w.standsBefore(b, a) {
		a, b = b, a
	}
	switch {
	case a == b:
	case b.IsConst():
		w.uniteConstants(c, a, b)
	case a.IsConst():
		w.becomes(b, a, PassGuards, c.self)
	default:
		w.noteLearned(b, a, PassGuards, c.self)
		w.makeEqual(b, a)
		w.names.add(a, b)
		w.renamed(b)
	}
}

// uniteConstants enters that two constants are one.
func (w *walk) uniteConstants(c *cur, a, b trace.Value) {
	if w.isNumbered(a) && w.isNumbered(b) {
		w.same.unite(a, b)
	} else if same, known := w.compareConstants(a, b); known && !same {
		w.alwaysFails(c, PassGuards)
	}
}

// standsBefore tells whether a is the one to stay: a constant, or what was defined first.
func (w *walk) standsBefore(a, b trace.Value) bool {
	if a.IsConst() || b.IsConst() {
		return !b.IsConst()
	}
	return w.definedAt[a] < w.definedAt[b]
}

// shareFacts gives each of two values what is known of the other. It returns false if
// no value can be both.
func (w *walk) shareFacts(a, b trace.Value) bool {
	if w.typeOf(a) == trace.Int {
		return !w.passes.Has(PassBounds) || w.refine(a, w.boundsOf(b)) && w.refine(b, w.boundsOf(a))
	}
	factA, factB := w.refFactOf(a), w.refFactOf(b)
	classA, knownA := factA.class()
	classB, knownB := factB.class()
	if knownA && knownB && classA != classB || w.isNull(a) && factB.nonnull() || w.isNull(b) && factA.nonnull() {
		return false
	}
	w.learnRef(a, factB)
	w.learnRef(b, factA)
	return true
}

// renamed is called when a value that tables may have as a key has another name.
func (w *walk) renamed(v trace.Value) {
	w.virtuals.renamed()
	if w.heap.renamed.indexes++; w.typeOf(v) != trace.Ref {
		return
	}
	w.heap.renamed.objects++
	for k := range w.pending {
		p := &w.pending[k]
		p.place.object, p.before = w.find(p.place.object), w.find(p.before)
	}
}

// formerNames has the names that values had before another one took their place.
type formerNames struct {
	any   bool
	other map[trace.Value][]trace.Value
}

// maxNames is how many other names of a value are remembered, the last ones.
const maxNames = 4

func (t *formerNames) reset() {
	if t.any {
		clear(t.other)
		t.any = false
	}
}

// add says that old is another name of v.
func (t *formerNames) add(v, old trace.Value) {
	if t.other == nil {
		t.other = make(map[trace.Value][]trace.Value)
	}
	t.any = true
	names := append(append(t.other[v], old), t.other[old]...)
	delete(t.other, old)
	t.other[v] = names[max(0, len(names)-maxNames):]
}

// otherName returns a name that v had before, counted from 0, None if there are no more.
func (w *walk) otherName(v trace.Value, i int) trace.Value {
	if !w.names.any {
		return trace.None
	}
	if names := w.names.other[v]; i < len(names) {
		return names[i]
	}
	return trace.None
}

// lookupCommon is lookup for a key whose arguments may have been known under other names.
func (w *walk) lookupCommon(key commonKey, args []trace.Value) trace.Value {
	if v := w.common.lookup(key); v != trace.None || !w.names.any {
		return v
	}
	return w.lookupOtherNames(key, args)
}

// lookupOtherNames tries all names of one or two arguments, which are in the order in
// which key has them.
func (w *walk) lookupOtherNames(key commonKey, args []trace.Value) trace.Value {
	if len(args) == 0 || len(args) > 2 {
		return trace.None
	}
	first, last := key.a, key.b
	if len(args) == 1 {
		last = first
	}
	names := [2]trace.Value{first, last}
	for i := 0; names[0] != trace.None; names[0], i = w.otherName(first, i), i+1 {
		names[1] = last
		for k := 0; names[1] != trace.None; names[1], k = w.otherName(last, k), k+1 {
			if v := w.common.lookup(keyOf(key.code, key.descr, names[:len(args)])); v != trace.None {
				return v
			}
		}
	}
	return trace.None
}
