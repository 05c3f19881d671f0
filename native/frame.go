package native

import "unbox/native/x64"

// The frame of generated code, as offsets from the stack pointer that it runs
// with. It belongs to the caller: the worker's memory, never a Go stack. Above
// the stack pointer are the slots, below it what both sides exchange. Signal
// handlers have a stack of their own, so nothing else writes there.
const (
	// At 0 is the address to which generated code returns, with ret.
	// frameSlots is the first slot; slot k is at frameSlots + 8*k. The values of
	// Program.Entry are in the first ones when the code begins.
	frameSlots = 8
	// frameExit is the number of the stub through which the code left.
	frameExit = -8
	// frameResume is the address at which the code continues when it is resumed.
	frameResume = -16
	// frameTemp is for moving values in a circle.
	frameTemp = -24
	// frameAside is for saving a register that is needed for a moment.
	frameAside = -32
	// At -40 the trampoline keeps Go's stack pointer. enter_linux_amd64.s counts from 8
	// bytes higher.
	//
	// frameRegs is where general register 0 is saved, the others after it, and
	// after them the vector registers.
	frameRegs = -48 - 32*8
	// frameHead is the number of bytes below the stack pointer.
	frameHead = -frameRegs
)

// slotOffset is where a slot is, from the stack pointer.
func slotOffset(slot int32) int32 { return frameSlots + 8*slot }

// saveOffset is where a register is saved when the code leaves.
func saveOffset(r x64.Reg) int32 { return frameRegs + 8*int32(r) }
