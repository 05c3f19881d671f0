package trace

import (
	"strings"
	"sync"
)

// spelled is one way to write an operation, as the parser wants it.
type spelled struct {
	code     Opcode
	spelling uint8
	// layout are the operands before the descriptor.
	layout string
	// descr is the letter of the descriptor, 0 if there is none; optional means
	// that it can be left out.
	descr    byte
	optional bool
	// result is the letter of the type of the result.
	result byte
	// vote is the dialect that writes like this, -1 if several do.
	vote int8
	// also is another way to write an operation with the same name: one has only a
	// descriptor, the other has operands.
	also *spelled
}

// spelledTable finds operations by name and its hash, which the lexer has computed on its way. The slots
// are a power of two, and most of them are free.
type spelledTable [1024]struct {
	name string
	*spelled
}

// spelledNames finds operations. Infix operators and labels are not in it.
var spelledNames = sync.OnceValue(func() *spelledTable {
	var names spelledTable
	for code := range opTable {
		for i, s := range opTable[code].Spellings {
			if !isWritten(Opcode(code), s.Name) {
				continue
			}
			entry := newSpelled(Opcode(code), i)
			slot := &names[names.slot(s.Name, hashText(s.Name))]
			if slot.spelled != nil {
				slot.also = entry
			} else {
				slot.name, slot.spelled = s.Name, entry
			}
		}
	}
	return &names
})

// slot is where a name is, or the free slot where it would be.
func (t *spelledTable) slot(name string, hash uint32) uint32 {
	const mask = uint32(len(t) - 1)
	at := spread(hash) & mask
	for t[at].spelled != nil && t[at].name != name {
		at = (at + 1) & mask
	}
	return at
}

// find returns the operation with a name, nil if there is none.
func (t *spelledTable) find(name string, hash uint32) *spelled { return t[t.slot(name, hash)].spelled }

// isWritten reports whether text can have the spelling before a parenthesis.
func isWritten(code Opcode, name string) bool {
	if code == OpNone || code == OpParam || code == OpOpaque {
		return false
	}
	return CharClass[name[0]]&CharStart != 0 && !strings.Contains(name, "(")
}

func newSpelled(code Opcode, i int) *spelled {
	info := &opTable[code]
	s := info.Spellings[i]
	entry := &spelled{code: code, spelling: uint8(i), result: info.Result, vote: -1}
	if s.Result != 0 {
		entry.result = s.Result
	}
	if strings.HasSuffix(s.Name, "_n") {
		entry.result = 'v'
	}
	entry.layout, entry.descr, entry.optional = splitLayout(s.Layout)
	if len(s.In) == 1 {
		entry.vote = int8(strings.IndexByte("pyt", s.In[0]))
	}
	return entry
}

// splitLayout takes the descriptor off a layout such as "ra;F" or "*;?D".
func splitLayout(layout string) (operands string, descr byte, optional bool) {
	operands, rest, found := strings.Cut(layout, ";")
	if !found {
		return operands, 0, false
	}
	return operands, rest[len(rest)-1], rest[0] == '?'
}

// operation reads the rest of an operation, after its name, from the "(" on.
func (p *parser) operation(r result, name string, hash uint32, at textSpan) {
	s := p.spelled.find(name, hash)
	var v Value
	switch {
	case s == nil && r.name == 0 && p.atLabelLine():
		p.labelLine(name, at)
		return
	case s == nil:
		v = p.unknownOperation(r, name, at)
	case s.code == OpLabel:
		p.labelOperation(r, at)
		return
	case s.code == OpJump:
		v = p.jump(r, s, at)
	default:
		v = p.knownOperation(r, s, name, at)
	}
	if v == None {
		p.poison(r)
		p.overflow = None
		return
	}
	p.endLine(v)
}

// knownOperation reads the operands of an operation of the table.
func (p *parser) knownOperation(r result, s *spelled, name string, at textSpan) Value {
	p.pos++
	if s.also != nil && (s.layout == "") != p.atDescr() {
		s = s.also
	}
	p.beforeOperation(s.code, name, at)
	o := p.newOp(s.code, s.spelling)
	descr, ok := p.operands(&o, s, name)
	if !ok {
		return None
	}
	if s.vote >= 0 {
		p.votes[s.vote]++
	}
	if s.code.IsGuard() {
		if !p.failList(&o, descr) {
			return None
		}
	} else if p.next() == '[' {
		p.expected("the end of the line (only guards have a list of values)")
		return None
	}
	return p.complete(o, r, s, at)
}

func (p *parser) newOp(code Opcode, spelling uint8) Op {
	p.spans = p.spans[:0]
	return Op{Code: code, Spelling: spelling, First: uint32(len(p.t.ArgList)), Descr: -1, Line: p.line}
}

// unknownUse is an operation that the table does not know.
type unknownUse struct {
	name string
	at   textSpan
}

// unknownOperation reads an operation that the table does not know. In PyPy's
// traces it is kept as opaque.
func (p *parser) unknownOperation(r result, name string, at textSpan) Value {
	p.pos++
	p.beforeOperation(OpOpaque, name, at)
	s := &spelled{code: OpOpaque, layout: "*", descr: 'D', optional: true, result: 'x', vote: -1}
	o := p.newOp(OpOpaque, 0)
	firstMissing := len(p.missing)
	descr, ok := p.operands(&o, s, name)
	for i := firstMissing; i < len(p.missing); i++ {
		p.missing[i].inUnknown = true
	}
	if !ok {
		return None // the other error in the line says more than that the operation is unknown
	}
	if len(p.unknown) < 10*maxDiagnostics {
		p.unknown = append(p.unknown, unknownUse{name, at})
	}
	if descr != "" {
		name += " " + descr
	}
	o.Descr = p.descrText(name)
	if p.next() == '[' && !p.failList(&o, "") {
		return None
	}
	return p.complete(o, r, s, at)
}

// reportUnknown reports unknown operations unless the trace is one of PyPy's.
func (p *parser) reportUnknown() {
	if p.logged {
		return
	}
	for _, u := range p.unknown {
		hint := wording("")
		if p.diags.mayHint() {
			if near := nearestOperation(u.name); near != "" {
				hint = wording("; the nearest name is `" + near + "`")
			}
		}
		p.errorAt(CodeOperation, u.at, "expected an operation, found `%s`%s", shorten(u.name), hint)
	}
}

// nearestOperation returns the operation for which a name may be a typing
// error.
func nearestOperation(name string) string {
	list := operationNames()
	return nearest(name, len(list), func(i int) string { return list[i] })
}

// operationNames are all names of operations in the order of the table.
var operationNames = sync.OnceValue(func() []string {
	var list []string
	for code := range opTable {
		for _, s := range opTable[code].Spellings {
			if isWritten(Opcode(code), s.Name) {
				list = append(list, s.Name)
			}
		}
	}
	return list
})
