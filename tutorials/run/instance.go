package run

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"

	unbox "unbox/wasm/api"
)

// instance is one copy of the module; it runs one program.
type instance struct {
	module api.Module
	said   *limited
	clock  int64
}

// image is a snapshot of an instance of the module, taken after it has started
// and has done its one-time work: made its tables, parsed the rules.
type image struct {
	memory  []byte
	globals []uint64
	clock   int64
}

// maker makes identical instances.
type maker struct {
	runtime  wazero.Runtime
	module   wazero.CompiledModule
	memories memories
	// changeable is the number of mutable globals.
	changeable int
	image      image
}

// newMaker compiles a module, starts it and takes the snapshot.
//
// Errors: a module that cannot be compiled, or does not pass its first test.
func newMaker(ctx context.Context, runtime wazero.Runtime, wasm []byte) (*maker, error) {
	p, err := split(wasm)
	if err != nil {
		return nil, err
	}
	m := &maker{runtime: runtime, changeable: p.globals}
	m.module, err = runtime.CompileModule(experimental.WithCompilationWorkers(ctx, 4), p.code)
	if err != nil {
		return nil, fmt.Errorf("compiling the WebAssembly module: %w", err)
	}
	return m, m.first(ctx, p)
}

func (m *maker) first(ctx context.Context, p *parts) error {
	in, err := m.instantiate(ctx)
	if err != nil {
		return err
	}
	defer in.module.Close(ctx)
	for _, s := range p.data {
		if !in.module.Memory().Write(s.at, s.bytes) {
			return fmt.Errorf("expected the module's data within its memory, found %d bytes at %d", len(s.bytes), s.at)
		}
	}
	if _, err := in.module.ExportedFunction("_initialize").Call(ctx); err != nil {
		return fmt.Errorf("starting the WebAssembly module: %w\n%s", err, in.said.text.String())
	}
	if err := in.exercise(ctx); err != nil {
		return err
	}
	view, ok := in.module.Memory().Read(0, in.module.Memory().Size())
	if !ok {
		panic("BUG: a memory has the size that it says")
	}
	m.image = image{memory: bytes.Clone(view), clock: in.clock}
	m.image.globals = m.globals(in)
	return nil
}

// globals returns the values of an instance's mutable globals.
func (m *maker) globals(in *instance) []uint64 {
	values := make([]uint64, m.changeable)
	for k := range values {
		values[k] = in.module.ExportedGlobal(globalName(k)).Get()
	}
	return values
}

// setGlobals sets them.
func setGlobals(in *instance, values []uint64) {
	for k, value := range values {
		in.module.ExportedGlobal(globalName(k)).(api.MutableGlobal).Set(value)
	}
}

// next makes a copy of the first instance.
func (m *maker) next(ctx context.Context) (*instance, error) {
	in, err := m.instantiate(ctx)
	if err != nil {
		return nil, err
	}
	in.clock = m.image.clock
	memory := in.module.Memory()
	if !grow(memory, uint32(len(m.image.memory))) {
		in.module.Close(ctx)
		return nil, errNoRoom
	}
	if !memory.Write(0, m.image.memory) {
		panic("BUG: an image fits into the memory that was made for it")
	}
	setGlobals(in, m.image.globals)
	return in, nil
}

// pageSize is the size of a page of WebAssembly's memory, in bytes.
const pageSize = 64 << 10

// instantiate makes an instance with nothing in its memory. Its clock advances by a
// millisecond whenever it is read, as wazero's does: the same program gets the same
// result. Copies continue where the first instance stopped, since for Go's runtime time
// must not go back.
func (m *maker) instantiate(ctx context.Context) (*instance, error) {
	in := &instance{said: &limited{most: 8 << 10, cut: true}}
	clock := func() int64 {
		in.clock += 1e6
		return in.clock
	}
	config := wazero.NewModuleConfig().WithName("").WithStartFunctions().
		WithEnv("GOGC", "400").WithEnv("GOMEMLIMIT", "128MiB").
		WithNanotime(clock, 1).WithStdout(in.said).WithStderr(in.said)
	module, err := m.runtime.InstantiateModule(experimental.WithMemoryAllocator(ctx, &m.memories), m.module, config)
	if err != nil {
		return nil, fmt.Errorf("making an instance of the WebAssembly module: %w", err)
	}
	in.module = module
	return in, nil
}

//go:embed everyday.star
var everyday string

// exercise makes an instance do once what each run would do first.
func (in *instance) exercise(ctx context.Context) error {
	request, err := json.Marshal(&unbox.LessonRequest{Code: unbox.LessonFile{Name: "first", Text: everyday}})
	if err != nil {
		panic("BUG: a request cannot be written: " + err.Error())
	}
	response, err := in.call(ctx, "lesson", request)
	if err != nil {
		return fmt.Errorf("the module's first run: %w", err)
	}
	var r unbox.LessonResponse
	if err := json.Unmarshal(response, &r); err != nil || r.Status != "pass" {
		return fmt.Errorf("the module's first run: expected its test to pass, found %s", response)
	}
	return nil
}

// call follows the protocol of unbox/wasm/module.
func (in *instance) call(ctx context.Context, function string, request []byte) ([]byte, error) {
	nameAt, err := in.put(ctx, []byte(function))
	if err != nil {
		return nil, err
	}
	at, err := in.put(ctx, request)
	if err != nil {
		return nil, err
	}
	packed, err := in.module.ExportedFunction("call").Call(ctx, nameAt, uint64(len(function)), at, uint64(len(request)))
	if err != nil {
		return nil, err
	}
	view, ok := in.module.Memory().Read(uint32(packed[0]>>32), uint32(packed[0]))
	if !ok {
		return nil, errors.New("expected a response in the module's memory")
	}
	return bytes.Clone(view), nil
}

func (in *instance) put(ctx context.Context, data []byte) (uint64, error) {
	at, err := in.module.ExportedFunction("alloc").Call(ctx, uint64(len(data)))
	if err != nil {
		return 0, err
	}
	if !in.module.Memory().Write(uint32(at[0]), data) {
		return 0, errors.New("expected a buffer in the module's memory")
	}
	return at[0], nil
}
