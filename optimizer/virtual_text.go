package optimizer

import (
	"cmp"

	"unbox/trace"
)

// Virtual strings.
//
// A program that works with text makes strings of which most are only looked at: a character of a word, a piece of a line that
// is compared, parts that are joined. Where a trace is known to be a recording (Optimizer.TrustRecording), PyPy's runtime
// library made them, so it is known what is in them, and they are virtual like other objects:
//
//	p2 = call_pure_r(ConstClass(_ll_stringslice…), p0, i1, i3, descr=<… OS=23>)     p2 is virtual: p0 from i1 to i3
//	i4 = strgetitem(p2, 0)                                                          is strgetitem(p0, i1)
//	p5 = call_pure_r(ConstClass(ll_strconcat…), p2, p6, descr=<… OS=22>)            p5 is virtual: p2, and then p6
//	i7 = strlen(p5)                                                                 is i3 - i1 + strlen(p6)
//
// There are three kinds: a string whose characters are written one by one, one that is joined from two, and a slice. What
// the fields of a virtual object are for others, its characters or parts are for a string. A string that escapes is made by the
// operation that made it in the recording.
//
// To keep in mind: snapshots have no notation for strings, so a string is made before a guard that can see it. A string never
// changes once anything has used it, so what is read of it is never out of date. A string is virtual only as long as it is
// made of at most maxTextParts others, each counted as often as it is met on the way through them: a string that is joined
// to itself again and again doubles each time. So what is asked of one takes that many steps at most.

// ofParts is why an operation is there that asks what a virtual string is made of.
var ofParts = Remark{Kind: Replaced, Pass: PassVirtual, Reason: ReasonVirtualText, Descr: -1}

// stringsOfRecordings is what passes do with strings of recordings.
var stringsOfRecordings = stringKnowledge{
	guards:  recordedString,
	virtual: onTexts,
	kinds:   [...]virtualKind{writtenTextKind{}, joinedTextKind{}, slicedTextKind{}}, // from kindWrittenText on
}

// onTexts does an operation on strings, or a call that may make or compare some.
func onTexts(p *virtualPass, c *cur) verdict {
	switch c.op.Code {
	case trace.OpStrNew:
		return p.newText(c)
	case trace.OpStrSet:
		return p.setCharacter(c)
	case trace.OpStrLen:
		return p.textLength(c)
	case trace.OpStrItem:
		return p.character(c)
	}
	return p.textCall(c)
}

// writtenTextKind is a virtual string of a constant length: its fields are its characters.
type writtenTextKind struct{}

// handler has none: see virtualPass.textOperation and call.
func (writtenTextKind) handler(*virtualPass, trace.Opcode) handler { return nil }

func (writtenTextKind) order(_ *virtualObjects, a, b int32) int { return cmp.Compare(a, b) }

func (writtenTextKind) arguments(o *virtualObject, list []trace.Value) []trace.Value {
	return append(list, o.length)
}

// write is spelled for characters of the width of those that the string was made for.
func (writtenTextKind) write(p *virtualPass, o *virtualObject, _ int32) trace.Op {
	write := p.inventedWrite(-1)
	write.Code, write.Spelling = trace.OpStrSet, o.allocation.Spelling
	return write
}

// inventedBecause: only joining writes characters that no recorded operation wrote.
func (writtenTextKind) inventedBecause() Reason { return ReasonVirtualText }

// place is nowhere in the heap.
func (writtenTextKind) place(p *virtualPass, o *virtualObject, field int32) heapPlace {
	return heapPlace{notInHeap, o.self, p.constants.Int(int64(field))}
}

func (writtenTextKind) remarked(_ *virtualPass, field int32) int32 { return field }

func (writtenTextKind) isCleared(*virtualPass, *virtualObject, int32) bool { return false }

func (writtenTextKind) description(*virtualPass, *virtualObject) (trace.Virtual, bool) {
	return trace.Virtual{}, false
}

