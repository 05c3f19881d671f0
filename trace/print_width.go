package trace

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"unbox/heap"
)

// Width returns the length of the longest line in characters, with and without the
// packages in descriptors. It prints only lines that can be the longest, which are few.
func (l *Listing) Width() (full, short int) {
	l.p.wantSpans = l.hasPaths()
	b := newWidthBounds(l)
	bounds, longest := make([]int32, l.Len()), -1
	for i := range bounds {
		bounds[i] = b.line(i)
		if bounds[i] < unknownWidth && (longest < 0 || bounds[i] > bounds[longest]) {
			longest = i
		}
	}
	look := func(i int) {
		lineFull, lineShort := l.width(i)
		full, short = max(full, lineFull), max(short, lineShort)
	}
	if longest >= 0 {
		look(longest) // few other lines can be longer
	}
	for i := range bounds {
		if int(bounds[i]) > short {
			look(i)
		}
	}
	return full, short
}

// width prints line i and measures it.
func (l *Listing) width(i int) (full, short int) {
	l.print(i)
	full = utf8.RuneCount(l.p.buf)
	short = full
	for _, s := range l.p.spans {
		if s.Kind == SpanPath {
			short -= s.To - s.From - 1
		}
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

// widthBounds gives upper bounds on the lengths of lines, in bytes.
type widthBounds struct {
	*Listing
	// virtuals has the bound of each description.
	virtuals []virtualBound
	// constants has the length of each constant with a comma; 0 while it is not known.
	constants []int32
	scratch   []byte
	// name is the maximum length of the names of virtual objects; -1 while it is not known.
	name int32
	// operands bounds the result of each operation, with a comma: so nobody has to look for its name.
	operands int32
}

// virtualBound bounds a description; n is 0 while it is not known. nesting is how deeply descriptions
// are nested in it, itself included.
type virtualBound struct{ n, nesting int32 }

// unknownWidth is the bound for lines about which nothing is known. The sum of several is an int32, too.
const unknownWidth = 1 << 28

func newWidthBounds(l *Listing) *widthBounds {
	return &widthBounds{
		Listing: l, virtuals: make([]virtualBound, len(l.p.t.Virtuals)), constants: make([]int32, len(l.p.t.Consts)),
		name: -1, operands: longestOperand(l.p.names),
	}
}

// line is a length that line i does not exceed.
func (b *widthBounds) line(i int) int32 {
	n, v := b.other(b.others[i]), b.Ops[i]
	if v == None {
		return n
	}
	op := &b.p.t.Ops[v]
	if op.Code == OpLabel {
		return unknownWidth
	}
	if op.Type != Void || op.Name != 0 || b.p.names.prefix != "" {
		n += b.operand(v) + int32(len(" = ")-len(", "))
	}
	n += int32(len("()"))
	args := b.p.t.Args(v)
	for _, arg := range args {
		n += b.operand(arg)
	}
	if len(args) > 0 {
		n -= int32(len(", "))
	}
	spelling := &opTable[op.Code].Spellings[b.p.spelling(op)]
	if op.Code != OpOpaque {
		n += int32(len(spelling.Name))
	}
	if op.Descr >= 0 {
		n += b.descriptor(op, spelling.Layout)
	}
	return min(n+b.snapshot(op.Snap), unknownWidth)
}

// other bounds a comment or a declaration.
func (b *widthBounds) other(other otherText) int32 {
	switch tables := b.p.t.Tables; {
	case other == 0:
		return 0
	case other == notationText:
		return int32(len("#" + notationMark))
	case other > 0:
		return int32(len(" #") + len(tables.Comments[other-1].Text))
	default:
		return int32(len(tables.Declarations[-1-other].Text))
	}
}

// descriptor bounds what an operation is about, with what is printed before it in a layout.
func (b *widthBounds) descriptor(op *Op, layout string) int32 {
	before := int32(len(", "))
	if op.Code == OpOpaque || strings.IndexByte(layout, ';') >= 0 {
		before = int32(len(", descr="))
	}
	tables := b.p.t.Tables
	switch opTable[op.Code].Descr {
	case DescrClass:
		return before + b.class(op.Descr)
	case DescrField:
		return before + b.field(op.Descr)
	case DescrArray:
		return before + int32(len(tables.Schema.Arrays[op.Descr].Name))
	case DescrLabel:
		return before + int32(len(tables.Labels[op.Descr].Name))
	case DescrText, DescrOpaque:
		return before + int32(len(tables.Texts[op.Descr].Text))
	}
	return unknownWidth
}

func (b *widthBounds) class(c int32) int32 {
	n := int32(len(b.p.t.Tables.Schema.Classes[c].Name))
	if b.p.t.Tables.ClassSpelling[c] == ClassConst {
		n += int32(len("ConstClass()"))
	}
	return n
}

func (b *widthBounds) field(f int32) int32 {
	return int32(max(len(b.p.t.Tables.Schema.Fields[f].Name), len(b.p.t.Tables.FieldText[f])))
}

// snapshot bounds what a guard has besides its question.
func (b *widthBounds) snapshot(s int32) int32 {
	if s == 0 {
		return 0
	}
	snap := &b.p.t.Snaps[s]
	n := int32(len(" []"))
	if snap.Pending > 0 {
		n += int32(len(" {}"))
	}
	if snap.Descr >= 0 {
		n += int32(len(", descr=") + len(b.p.t.Tables.Texts[snap.Descr].Text))
	}
	if snap.RowsLen > 0 && !b.p.rowsApart {
		return unknownWidth
	}
	for _, values := range [2][]Value{b.p.t.SnapValues(s), b.p.t.SnapPending(s)} {
		for i, v := range values {
			if i == 0 {
				n -= int32(len(", "))
			}
			if v.IsVirtual() {
				n += b.virtual(v.VirtualIndex(), 1).n + int32(len(", "))
			} else {
				n += b.operand(v)
			}
			n = min(n, unknownWidth)
		}
	}
	return n
}

// virtual bounds each mention of a description with its contents; depth is how deep it is in others. If there are several
// mentions, only one has the contents, and all have the object's name: each mention counts as at least two names, which is
// enough.
func (b *widthBounds) virtual(k int, depth int32) virtualBound {
	if have := b.virtuals[k]; have.n != 0 {
		return have
	}
	// A description that mentions itself, or that is printed in parts, is not
	// bounded.
	unknown := virtualBound{unknownWidth, 1}
	b.virtuals[k] = unknown
	virt, fields := &b.p.t.Virtuals[k], b.p.t.Fields(k)
	if depth == printedDepth || virt.Array && virt.Of == None && int(virt.Length) != len(fields) {
		return unknown
	}
	found := virtualBound{n: b.virtualType(virt) + int32(len("()"))}
	for _, f := range fields {
		switch {
		case !virt.Array:
			found.n += b.field(f.Field) + int32(len("="))
		case virt.Of != None:
			found.n += int32(len(b.p.t.Tables.Schema.Arrays[virt.Type].Name) + len("[2147483647]="))
		}
		if f.Value.IsVirtual() {
			inner := b.virtual(f.Value.VirtualIndex(), depth+1)
			found = virtualBound{found.n + inner.n + int32(len(", ")), max(found.nesting, inner.nesting)}
		} else {
			found.n += b.operand(f.Value)
		}
		found.n = min(found.n, unknownWidth)
	}
	if found.nesting++; found.nesting >= printedDepth {
		return unknown
	}
	found.n = max(found.n, 2*b.longestName()+1)
	b.virtuals[k] = found
	return found
}

// virtualType bounds what a description begins with.
func (b *widthBounds) virtualType(virt *Virtual) int32 {
	switch {
	case virt.Of != None:
		return b.operand(virt.Of)
	case virt.Array:
		return int32(len(b.p.t.Tables.Schema.Arrays[virt.Type].Name))
	case virt.Type < 0:
		return int32(len("alloc"))
	}
	return b.class(virt.Type)
}

// longestName bounds the names of virtual objects: their own, or "v" and a fresh name, whose number is larger than those of the source.
func (b *widthBounds) longestName() int32 {
	if b.name < 0 {
		for _, name := range b.p.t.Tables.Syms {
			b.name = max(b.name, int32(len(name)))
		}
		b.name += int32(len("vp") + len(strconv.Itoa(len(b.virtuals))) + 1)
	}
	return b.name
}

// longestOperand bounds the results of all operations with the comma before them.
func longestOperand(names *Namer) int32 {
	longest := 0
	for v := range names.trace.Ops {
		longest = max(longest, len(names.trace.Tables.Syms[names.trace.Ops[v].Name]))
	}
	for _, name := range names.fresh {
		longest = max(longest, name.length())
	}
	if names.prefix != "" { // the name of a parameter may have a letter before it, and may be made of one and a number
		longest = max(longest+len("p_"), len(names.prefix)+len("p12345678901_"))
	}
	return int32(longest + len(", "))
}

// operand bounds a value with the comma before it.
func (b *widthBounds) operand(v Value) int32 {
	switch {
	case v.IsOp():
		return b.operands
	case v.IsConst():
		return b.constant(v.ConstIndex())
	}
	return int32(len("None, "))
}

// constant is the length of a constant with the comma before it.
func (b *widthBounds) constant(k int) int32 {
	if b.constants[k] == 0 {
		b.scratch = b.p.names.appendConst(append(b.scratch[:0], ", "...), b.p.t.Consts[k])
		b.constants[k] = int32(len(b.scratch))
	}
	return b.constants[k]
}
