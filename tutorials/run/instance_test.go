package run

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"

	"unbox/wasm/codegen/browser"
)

// TestInstancesAreEqual runs programs that leave much behind between the same small one,
// which has to get the same bytes, those of an instance that is no copy.
func TestInstancesAreEqual(t *testing.T) {
	ctx := t.Context()
	w := inThisProcess(t)
	body := request(t, program(t, "alloc.star"))
	want := fresh(t, body)
	large := request(t, "KEPT = []\ndef test_large():\n    for i in range(200):\n        KEPT.append('x' * 20000)\n")
	for i := range 6 {
		got, err := w.do(ctx, pack(call{Function: "lesson", Body: body}))
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("run %d: expected %s, found %s, %v", i, want, got, err)
		}
		if err := w.prepare(ctx); err != nil {
			t.Fatal(err)
		}
		if _, err := w.do(ctx, pack(call{Function: "lesson", Body: large})); err != nil {
			t.Fatal(err)
		}
		if err := w.prepare(ctx); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(image0(t, w), w.maker.image.memory) {
			t.Fatalf("run %d: expected the image in a new instance, found something else", i)
		}
	}
}

// withCode makes sure that the tests' folder has good code of the module.
func withCode(t *testing.T) {
	t.Helper()
	if s := (store{cacheDir}); s.check(module(t)) != nil {
		if err := errors.Join(os.MkdirAll(cacheDir, 0o755), s.write(t.Context(), module(t))); err != nil {
			t.Fatal(err)
		}
	}
}

// inThisProcess is a worker's side of lessons without a process of its own.
func inThisProcess(t *testing.T) *lessons {
	t.Helper()
	withCode(t)
	w, err := newLessons(t.Context(), &hello{Wasm: module(t), Folder: cacheDir, MemoryPages: 4096})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// image0 is the memory of the instance that waits.
func image0(t *testing.T, w *lessons) []byte {
	t.Helper()
	memory := w.ready.module.Memory()
	view, ok := memory.Read(0, memory.Size())
	if !ok {
		t.Fatal("expected a memory of the size that it says")
	}
	return view
}

// fresh runs a request in the module as it is, started by itself and interpreted: compiling it once
// more takes as long as everything else here.
func fresh(t *testing.T, body []byte) []byte {
	t.Helper()
	ctx := t.Context()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer runtime.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, runtime)
	if err := browser.None(ctx, runtime); err != nil {
		t.Fatal(err)
	}
	module, err := runtime.InstantiateWithConfig(ctx, module(t), wazero.NewModuleConfig().WithStartFunctions("_initialize"))
	if err != nil {
		t.Fatal(err)
	}
	response, err := (&instance{module: module}).call(ctx, "lesson", body)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// TestSplitHostileModules cuts and changes a module anywhere: an error or parts, and
// never a crash.
func TestSplitHostileModules(t *testing.T) {
	small := build(t, "./testdata/pass", "-ldflags=-s -w")
	if _, err := split(small); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		if _, err := split(small[:random.IntN(len(small))]); err == nil {
			continue // cut between two sections
		}
		changed := bytes.Clone(small)
		for range 3 {
			changed[8+random.IntN(2000)] = byte(random.Uint32())
		}
		_, _ = split(changed)
	}
	for _, text := range []string{"", "\x00asm", "\x00asm\x01\x00\x00\x00\x06\x7f"} {
		if _, err := split([]byte(text)); err == nil || !strings.Contains(err.Error(), "expected a WebAssembly module") {
			t.Errorf("%q: expected an error about the module, found %v", text, err)
		}
	}
}

// TestSigned reads the ends of the range and what goes on for ever.
func TestSigned(t *testing.T) {
	for text, want := range map[string]int64{
		"\x00": 0, "\x7f": -1, "\x3f": 63, "\x40": -64, "\x80\x01": 128, "\xff\x7e": -129,
		"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x7f": -1 << 63,
	} {
		r := &reader{rest: []byte(text)}
		if got := r.signed(); got != want || r.err != nil || len(r.rest) > 0 {
			t.Errorf("%x: expected %d, found %d, %v", text, want, got, r.err)
		}
	}
	r := &reader{rest: bytes.Repeat([]byte{0x80}, 20)}
	if r.signed(); r.err == nil {
		t.Error("expected an error for a number without an end")
	}
}
