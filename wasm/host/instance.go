package host

import (
	"context"
	"fmt"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// instance is one running copy of the module, for one call at a time.
type instance struct {
	module            api.Module
	alloc, free, exec api.Function
	said              *tail
}

// instantiate starts a copy of the module: 3 to 6 ms.
func (h *Host) instantiate(ctx context.Context) (*instance, error) {
	in := &instance{said: &tail{limit: 4096}}
	config := wazero.NewModuleConfig().
		WithName(""). // any number of them
		WithStartFunctions("_initialize").
		WithStdout(in.said).
		WithStderr(in.said)
	if h.options.Version != "" {
		config = config.WithEnv("UNBOX_VERSION", h.options.Version)
	}
	module, err := h.runtime.InstantiateModule(ctx, h.module, config)
	if err != nil {
		return nil, &CrashError{Function: "_initialize", Said: in.said.String(), Err: err}
	}
	in.module = module
	in.alloc = module.ExportedFunction("alloc")
	in.free = module.ExportedFunction("free")
	in.exec = module.ExportedFunction("call")
	return in, nil
}

func (in *instance) close() error { return in.module.Close(context.Background()) }

// pages is the size of the instance's memory in pages of 64 KiB.
func (in *instance) pages() uint32 { return in.module.Memory().Size() >> 16 }

// call follows the protocol of unbox/wasm/module. After an error the instance is
// in a state that nobody knows.
func (in *instance) call(ctx context.Context, name string, request []byte) ([]byte, error) {
	nameAt, err := in.put(ctx, []byte(name))
	if err != nil {
		return nil, err
	}
	requestAt, err := in.put(ctx, request)
	if err != nil {
		return nil, err
	}
	results, err := in.exec.Call(ctx, nameAt, uint64(len(name)), requestAt, uint64(len(request)))
	if err != nil {
		return nil, err
	}
	response, err := in.read(results[0])
	if err != nil {
		return nil, err
	}
	for _, at := range []uint64{nameAt, requestAt} {
		if _, err := in.free.Call(ctx, at); err != nil {
			return nil, err
		}
	}
	return response, nil
}

// put copies bytes into a new buffer of the module and returns its address.
func (in *instance) put(ctx context.Context, bytes []byte) (uint64, error) {
	results, err := in.alloc.Call(ctx, uint64(len(bytes)))
	if err != nil {
		return 0, err
	}
	if !in.module.Memory().Write(uint32(results[0]), bytes) {
		return 0, fmt.Errorf("expected a buffer of %d bytes in the module's memory, found address %d", len(bytes), results[0])
	}
	return results[0], nil
}

// read copies a response, given as address<<32 | length, out of the module.
func (in *instance) read(packed uint64) ([]byte, error) {
	at, length := uint32(packed>>32), uint32(packed)
	view, ok := in.module.Memory().Read(at, length)
	if !ok {
		return nil, fmt.Errorf("expected a response in the module's memory, found address %d and length %d", at, length)
	}
	return append([]byte(nil), view...), nil
}

// tail keeps the beginning and the end of what is written to it: of a panic in
// Go, what happened and where.
type tail struct {
	limit int
	text  []byte
}

// Write keeps p; it never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p...)
	if cut := len(t.text) - t.limit; cut > 0 {
		half := t.limit / 2
		t.text = append(t.text[:half], t.text[half+cut:]...)
	}
	return len(p), nil
}

// String returns what was kept.
func (t *tail) String() string { return string(t.text) }
