package browser

import (
	"errors"
	"runtime"
	"runtime/debug"
	"unsafe"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/wasm/codegen/space"
)

// withTailCalls is what a host answers that runs traces with tail calls; 1 is one without, and 0 one that runs none.
const withTailCalls = 2

//go:wasmimport traces available
func hostAvailable() int32

//go:wasmimport traces load
func hostLoad(at unsafe.Pointer, size uint32, code int32) int32

//go:wasmimport traces unload
func hostUnload(code int32)

//go:wasmimport traces enter
func hostEnter(code, frame, resume int32) int32

// Ground is a region of the module's own memory, and the functions of its host. One program after the other can have it.
type Ground struct {
	words []uint64
	// used is the number of words that were in use since they were 0.
	used      int
	tailCalls bool
}

// garbage is the amount of garbage, in bytes, that the region lets accumulate before Go's collector runs.
const garbage = 48 << 20

// NewGround reserves a region of the given size: only addresses, since what is never touched takes no memory. It
// returns nil if the host runs no traces.
func NewGround(size int) *Ground {
	can := hostAvailable()
	if can == 0 {
		return nil
	}
	// The region counts as memory in use, so the collector would wait for as much garbage.
	debug.SetGCPercent(max(10, int(100*garbage/(size+garbage))))
	growOnce()
	return &Ground{words: make([]uint64, size/arena.SlotSize), tailCalls: can == withTailCalls}
}

// growOnce makes the module's memory large enough for the garbage between two collections. Otherwise Go grows it by half a megabyte at a
// time, and V8 looks at all instances that share the memory each time, and takes the whole of it for newly allocated: it collects, too.
func growOnce() {
	room = make([]byte, garbage)
	room = nil
	runtime.GC()
}

// room is a variable of the package, so that the compiler does not leave the allocation out.
var room []byte

// Size is the size of the region in bytes.
func (g *Ground) Size() int { return len(g.words) * arena.SlotSize }

// Space makes the space for a world, whose region is cleared.
func (g *Ground) Space(w *arena.World, host backend.Host) (backend.Space, error) {
	return space.New(w, g, host), nil
}

// Clear prepares the region for another world.
func (g *Ground) Clear() {
	clear(g.words[:g.used])
	g.used = 0
}

// Close does nothing: the memory is the module's own.
func (g *Ground) Close() error { return nil }

// Words returns the region, nil if it is not large enough.
func (g *Ground) Words(n int) []uint64 {
	if n > len(g.words) {
		return nil
	}
	g.used = max(g.used, n)
	return g.words[:n:n]
}

// Address is where the region is. Go does not move it.
func (g *Ground) Address() uint32 { return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(g.words)))) }

// Reserve takes Go's own memory.
func (g *Ground) Reserve(words int) ([]uint64, uint32) {
	list := make([]uint64, words)
	return list, uint32(uintptr(unsafe.Pointer(unsafe.SliceData(list))))
}

var errLoad = errors.New("expected a module that the browser takes, found one that it does not")

// Load asks the host to compile a module.
func (g *Ground) Load(module []byte, code int) error {
	if hostLoad(unsafe.Pointer(unsafe.SliceData(module)), uint32(len(module)), int32(code)) == 0 {
		return errLoad
	}
	return nil
}

// Unload asks the host to release a function.
func (g *Ground) Unload(code int) { hostUnload(int32(code)) }

// TailCalls reports whether the host's engine has tail calls.
func (g *Ground) TailCalls() bool { return g.tailCalls }

// Iterations is bounded, since V8 does not replace running code by the faster code that it has made meanwhile.
func (g *Ground) Iterations() uint64 { return 1 << 16 }

// Quiet is for four million iterations, some 20 milliseconds: optimizing the function takes V8 about as long, or longer.
func (g *Ground) Quiet() int { return 64 }

// Enter runs code.
func (g *Ground) Enter(code int, frame uint32, resume int32) int32 {
	return hostEnter(int32(code), int32(frame), resume)
}