// madeTextKind is a virtual string that a call makes of its arguments: its fields are these.
type madeTextKind struct{ writtenTextKind }

// joinedTextKind is a virtual string joined from two.
type joinedTextKind struct{ madeTextKind }

// slicedTextKind is a virtual slice of a string.
type slicedTextKind struct{ madeTextKind }

const (
	maxWrittenText = 64
	maxTextParts   = 32
)

// makeText makes a string virtual.
func (p *virtualPass) makeText(c *cur, kind kindID, length trace.Value) int32 {
	p.makeVirtual(c, kind, -1, length)
	p.undescribed.any = true
	return p.of(c.self)
}

func (p *virtualPass) newText(c *cur) verdict {
	n, constant := p.constInt(c.args[0])
	if !constant || n < 0 || n > maxWrittenText {
		return next
	}
	p.makeText(c, kindWrittenText, c.args[0])
	return p.remove(c, PassVirtual, ReasonVirtualNew, trace.None, trace.None)
}

// setCharacter notes a character of a virtual string.
func (p *virtualPass) setCharacter(c *cur) verdict {
	object := p.of(c.args[0])
	if object == 0 || len(c.args) != 3 || p.objects[object].kind != kindWrittenText {
		return p.letEscape(c)
	}
	index, constant := p.constInt(c.args[1])
	if n, _ := p.constInt(p.objects[object].length); !constant || index < 0 || index >= n {
		return p.letEscape(c)
	}
	p.remarks.overwritten(p.write(object, int32(index), c.args[2], writerOf(&c.op)), c.self)
	return p.remove(c, PassVirtual, ReasonVirtualText, trace.None, trace.None)
}

// part returns argument k of the call that makes a string, from 0 on.
func (p *virtualPass) part(object int32, k int32) trace.Value {
	return p.find(p.fields[p.lookup(object, k)].value)
}

// textCall makes what a call makes virtual, or answers its question about strings.
func (p *virtualPass) textCall(c *cur) verdict {
	switch p.in.Tables.StringCallOf(&c.op, c.args, p.valueType) {
	case trace.StringConcat:
		if p.joinWritten(c) {
			return p.remove(c, PassVirtual, ReasonVirtualText, trace.None, trace.None)
		}
		return p.makeOfArguments(c, kindJoinedText)
	case trace.StringSlice:
		return p.makeOfArguments(c, kindSlicedText)
	case trace.StringEqual:
		return p.equalTexts(c)
	}
	return next
}

// makeOfArguments makes the string that a call makes virtual.
func (p *virtualPass) makeOfArguments(c *cur, kind kindID) verdict {
	parts := int32(1)
	for k, arg := range c.args {
		object := p.of(arg)
		if object != 0 && (!p.objects[object].kind.isText() || parts+p.objects[object].parts > maxTextParts) {
			p.materialize(arg)
			c.args[k] = p.find(arg)
		} else {
			parts += p.objects[object].parts
		}
	}
	object := p.makeText(c, kind, trace.None)
	p.objects[object].parts = parts
	for k, arg := range c.args {
		p.append(object, virtualField{field: int32(k), value: arg, by: writerOf(&c.op)})
	}
	p.cse.shareVirtual(c)
	return p.remove(c, PassVirtual, ReasonVirtualNew, trace.None, trace.None)
}

// joinWritten joins two strings whose characters are all known.
func (p *virtualPass) joinWritten(c *cur) bool {
	a, b := p.of(c.args[1]), p.of(c.args[2])
	if !p.isWritten(a) || !p.isWritten(b) {
		return false
	}
	n, _ := p.constInt(p.objects[a].length)
	m, _ := p.constInt(p.objects[b].length)
	if n+m > maxWrittenText {
		return false
	}
	p.cse.shareVirtual(c)
	c.op.Code, c.op.Descr, c.op.Spelling = trace.OpStrNew, -1, p.textSpelling(a)
	object := p.makeText(c, kindWrittenText, p.constants.Int(n+m))
	for k := range n + m {
		from, at := a, k
		if k >= n {
			from, at = b, k-n
		}
		p.append(object, virtualField{field: int32(k), value: p.fields[p.lookup(from, int32(at))].value, by: p.inventedWriter()})
	}
	return true
}

