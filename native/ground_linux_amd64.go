//go:build linux && amd64

package native

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Ground is the memory that a world and the code of its space share: the region of objects,
// the table of exits directly before it, frames, and code. It implements arena.Region. At
// first it only reserves addresses.
//
//	table    what exits jump through; writable
//	region   4 GiB of addresses from a multiple of 2³² on; some writable
//	fence    4 GiB that cannot be accessed
//
// Frames and code are elsewhere, each between pages that cannot be accessed.
type Ground struct {
	reserved unsafe.Pointer
	size     uintptr
	base     unsafe.Pointer
	mapped   int // writable bytes of the region
	table    []uint64
	frames   fenced
	code     fenced
	// written are the pages of the code that are writable, because something was written there since seal was called. From
	// fresh on nothing was ever written; pages before ready are writable there.
	written      pageRange
	fresh, ready int
}

// pageRange are whole pages of the code, from an offset in bytes to another one.
type pageRange struct{ from, to int }

// fenced is a range of addresses with a page on either side that cannot be accessed.
type fenced struct {
	all  []byte
	used []byte
}

// NewGround reserves memory for a world, and for a number of bytes of code. It fails where the system lets nothing that
// was written be executed (systemd's MemoryDenyWriteExecute, SELinux): code would be refused only when it first runs.
func NewGround(code int) (*Ground, error) {
	g := &Ground{size: 3*regionSpan + tableSize}
	var err error
	if g.reserved, err = unix.MmapPtr(noFile, 0, nil, g.size, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE); err != nil {
		return nil, fmt.Errorf("addresses for a world: %w", err)
	}
	g.base = unsafe.Add(g.reserved, regionOffset(uintptr(g.reserved)))
	table := unsafe.Slice((*byte)(unsafe.Add(g.base, -tableSize)), tableSize)
	err = unix.Mprotect(table, unix.PROT_READ|unix.PROT_WRITE)
	if err == nil {
		g.table = unsafe.Slice((*uint64)(unsafe.Pointer(&table[0])), tableSize/8)
		g.frames, err = newMapping(maxActivations * frameSize)
	}
	if err == nil {
		err = unix.Mprotect(g.frames.used, unix.PROT_READ|unix.PROT_WRITE)
	}
	if err == nil {
		g.code, err = newMapping(pages(code))
	}
	for _, access := range []int{unix.PROT_READ | unix.PROT_WRITE, unix.PROT_READ | unix.PROT_EXEC} {
		if err == nil {
			err = unix.Mprotect(g.code.used[:pageSize], access)
		}
	}
	if err != nil {
		g.Close()
		return nil, fmt.Errorf("memory for a world: %w", err)
	}
	return g, nil
}

// regionOffset is how far after the beginning of the reserved addresses the region begins: at the first multiple of
// regionSpan that leaves room for the table before it.
func regionOffset(reserved uintptr) uintptr {
	return (reserved+tableSize+regionSpan-1)&^(regionSpan-1) - reserved
}

func newMapping(size int) (fenced, error) {
	all, err := unix.Mmap(noFile, 0, size+2*pageSize, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
	if err != nil {
		return fenced{}, err
	}
	return fenced{all, all[pageSize : pageSize+size]}, nil
}

// Close releases everything. Neither the world nor its code may be used afterwards.
func (g *Ground) Close() error {
	var err error
	for _, m := range []fenced{g.frames, g.code} {
		if m.all != nil {
			if e := unix.Munmap(m.all); e != nil {
				err = e
			}
		}
	}
	if e := unix.MunmapPtr(g.reserved, g.size); e != nil {
		err = e
	}
	*g = Ground{}
	return err
}

// Words returns the region. It never moves.
func (g *Ground) Words(n int) []uint64 {
	if g.base == nil || n > maxRegion/8 {
		return nil
	}
	if size := pages(8 * n); size > g.mapped {
		if unix.Mprotect(unsafe.Slice((*byte)(g.base), size), unix.PROT_READ|unix.PROT_WRITE) != nil {
			return nil
		}
		g.mapped = size
	}
	return unsafe.Slice((*uint64)(g.base), n)
}

// readyBytes is how much more of the code is made writable whenever that is needed.
const readyBytes = 64 * pageSize

// next is where code is best written next: its page is writable.
func (g *Ground) next() int {
	if g.written.to > 0 {
		return g.written.from
	}
	return g.fresh
}

// write puts code in its place. From then on its pages are writable, and not executable, until seal makes them executable again.
// Pages to which nothing was ever written are writable from the start: so a trace at the beginning of such a page, with
// the adapters behind it, needs one call of the system.
func (g *Ground) write(at int, code []byte) error {
	p := pageRange{at &^ (pageSize - 1), pages(at + len(code))}
	if w := g.written; w.to > 0 && (p.from > w.to || p.to < w.from) {
		if err := g.seal(); err != nil {
			return err
		}
	}
	if err := g.unseal(p); err != nil {
		return fmt.Errorf("memory for machine code: %w", err)
	}
	copy(g.code.used[at:], code)
	if w := g.written; w.to > 0 {
		p = pageRange{min(p.from, w.from), max(p.to, w.to)}
	}
	g.written = p
	g.fresh = max(g.fresh, p.to)
	return nil
}

// unseal makes pages writable that are not.
func (g *Ground) unseal(p pageRange) error {
	if w := g.written; p.from >= w.from && p.from < w.to {
		p.from = w.to
	}
	if p.from >= g.fresh {
		if p.to <= g.ready {
			return nil
		}
		p = pageRange{max(p.from, g.ready), min(p.to+readyBytes, len(g.code.used))}
	}
	if p.from >= p.to {
		return nil
	}
	if err := unix.Mprotect(g.code.used[p.from:p.to], unix.PROT_READ|unix.PROT_WRITE); err != nil {
		return err
	}
	g.ready = max(g.ready, p.to)
	return nil
}

// seal makes executable what was written. It has to be called before code runs; if it fails, it can be called again.
func (g *Ground) seal() error {
	if w := g.written; w.to > 0 {
		if err := unix.Mprotect(g.code.used[w.from:w.to], unix.PROT_READ|unix.PROT_EXEC); err != nil {
			return fmt.Errorf("making machine code executable: %w", err)
		}
		g.written = pageRange{}
	}
	return nil
}

// address is that of a place in the code.
func (g *Ground) address(at int) uint64 {
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(g.code.used)))) + uint64(at)
}

// heapAddress is the region's address.
func (g *Ground) heapAddress() uint64 { return uint64(uintptr(g.base)) }

// frame is the frame of an activation, as 64-bit words.
func (g *Ground) frame(k int) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(&g.frames.used[k*frameSize])), frameSize/8)
}

// run runs code at an address on a frame until it leaves. Code must be sealed.
func (g *Ground) run(address uint64, frame []uint64) {
	stack := uintptr(unsafe.Pointer(unsafe.SliceData(frame))) + frameHead + 8
	enter(uintptr(address), stack, uintptr(g.base))
}
