package run

import "github.com/tetratelabs/wazero/experimental"

// memories gives instances their memory, and reuses that of finished ones: pages that
// the system has already provided need not be requested again, which costs ten times as much as
// copying an image into them. A worker has one instance that runs and one that waits.
type memories struct{ free [][]byte }

const (
	// roomToGrow is the extra memory in bytes that is reserved for an instance, so that
	// in nearly all runs growing does not copy.
	roomToGrow = 12 << 20
	// maxKept is the maximum size in bytes of a memory that is reused.
	maxKept = 64 << 20
	// maxFree is the maximum number of memories that wait for reuse.
	maxFree = 2
)

// keep keeps a memory for reuse.
func (m *memories) keep(bytes []byte) {
	if cap(bytes) <= maxKept && len(m.free) < maxFree {
		m.free = append(m.free, bytes[:0])
	}
}

// Allocate makes the memory of an instance.
func (m *memories) Allocate(size, most uint64) experimental.LinearMemory {
	if n := len(m.free); n > 0 && uint64(cap(m.free[n-1])) >= size {
		bytes := m.free[n-1]
		m.free = m.free[:n-1]
		return &memory{owner: m, bytes: bytes}
	}
	return &memory{owner: m, bytes: make([]byte, 0, min(size+roomToGrow, most))}
}

// memory is one instance's memory.
type memory struct {
	owner *memories
	bytes []byte
}

// Reallocate makes the memory longer; the new part is zero.
func (m *memory) Reallocate(size uint64) []byte {
	old := len(m.bytes)
	if size <= uint64(cap(m.bytes)) {
		m.bytes = m.bytes[:size]
		clear(m.bytes[old:])
		return m.bytes
	}
	grown := make([]byte, size, size+size/2)
	copy(grown, m.bytes)
	m.owner.keep(m.bytes)
	m.bytes = grown
	return grown
}

// Free returns the memory for reuse.
func (m *memory) Free() {
	m.owner.keep(m.bytes)
	m.bytes = nil
}
