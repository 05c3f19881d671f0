// Command wasirun runs a WASI program in wazero. With it, `go test -exec`
// runs the optimizer's tests as WebAssembly on a machine without any
// runtime:
//
//	go build -o .build/wasirun ./wasm/wasirun
//	GOOS=wasip1 GOARCH=wasm go test -exec "$PWD/.build/wasirun" ./optimizer
//
// The program sees the whole file system, the environment and the arguments,
// as a native test does. It is only for programs that are trusted as much as
// native tests.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"github.com/tetratelabs/wazero/sys"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "Usage: wasirun PROGRAM.wasm [ARGUMENTS]")
		os.Exit(2)
	}
	code, err := run(context.Background(), os.Args[1], withTestLog(os.Args[1:]))
	if err != nil {
		fmt.Fprintln(os.Stderr, "wasirun:", err)
		os.Exit(2)
	}
	os.Exit(code)
}

// withTestLog asks a test program to record which files and variables it looks
// at, where the Go command expects that. The Go command asks only native
// programs, and keeps a result for the next `go test` only if it knows what it
// depends on. If a Go command expects it elsewhere, only this caching is lost.
func withTestLog(args []string) []string {
	if !strings.HasSuffix(args[0], ".test") || !slices.Contains(args, "-test.paniconexit0") {
		return args
	}
	log := filepath.Join(filepath.Dir(args[0]), "testlog.txt")
	return slices.Insert(slices.Clone(args), 1, "-test.testlogfile="+log)
}

// run executes the program in file and returns its exit code. args[0] is the
// program's own name.
//
// Errors: the file cannot be read or compiled, or the program trapped.
func run(ctx context.Context, file string, args []string) (int, error) {
	program, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	ctx = experimental.WithCompilationWorkers(ctx, runtime.GOMAXPROCS(0))
	engine := wazero.NewRuntime(ctx)
	defer engine.Close(ctx)
	wasi_snapshot_preview1.MustInstantiate(ctx, engine)
	compiled, err := engine.CompileModule(ctx, program)
	if err != nil {
		return 0, err
	}
	_, err = engine.InstantiateModule(ctx, compiled, configuration(args))
	var exit *sys.ExitError
	if errors.As(err, &exit) {
		return int(exit.ExitCode()), nil
	}
	return 0, err
}

// configuration gives the program what a native process has.
func configuration(args []string) wazero.ModuleConfig {
	config := wazero.NewModuleConfig().
		WithArgs(args...).
		WithStdin(os.Stdin).WithStdout(os.Stdout).WithStderr(os.Stderr).
		WithFSConfig(wazero.NewFSConfig().WithDirMount("/", "/")).
		WithRandSource(rand.Reader).
		WithSysNanosleep().WithSysNanotime().WithSysWalltime()
	for _, variable := range os.Environ() {
		if name, value, ok := strings.Cut(variable, "="); ok && name != "" && name != "PWD" {
			config = config.WithEnv(name, value)
		}
	}
	// Go's port takes its working folder from PWD, which need not be set here.
	if dir, err := os.Getwd(); err == nil {
		config = config.WithEnv("PWD", dir)
	}
	return config
}
