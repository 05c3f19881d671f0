package x64

import "encoding/binary"

// RR writes "op dst, src".
func (a *Assembler) RR(op Op, dst, src Reg) {
	r := &table[op]
	a.begin(Inst{Op: op, Form: formRR, A: dst, B: src})
	if r.flags&reversed != 0 {
		a.regs(r, r.mr, src, NoReg, dst)
		return
	}
	a.regs(r, r.rm, dst, NoReg, src)
}

// RM writes "op dst, [m]".
func (a *Assembler) RM(op Op, dst Reg, m Mem) {
	r := &table[op]
	a.begin(Inst{Op: op, Form: formRM, A: dst, Mem: m})
	if r.flags&reversed != 0 {
		a.mem(r, r.mr, dst, NoReg, m, 0)
		return
	}
	a.mem(r, r.rm, dst, NoReg, m, 0)
}

// MR writes "op [m], src".
func (a *Assembler) MR(op Op, m Mem, src Reg) {
	r := &table[op]
	a.begin(Inst{Op: op, Form: formMR, A: src, Mem: m})
	a.mem(r, r.mr, src, NoReg, m, 0)
}

// RI writes "op dst, constant"; the constant is extended by its sign.
func (a *Assembler) RI(op Op, dst Reg, imm int32) {
	r := &table[op]
	a.begin(Inst{Op: op, Form: formRI, A: dst, Imm: int64(imm)})
	if fits8(imm) && r.imm8 != 0 {
		a.regs(r, r.imm8, Reg(r.digit), NoReg, dst)
		a.code = append(a.code, byte(imm))
		return
	}
	a.regs(r, r.imm, Reg(r.digit), NoReg, dst)
	a.code = binary.LittleEndian.AppendUint32(a.code, uint32(imm))
}

// MI writes "op [m], constant"; the constant is extended by its sign.
func (a *Assembler) MI(op Op, m Mem, imm int32) {
	r := &table[op]
	a.begin(Inst{Op: op, Form: formMI, Mem: m, Imm: int64(imm)})
	if fits8(imm) && r.imm8 != 0 {
		a.mem(r, r.imm8, Reg(r.digit), NoReg, m, 1)
		a.code = append(a.code, byte(imm))
		return
	}
	a.mem(r, r.imm, Reg(r.digit), NoReg, m, 4)
	a.code = binary.LittleEndian.AppendUint32(a.code, uint32(imm))
}

// R writes an instruction with one register: neg, not, mul, idiv, or a shift by
// cl.
func (a *Assembler) R(op Op, dst Reg) {
	r := &table[op]
	a.begin(Inst{Op: op, Form: formR, A: dst})
	a.regs(r, r.imm, Reg(r.digit), NoReg, dst)
}

// M writes an instruction with one operand in memory.
func (a *Assembler) M(op Op, m Mem) {
	r := &table[op]
	a.begin(Inst{Op: op, Form: formM, Mem: m})
	a.mem(r, r.imm, Reg(r.digit), NoReg, m, 0)
}

// RRI writes "imul dst, src, constant".
func (a *Assembler) RRI(op Op, dst, src Reg, imm int32) {
	a.begin(Inst{Op: op, Form: formRRI, A: dst, B: src, Imm: int64(imm)})
	r := oneByte(&table[op])
	if fits8(imm) {
		a.regs(&r, r.imm8, dst, NoReg, src)
		a.code = append(a.code, byte(imm))
		return
	}
	a.regs(&r, r.imm, dst, NoReg, src)
	a.code = binary.LittleEndian.AppendUint32(a.code, uint32(imm))
}

// RMI writes "imul dst, [m], constant".
func (a *Assembler) RMI(op Op, dst Reg, m Mem, imm int32) {
	a.begin(Inst{Op: op, Form: formRMI, A: dst, Mem: m, Imm: int64(imm)})
	r := oneByte(&table[op])
	if fits8(imm) {
		a.mem(&r, r.imm8, dst, NoReg, m, 1)
		a.code = append(a.code, byte(imm))
		return
	}
	a.mem(&r, r.imm, dst, NoReg, m, 4)
	a.code = binary.LittleEndian.AppendUint32(a.code, uint32(imm))
}

