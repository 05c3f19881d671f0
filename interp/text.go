package interp

import (
	"slices"

	"unbox/heap"
	"unbox/trace"
)

// Strings with contents (RunOptions.Strings). A string that the trace makes is a heap.KindText; one from outside has as many
// characters, and such, as can be computed from where it is from. A string is a value: two with the same characters
// cannot be told apart, so a comparison of their references has no meaning.

// textStep says what an operation does with strings.
type textStep uint8

const (
	textNone textStep = iota
	textLength
	textItem
	textNew
	textSet
	textCopy
	textConcat
	textSlice
	textEqual
	textEqualSlice
)

var textCalls = [...]textStep{
	trace.StringConcat: textConcat, trace.StringSlice: textSlice, trace.StringEqual: textEqual, trace.StringEqualSlice: textEqualSlice,
}

// textOf says what an operation does with strings. A string may be written only right after it was made, before anything else
// uses it: misplaced says that this write is not there.
func (p *program) textOf(op *trace.Op, args []trace.Value) (step textStep, misplaced bool) {
	switch op.Code {
	case trace.OpStrLen:
		return textLength, false
	case trace.OpStrItem:
		return textItem, false
	case trace.OpStrNew:
		return textNew, false
	case trace.OpStrSet:
		if len(args) == 5 {
			return textCopy, !p.unseen[args[1]]
		}
		return textSet, !p.unseen[args[0]]
	case trace.OpCall:
		return textCalls[p.trace.Tables.StringCallOf(op, args, p.trace.TypeOf)], false
	}
	return textNone, false
}

// noteTextUse notes which strings have been made and only been written.
func (p *program) noteTextUse(v trace.Value, op *trace.Op, args []trace.Value) {
	if op.Code == trace.OpStrNew {
		if p.unseen == nil {
			p.unseen = make(map[trace.Value]bool)
		}
		p.unseen[v] = true
		return
	}
	if len(p.unseen) == 0 {
		return
	}
	for k, arg := range args {
		written := op.Code == trace.OpStrSet && (len(args) == 5 && k == 1 || len(args) == 3 && k == 0)
		if !written && op.Code != trace.OpStrLen {
			delete(p.unseen, arg)
		}
	}
}

// StringMeaning says what operations on strings do (RunOptions.Strings).
type StringMeaning func(m *Interp, in *instr) progress

// StringContents says that strings have contents. Only those refer to it who ask for it: the module of the page's first
// visit is linked without what it does.
func StringContents(m *Interp, in *instr) progress { return m.doText(in) }

// doText does an operation on strings.
func (m *Interp) doText(in *instr) progress {
	m.raised = exception{}
	if in.flag != 0 {
		m.regs[in.flag] = 0
	}
	if in.misplaced {
		return m.blame(trouble{kind: troubleMalformed, note: "expected to write to a string that was just made, before anything else uses it"})
	}
	args := m.moves[in.a : in.a+in.b]
	switch in.text {
	case textEqual, textEqualSlice, textConcat, textSlice:
		args = args[1:] // the first one is the function
	}
	status := heap.OK
	switch in.text {
	case textNew:
		var ref heap.Object
		ref, status = m.heap.NewText(int64(m.regs[args[0]]))
		m.regs[in.dst] = uint64(ref)
	case textSet:
		status = m.setCharacter(in, heap.Object(m.regs[args[0]]), int64(m.regs[args[1]]), m.regs[args[2]])
	case textCopy:
		status = m.copyText(args)
	case textLength:
		var n int64
		n, status = m.textLength(m.regs[args[0]])
		m.regs[in.dst] = uint64(n)
	case textItem:
		m.regs[in.dst], status = m.character(m.regs[args[0]], int64(m.regs[args[1]]))
	case textEqual:
		status = m.equalTexts(in, args)
	case textEqualSlice:
		m.text, status = m.textSlice(m.text[:0], m.regs[args[0]], int64(m.regs[args[1]]), int64(m.regs[args[2]]))
		if status == heap.OK {
			status = m.equalTo(in, m.regs[args[3]])
		}
	default:
		status = m.makeText(in, args)
	}
	switch status {
	case heap.OK:
		return goOn
	case heap.Full:
		return m.blame(trouble{kind: troubleHeap, status: status})
	}
	return m.blame(trouble{kind: troubleText, status: status})
}

// textTroubles says why an operation on strings has no meaning.
var textTroubles = map[heap.Status]string{
	heap.ThroughNull: "expected a string, found null",
	heap.OutOfBounds: "expected characters and indexes that there are, found others",
	heap.Unwritten:   "expected characters that were written, found one that was not",
	heap.BadLength:   "expected a length of at least 0, found a smaller one",
}

// setCharacter writes a character of a string that was just made; there must be such a character.
func (m *Interp) setCharacter(in *instr, o heap.Object, index int64, character uint64) heap.Status {
	if character > in.largest {
		return heap.OutOfBounds
	}
	return m.heap.SetCharacter(o, index, character)
}

// textLength returns the length of a string.
func (m *Interp) textLength(bits uint64) (int64, heap.Status) {
	o := heap.Object(bits)
	if o == 0 {
		return 0, heap.ThroughNull
	}
	if m.heap.Kind(o) == heap.KindText {
		return m.heap.TextLength(o), heap.OK
	}
	m.guessOf(o)
	return int64(m.imagined(o, trace.OpStrLen, 0) & 7), heap.OK
}

