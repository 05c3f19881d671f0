//go:build linux && amd64

package native

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/unix"
)

const available = true

// enter is in enter_amd64.s. code is where to begin, stack is 8 bytes above the
// stack pointer that the code will have, heap is the region's address.
//
//go:noescape
func enter(code, stack, heap uintptr)

const (
	pageSize = 4096
	// noFile is passed as the file for anonymous memory: the system ignores it.
	noFile = -1
)

// execMemory is memory that holds machine code. It is never writable and
// executable at once.
type execMemory struct{ bytes []byte }

// newExecMemory copies code into memory of its own and makes that executable.
func newExecMemory(code []byte) (*execMemory, error) {
	bytes, err := unix.Mmap(noFile, 0, pages(len(code)), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, fmt.Errorf("memory for machine code: %w", err)
	}
	copy(bytes, code)
	if err := unix.Mprotect(bytes, unix.PROT_READ|unix.PROT_EXEC); err != nil {
		unix.Munmap(bytes)
		return nil, fmt.Errorf("making machine code executable: %w", err)
	}
	return &execMemory{bytes}, nil
}

// pages rounds up to whole pages, at least one.
func pages(size int) int { return max((size+pageSize-1)&^(pageSize-1), pageSize) }

const (
	// regionSpan is the address range that 32-bit references reach; the region
	// begins at a multiple of it, so that the lower half of an address is the
	// reference.
	regionSpan = 1 << 32
	// guardSpan is the size of the range after it in which nothing can be accessed
	// either.
	guardSpan = 1 << 32
)

// region is the memory that code works on.
type region struct {
	// reserved is an address range of size bytes; the region begins in it.
	reserved unsafe.Pointer
	size     uintptr
	// heap is the part of the region that can be read and written; the addresses
	// after it, up to regionSpan and guardSpan, cannot be accessed.
	heap []byte
	// frame is the code's stack: see frame.go.
	frame []byte
}

// newRegion reserves addresses and maps memory for a frame. The region is empty.
func newRegion(frameSize int) (*region, error) {
	total := uintptr(2*regionSpan + guardSpan)
	base, err := unix.MmapPtr(noFile, 0, nil, total, unix.PROT_NONE, unix.MAP_ANON|unix.MAP_PRIVATE|unix.MAP_NORESERVE)
	if err != nil {
		return nil, fmt.Errorf("addresses for the heap: %w", err)
	}
	r := &region{reserved: base, size: total}
	skip := -uintptr(base) & (regionSpan - 1)
	r.heap = unsafe.Slice((*byte)(unsafe.Add(base, skip)), regionSpan)[:0]
	r.frame, err = unix.Mmap(noFile, 0, pages(frameSize), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		r.close()
		return nil, fmt.Errorf("memory for the frame: %w", err)
	}
	return r, nil
}

// close releases everything.
func (r *region) close() error {
	var err error
	if r.frame != nil {
		err = unix.Munmap(r.frame)
	}
	if e := unix.MunmapPtr(r.reserved, r.size); e != nil {
		err = e
	}
	r.heap, r.frame = nil, nil
	return err
}

// load makes the code executable and reserves its region.
func (c *Code) load() (*running, error) {
	code, err := newExecMemory(c.bytes)
	if err != nil {
		return nil, err
	}
	region, err := newRegion(frameHead + int(slotOffset(c.slots)))
	if err != nil {
		unix.Munmap(code.bytes)
		return nil, err
	}
	return &running{code: code, region: region}, nil
}

// Grow makes the region at least size bytes long. It never moves.
func (r *running) Grow(size int) bool {
	if size <= r.size {
		return true
	}
	if size > maxRegion {
		return false
	}
	size = pages(size)
	heap := r.region.heap[:size]
	if err := unix.Mprotect(heap, unix.PROT_READ|unix.PROT_WRITE); err != nil {
		return false
	}
	r.region.heap, r.size = heap, size
	return true
}

func (r *running) close() error {
	err := unix.Munmap(r.code.bytes)
	if e := r.region.close(); e != nil {
		err = e
	}
	return err
}

// base is the region's address.
func (r *running) base() uint64 {
	return uint64(uintptr(unsafe.Pointer(unsafe.SliceData(r.region.heap))))
}

// address is the address of the code.
func (r *running) address() uintptr { return uintptr(unsafe.Pointer(&r.code.bytes[0])) }

// enter runs the code from an offset until it leaves.
func (r *running) enter(at int32) {
	stack := uintptr(unsafe.Pointer(&r.region.frame[0])) + frameHead + 8
	enter(r.address()+uintptr(at), stack, uintptr(r.base()))
}
