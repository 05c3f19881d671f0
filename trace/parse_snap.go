package trace

import (
	"math"
	"strconv"
)

// maxVirtualDepth is how deeply descriptions of virtual objects can nest.
const maxVirtualDepth = 1000

// snapState is what the parser knows of the list after the current guard.
type snapState struct {
	// number counts the lists, so that names of virtual objects are kept apart.
	number int32
	// stack holds the contents of the descriptions that are still open.
	stack []VirtualField
	depth int
	// later holds the descriptions whose contents come after "where".
	later []laterDescription
	// guarded is the overflow operation whose failing guard has the list: its
	// result cannot be in the list.
	guarded Value
}

// failList reads the list of values after a guard, if it has one, and makes the
// guard's snapshot from it.
func (p *parser) failList(o *Op, descr string) bool {
	snap := Snapshot{First: uint32(len(p.t.SnapList)), Descr: -1}
	if descr != "" {
		snap.Descr = p.descrText(descr)
	}
	p.snap = snapState{number: p.snap.number + 1, stack: p.snap.stack[:0], later: p.snap.later[:0]}
	if o.Code == OpGuardNoOverflow {
		p.snap.guarded = p.overflow
	}
	if p.next() == '[' {
		p.pos++
		snap.Listed = true
		if !p.snapValues(']', func(v Value) { p.t.SnapList = append(p.t.SnapList, v) }) {
			return false
		}
		snap.Len = uint32(len(p.t.SnapList)) - snap.First
	}
	if p.next() == '{' {
		if !p.pendingWrites() {
			return false
		}
		snap.Pending = uint32(len(p.t.SnapList)) - snap.First - snap.Len
	}
	if !p.laterContents() || !p.fromRows(&snap) {
		return false
	}
	if !snap.Listed && snap.Descr < 0 && snap.Pending == 0 && snap.RowsLen == 0 {
		return true
	}
	o.Snap = int32(len(p.t.Snaps))
	p.t.Snaps = append(p.t.Snaps, snap)
	return true
}

// pendingWrites reads the writes that are still to be done if the guard fails:
// "{p1(val=i2), p3(next=Node(value=i4))}".
func (p *parser) pendingWrites() bool {
	p.pos++
	for first := true; !p.accept('}'); first = false {
		if !first && !p.accept(',') {
			p.expected("`,` or `}`")
			return false
		}
		v := VirtualValue(len(p.t.Virtuals))
		p.t.Virtuals = append(p.t.Virtuals, Virtual{})
		object, at, ok := p.writtenObject()
		if !ok {
			return false
		}
		p.want(object, typeTerm(Ref), at)
		p.touch(object)
		if p.next() != '(' {
			p.expected("`(` with the fields that are written")
			return false
		}
		p.t.SnapList = append(p.t.SnapList, v)
		if !p.writtenFields(v, object) {
			return false
		}
	}
	return true
}

// writtenObject reads the object before "(val=i2)".
func (p *parser) writtenObject() (Value, textSpan, bool) {
	p.skipBlank()
	from := p.pos
	if p.atName() {
		if name, hash := p.name(); name != "ConstPtr" && p.peek() == '(' {
			return p.use(name, hash, from), textSpan{int32(from), int32(p.pos)}, true
		}
		p.pos = from
	}
	return p.value()
}

// writtenFields reads "(val=i2)" after an existing object, or "(<ArrayP 8>[0]=p2)" after an array.
func (p *parser) writtenFields(v, object Value) bool {
	p.pos++
	bottom := len(p.snap.stack)
	is := Virtual{Type: -1, Of: object}
	is.Array = p.atItem()
	for first := true; !p.accept(')'); first = false {
		if !first && !p.accept(',') {
			p.expected("`,` or `)`")
			return false
		}
		if is.Array && !p.writtenItem(&is, bottom) || !is.Array && !p.virtualField(-1, bottom) {
			return false
		}
	}
	p.closeVirtual(v, is, bottom)
	return true
}

