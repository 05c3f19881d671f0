package main

import (
	"context"
	"fmt"
	"math"

	"unbox/playground/browsertest"
)

// slowTimes are the waiting times of a visitor with a slow phone, in milliseconds since the address was
// entered.
type slowTimes struct {
	Painted  float64 `json:"painted"`
	Largest  float64 `json:"largest"`
	Alive    float64 `json:"alive"`
	Editable float64 `json:"editable"`
	Diff     float64 `json:"diff"`
	// Shift is the layout shift until Edit was pressed, after which another page is wanted.
	Shift float64 `json:"shift"`
}

// pressEdit presses Edit as soon as the page reacts, and records when that was, and the largest painted
// element.
const pressEdit = `
window.slow = { alive: 0, largest: 0 };
new PerformanceObserver((list) => { slow.largest = list.getEntries().at(-1).startTime; }).observe({ type: "largest-contentful-paint", buffered: true });
(function look() {
	const edit = [...document.querySelectorAll(".button.mode")].find((b) => b.textContent === "Edit");
	if (!edit || !document.documentElement.dataset.settled) return void setTimeout(look, 10);
	slow.alive = performance.now();
	slow.largestAtEdit = slow.largest;
	slow.shift = window.unboxLoading.shift;
	edit.click();
})();
`

// slowVisit opens the page on a phone over a link with the figures of Chromium's "Fast 3G", with a processor that is slowed
// four times; edits at once, and waits for the diff of the edit.
func slowVisit(ctx context.Context, browser *browsertest.Browser, site *browsertest.Site, rounds int) error {
	site.Over(fast3G())
	defer site.Over(nil)
	var painted, largest, alive, editable, diff, early, blocking, late []float64
	shift := 0.0
	for range rounds {
		times, loading, err := slowRound(ctx, browser, site)
		if err != nil {
			return err
		}
		painted, largest, alive = append(painted, times.Painted), append(largest, times.Largest), append(alive, times.Alive)
		editable, diff = append(editable, times.Editable), append(diff, times.Diff)
		early = append(early, loading.Blocking(0, times.Painted))
		blocking = append(blocking, loading.Blocking(times.Painted, times.Alive))
		late = append(late, loading.Blocking(times.Alive, math.Inf(1)))
		shift = max(shift, times.Shift)
	}
	fmt.Printf("first visit, Fast 3G, processor slowed 4 times, 360 x 740:\n")
	fmt.Printf("  picture painted        %s\n", spread(painted))
	fmt.Printf("  largest part painted   %s\n", spread(largest))
	fmt.Printf("  page reacts            %s\n", spread(alive))
	fmt.Printf("  text editable          %s\n", spread(editable))
	fmt.Printf("  first diff of an edit  %s\n", spread(diff))
	fmt.Printf("  blocked before it is painted           %s\n", spread(early))
	fmt.Printf("  blocked from then until it reacts      %s (total blocking time)\n", spread(blocking))
	fmt.Printf("  blocked by the editor, keys and diff   %s\n", spread(late))
	fmt.Printf("  layout shift           %.4f at most, until Edit is pressed\n", shift)
	return nil
}

func slowRound(ctx context.Context, browser *browsertest.Browser, site *browsertest.Site) (times slowTimes, loading browsertest.Loading, err error) {
	tab, err := browser.Visitor(ctx)
	if err != nil {
		return times, loading, err
	}
	defer tab.Close()
	if err := inOrder(
		tab.WatchLoading,
		func() error { return tab.Before(pressEdit) },
		func() error { return tab.Resize(360, 740) },
		func() error { return tab.SlowProcessor(4) },
		func() error { return tab.SetOut(site.URL) },
		func() error { return tab.Wait(`document.querySelector(".cm-content[contenteditable=true]")`) },
		func() error { return tab.TypeAtEnd("# edited") },
		tab.Ready,
		func() error {
			return tab.Wait(slowMarks + ".diff > " + `performance.getEntriesByName("unbox:key").at(-1).startTime`)
		},
		func() error { return tab.Eval(slowMarks, &times) },
	); err != nil {
		return times, loading, err
	}
	loading, err = tab.Loading()
	return times, loading, err
}

// slowMarks are the slowTimes so far.
const slowMarks = `(() => {
	const first = (name) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
	return {
		painted: first("first-contentful-paint"), largest: slow.largestAtEdit, alive: slow.alive, editable: first("test:editable"),
		shift: slow.shift, diff: performance.getEntriesByName("unbox:diff").at(-1)?.startTime ?? 0,
	};
})()`
