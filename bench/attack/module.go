//go:build linux

package main

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// This file writes WebAssembly modules byte by byte, so that they can contain what no compiler
// would emit.
//
// Source: WebAssembly Core Specification 2.0, chapter 5 (binary format).

// The numbers of sections.
const (
	typeSection = iota + 1
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
	dataCountSection // stands before the code
)

// Opcodes and types.
const (
	opUnreachable  = 0x00
	opBlock        = 0x02
	opLoop         = 0x03
	opBr           = 0x0c
	opBrTable      = 0x0e
	opCall         = 0x10
	opCallIndirect = 0x11
	opDrop         = 0x1a
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opI32Add       = 0x6a
	opEnd          = 0x0b
	empty          = 0x40
	typeI32        = 0x7f
	typeI64        = 0x7e
	typeFuncRef    = 0x70
	typeFunc       = 0x60
)

func number(n uint64) []byte { return binary.AppendUvarint(nil, n) }

// signed is a number in signed LEB128.
func signed(n int64) []byte {
	var out []byte
	for {
		b := byte(n & 0x7f)
		n >>= 7
		if n == 0 && b&0x40 == 0 || n == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}

func join(parts ...[]byte) []byte { return slices.Concat(parts...) }

// sized returns bytes preceded by their length.
func sized(b []byte) []byte { return join(number(uint64(len(b))), b) }

// vector returns items preceded by their number.
func vector(items ...[]byte) []byte { return join(number(uint64(len(items))), join(items...)) }

func section(id byte, contents ...[]byte) []byte { return join([]byte{id}, sized(join(contents...))) }

// module is a header and sections.
func module(sections ...[]byte) []byte {
	return join([]byte("\x00asm\x01\x00\x00\x00"), join(sections...))
}

// signature is a function type.
func signature(parameters, results []byte) []byte {
	return join([]byte{typeFunc}, sized(parameters), sized(results))
}

// imported is a function of WASI with a type.
func imported(name string, typ uint64) []byte {
	return join(sized([]byte("wasi_snapshot_preview1")), sized([]byte(name)), []byte{0}, number(typ))
}

// function is the body of a function without locals.
func function(code ...[]byte) []byte { return sized(join([]byte{0}, join(code...), []byte{opEnd})) }

func i32(n int64) []byte { return join([]byte{opI32Const}, signed(n)) }

func call(f uint64) []byte { return join([]byte{opCall}, number(f)) }

// forever is a loop around code that leaves nothing on the stack.
func forever(code ...[]byte) []byte {
	return join([]byte{opLoop, empty}, join(code...), []byte{opBr, 0, opEnd})
}

// times repeats code that many times.
func times(n int, code ...[]byte) []byte { return bytes.Repeat(join(code...), n) }

// program returns a module with a memory of that many pages whose `_start` has this code.
// Additional sections are inserted in order.
func program(pages uint64, code []byte, more ...[]byte) []byte {
	return wasi("", nil, nil, pages, code, more...)
}

// wasi is a program that can call one function of WASI, as function 0; `_start` is the next one.
// Without a name it can call none, and `_start` is function 0.
func wasi(name string, parameters, results []byte, pages uint64, code []byte, more ...[]byte) []byte {
	sections := [][]byte{
		section(functionSection, vector(number(0))),
		section(memorySection, vector(join([]byte{0}, number(pages)))),
		section(codeSection, vector(function(code))),
	}
	types := [][]byte{signature(nil, nil)}
	start := uint64(0)
	if name != "" {
		start = 1
		types = append(types, signature(parameters, results))
		sections = append(sections, section(importSection, vector(imported(name, 1))))
	}
	exports := vector(
		join(sized([]byte("memory")), []byte{2, 0}),
		join(sized([]byte("_start")), []byte{0}, number(start)))
	sections = append(sections, section(typeSection, vector(types...)), section(exportSection, exports))
	for _, s := range more { // in place of ours
		sections = slices.DeleteFunc(sections, func(ours []byte) bool { return ours[0] == s[0] })
	}
	sections = append(sections, more...)
	slices.SortStableFunc(sections, func(a, b []byte) int { return inOrder(a[0]) - inOrder(b[0]) })
	return module(sections...)
}

// inOrder is a number for a section, by which sections are in order.
func inOrder(section byte) int {
	if section == dataCountSection {
		return 2*codeSection - 1
	}
	return 2 * int(section)
}

// words are int32 numbers as they stand in memory.
func words(all ...uint32) []byte {
	var out []byte
	for _, w := range all {
		out = binary.LittleEndian.AppendUint32(out, w)
	}
	return out
}

// contents is a data section that puts bytes at address 0.
func contents(b []byte) []byte {
	return section(dataSection, vector(join([]byte{0}, i32(0), []byte{opEnd}, sized(b))))
}

// ints returns that many parameters or results of type i32.
func ints(n int) []byte { return bytes.Repeat([]byte{typeI32}, n) }

// printing writes a piece of memory to standard output; the descriptor of the piece lies at 0.
func printing(pages uint64, size uint32, code func(write []byte) []byte) []byte {
	write := join(i32(1), i32(0), i32(1), i32(8), call(0), []byte{opDrop})
	return wasi("fd_write", ints(4), ints(1), pages, code(write), contents(words(16, size)))
}

// printsZeros is the smallest of them: 8 MiB of zeros in some 130 bytes.
func printsZeros() []byte {
	return printing(129, 8<<20-16, func(write []byte) []byte { return write })
}