// character returns a character of a string.
func (m *Interp) character(bits uint64, index int64) (uint64, heap.Status) {
	o := heap.Object(bits)
	if m.heap.Kind(o) == heap.KindText {
		return m.heap.Character(o, index)
	}
	n, status := m.textLength(bits)
	if status == heap.OK && uint64(index) >= uint64(n) {
		status = heap.OutOfBounds
	}
	return 'a' + m.imagined(o, trace.OpStrItem, uint64(index))&3, status
}

// imagined is what a string from outside holds. Two runs agree about where such a string is from.
func (m *Interp) imagined(o heap.Object, code trace.Opcode, index uint64) uint64 {
	return splitMix(splitMix(uint64(code)^m.appearance(trace.Ref, uint64(o))) ^ index)
}

// guessOf notes that a string is made up although the program determines it: a constant.
func (m *Interp) guessOf(o heap.Object) {
	if n := len(m.out.Inputs.Objects); int(o) > n || m.out.Inputs.Objects[o-1].Constant != 0 {
		m.guess()
	}
}

// textSlice appends characters of a string.
func (m *Interp) textSlice(list []uint64, bits uint64, from, n int64) ([]uint64, heap.Status) {
	length, status := m.textLength(bits)
	if status == heap.OK && (from < 0 || n < 0 || from > length || n > length-from) {
		status = heap.OutOfBounds
	}
	if status != heap.OK {
		return list, status
	}
	for k := from; k < from+n; k++ {
		c, status := m.character(bits, k)
		if status != heap.OK {
			return list, status
		}
		list = append(list, c)
	}
	return list, heap.OK
}

// wholeText appends all characters of a string.
func (m *Interp) wholeText(list []uint64, bits uint64) ([]uint64, heap.Status) {
	n, status := m.textLength(bits)
	if status != heap.OK {
		return list, status
	}
	return m.textSlice(list, bits, 0, n)
}

func (m *Interp) copyText(args []uint32) (status heap.Status) {
	from, n := int64(m.regs[args[2]]), int64(m.regs[args[4]])
	if m.text, status = m.textSlice(m.text[:0], m.regs[args[0]], from, n); status != heap.OK {
		return status
	}
	for k, c := range m.text {
		if status := m.heap.SetCharacter(heap.Object(m.regs[args[1]]), int64(m.regs[args[3]])+int64(k), c); status != heap.OK {
			return status
		}
	}
	return heap.OK
}

// makeText makes the string that a call makes.
func (m *Interp) makeText(in *instr, args []uint32) (status heap.Status) {
	if in.text == textSlice {
		from, to := int64(m.regs[args[1]]), int64(m.regs[args[2]])
		m.text, status = m.textSlice(m.text[:0], m.regs[args[0]], from, to-from)
	} else if m.text, status = m.wholeText(m.text[:0], m.regs[args[0]]); status == heap.OK {
		m.text, status = m.wholeText(m.text, m.regs[args[1]])
	}
	if status != heap.OK {
		return status
	}
	ref, status := m.heap.NewText(int64(len(m.text)))
	for k, c := range m.text {
		if status == heap.OK {
			status = m.heap.SetCharacter(ref, int64(k), c)
		}
	}
	m.regs[in.dst] = uint64(ref)
	return status
}

func (m *Interp) equalTexts(in *instr, args []uint32) (status heap.Status) {
	a, b := m.regs[args[0]], m.regs[args[1]]
	if a == 0 || b == 0 {
		m.regs[in.dst] = trace.Bit(a == b)
		return heap.OK
	}
	if m.text, status = m.wholeText(m.text[:0], a); status != heap.OK {
		return status
	}
	return m.equalTo(in, b)
}

// equalTo compares the characters in m.text with a string.
func (m *Interp) equalTo(in *instr, bits uint64) heap.Status {
	n := len(m.text)
	all, status := m.wholeText(m.text, bits)
	m.text = all
	m.regs[in.dst] = trace.Bit(slices.Equal(all[:n], all[n:]))
	return status
}

// isText reports whether a reference is to a string that the trace made.
func (m *Interp) isText(bits uint64) bool { return m.heap.Kind(heap.Object(bits)) == heap.KindText }

// asKey is a register's bits as a part of a key, and for a string that the trace made what it holds.
func (m *Interp) asKey(t trace.Type, bits uint64) uint64 {
	if t == trace.Ref && m.isText(bits) {
		return textBits(&m.heap, heap.Object(bits))
	}
	return bits
}

// textBits packs what a string holds into one number.
func textBits(h *heap.Heap, o heap.Object) uint64 {
	what := uint64(h.TextLength(o))
	for k := range h.TextLength(o) {
		c, status := h.Character(o, k)
		if status != heap.OK {
			c = 0
		}
		what = splitMix(what ^ c)
	}
	return what | 1<<63 // no object has such a number
}

// oneOrTwo is why a comparison of two strings with the same characters has no meaning.
var oneOrTwo = trouble{kind: troubleMalformed, note: "expected strings that differ, found two with the same characters, which may be one or not"}

// sameTexts reports whether two strings have the same characters, so that nobody knows whether they are one.
func (m *Interp) sameTexts(a, b uint64) bool {
	return m.isText(a) && m.isText(b) && textBits(&m.heap, heap.Object(a)) == textBits(&m.heap, heap.Object(b))
}
