package trace

import (
	"slices"
	"unicode/utf8"

	"unbox/heap"
)

// Width returns the length of the longest line in characters, as it is and without the
// packages in descriptors. Only lines that can be the longest are printed for it: few are.
func (l *Listing) Width() (full, short int) {
	l.p.wantSpans = l.hasPaths()
	b := l.bounds()
	for i := range l.Ops {
		if b.line(i) <= short {
			continue
		}
		l.print(i)
		n := utf8.RuneCount(l.p.buf)
		full = max(full, n)
		for _, s := range l.p.spans {
			if s.Kind == SpanPath {
				n -= s.To - s.From - 1
			}
		}
		short = max(short, n)
	}
	return full, short
}

// hasPaths reports whether there may be descriptors with packages.
func (l *Listing) hasPaths() bool {
	tables := l.p.t.Tables
	has := func(text string) bool { from, to := PackagePath(text); return from < to }
	return slices.ContainsFunc(tables.Texts, func(d Descr) bool { return has(d.Text) }) ||
		slices.ContainsFunc(tables.FieldText, has) || slices.ContainsFunc(tables.ArrayText, has) ||
		slices.ContainsFunc(tables.Schema.Classes, func(c heap.Class) bool { return has(c.Name) })
}

// widthBounds says how long lines are at most, in bytes. descriptor is what no text beside
// the values exceeds.
type widthBounds struct {
	*Listing
	descriptor int
}

func (l *Listing) bounds() widthBounds {
	tables := l.p.t.Tables
	b := widthBounds{Listing: l}
	for _, d := range tables.Texts {
		b.descriptor = max(b.descriptor, len(d.Text))
	}
	for _, texts := range [][]string{tables.FieldText, tables.ArrayText} {
		for _, text := range texts {
			b.descriptor = max(b.descriptor, len(text))
		}
	}
	for _, c := range tables.Schema.Classes {
		b.descriptor = max(b.descriptor, len(c.Name))
	}
	for _, f := range tables.Schema.Fields {
		b.descriptor = max(b.descriptor, len(f.Name))
	}
	for _, a := range tables.Schema.Arrays {
		b.descriptor = max(b.descriptor, len(a.Name))
	}
	for _, label := range tables.Labels {
		b.descriptor = max(b.descriptor, len(label.Name))
	}
	b.descriptor += len("ConstClass(), descr=")
	return b
}

// line is a length that line i does not exceed.
func (b *widthBounds) line(i int) int {
	const unknown = 1 << 30
	v := b.Ops[i]
	op := &b.p.t.Ops[v]
	if v == None || b.others[i] != 0 || op.Code == OpLabel || op.Code == OpOpaque {
		return unknown
	}
	n := b.operand(v) + longestNames[op.Code]
	for _, arg := range b.p.t.Args(v) {
		n += b.operand(arg)
	}
	if op.Descr >= 0 {
		n += b.descriptor
	}
	if op.Snap == 0 {
		return n
	}
	snap := &b.p.t.Snaps[op.Snap]
	if snap.Pending > 0 || snap.RowsLen > 0 {
		return unknown
	}
	for _, v := range b.p.t.SnapValues(op.Snap) {
		if v.IsVirtual() {
			return unknown
		}
		n += b.operand(v)
	}
	if snap.Descr >= 0 {
		n += b.descriptor
	}
	return n + len(" []")
}

// longestNames bounds the name of each operation with what stands around it and its operands.
var longestNames = func() (table [256]int) {
	for _, code := range Opcodes() {
		for _, s := range opTable[code].Spellings {
			table[code] = max(table[code], len(s.Name)+len(" = ()"))
		}
	}
	return table
}()

// operand bounds a value with the comma in front of it.
func (b *widthBounds) operand(v Value) int {
	const comma = 2
	switch names := b.p.names; {
	case v.IsOp() && names.prefix == "":
		return len(names.sourceName(v)) + comma
	case v.IsOp():
		return max(len(names.prefix)+len("p12345678901_"), len(names.sourceName(v))) + comma
	case v.IsConst():
		c := b.p.t.Const(v)
		if c.Name == 0 && c.Kind == ConstInt && c.Bits < 1e6 {
			return comma + 6
		}
		return max(len("nan(0x7ff8000000000000)"), len("ConstPtr(null)"), len(b.p.t.Tables.Syms[c.Name])) + comma + 4
	}
	return len("None") + comma
}
