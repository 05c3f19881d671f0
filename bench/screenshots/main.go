// Command screenshots takes the pictures in docs/screenshots: every view of every page in both
// themes, on a phone, a tablet, a laptop and a large screen.
//
//	go run ./bench/screenshots [-dir docs/screenshots] [-only lab] [-styles]
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
	styles := flag.Bool("styles", false, "write beside each picture how every element is drawn, so that two versions of the style can be compared")
	widths := flag.String("widths", "", "take every picture at these widths, such as `360,768,1280`, instead of those in the documents")
	themes := flag.String("themes", "light,dark", "the themes")
	flag.Parse()
	if err := run(context.Background(), choice{*dir, *only, strings.Split(*themes, ","), *widths, *styles}); err != nil {
		fmt.Fprintln(os.Stderr, "bench/screenshots:", err)
		os.Exit(1)
	}
}

// choice is what is wanted: where the pictures go, how their names begin, in which themes and widths (none: those of the
// documents), and whether how everything is drawn is written, too.
type choice struct {
	dir, only string
	themes    []string
	widths    string
	styles    bool
}

// heights are those of usual windows, by their widths.
var heights = map[string]window{"360": {360, 740}, "768": {768, 1024}, "1280": {1280, 720}, "1440": {1440, 900}, "1920": {1920, 1080}}

// windows are the sizes of pictures that would have those of the documents.
//
// Errors: a width that no usual window has.
func (c choice) windows(documents []window) ([]window, error) {
	if c.widths == "" {
		return documents, nil
	}
	var list []window
	for width := range strings.SplitSeq(c.widths, ",") {
		w, known := heights[width]
		if !known {
			return nil, fmt.Errorf("expected the widths 360, 768, 1280, 1440 or 1920, found `%s`", width)
		}
		list = append(list, w)
	}
	return list, nil
}

func run(ctx context.Context, c choice) error {
	if err := os.MkdirAll(c.dir, 0o755); err != nil {
		return err
	}
	h, err := open(ctx)
	if err != nil {
		return err
	}
	defer h.close()
	picture := []scene{{show: showPicture}}
	desk := append([]scene{{name: "desk", show: showReason}}, machineScenes...)
	for _, theme := range c.themes {
		for _, group := range []struct {
			scenes  []scene
			windows []window
			desk    bool // begin with the editor and both columns
		}{
			{picture, windows, false},
			{pageScenes, pageWindows, false},
			{desk, windows, true},
			{deskScenes, pageWindows, true},
			{labScenes, labWindows, false},
			{lessonScenes, lessonWindows, false},
			{classScenes, pageWindows, true},
		} {
			windows, err := c.windows(group.windows)
			if err != nil {
				return err
			}
			for _, s := range group.scenes {
				for _, w := range windows {
					name := strings.TrimPrefix(fmt.Sprintf("%s-%s-%d", s.name, theme, w.width), "-")
					if !strings.HasPrefix(name, c.only) {
						continue
					}
					if err := h.take(s, theme, w, group.desk, filepath.Join(c.dir, name), c.styles); err != nil {
						return fmt.Errorf("%s: %w", name, err)
					}
				}
			}
		}
	}
	return nil
}

// showPicture waits for what the page opens with: one trace, its lifelines and one reason.
func showPicture(tab *stage) error {
	return steps(tab.Ready, tab.Settled)
}

// showReason opens a reason between the two columns.
func showReason(tab *stage) error {
	return steps(
		tab.until(`document.querySelector(".engine.ready")`),
		// Where there is room for one pane only, tabs choose which.
		tab.script(`document.querySelector("#tab-passes")?.click()`),
		tab.Ready,
		func() error { return tab.Click(".diff-row[data-kind=removed] .reason") },
		tab.until(`document.querySelector(".card-reason")`),
		// The outcome of the run comes last.
		tab.until(`/agree/i.test(document.querySelector("#pane-run").textContent)`),
	)
}