// textSpelling returns how the operation that makes a string is spelled: newstr or newunicode.
func (p *virtualPass) textSpelling(object int32) uint8 { return p.objects[object].allocation.Spelling }

// isWritten reports whether all characters of a virtual string are known.
func (p *virtualPass) isWritten(object int32) bool {
	o := &p.objects[object]
	if object == 0 || o.kind != kindWrittenText {
		return false
	}
	n, _ := p.constInt(o.length)
	return int64(o.count) == n
}

// textLength computes the length of a virtual string.
func (p *virtualPass) textLength(c *cur) verdict {
	object := p.of(c.args[0])
	if object == 0 || !p.objects[object].kind.isText() {
		return p.letEscape(c)
	}
	if n, known := p.knownLength(c.args[0]); known {
		return p.replaceBy(c, p.constants.Int(n), PassVirtual, ReasonVirtualText)
	}
	a, b := p.part(object, 2), p.part(object, 1)
	if p.objects[object].kind == kindSlicedText {
		a, b = p.part(object, 3), p.part(object, 2)
		return p.becomes(c, trace.OpIntSub, a, b)
	}
	spelling := c.op.Spelling
	return p.becomes(c, trace.OpIntAdd, p.inventSpelled(trace.OpStrLen, spelling, b), p.inventSpelled(trace.OpStrLen, spelling, a))
}

// inventSpelled is invent for an operation on strings that gives an integer.
func (p *virtualPass) inventSpelled(code trace.Opcode, spelling uint8, args ...trace.Value) trace.Value {
	p.because = ofParts
	c := &cur{self: p.newValue(), op: trace.Op{Code: code, Type: trace.Int, Descr: -1, Spelling: spelling, Line: p.in.Ops[p.position].Line}}
	c.args = append(c.argBuf[:0], args...)
	p.process(c)
	return p.find(c.self)
}

// becomes makes the current operation another one.
func (p *virtualPass) becomes(c *cur, code trace.Opcode, a, b trace.Value) verdict {
	c.op.Code, c.op.Descr, c.op.Spelling = code, -1, code.SpellingFor(p.in.Dialect, trace.Int)
	return p.asksParts(c, a, b)
}

// asksParts does the current operation again, with arguments that are what a virtual string is made of.
func (p *virtualPass) asksParts(c *cur, args ...trace.Value) verdict {
	c.args = append(c.argBuf[:0], args...)
	c.rewritten = ofParts
	if c.op.Src == 0 {
		p.because = ofParts
	}
	return again
}

// knownLength returns the length of a string if it is known to be a constant.
func (p *virtualPass) knownLength(text trace.Value) (n int64, known bool) {
	object := p.of(text)
	switch p.objects[object].kind {
	case kindWrittenText:
		return p.constInt(p.objects[object].length)
	case kindJoinedText:
		a, knownA := p.knownLength(p.part(object, 1))
		b, knownB := p.knownLength(p.part(object, 2))
		return a + b, knownA && knownB
	case kindSlicedText:
		return p.guards.differenceOf(p.part(object, 3), p.part(object, 2))
	}
	return p.constInt(p.find(p.cse.lengthOf(text)))
}

