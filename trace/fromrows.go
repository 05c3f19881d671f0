package trace

import (
	"fmt"
	"strconv"
)

// Which questions of the recorded trace does a guard of an optimized one ask? In memory,
// Op.Src and Snapshot.Takes say it. A text says only what it shows: there, a guard that
// also asks the question of a later one, or that is the copy in a peeled loop, would
// look wrong. So a text can say where a guard's questions come from,
//
//	guard_nonnull_class(p1, A) [i2] from 7, 12
//
// by counting the operations of the recorded trace from 1, a label with its parameters
// as one. These are not line numbers: when a text is written out again, its operations
// are on other lines, but it still says the same.

// Row returns the number that people see for an operation everywhere: the line of the text in
// which it was recorded, or else, if there is no text, its place in the recorded trace. Copies
// in a peeled loop have the same number; what a pass added has none, 0.
func (t *Trace) Row(v Value) int {
	op := &t.Ops[v]
	if op.Src != 0 && op.Line > 0 {
		return int(op.Line)
	}
	return int(op.Src)
}

// Counted returns the count of each operation, from 1; that of a parameter is its label's.
func (t *Trace) Counted() []int32 {
	counts := make([]int32, len(t.Ops))
	for v := 1; v < len(t.Ops); v++ {
		if counts[v] = counts[v-1]; t.Ops[v].Code != OpParam {
			counts[v]++
		}
	}
	return counts
}

// AtCount returns the operation with this count, None if there is none.
func (t *Trace) AtCount(count int32) Value {
	for v := Value(1); int(v) < len(t.Ops); v++ {
		if t.Ops[v].Code == OpParam {
			continue
		}
		if count--; count == 0 {
			return v
		}
	}
	return None
}

// AtLine returns the first operation in a line of the source text, None if there is none.
func (t *Trace) AtLine(line int) Value {
	for v := Value(1); int(v) < len(t.Ops); v++ {
		if int(t.Ops[v].Line) == line && line > 0 {
			return v
		}
	}
	return None
}

// FromRows returns the counts of the recorded operations whose questions a guard asks, as the
// guard's text says; nil if it says nothing.
func (t *Trace) FromRows(guard Value) []int32 {
	snap := t.Ops[guard].Snap
	if snap <= 0 || int(snap) >= len(t.Snaps) {
		return nil
	}
	s := &t.Snaps[snap]
	return t.Rows[s.RowsFirst : s.RowsFirst+s.RowsLen : s.RowsFirst+s.RowsLen]
}

// maxRow bounds the counts in a text, and maxFromRows the number of counts that
// a guard can name.
const (
	maxRow      = 1 << 28
	maxFromRows = 1 << 10
)

// fromRows reads "from 7, 12" after a guard, if it is there.
func (p *parser) fromRows(snap *Snapshot) bool {
	p.skipBlank()
	if !p.atWord("from") {
		return true
	}
	p.pos += len("from")
	snap.RowsFirst = uint32(len(p.t.Rows))
	for last := int32(0); ; {
		p.skipBlank()
		from := p.pos
		row := int32(0)
		for CharClass[p.peek()]&charDigit != 0 && row < maxRow {
			row = 10*row + int32(p.peek()-'0')
			p.pos++
		}
		switch {
		case row == 0 || row >= maxRow:
			p.pos = from
			p.expected("the count of an operation, at least 1")
			return false
		case row <= last:
			p.errorf(CodeSyntax, from, p.pos, "expected counts in ascending order, found %d after %d", row, last)
			return false
		case snap.RowsLen == maxFromRows:
			p.errorf(CodeSyntax, from, p.pos, "expected at most %d counts, found more", maxFromRows)
			return false
		}
		last = row
		p.t.Rows = append(p.t.Rows, row)
		snap.RowsLen++
		if !p.accept(',') {
			return true
		}
	}
}

// atWord reports whether exactly this word is here, and not the beginning of a
// longer one.
func (p *parser) atWord(word string) bool {
	end := p.pos + len(word)
	return end <= len(p.text) && p.text[p.pos:end] == word && (end == len(p.text) || CharClass[p.text[end]]&charName == 0)
}

// fromRows prints them, into the line or apart from it.
func (p *printer) fromRows(guard Value) {
	start, spans := len(p.buf), len(p.spans)
	p.appendRows(guard)
	if len(p.buf) == start || !p.rowsApart {
		return
	}
	p.asides = append(p.asides, Aside{At: start, Text: string(p.buf[start:])})
	p.buf, p.spans = p.buf[:start], p.spans[:spans]
}

func (p *printer) appendRows(guard Value) {
	for k, row := range p.t.FromRows(guard) {
		if k == 0 {
			p.buf = append(p.buf, ' ')
			p.text(SpanKeyword, "from")
			p.buf = append(p.buf, ' ')
		} else {
			p.buf = append(p.buf, ", "...)
		}
		p.text(SpanNumber, strconv.Itoa(int(row)))
	}
}

// fromRows checks them.
func (c *checker) fromRows(s *Snapshot) error {
	if uint64(s.RowsFirst)+uint64(s.RowsLen) > uint64(len(c.t.Rows)) {
		return fmt.Errorf("counts %d to %d of %d", s.RowsFirst, s.RowsFirst+s.RowsLen, len(c.t.Rows))
	}
	last := int32(0)
	for _, row := range c.t.Rows[s.RowsFirst : s.RowsFirst+s.RowsLen] {
		if row <= last || row >= maxRow {
			return fmt.Errorf("expected counts of at least 1 in ascending order, found %d after %d", row, last)
		}
		last = row
	}
	return nil
}
