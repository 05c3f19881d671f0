package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/chromedp/chromedp/kb"

	"unbox/bench/traces"
	"unbox/playground/browsertest"
)

// rest is the time after which a step is counted: its work is done long before.
const rest = 400 * time.Millisecond

// allSteps measures the cost of steps on the page's main thread, in traces of two lengths: from row to row of the picture, and from
// moment to moment of the optimizer.
func allSteps(ctx context.Context, browser *browsertest.Browser, site *browsertest.Site, steps int) error {
	for _, operations := range []int{1_000, 10_000} {
		if err := stepsOf(ctx, browser, site, operations, steps); err != nil {
			return fmt.Errorf("steps in %d operations: %w", operations, err)
		}
	}
	return nil
}

func stepsOf(ctx context.Context, browser *browsertest.Browser, site *browsertest.Site, operations, steps int) error {
	tab, err := browser.Visitor(ctx)
	if err != nil {
		return err
	}
	defer tab.Close()
	blur := func() error { return tab.Eval(`document.activeElement.blur()`, nil) }
	if err := inOrder(
		tab.AtDesk,
		func() error { return tab.Open(site.URL) },
		tab.Ready,
		func() error { return tab.Replace(traces.Mixed(operations)) },
		tab.Ready, tab.Settled, blur,
		func() error { return tab.Press("e") },
		tab.Ready, tab.Settled,
		// Beside the picture Run is one line until somebody wants it; the desk has left it open.
		func() error {
			return tab.Eval(`document.querySelector(".run-panel:not(.is-closed) .run-fold")?.click()`, nil)
		},
		tab.Settled,
		func() error { return tab.Focus(".picture .rows") },
	); err != nil {
		return err
	}
	if err := oneKind(tab, fmt.Sprintf("from row to row, %d operations", operations), kb.ArrowDown, steps); err != nil {
		return err
	}
	if err := inOrder(
		blur,
		func() error { return tab.Press("t") },
		func() error { return tab.Wait(`document.querySelector(".time-head h2")`) },
		tab.Settled,
	); err != nil {
		return err
	}
	return oneKind(tab, fmt.Sprintf("from moment to moment, %d operations", operations), kb.ArrowRight, steps)
}

// oneKind presses a key again and again, and returns how long the main thread worked each time.
func oneKind(tab *browsertest.Tab, what, key string, steps int) error {
	var ms []float64
	for range steps + 1 {
		before, err := tab.Busy()
		if err != nil {
			return err
		}
		if err := tab.Press(key); err != nil {
			return err
		}
		time.Sleep(rest)
		after, err := tab.Busy()
		if err != nil {
			return err
		}
		ms = append(ms, after-before)
	}
	ms = ms[1:] // the first one compiles
	slices.Sort(ms)
	fmt.Printf("main thread, %s: %s, 95th percentile %.1f ms\n", what, spread(ms), ms[len(ms)*95/100])
	return nil
}
