package run

import (
	"slices"

	"github.com/tetratelabs/wazero/experimental"
)

// memories gives instances their memory, and reuses that of finished ones: pages that
// the system has already provided need not be requested again, which costs ten times as much as
// copying an image into them. A worker has one instance that runs and one that waits.
//
// A memory has addresses for all that it may ever have, and grows where it is. One that moved when it
// grows would be there twice while it is copied, and again until the garbage collector finds it.
type memories struct {
	free []*memory
	// used are the memories of instances.
	used []*memory
}

const (
	// maxKept is the maximum size in bytes of what a memory keeps for the next instance: more than
	// nearly all runs use. The system gets the rest back at once.
	maxKept = 32 << 20
	// maxFree is the maximum number of memories that wait for reuse.
	maxFree = 2
	// stepToOpen is by how many bytes memory is opened at least, as each time asks the system.
	stepToOpen = 4 << 20
)

// Allocate makes the memory of an instance. If those that are kept are too small, they were another program's, and go.
func (m *memories) Allocate(size, most uint64) experimental.LinearMemory {
	k := slices.IndexFunc(m.free, func(kept *memory) bool { return uint64(len(kept.reserved)) >= most })
	if k < 0 {
		for _, kept := range m.free {
			release(kept.reserved)
		}
		m.free = nil
		m.used = append(m.used, &memory{owner: m, reserved: reserve(size, most)})
	} else {
		m.used = append(m.used, m.free[k])
		m.free = slices.Delete(m.free, k, k+1)
	}
	return m.used[len(m.used)-1]
}

// freeAll returns the memories of all instances for reuse. wazero loses the memory of an instance that it cannot make, since its
// data does not fit or its start section fails.
func (m *memories) freeAll() {
	for len(m.used) > 0 {
		m.used[0].Free()
	}
}

// memory is one instance's memory.
type memory struct {
	owner *memories
	// reserved are its addresses. What is opened can be used; what is dirty an instance could have written to.
	reserved      []byte
	opened, dirty uint64
	size          uint64
}

// Reallocate makes the memory longer; the new part is zero. It returns nil where there is no memory.
func (m *memory) Reallocate(size uint64) []byte {
	if size > m.opened {
		to := min(max(size, m.opened+stepToOpen), uint64(len(m.reserved)))
		if size > to || !open(m.reserved[m.opened:to]) {
			return nil
		}
		m.opened = to
	}
	if m.size < m.dirty {
		clear(m.reserved[m.size:min(size, m.dirty)])
	}
	m.size, m.dirty = size, max(size, m.dirty)
	return m.reserved[:size:size]
}

// Free returns the memory for reuse.
func (m *memory) Free() {
	m.owner.used = slices.DeleteFunc(m.owner.used, func(one *memory) bool { return one == m })
	if len(m.owner.free) >= maxFree {
		release(m.reserved)
		return
	}
	if m.opened > maxKept {
		forget(m.reserved[maxKept:m.opened])
		m.opened = maxKept
	}
	m.size, m.dirty = 0, min(m.dirty, maxKept)
	m.owner.free = append(m.owner.free, m)
}
