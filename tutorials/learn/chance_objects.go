package learn

import (
	"slices"
	"strings"
)

// This file is the part of random traces that is about objects.

func (m *maker) nameOf(o *thing) string { return m.recent(o.names) }

// anyThing chooses an object, mostly one of the newest; nil if there is none.
func (m *maker) anyThing() *thing { return m.thingWhere(func(*thing) bool { return true }) }

func (m *maker) thingWhere(fits func(*thing) bool) *thing {
	var list []*thing
	for _, o := range m.things {
		if fits(o) {
			list = append(list, o)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1-min(m.rng.IntN(len(list)), m.rng.IntN(4))]
}

// numberFields and refField return the fields of an object.
func (m *maker) numberFields(o *thing) []string {
	switch {
	case m.has(wordToy):
		return []string{"0", "1"}
	case o.node:
		return []string{"value", "mark"}
	}
	return []string{"intval"}
}

func (m *maker) refField(o *thing) string {
	switch {
	case m.has(wordToy):
		return []string{"2", "3"}[m.rng.IntN(2)]
	case o.node:
		return "next"
	}
	return ""
}

func (m *maker) numberField(o *thing) string {
	fields := m.numberFields(o)
	return fields[m.rng.IntN(len(fields))]
}

func (m *maker) set(o *thing, field, value string) {
	if m.has(wordToy) {
		m.effect("store", m.nameOf(o), field, value)
		return
	}
	m.effect("set", m.nameOf(o), field, value)
}

func (m *maker) get(letter string, o *thing, field string) string {
	op := "get"
	if m.has(wordToy) {
		op = "load"
	}
	return m.result(letter, op+"("+m.nameOf(o)+", "+field+")")
}

func (m *maker) allocate() bool {
	node := m.rng.IntN(3) > 0
	o := m.thing("", node, false, false)
	text := "alloc()"
	if !m.has(wordToy) {
		text = "new(" + o.class() + ")"
	}
	o.names[0] = m.result("p", text)
	m.things = append(m.things, o)
	return true
}

// somePlace chooses a field of an object: often one that was touched just before, or
// the same field of another object, which may be the same object under another name.
func (m *maker) somePlace() (*thing, string) {
	o := m.anyThing()
	if o == nil {
		return nil, ""
	}
	field := m.numberField(o)
	if len(m.touched) > 0 && m.rng.IntN(3) > 0 {
		last := m.touched[len(m.touched)-1-min(m.rng.IntN(len(m.touched)), m.rng.IntN(3))]
		if m.rng.IntN(2) == 0 {
			return last.of, last.field
		}
		if o.node == last.of.node || m.has(wordToy) {
			field = last.field
		}
	}
	return o, field
}

// store writes a number.
func (m *maker) store() bool {
	o, field := m.somePlace()
	if o == nil {
		return false
	}
	value := m.operand()
	if o.real && !m.has(wordAgain) || m.has(wordReal) && !m.has(wordConstants) && isNumber(value) {
		return false
	}
	m.set(o, field, value)
	o.numbers[field] = true
	m.touched = append(m.touched, place{o, field})
	return true
}

func isNumber(text string) bool { return strings.ContainsAny(text[:1], "-0123456789") }

// load reads a number.
func (m *maker) load() bool {
	o, field := m.somePlace()
	if o == nil || o.real && !m.has(wordLoads) {
		return false
	}
	if !o.numbers[field] && !o.input && !m.has(wordUnwritten) {
		return false
	}
	m.ints = append(m.ints, m.get("i", o, field))
	m.touched = append(m.touched, place{o, field})
	return true
}

// readBack reads and prints some of the written fields.
func (m *maker) readBack() {
	if !m.has(wordPrint) || m.rng.IntN(4) == 0 {
		return // everything that is passed on is seen as it is
	}
	left := 3
	for k := len(m.things) - 1; k >= 0 && left > 0; k-- {
		o := m.things[k]
		for _, field := range m.numberFields(o) {
			if o.numbers[field] && left > 0 && (!o.real || m.has(wordLoads)) {
				m.effect("print", m.get("i", o, field))
				left--
			}
		}
	}
}

// refer stores an object in one that has not escaped.
func (m *maker) refer() bool {
	o, p := m.thingWhere(func(o *thing) bool { return !o.real }), m.anyThing()
	if o == nil || p == nil || m.refField(o) == "" || !m.has(wordToy) && !p.node {
		return false
	}
	field := m.refField(o)
	m.set(o, field, m.nameOf(p))
	o.refs[field] = p
	return true
}

// follow reads a reference: then the object has another name.
func (m *maker) follow() bool {
	o := m.anyThing()
	if o == nil {
		return false
	}
	field := m.refField(o)
	if held := o.refs[field]; held != nil && !o.real {
		held.names = append(held.names, m.get("p", o, field))
		return true
	}
	if field == "" || !m.has(wordLoads) || !o.real || m.rng.IntN(2) > 0 || !o.input && o.refs[field] == nil {
		return false
	}
	// Other code may have written to it: it can be any object.
	m.things = append(m.things, m.thing(m.get("p", o, field), true, true, true))
	return true
}

// storeInReal stores an object in a real one, so that it becomes real.
func (m *maker) storeInReal() bool {
	host := m.thingWhere(func(o *thing) bool { return o.real && (o.input || m.has(wordAgain)) })
	o := m.thingWhere(m.mayEscape)
	if host == nil || o == nil || m.refField(host) == "" || !m.has(wordToy) && !o.node {
		return false
	}
	field := m.refField(host)
	m.set(host, field, m.nameOf(o))
	host.refs[field] = o
	m.release(o)
	return true
}

// mayEscape reports whether the vocabulary allows an object to become real.
func (m *maker) mayEscape(o *thing) bool {
	if o.real {
		return m.has(wordAgain)
	}
	if len(o.numbers)+len(o.refs) > 0 && !m.has(wordFields) {
		return false
	}
	for _, p := range o.refs {
		if !p.real && !m.has(wordChains) {
			return false
		}
	}
	return m.has(wordCircles) || !m.inCircle(o, nil)
}

func (m *maker) inCircle(o *thing, path []*thing) bool {
	if slices.Contains(path, o) {
		return true
	}
	for _, p := range o.refs {
		if !p.real && m.inCircle(p, append(path, o)) {
			return true
		}
	}
	return false
}

// release records that an object and everything that it refers to have escaped.
func (m *maker) release(o *thing) {
	if o.real {
		return
	}
	o.real = true
	for _, p := range o.refs {
		m.release(p)
	}
}

// use prints an object, or compares it with another.
func (m *maker) use() bool {
	o := m.thingWhere(m.mayEscape)
	if o == nil || !o.real && m.rng.IntN(2) == 0 {
		return false
	}
	switch m.rng.IntN(4) {
	case 0:
		m.effect("print", m.nameOf(o))
		m.release(o)
		return true
	case 1:
		if !o.input {
			m.effect("guard_nonnull", m.nameOf(o))
			m.release(o)
		}
		return !o.input
	}
	p := m.thingWhere(m.mayEscape)
	op := []string{"ptr_eq(", "ptr_ne("}[m.rng.IntN(2)]
	m.ints = append(m.ints, m.line(op+m.nameOf(o)+", "+m.nameOf(p)+")"))
	m.release(o)
	m.release(p)
	return true
}

// handOut passes an object to the environment, which may then change it at any
// time.
func (m *maker) handOut() bool {
	o := m.thingWhere(m.mayEscape)
	if o == nil || !o.real && m.rng.IntN(2) == 0 {
		return false
	}
	if m.has(wordCalls) && (m.rng.IntN(2) == 0 || !m.has(wordUses)) {
		m.effect("call_n", "17", m.nameOf(o), "descr=<Callv 0 ir EF=5>")
	} else if p := m.thingWhere(m.mayEscape); m.rng.IntN(3) == 0 {
		m.effect("escape", m.nameOf(o), m.nameOf(p))
		m.release(p)
	} else {
		m.effect("escape", m.nameOf(o))
	}
	m.release(o)
	return true
}
