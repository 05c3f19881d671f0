// Package run runs traces as WebAssembly with wazero, where there is no browser: for
// tests, for machines without a native engine, and to measure the module that a page
// would run.
package run

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	"unbox/backend"
	"unbox/heap/arena"
	"unbox/wasm/codegen"
)

// Engine compiles programs with wazero. It serves one goroutine.
type Engine struct {
	runtime wazero.Runtime
	memory  wazero.CompiledModule
	// leave is the function of the code that is running.
	leave func(exit int32) bool
}

// New starts an engine. Close it when it is no longer needed.
func New(ctx context.Context) (*Engine, error) {
	return NewWithConfig(ctx, wazero.NewRuntimeConfig())
}

// NewWithConfig starts an engine with wazero's interpreter, for instance, instead of
// its compiler.
func NewWithConfig(ctx context.Context, config wazero.RuntimeConfig) (*Engine, error) {
	e := &Engine{runtime: wazero.NewRuntimeWithConfig(ctx, config)}
	_, err := e.runtime.NewHostModuleBuilder("host").NewFunctionBuilder().
		WithGoFunction(api.GoFunc(e.onLeave), []api.ValueType{api.ValueTypeI32}, []api.ValueType{api.ValueTypeI32}).
		Export("leave").Instantiate(ctx)
	if err != nil {
		return nil, err
	}
	memory, err := e.runtime.CompileModule(ctx, memoryModule)
	if err != nil {
		return nil, err
	}
	e.memory = memory
	return e, nil
}

// Close releases everything, including what was compiled.
func (e *Engine) Close(ctx context.Context) error { return e.runtime.Close(ctx) }

// memoryModule is a module that exports a memory of one page, and imports and exports
// again the host's function, so that both come from one module:
//
//	(module (import "host" "leave" (func (param i32) (result i32)))
//	  (memory (export "memory") 1) (export "leave" (func 0)))
var memoryModule = []byte("\x00asm\x01\x00\x00\x00" +
	"\x01\x06\x01\x60\x01\x7f\x01\x7f" +
	"\x02\x0e\x01\x04host\x05leave\x00\x00" +
	"\x05\x03\x01\x00\x01" +
	"\x07\x12\x02\x06memory\x02\x00\x05leave\x00\x00")

// Compile compiles a program.
func (e *Engine) Compile(p *backend.Program) (backend.Code, error) {
	return e.CompileModule(context.Background(), p)
}

// CompileModule is Compile with a context.
func (e *Engine) CompileModule(ctx context.Context, p *backend.Program) (*Code, error) {
	module, err := codegen.Generate(p)
	if err != nil {
		return nil, err
	}
	c := &Code{engine: e, ctx: ctx, module: module}
	compiled, err := e.runtime.CompileModule(ctx, module.Bytes)
	if err != nil {
		return nil, fmt.Errorf("BUG: wazero does not take the module: %w", err)
	}
	c.compiled = compiled
	if err := c.instantiate(ctx, e); err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// Code is a program that wazero compiled.
type Code struct {
	engine   *Engine
	ctx      context.Context
	module   *codegen.Module
	compiled wazero.CompiledModule
	env      api.Module
	instance api.Module
	run      api.Function
	memory   api.Memory
	stack    [1]uint64
}

// instantiate makes a memory of the code's own, and the module on it: the resolver
// says which module is "env".
func (c *Code) instantiate(ctx context.Context, e *Engine) error {
	ctx = experimental.WithImportResolver(ctx, func(name string) api.Module {
		if name == "env" {
			return c.env
		}
		return nil // by its name
	})
	var err error
	anonymous := wazero.NewModuleConfig().WithName("")
	if c.env, err = e.runtime.InstantiateModule(ctx, e.memory, anonymous); err != nil {
		return err
	}
	c.memory = c.env.Memory()
	if c.instance, err = e.runtime.InstantiateModule(ctx, c.compiled, anonymous); err != nil {
		return err
	}
	c.run = c.instance.ExportedFunction("run")
	return nil
}

func (e *Engine) onLeave(_ context.Context, stack []uint64) {
	goOn := e.leave(int32(uint32(stack[0])))
	stack[0] = 0
	if goOn {
		stack[0] = 1
	}
}

// Module returns the module.
func (c *Code) Module() *codegen.Module { return c.module }

// Memory returns the module's memory, grown to at least size bytes.
func (c *Code) Memory(size int) (arena.Memory, error) {
	if have := int(c.memory.Size()); size > have {
		const page = 64 << 10
		if _, ok := c.memory.Grow(uint32((size - have + page - 1) / page)); !ok {
			return nil, fmt.Errorf("expected a memory of %d bytes, found no more than %d", size, have)
		}
	}
	return memory{c}, nil
}

// memory is the memory of a module.
type memory struct{ code *Code }

func (m memory) Bytes() []byte {
	bytes, _ := m.code.memory.Read(0, m.code.memory.Size())
	return bytes
}

func (m memory) Grow(size int) bool {
	_, err := m.code.Memory(size)
	return err == nil
}

// Enter runs the code. A trap is an error: correct code has none.
func (c *Code) Enter(leave func(exit int32) bool) error {
	c.engine.leave = leave
	if err := c.run.CallWithStack(c.ctx, c.stack[:]); err != nil {
		return fmt.Errorf("BUG: the module trapped: %w", err)
	}
	return nil
}

// Size is the size of the module in bytes.
func (c *Code) Size() int { return len(c.module.Bytes) }

// Close releases the code.
func (c *Code) Close() error {
	var first error
	for _, part := range []api.Closer{c.instance, c.env, c.compiled} {
		if part == nil {
			continue
		}
		if err := part.Close(c.ctx); err != nil && first == nil {
			first = err
		}
	}
	return first
}
