package optimizer

import "unbox/trace"

// What a guard on a comparison says about the two values that were compared.
//
// A comparison that passed a guard is a constant from there on. And there is more:
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
// in some of the five. So what is known of a pair is a set of ways; a guard removes
// ways from it, and a comparison is decided if it is true in all that are left, or in
// none. int_is_true(x) compares x with 0, and so does guard_true(x). References are
// equal or not.
//
// The plan that does not work is to rename every fact that was noted under the old
// name. Facts about a value are spread over many tables, and a trace of a million
// operations may have as many equalities. So the tables stay as they are, and every
// lookup also tries the other names of its arguments (namesOf).
//
// To keep in mind: the older value replaces the other one, so that what follows from
// its age is not lost (existedBefore); a constant comes before both. float_eq makes
// nothing equal: 0.0 and -0.0 compare equal but are not the same. And what is known
// about an operation of the previous iteration says nothing new about its arguments.

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

// relationExamples has for each way, in the order of the bits, two integers that compare in
// this way.
var relationExamples = [...][2]int64{{0, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}}

// trueIn says in which ways of comparing its arguments an operation is true; 0 for operations
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

// relationTable says how pairs of values compare. The key of a pair is its two values,
// the smaller number first, and leads to a place in ways, counted from 1.
type relationTable struct {
	pairs commonTable
	ways  []relation
	// from are the guards that stated it.
	from []trace.Value
	// references counts those of references.
	references int
}

// emptied returns an empty table that reuses the memory of this one.
func (t relationTable) emptied() relationTable {
	return relationTable{pairs: t.pairs.emptied(), ways: t.ways[:0], from: t.from[:0]}
}

func relationKey(a, b trace.Value) commonKey { return commonKey{code: trace.OpIntEq, a: a, b: b} }

// relationBetween returns in which ways a can compare with b, as far as guards show.
func (p *guardsPass) relationBetween(a, b trace.Value) relation {
	if a == b {
		return relEqual
	}
	known := p.waysToCompare(a, b)
	if len(p.relations.ways) == 0 {
		return known
	}
	for x := range p.namesOf(a) {
		for y := range p.namesOf(b) {
			known &= p.relations.of(x, y)
		}
	}
	return known
}

