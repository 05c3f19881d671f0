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
)

// plantedTag is the build tag of the whole module: with it the passes have bugs that a
// search for mistakes can plant (see optimizer/planted.go), and nothing else can.
const plantedTag = "planted"

// coreTag is the build tag of the module that the playground loads first: it has the
// functions that a first visit needs, and half the bytes.
const coreTag = "core"

// uninlined are packages whose functions are not copied into their callers: they read and write what
// travels, once for a request, and copies of them are 28 KB of a first visit.
var uninlined = []string{
	"encoding/json", "encoding/base64", "reflect", "fmt", "strconv", "os", "time", "syscall", "internal/poll", "io/fs", "unbox/wasm/api",
}

// uninlinedInCore are more of them in the small module: what is done once for a text or a line. Copies are 65 KB
// of a first visit. Passes and bounds, which are asked for every operation again and again, keep theirs, but for five functions
// of package optimizer that say go:noinline: nobody waits for those, and their copies were 13 KB. The whole module,
// in which lessons run, keeps all of these.
var uninlinedInCore = []string{
	"unbox/trace", "unbox/trace/pypylog", "unbox/world", "unbox/interp", "unbox/heap",
	"strings", "bytes", "sort", "slices", "internal/strconv", "encoding/binary",
}

// Module compiles the whole module, as [Page] does, and returns its bytes: what tests run that ask for it is what the
// page and the server run.
//
// Errors: what the Go compiler said.
func Module(ctx context.Context, o Options) ([]byte, error) {
	return compileModule(ctx, o, "unbox.wasm", plantedTag)
}

// CompileFlags are those with which the packages of the whole module are compiled. Tests that run as WebAssembly
// take them as well: then both use what the compiler made once.
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
// its bytes. name is that of the file in which they are kept. The Go command
// leaves the file alone when no source changed, so this is quick when repeated.
//
// No version is linked in: the host tells the module which build it belongs to
// (see unbox/internal/version), and a release that does not change the
// optimizer leaves every visitor's cached copy valid.
func compileModule(ctx context.Context, o Options, name string, tags ...string) ([]byte, error) {
	out := o.work("wasm", name)
	if err := os.MkdirAll(filepath.Dir(out), 0o755); err != nil {
		return nil, err
	}
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
	return os.ReadFile(out)
}
