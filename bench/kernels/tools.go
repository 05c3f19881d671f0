package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"unbox/bench/kernels/suite"
)

// tool runs kernels in another language.
type tool struct {
	// id is the column's name in the program, title its name in tables.
	id, title string
	// command is the program that has to be installed, and version its version
	// text.
	command, version string
	// slow divides the kernel's size; such a tool takes part in few rounds.
	slow int64
	// flags are the compiler's, nil for tools that run sources.
	flags []string
	// extension is the extension of the sources.
	extension string
	// only says which kernels it is for, nil for all.
	only func(k suite.Kernel) bool
}

// tools are the programs that are installed.
type tools struct {
	dir     string
	present []tool
	missing []string
	engines []engine
}

// strict flags make gcc compute the same as everyone else: without them it would
// fuse multiplications with additions, which rounds once instead of twice.
var strict = []string{"-O3", "-march=native", "-ffp-contract=off"}

const (
	idScalar  = "scalar"
	idVector  = "vector"
	idChecked = "checked"
	idLuaJIT  = "luajit"
	idPyPy    = "pypy"
	idCPython = "cpython"
)

func allTools() []tool {
	scalar := append([]string{"-fno-tree-vectorize"}, strict...)
	return []tool{
		{id: idScalar, title: "gcc -O3, no vectors", command: "gcc", flags: scalar, extension: "c"},
		{id: idVector, title: "gcc -O3", command: "gcc", flags: strict, extension: "c"},
		{id: idChecked, title: "gcc -O3, no vectors, bounds checked", command: "gcc", flags: append([]string{"-DCHECKED"}, scalar...), extension: "c",
			only: func(k suite.Kernel) bool {
				text, err := k.Source("c")
				return err == nil && strings.Contains(text, "CHECKED")
			}},
		{id: idLuaJIT, title: "LuaJIT", command: "luajit", extension: "lua"},
		{id: idPyPy, title: "PyPy", command: "pypy3", extension: "py"},
		{id: idCPython, title: "CPython", command: "python3", extension: "py", slow: 20},
	}
}

// findTools looks for what is installed, and puts the kernels' sources into a folder.
func findTools(ctx context.Context, dir string, slow bool) (*tools, error) {
	list, err := engines(ctx, slow)
	if err != nil {
		return nil, err
	}
	t := &tools{dir: dir, engines: list}
	for _, tool := range allTools() {
		if tool.slow > 0 && !slow {
			continue
		}
		if _, err := exec.LookPath(tool.command); err != nil {
			t.missing = append(t.missing, tool.command)
			continue
		}
		tool.version = versionOf(ctx, tool.command)
		t.present = append(t.present, tool)
	}
	return t, os.CopyFS(dir, suite.Programs())
}

// versionOf returns a program's version text in one line.
func versionOf(ctx context.Context, command string) string {
	flag := "--version"
	if command == "luajit" {
		flag = "-v"
	}
	text, err := exec.CommandContext(ctx, command, flag).CombinedOutput()
	if err != nil {
		return "version unknown"
	}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	if command == "gcc" || command == "luajit" {
		lines = lines[:1]
	}
	first, _, _ := strings.Cut(strings.Join(lines, " "), " -- ")
	return first
}

// program returns the command that runs a kernel.
func (t *tools) program(ctx context.Context, tool tool, k suite.Kernel) (*exec.Cmd, error) {
	if tool.flags == nil {
		harness := filepath.Join(t.dir, "harness."+tool.extension)
		return exec.CommandContext(ctx, tool.command, harness, k.Name, "serve"), nil
	}
	program := filepath.Join(t.dir, k.Name+"-"+tool.id)
	args := append(append([]string{}, tool.flags...), "-o", program, filepath.Join(t.dir, k.Name+".c"), "-lm")
	compile := exec.CommandContext(ctx, tool.command, args...)
	compile.Stderr = os.Stderr
	if err := compile.Run(); err != nil {
		return nil, err
	}
	return exec.CommandContext(ctx, program, "serve"), nil
}