// waysToCompare returns in which ways two values can compare if no guard says more:
// nothing is less than 0 as an unsigned integer.
func (p *guardsPass) waysToCompare(a, b trace.Value) relation {
	ways := relation(relAny)
	if n, ok := p.constInt(b); ok && n == 0 {
		ways &^= relLessBelow | relGreaterBelow
	}
	if n, ok := p.constInt(a); ok && n == 0 {
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

// since returns the guard that said how exactly these two names compare, None if none did.
func (t *relationTable) since(a, b trace.Value) trace.Value {
	if v := t.pairs.lookup(relationKey(min(a, b), max(a, b))); v != trace.None {
		return t.from[v-1]
	}
	return trace.None
}

// comparedSince returns a guard that said how two values compare, None if none did.
func (p *guardsPass) comparedSince(a, b trace.Value) trace.Value {
	for x := range p.namesOf(a) {
		for y := range p.namesOf(b) {
			if guard := p.relations.since(x, y); guard != trace.None {
				return guard
			}
		}
	}
	return trace.None
}

// enter notes how two values compare, which a guard said.
func (t *relationTable) enter(a, b trace.Value, r relation, guard trace.Value) {
	if a > b {
		a, b, r = b, a, r.swapped()
	}
	key := relationKey(a, b)
	if v := t.pairs.lookup(key); v != trace.None {
		t.ways[v-1], t.from[v-1] = r, guard
		return
	}
	t.ways, t.from = append(t.ways, r), append(t.from, guard)
	t.pairs.insert(key, trace.Value(len(t.ways)))
}

// compareGuarded decides a comparison by what guards said about its arguments.
func (p *guardsPass) compareGuarded(c *cur) verdict {
	if len(p.relations.ways) == 0 && !p.names.any {
		return next
	}
	a, b := p.compared(c.op.Code, c.args)
	if p.relations.references == 0 && a != b && p.typeOf(a) == trace.Ref {
		return next
	}
	holds := trueIn[c.op.Code]
	known := p.relationBetween(a, b)
	if known&holds != 0 && known&^holds != 0 {
		return next
	}
	p.replaceBy(c, p.constants.Int(trace.BoolBit(known&holds != 0)), PassGuards, ReasonCompareGuarded)
	p.remarks.restOn(&c.op, p.comparedSince(a, b))
	return gone
}

// compared returns the two values that a comparison compares.
func (p *guardsPass) compared(code trace.Opcode, args []trace.Value) (a, b trace.Value) {
	if len(args) == 1 {
		return args[0], p.constants.Int(0)
	}
	return args[0], args[1]
}

// isNotZero reports whether an integer is known not to be 0.
func (p *guardsPass) isNotZero(x trace.Value) bool {
	return !p.bounds.of(x).Contains(0) || p.relationBetween(x, p.constants.Int(0))&relEqual == 0
}

// notZeroSince is the operation from which it is known that an integer is not 0.
func (p *guardsPass) notZeroSince(x trace.Value) trace.Value {
	if !p.bounds.of(x).Contains(0) {
		return p.bounds.source(x)
	}
	return p.comparedSince(x, p.constants.Int(0))
}

// becomes enters that a value is a constant from here on, and remembers to follow
// up what that says about the operation that made it.
func (p *guardsPass) becomes(v, constant trace.Value, pass PassID, guard trace.Value) {
	p.noteLearned(v, constant, pass, guard)
	p.constantHasClassOf(v, constant)
	p.makeEqual(v, constant)
	if p.passes.Has(PassGuards) {
		p.learned = append(p.learned, v)
	}
	if !p.isNull(constant) && !p.isTruthValue(v) {
		p.renamed(v)
	}
}

// hasLearned reports whether something has become a constant that has not been
// followed up yet.
func (p *guardsPass) hasLearned() bool { return len(p.learned) > 0 }

// differ reports whether a guard found two references to be different objects.
func (p *guardsPass) differ(a, b trace.Value) bool {
	return p.relations.references > 0 && p.relationBetween(a, b)&relEqual == 0
}

// followLearned follows up what constants that were just learned say about other
// values.
func (p *guardsPass) followLearned(c *cur) {
	for len(p.learned) > 0 {
		v := p.learned[len(p.learned)-1]
		p.learned = p.learned[:len(p.learned)-1]
		if n, ok := p.constInt(p.find(v)); ok {
			p.followConstant(c, v, n)
		}
	}
}

// followConstant follows up what it says about the arguments of an operation
// that its result is n.
func (p *guardsPass) followConstant(c *cur, v trace.Value, n int64) {
	def := p.definition(v)
	if p.peel.isOfIterationBefore(v) {
		return
	}
	args := p.out.args[def.First : def.First+def.Len]
	switch holds := trueIn[def.Code]; {
	case holds != 0:
		if n == 0 {
			holds = relAny &^ holds
		}
		a, b := p.compared(def.Code, args)
		p.relate(c, a, b, holds)
	case isDifference(def.Code):
		p.relate(c, args[0], args[1], ifZero(n == 0))
	}
}

// isDifference reports whether the result of an operation is 0 exactly if its
// two arguments are equal.
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
func (p *guardsPass) learnNotZero(c *cur, x trace.Value) {
	p.relate(c, x, p.constants.Int(0), relAny&^relEqual)
	if def := p.definition(x); isDifference(def.Code) && !p.peel.isOfIterationBefore(x) {
		args := p.out.args[def.First : def.First+def.Len]
		p.relate(c, args[0], args[1], relAny&^relEqual)
	}
}

// relate enters how two values compare after the current guard. If no way is left,
// the guard can never hold.
func (p *guardsPass) relate(c *cur, a, b trace.Value, holds relation) {
	a, b = p.find(a), p.find(b)
	if p.virtual.of(a) != 0 || p.virtual.of(b) != 0 {
		return
	}
	before := p.relationBetween(a, b)
	now := before & holds
	isRef := p.typeOf(a) == trace.Ref
	if isRef && now != relEqual && now != 0 {
		now = relAny &^ relEqual
	}
	switch {
	case now == 0:
		p.alwaysFails(PassGuards)
	case a == b || a.IsConst() && b.IsConst() && now != relEqual:
	case now == relEqual:
		p.unite(c, a, b)
	case now == before || p.isKnownByBounds(a, b, now):
	case p.isNull(a):
		p.learnRef(b, refNonnull)
	case p.isNull(b):
		p.learnRef(a, refNonnull)
	default:
		p.relations.enter(a, b, now, c.self)
		if isRef {
			p.relations.references++
		}
	}
}

// isKnownByBounds reports whether the bounds of two integers, one of which is a constant, say
// how they compare, or so much of it that a place in the table is not worthwhile.
func (p *guardsPass) isKnownByBounds(a, b trace.Value, r relation) bool {
	if b.IsConst() {
		a, b, r = b, a, r.swapped()
	}
	n, ok := p.constInt(a)
	isDifferent := r == p.waysToCompare(a, b)&^relEqual
	return ok && p.passes.Has(PassBounds) && (!isDifferent || !p.bounds.of(b).Contains(n))
}

// unite makes two values one from here on: what is known of either is known of both.
// If that is a contradiction, the current guard can never hold.
func (p *guardsPass) unite(c *cur, a, b trace.Value) {
	if !p.shareFacts(a, b) {
		p.alwaysFails(PassGuards)
		return
	}
	a, b = p.find(a), p.find(b)
	if p.standsBefore(b, a) {
		a, b = b, a
	}
	switch {
	case a == b:
	case b.IsConst():
		p.uniteConstants(c, a, b)
	case a.IsConst():
		p.becomes(b, a, PassGuards, c.self)
	default:
		p.noteLearned(b, a, PassGuards, c.self)
		p.makeEqual(b, a)
		p.names.add(a, b)
		p.renamed(b)
	}
}

// uniteConstants enters that two constants are one.
func (p *guardsPass) uniteConstants(c *cur, a, b trace.Value) {
	same, known := p.compareConstants(a, b)
	switch {
	case known && !same:
		p.alwaysFails(PassGuards)
	case p.isNumbered(a) || p.isNumbered(b):
		p.same.unite(a, b, c.self)
	}
}

// standsBefore reports whether a is the one to keep: a constant, or what was defined first.
func (p *guardsPass) standsBefore(a, b trace.Value) bool {
	if a.IsConst() || b.IsConst() {
		return !b.IsConst()
	}
	return p.definedAt[a] < p.definedAt[b]
}

// shareFacts gives each of two values what is known of the other. It returns false if
// no value can be both.
func (p *guardsPass) shareFacts(a, b trace.Value) bool {
	if p.typeOf(a) == trace.Int {
		return !p.passes.Has(PassBounds) || p.bounds.refine(a, p.bounds.of(b)) && p.bounds.refine(b, p.bounds.of(a))
	}
	factA, factB := p.refFactOf(a), p.refFactOf(b)
	classA, knownA := factA.class()
	classB, knownB := factB.class()
	if knownA && knownB && classA != classB || p.isNull(a) && factB.nonnull() || p.isNull(b) && factA.nonnull() {
		return false
	}
	p.learnRef(a, factB)
	p.learnRef(b, factA)
	return true
}

// renamed is called when a value that tables may use as a key gets another name.
func (p *guardsPass) renamed(v trace.Value) {
	p.virtual.renamed()
	p.heap.rename(p.typeOf(v) == trace.Ref)
}
