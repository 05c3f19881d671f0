package trace

import "strings"

// complete puts an operation that was read into the trace: it finds the type of
// the result, checks rules that concern several operands together, and gives
// the result its name.
func (p *parser) complete(o Op, r result, s *spelled, at textSpan) Value {
	v := Value(len(p.t.Ops))
	o.Name = r.name
	switch s.result {
	case 'v':
		o.Type = Void
	case 'x':
		o.Type = typeOpen
	default:
		o.Type = TypeOfLetter(s.result)
	}
	args := p.t.ArgList[o.First:]
	switch o.Code {
	case OpGet, OpGetInterior:
		p.readField(v, &o)
	case OpSet:
		p.wantField(args[1], o.Descr, p.spans[1])
		p.noteStored(args[0], o.Descr, args[1])
	case OpSetInterior:
		p.wantField(args[2], o.Descr, p.spans[2])
	case OpGetItem:
		p.readItem(v, &o)
	case OpSetItem:
		p.wantItem(args[2], o.Descr, p.spans[2])
	case OpSameAs:
		p.sameType(v, &o, args[0])
	case OpGuardValue:
		p.guardedValue(args)
	case OpGetarg:
		p.numberedInput(v, &o, args[0])
	case OpVirtualRef, OpVirtualRefFinish:
		o.Descr = p.virtualRefClass()
	case OpGuardException:
		if o.Type = Void; o.Name != 0 {
			o.Type = Ref
		}
	case OpEscape, OpCall, OpOpaque, OpGuardOpaque:
		p.namedResult(v, &o)
	}
	p.t.Ops = append(p.t.Ops, o)
	p.define(r, v)
	p.afterOperation(v, at)
	return v
}

// open gives a result a type that may still be open: what the term is bound to,
// or what the result's name says, or a variable.
func (p *parser) open(v Value, o *Op, term typeTerm) {
	if term = p.types.find(term); !term.isOpen() {
		o.Type = Type(term)
		return
	}
	if o.Name != 0 {
		if hint := typeHint(p.tab.Syms[o.Name]); hint != Void {
			p.types.unify(term, typeTerm(hint))
			o.Type = hint
			return
		}
	}
	o.Type = typeOpen
	p.types.setOpen(v, term)
}

// readField types the result of reading a field, of an object or of a struct in an
// array.
func (p *parser) readField(v Value, o *Op) {
	holds := p.types.find(p.fields.types[o.Descr])
	if name := o.Code.Info().Spellings[o.Spelling].Name; o.Code == OpGet && len(name) > 18 {
		p.tab.Schema.Fields[o.Descr].Pure = true // getfield_gc_pure_i
	}
	if o.Type != typeOpen {
		if !p.types.unify(holds, typeTerm(o.Type)) {
			p.errorAt(CodeFieldType, p.spans[len(p.spans)-1], "expected a field that holds %s, found `%s`, which holds %s",
				aType(o.Type), shorten(p.tab.Schema.Fields[o.Descr].Name), aType(Type(holds)))
		}
		return
	}
	if holds == typeTerm(Any) {
		holds = p.types.fresh()
		p.types.expect(v, p.t.ArgList[o.First], o.Descr)
	}
	p.open(v, o, holds)
}

// noteStored notes what was stored last into a field that can hold anything.
func (p *parser) noteStored(object Value, field int32, v Value) {
	if p.types.find(p.fields.types[field]) == typeTerm(Any) {
		p.types.stored(untypedPlace{object, field}, p.term(v))
	}
}

// readItem types the result of reading an array's item.
func (p *parser) readItem(v Value, o *Op) {
	elem := p.types.find(p.fields.elems[o.Descr])
	if o.Type == typeOpen {
		p.open(v, o, elem)
		return
	}
	if !p.types.unify(elem, typeTerm(o.Type)) {
		p.errorAt(CodeFieldType, p.spans[len(p.spans)-1], "expected an array that holds %s in each item, found `%s`, which holds %s",
			aType(o.Type), shorten(p.tab.Schema.Arrays[o.Descr].Name), aType(Type(elem)))
	}
}

// wantItem checks a value that is stored in an array.
func (p *parser) wantItem(v Value, array int32, at textSpan) {
	p.touch(v)
	p.want(v, p.fields.elems[array], at)
}

// sameType gives same_as the type of its argument.
func (p *parser) sameType(v Value, o *Op, arg Value) {
	if o.Type != typeOpen {
		return
	}
	term := p.term(arg)
	if term == typeTerm(Any) {
		term = p.types.fresh()
	}
	p.open(v, o, term)
}

// guardedValue checks the arguments of guard_value.
func (p *parser) guardedValue(args []Value) {
	p.touch(args[0])
	p.want(args[0], p.term(args[1]), p.spans[0])
	if args[1].IsOp() {
		p.errorAt(CodeConstant, p.spans[1], "expected a constant, found `%s`", p.text[p.spans[1].from:p.spans[1].to])
	}
}

