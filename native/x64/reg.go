package x64

import "strconv"

// Reg is a register: 0 to 15 are general ones, 16 to 31 the vector registers
// xmm0 to xmm15.
type Reg uint8

// The general registers, by number.
const (
	RAX Reg = iota
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
)

// X0 is the first vector register; xmm3 is X0+3.
const X0 Reg = 16

// NoReg means no register.
const NoReg Reg = 255

// RIP as the base of a Mem says that the address is that of a label.
const RIP Reg = 254

// IsVector reports whether r is one of xmm0 to xmm15.
func (r Reg) IsVector() bool { return r >= X0 && r < X0+16 }

// low is what goes into a ModRM field, high whether a prefix has to carry a one.
func (r Reg) low() byte  { return byte(r) & 7 }
func (r Reg) high() byte { return byte(r) >> 3 & 1 }

var names64 = [...]string{"rax", "rcx", "rdx", "rbx", "rsp", "rbp", "rsi", "rdi",
	"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15"}

var names32 = [...]string{"eax", "ecx", "edx", "ebx", "esp", "ebp", "esi", "edi"}

var names16 = [...]string{"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"}

var names8 = [...]string{"al", "cl", "dl", "bl", "spl", "bpl", "sil", "dil"}

// String returns the register's name as a 64-bit or vector register.
func (r Reg) String() string { return r.Name(8) }

// Name returns the register's name when it is used for size bytes: 1, 2, 4 or 8;
// vector registers have one name.
func (r Reg) Name(size int) string {
	switch {
	case r.IsVector():
		return "xmm" + strconv.Itoa(int(r-X0))
	case r == RIP:
		return "rip"
	case r > 15:
		return "?"
	case size == 8:
		return names64[r]
	case r >= R8:
		return names64[r] + map[int]string{1: "b", 2: "w", 4: "d"}[size]
	case size == 4:
		return names32[r]
	case size == 2:
		return names16[r]
	}
	return names8[r]
}

// Mem is an address: Base + Index*Scale + Disp. Base may be NoReg, and so may
// Index. With the base RIP it is that of Label + Disp, and there is no index.
type Mem struct {
	Base, Index Reg
	// Scale is 1, 2, 4 or 8; 0 counts as 1.
	Scale uint8
	Disp  int32
	// Label is used only with the base RIP.
	Label Label
}

// At is the address base + disp.
func At(base Reg, disp int32) Mem { return Mem{Base: base, Index: NoReg, Disp: disp} }

// Indexed is the address base + index*scale + disp.
func Indexed(base, index Reg, scale uint8, disp int32) Mem {
	return Mem{Base: base, Index: index, Scale: scale, Disp: disp}
}

// AtLabel is the address of a label.
func AtLabel(l Label) Mem { return Mem{Base: RIP, Index: NoReg, Label: l} }

// Cond is a condition on the flags: the lowest four bits of the opcodes of jcc,
// setcc and cmovcc. The opposite condition is Cond^1.
type Cond uint8

// The conditions. Parity is set by a comparison of doubles if one is NaN.
const (
	Overflow Cond = iota
	NoOverflow
	Below
	AboveEqual
	Equal
	NotEqual
	BelowEqual
	Above
	Sign
	NoSign
	Parity
	NoParity
	Less
	GreaterEqual
	LessEqual
	Greater
)

var condNames = [...]string{"o", "no", "b", "ae", "e", "ne", "be", "a", "s", "ns", "p", "np", "l", "ge", "le", "g"}

// String returns the suffix of the mnemonics: "o", "no", "b" and so on.
func (c Cond) String() string { return condNames[c] }

// Negate returns the condition that holds exactly if c does not.
func (c Cond) Negate() Cond { return c ^ 1 }

// Swap returns the condition that holds for b and a exactly if c does for a and
// b. Only comparisons can be swapped.
func (c Cond) Swap() Cond {
	switch c {
	case Below:
		return Above
	case Above:
		return Below
	case AboveEqual:
		return BelowEqual
	case BelowEqual:
		return AboveEqual
	case Less:
		return Greater
	case Greater:
		return Less
	case GreaterEqual:
		return LessEqual
	case LessEqual:
		return GreaterEqual
	}
	return c
}
