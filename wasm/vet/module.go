package vet

import (
	"errors"
	"slices"
)

// Module checks a module and returns it without its custom sections. It allocates a copy of
// what it returns and a small fraction of that in addition, whatever the module says.
//
// Errors say where, what was expected, and what was found.
func Module(module []byte, l Limits) ([]byte, error) {
	const header = "\x00asm\x01\x00\x00\x00"
	if len(module) < len(header) || string(module[:len(header)]) != header {
		return nil, errors.New("expected the head of a WebAssembly module, found something else")
	}
	c := &checker{limits: l.withDefaults()}
	r := &reader{rest: module[len(header):], at: len(header)}
	out := module[:len(header):len(header)]
	for last := -1; len(r.rest) > 0; {
		begin := r.at
		id := r.byte()
		contents := r.part(uint64(r.number()))
		if r.err != nil {
			return nil, r.err
		}
		if id == custom {
			continue
		}
		place := slices.Index(order[:], id)
		if place <= last {
			return nil, errors.New("expected known sections in their order, each once, found another one")
		}
		last = place
		c.section(id, contents)
		if contents.err != nil {
			return nil, contents.err
		}
		out = append(out, module[begin:r.at]...)
	}
	if c.bodies != uint32(len(c.functions))-c.imported {
		return nil, errors.New("expected code for each function, found another number of them")
	}
	return out, nil
}

// The sections of a module, and the order in which they come.
const (
	custom = iota
	typeSection
	importSection
	functionSection
	tableSection
	memorySection
	globalSection
	exportSection
	startSection
	elementSection
	codeSection
	dataSection
	dataCountSection
)

var order = [...]byte{
	typeSection, importSection, functionSection, tableSection, memorySection, globalSection, exportSection, startSection,
	elementSection, dataCountSection, codeSection, dataSection,
}

// checker is what is known of a module so far.
type checker struct {
	limits Limits
	// arities are parameters and results of each type.
	arities []arity
	// functions has the type of each function, the imported ones first.
	functions []uint32
	imported  uint32
	// tables and entries are the numbers of tables and of their entries; grown is the maximum
	// size to which one may grow.
	tables, memories uint32
	entries          uint64
	grown            uint64
	bodies           uint32
	// locals and work are those of all functions.
	locals, work uint64
}

// arity is the numbers of parameters and results of a type.
type arity struct{ params, results uint16 }

func (a arity) both() uint64 { return uint64(a.params) + uint64(a.results) }

func (c *checker) section(id byte, r *reader) {
	l := &c.limits
	each := func(what string, most uint32, read func(*reader)) {
		for range r.count(what, most) {
			if read(r); r.err != nil {
				return
			}
		}
	}
	switch id {
	case typeSection:
		each("types", l.Types, c.functionType)
	case importSection:
		each("imports", l.Imports, c.importOf)
	case functionSection:
		each("functions", l.Functions, c.function)
	case tableSection:
		each("tables", l.Tables, c.table)
	case memorySection:
		each("memories", 1, c.memory)
	case globalSection:
		each("globals", l.Globals, func(r *reader) { c.globalType(r); c.constant(r) })
	case exportSection:
		each("exports", l.Exports, c.export)
	case startSection:
		r.number()
	case elementSection:
		c.entries = 0
		each("element segments", l.Elements, c.element)
	case codeSection:
		each("bodies", l.Functions, c.body)
	case dataSection:
		each("data segments", l.Data, c.data)
	case dataCountSection:
		if n := r.number(); n > l.Data {
			r.fail("%v", tooMany("data segments", uint64(l.Data), uint64(n)))
		}
	}
	r.done("a section")
}

func (c *checker) functionType(r *reader) {
	if form := r.byte(); r.err == nil && form != 0x60 {
		r.fail("expected the type of a function, found form %#x", form)
	}
	params := c.valueTypes(r, "parameters")
	results := c.valueTypes(r, "results")
	c.arities = append(c.arities, arity{uint16(params), uint16(results)})
}

func (c *checker) valueTypes(r *reader, what string) uint32 {
	n := r.count(what, min(c.limits.Arity, 1<<16-1))
	for range n {
		c.valueType(r)
	}
	return n
}

func (c *checker) valueType(r *reader) {
	if b := r.byte(); r.err == nil && !isValueType(b) {
		r.fail("expected a type of WebAssembly 2.0, found %#x", b)
	}
}

// isValueType reports whether a byte is a number, a vector or a reference.
func isValueType(b byte) bool { return b >= 0x7b && b <= 0x7f || isReference(b) }

func isReference(b byte) bool { return b == 0x70 || b == 0x6f }

func (c *checker) reference(r *reader) {
	if b := r.byte(); r.err == nil && !isReference(b) {
		r.fail("expected a type of references, found %#x", b)
	}
}

