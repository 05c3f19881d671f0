package trace

import (
	"math"
	"strconv"
	"strings"
)

// Namer knows how the values of one trace are printed, so that remarks can refer
// to them.
type Namer struct {
	trace *Trace
	// prefix is that of numbered printing, "" for the user's names.
	prefix string
	// numbers has for each operation what follows the prefix (numbered), or the
	// index in fresh plus 1 of a name that had to be invented.
	numbers []int32
	fresh   []freshName
	// typed says for numbered operations whether their number is not enough to show
	// the type of their result: see bearTypes.
	typed []bool
	// taken has for each name the last operation that has it; see claim.
	taken []Value
	// alone prints single operations, if that is needed.
	alone *printer
}

// NewNamer finds a name for every value of t. numbered is as in PrintOptions.
//
// Results keep the names of the source. Where two operations of t have the same name
// (a pass copied an operation), or none, the later one gets a fresh name: i5, p7, f2
// by type, var5 in the toy notation, with numbers that the source does not use. So
// does a result that would have another type when it is read again, because a pass
// removed what showed its type.
func NewNamer(t *Trace, numbered string) *Namer {
	n := &Namer{trace: t, prefix: numbered}
	if numbered != "" {
		n.number()
	} else {
		n.claimAll()
		n.renameByType()
	}
	return n
}

// NewSourceNamer is [NewNamer] for a trace that was read from a text and has not changed
// since. The values have the names of the text, so it need not be checked again that these
// show the types.
func NewSourceNamer(t *Trace) *Namer {
	n := &Namer{trace: t}
	n.claimAll()
	return n
}

// Of returns the same names for a trace that has the same operations.
func (n *Namer) Of(t *Trace) *Namer {
	same := *n
	same.trace, same.alone = t, nil
	return &same
}

// number gives every operation its number, and parameters a name that is not
// such a number.
func (n *Namer) number() {
	n.numbers = make([]int32, len(n.trace.Ops))
	count := int32(0)
	for v := 1; v < len(n.trace.Ops); v++ {
		if code := n.trace.Ops[v].Code; code == OpLabel || code == OpParam {
			n.numbers[v] = -1
			continue
		}
		n.numbers[v] = count
		count++
	}
	n.bearTypes()
}

// claimAll finds the operations that cannot have their own name.
func (n *Namer) claimAll() {
	ops := n.trace.Ops
	n.taken = make([]Value, len(n.trace.Tables.Syms))
	label := Value(0)
	var fresh *freshNames
	for i := 1; i < len(ops); i++ {
		op, v := &ops[i], Value(i)
		if op.Code == OpLabel {
			label = v
		}
		if op.Name != 0 && n.claim(op, v, label) || op.Name == 0 && op.Type == Void {
			continue
		}
		if fresh == nil {
			fresh = newFreshNames(n.trace)
			n.numbers = make([]int32, len(ops))
		}
		n.fresh = append(n.fresh, fresh.next(op.Type))
		n.numbers[v] = int32(len(n.fresh))
	}
}

// claim gives an operation its name if that is free: a parameter may have the
// name of a value from before its label.
func (n *Namer) claim(op *Op, v, label Value) bool {
	have := n.taken[op.Name]
	if have != None && (op.Code != OpParam || have >= label) {
		return false
	}
	n.taken[op.Name] = v
	return true
}

// Name returns what is printed for v: the name of a result, a constant, the
// description of a virtual object (or its name, if it has one), "None" for None.
// It is "" for operations without result and name.
func (n *Namer) Name(v Value) string {
	switch {
	case v.IsOp():
		return n.opName(v)
	case v.IsVirtual():
		return n.virtualName(v)
	}
	return string(n.appendValue(nil, v))
}

// virtualName names or describes a virtual object, one level deep.
func (n *Namer) virtualName(v Value) string {
	virt := &n.trace.Virtuals[v.VirtualIndex()]
	if virt.Name != 0 {
		return n.trace.Tables.Syms[virt.Name]
	}
	open, closing := "(", ")"
	if virt.Array {
		open, closing = "[", "]"
	}
	buf := append(n.appendVirtualType(nil, virt), open...)
	if virt.Len > 0 {
		buf = append(buf, "…"...)
	}
	return string(append(buf, closing...))
}

func (n *Namer) opName(v Value) string {
	if n.prefix == "" {
		return n.sourceName(v)
	}
	return string(n.appendName(nil, v))
}

// sourceName returns the name of an operation that is not numbered.
func (n *Namer) sourceName(v Value) string {
	if n.isFresh(v) {
		return n.fresh[n.numbers[v]-1].String()
	}
	name := n.trace.Tables.Syms[n.trace.Ops[v].Name]
	if n.prefix != "" && name == "" { // parameters without a name must differ
		return typeLetter(n.trace.Ops[v].Type) + "_" + strconv.Itoa(int(v))
	}
	if n.prefix != "" && (isNumbered(name, n.prefix) || typeHint(name) != Void && strings.HasSuffix(name, "_"+n.prefix)) {
		return typeLetter(n.trace.Ops[v].Type) + "_" + name
	}
	return name
}

// isFresh reports whether the name of an operation had to be invented.
func (n *Namer) isFresh(v Value) bool { return n.prefix == "" && n.numbers != nil && n.numbers[v] != 0 }

// isNumbered reports whether a name is the prefix and digits.
func isNumbered(name, prefix string) bool {
	if len(name) <= len(prefix) || name[:len(prefix)] != prefix {
		return false
	}
	for _, c := range []byte(name[len(prefix):]) {
		if CharClass[c]&charDigit == 0 {
			return false
		}
	}
	return true
}

