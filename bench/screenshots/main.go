// Command screenshots takes the pictures in docs/screenshots: the playground in both
// themes on a phone, a laptop and a large screen, and the views of the lab.
//
//	go run ./bench/screenshots [-dir docs/screenshots] [-only lab]
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"unbox/playground/browsertest"
)

// window is the size of a picture in CSS pixels.
type window struct{ width, height int64 }

// windows are those of the playground's pictures.
var windows = []window{{360, 740}, {1440, 900}, {1920, 1080}}

func main() {
	browsertest.WorkerMain() // never returns in a worker
	dir := flag.String("dir", "docs/screenshots", "where to write the pictures")
	only := flag.String("only", "", "take those pictures only whose names begin like this")
	flag.Parse()
	if err := run(context.Background(), *dir, *only); err != nil {
		fmt.Fprintln(os.Stderr, "bench/screenshots:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir, only string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	// No version: the pictures change only when the page does.
	workers, end, err := browsertest.NewWorkers()
	if err != nil {
		return err
	}
	defer end()
	site, err := browsertest.NewSite("", browsertest.WithWorker(workers))
	if err != nil {
		return err
	}
	defer func() { _ = site.Close() }() // the process ends anyway
	browser, err := browsertest.Start(ctx)
	if err != nil {
		return err
	}
	defer browser.Close()
	picture := []scene{{"", "", showPicture}}
	desk := append([]scene{{"desk", "", showReason}}, machineScenes...)
	for _, theme := range []string{"light", "dark"} {
		for _, group := range []struct {
			scenes  []scene
			windows []window
			desk    bool // begin with the editor and both columns
		}{{picture, windows, false}, {desk, windows, true}, {labScenes, labWindows, false}, {lessonScenes, lessonWindows, false}} {
			for _, s := range group.scenes {
				for _, w := range group.windows {
					name := strings.TrimPrefix(fmt.Sprintf("%s-%s-%d.png", s.name, theme, w.width), "-")
					if !strings.HasPrefix(name, only) {
						continue
					}
					if err := take(ctx, browser, site.URL, s, theme, w, group.desk, filepath.Join(dir, name)); err != nil {
						return fmt.Errorf("%s: %w", name, err)
					}
				}
			}
		}
	}
	return nil
}

// take opens a page, brings it into the state of the scene and takes its picture.
func take(ctx context.Context, browser *browsertest.Browser, url string, s scene, theme string, w window, desk bool, file string) error {
	tab, err := browser.Visitor(ctx)
	if err != nil {
		return err
	}
	defer tab.Close()
	err = steps(
		func() error { return tab.Theme(theme) },
		func() error { return tab.Resize(w.width, w.height) },
		func() error {
			if desk {
				return tab.AtDesk()
			}
			return nil
		},
		func() error { return tab.Open(url + s.path) },
		func() error { return tab.Wait(`document.querySelector(".engine.ready, .lesson")`) },
		func() error { return s.show(tab) },
	)
	if err != nil {
		return err
	}
	picture, err := tab.Screenshot()
	if err != nil {
		return err
	}
	if picture, err = shrink(picture); err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n", file, len(picture))
	return os.WriteFile(file, picture, 0o644)
}

// showPicture waits for what the page opens with: one trace, its lifelines and one reason.
func showPicture(tab *browsertest.Tab) error {
	return steps(tab.Ready, tab.Settled)
}

// showReason opens a reason between the two columns.
func showReason(tab *browsertest.Tab) error {
	return steps(
		tab.SkipTour,
		// Where there is room for one pane only, tabs choose which.
		func() error { return tab.Eval(`document.querySelector("#tab-passes")?.click()`, nil) },
		tab.Ready,
		func() error { return tab.Click(".diff-row[data-kind=removed] .reason") },
		func() error { return tab.Wait(`document.querySelector(".card-reason")`) },
		// The outcome of the run comes last.
		func() error { return tab.Wait(`/agree/i.test(document.querySelector("#pane-run").textContent)`) },
	)
}
