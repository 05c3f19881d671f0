package main

import (
	"context"
	"fmt"

	"unbox/bench/traces"
	"unbox/playground/browsertest"
)

// dragStrip drags the window of the strip from one end of the trace to the other in 120 frames, and notes the longest one
// and how long all took, in milliseconds.
const dragStrip = `new Promise((done) => {
	const strip = document.querySelector(".long-strip");
	const box = strip.getBoundingClientRect();
	let frame = 0, longest = 0, last = performance.now();
	const start = last;
	const move = () => {
		const now = performance.now();
		longest = Math.max(longest, now - last);
		last = now;
		if (frame > 120) return done([longest, now - start]);
		strip.dispatchEvent(new PointerEvent("pointermove", { bubbles: true, buttons: 1, clientX: box.left + 5, clientY: box.top + (box.height * frame++) / 120 }));
		requestAnimationFrame(move);
	};
	requestAnimationFrame(move);
})`

// allStrips measures the strips of traces of several lengths.
func allStrips(ctx context.Context, browser *browsertest.Browser, site *browsertest.Site) error {
	for _, operations := range []int{1_000, 7_000, 100_000} {
		if err := strip(ctx, browser, site, fmt.Sprintf("%d operations", operations), traces.Mixed(operations)); err != nil {
			return fmt.Errorf("the strip of %d operations: %w", operations, err)
		}
	}
	return nil
}

// strip measures, in both columns, how long after the diff of a long trace its strip is drawn, and how scrolling by it goes.
func strip(ctx context.Context, browser *browsertest.Browser, site *browsertest.Site, name, text string) error {
	tab, err := browser.Visitor(ctx)
	if err != nil {
		return err
	}
	defer tab.Close()
	if err := inOrder(
		tab.AtDesk,
		func() error { return tab.Open(site.URL) },
		tab.Ready,
		func() error { return tab.Replace(text) },
		tab.Ready,
		func() error { return tab.Wait(`document.querySelector(".long-strip path")`) },
		tab.Settled,
	); err != nil {
		return err
	}
	var after []float64
	for range 5 {
		if err := tab.TypeAtEnd("#"); err != nil {
			return err
		}
		if err := tab.Settled(); err != nil {
			return err
		}
		var ms float64
		if err := tab.Eval(`performance.getEntriesByName("unbox:strip").at(-1).startTime - performance.getEntriesByName("unbox:diff").at(-1).startTime`, &ms); err != nil {
			return err
		}
		after = append(after, ms)
	}
	var longest, all []float64
	for range 5 {
		var times []float64
		if err := tab.Eval(dragStrip, &times); err != nil {
			return err
		}
		longest, all = append(longest, times[0]), append(all, times[1])
	}
	fmt.Printf("strip of %s: drawn %s after the diff\n", name, spread(after))
	fmt.Printf("  dragged through all of it in 120 frames: %s, the longest frame %s\n", spread(all), spread(longest))
	return nil
}
