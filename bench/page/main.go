// Command page measures the page in Chromium: what the first visit transfers,
// when the text can be read and edited, how long a key press takes to become a
// diff on the screen (for traces of up to 100,000 operations), and a click on "Measure" to become samples of machine code.
//
//	go run ./bench/page [-rounds 15] [-slow] [-keys] [-strips] [-steps] [-edits 1000]
//
// Server and browser run on this machine; the page must be built (make page).
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"time"

	"unbox/bench/traces"
	"unbox/internal/version"
	"unbox/playground/browsertest"
)

// debounce is the time that the page waits after a key before it computes, in
// milliseconds: `debounce` in static/src/controller.ts.
const debounce = 180

// manySteps is the number of counted steps, so that the 95th percentile is not just the longest one.
const manySteps = 60

func main() {
	browsertest.WorkerMain() // never returns in a worker
	rounds := flag.Int("rounds", 15, "key presses for each trace")
	slow := flag.Bool("slow", false, "measure the first visit on a slow phone, and nothing else")
	keys := flag.Bool("keys", false, "measure key presses in traces of several lengths, and nothing else")
	strips := flag.Bool("strips", false, "measure the strips of long traces, and nothing else")
	steps := flag.Bool("steps", false, "measure what steps through long traces cost the main thread, and nothing else")
	edits := flag.Int("edits", 0, "measure the size of scripts, and what the page holds after so many edits, and nothing else")
	flag.Parse()
	if err := run(context.Background(), *rounds, *edits, *slow, *keys, *strips, *steps); err != nil {
		fmt.Fprintln(os.Stderr, "bench/page:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, rounds, edits int, slow, keys, strips, steps bool) error {
	site, err := browsertest.NewSite(version.String())
	if err != nil {
		return err
	}
	defer func() { _ = site.Close() }() // the process ends anyway
	browser, err := browsertest.Start(ctx)
	if err != nil {
		return err
	}
	defer browser.Close()
	fmt.Printf("page benchmark, %s/%s, %d processors\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	if strips {
		return allStrips(ctx, browser, site)
	}
	if edits > 0 {
		return weight(ctx, browser, site, edits)
	}
	if steps {
		return allSteps(ctx, browser, site, manySteps)
	}
	if keys {
		return allKeys(ctx, browser, site, rounds)
	}
	if err := slowVisit(ctx, browser, site, 3); err != nil || slow {
		return err
	}
	if err := firstVisit(ctx, browser, site); err != nil {
		return err
	}
	if err := allKeys(ctx, browser, site, rounds); err != nil {
		return err
	}
	if err := allStrips(ctx, browser, site); err != nil {
		return err
	}
	if err := allSteps(ctx, browser, site, manySteps); err != nil {
		return err
	}
	return clickToResult(ctx, browser)
}

// firstVisit opens the page as a new visitor: once to read, and several times to edit at once. There the module is held
// back until the editor is there, so its loading cannot be what made the text
// appear.
func firstVisit(ctx context.Context, browser *browsertest.Browser, site *browsertest.Site) error {
	reader, err := browser.Visitor(ctx)
	if err != nil {
		return err
	}
	read, err := reader.FirstVisit(site)
	reader.Close()
	if err != nil {
		return err
	}
	var painted, editable, result []float64
	var bytes int64
	for range 5 {
		sent := site.Sent()
		release := site.Hold(".wasm")
		tab, err := browser.Visitor(ctx)
		if err != nil {
			return err
		}
		if err := tab.AtDesk(); err != nil {
			return err
		}
		if err := tab.Open(site.URL); err != nil {
			return err
		}
		if err := tab.Wait(`document.querySelector(".cm-content[contenteditable=true]")`); err != nil {
			return err
		}
		release()
		if err := tab.Ready(); err != nil {
			return err
		}
		var times []float64
		const marks = `["first-contentful-paint", "test:editable", "unbox:diff"]
			.map((name) => performance.getEntriesByName(name)[0]?.startTime)`
		if err := tab.Wait(marks + ".every((time) => time > 0)"); err != nil {
			return err
		}
		if err := tab.Eval(marks, &times); err != nil {
			return err
		}
		painted, editable, result = append(painted, times[0]), append(editable, times[1]), append(result, times[2])
		bytes = site.Sent() - sent
		tab.Close()
	}
	fmt.Printf("first visit: %d bytes transferred, %d if somebody edits at once, which needs the editor\n", read, bytes)
	fmt.Printf("  text painted       %s\n", spread(painted))
	fmt.Printf("  text editable      %s (before the module)\n", spread(editable))
	fmt.Printf("  first diff         %s\n", spread(result))
	return nil
}

// allKeys measures key presses in traces of three lengths.
func allKeys(ctx context.Context, browser *browsertest.Browser, site *browsertest.Site, rounds int) error {
	for _, w := range []struct {
		name string
		text string
	}{
		{"the first example", ""},
		{"7,000 operations", traces.Mixed(7000)},
		{"100,000 operations", traces.Mixed(100_000)},
	} {
		if err := keyToDiff(ctx, browser, site, w.name, w.text, rounds); err != nil {
			return fmt.Errorf("%s: %w", w.name, err)
		}
	}
	return nil
}

// keyToDiff types into the trace, one key at a time, and reads the marks that
// the page sets at the key and after the frame that shows the new diff.
func keyToDiff(ctx context.Context, browser *browsertest.Browser, site *browsertest.Site, name, text string, rounds int) error {
	tab, err := browser.Visitor(ctx)
	if err != nil {
		return err
	}
	defer tab.Close()
	if err := tab.AtDesk(); err != nil {
		return err
	}
	if err := tab.Open(site.URL); err != nil {
		return err
	}
	if err := tab.Ready(); err != nil {
		return err
	}
	if text != "" {
		if err := tab.Replace(text); err != nil {
			return err
		}
		if err := tab.Ready(); err != nil {
			return err
		}
	}
	if err := tab.TypeAtEnd("# "); err != nil {
		return err
	}
	time.Sleep(time.Second)
	var took []float64
	for range rounds {
		if err := tab.Type("x"); err != nil {
			return err
		}
		const times = `(() => {
			const last = (name) => performance.getEntriesByName(name).at(-1)?.startTime ?? 0;
			return last("unbox:diff") - last("unbox:key");
		})()`
		if err := tab.Wait(`document.querySelector(".pipeline.stale-none") && ` + times + " > 0"); err != nil {
			return err
		}
		var ms float64
		if err := tab.Eval(times, &ms); err != nil {
			return err
		}
		took = append(took, ms)
		time.Sleep(300 * time.Millisecond) // the run of the trace comes after the diff
	}
	fmt.Printf("key to diff, %s: %s, of which %d ms wait for the next key\n", name, spread(took), debounce)
	return nil
}

// spread gives the median and the range of times in milliseconds.
func spread(ms []float64) string {
	slices.Sort(ms)
	return fmt.Sprintf("median %.0f ms (%.0f to %.0f, n = %d)", ms[len(ms)/2], ms[0], ms[len(ms)-1], len(ms))
}

// inOrder does one step after the other, up to the first that fails.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
