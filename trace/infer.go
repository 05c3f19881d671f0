package trace

// Types are mostly known where a value is defined: from the operation, or from
// the letter of an input's name. The type of what `get`, `load`, `getarg`,
// `same_as`, `call` and unknown operations give depends on more, some of which
// may come later in the text. Such a value has an open type: a variable that is
// bound by
//
//   - what a field or array holds, as declared or written in its descriptor,
//   - the name of the result, if it is a letter and digits (i5, p7, f2),
//   - the uses in the order of the text,
//   - and, for what is read from a toy field, which can hold anything, what was stored there last through the same name of the
//     object.
//
// A variable that nothing binds is an integer.

// typeTerm is a type, or the number of a type variable plus typeOpen.
type typeTerm int32

// typeOpen marks terms that are variables. As an operation's Type it says that
// its type is one; no finished trace holds it.
const typeOpen = 16

func (t typeTerm) isOpen() bool { return t >= typeOpen }

// typeVar is one type variable.
type typeVar struct {
	// is holds what the variable was bound to: a type, another variable, or
	// itself.
	is typeTerm
	// used means that something uses the value.
	used bool
}

// typeTable holds the type variables and what is yet to be done with them.
type typeTable struct {
	vars []typeVar
	// ofOp has the variable of each operation whose Type is typeOpen. It is as
	// long as the last such operation's index needs.
	ofOp []typeTerm
	// last has what was stored last into fields that can hold anything; expected has,
	// for each read of such a field, what that was.
	last     map[untypedPlace]typeTerm
	expected map[Value]typeTerm
	// pending are the uses that bind variables, in the order of the text.
	pending []pendingUse
}

// pendingUse says that the value must be of a type.
type pendingUse struct {
	value typeTerm
	want  typeTerm
	at    textSpan
	// about is the field or array that wants it, so that the message can say so:
	// a heap.FieldID plus 1, 0 for none.
	about int32
}

// untypedPlace is a field of an object, both as the text names them.
type untypedPlace struct {
	object Value
	field  int32
}

func (t *typeTable) stored(place untypedPlace, term typeTerm) {
	if t.last == nil {
		t.last = make(map[untypedPlace]typeTerm)
	}
	t.last[place] = term
}

// expect notes, for a read of a field that can hold anything, what was last stored
// there.
func (t *typeTable) expect(v, object Value, field int32) {
	term, ok := t.last[untypedPlace{object, field}]
	if !ok {
		return
	}
	if t.expected == nil {
		t.expected = make(map[Value]typeTerm)
	}
	t.expected[v] = term
}

func (t *typeTable) fresh() typeTerm {
	v := typeTerm(typeOpen + len(t.vars))
	t.vars = append(t.vars, typeVar{is: v})
	return v
}

// find returns the type, or the variable that stands for all equal ones.
func (t *typeTable) find(term typeTerm) typeTerm {
	for term.isOpen() {
		is := t.vars[term-typeOpen].is
		if is == term {
			return term
		}
		if is.isOpen() {
			t.vars[term-typeOpen].is = t.vars[is-typeOpen].is
		}
		term = is
	}
	return term
}

// unify makes two terms equal and reports whether they can be. A field or array of
// any type agrees with everything.
func (t *typeTable) unify(a, b typeTerm) bool {
	a, b = t.find(a), t.find(b)
	switch {
	case a == b || a == typeTerm(Any) || b == typeTerm(Any):
		return true
	case a.isOpen():
		if b.isOpen() && t.vars[a-typeOpen].used {
			t.vars[b-typeOpen].used = true
		}
		t.vars[a-typeOpen].is = b
		return true
	case b.isOpen():
		t.vars[b-typeOpen].is = a
		return true
	}
	return false
}

// setOpen gives an operation an open type.
func (t *typeTable) setOpen(v Value, term typeTerm) {
	for len(t.ofOp) <= int(v) {
		t.ofOp = append(t.ofOp, typeTerm(Void))
	}
	t.ofOp[v] = term
}

// term returns the type of a value as far as it is known. The result of a line
// with an error is Any, so that no further errors are reported about it.
func (p *parser) term(v Value) typeTerm {
	switch {
	case v == None:
		return typeTerm(Any)
	case v.IsOp():
		if t := p.t.Ops[v].Type; t != typeOpen {
			return typeTerm(t)
		}
		return p.types.find(p.types.ofOp[v])
	}
	return typeTerm(p.t.TypeOf(v))
}

// want says that a value must be of a type.
func (p *parser) want(v Value, want typeTerm, at textSpan) {
	have := p.term(v)
	if want.isOpen() {
		want = p.types.find(want)
	}
	if have == want || have == typeTerm(Any) || want == typeTerm(Any) {
		if have.isOpen() {
			p.types.vars[have-typeOpen].used = true
		}
		return
	}
	if have.isOpen() || want.isOpen() {
		p.types.pending = append(p.types.pending, pendingUse{value: have, want: want, at: at})
		return
	}
	p.mismatch(have, want, at)
}

