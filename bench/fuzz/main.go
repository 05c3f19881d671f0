// Command fuzz measures the search of the correctness lab: how many traces it tries per
// second on one processor, and, built with the tag `planted`, how long it takes to find
// each planted bug and to shrink it.
//
//	go run ./bench/fuzz
//	go run -tags planted ./bench/fuzz [-seeds 9] [-bug NAME]
//
// Times are processor times of the process where the system has them, so they do not
// depend on what else the machine does.
package main

import (
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"unbox/fuzz"
	"unbox/internal/processes"
	"unbox/optimizer"
)

func main() {
	seeds := flag.Int("seeds", 9, "how many sequences are searched for each planted bug")
	only := flag.String("bug", "", "measure one planted bug only")
	flag.Parse()
	if err := measure(os.Stdout, *seeds, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench/fuzz:", err)
		os.Exit(1)
	}
}

func measure(out io.Writer, seeds int, only string) error {
	fmt.Fprintf(out, "fuzz benchmark, %s, %s/%s, one goroutine\n\n", runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if only == "" {
		if err := speeds(out, 3*time.Second); err != nil {
			return err
		}
	}
	bugs := fuzz.PlantedBugs()
	if len(bugs) == 0 {
		_, err := fmt.Fprintln(out, "\nno planted bugs in this build: go run -tags planted ./bench/fuzz")
		return err
	}
	return plantedBugs(out, bugs, seeds, only)
}

// speeds measures sessions with the passes of a preset, and with the usual choice.
func speeds(out io.Writer, patience time.Duration) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "passes\ttraces a second, median\tbest\tvalues and operations a trace\tpairs of runs a trace\t")
	choices := []optimizer.Preset{{Name: "all and some"}}
	choices = append(choices, optimizer.Presets()...)
	for _, preset := range choices {
		if preset.Name == "none" {
			continue // which means the usual choice
		}
		s, err := fuzz.NewSession(fuzz.Options{Seed: 1, Passes: preset.Passes})
		if err != nil {
			return err
		}
		rates := speed(s, patience)
		c := s.Coverage()
		runs := c.Agreed + c.Differed + c.Undefined + c.Opaque
		fmt.Fprintf(table, "%s\t%.0f\t%.0f\t%.1f\t%.1f\t\n", preset.Name, rates[len(rates)/2], rates[len(rates)-1],
			float64(c.Operations)/float64(c.Traces), float64(runs)/float64(c.Traces))
	}
	return table.Flush()
}

// speed returns the sorted rates of stretches of traces.
func speed(s *fuzz.Session, patience time.Duration) []float64 {
	const stretch = 2048
	s.Step(stretch, 0) // memory that is reused exists from now on
	var rates []float64
	for began := processes.Spent(); len(rates) == 0 || processes.Spent()-began < patience; {
		start := processes.Spent()
		s.Step(stretch, 0)
		rates = append(rates, stretch/(processes.Spent()-start).Seconds())
	}
	slices.Sort(rates)
	return rates
}

// search is the result of a search for a bug in a sequence.
type search struct {
	find, shrink time.Duration
	traces       uint64
	left         int
}

func plantedBugs(out io.Writer, bugs []fuzz.PlantedBug, seeds int, only string) error {
	fmt.Fprintf(out, "\nplanted bugs, %d sequences each\n\n", seeds)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "bug\tpass\tfind, median\tworst\ttraces, median\tshrink, median\tworst\tfind and shrink, median\toperations, median\tworst\t")
	for _, bug := range bugs {
		if only != "" && only != bug.Name {
			continue
		}
		var list []search
		for seed := range seeds {
			found, err := searchFor(bug.Name, uint64(seed+1))
			if err != nil {
				return err
			}
			list = append(list, found)
		}
		row(table, bug, list)
	}
	return table.Flush()
}

// maxTraces is the number of traces after which a search gives up: about ten
// minutes.
const maxTraces = 10_000_000

func searchFor(bug string, seed uint64) (search, error) {
	s, err := fuzz.NewSession(fuzz.Options{Seed: seed, Bug: bug})
	if err != nil {
		return search{}, err
	}
	start := processes.Spent()
	found := s.Step(maxTraces, 1)
	if len(found) == 0 {
		return search{}, fmt.Errorf("expected to find `%s` in seed %d, tried %d traces", bug, seed, maxTraces)
	}
	result := search{find: processes.Spent() - start, traces: s.Next()}
	start = processes.Spent()
	small, err := s.Shrink(found[0], 0)
	if err != nil {
		return search{}, err
	}
	result.shrink, result.left = processes.Spent()-start, small.Operations
	return result, nil
}

func row(out io.Writer, bug fuzz.PlantedBug, list []search) {
	of := func(get func(s search) float64) (median, worst float64) {
		var values []float64
		for _, s := range list {
			values = append(values, get(s))
		}
		slices.Sort(values)
		return values[len(values)/2], values[len(values)-1]
	}
	find, worstFind := of(func(s search) float64 { return s.find.Seconds() })
	traces, _ := of(func(s search) float64 { return float64(s.traces) })
	shrink, worstShrink := of(func(s search) float64 { return s.shrink.Seconds() })
	both, _ := of(func(s search) float64 { return (s.find + s.shrink).Seconds() })
	left, worstLeft := of(func(s search) float64 { return float64(s.left) })
	fmt.Fprintf(out, "%s\t%s\t%.3f s\t%.3f s\t%.0f\t%.4f s\t%.4f s\t%.3f s\t%.0f\t%.0f\t\n", bug.Name, bug.Pass,
		find, worstFind, traces, shrink, worstShrink, both, left, worstLeft)
}
