package run

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// parts are a split module, so that instances can be copied.
type parts struct {
	// code is the module without the initial contents of its memory, which Go's
	// compiler writes in thousands of segments. Its mutable globals are exported under
	// the names of globalName: a copy needs them, and the compiler exports none.
	code    []byte
	globals int
	// data is the initial contents of its memory.
	data []segment
}

// segment is one segment of the initial contents of memory.
type segment struct {
	at    uint32
	bytes []byte
}

// split splits a module that has one memory and no imported globals.
//
// Source: WebAssembly Core Specification 2.0, section 5.5 (modules).
//
// Errors: the bytes are not such a module.
func split(module []byte) (*parts, error) {
	const header = 8
	if len(module) < header {
		return nil, errModule
	}
	var p parts
	var changeable []int
	r := &reader{rest: module[header:]}
	p.code = append(make([]byte, 0, len(module)), module[:header]...)
	for len(r.rest) > 0 && r.err == nil {
		id, contents := r.byte(), r.bytes(int(r.number()))
		var err error
		switch id {
		case sectionGlobal:
			changeable, err = changeableGlobals(contents)
		case sectionExport:
			contents = withExports(contents, changeable)
		case sectionData:
			p.data, err = segments(contents)
			contents = []byte{0}
		}
		if err != nil {
			return nil, err
		}
		p.code = append(p.code, id)
		p.code = binary.AppendUvarint(p.code, uint64(len(contents)))
		p.code = append(p.code, contents...)
	}
	p.globals = len(changeable)
	return &p, r.err
}

// segments reads the data section.
func segments(section []byte) ([]segment, error) {
	r := &reader{rest: section}
	var all []segment
	for i := range int(r.number()) {
		if kind, code := r.number(), r.byte(); kind != 0 || code != opI32Const {
			return nil, fmt.Errorf("expected a constant address for piece %d of the data, found kind %d and opcode %#x", i, kind, code)
		}
		at := r.signed()
		if r.byte() != opEnd {
			return nil, fmt.Errorf("expected the end of the address of piece %d of the data", i)
		}
		all = append(all, segment{uint32(at), r.bytes(int(r.number()))})
		if r.err != nil {
			return nil, r.err
		}
	}
	return all, nil
}

// globalName returns the exported name of the k-th mutable global.
func globalName(k int) string { return fmt.Sprint("changeable global ", k) }

const (
	sectionGlobal = 6
	sectionExport = 7
	sectionData   = 11
	kindGlobal    = 3

	opEnd      = 0x0b
	opI32Const = 0x41
	opI64Const = 0x42
	opF32Const = 0x43
	opF64Const = 0x44
)

// changeableGlobals returns the indices of the mutable globals. It expects a
// module without imported globals, and constants as their initial values.
func changeableGlobals(section []byte) ([]int, error) {
	r := &reader{rest: section}
	var all []int
	for i := range int(r.number()) {
		r.byte() // the type
		if r.byte() == 1 {
			all = append(all, i)
		}
		switch code := r.byte(); code {
		case opI32Const, opI64Const:
			r.signed()
		case opF32Const:
			r.bytes(4)
		case opF64Const:
			r.bytes(8)
		default:
			return nil, fmt.Errorf("expected a constant for global %d, found opcode %#x", i, code)
		}
		if r.byte() != opEnd {
			return nil, fmt.Errorf("expected the end of the value of global %d", i)
		}
	}
	return all, r.err
}

// withExports returns the export section with the globals added.
func withExports(section []byte, globals []int) []byte {
	r := &reader{rest: section}
	n := r.number()
	out := binary.AppendUvarint(nil, n+uint64(len(globals)))
	out = append(out, r.rest...)
	for k, index := range globals {
		name := globalName(k)
		out = binary.AppendUvarint(out, uint64(len(name)))
		out = append(out, name...)
		out = binary.AppendUvarint(append(out, kindGlobal), uint64(index))
	}
	return out
}

var errModule = errors.New("expected a WebAssembly module, found bytes that end too early")

// reader reads a module's parts; after an error it returns zero values.
type reader struct {
	rest []byte
	err  error
}

func (r *reader) byte() byte {
	b := r.bytes(1)
	if r.err != nil {
		return 0
	}
	return b[0]
}

func (r *reader) bytes(n int) []byte {
	if r.err != nil || n < 0 || n > len(r.rest) {
		r.err, r.rest = errModule, nil
		return nil
	}
	b := r.rest[:n]
	r.rest = r.rest[n:]
	return b
}

func (r *reader) number() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.err, r.rest = errModule, nil
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

// signed reads a number in signed LEB128.
func (r *reader) signed() int64 {
	var v int64
	for shift := 0; shift < 64; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b < 0x80 {
			if b&0x40 != 0 && shift < 57 {
				v |= -1 << (shift + 7)
			}
			return v
		}
	}
	r.err = errModule
	return 0
}
