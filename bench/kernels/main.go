// Command kernels measures the inner loops of package suite in one run: the traces as
// recorded and optimized, C compiled by gcc, LuaJIT, PyPy and CPython, whichever of them
// is installed. They run alternately, so a disturbance affects all of them, and all must
// compute the same result.
//
//	go run ./bench/kernels [-only conv3,sor] [-rounds 15] [-write] [-list]
//
// It prints tables in Markdown. With -write it writes docs/benchmarks.md and the plot
// docs/benchmarks.svg.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"unbox/bench/kernels/suite"
)

// options are the flags of the command line.
type options struct {
	only   string
	rounds int
	write  bool
	docs   string
	slow   bool
}

func main() {
	var o options
	flag.StringVar(&o.only, "only", "", "kernels to measure, separated by commas; all if empty")
	flag.IntVar(&o.rounds, "rounds", 15, "how many samples to take of each program")
	flag.BoolVar(&o.write, "write", false, "write benchmarks.md and benchmarks.svg")
	flag.StringVar(&o.docs, "docs", "docs", "the folder for -write")
	flag.BoolVar(&o.slow, "slow", true, "measure CPython and the interpreter as well")
	list := flag.Bool("list", false, "list the kernels and what can be measured here")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Stdout, os.Stderr, o, *list)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench/kernels:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out, progress io.Writer, o options, list bool) error {
	kernels, err := chosen(o.only)
	if err != nil {
		return err
	}
	if o.rounds < 1 {
		return fmt.Errorf("expected at least 1 round, found %d", o.rounds)
	}
	dir, err := os.MkdirTemp("", "unbox-kernels")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }() // what is left is in the system's folder for that
	tools, err := findTools(ctx, dir, o.slow)
	if err != nil {
		return err
	}
	if list {
		return listAll(out, kernels, tools)
	}
	report := newReport(ctx, tools, o)
	for _, k := range kernels {
		fmt.Fprintf(progress, "%s …\n", k.Title)
		row, err := measureKernel(ctx, k, tools, o)
		if err != nil {
			return fmt.Errorf("%s: %w", k.Name, err)
		}
		report.rows = append(report.rows, row)
	}
	report.finish()
	return publish(out, report, o)
}

// publish prints the report, or writes it into the folder of documents.
func publish(out io.Writer, r *report, o options) error {
	if !o.write {
		return r.markdown(out)
	}
	var text strings.Builder
	if err := r.markdown(&text); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(o.docs, "benchmarks.md"), []byte(text.String()), 0o666); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(o.docs, "benchmarks.svg"), []byte(r.plot()), 0o666)
}

func chosen(only string) ([]suite.Kernel, error) {
	all := suite.Kernels()
	if only == "" {
		return all, nil
	}
	var list []suite.Kernel
	for _, name := range strings.Split(only, ",") {
		k := slices.IndexFunc(all, func(k suite.Kernel) bool { return k.Name == strings.TrimSpace(name) })
		if k < 0 {
			return nil, fmt.Errorf("expected the name of a kernel (see -list), found `%s`", name)
		}
		list = append(list, all[k])
	}
	return list, nil
}

func listAll(out io.Writer, kernels []suite.Kernel, t *tools) error {
	for _, k := range kernels {
		if _, err := fmt.Fprintf(out, "%-12s %-14s %s, %d iterations\n", k.Name, k.Title, k.About, k.Size); err != nil {
			return err
		}
	}
	for _, p := range t.present {
		if _, err := fmt.Fprintf(out, "%s: %s\n", p.title, p.version); err != nil {
			return err
		}
	}
	for _, name := range t.missing {
		if _, err := fmt.Fprintf(out, "not installed: %s\n", name); err != nil {
			return err
		}
	}
	return nil
}
