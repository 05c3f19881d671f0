package x64

import "encoding/binary"

// Label is a place in the code. The zero Label is none.
type Label int32

// Assembler writes instructions one after the other. The zero Assembler is
// ready to use; two goroutines must not use it at the same time.
type Assembler struct {
	code   []byte
	labels []labelState
	fixups []fixup
	insts  []Inst
	note   bool
}

// labelState is where a label is, -1 if it was not placed yet.
type labelState struct{ at int32 }

// fixup is a distance that is filled in when its label is known.
type fixup struct {
	// at is the place of the distance, from the place from which it is counted.
	at, from int32
	label    Label
	add      int32
	size     uint8
}

// Reset forgets everything but keeps the memory. If note is set, instructions
// are noted for [Assembler.Insts].
func (a *Assembler) Reset(note bool) {
	if a.code == nil { // enough for most traces
		a.code, a.labels, a.fixups = make([]byte, 0, 4<<10), make([]labelState, 0, 256), make([]fixup, 0, 256)
	}
	a.code, a.labels, a.fixups, a.insts = a.code[:0], append(a.labels[:0], labelState{-1}), a.fixups[:0], a.insts[:0]
	a.note = note
}

// Pos returns the number of bytes written so far.
func (a *Assembler) Pos() int { return len(a.code) }

// Insts returns the instructions written, if they were noted.
func (a *Assembler) Insts() []Inst { return a.insts }

// NewLabel makes a label that is not placed yet.
func (a *Assembler) NewLabel() Label {
	if len(a.labels) == 0 {
		a.labels = append(a.labels, labelState{-1})
	}
	a.labels = append(a.labels, labelState{-1})
	return Label(len(a.labels) - 1)
}

// Place puts a label at the current position.
func (a *Assembler) Place(l Label) {
	if a.labels[l].at >= 0 {
		panic("BUG: a label is placed twice")
	}
	a.labels[l].at = int32(len(a.code))
}

// Offset returns where a label was placed, -1 if it was not.
func (a *Assembler) Offset(l Label) int { return int(a.labels[l].at) }

// Offsets returns where each label is, by its number; -1 for those not placed.
func (a *Assembler) Offsets() []int32 {
	list := make([]int32, len(a.labels))
	for k := range list {
		list[k] = a.labels[k].at
	}
	return list
}

// Bytes returns what was written so far; it is valid until the next instruction.
func (a *Assembler) Bytes() []byte { return a.code }

// Align pads with instructions that do nothing until the position is a multiple
// of n, which must be a power of two, at most 64.
func (a *Assembler) Align(n int) {
	for gap := -len(a.code) & (n - 1); gap > 0; {
		size := min(gap, len(nops))
		a.begin(Inst{Op: NOP, Form: formNop, Imm: int64(size)})
		a.code = append(a.code, nops[size-1]...)
		gap -= size
	}
}

// nops are the instructions without effect that the manual recommends for each
// number of bytes (volume 2, NOP).
var nops = [...]string{
	"\x90",
	"\x66\x90",
	"\x0f\x1f\x00",
	"\x0f\x1f\x40\x00",
	"\x0f\x1f\x44\x00\x00",
	"\x66\x0f\x1f\x44\x00\x00",
	"\x0f\x1f\x80\x00\x00\x00\x00",
	"\x0f\x1f\x84\x00\x00\x00\x00\x00",
	"\x66\x0f\x1f\x84\x00\x00\x00\x00\x00",
}

// Data writes 8 bytes that are no instruction.
func (a *Assembler) Data(bits uint64) {
	a.begin(Inst{Op: None, Form: formData, Imm: int64(bits)})
	a.code = binary.LittleEndian.AppendUint64(a.code, bits)
}

// Zero writes n zero bytes that are no instruction.
func (a *Assembler) Zero(n int) {
	for range n {
		a.code = append(a.code, 0)
	}
}

// Finish writes all distances and returns the code, which is valid until the
// next Reset.
func (a *Assembler) Finish() []byte {
	for _, f := range a.fixups {
		target := a.labels[f.label].at
		if target < 0 {
			panic("BUG: a label was never placed")
		}
		distance := target + f.add - f.from
		if f.size == 1 {
			if distance != int32(int8(distance)) {
				panic("BUG: a short jump goes too far")
			}
			a.code[f.at] = byte(distance)
			continue
		}
		binary.LittleEndian.PutUint32(a.code[f.at:], uint32(distance))
	}
	a.fixups = a.fixups[:0]
	return a.code
}

// Displace sets the 32-bit displacement of the memory operand with which the instruction before offset at ends.
func (a *Assembler) Displace(at int, displacement int32) {
	binary.LittleEndian.PutUint32(a.code[at-4:], uint32(displacement))
}

// Jmp jumps to a label; near promises that a label that is not placed yet will
// be less than 128 bytes away.
func (a *Assembler) Jmp(l Label, near bool) {
	a.begin(Inst{Op: JMP, Form: formJump, Label: l})
	a.jump(l, near, 0xeb, 0, 0xe9)
}

// Jcc jumps to a label if the condition holds; near is as in Jmp.
func (a *Assembler) Jcc(c Cond, l Label, near bool) {
	a.begin(Inst{Op: JCC, Form: formJump, Cond: c, Label: l})
	a.jump(l, near, 0x70|byte(c), 0x0f, 0x80|byte(c))
}

func (a *Assembler) jump(l Label, near bool, short, escape, long byte) {
	at := a.labels[l].at
	if at >= 0 {
		distance := int(at) - len(a.code) - 2
		near = distance >= -128
	}
	if near {
		a.code = append(a.code, short)
		a.distance(l, 0, 1, 0)
		return
	}
	if escape != 0 {
		a.code = append(a.code, escape)
	}
	a.code = append(a.code, long)
	a.distance(l, 0, 4, 0)
}

// distance leaves room for a distance of size bytes, followed by after more
// bytes of the instruction.
func (a *Assembler) distance(l Label, add int32, size uint8, after int) {
	at := int32(len(a.code))
	a.fixups = append(a.fixups, fixup{at: at, from: at + int32(size) + int32(after), label: l, add: add, size: size})
	a.code = append(a.code, 0)
	if size == 4 {
		a.code = append(a.code, 0, 0, 0)
	}
}

// begin notes an instruction.
func (a *Assembler) begin(in Inst) {
	if a.note {
		in.Off = int32(len(a.code))
		a.insts = append(a.insts, in)
	}
}
