package x64

// Op is a mnemonic: a row of the table below. A name that ends in L works on 32
// bits and clears the upper half of a general register that it writes.
type Op uint8

// The mnemonics, in the order of the table.
const (
	None Op = iota
	ADD
	OR
	AND
	SUB
	XOR
	CMP
	TEST
	MOV
	ANDL
	ORL
	XORL
	CMPL
	TESTL
	MOVL
	CMPB
	TESTB
	MOVB
	MOVABS
	LEA
	MOVSXD
	MOVSXB
	MOVSXW
	MOVZXB
	IMUL
	NOT
	NEG
	MUL
	IDIV
	DIV
	DIVL
	SHL
	SHR
	SAR
	SHLX
	SHRX
	SARX
	CMOV
	SET
	JCC
	JMP
	JMPR
	CQO
	RET
	NOP
	MOVSD
	MOVAPD
	MOVQX
	MOVQG
	ADDSD
	SUBSD
	MULSD
	DIVSD
	SQRTSD
	UCOMISD
	ANDPD
	XORPD
	CVTSI2SD
	CVTTSD2SI
	VMOVSD
	VMOVAPD
	VMOVQX
	VMOVQG
	VADDSD
	VSUBSD
	VMULSD
	VDIVSD
	VSQRTSD
	VUCOMISD
	VANDPD
	VXORPD
	VCVTSI2SD
	VCVTTSD2SI
	VCMPSD
	VMOVMSKPD
	opCount
)

// Relation is what VCMPSD tests for two doubles, by its number in the instruction. One
// that begins with "IsNot" holds if one of them is NaN, the others do not.
type Relation uint8

// The relations.
const (
	IsEqual             Relation = 0
	IsNotEqual          Relation = 4
	IsNotGreaterOrEqual Relation = 9
	IsNotGreater        Relation = 10
	IsGreaterOrEqual    Relation = 13
	IsGreater           Relation = 14
)

var relationNames = map[Relation]string{
	IsEqual: "eq", IsNotEqual: "neq", IsNotGreaterOrEqual: "nge", IsNotGreater: "ngt", IsGreaterOrEqual: "ge", IsGreater: "gt",
}

// Negate returns the relation that holds exactly if this one does not.
func (r Relation) Negate() Relation { return r ^ 4 }

// flags of a row.
const (
	wide     = 1 << iota // REX.W or VEX.W: 64 bits
	vex                  // VEX encoding
	byteRM               // the r/m operand is a byte register or a byte in memory
	wordRM               // the r/m operand has 16 bits
	longRM               // the r/m operand has 32 bits though the result has 64
	double               // the r/m operand in memory has 64 bits whatever wide says
	countArg             // VEX.vvvv is the last operand: the shifts of BMI2
	noVVVV               // VEX.vvvv is unused
	reversed             // the r/m operand is written: the form RR takes mr
)

// row says how a mnemonic is encoded. An opcode that is 0 is a form that the
// mnemonic does not have.
type row struct {
	name string
	// prefix is 0x66, 0xf2 or 0xf3, or 0; in VEX it is the field pp.
	prefix byte
	// escape is 0 for one-byte opcodes, 1 for 0x0f, 2 for 0x0f 0x38.
	escape byte
	// rm is the opcode of "reg, r/m", mr that of "r/m, reg".
	rm, mr byte
	// imm is the opcode of "r/m, constant" or of "r/m" alone, with digit in the
	// reg field of ModRM; imm8 the one for a constant of 8 bits.
	imm, imm8, digit byte
	flags            uint16
}