// atItem reports whether an array type and a bracket come next.
func (p *parser) atItem() bool {
	p.skipBlank()
	from := p.pos
	defer func() { p.pos = from }()
	if p.peek() == '<' {
		return p.angled() != "" && p.peek() == '['
	}
	return p.dotted() != "" && p.peek() == '['
}

// writtenItem reads "<ArrayP 8>[0]=p2". All items in one pair of parentheses are of one array.
func (p *parser) writtenItem(is *Virtual, bottom int) bool {
	if !p.atItem() {
		p.expected("an array type with the index of an item in brackets")
		return false
	}
	from := p.pos
	array := p.array(p.arrayName())
	if is.Type >= 0 && is.Type != array {
		p.errorf(CodeType, from, p.pos, "expected items of one array type, found `%s`", p.text[from:p.pos])
	}
	is.Type = array
	p.pos++
	index, ok := p.itemIndex()
	if !ok {
		return false
	}
	for _, have := range p.snap.stack[max(bottom, len(p.snap.stack)-64):] {
		if have.Field == index {
			p.errorf(CodeRedefined, from, p.pos, "expected each item only once, found `%s` again", p.text[from:p.pos])
		}
	}
	if !p.accept('=') {
		p.expected("`=`")
		return false
	}
	p.skipBlank()
	from = p.pos
	val, ok := p.innerValue()
	if ok {
		p.wantItem(val, array, textSpan{int32(from), int32(p.pos)})
		p.snap.stack = append(p.snap.stack, VirtualField{Field: index, Value: val})
	}
	return ok
}

// arrayName reads the name or the descriptor of an array type.
func (p *parser) arrayName() string {
	if p.peek() == '<' {
		return p.descriptor()
	}
	return p.dotted()
}

// itemIndex reads the index of an item and the bracket after it.
func (p *parser) itemIndex() (int32, bool) {
	p.skipBlank()
	from := p.pos
	p.digits()
	index, err := strconv.ParseInt(p.text[from:p.pos], 10, 32)
	if err != nil {
		p.errorf(CodeType, from, max(p.pos, from), "expected the index of an item, from 0 to %d", math.MaxInt32)
		return 0, false
	}
	if !p.accept(']') {
		p.expected("`]`")
		return 0, false
	}
	return int32(index), true
}

// snapValues reads values up to a closing bracket.
func (p *parser) snapValues(closing byte, add func(Value)) bool {
	if p.accept(closing) {
		return true
	}
	for {
		v, ok := p.snapValue()
		if !ok {
			return false
		}
		add(v)
		if p.accept(closing) {
			return true
		}
		if !p.accept(',') {
			p.expected("`,` or `" + string(rune(closing)) + "`")
			return false
		}
	}
}

// snapValue reads a value, None, or the description of a virtual object.
func (p *parser) snapValue() (Value, bool) {
	p.skipBlank()
	from := p.pos
	c := p.peek()
	switch {
	case c == '<':
		return p.describedBy(p.descriptor(), from, 0)
	case CharClass[c]&charDigit != 0:
		return p.snapNumber(from)
	case !p.atName():
		v, _, ok := p.value()
		return v, ok
	}
	name, hash := p.name()
	switch p.peek() {
	case '.', '(', '[':
		if name == "ConstPtr" || name == "ConstInt" || name == "ConstFloat" || name == "nan" {
			break
		}
		return p.namedDescription(name, from, 0)
	case '"', '\'':
		break
	default:
		if name == "None" {
			return None, true
		}
		if p.next() == '=' {
			p.pos++
			return p.namedVirtual(name, hash, from)
		}
		if v, ok := p.virtualName(name, hash); ok {
			return v, true
		}
	}
	p.pos = from
	v, at, ok := p.value()
	if v != None {
		p.touch(v)
		if v == p.snap.guarded {
			p.errorAt(CodeOverflowResult, at, "expected a value that exists when the guard fails, found `%s`, which overflowed then", p.text[at.from:at.to])
		}
	}
	return v, ok
}