// appendName appends the name of an operation's result.
func (n *Namer) appendName(buf []byte, v Value) []byte {
	if n.prefix != "" && n.numbers[v] >= 0 {
		if n.typed[v] { // f5_optvar
			buf = strconv.AppendInt(append(buf, typeLetter(n.trace.Ops[v].Type)...), int64(n.numbers[v]), 10)
			return append(append(buf, '_'), n.prefix...)
		}
		return strconv.AppendInt(append(buf, n.prefix...), int64(n.numbers[v]), 10)
	}
	if n.isFresh(v) {
		return n.fresh[n.numbers[v]-1].append(buf)
	}
	return append(buf, n.sourceName(v)...)
}

// appendValue appends an operand that is no virtual object.
func (n *Namer) appendValue(buf []byte, v Value) []byte {
	switch {
	case v.IsOp():
		return n.appendName(buf, v)
	case v.IsConst():
		return n.appendConst(buf, n.trace.Const(v))
	case v.IsVirtual():
		return append(buf, n.virtualName(v)...)
	}
	return append(buf, "None"...)
}

// appendConst appends a constant as the parser reads it.
func (n *Namer) appendConst(buf []byte, c Const) []byte {
	switch {
	case c.Name != 0:
		return append(buf, n.trace.Tables.Syms[c.Name]...)
	case c.Kind == ConstInt:
		return strconv.AppendInt(buf, int64(c.Bits), 10)
	case c.Kind == ConstFloat || c.Kind == ConstRounded:
		return appendFloat(buf, c.Bits)
	case n.trace.Dialect == PyPy:
		return append(buf, "ConstPtr(null)"...)
	}
	return append(buf, "null"...)
}

// appendFloat appends a double with the fewest digits that are read as the same
// double, always with a point or an exponent, so that it does not look like an
// integer.
func appendFloat(buf []byte, bits uint64) []byte {
	f := math.Float64frombits(bits)
	switch {
	case bits == canonicalNaN:
		return append(buf, "nan"...)
	case math.IsNaN(f):
		return append(strconv.AppendUint(append(buf, "nan(0x"...), bits, 16), ')')
	case math.IsInf(f, 1):
		return append(buf, "inf"...)
	case math.IsInf(f, -1):
		return append(buf, "-inf"...)
	}
	format := byte('f')
	if a := math.Abs(f); a != 0 && (a < 1e-5 || a >= 1e16) {
		format = 'e'
	}
	from := len(buf)
	buf = strconv.AppendFloat(buf, f, format, -1, 64)
	return pointed(buf, from)
}

// pointed adds ".0" to a number without point and exponent, and one digit to one
// with exactly six decimals, which would be read as rounded.
func pointed(buf []byte, from int) []byte {
	point := -1
	for i := from; i < len(buf); i++ {
		switch buf[i] {
		case 'e':
			return buf
		case '.':
			point = i
		}
	}
	if point < 0 {
		return append(buf, ".0"...)
	}
	if len(buf)-point == 7 {
		return append(buf, '0')
	}
	return buf
}

// freshNames invents names that the source does not use.
type freshNames struct {
	toy      bool
	counters [4]int
}

// freshName is an invented name: a prefix, as an index into freshPrefixes, and a
// number.
type freshName struct {
	number int
	prefix uint8
}

var freshPrefixes = [...]string{"i", "p", "f", "var"}

// String returns the name.
func (name freshName) String() string { return string(name.append(nil)) }

func (name freshName) append(buf []byte) []byte {
	return strconv.AppendInt(append(buf, freshPrefixes[name.prefix]...), int64(name.number), 10)
}

func (name freshName) length() int {
	n := len(freshPrefixes[name.prefix]) + 1
	for number := name.number; number >= 10; number /= 10 {
		n++
	}
	return n
}

// newFreshNames looks at all names of the source, which all traces made from it
// share.
func newFreshNames(t *Trace) *freshNames {
	return freshNamesOf(t, t.Dialect == Toy)
}

// freshNamesOf is newFreshNames for names of the toy notation, or for those that show
// their type.
func freshNamesOf(t *Trace, toy bool) *freshNames {
	f := &freshNames{toy: toy}
	for _, name := range t.Tables.Syms {
		kind, prefix := freshKind(name, f.toy)
		if kind < 0 || len(name) == len(prefix) || len(name) > len(prefix)+18 || !isNumbered(name, prefix) {
			continue
		}
		if number, err := strconv.Atoi(name[len(prefix):]); err == nil && number >= f.counters[kind] {
			f.counters[kind] = number + 1
		}
	}
	return f
}

// freshKind returns the counter and the prefix that a name belongs to, -1 if
// none.
func freshKind(name string, toy bool) (int, string) {
	switch {
	case name == "":
	case toy && len(name) > 3 && name[:3] == "var":
		return 3, "var"
	case toy:
	case name[0] == 'i':
		return 0, "i"
	case name[0] == 'p':
		return 1, "p"
	case name[0] == 'f':
		return 2, "f"
	}
	return -1, ""
}

// next returns a new name for a value of a type.
func (f *freshNames) next(t Type) freshName {
	prefix := uint8(0)
	switch {
	case f.toy:
		prefix = 3
	case t == Ref:
		prefix = 1
	case t == Float:
		prefix = 2
	}
	f.counters[prefix]++
	return freshName{f.counters[prefix] - 1, prefix}
}

// typeLetter returns the letter with which names of a type begin.
func typeLetter(t Type) string {
	switch t {
	case Ref:
		return "p"
	case Float:
		return "f"
	}
	return "i"
}