// wantField is want for a value that is stored in a field.
func (p *parser) wantField(v Value, field int32, at textSpan) {
	have, want := p.term(v), p.types.find(p.fields.types[field])
	if have == typeTerm(Any) || want == typeTerm(Any) {
		p.touch(v)
		return
	}
	switch {
	case have == want:
		p.touch(v)
	case have.isOpen() || want.isOpen():
		p.types.pending = append(p.types.pending, pendingUse{have, want, at, field + 1})
	default:
		p.fieldMismatch(field, have, want, at)
	}
}

// touch notes that a value is used.
func (p *parser) touch(v Value) {
	if t := p.term(v); t.isOpen() {
		p.types.vars[t-typeOpen].used = true
	}
}

// mismatch reports a value of the wrong type.
func (p *parser) mismatch(have, want typeTerm, at textSpan) {
	hint := wording("")
	text := p.text[at.from:at.to]
	switch {
	case want == typeTerm(Float) && have == typeTerm(Int) && !p.isName(text):
		hint = wording("; a float has a point, as in `" + shorten(text) + ".0`")
	case want == typeTerm(Ref) && text == "0":
		hint = "; the empty reference is `null`"
	}
	p.errorAt(CodeType, at, "expected %s, found `%s`, %s%s", aType(Type(want)), shorten(text), aType(Type(have)), hint)
}

func (p *parser) isName(text string) bool {
	return len(text) > 0 && CharClass[text[0]]&CharStart != 0
}

// fieldMismatch reports a value that a field cannot hold.
func (p *parser) fieldMismatch(field int32, have, want typeTerm, at textSpan) {
	hint := wording("")
	if len(p.fields.owners[field]) == 0 && p.tab.FieldText[field] == "" {
		hint = "; classes that have different fields with the same name need `class` lines"
	}
	p.errorAt(CodeFieldType, at, "expected %s for field `%s`, found `%s`, %s%s",
		aType(Type(want)), shorten(p.tab.Schema.Fields[field].Name), shorten(p.text[at.from:at.to]), aType(Type(have)), hint)
}

// resolveTypes binds what is still open and writes the types into the trace.
func (p *parser) resolveTypes() {
	for i := range p.types.pending {
		u := &p.types.pending[i]
		have, want := p.types.find(u.value), p.types.find(u.want)
		if have.isOpen() {
			p.types.vars[have-typeOpen].used = true
		}
		if p.types.unify(have, want) {
			continue
		}
		if u.about != 0 {
			p.fieldMismatch(u.about-1, have, want, u.at)
		} else {
			p.mismatch(have, want, u.at)
		}
	}
	for v := range p.types.ofOp {
		if p.t.Ops[v].Type == typeOpen {
			p.t.Ops[v].Type = p.decided(Value(v))
		}
	}
	for f, term := range p.fields.types {
		p.tab.Schema.Fields[f].Type = p.settle(term, Int)
	}
	for a, term := range p.fields.elems {
		p.tab.Schema.Arrays[a].Elem = p.settle(term, Any)
	}
}

// decided returns the final type of an operation whose type was open.
func (p *parser) decided(v Value) Type {
	term := p.types.find(p.types.ofOp[v])
	if !term.isOpen() {
		return Type(term)
	}
	switch op := &p.t.Ops[v]; op.Code {
	case OpEscape, OpCall, OpOpaque, OpGuardOpaque:
		if !p.types.vars[term-typeOpen].used {
			return Void // `optvar3 = escape(optvar1)`: a number, not a result
		}
	case OpParam:
		if at, input := p.labels.paramAt[v]; input {
			p.reportInputType(v, at)
		}
	}
	if stored, ok := p.types.expected[v]; ok {
		if stored = p.types.find(stored); !stored.isOpen() && stored != typeTerm(Any) {
			p.types.unify(term, stored)
			return Type(stored)
		}
	}
	p.types.unify(term, typeTerm(Int))
	return Int
}

func (p *parser) settle(term typeTerm, otherwise Type) Type {
	if term = p.types.find(term); !term.isOpen() {
		return Type(term)
	}
	return otherwise
}

// reportInputType asks for a name from which the type can be seen.
func (p *parser) reportInputType(v Value, at textSpan) {
	name := p.tab.Syms[p.t.Ops[v].Name]
	p.errorAt(CodeInputType, at, "expected a name that shows the type (i for an integer, p for a reference, f for a float), found `%s`, and no use of it shows the type",
		shorten(name))
}
