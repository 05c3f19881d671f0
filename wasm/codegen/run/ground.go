package run

import (
	"context"
	"fmt"
	"unsafe"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/wasm/codegen"
	"unbox/wasm/codegen/space"
)

// The memory of a ground: what is reserved, and then the region.
const (
	firstReserved  = 64
	groundReserved = 16 << 20
	groundPages    = 1536
)

// Ground is a memory on which wazero runs the codes of a world, as a page does. It implements space.Ground.
type Ground struct {
	ctx     context.Context
	runtime wazero.Runtime
	env     api.Module
	enter   api.Function
	// tailCalls means that modules may have tail calls.
	tailCalls bool
	bytes     []byte
	reserved  int
	used      int // bytes of the region that a world has requested
	stack     [3]uint64
	// loaded are the numbers of codes in the table, replaced is how often one of them got another function.
	loaded   map[int]bool
	replaced int
}

// NewGround makes a memory of 96 MB, 80 MB of which are for the world. With tailCalls, codes go on in each other without
// the dispatcher.
func NewGround(ctx context.Context, config wazero.RuntimeConfig, tailCalls bool) (*Ground, error) {
	if tailCalls {
		config = config.WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesTailCall)
	}
	g := &Ground{runtime: wazero.NewRuntimeWithConfig(ctx, config), tailCalls: tailCalls, reserved: firstReserved, loaded: make(map[int]bool)}
	ctx = experimental.WithMemoryAllocator(ctx, experimental.MemoryAllocatorFunc(func(size, _ uint64) experimental.LinearMemory { return g.allocate(size) }))
	g.ctx = experimental.WithImportResolver(ctx, func(string) api.Module { return g.env })
	var err error
	if g.env, err = g.instantiate(codegen.Environment(groundPages)); err != nil {
		return nil, err
	}
	dispatcher, err := g.instantiate(codegen.Dispatcher())
	if err != nil {
		return nil, err
	}
	g.enter = dispatcher.ExportedFunction("enter")
	return g, nil
}

func (g *Ground) instantiate(module []byte) (api.Module, error) {
	compiled, err := g.runtime.CompileModule(g.ctx, module)
	if err != nil {
		return nil, fmt.Errorf("BUG: wazero does not take the module: %w", err)
	}
	return g.runtime.InstantiateModule(g.ctx, compiled, wazero.NewModuleConfig().WithName(""))
}

// Space makes the space for a world.
func (g *Ground) Space(w *arena.World, host backend.Host) (backend.Space, error) {
	return space.New(w, g, host), nil
}

// Close releases everything.
func (g *Ground) Close() error { return g.runtime.Close(g.ctx) }

// words returns a range of words of the memory.
func (g *Ground) words(at, n int) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(&g.bytes[at])), n)
}

// Size is the size of the region in bytes.
func (g *Ground) Size() int { return len(g.bytes) - groundReserved }

// Clear prepares the memory for another world.
func (g *Ground) Clear() {
	clear(g.bytes[:g.reserved])
	clear(g.bytes[groundReserved : groundReserved+g.used])
	g.reserved, g.used = firstReserved, 0
}

// Address is where the region is.
func (g *Ground) Address() uint32 { return groundReserved }

// Words returns the region, nil if it is not large enough.
func (g *Ground) Words(n int) []uint64 {
	if groundReserved+8*n > len(g.bytes) {
		return nil
	}
	g.used = max(g.used, 8*n)
	return g.words(groundReserved, n)
}

// Reserve reserves words that are never released. It panics if there are none
// left.
func (g *Ground) Reserve(words int) ([]uint64, uint32) {
	at := g.reserved
	if g.reserved += 8 * words; g.reserved > groundReserved {
		panic("expected a test that needs less memory for its code")
	}
	return g.words(at, words), uint32(at)
}

// Load compiles a module.
func (g *Ground) Load(module []byte, code int) error {
	if g.loaded[code] {
		g.replaced++
	}
	g.loaded[code] = true
	_, err := g.instantiate(module)
	return err
}

// Unload leaves the function where it is: it is not called any more.
func (g *Ground) Unload(code int) { delete(g.loaded, code) }

// Replaced returns how often a code got another function, which it does when it is joined with its bridges, and when it is separated
// from them.
func (g *Ground) Replaced() int { return g.replaced }

// TailCalls reports whether modules may have tail calls.
func (g *Ground) TailCalls() bool { return g.tailCalls }

// Iterations is small: tail calls from one module into another are usual calls in wazero, so each takes stack until code returns, and
// the sooner code returns, the more functions are joined in tests.
func (g *Ground) Iterations() uint64 { return 8 }

// Quiet is 1: the sooner functions are joined, the more of them the tests see.
func (g *Ground) Quiet() int { return 1 }

// Enter runs code. It panics if that traps, which correct code does not do.
func (g *Ground) Enter(code int, frame uint32, resume int32) int32 {
	g.stack = [3]uint64{uint64(code), uint64(frame), uint64(uint32(resume))}
	if err := g.enter.CallWithStack(g.ctx, g.stack[:]); err != nil {
		panic(fmt.Sprintf("BUG: the module trapped: %v", err))
	}
	return int32(uint32(g.stack[0]))
}