var table = [opCount]row{
	ADD:    {name: "add", rm: 0x03, mr: 0x01, imm: 0x81, imm8: 0x83, digit: 0, flags: wide},
	OR:     {name: "or", rm: 0x0b, mr: 0x09, imm: 0x81, imm8: 0x83, digit: 1, flags: wide},
	AND:    {name: "and", rm: 0x23, mr: 0x21, imm: 0x81, imm8: 0x83, digit: 4, flags: wide},
	SUB:    {name: "sub", rm: 0x2b, mr: 0x29, imm: 0x81, imm8: 0x83, digit: 5, flags: wide},
	XOR:    {name: "xor", rm: 0x33, mr: 0x31, imm: 0x81, imm8: 0x83, digit: 6, flags: wide},
	CMP:    {name: "cmp", rm: 0x3b, mr: 0x39, imm: 0x81, imm8: 0x83, digit: 7, flags: wide},
	TEST:   {name: "test", mr: 0x85, imm: 0xf7, digit: 0, flags: wide | reversed},
	MOV:    {name: "mov", rm: 0x8b, mr: 0x89, imm: 0xc7, digit: 0, flags: wide},
	ANDL:   {name: "and", rm: 0x23, mr: 0x21, imm: 0x81, imm8: 0x83, digit: 4},
	ORL:    {name: "or", rm: 0x0b, mr: 0x09, imm: 0x81, imm8: 0x83, digit: 1},
	XORL:   {name: "xor", rm: 0x33, mr: 0x31, imm: 0x81, imm8: 0x83, digit: 6},
	CMPL:   {name: "cmp", rm: 0x3b, mr: 0x39, imm: 0x81, imm8: 0x83, digit: 7},
	TESTL:  {name: "test", mr: 0x85, imm: 0xf7, digit: 0, flags: reversed},
	MOVL:   {name: "mov", rm: 0x8b, mr: 0x89, imm: 0xc7, digit: 0},
	CMPB:   {name: "cmp", imm8: 0x80, digit: 7, flags: byteRM},
	TESTB:  {name: "test", imm8: 0xf6, digit: 0, flags: byteRM},
	MOVB:   {name: "mov", imm8: 0xc6, digit: 0, flags: byteRM},
	MOVABS: {name: "mov", imm: 0xb8, flags: wide},
	LEA:    {name: "lea", rm: 0x8d, flags: wide},
	MOVSXD: {name: "movsxd", rm: 0x63, flags: wide | longRM},
	MOVSXB: {name: "movsx", escape: 1, rm: 0xbe, flags: wide | byteRM},
	MOVSXW: {name: "movsx", escape: 1, rm: 0xbf, flags: wide | wordRM},
	MOVZXB: {name: "movzx", escape: 1, rm: 0xb6, flags: byteRM},
	IMUL:   {name: "imul", escape: 1, rm: 0xaf, imm: 0x69, imm8: 0x6b, flags: wide},
	NOT:    {name: "not", imm: 0xf7, digit: 2, flags: wide},
	NEG:    {name: "neg", imm: 0xf7, digit: 3, flags: wide},
	MUL:    {name: "mul", imm: 0xf7, digit: 4, flags: wide},
	IDIV:   {name: "idiv", imm: 0xf7, digit: 7, flags: wide},
	DIV:    {name: "div", imm: 0xf7, digit: 6, flags: wide},
	DIVL:   {name: "div", imm: 0xf7, digit: 6},
	SHL:    {name: "shl", imm: 0xd3, imm8: 0xc1, digit: 4, flags: wide},
	SHR:    {name: "shr", imm: 0xd3, imm8: 0xc1, digit: 5, flags: wide},
	SAR:    {name: "sar", imm: 0xd3, imm8: 0xc1, digit: 7, flags: wide},
	SHLX:   {name: "shlx", prefix: 0x66, escape: 2, rm: 0xf7, flags: vex | wide | countArg},
	SHRX:   {name: "shrx", prefix: 0xf2, escape: 2, rm: 0xf7, flags: vex | wide | countArg},
	SARX:   {name: "sarx", prefix: 0xf3, escape: 2, rm: 0xf7, flags: vex | wide | countArg},
	CMOV:   {name: "cmov", escape: 1, rm: 0x40, flags: wide},
	SET:    {name: "set", escape: 1, imm: 0x90, flags: byteRM},
	JCC:    {name: "j"},
	JMP:    {name: "jmp"},
	JMPR:   {name: "jmp", imm: 0xff, digit: 4, flags: double},
	CQO:    {name: "cqo", imm: 0x99, flags: wide},
	RET:    {name: "ret", imm: 0xc3},
	NOP:    {name: "nop"},

	MOVSD:     {name: "movsd", prefix: 0xf2, escape: 1, rm: 0x10, mr: 0x11, flags: double},
	MOVAPD:    {name: "movapd", prefix: 0x66, escape: 1, rm: 0x28},
	MOVQX:     {name: "movq", prefix: 0x66, escape: 1, rm: 0x6e, flags: wide},
	MOVQG:     {name: "movq", prefix: 0x66, escape: 1, mr: 0x7e, flags: wide | reversed},
	ADDSD:     {name: "addsd", prefix: 0xf2, escape: 1, rm: 0x58, flags: double},
	SUBSD:     {name: "subsd", prefix: 0xf2, escape: 1, rm: 0x5c, flags: double},
	MULSD:     {name: "mulsd", prefix: 0xf2, escape: 1, rm: 0x59, flags: double},
	DIVSD:     {name: "divsd", prefix: 0xf2, escape: 1, rm: 0x5e, flags: double},
	SQRTSD:    {name: "sqrtsd", prefix: 0xf2, escape: 1, rm: 0x51, flags: double},
	UCOMISD:   {name: "ucomisd", prefix: 0x66, escape: 1, rm: 0x2e, flags: double},
	ANDPD:     {name: "andpd", prefix: 0x66, escape: 1, rm: 0x54},
	XORPD:     {name: "xorpd", prefix: 0x66, escape: 1, rm: 0x57},
	CVTSI2SD:  {name: "cvtsi2sd", prefix: 0xf2, escape: 1, rm: 0x2a, flags: wide | double},
	CVTTSD2SI: {name: "cvttsd2si", prefix: 0xf2, escape: 1, rm: 0x2c, flags: wide | double},

	VMOVSD:     {name: "vmovsd", prefix: 0xf2, escape: 1, rm: 0x10, mr: 0x11, flags: vex | double | noVVVV},
	VMOVAPD:    {name: "vmovapd", prefix: 0x66, escape: 1, rm: 0x28, flags: vex | noVVVV},
	VMOVQX:     {name: "vmovq", prefix: 0x66, escape: 1, rm: 0x6e, flags: vex | wide | noVVVV},
	VMOVQG:     {name: "vmovq", prefix: 0x66, escape: 1, mr: 0x7e, flags: vex | wide | noVVVV | reversed},
	VADDSD:     {name: "vaddsd", prefix: 0xf2, escape: 1, rm: 0x58, flags: vex | double},
	VSUBSD:     {name: "vsubsd", prefix: 0xf2, escape: 1, rm: 0x5c, flags: vex | double},
	VMULSD:     {name: "vmulsd", prefix: 0xf2, escape: 1, rm: 0x59, flags: vex | double},
	VDIVSD:     {name: "vdivsd", prefix: 0xf2, escape: 1, rm: 0x5e, flags: vex | double},
	VSQRTSD:    {name: "vsqrtsd", prefix: 0xf2, escape: 1, rm: 0x51, flags: vex | double},
	VUCOMISD:   {name: "vucomisd", prefix: 0x66, escape: 1, rm: 0x2e, flags: vex | double | noVVVV},
	VANDPD:     {name: "vandpd", prefix: 0x66, escape: 1, rm: 0x54, flags: vex},
	VXORPD:     {name: "vxorpd", prefix: 0x66, escape: 1, rm: 0x57, flags: vex},
	VCVTSI2SD:  {name: "vcvtsi2sd", prefix: 0xf2, escape: 1, rm: 0x2a, flags: vex | wide | double},
	VCVTTSD2SI: {name: "vcvttsd2si", prefix: 0xf2, escape: 1, rm: 0x2c, flags: vex | wide | double | noVVVV},
	VCMPSD:     {name: "vcmp", prefix: 0xf2, escape: 1, rm: 0xc2, flags: vex | double},
	VMOVMSKPD:  {name: "vmovmskpd", prefix: 0x66, escape: 1, rm: 0x50, flags: vex | noVVVV},
}

// String returns the mnemonic as Intel's notation writes it, without a
// condition.
func (o Op) String() string { return table[o].name }

// size is the number of bytes of the r/m operand.
func (r *row) size() int {
	switch {
	case r.flags&byteRM != 0:
		return 1
	case r.flags&wordRM != 0:
		return 2
	case r.flags&longRM != 0:
		return 4
	case r.flags&(wide|double) != 0:
		return 8
	case r.prefix == 0x66:
		return 16
	}
	return 4
}

// regSize is the number of bytes of a general register operand that is not the
// r/m one.
func (r *row) regSize() int {
	if r.flags&wide != 0 {
		return 8
	}
	return 4
}
