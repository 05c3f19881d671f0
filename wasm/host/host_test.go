package host

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"unbox/wasm/api"
)

// module is the real module. Compiled, it is kept beside what the build keeps:
// under the race detector compiling takes longer than all tests together.
var module []byte

const cacheDir = "../../.build/wazero"

func TestMain(m *testing.M) {
	code, err := withModule(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(code)
}

func withModule(m *testing.M) (int, error) {
	dir, err := os.MkdirTemp("", "unbox-host")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "unbox.wasm")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o", file, "../module")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		return 0, fmt.Errorf("compiling the module: %w\n%s", err, out)
	}
	if module, err = os.ReadFile(file); err != nil {
		return 0, err
	}
	if err := forgetOldModules(); err != nil {
		return 0, err
	}
	return m.Run(), nil
}

// forgetOldModules keeps what was compiled within a day.
func forgetOldModules() error {
	return filepath.WalkDir(cacheDir, func(file string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			err = os.Remove(file)
		}
		return err
	})
}

func start(t *testing.T, o Options) *Host {
	t.Helper()
	o.CacheDir = cacheDir
	h, err := New(t.Context(), module, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return h
}

func TestCallIsWhatNativeGoAnswers(t *testing.T) {
	h := start(t, Options{})
	tests := []struct{ name, request string }{
		{"describe", ""},
		{"optimize", `{"text":"[i0]\ni1 = int_add(i0, 0)\nprint(i1)\n","passes":["rules"],"to":-1}`},
		{"optimize", `{"text":"nonsense","passes":["rules"],"to":-1}`},
		{"optimize", `not JSON`},
		{"no such function", `{}`},
	}
	for _, tt := range tests {
		got, err := h.Call(t.Context(), tt.name, []byte(tt.request))
		if err != nil {
			t.Fatal(err)
		}
		if want := api.Call(tt.name, []byte(tt.request)); string(got) != string(want) {
			t.Errorf("%s %s:\ngot      %s\nexpected %s", tt.name, tt.request, got, want)
		}
	}
}

func TestVersionIsTheHosts(t *testing.T) {
	h := start(t, Options{Version: "v1.2.3"})
	got, err := h.Call(t.Context(), "version", nil)
	if err != nil || !strings.Contains(string(got), `"version":"v1.2.3"`) {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestInstancesAreUsedAgain(t *testing.T) {
	h := start(t, Options{Instances: 2})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			if _, err := h.Call(context.Background(), "version", nil); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	made := 0
	for range 2 {
		in := <-h.slots
		if in != nil {
			made++
		}
		h.slots <- in
	}
	if made == 0 {
		t.Error("expected idle instances, found none")
	}
}

func TestLargeInstancesAreThrownAway(t *testing.T) {
	h := start(t, Options{Instances: 1, KeepPages: 1})
	if _, err := h.Call(t.Context(), "version", nil); err != nil {
		t.Fatal(err)
	}
	in := <-h.slots
	h.slots <- in
	if in != nil {
		t.Errorf("expected no idle instance, found one of %d pages", in.pages())
	}
}

func TestMemoryIsLimited(t *testing.T) {
	h := start(t, Options{Instances: 1, MemoryLimitPages: 1024})
	large := []byte(`{"text":"` + strings.Repeat("x ", 15<<20) + `"}`)
	_, err := h.Call(t.Context(), "optimize", large)
	var crash *CrashError
	if !errors.As(err, &crash) {
		t.Fatalf("expected a *CrashError, got %v", err)
	}
	if !strings.Contains(crash.Said, "out of memory") {
		t.Errorf("expected the module's last words, got %q", crash.Said)
	}
	if _, err := h.Call(t.Context(), "version", nil); err != nil {
		t.Errorf("expected the next call to work, got %v", err)
	}
}

// duringCall is a context that is cancelled by a call that waits for its end: the first time that the call looks, it
// waits for an instance.
type duringCall struct {
	context.Context
	cancel context.CancelFunc
	looks  atomic.Int32
}

func (d *duringCall) Done() <-chan struct{} {
	if d.looks.Add(1) > 1 {
		d.cancel()
	}
	return d.Context.Done()
}

func cancelledDuringCall(t *testing.T) context.Context {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return &duringCall{Context: ctx, cancel: cancel}
}

// TestCancelledContext cancels a call that would end by itself: Call returns,
// and the instance is there again when the call has ended.
func TestCancelledContext(t *testing.T) {
	h := start(t, Options{Instances: 1})
	ctx := cancelledDuringCall(t)
	slow := []byte(`{"text":"` + strings.Repeat(`print(1)\n`, 300_000) + `","to":-1}`)
	if _, err := h.Call(ctx, "optimize", slow); !errors.Is(err, context.Canceled) {
		t.Errorf("expected %v, got %v", context.Canceled, err)
	}
	if _, err := h.Call(ctx, "version", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("expected %v before a call, got %v", context.Canceled, err)
	}
	if _, err := h.Call(t.Context(), "version", nil); err != nil {
		t.Errorf("expected the next call to work, got %v", err)
	}
}

// endless keeps to the protocol, but its `call` never returns:
//
//	(memory (export "memory") 1)
//	(func (export "_initialize"))
//	(func (export "alloc") (param i32) (result i32) i32.const 1024)
//	(func (export "free") (param i32))
//	(func (export "call") (param i32 i32 i32 i32) (result i64) (loop br 0) unreachable)
const endless = "\x00asm\x01\x00\x00\x00" +
	"\x01\x15\x04\x60\x00\x00\x60\x01\x7f\x01\x7f\x60\x01\x7f\x00\x60\x04\x7f\x7f\x7f\x7f\x01\x7e" +
	"\x03\x05\x04\x00\x01\x02\x03" +
	"\x05\x03\x01\x00\x01" +
	"\x07\x2e\x05\x06memory\x02\x00\x0b_initialize\x00\x00\x05alloc\x00\x01\x04free\x00\x02\x04call\x00\x03" +
	"\x0a\x16\x04\x02\x00\x0b\x05\x00\x41\x80\x08\x0b\x02\x00\x0b\x08\x00\x03\x40\x0c\x00\x0b\x00\x0b"

func TestInterruptible(t *testing.T) {
	h, err := New(t.Context(), []byte(endless), Options{Instances: 1, Interruptible: true})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // the second time in a new instance
		if _, err := h.Call(cancelledDuringCall(t), "anything", nil); !errors.Is(err, context.Canceled) {
			t.Errorf("expected %v, got %v", context.Canceled, err)
		}
	}
	// That it can be closed says that nothing runs any more.
	if err := h.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestClosed(t *testing.T) {
	h, err := New(t.Context(), module, Options{CacheDir: cacheDir})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Call(t.Context(), "version", nil); !errors.Is(err, ErrClosed) {
		t.Errorf("expected %v, got %v", ErrClosed, err)
	}
}

func TestNewRefuses(t *testing.T) {
	if _, err := New(t.Context(), []byte("no module"), Options{}); err == nil {
		t.Error("expected an error for bytes that are no module")
	}
	empty := []byte("\x00asm\x01\x00\x00\x00")
	if _, err := New(t.Context(), empty, Options{}); err == nil || !strings.Contains(err.Error(), "exports `_initialize`") {
		t.Errorf("expected an error about exports, got %v", err)
	}
}

func TestTailKeepsBothEnds(t *testing.T) {
	w := &tail{limit: 10}
	for _, s := range []string{"panic: first", " middle", " last"} {
		if _, err := w.Write([]byte(s)); err != nil {
			t.Fatal(err)
		}
	}
	if got := w.String(); got != "panic last" {
		t.Errorf("got %q", got)
	}
}
