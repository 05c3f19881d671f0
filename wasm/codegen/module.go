package codegen

import (
	"fmt"

	"unbox/backend"
)

// Module is a program as a WebAssembly module.
type Module struct {
	// Bytes is the module in its binary format.
	Bytes []byte
	// Locals is the number of locals of the function.
	Locals int
}

// The functions of a module by index: first the imported one.
const (
	funcLeave = iota
	funcRun
	funcMulHigh
	funcMulOverflows
)

// The types of functions by index.
const (
	sigLeave        = iota // i32 -> i32
	sigRun                 // -
	sigMulHigh             // i64 i64 -> i64
	sigMulOverflows        // i64 i64 -> i32
)

// maxLocals is the number of locals that the browsers' engines allow.
const maxLocals = 50_000

// Generate makes a module from a program. It fails if too many values are live
// at the same time that engines would reject the module.
func Generate(p *backend.Program) (*Module, error) {
	g := newGenerator(p)
	g.function()
	if len(g.types) > maxLocals {
		return nil, fmt.Errorf("expected at most %d values that are needed at once, found %d", maxLocals, len(g.types))
	}
	m := &Module{Locals: len(g.types)}
	out := beginModule()
	out.section(1, signatures)
	out.section(2, imports)
	out.section(3, func(b *buffer) { b.bytes = append(b.bytes, 3, sigRun, sigMulHigh, sigMulOverflows) })
	out.section(7, func(b *buffer) {
		b.unsigned(1)
		b.name("run")
		b.bytes = append(b.bytes, 0, funcRun)
	})
	var body buffer
	g.declare(&body, 0)
	body.bytes = append(body.bytes, g.bytes...)
	out.section(10, func(b *buffer) {
		b.unsigned(3)
		b.unsigned(uint64(len(body.bytes)))
		b.bytes = append(b.bytes, body.bytes...)
		helper(b, mulHigh())
		helper(b, mulOverflows(funcMulHigh))
	})
	m.Bytes = out.bytes
	return m, nil
}

func signatures(b *buffer) {
	b.bytes = append(b.bytes,
		4,
		typeFunc, 1, typeI32, 1, typeI32,
		typeFunc, 0, 0,
		typeFunc, 2, typeI64, typeI64, 1, typeI64,
		typeFunc, 2, typeI64, typeI64, 1, typeI32)
}

func imports(b *buffer) {
	b.unsigned(2)
	b.imports("leave", 0, sigLeave)
	b.imports("memory", 2, 0, 1) // at least one page, without a maximum
}

// imports imports something of a kind from env.
func (b *buffer) imports(name string, what ...byte) {
	b.name("env")
	b.name(name)
	b.bytes = append(b.bytes, what...)
}

func helper(b *buffer, body []byte) {
	b.unsigned(uint64(len(body)))
	b.bytes = append(b.bytes, body...)
}

// The helpers multiply in halves of 32 bits: a = a1·2³² + a0, b likewise, and the
// upper half of the product is a1·b1 with what the others carry over.

// mulHigh is the upper half of an unsigned product.
func mulHigh() []byte {
	const a, b, a0, a1, b0, b1, mid = 0, 1, 2, 3, 4, 5, 6
	var f buffer
	f.bytes = append(f.bytes, 1, 5, typeI64)
	half := func(from, low, high uint32) {
		f.get(from)
		f.i64(0xffffffff)
		f.op(opI64And)
		f.set(low)
		f.get(from)
		f.i64(32)
		f.op(opI64ShrU)
		f.set(high)
	}
	half(a, a0, a1)
	half(b, b0, b1)
	product := func(x, y uint32) {
		f.get(x)
		f.get(y)
		f.op(opI64Mul)
	}
	shift := func() {
		f.i64(32)
		f.op(opI64ShrU)
	}
	// mid = a1·b0 + (a0·b0 >> 32), which fits
	product(a1, b0)
	product(a0, b0)
	shift()
	f.op(opI64Add)
	f.set(mid)
	// a1·b1 + (mid >> 32) + ((a0·b1 + (mid & 2³²-1)) >> 32)
	product(a1, b1)
	f.get(mid)
	shift()
	f.op(opI64Add)
	product(a0, b1)
	f.get(mid)
	f.i64(0xffffffff)
	f.op(opI64And, opI64Add)
	shift()
	f.op(opI64Add, opEnd)
	return f.bytes
}

// mulOverflows reports whether a signed product does not fit: whether its upper half is anything other
// than copies of the lower half's sign. The unsigned product, which the function mulHigh computes, is
// too large by 2⁶⁴ times the other operand for each negative operand.
func mulOverflows(mulHigh uint32) []byte {
	const a, b = 0, 1
	var f buffer
	f.byte(0)
	f.get(a)
	f.get(b)
	f.call(mulHigh)
	correction := func(x, y uint32) {
		f.get(x)
		f.i64(63)
		f.op(opI64ShrS)
		f.get(y)
		f.op(opI64And, opI64Sub)
	}
	correction(a, b)
	correction(b, a)
	f.get(a)
	f.get(b)
	f.op(opI64Mul)
	f.i64(63)
	f.op(opI64ShrS, opI64Ne, opEnd)
	return f.bytes
}
