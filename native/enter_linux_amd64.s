#include "textflag.h"

// func enter(code, stack, heap uintptr)
//
// Calls generated code on a stack of its own. The code uses all general
// registers and all vector registers, so what Go keeps in some of them (the
// goroutine in R14, the frame pointer in BP, zero in X15) is put back here. Go's
// stack pointer is kept below the code's own frame: see frame.go.
//
// R14 is 0 at first: fuel that the code did not take from the word (see placing.go).
//
// It must not grow the stack and is not preempted: no Go code runs on the other
// stack, and signal handlers have their own.
TEXT ·enter(SB), NOSPLIT, $16-24
	MOVQ code+0(FP), AX
	MOVQ stack+8(FP), BX
	MOVQ heap+16(FP), R15
	MOVQ BP, 0(SP)
	MOVQ R14, 8(SP)
	MOVQ SP, -48(BX)
	MOVQ BX, SP
	XORL R14, R14
	CALL AX
	MOVQ -48(SP), SP
	MOVQ 0(SP), BP
	MOVQ 8(SP), R14
	XORPS X15, X15
	CLD
	RET
