package backend

import "unbox/heap/arena"

// Engine compiles programs: to native code, or to WebAssembly.
type Engine interface {
	// Compile makes code that works on a region. The region's memory stays where
	// it is for as long as the code lives.
	Compile(p *Program) (Code, error)
}

// Code is a compiled program.
type Code interface {
	// Memory returns the memory on which the code works, and makes it at least
	// size bytes large. Contents are kept; the bytes returned before must no
	// longer be used. A Code may refuse with an error.
	Memory(size int) (arena.Memory, error)
	// Enter runs the code from its start until it leaves for good. At each exit it
	// calls leave with the exit's number; leave does what the exit asks for and
	// returns true if the code should continue. At exits of kind ExitLeave it always
	// returns false, and Enter returns. An error means that the engine itself
	// failed.
	Enter(leave func(exit int32) bool) error
	// Size is the size of the code in bytes.
	Size() int
	// Close releases all memory.
	Close() error
}
