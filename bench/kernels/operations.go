package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"unbox/bench/kernels/suite"
	"unbox/optimizer"
	"unbox/trace"
	"unbox/trace/pypylog"
)

// The number of operations in an iteration: as recorded, optimized, and in PyPy's
// loop of the same program. Unlike times, these are the same in every run.

// loopSize counts the operations of one iteration; PyPy is -1 if it is not known.
type loopSize struct {
	recorded, straight, peeled, pypy int
}

// measureOperations counts a kernel's operations.
func measureOperations(ctx context.Context, k suite.Kernel, t *tools) (loopSize, error) {
	l, err := k.Load()
	if err != nil {
		return loopSize{}, err
	}
	size := loopSize{recorded: trace.CountKinds(l.Trace).Whole[trace.CountAll], pypy: -1}
	for _, f := range forms() {
		preset, err := optimizer.PresetByName(f.preset)
		if err != nil {
			return loopSize{}, err
		}
		counts := trace.CountKinds(optimizer.Optimize(l.Trace, preset.Passes).Out)
		switch f.id {
		case idNoPeeling:
			size.straight = counts.Whole[trace.CountAll]
		case idPeeled:
			size.peeled = counts.Loop[trace.CountAll]
		}
	}
	for _, tool := range t.present {
		if tool.id == idPyPy {
			size.pypy, err = pypyLoop(ctx, t, tool, k)
		}
	}
	return size, err
}

// logged is the number of iterations that PyPy runs for its log: three times
// the threshold of a hot loop.
const logged = 3000

// pypyLoop counts the operations of PyPy's loop of the kernel, -1 if its log does
// not show it.
func pypyLoop(ctx context.Context, t *tools, tool tool, k suite.Kernel) (int, error) {
	log := filepath.Join(t.dir, k.Name+".log")
	command := exec.CommandContext(ctx, tool.command, filepath.Join(t.dir, "harness.py"), k.Name, strconv.Itoa(logged), "1")
	command.Env = append(os.Environ(), "PYPYLOG=jit-log-opt-loop:"+log)
	if err := command.Run(); err != nil {
		return -1, err
	}
	text, err := os.ReadFile(log)
	if err != nil {
		return -1, err
	}
	return lastLoopOf(string(text), "(kernel;")
}

// lastLoopOf counts the operations of the last loop in a log whose title has a text in
// it: if there are several, PyPy made the later ones because the first did not fit.
func lastLoopOf(log, title string) (size int, err error) {
	entries, err := pypylog.SplitLog(log)
	size = -1
	for _, entry := range entries {
		if !strings.Contains(entry.Title, title) {
			continue
		}
		tr, diagnostics := trace.Parse(log[entry.From:entry.To])
		if len(diagnostics) > 0 {
			continue
		}
		if counts := trace.CountKinds(tr); counts.HasLoop {
			size = counts.Loop[trace.CountAll]
		}
	}
	return size, err
}

// operations writes the table.
func (r *report) operations(w *writer) {
	w.line("\n## Operations of one iteration\n")
	w.line("Labels and marks are not counted. The last column is the loop that PyPy's optimizer makes of the same program; three of its operations check")
	w.line("for signals and other threads.\n")
	w.head("kernel", "recorded", "no peeling", "peeled", "PyPy's loop")
	for _, row := range r.rows {
		pypy := "–"
		if row.size.pypy >= 0 {
			pypy = strconv.Itoa(row.size.pypy)
		}
		w.cells(row.kernel.Title, strconv.Itoa(row.size.recorded), strconv.Itoa(row.size.straight), strconv.Itoa(row.size.peeled), pypy)
	}
}
