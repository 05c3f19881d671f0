package trace

import (
	"fmt"
	"unicode/utf8"
)

// definition is what a name means.
type definition struct {
	// value is the operation with this name, None if there is none.
	value Value
	// scope is the label after which it is visible.
	scope int32
	// virtual is the description with this name in snapshot number snapshot.
	virtual  Value
	snapshot int32
}

// Scopes in which no value is visible.
const (
	// scopeNone: nothing has the name.
	scopeNone int32 = -1
	// scopeOverflowed: the operation did overflow, so its result means nothing.
	scopeOverflowed int32 = -2
	// scopeLabel: the name is a label's.
	scopeLabel int32 = -3
	// scopeReported: the name is defined nowhere, which has been reported.
	scopeReported int32 = -4
	// scopePoisoned: the line that defines the name has an error, which has been
	// reported.
	scopePoisoned int32 = -5
)

// nameTable finds names in Tables.Syms by their hash. The parser does nothing
// more often than this, so it is not a map.
type nameTable struct {
	slots []nameSlot
	used  int
}

// nameSlot is a place in the table; name is 0 if it is free.
type nameSlot struct {
	hash uint32
	name Sym
}

// grow makes room for as many names.
func (n *nameTable) grow(names int) {
	size := 64
	for size < names*2 {
		size *= 2
	}
	old := n.slots
	n.slots = make([]nameSlot, size)
	for _, s := range old {
		if s.name != 0 {
			n.insert(s)
		}
	}
}

func (n *nameTable) insert(s nameSlot) {
	mask := uint32(len(n.slots) - 1)
	at := spread(s.hash) & mask
	for n.slots[at].name != 0 {
		at = (at + 1) & mask
	}
	n.slots[at] = s
}

// spread mixes the upper bits of a hash into the lower ones.
func spread(hash uint32) uint32 { return hash ^ hash>>15 }

// intern returns the number of a name.
func (p *parser) intern(name string, hash uint32) Sym {
	n := &p.names
	mask := uint32(len(n.slots) - 1)
	for at := spread(hash) & mask; ; at = (at + 1) & mask {
		s := n.slots[at]
		if s.name == 0 {
			break
		}
		if s.hash == hash && p.tab.Syms[s.name] == name {
			return s.name
		}
	}
	s := Sym(len(p.tab.Syms))
	p.tab.Syms = append(p.tab.Syms, name)
	p.defs = append(p.defs, definition{scope: scopeNone})
	if n.used++; n.used*2 > len(n.slots) {
		n.grow(n.used * 2)
	}
	n.insert(nameSlot{hash, s})
	return s
}

// internText returns the number of a text that no lexer hashed.
func (p *parser) internText(text string) Sym { return p.intern(text, hashText(text)) }

// hashText is the hash that the lexer computes for a name.
func hashText(text string) uint32 {
	hash := uint32(2166136261)
	for i := 0; i < len(text); i++ {
		hash = (hash ^ uint32(text[i])) * 16777619
	}
	return hash
}

// missingUse is a name that was used before it was defined. The diagnostic is
// worded at the end, when it is known whether a definition follows.
type missingUse struct {
	name Sym
	at   textSpan
	// inUnknown means that it is an operand of an unknown operation, which may
	// have operands of any kind.
	inUnknown bool
}

// use returns the value that a name means here. If it means none, use reports
// that and returns None.
func (p *parser) use(name string, hash uint32, from int) Value {
	s := p.intern(name, hash)
	d := &p.defs[s]
	if d.scope == p.scope && d.value != None && p.t.Ops[d.value].Type != Void {
		return d.value
	}
	p.reportUse(s, textSpan{int32(from), int32(p.pos)})
	return None
}

// reportUse says why a name cannot be used here.
func (p *parser) reportUse(s Sym, at textSpan) {
	d := &p.defs[s]
	name := p.tab.Syms[s]
	switch d.scope {
	case scopeNone:
		p.missing = append(p.missing, missingUse{name: s, at: at})
		d.scope = scopeReported
	case scopeReported, scopePoisoned:
	case scopeLabel:
		p.errorAt(CodeType, at, "expected a value, found `%s`, a label", name)
	case scopeOverflowed:
		p.errorAt(CodeOverflowResult, at, "expected a value, found `%s`, whose operation did overflow here", name)
	default:
		if p.t.Ops[d.value].Type == Void {
			p.errorAt(CodeNoResult, at, "expected a value, found `%s`, the name of an operation without a result", name)
			return
		}
		p.errorAt(CodeNotPassed, at, "expected a parameter of the label above or a value defined after it, found `%s` from line %d; pass it to the label",
			name, p.t.Ops[d.value].Line)
	}
}

// reportMissing words the uses of names that nothing had defined.
func (p *parser) reportMissing() {
	for _, m := range p.missing {
		name := p.tab.Syms[m.name]
		if p.defs[m.name].scope == scopePoisoned || m.inUnknown && !p.logged {
			continue
		}
		if v := p.defs[m.name].value; v != None {
			p.errorAt(CodeOrder, m.at, "expected a value that is defined above, found `%s`, which is defined later, on line %d", name, p.t.Ops[v].Line)
			continue
		}
		hint := wording("")
		if p.traces == 0 {
			hint = wording("; inputs are in a line `[" + shorten(name) + "]` at the top")
		} else if near := p.nearestValue(name); near != "" {
			hint = wording("; the nearest name is `" + shorten(near) + "`")
		}
		p.errorAt(CodeUndefined, m.at, "expected a defined value, found `%s`%s", name, hint)
	}
}

