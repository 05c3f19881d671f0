package arena

// Memory is the bytes of a region. It may grow: wazero's memory, and a region that
// was mapped larger than what is in use, do so in place or by moving.
type Memory interface {
	// Bytes returns the region as it is now. The slice is valid until Grow.
	Bytes() []byte
	// Grow makes the region at least size bytes long, new bytes being 0. It may
	// fail.
	Grow(size int) bool
}

// Buffer is a Memory in Go's own memory.
type Buffer struct{ bytes []byte }

// Bytes returns the buffer.
func (b *Buffer) Bytes() []byte { return b.bytes }

// Grow makes the buffer longer.
func (b *Buffer) Grow(size int) bool {
	if size > len(b.bytes) {
		b.bytes = append(b.bytes, make([]byte, size-len(b.bytes))...)
	}
	return true
}