func (c *checker) name(r *reader) { r.skip(uint64(r.count("bytes of a name", c.limits.Name))) }

func (c *checker) importOf(r *reader) {
	c.name(r)
	c.name(r)
	switch kind := r.byte(); kind {
	case 0:
		c.function(r)
		c.imported++
	case 1:
		c.table(r)
	case 2:
		c.memory(r)
	case 3:
		c.globalType(r)
	default:
		r.fail("expected a function, table, memory or global, found kind %d", kind)
	}
}

func (c *checker) function(r *reader) {
	t := r.number()
	if r.err == nil && int64(t) >= int64(len(c.arities)) {
		r.fail("expected one of %d types, found number %d", len(c.arities), t)
	}
	c.functions = append(c.functions, t)
	if uint32(len(c.functions)) > c.limits.Functions {
		r.fail("%v", tooMany("functions", uint64(c.limits.Functions), uint64(len(c.functions))))
	}
}

func (c *checker) table(r *reader) {
	c.reference(r)
	first, most := c.bounds(r)
	if c.tables++; c.tables > c.limits.Tables {
		r.fail("%v", tooMany("tables", uint64(c.limits.Tables), uint64(c.tables)))
	}
	c.grown = max(c.grown, uint64(most))
	if c.entries += uint64(first); c.entries > uint64(c.limits.Entries) {
		r.fail("%v", tooMany("entries in tables", uint64(c.limits.Entries), c.entries))
	}
}

func (c *checker) memory(r *reader) {
	first, _ := c.bounds(r)
	if c.memories++; c.memories > 1 {
		r.fail("%v", tooMany("memories", 1, uint64(c.memories)))
	}
	if first > c.limits.MemoryPages {
		r.fail("%v", tooMany("pages of 64 KiB", uint64(c.limits.MemoryPages), uint64(first)))
	}
}

// bounds reads the initial and the maximum size of something.
func (c *checker) bounds(r *reader) (first, most uint32) {
	switch flag := r.byte(); flag {
	case 0:
		return r.number(), 1<<32 - 1
	case 1:
		first = r.number()
		return first, r.number()
	default:
		r.fail("expected a size with or without an end, found %#x", flag)
		return 0, 0
	}
}

func (c *checker) globalType(r *reader) {
	c.valueType(r)
	if m := r.byte(); m > 1 {
		r.fail("expected a global that is constant or not, found %#x", m)
	}
}

func (c *checker) export(r *reader) {
	c.name(r)
	if kind := r.byte(); kind > 3 {
		r.fail("expected a function, table, memory or global, found kind %d", kind)
	}
	r.number()
}

func (c *checker) data(r *reader) {
	switch kind := r.number(); kind {
	case 0:
		c.constant(r)
	case 1:
	case 2:
		r.number()
		c.constant(r)
	default:
		r.fail("expected a data segment, found kind %d", kind)
	}
	r.skip(uint64(r.number()))
}

// element reads a segment, of which there are eight kinds: bit 0 says that it is not put into a
// table at the start, bit 1 that it names a table or is declared only, bit 2 that it has expressions.
func (c *checker) element(r *reader) {
	kind := r.number()
	if kind > 7 {
		r.fail("expected an element segment, found kind %d", kind)
		return
	}
	active, named, expressions := kind&1 == 0, kind&2 != 0, kind&4 != 0
	if active {
		if named {
			r.number()
		}
		c.constant(r)
	}
	switch {
	case kind&3 == 0: // functions, as in the first version of the format
	case expressions:
		c.reference(r)
	default:
		if b := r.byte(); b != 0 {
			r.fail("expected functions as elements, found kind %#x", b)
		}
	}
	n := r.count("elements", c.limits.Entries)
	if c.entries += uint64(n); c.entries > uint64(c.limits.Entries) {
		r.fail("%v", tooMany("elements in all segments", uint64(c.limits.Entries), c.entries))
	}
	for i := uint32(0); i < n && r.err == nil; i++ {
		if expressions {
			c.constant(r)
		} else {
			r.number()
		}
	}
}

// constant reads an expression of one constant.
func (c *checker) constant(r *reader) {
	switch code := r.byte(); code {
	case 0x41:
		r.signed(32)
	case 0x42:
		r.signed(64)
	case 0x43:
		r.skip(4)
	case 0x44:
		r.skip(8)
	case 0x23, 0xd2:
		r.number()
	case 0xd0:
		c.reference(r)
	case 0xfd:
		if n := r.number(); n != 12 {
			r.fail("expected a constant, found instruction 0xfd %d", n)
		}
		r.skip(16)
	default:
		r.fail("expected a constant, found opcode %#x", code)
	}
	if end := r.byte(); end != opEnd {
		r.fail("expected the end of a constant, found opcode %#x", end)
	}
}
