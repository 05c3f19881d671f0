//go:build !(linux && amd64)

package native

const available = false

// execMemory and region are empty where code cannot run.
type execMemory struct{}

type region struct{ heap, frame []byte }

func (c *Code) load() (*running, error) { return nil, ErrUnavailable }

// Grow never succeeds.
func (r *running) Grow(int) bool { return false }

func (r *running) close() error     { return nil }
func (r *running) base() uint64     { return 0 }
func (r *running) address() uintptr { return 0 }
func (r *running) enter(int32)      {}