// nearestValue returns the name of a value for which a longer name may be a
// typing error.
func (p *parser) nearestValue(name string) string {
	if len(name) < 4 || len(p.tab.Syms) > 5000 || !p.diags.mayHint() {
		return ""
	}
	return nearest(name, len(p.tab.Syms), func(i int) string {
		if p.defs[i].value == None {
			return ""
		}
		return p.tab.Syms[i]
	})
}

// result is the name that an operation's result is given.
type result struct {
	name Sym // 0 if there is none
	at   textSpan
}

// newResult checks a name before "=".
func (p *parser) newResult(name string, hash uint32, from, to int) result {
	r := result{p.intern(name, hash), textSpan{int32(from), int32(to)}}
	p.checkReserved(name, r.at)
	return r
}

// checkReserved reports names that have a fixed meaning.
func (p *parser) checkReserved(name string, at textSpan) {
	if isReserved(name) {
		p.errorAt(CodeReserved, at, "expected a name that is free, found `%s`, which is reserved", name)
	}
}

func isReserved(name string) bool {
	switch name {
	case "null", "NULL", "None", "nan", "inf", "descr", "class":
		return true
	}
	return isConstantWord(name)
}

// isConstantWord reports whether a name followed by a parenthesis is a constant.
func isConstantWord(name string) bool {
	switch name {
	case "ConstClass", "ConstPtr", "ConstInt", "ConstFloat", "nan":
		return true
	}
	return false
}

// define lets a name stand for an operation from here on.
func (p *parser) define(r result, v Value) {
	if r.name == 0 {
		return
	}
	d := &p.defs[r.name]
	switch d.scope {
	case scopeNone, scopeReported, scopePoisoned:
		d.value, d.scope = v, p.scope
	default:
		p.reportTaken(r, d)
	}
}

func (p *parser) reportTaken(r result, d *definition) {
	name := p.tab.Syms[r.name]
	if d.scope == scopeLabel {
		p.errorAt(CodeRedefined, r.at, "expected a new name, found `%s`, which is a label", name)
		return
	}
	p.errorAt(CodeRedefined, r.at, "expected a new name, found `%s`, which is defined on line %d", name, p.t.Ops[d.value].Line)
}

// poison keeps a name from being reported where it is used, because its
// definition had an error.
func (p *parser) poison(r result) {
	if r.name != 0 && p.defs[r.name].value == None && p.defs[r.name].scope != scopeLabel {
		p.defs[r.name].scope = scopePoisoned
	}
}

// describeHere says what is at the current place, and where it ends.
func (p *parser) describeHere() (string, int) {
	here := p.lexer
	switch c := here.peek(); {
	case c == 0 && here.pos >= len(here.text):
		return "the end of the text", here.pos
	case c == '\n' || c == '#':
		return "the end of the line", here.pos
	case here.atName():
		name, _ := here.name()
		return "`" + shorten(name) + "`", here.pos
	case CharClass[c]&charDigit != 0:
		from := here.pos
		here.number()
		return "`" + shorten(here.text[from:here.pos]) + "`", here.pos
	}
	r, size := utf8.DecodeRuneInString(here.text[here.pos:])
	return fmt.Sprintf("`%c`", r), here.pos + size
}

// shorten cuts what would not fit into a message.
func shorten(text string) string {
	const limit = 60
	if len(text) <= limit {
		return text
	}
	cut := limit
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}

// Nearest returns the most similar of some names, the first one if several are equally similar, "" if
// none is similar enough to be what was meant.
func Nearest(name string, known []string) string {
	return nearest(name, len(known), func(i int) string { return known[i] })
}

// nearest returns the most similar of n candidates, "" if none is similar.
func nearest(name string, n int, candidate func(int) string) string {
	best, bestDistance := "", 1+len(name)/4
	if bestDistance > 3 {
		bestDistance = 3
	}
	for i := range n {
		c := candidate(i)
		if c == "" || c == name || len(c)-len(name) > bestDistance || len(name)-len(c) > bestDistance {
			continue
		}
		if d := distance(name, c); d <= bestDistance && (d < bestDistance || best == "") {
			best, bestDistance = c, d
		}
	}
	return best
}

// distance is the number of letters to insert, delete, replace or swap with
// their neighbour.
func distance(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	var rows [3][65]int
	for j := range len(b) + 1 {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		row, up, upper := &rows[i%3], &rows[(i+2)%3], &rows[(i+1)%3]
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(up[j]+1, row[j-1]+1, up[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], upper[j-2]+1)
			}
		}
	}
	return rows[len(a)%3][len(b)]
}

// typeHint returns the type that a name like i5, p7, r1 or f2 suggests, Void if
// it suggests none.
func typeHint(name string) Type {
	if len(name) < 2 || CharClass[name[1]]&charDigit == 0 {
		return Void
	}
	return letterType(name)
}

// letterType returns the type that the first letter of a name suggests.
func letterType(name string) Type {
	switch name[0] {
	case 'i':
		return Int
	case 'p', 'r':
		return Ref
	case 'f':
		return Float
	}
	return Void
}

// aType words a type.
func aType(t Type) string {
	switch t {
	case Int:
		return "an integer"
	case Ref:
		return "a reference"
	case Float:
		return "a float"
	}
	return "a value of any type"
}

// plural words a count.
func plural(n int, word string) string {
	switch n {
	case 0:
		return "no " + word + "s"
	case 1:
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
