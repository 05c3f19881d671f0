//go:build !wasip1

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// inV8 builds this program as WebAssembly and runs it in Node.js, the way in which
// bench/optimizer does.
func inV8(args ...string) error {
	dir, err := os.MkdirTemp("", "unbox-bench-prove-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	module := filepath.Join(dir, "prove.wasm")
	build := exec.Command("go", "build", "-o", module, "./bench/prove")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("expected a module, found: %w\n%s", err, out)
	}
	run := exec.Command("node", append([]string{"--no-warnings", "bench/optimizer/node.mjs", module}, args...)...)
	run.Stdout, run.Stderr = os.Stdout, os.Stderr
	return run.Run()
}
