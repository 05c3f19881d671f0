// Command optimizer measures the optimizer over traces of 1,000 to 1,000,000
// operations: natively, in V8 (Node.js) and in wazero, the same program in all
// three. Where they are linear, time and memory for each operation stay the same.
// Times are processor times of the process: the fastest of several runs, and the
// median of all.
//
//	go run ./bench/optimizer [-only native|v8|wazero] [-longest 1000000]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
)

// length is that of a long trace, in operations.
const length = 10_000

func main() {
	only := flag.String("only", "", "measure in one place: native, v8 or wazero")
	longest := flag.Int("longest", 1_000_000, "the longest trace, in operations")
	inside := flag.Bool("inside", false, "print the tables for where this program runs, and nothing else")
	flag.Parse()
	var err error
	if *inside {
		err = tables(*longest)
	} else {
		err = everywhere(context.Background(), *only, *longest)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/optimizer:", err)
		os.Exit(1)
	}
}

// tables prints what is measured in this process.
func tables(longest int) error {
	var lengths []int
	for n := 1000; n <= longest; n *= 10 {
		lengths = append(lengths, n)
	}
	if err := table(os.Stdout, lengths); err != nil {
		return err
	}
	if err := loops(os.Stdout, length); err != nil {
		return err
	}
	if err := wholeCall(os.Stdout, 7000); err != nil {
		return err
	}
	return anyMoment(os.Stdout, length)
}

// everywhere measures in this process and in the two WebAssembly engines.
func everywhere(ctx context.Context, only string, longest int) error {
	fmt.Printf("optimizer benchmark, %s, %s/%s, one thread of %d processors, %s\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), processor())
	if only == "" || only == "native" {
		fmt.Println("\nnative")
		if err := tables(longest); err != nil {
			return err
		}
	}
	if only == "native" {
		return nil
	}
	dir, err := os.MkdirTemp("", "unbox-bench")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // what is left is in the system's folder for that
	program := filepath.Join(dir, "bench.wasm")
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./bench/optimizer")
	build.Env = append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if err := echo(build); err != nil {
		return err
	}
	inside := func(longest int) []string { return []string{program, "-inside", "-longest", strconv.Itoa(longest)} }
	if only == "" || only == "v8" {
		fmt.Println("\nWebAssembly in V8 (Node.js), code of its optimizing compiler from the start")
		// Otherwise the measurement would depend on when a background thread had time
		// to compile.
		args := append([]string{"--no-warnings", "--no-liftoff", "bench/optimizer/node.mjs"}, inside(longest)...)
		if err := echo(exec.CommandContext(ctx, "node", args...)); err != nil {
			return err
		}
	}
	if only == "" || only == "wazero" {
		fmt.Println("\nWebAssembly in wazero")
		args := append([]string{"run", "./wasm/wasirun"}, inside(min(longest, 100_000))...)
		return echo(exec.CommandContext(ctx, "go", args...))
	}
	return nil
}

func echo(cmd *exec.Cmd) error {
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
	}
	return nil
}

// processor returns the name of this machine's processor, if Linux reports it.
func processor() string {
	text, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}