// character reads a character of a virtual string, or where it is from.
func (p *virtualPass) character(c *cur) verdict {
	object := p.of(c.args[0])
	o := &p.objects[object]
	if object == 0 || !o.kind.isText() {
		return p.letEscape(c)
	}
	index, constant := p.constInt(c.args[1])
	switch {
	case o.kind == kindSlicedText:
		return p.asksParts(c, p.part(object, 1), p.sum(p.part(object, 2), c.args[1]))
	case !constant || index < 0:
	case o.kind == kindJoinedText:
		a, b := p.part(object, 1), p.part(object, 2)
		if n, known := p.knownLength(a); known && index < n {
			return p.asksParts(c, a, c.args[1])
		} else if known {
			return p.asksParts(c, b, p.constants.Int(index-n))
		}
	case index < maxWrittenText:
		if i := p.lookup(object, int32(index)); i != 0 {
			return p.replaceBy(c, p.find(p.fields[i].value), PassVirtual, ReasonVirtualText)
		}
	}
	return p.letEscape(c)
}

// sum adds two indexes.
func (p *virtualPass) sum(a, b trace.Value) trace.Value {
	x, constA := p.constInt(a)
	y, constB := p.constInt(b)
	switch {
	case constA && constB:
		return p.constants.Int(x + y)
	case constA && x == 0:
		return b
	case constB && y == 0:
		return a
	}
	p.because = ofParts
	return p.invent(trace.OpIntAdd, trace.Int, a, b)
}

// equalTexts compares two strings, of which one is virtual, where their lengths tell, or where they have one character.
func (p *virtualPass) equalTexts(c *cur) verdict {
	a, b := c.args[1], c.args[2]
	if p.of(a) == 0 && p.of(b) == 0 {
		return next
	}
	n, knownN := p.knownLength(a)
	m, knownM := p.knownLength(b)
	switch {
	case a == b || knownN && knownM && n == 0 && m == 0:
		return p.replaceBy(c, p.constants.Int(1), PassVirtual, ReasonVirtualText)
	case p.isNull(a) || p.isNull(b) || knownN && knownM && n != m:
		return p.replaceBy(c, p.constants.Int(0), PassVirtual, ReasonVirtualText)
	case knownN && knownM && n == 1:
		first := p.constants.Int(0)
		spelling := p.itemSpelling(c)
		x := p.inventSpelled(trace.OpStrItem, spelling, a, first)
		return p.becomes(c, trace.OpIntEq, x, p.inventSpelled(trace.OpStrItem, spelling, b, first))
	case p.objects[p.of(a)].kind == kindSlicedText && p.isNonnull(b):
		return p.equalSlice(c, a, b)
	case p.objects[p.of(b)].kind == kindSlicedText && p.isNonnull(a):
		return p.equalSlice(c, b, a)
	}
	return p.letEscape(c)
}

// isNonnull reports whether a string is not null.
func (p *virtualPass) isNonnull(text trace.Value) bool {
	return p.of(text) != 0 || p.refFactOf(text).nonnull()
}

// equalSlice compares a virtual slice with a string that is not null, without making the slice.
func (p *virtualPass) equalSlice(c *cur, slice, other trace.Value) verdict {
	descr := &p.in.Tables.Texts[c.op.Descr]
	object := p.of(slice)
	length := trace.None
	if n, known := p.knownLength(slice); known {
		length = p.constants.Int(n)
	} else {
		p.because = ofParts
		length = p.invent(trace.OpIntSub, trace.Int, p.part(object, 3), p.part(object, 2))
	}
	text, start := p.part(object, 1), p.part(object, 2)
	for p.objects[p.of(text)].kind == kindSlicedText {
		text, start = p.part(p.of(text), 1), p.sum(p.part(p.of(text), 2), start)
	}
	c.op.Descr = descr.OfSlice
	return p.asksParts(c, p.constants.address(descr.OfSliceBy), text, start, length, other)
}

// itemSpelling returns how a character is read of the strings that a call compares: OS numbers from 40 on are those of
// strings of wide characters.
func (p *virtualPass) itemSpelling(c *cur) uint8 {
	if p.in.Tables.Texts[c.op.Descr].Wide {
		return 1
	}
	return 0
}
