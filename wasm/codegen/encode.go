package codegen

import (
	"encoding/binary"
	"math"
)

// opcode is an instruction of WebAssembly (the core specification, "Binary Format",
// section Instructions).
type opcode byte

const (
	opUnreachable        opcode = 0x00
	opBlock              opcode = 0x02
	opLoop               opcode = 0x03
	opIf                 opcode = 0x04
	opElse               opcode = 0x05
	opEnd                opcode = 0x0b
	opBr                 opcode = 0x0c
	opBrIf               opcode = 0x0d
	opBrTable            opcode = 0x0e
	opReturn             opcode = 0x0f
	opCall               opcode = 0x10
	opCallIndirect       opcode = 0x11
	opReturnCallIndirect opcode = 0x13
	opDrop               opcode = 0x1a
	opSelect             opcode = 0x1b
	opLocalGet           opcode = 0x20
	opLocalSet           opcode = 0x21
	opLocalTee           opcode = 0x22
	opI32Load            opcode = 0x28
	opI64Load            opcode = 0x29
	opF64Load            opcode = 0x2b
	opI32Load8U          opcode = 0x2d
	opI32Store           opcode = 0x36
	opI64Store           opcode = 0x37
	opF64Store           opcode = 0x39
	opI32Store8          opcode = 0x3a
	opI32Const           opcode = 0x41
	opI64Const           opcode = 0x42
	opF64Const           opcode = 0x44
	opI32Eqz             opcode = 0x45
	opI32Eq              opcode = 0x46
	opI32Ne              opcode = 0x47
	opI32GtU             opcode = 0x4b
	opI32GeS             opcode = 0x4e
	opI64Eqz             opcode = 0x50
	opI64Eq              opcode = 0x51
	opI64Ne              opcode = 0x52
	opI64LtS             opcode = 0x53
	opI64LtU             opcode = 0x54
	opI64GtS             opcode = 0x55
	opI64GtU             opcode = 0x56
	opI64LeS             opcode = 0x57
	opI64LeU             opcode = 0x58
	opI64GeS             opcode = 0x59
	opI64GeU             opcode = 0x5a
	opF64Eq              opcode = 0x61
	opF64Ne              opcode = 0x62
	opF64Lt              opcode = 0x63
	opF64Gt              opcode = 0x64
	opF64Le              opcode = 0x65
	opF64Ge              opcode = 0x66
	opI32Add             opcode = 0x6a
	opI32Sub             opcode = 0x6b
	opI32Mul             opcode = 0x6c
	opI32And             opcode = 0x71
	opI32Or              opcode = 0x72
	opI32Shl             opcode = 0x74
	opI64Add             opcode = 0x7c
	opI64Sub             opcode = 0x7d
	opI64Mul             opcode = 0x7e
	opI64DivS            opcode = 0x7f
	opI64DivU            opcode = 0x80
	opI64RemS            opcode = 0x81
	opI64And             opcode = 0x83
	opI64Or              opcode = 0x84
	opI64Xor             opcode = 0x85
	opI64Shl             opcode = 0x86
	opI64ShrS            opcode = 0x87
	opI64ShrU            opcode = 0x88
	opF64Abs             opcode = 0x99
	opF64Neg             opcode = 0x9a
	opF64Sqrt            opcode = 0x9f
	opF64Add             opcode = 0xa0
	opF64Sub             opcode = 0xa1
	opF64Mul             opcode = 0xa2
	opF64Div             opcode = 0xa3
	opI32WrapI64         opcode = 0xa7
	opI64ExtendU         opcode = 0xad
	opI64TruncF64        opcode = 0xb0
	opF64Convert         opcode = 0xb9
	opI64FromF64         opcode = 0xbd
	opF64FromI64         opcode = 0xbf
	opI64Extend8         opcode = 0xc2
	opI64Extend16        opcode = 0xc3
	opI64Extend32        opcode = 0xc4
)

// The types of values, and that of a block without a result.
const (
	typeI32     = 0x7f
	typeI64     = 0x7e
	typeF64     = 0x7c
	typeEmpty   = 0x40
	typeFunc    = 0x60
	typeFuncref = 0x70
)

// buffer collects bytes of a module.
type buffer struct{ bytes []byte }

// beginModule returns a module without sections.
func beginModule() buffer { return buffer{[]byte("\x00asm\x01\x00\x00\x00")} }

func (b *buffer) byte(x byte) { b.bytes = append(b.bytes, x) }

func (b *buffer) op(list ...opcode) {
	for _, op := range list {
		b.bytes = append(b.bytes, byte(op))
	}
}

// unsigned appends an unsigned number in LEB128.
func (b *buffer) unsigned(x uint64) { b.bytes = binary.AppendUvarint(b.bytes, x) }

// signed appends a signed number in LEB128.
func (b *buffer) signed(x int64) {
	for {
		low := byte(x & 0x7f)
		x >>= 7
		if x == 0 && low&0x40 == 0 || x == -1 && low&0x40 != 0 {
			b.byte(low)
			return
		}
		b.byte(low | 0x80)
	}
}

func (b *buffer) name(s string) {
	b.unsigned(uint64(len(s)))
	b.bytes = append(b.bytes, s...)
}

// section appends a section of a module: its number, its size, its contents.
func (b *buffer) section(id byte, contents func(*buffer)) {
	var inner buffer
	contents(&inner)
	b.byte(id)
	b.unsigned(uint64(len(inner.bytes)))
	b.bytes = append(b.bytes, inner.bytes...)
}

func (b *buffer) i32(x int32) {
	b.byte(byte(opI32Const))
	b.signed(int64(x))
}

func (b *buffer) i64(x int64) {
	b.byte(byte(opI64Const))
	b.signed(x)
}

func (b *buffer) f64(bits uint64) {
	if x := math.Float64frombits(bits); x != x {
		b.i64(int64(bits)) // some engines change the bits of a NaN constant
		b.op(opF64FromI64)
		return
	}
	b.op(opF64Const)
	b.bytes = binary.LittleEndian.AppendUint64(b.bytes, bits)
}

func (b *buffer) get(local uint32) {
	b.byte(byte(opLocalGet))
	b.unsigned(uint64(local))
}

func (b *buffer) set(local uint32) {
	b.byte(byte(opLocalSet))
	b.unsigned(uint64(local))
}

func (b *buffer) tee(local uint32) {
	b.byte(byte(opLocalTee))
	b.unsigned(uint64(local))
}

// memory appends a load or store with an offset. Alignment is only a hint; all our
// slots are aligned to what is accessed.
func (b *buffer) memory(op opcode, offset int32) {
	align := byte(3)
	switch op {
	case opI32Load, opI32Store:
		align = 2
	case opI32Load8U, opI32Store8:
		align = 0
	}
	b.byte(byte(op))
	b.byte(align)
	b.unsigned(uint64(uint32(offset)))
}

func (b *buffer) call(function uint32) {
	b.byte(byte(opCall))
	b.unsigned(uint64(function))
}

// begin opens a block, loop or if without a result.
func (b *buffer) begin(op opcode) {
	b.bytes = append(b.bytes, byte(op), typeEmpty)
}
