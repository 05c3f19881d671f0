// Command lessons measures the lessons in a real Chromium: for the solution of
// every step the time from the key (Ctrl+Enter) to the results on the screen. Before each run the
// program is changed, as learners do, so that the page's caches do not help.
//
//	go run ./bench/lessons [-n 7] [-steps being-right/]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"unbox/playground/browsertest"
	"unbox/tutorials"
	"unbox/tutorials/lesson"
)

func main() {
	n := flag.Int("n", 7, "how often each solution is run")
	steps := flag.String("steps", "", "measure the steps whose `chapter/step` contains this; empty means all")
	flag.Parse()
	if err := run(context.Background(), *steps, max(*n, 1)); err != nil {
		fmt.Fprintln(os.Stderr, "bench/lessons:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, steps string, n int) error {
	course, err := tutorials.Course()
	if err != nil {
		return err
	}
	site, err := browsertest.NewSite("")
	if err != nil {
		return err
	}
	defer func() { _ = site.Close() }() // the process ends anyway
	browser, err := browsertest.Start(ctx)
	if err != nil {
		return err
	}
	defer browser.Close()
	tab, err := browser.Visitor(ctx)
	if err != nil {
		return err
	}
	defer tab.Close()
	var medians []float64
	fmt.Println("from the key to the results, in milliseconds: first run after the page was opened, then min and median")
	for _, ch := range course.Chapters {
		for _, step := range ch.Steps {
			if !strings.Contains(ch.ID+"/"+step.ID, steps) {
				continue
			}
			times, err := measure(tab, site.URL+"lessons/"+ch.ID+"/"+step.ID, step, n)
			if err != nil {
				return fmt.Errorf("%s: %w", step.File, err)
			}
			first := times[0]
			slices.Sort(times)
			median := times[len(times)/2]
			medians = append(medians, median)
			fmt.Printf("%-55s %7.1f %7.1f %7.1f\n", ch.ID+"/"+step.ID, first, times[0], median)
		}
	}
	if len(medians) == 0 {
		return fmt.Errorf("expected steps whose chapter/step contains %q, found none", steps)
	}
	slices.Sort(medians)
	fmt.Printf("%d steps: median of the medians %.1f ms, slowest %.1f ms\n", len(medians), medians[len(medians)/2], medians[len(medians)-1])
	return nil
}

// timed presses the key and resolves to the milliseconds until a frame with the results
// has been drawn. It presses it at a random moment between two frames, as people do: a key right after a frame
// would wait for two whole ones wherever the results take a little longer than one.
const timed = `new Promise((done) => setTimeout(done, 17 * Math.random())).then(() => new Promise((done) => {
	let began;
	new PerformanceObserver((_, observer) => {
		observer.disconnect();
		requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
	}).observe({ entryTypes: ["mark"] });
	began = performance.now();
	document.querySelector(".cm-content").dispatchEvent(
		new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
}))`

// drawn resolves when what was changed is on the screen.
const drawn = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`

// measure opens a step and n times puts its solution into the editor, with another last line, and runs it by key.
func measure(tab *browsertest.Tab, url string, step *lesson.Step, n int) ([]float64, error) {
	if err := tab.Open(url); err != nil {
		return nil, err
	}
	// Only the key may run the tests.
	if err := tab.Wait(`document.querySelector(".bench .cm-content") && !document.querySelector(".arriving, .stop:enabled")`); err != nil {
		return nil, err
	}
	if err := tab.Eval(`document.querySelector(".bench-controls input[role=switch]:checked")?.click()`, nil); err != nil {
		return nil, err
	}
	times := make([]float64, n)
	for i := range times {
		if err := tab.Solve(fmt.Sprintf("%s\nedited = %d\n", step.Solution.Text, i)); err != nil {
			return nil, err
		}
		if err := tab.Eval(drawn, nil); err != nil {
			return nil, err
		}
		if err := tab.Eval(timed, &times[i]); err != nil {
			return nil, err
		}
	}
	return times, tab.Judged("pass")
}
