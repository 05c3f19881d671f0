package build

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// plantedTag is the build tag of the whole module: with it the passes contain bugs
// that only the correctness lab can plant (see optimizer/planted.go).
const plantedTag = "planted"

// coreTag is the build tag of the module that the playground loads first: it has the
// functions that a first visit needs, and half the bytes.
const coreTag = "core"

// uninlined are packages whose functions are not inlined: they read and write messages, once for a
// request, and inlined copies would add 28 KB to a first visit.
var uninlined = []string{
	"encoding/json", "encoding/base64", "reflect", "fmt", "strconv", "os", "time", "syscall", "internal/poll", "io/fs", "unbox/wasm/api",
}

// uninlinedInCore are more such packages in the small module: work that is done once for a text or a line. Inlined copies would
// add 65 KB to a first visit. Passes and bounds, which run many times for every operation, are inlined, except for five
// functions of package optimizer with go:noinline: they are not critical, and their copies took 13 KB. The whole module, in
// which lessons run, inlines all of these.
var uninlinedInCore = []string{
	"unbox/trace", "unbox/trace/pypylog", "unbox/world", "unbox/interp", "unbox/heap",
	"strings", "bytes", "sort", "slices", "internal/strconv", "encoding/binary",
}

// Module compiles the whole module, as [Page] does, and returns its bytes: so tests run the same module as the page
// and the server.
//
// Errors: the message of the Go compiler.
func Module(ctx context.Context, o Options) ([]byte, error) {
	return compileModule(ctx, o, "unbox.wasm", plantedTag)
}

// CompileFlags returns the flags with which the packages of the whole module are compiled. Tests that run as
// WebAssembly use them, too, so that the compiler's cached results serve both.
func CompileFlags() []string { return compileFlags(false) }

func compileFlags(core bool) []string {
	flags, names := []string{"-trimpath"}, uninlined
	if core {
		names = slices.Concat(uninlined, uninlinedInCore)
	}
	for _, name := range names {
		flags = append(flags, "-gcflags="+name+"=-l")
	}
	return flags
}

// compileModule compiles wasm/module, with build tags if there are any, and returns
// its bytes. name is the name of the file that stores them. The Go command does not
// compile anything if no source has changed, so repeated calls are fast.
//
// No version is linked in: the host passes the module's version to it (see
// unbox/internal/version), and a release that does not change the optimizer
// leaves every visitor's cached copy valid.
func compileModule(ctx context.Context, o Options, name string, tags ...string) ([]byte, error) {
	out := o.work("wasm", name)
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return nil, err
	}
	last := fileOf(out)
	args := []string{"build", "-buildmode=c-shared", "-buildvcs=false", "-ldflags=-s -w"}
	args = append(args, compileFlags(slices.Contains(tags, coreTag))...)
	cmd := exec.CommandContext(ctx, "go", append(args, "-tags", strings.Join(tags, ","), "-o", out, "./wasm/module")...)
	cmd.Dir = o.Root
	cmd.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "CGO_ENABLED=0", "GOFLAGS=")
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("compiling wasm/module for GOOS=wasip1 GOARCH=wasm: %w\n%s", err, said.Bytes())
	}
	now := fileOf(out)
	if now.err == nil && last.err == nil && bytes.Equal(now.bytes, last.bytes) {
		// The Go command gives an unchanged file the time of now. For the results of tests that read it, that is another file.
		now.err = os.Chtimes(out, last.changed, last.changed)
	}
	return now.bytes, now.err
}

// file is what a file held, and when it was last written.
type file struct {
	bytes   []byte
	changed time.Time
	err     error // why the file could not be read
}

func fileOf(name string) (f file) {
	var info os.FileInfo
	if info, f.err = os.Stat(name); f.err != nil {
		return f
	}
	f.changed = info.ModTime()
	f.bytes, f.err = os.ReadFile(name)
	return f
}
