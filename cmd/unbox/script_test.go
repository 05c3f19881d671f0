package main

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the expected output of the scripts")

// TestMain makes the test binary answer as `unbox` in scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"unbox": func() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs testdata/*.txtar: each is a session at the command line with
// its files and what it prints. `exits N COMMAND` demands an exit code.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		UpdateScripts:       *update,
		Condition:           exists,
		Cmds:                map[string]func(ts *testscript.TestScript, neg bool, args []string){"exits": exits},
	})
}

// exits runs a command and demands its exit code: exits 1 unbox check bad.trace
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARGUMENTS]")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := err.(interface{ ExitCode() int })
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = strconv.Itoa(exit.ExitCode())
	}
	if got != args[0] {
		ts.Fatalf("expected exit code %s, found %s", args[0], got)
	}
}

// exists is the condition [exists:FILE].
func exists(condition string) (bool, error) {
	name, ok := strings.CutPrefix(condition, "exists:")
	if !ok {
		return false, fmt.Errorf("expected a condition such as `exists:FILE`, found `%s`", condition)
	}
	_, err := os.Stat(name)
	return err == nil, nil
}
