//go:build !(linux && amd64)

package native

// Ground is the memory that a world and the code of its space share. There is none where
// code cannot run.
type Ground struct {
	table []uint64
	code  struct{ used []byte }
}

// NewGround returns ErrUnavailable.
func NewGround(int) (*Ground, error) { return nil, ErrUnavailable }

// Close does nothing.
func (g *Ground) Close() error { return nil }

// Words returns no memory.
func (g *Ground) Words(int) []uint64 { return nil }

func (g *Ground) next() int               { return 0 }
func (g *Ground) write(int, []byte) error { return ErrUnavailable }
func (g *Ground) seal() error             { return ErrUnavailable }
func (g *Ground) address(int) uint64      { return 0 }
func (g *Ground) heapAddress() uint64     { return 0 }
func (g *Ground) frame(int) []uint64      { return nil }
func (g *Ground) run(uint64, []uint64)    {}
