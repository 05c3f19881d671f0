package run

import "github.com/tetratelabs/wazero/experimental"

// memories gives instances their memory, and takes it back from those that are
// done: pages that the system has given already need not be asked for again. A worker
// has one instance that runs and one that waits.
type memories struct{ free [][]byte }

const (
	// roomToGrow is how much more memory than an instance asks for is reserved, in bytes,
	// so that growing copies nothing in nearly all runs.
	roomToGrow = 8 << 20
	// maxKept is how large a memory may be to be used again, in bytes.
	maxKept = 64 << 20
)

// Allocate makes the memory of an instance.
func (m *memories) Allocate(size, most uint64) experimental.LinearMemory {
	if n := len(m.free); n > 0 && uint64(cap(m.free[n-1])) >= size {
		bytes := m.free[n-1]
		m.free = m.free[:n-1]
		return &memory{owner: m, bytes: bytes}
	}
	return &memory{owner: m, bytes: make([]byte, 0, min(size+roomToGrow, most))}
}

// memory is one instance's.
type memory struct {
	owner *memories
	bytes []byte
}

// Reallocate makes the memory longer; all that is new is zero.
func (m *memory) Reallocate(size uint64) []byte {
	old := len(m.bytes)
	if size <= uint64(cap(m.bytes)) {
		m.bytes = m.bytes[:size]
		clear(m.bytes[old:])
		return m.bytes
	}
	grown := make([]byte, size, size+size/2)
	copy(grown, m.bytes)
	m.bytes = grown
	return grown
}

// Free gives the memory back.
func (m *memory) Free() {
	if cap(m.bytes) <= maxKept {
		m.owner.free = append(m.owner.free, m.bytes[:0])
	}
	m.bytes = nil
}