// virtualName returns the description that a name refers to in this list.
func (p *parser) virtualName(name string, hash uint32) (Value, bool) {
	d := &p.defs[p.intern(name, hash)]
	return d.virtual, d.virtual != None && d.snapshot == p.snap.number
}

// snapNumber reads a number, or a class that is written as an address.
func (p *parser) snapNumber(from int) (Value, bool) {
	p.digits()
	if c := p.peek(); c == '(' || c == '[' {
		return p.describedBy(p.text[from:p.pos], from, 0)
	}
	p.pos = from
	v, _, ok := p.value()
	return v, ok
}

// namedVirtual reads the description after "p5=".
func (p *parser) namedVirtual(name string, hash uint32, from int) (Value, bool) {
	at := textSpan{int32(from), int32(from + len(name))}
	p.checkReserved(name, at)
	s := p.intern(name, hash)
	if d := &p.defs[s]; d.virtual != None && d.snapshot == p.snap.number {
		p.errorAt(CodeRedefined, at, "expected a new name, found `%s`, which is another virtual object of this list", name)
	}
	p.skipBlank()
	behind := p.pos
	switch c := p.peek(); {
	case c == '<':
		return p.describedBy(p.descriptor(), behind, s)
	case CharClass[c]&charDigit != 0:
		p.digits()
		return p.describedBy(p.text[behind:p.pos], behind, s)
	case p.atName():
		class, _ := p.name()
		return p.namedDescription(class, behind, s)
	}
	p.expected("a class or an array type")
	return None, false
}

// namedDescription reads a description whose class or array type begins with a
// name that was read.
func (p *parser) namedDescription(name string, from int, s Sym) (Value, bool) {
	if name == "ConstClass" && p.peek() == '(' {
		inside, ok := p.inParentheses()
		if !ok {
			return None, false
		}
		if p.peek() != '(' && s == 0 {
			return p.constant(Const{Kind: ConstAddress, Name: p.internText("ConstClass(" + inside + ")")}), true
		}
		p.class(inside, ClassConst)
		return p.describedBy(inside, from, s)
	}
	if p.peek() == '.' {
		p.pos++
		p.dotted()
	}
	return p.describedBy(p.text[from:p.pos], from, s)
}

// describedBy reads the contents of a virtual object or array whose class or
// array type was read.
func (p *parser) describedBy(what string, from int, s Sym) (Value, bool) {
	if what == "" {
		p.noDescriptor(from)
		return None, false
	}
	p.snap.depth++
	defer func() { p.snap.depth-- }()
	if p.snap.depth > maxVirtualDepth {
		p.errorf(CodeTooDeep, from, p.pos, "expected virtual objects nested at most %d deep, found more; contents can come after the list: `[v1=Node(...)] where v1(next=null)`", maxVirtualDepth)
		return None, false
	}
	v := VirtualValue(len(p.t.Virtuals))
	p.t.Virtuals = append(p.t.Virtuals, Virtual{Name: s})
	if s != 0 {
		p.defs[s].virtual, p.defs[s].snapshot = v, p.snap.number
	}
	open := p.next()
	switch {
	case open != '(' && open != '[':
		p.expected("`(` with fields or `[` with items")
		return None, false
	case p.leavesOut(open):
		return v, p.leaveOut(laterDescription{v, what, s, open}, from)
	}
	return v, p.contents(v, what)
}

// contents reads what is in a virtual object, in its brackets.
func (p *parser) contents(v Value, what string) bool {
	if p.peek() == '(' {
		return p.virtualFields(v, what)
	}
	return p.virtualItems(v, what)
}

// virtualFields reads "(next=p5, value=i1)".
func (p *parser) virtualFields(v Value, class string) bool {
	p.pos++
	typ := int32(-1)
	if class != "alloc" {
		// Only operands show that a name is a class and not a size.
		typ = p.class(class, ClassSize)
	}
	bottom := len(p.snap.stack)
	for first := true; !p.accept(')'); first = false {
		if !first && !p.accept(',') {
			p.expected("`,` or `)`")
			return false
		}
		if !p.virtualField(typ, bottom) {
			return false
		}
	}
	p.closeVirtual(v, Virtual{Type: typ}, bottom)
	return true
}

