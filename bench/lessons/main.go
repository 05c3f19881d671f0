// Command lessons measures the lessons in a real Chromium: for the solution of every step the time to the results on
// the screen, from Ctrl+Enter, and from the last key that is typed, beyond the pause for which tests that run as
// you type wait. Before each run the program is changed, as learners do, so that the page's caches do not help.
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
	var pressed, typed []float64
	fmt.Println("to the results, in milliseconds: from Ctrl+Enter the first run after the page was opened, min and median; from the last key beyond the pause, min and median")
	for _, ch := range course.Chapters {
		for _, step := range ch.Steps {
			if !strings.Contains(ch.ID+"/"+step.ID, steps) {
				continue
			}
			byKey, asTyped, err := measure(tab, site.URL+"lessons/"+ch.ID+"/"+step.ID, step, n)
			if err != nil {
				return fmt.Errorf("%s: %w", step.File, err)
			}
			first := byKey[0]
			slices.Sort(byKey)
			slices.Sort(asTyped)
			pressed, typed = append(pressed, middle(byKey)), append(typed, middle(asTyped))
			fmt.Printf("%-55s %7.1f %7.1f %7.1f   %7.1f %7.1f\n", ch.ID+"/"+step.ID, first, byKey[0], middle(byKey), asTyped[0], middle(asTyped))
		}
	}
	if len(typed) == 0 {
		return fmt.Errorf("expected steps whose chapter/step contains %q, found none", steps)
	}
	say("from Ctrl+Enter", pressed)
	say("from the last key, beyond the pause", typed)
	return nil
}

// middle returns the median of sorted numbers.
func middle(sorted []float64) float64 { return sorted[len(sorted)/2] }

func say(what string, medians []float64) {
	slices.Sort(medians)
	fmt.Printf("%s: %d steps, median of the medians %.1f ms, slowest %.1f ms\n", what, len(medians), middle(medians), medians[len(medians)-1])
}

// pause is the time in milliseconds from the last key until its results are shown, if they are there: typingPause in
// static/src/settled.ts.
const pause = 180

// timed does something and resolves to the milliseconds until a frame with the results of that has been drawn. It
// does it at a random moment between two frames, as people do: a key right after a frame would wait for two whole
// ones wherever the results take a little longer than one.
const timed = `new Promise((done) => setTimeout(done, 17 * Math.random())).then(() => new Promise((done) => {
	let began;
	new PerformanceObserver((_, observer) => {
		observer.disconnect();
		requestAnimationFrame(() => setTimeout(() => done(performance.now() - began)));
	}).observe({ entryTypes: ["mark"] });
	began = performance.now();
	%s
}))`

// press presses the key that runs the tests, and lastKey types a digit at the end of the program.
const (
	press = `document.querySelector(".cm-content").dispatchEvent(
		new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }))`
	lastKey = `const { view } = document.querySelector(".cm-content").cmTile;
	view.dispatch({ changes: { from: view.state.doc.length, insert: "0" }, userEvent: "input.type" })`
)

// drawn resolves when what was changed is on the screen.
const drawn = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))`

// measure opens a step, and puts its solution into the editor again and again, with another last line: n times it is run by
// Ctrl+Enter, and n times by a last key in that line.
func measure(tab *browsertest.Tab, url string, step *lesson.Step, n int) (byKey, asTyped []float64, err error) {
	if err := tab.Open(url); err != nil {
		return nil, nil, err
	}
	if err := tab.Wait(`document.querySelector(".bench .cm-content") && !document.querySelector(".arriving, .stop:enabled")`); err != nil {
		return nil, nil, err
	}
	// At first only Ctrl+Enter may run the tests.
	const asYouType = `.bench-controls input[role=switch]`
	if err := tab.Eval(fmt.Sprintf(`document.querySelector("%s:checked")?.click()`, asYouType), nil); err != nil {
		return nil, nil, err
	}
	byKey, asTyped = make([]float64, n), make([]float64, n)
	for i := range byKey {
		if err := tab.Solve(fmt.Sprintf("%s\nedited = %d\n", step.Solution.Text, i)); err != nil {
			return nil, nil, err
		}
		if err := tab.Eval(drawn, nil); err != nil {
			return nil, nil, err
		}
		if err := tab.Eval(fmt.Sprintf(timed, press), &byKey[i]); err != nil {
			return nil, nil, err
		}
	}
	if err := tab.Eval(fmt.Sprintf(`document.querySelector("%s").click()`, asYouType), nil); err != nil {
		return nil, nil, err
	}
	for i := range asTyped {
		if err := tab.Solve(fmt.Sprintf("%s\nedited = %d", step.Solution.Text, n+i)); err != nil {
			return nil, nil, err
		}
		if err := tab.Judged("pass"); err != nil {
			return nil, nil, err
		}
		if err := tab.Settled(); err != nil {
			return nil, nil, err
		}
		if err := tab.Eval(fmt.Sprintf(timed, lastKey), &asTyped[i]); err != nil {
			return nil, nil, err
		}
		asTyped[i] -= pause
	}
	return byKey, asTyped, tab.Judged("pass")
}
