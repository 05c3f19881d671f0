package main

import (
	"context"
	"fmt"

	"unbox/native"
	"unbox/playground/browsertest"
)

// watchFirstResult clicks "Measure" and notes when the first samples are on the screen.
const watchFirstResult = `(() => {
	window.firstResult = 0;
	const start = performance.now();
	document.querySelector(".measure").click();
	const watch = () => {
		if (document.querySelector(".group-server[data-phase=sampling] .plot-dots, .group-server[data-phase=done] .plot-dots")) {
			window.firstResult = performance.now() - start;
		} else {
			requestAnimationFrame(watch);
		}
	};
	requestAnimationFrame(watch);
})()`

// clickToResult measures machine code on a server that does nothing else: from the click
// to the first samples in the plot. For the first click the server starts a worker, and
// the browser measures at the same time.
func clickToResult(ctx context.Context, browser *browsertest.Browser) error {
	if !native.Available() {
		fmt.Println("click to first samples: not measured, machine code runs on x86-64 Linux only")
		return nil
	}
	pool, end, err := browsertest.NewWorkers()
	if err != nil {
		return err
	}
	defer end()
	site, err := browsertest.NewSite("", browsertest.WithWorkers(pool))
	if err != nil {
		return err
	}
	defer func() { _ = site.Close() }() // the process ends anyway
	tab, err := browser.Visitor(ctx)
	if err != nil {
		return err
	}
	defer tab.Close()
	if err := tab.AtDesk(); err != nil {
		return err
	}
	if err := openMachine(tab, site.URL); err != nil {
		return err
	}
	var took []float64
	for range 6 {
		if err := tab.Eval(watchFirstResult, nil); err != nil {
			return err
		}
		if err := tab.Wait(`window.firstResult > 0`); err != nil {
			return err
		}
		var ms float64
		if err := tab.Eval(`window.firstResult`, &ms); err != nil {
			return err
		}
		took = append(took, ms)
		if err := tab.Wait(`document.querySelector(".measure").innerText === "Measure"`); err != nil {
			return err
		}
	}
	fmt.Printf("click to the first samples of machine code: %.0f ms with the start of a worker, then %s\n", took[0], spread(took[1:]))
	return nil
}

// openMachine opens the playground with the Machine panel's times.
func openMachine(tab *browsertest.Tab, url string) error {
	if err := tab.Open(url); err != nil {
		return err
	}
	if err := tab.Ready(); err != nil {
		return err
	}
	for range 2 {
		if err := tab.Press("m"); err != nil {
			return err
		}
	}
	return tab.Wait(`document.querySelector(".measure")`)
}