// numberedInput types getarg(n); every getarg of one number is the same input.
func (p *parser) numberedInput(v Value, o *Op, arg Value) {
	term, known := p.types.fresh(), false
	if arg.IsConst() && p.t.Const(arg).Kind == ConstInt && p.t.Const(arg).Bits < 1<<31 {
		n := int64(p.t.Const(arg).Bits)
		if term, known = p.getargs[n]; !known {
			term = p.types.fresh()
			p.getargs[n] = term
		}
	} else if arg != None {
		p.errorAt(CodeConstant, p.spans[0], "expected the number of an input, counted from 0, found `%s`", p.text[p.spans[0].from:p.spans[0].to])
	}
	p.open(v, o, term)
}

// namedResult types an operation that has a result only if it was given a name.
func (p *parser) namedResult(v Value, o *Op) {
	switch {
	case o.Type != typeOpen:
	case o.Name == 0:
		o.Type = Void
	default:
		p.open(v, o, p.types.fresh())
	}
}

// beforeOperation checks that an operation may come after the one before it.
func (p *parser) beforeOperation(code Opcode, name string, at textSpan) {
	if p.overflow != None || code == OpGuardNoOverflow || code == OpGuardOverflow {
		p.checkOverflowGuard(code, "`"+shorten(name)+"`", at)
	}
	if p.ended && code != OpLabel {
		p.ended = false
		p.errorAt(CodeAfterEnd, at, "expected a label or the end of the trace after `%s`, found `%s`",
			p.t.Ops[len(p.t.Ops)-1].Code, shorten(name))
	}
}

// checkOverflowGuard reports overflow operations and guards without each other.
func (p *parser) checkOverflowGuard(code Opcode, found string, at textSpan) {
	isGuard := code == OpGuardNoOverflow || code == OpGuardOverflow
	switch {
	case p.overflow != None && !isGuard:
		name := p.t.Ops[p.overflow].Code.String()
		p.errorAt(CodeOverflowGuard, p.overflowAt, "expected `guard_no_overflow` or `guard_overflow` right after `%s`, found %s", name, wording(found))
		p.overflow = None
	case p.overflow == None && isGuard:
		p.errorAt(CodeOverflowGuard, at, "expected an overflow operation such as `int_add_ovf` right before %s, found %s", wording(found), p.lastOperation())
	}
}

func (p *parser) lastOperation() string {
	for v := len(p.t.Ops) - 1; v > 0; v-- {
		if code := p.t.Ops[v].Code; code != OpParam && code != OpLabel {
			return "`" + code.String() + "`"
		}
	}
	return "none"
}

// afterOperation notes what has to be known at the next operation.
func (p *parser) afterOperation(v Value, at textSpan) {
	o := &p.t.Ops[v]
	if o.Code == OpGuardOverflow && p.overflow != None {
		if name := p.t.Ops[p.overflow].Name; name != 0 {
			p.defs[name].scope = scopeOverflowed
		}
	}
	p.overflow = None
	if o.Code.Info().Effect == EffectOverflow {
		p.overflow, p.overflowAt = v, at
	}
	p.ended = o.Code == OpJump || o.Code == OpFinish
}

// infixSign is an operator of infix notation.
type infixSign struct {
	sign string
	*spelled
}

// infixSigns are the operators, longer ones first.
var infixSigns = func() (list []infixSign) {
	for length := 2; length >= 1; length-- {
		for code := range opTable {
			for i, s := range opTable[code].Spellings {
				if s.Layout == "infix" && len(s.Name) == length {
					list = append(list, infixSign{s.Name, newSpelled(Opcode(code), i)})
				}
			}
		}
	}
	return list
}()

// infix reads "value operator value".
func (p *parser) infix(r result) {
	o := p.newOp(OpNone, 0)
	from := p.pos
	if !p.operand(&o, 'a') {
		p.poison(r)
		return
	}
	p.skipBlank()
	op := p.operator()
	if op == nil {
		p.noOperator(r, from)
		return
	}
	at := textSpan{int32(p.pos - len(op.sign)), int32(p.pos)}
	o.Code, o.Spelling, o.Len = op.code, op.spelling, 2
	p.beforeOperation(o.Code, p.text[at.from:at.to], at)
	p.skipBlank()
	if !p.operand(&o, 'i') {
		p.poison(r)
		p.overflow = None
		return
	}
	p.want(p.t.ArgList[o.First], typeTerm(Int), p.spans[0])
	p.votes[Paper]++
	v := p.complete(o, r, op.spelled, at)
	p.endLine(v)
}

// operator reads an infix operator.
func (p *parser) operator() *infixSign {
	for i := range infixSigns {
		if strings.HasPrefix(p.text[p.pos:], infixSigns[i].sign) {
			p.pos += len(infixSigns[i].sign)
			return &infixSigns[i]
		}
	}
	return nil
}

// noOperator reports a single value after "=".
func (p *parser) noOperator(r result, from int) {
	p.poison(r)
	p.overflow = None
	if p.atEnd() {
		value := shorten(trimBlank(p.text[from:p.pos]))
		p.errorf(CodeSyntax, from, p.pos, "expected an operation, found only `%s`; `same_as(%s)` passes a value on", value, value)
		return
	}
	p.expected("an operator")
}