// oneByte is the row for the form of imul with a constant, whose opcode has no
// escape.
func oneByte(r *row) row {
	copied := *r
	copied.escape = 0
	return copied
}

// RRR writes an instruction of three registers in the VEX encoding.
func (a *Assembler) RRR(op Op, dst, x, y Reg) {
	r := &table[op]
	a.begin(Inst{Op: op, Form: formRRR, A: dst, B: x, C: y})
	if r.flags&countArg != 0 {
		x, y = y, x
	}
	a.regs(r, r.rm, dst, x, y)
}

// RRM writes "op dst, x, [m]", for the shifts of BMI2 "op dst, [m], x".
func (a *Assembler) RRM(op Op, dst, x Reg, m Mem) {
	r := &table[op]
	a.begin(Inst{Op: op, Form: formRRM, A: dst, B: x, Mem: m})
	a.mem(r, r.rm, dst, x, m, 0)
}

// Compare writes "vcmpsd dst, x, y": all bits of dst's lower half are 1 if x and y are in
// the relation, otherwise 0.
func (a *Assembler) Compare(is Relation, dst, x, y Reg) {
	a.begin(Inst{Op: VCMPSD, Form: formRRR, A: dst, B: x, C: y, Imm: int64(is)})
	r := &table[VCMPSD]
	a.regs(r, r.rm, dst, x, y)
	a.code = append(a.code, byte(is))
}

// CompareMem writes "vcmpsd dst, x, [m]".
func (a *Assembler) CompareMem(is Relation, dst, x Reg, m Mem) {
	a.begin(Inst{Op: VCMPSD, Form: formRRM, A: dst, B: x, Mem: m, Imm: int64(is)})
	r := &table[VCMPSD]
	a.mem(r, r.rm, dst, x, m, 1)
	a.code = append(a.code, byte(is))
}

// MovImm puts a constant into a general register, with as few bytes as
// possible. The flags stay as they are.
func (a *Assembler) MovImm(dst Reg, value int64) {
	switch {
	case uint64(value) <= 1<<32-1:
		a.begin(Inst{Op: MOVL, Form: formRI, A: dst, Imm: value})
		if dst.high() != 0 {
			a.code = append(a.code, 0x41)
		}
		a.code = append(a.code, 0xb8|dst.low())
		a.code = binary.LittleEndian.AppendUint32(a.code, uint32(value))
	case value == int64(int32(value)):
		a.RI(MOV, dst, int32(value))
	default:
		a.begin(Inst{Op: MOVABS, Form: formRI, A: dst, Imm: value})
		a.code = append(a.code, 0x48|dst.high(), 0xb8|dst.low())
		a.code = binary.LittleEndian.AppendUint64(a.code, uint64(value))
	}
}

// Cmov writes "cmovcc dst, src".
func (a *Assembler) Cmov(c Cond, dst, src Reg) {
	r := &table[CMOV]
	a.begin(Inst{Op: CMOV, Form: formRR, Cond: c, A: dst, B: src})
	a.regs(r, r.rm|byte(c), dst, NoReg, src)
}

// Set writes "setcc dst" on the lowest byte of a register.
func (a *Assembler) Set(c Cond, dst Reg) {
	r := &table[SET]
	a.begin(Inst{Op: SET, Form: formR, Cond: c, A: dst})
	a.regs(r, r.imm|byte(c), 0, NoReg, dst)
}

// Plain writes an instruction without operands: cqo, cdq, ret, ud2.
func (a *Assembler) Plain(op Op) {
	r := &table[op]
	a.begin(Inst{Op: op, Form: formPlain})
	if r.flags&wide != 0 {
		a.code = append(a.code, 0x48)
	}
	if r.escape == 1 {
		a.code = append(a.code, 0x0f)
	}
	a.code = append(a.code, r.imm)
}

func fits8(v int32) bool { return v == int32(int8(v)) }

// regs writes prefixes, opcode and ModRM for an r/m operand that is a register.
func (a *Assembler) regs(r *row, opcode byte, reg, vvvv, rm Reg) {
	a.prefixes(r, opcode, reg, vvvv, 0, rm.high(), r.flags&byteRM != 0 && rm >= RSP && rm <= RDI)
	a.code = append(a.code, 0xc0|reg.low()<<3|rm.low())
}

