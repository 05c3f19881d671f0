package run

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	page "unbox/static/build"
	"unbox/workers"
)

// TestMain lets this binary be its own worker.
func TestMain(m *testing.M) {
	workers.Main(Roles()...)
	os.Exit(m.Run())
}

// asModule are the flags of the page's module for the Go command: programs that are compiled with them share its packages.
func asModule() string { return "GOFLAGS=" + strings.Join(page.CompileFlags(), " ") }

// build compiles a command of the project for WebAssembly; the Go command's cache
// makes it quick.
func build(tb testing.TB, dir string, flags ...string) []byte {
	tb.Helper()
	file := filepath.Join(tb.TempDir(), "out.wasm")
	args := append(append([]string{"build", "-buildvcs=false", "-ldflags=-s -w", "-o", file}, flags...), dir)
	cmd := exec.Command("go", args...)
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", asModule())
	if out, err := cmd.CombinedOutput(); err != nil {
		tb.Fatalf("compiling %s: %v\n%s", dir, err, out)
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	return wasm
}

// module is the whole module of the page, which a server runs. Where the page was built, nothing is compiled.
func module(tb testing.TB) []byte {
	tb.Helper()
	wasm, err := compiled()
	if err != nil {
		tb.Fatal(err)
	}
	return wasm
}

var compiled = sync.OnceValues(func() ([]byte, error) {
	root, err := page.FindRoot(".")
	if err != nil {
		return nil, err
	}
	return page.Module(context.Background(), page.Options{Root: root})
})

// cacheDir keeps the module's compiled form from one run of the tests to the next.
const cacheDir = "../../.build/lessons"

// warm returns a pool whose workers are ready.
func warm(tb testing.TB, o Options) *Pool {
	tb.Helper()
	o.CacheDir = cacheDir
	p := start(tb, o)
	if err := p.Warm(context.Background()); err != nil {
		tb.Fatal(err)
	}
	return p
}

// start returns a pool of which no worker has started. Its clocks end nothing, unless the options say so.
func start(tb testing.TB, o Options) *Pool {
	tb.Helper()
	o.Deadline, o.CompileDeadline = cmp.Or(o.Deadline, patient), cmp.Or(o.CompileDeadline, patient)
	w, err := workers.New(workers.Config{Log: o.Log, Alike: true})
	if err != nil {
		tb.Fatal(err)
	}
	p := New(w, module(tb), o)
	tb.Cleanup(func() {
		if err := p.Close(); err != nil {
			tb.Error(err)
		}
		w.Close()
	})
	return p
}

// together calls f n times at once.
func together(n int, f func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

func client(i int) string { return fmt.Sprint("client ", i) }
