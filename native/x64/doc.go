// Package x64 writes machine code for x86-64: only the instructions that the
// code generator of package native needs.
//
// # How it is laid out
//
// A mnemonic is one row of the table in ops.go: its name, its opcodes for the
// forms that it has, and its flags. An [Assembler] has one method for each form
// of operands: RR for two registers, RM for a register and memory, MI for memory
// and a constant, and so on. Registers of both files are one type, [Reg]; an
// address is a [Mem]. Jumps go to a [Label], which may be placed before or after
// them.
//
// Every written instruction can be recorded as an [Inst], and its text in
// Intel's notation is made from that (print.go). So the disassembly shows what
// was meant; the tests decode the bytes with two other disassemblers and
// compare.
//
// The encodings are those of Intel's manual, "Intel 64 and IA-32 Architectures
// Software Developer's Manual", volume 2: instruction format in section 2.1, REX
// in 2.2, VEX in 2.3.
package x64