// virtualField reads "value=i1".
func (p *parser) virtualField(class int32, bottom int) bool {
	p.skipBlank()
	from := p.pos
	field, ok := p.virtualFieldName(class)
	if !ok {
		return false
	}
	at := textSpan{int32(from), int32(p.pos)}
	for _, have := range p.snap.stack[max(bottom, len(p.snap.stack)-64):] {
		if have.Field == field {
			p.errorAt(CodeRedefined, at, "expected each field only once, found `%s` again", p.text[at.from:at.to])
		}
	}
	if !p.accept('=') {
		p.expected("`=`")
		return false
	}
	p.skipBlank()
	from = p.pos
	val, ok := p.innerValue()
	if !ok {
		return false
	}
	p.wantField(val, field, textSpan{int32(from), int32(p.pos)})
	p.snap.stack = append(p.snap.stack, VirtualField{Field: field, Value: val})
	return true
}

// virtualFieldName reads the name of a field of a class, the number of one of a
// toy object, or a descriptor.
func (p *parser) virtualFieldName(class int32) (int32, bool) {
	from := p.pos
	if class < 0 && CharClass[p.peek()]&charDigit != 0 {
		o := Op{}
		ok := p.numberOperand(&o)
		return o.Descr, ok
	}
	name := ""
	if p.peek() == '<' {
		if name = p.angled(); name != "" {
			return p.descrField(name), true
		}
	} else {
		name = p.dotted()
	}
	switch {
	case name == "" && p.peek() == '<':
		p.noDescriptor(from)
		return 0, false
	case name == "":
		p.expected("a field")
		return 0, false
	}
	if class < 0 || !p.tab.Schema.Classes[class].Declared {
		return p.usedField(name, from), true
	}
	c := p.tab.Schema.Classes[class].Name
	f, ok := p.fields.qualified[c+"."+name]
	if !ok {
		f, ok = p.fields.qualified[name]
	}
	if !ok {
		f = p.field(name)
		p.errorf(CodeField, from, p.pos, "expected a field of class `%s`, found `%s`", c, name)
	}
	return f, true
}

// innerValue reads a value inside a description, where None means nothing.
func (p *parser) innerValue() (Value, bool) {
	from := p.pos
	before := p.diags.errors
	v, ok := p.snapValue()
	if ok && v == None && p.text[from:p.pos] == "None" && p.diags.errors == before {
		p.errorf(CodeType, from, p.pos, "expected a value, found `None`; fields that are left out are 0 or null")
	}
	return v, ok
}

// virtualItems reads "[p1, null]".
func (p *parser) virtualItems(v Value, descr string) bool {
	p.pos++
	array := p.array(descr)
	bottom := len(p.snap.stack)
	item := int32(0)
	from := p.pos
	ok := p.snapValues(']', func(val Value) {
		p.wantItem(val, array, textSpan{int32(from), int32(p.pos)})
		p.snap.stack = append(p.snap.stack, VirtualField{Field: item, Value: val})
		item++
		from = p.pos
	})
	if ok {
		p.closeVirtual(v, Virtual{Array: true, Type: array, Length: item}, bottom)
	}
	return ok
}

// closeVirtual moves the contents of a description from the stack into the
// trace.
func (p *parser) closeVirtual(v Value, is Virtual, bottom int) {
	at := &p.t.Virtuals[v.VirtualIndex()]
	is.Name = at.Name
	contents := p.snap.stack[bottom:]
	is.First, is.Len = uint32(len(p.t.VirtualFields)), uint32(len(contents))
	p.t.VirtualFields = append(p.t.VirtualFields, contents...)
	p.snap.stack = p.snap.stack[:bottom]
	*at = is
}