// mem writes prefixes, opcode, ModRM, SIB and displacement for an r/m operand in
// memory; after is the number of bytes of the instruction that follow them.
func (a *Assembler) mem(r *row, opcode byte, reg, vvvv Reg, m Mem, after int) {
	var x, b byte
	if m.Index != NoReg {
		x = m.Index.high()
	}
	if m.Base < 16 {
		b = m.Base.high()
	}
	a.prefixes(r, opcode, reg, vvvv, x, b, false)
	a.address(reg.low()<<3, m, after)
}

// address writes ModRM with the reg field given, SIB and displacement.
func (a *Assembler) address(reg byte, m Mem, after int) {
	switch {
	case m.Base == RIP:
		a.code = append(a.code, reg|5)
		a.distance(m.Label, m.Disp, 4, after)
		return
	case m.Base == NoReg:
		a.code = append(a.code, reg|4, sib(m, 5))
		a.code = binary.LittleEndian.AppendUint32(a.code, uint32(m.Disp))
		return
	}
	mod := byte(0x80)
	if m.Disp == 0 && m.Base.low() != 5 { // rbp and r13 have no form without one
		mod = 0
	} else if fits8(m.Disp) {
		mod = 0x40
	}
	if m.Index == NoReg && m.Base.low() != 4 { // rsp and r12 need a SIB
		a.code = append(a.code, mod|reg|m.Base.low())
	} else {
		a.code = append(a.code, mod|reg|4, sib(m, m.Base.low()))
	}
	switch mod {
	case 0x40:
		a.code = append(a.code, byte(m.Disp))
	case 0x80:
		a.code = binary.LittleEndian.AppendUint32(a.code, uint32(m.Disp))
	}
}

func sib(m Mem, base byte) byte {
	if m.Index == NoReg {
		return 4<<3 | base
	}
	if m.Index == RSP {
		panic("BUG: rsp cannot be an index")
	}
	return scaleBits(m.Scale)<<6 | m.Index.low()<<3 | base
}

func scaleBits(scale uint8) byte {
	switch scale {
	case 2:
		return 1
	case 4:
		return 2
	case 8:
		return 3
	}
	return 0
}

// prefixes writes everything up to the opcode. x and b are the extra bits of
// index and r/m; plain says that a byte register needs an empty REX.
func (a *Assembler) prefixes(r *row, opcode byte, reg, vvvv Reg, x, b byte, plain bool) {
	if opcode == 0 {
		panic("BUG: `" + r.name + "` has no such form")
	}
	if r.flags&vex != 0 {
		a.vex(r, opcode, reg.high(), vvvv, x, b)
		return
	}
	if r.prefix != 0 {
		a.code = append(a.code, r.prefix)
	}
	rex := reg.high()<<2 | x<<1 | b
	if r.flags&wide != 0 {
		rex |= 8
	}
	if rex != 0 || plain {
		a.code = append(a.code, 0x40|rex)
	}
	switch r.escape {
	case 1:
		a.code = append(a.code, 0x0f)
	case 2:
		a.code = append(a.code, 0x0f, 0x38)
	}
	a.code = append(a.code, opcode)
}

// vex writes a VEX prefix, the short one where that is enough, and the opcode.
func (a *Assembler) vex(r *row, opcode, reg byte, vvvv Reg, x, b byte) {
	v := byte(0)
	if vvvv != NoReg {
		v = byte(vvvv) & 15
	}
	w := byte(0)
	if r.flags&wide != 0 {
		w = 1
	}
	tail := (^v&15)<<3 | ppBits(r.prefix)
	if x == 0 && b == 0 && w == 0 && r.escape == 1 {
		a.code = append(a.code, 0xc5, (1^reg)<<7|tail, opcode)
		return
	}
	a.code = append(a.code, 0xc4, (1^reg)<<7|(1^x)<<6|(1^b)<<5|r.escape, w<<7|tail, opcode)
}

func ppBits(prefix byte) byte {
	switch prefix {
	case 0x66:
		return 1
	case 0xf3:
		return 2
	case 0xf2:
		return 3
	}
	return 0
}
