// Command screenshots takes the pictures in docs/screenshots: the page in both
// themes on a phone, a laptop and a large screen.
//
//	go run ./bench/screenshots [-dir docs/screenshots]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"unbox/playground/browsertest"
)

// windows are the sizes of the pictures in CSS pixels.
var windows = []struct{ width, height int64 }{{360, 740}, {1440, 900}, {1920, 1080}}

func main() {
	dir := flag.String("dir", "docs/screenshots", "where to write the pictures")
	flag.Parse()
	if err := run(context.Background(), *dir); err != nil {
		fmt.Fprintln(os.Stderr, "bench/screenshots:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	// No version: the pictures change only when the page does.
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
	for _, theme := range []string{"light", "dark"} {
		for _, w := range windows {
			name := fmt.Sprintf("%s-%d.png", theme, w.width)
			picture, err := take(ctx, browser, site.URL, theme, w.width, w.height)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if picture, err = shrink(picture); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if err := os.WriteFile(filepath.Join(dir, name), picture, 0o644); err != nil {
				return err
			}
			fmt.Printf("%s: %d bytes\n", filepath.Join(dir, name), len(picture))
		}
	}
	return nil
}

// take opens the page, opens a reason on it, and takes its picture.
func take(ctx context.Context, browser *browsertest.Browser, url, theme string, width, height int64) ([]byte, error) {
	tab, err := browser.Visitor(ctx)
	if err != nil {
		return nil, err
	}
	defer tab.Close()
	steps := []func() error{
		func() error { return tab.Theme(theme) },
		func() error { return tab.Resize(width, height) },
		func() error { return tab.Open(url) },
		func() error { return tab.Wait(`document.querySelector(".engine.ready")`) },
		tab.SkipTour,
		func() error { return showPasses(tab, width) },
		tab.Ready,
		func() error { return tab.Click(".diff-row[data-kind=removed] .reason") },
		func() error { return tab.Wait(`document.querySelector(".card-reason")`) },
		// The outcome of the run comes last.
		func() error { return tab.Wait(`/agree/i.test(document.querySelector("#pane-run").textContent)`) },
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, err
		}
	}
	return tab.Screenshot()
}

// showPasses goes to the passes where there is room for one pane only.
func showPasses(tab *browsertest.Tab, width int64) error {
	if width >= 800 {
		return nil
	}
	return tab.Click("#tab-passes")
}
