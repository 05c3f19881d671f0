package x64

import (
	"fmt"
	"slices"
	"strconv"
)

// form says which kinds of operands an instruction has.
type form uint8

const (
	formPlain form = iota
	formR
	formM
	formRR
	formRM
	formMR
	formRI
	formMI
	formRRI
	formRMI
	formRRR
	formRRM
	formJump
	formNop
	formData
)

// Inst is an instruction as it was written.
type Inst struct {
	// Off is where its first byte is.
	Off  int32
	Op   Op
	Form form
	Cond Cond
	// A, B and C are its registers in the order in which they are written.
	A, B, C Reg
	Mem     Mem
	// Imm is its constant, or the number of bytes of a NOP.
	Imm int64
	// Label is where it jumps to.
	Label Label
}

// Text returns the instruction in Intel's notation. names gives labels their
// names; if it is nil they are L1, L2 and so on.
func (in *Inst) Text(names func(Label) string) string {
	if names == nil {
		names = func(l Label) string { return "L" + strconv.Itoa(int(l)) }
	}
	r := &table[in.Op]
	name := r.name
	switch in.Op {
	case CMOV, SET, JCC:
		name += in.Cond.String()
	case VCMPSD:
		name += relationNames[Relation(in.Imm)] + "sd"
	}
	operands := in.operands(r, names)
	if operands == "" {
		return name
	}
	return name + " " + operands
}

func (in *Inst) operands(r *row, names func(Label) string) string {
	size := r.size()
	reg, rm := r.regSize(), size
	mem := func() string { return in.Mem.text(size, names, in.Op != LEA) }
	switch in.Form {
	case formR:
		if in.Op == SHL || in.Op == SHR || in.Op == SAR {
			return in.A.Name(rm) + ", cl"
		}
		return in.A.Name(rm)
	case formM:
		return mem()
	case formRR:
		return in.A.Name(reg) + ", " + in.B.Name(rm)
	case formRM:
		if r.flags&reversed != 0 {
			return mem() + ", " + in.A.Name(reg)
		}
		return in.A.Name(reg) + ", " + mem()
	case formMR:
		return mem() + ", " + in.A.Name(reg)
	case formRI:
		return in.A.Name(reg) + ", " + immText(in.Imm)
	case formMI:
		return mem() + ", " + immText(in.Imm)
	case formRRI:
		return in.A.Name(reg) + ", " + in.B.Name(rm) + ", " + immText(in.Imm)
	case formRMI:
		return in.A.Name(reg) + ", " + mem() + ", " + immText(in.Imm)
	case formRRR:
		return in.A.Name(reg) + ", " + in.B.Name(reg) + ", " + in.C.Name(rm)
	case formRRM:
		if r.flags&countArg != 0 {
			return in.A.Name(reg) + ", " + mem() + ", " + in.B.Name(reg)
		}
		return in.A.Name(reg) + ", " + in.B.Name(reg) + ", " + mem()
	case formJump:
		return names(in.Label)
	case formData:
		return fmt.Sprintf(".quad %#x", uint64(in.Imm))
	}
	return ""
}

// immText writes small constants in decimal and others in hexadecimal.
func immText(v int64) string {
	if v > -4096 && v < 4096 {
		return strconv.FormatInt(v, 10)
	}
	if v < 0 {
		return fmt.Sprintf("-%#x", uint64(-v))
	}
	return fmt.Sprintf("%#x", v)
}

var sizeNames = map[int]string{1: "byte", 2: "word", 4: "dword", 8: "qword", 16: "xmmword"}

func (m Mem) text(size int, names func(Label) string, sized bool) string {
	text := ""
	if sized {
		text = sizeNames[size] + " ptr "
	}
	text += "["
	sign := ""
	if m.Base == RIP {
		text += "rip+" + names(m.Label)
		sign = "+"
	} else if m.Base != NoReg {
		text += m.Base.String()
		sign = "+"
	}
	if m.Index != NoReg {
		text += sign + m.Index.String()
		if m.Scale > 1 {
			text += "*" + strconv.Itoa(int(m.Scale))
		}
		sign = "+"
	}
	switch {
	case m.Disp == 0 && sign != "":
	case m.Disp < 0:
		text += "-" + immText(-int64(m.Disp))
	default:
		text += sign + immText(int64(m.Disp))
	}
	return text + "]"
}

// Registers lists the registers that an instruction names, each once.
func (in *Inst) Registers() []Reg {
	var list []Reg
	add := func(r Reg) {
		if r < 32 && !slices.Contains(list, r) {
			list = append(list, r)
		}
	}
	switch in.Form {
	case formR, formRM, formMR, formRI, formRMI:
		add(in.A)
	case formRR, formRRI, formRRM:
		add(in.A)
		add(in.B)
	case formRRR:
		add(in.A)
		add(in.B)
		add(in.C)
	}
	switch in.Form {
	case formM, formRM, formMR, formMI, formRMI, formRRM:
		add(in.Mem.Base)
		add(in.Mem.Index)
	}
	return list
}
