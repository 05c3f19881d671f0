// Command screenshots takes the pictures in docs/screenshots: every view of every page in both
// themes, on a phone, a tablet, a laptop and a large screen.
//
//	go run ./bench/screenshots [-dir docs/screenshots] [-only lab,strip] [-styles]
//	go run ./bench/screenshots -all -dir DIR
//	go run ./bench/screenshots -paper -dir DIR [-only program]
//	go run ./bench/screenshots -trace a.trace,b.trace -widths 360,1440 -dir DIR
//
// With -all it is every state in light, in dark, with more contrast and in the forced colours of the reader's system, at five
// widths: more than a thousand pictures to look at, of which none is kept.
package main

import (
	"context"
	"errors"
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
	dir := flag.String("dir", documents, "where to write the pictures; of the documents' own, those that are there are taken again")
	only := flag.String("only", "", "take those pictures only whose names begin like one of these, such as `lab,strip-light`")
	all := flag.Bool("all", false, "every state in all themes at all widths")
	styles := flag.Bool("styles", false, "write beside each picture how every element is drawn, so that two versions of the style can be compared")
	widths := flag.String("widths", "", "take every picture at these widths, such as `360,768,1280`, instead of those in the documents")
	themes := flag.String("themes", "light,dark", "the themes: light, dark, contrast (more of it), forced (the reader's own few colours)")
	paper := flag.Bool("paper", false, "write what a printer gets, as PDF on A4, in place of pictures")
	files := flag.String("trace", "", "take pictures of the traces in these files, such as `a.trace,b.trace`, as the page opens them, and nothing else")
	flag.Parse()
	if *all {
		flag.Visit(func(f *flag.Flag) {
			if f.Name == "widths" || f.Name == "themes" {
				fmt.Fprintf(os.Stderr, "bench/screenshots: expected either -all or -%s, found both\n", f.Name)
				os.Exit(2)
			}
		})
		*widths, *themes = "360,768,1280,1440,1920", "light,dark,contrast,forced"
	}
	again := !*all && *only == "" && !*styles && !*paper && *dir == documents
	if err := run(context.Background(), choice{*dir, *only, again, strings.Split(*themes, ","), *widths, *styles, *paper, *files}); err != nil {
		fmt.Fprintln(os.Stderr, "bench/screenshots:", err)
		os.Exit(1)
	}
}

// documents is the folder of those that documents show.
const documents = "docs/screenshots"

// choice says which pictures to take: where they go, how their names begin, which themes and widths (none: those of the documents),
// whether to write the styles of all elements, too, whether to print, and of which files (none: of the page's states).
type choice struct {
	dir, only string
	again     bool
	themes    []string
	widths    string
	styles    bool
	paper     bool
	files     string
}

// wants reports whether a picture is one of the chosen ones.
func (c choice) wants(name string) bool {
	if c.again {
		_, err := os.Stat(filepath.Join(c.dir, name+".png"))
		return err == nil
	}
	for begin := range strings.SplitSeq(c.only, ",") {
		if strings.HasPrefix(name, begin) {
			return true
		}
	}
	return false
}

// heights are those of usual windows, by their widths; 700 × 420 is a frame in an article.
var heights = map[string]window{"360": {360, 740}, "700": {700, 420}, "768": {768, 1024}, "1280": {1280, 720}, "1440": {1440, 900}, "1920": {1920, 1080}}

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
			return nil, fmt.Errorf("expected the widths 360, 700, 768, 1280, 1440 or 1920, found `%s`", width)
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
	jobs, err := c.jobs()
	if err != nil {
		return err
	}
	return h.takeAll(jobs, c)
}

// job is a picture to take.
type job struct {
	name  string
	scene scene
	theme string
	window
	// desk: begin with the editor and both columns.
	desk bool
}

// group is scenes with the usual sizes of their pictures, which begin at the desk or not.
type group struct {
	scenes  []scene
	windows []window
	desk    bool
}

// groups are all scenes, or those of the chosen files.
//
// Errors: a file that cannot be read.
func (c choice) groups() ([]group, error) {
	if c.files != "" {
		scenes, err := fileScenes(strings.Split(c.files, ","))
		return []group{{scenes, pageWindows, true}}, err // the text is pasted into the editor
	}
	desk := append([]scene{{name: "desk", show: showReason}}, machineScenes...)
	return []group{
		{[]scene{{show: showPicture}}, windows, false},
		{pageScenes, pageWindows, false},
		{desk, windows, true},
		{deskScenes, pageWindows, true},
		{labScenes, labWindows, false},
		{lessonScenes, lessonWindows, false},
		{classScenes, pageWindows, true},
	}, nil
}

// jobs returns the chosen pictures.
func (c choice) jobs() ([]job, error) {
	groups, err := c.groups()
	if err != nil {
		return nil, err
	}
	var jobs []job
	for _, group := range groups {
		windows, err := c.windows(group.windows)
		if err != nil {
			return nil, err
		}
		for _, s := range group.scenes {
			for _, theme := range c.themes {
				for _, w := range windows {
					name := strings.TrimPrefix(fmt.Sprintf("%s-%s-%d", s.name, theme, w.width), "-")
					if c.wants(name) {
						jobs = append(jobs, job{name, s, theme, w, group.desk})
					}
				}
			}
		}
	}
	return jobs, nil
}

// takeAll takes pictures, some concurrently. One that fails does not keep it from the others.
//
// Errors: all pictures that failed.
func (h *hall) takeAll(jobs []job, c choice) error {
	next := make(chan job)
	results := make(chan error)
	for range atOnce {
		go func() {
			for j := range next {
				err := h.take(j.scene, j.theme, j.window, j.desk, filepath.Join(c.dir, j.name), c)
				if err != nil {
					err = fmt.Errorf("%s: %w", j.name, err)
				}
				results <- err
			}
		}()
	}
	defer close(next)
	taken, under := 0, 0
	var failed []error
	for taken < len(jobs) || under > 0 {
		var ready chan job
		var j job
		if taken < len(jobs) {
			ready, j = next, jobs[taken]
		}
		select {
		case ready <- j:
			taken, under = taken+1, under+1
		case err := <-results:
			under--
			failed = append(failed, err)
		}
	}
	return errors.Join(failed...)
}

// atOnce is the number of pictures taken concurrently: pages wait more than they
// compute.
const atOnce = 3

// showPicture waits for what the page opens with: one trace, its lifelines and one reason.
func showPicture(tab *stage) error {
	return steps(tab.Ready, tab.Settled)
}

// showReason opens a reason between the two columns.
func showReason(tab *stage) error {
	return steps(
		tab.until(`document.querySelector(".engine.ready")`),
		// If there is room for only one pane, tabs choose which.
		tab.until(`document.querySelector("#pane-passes")`),
		tab.script(`document.querySelector("#tab-passes")?.click()`),
		tab.Ready,
		func() error { return tab.Click(".diff-row[data-kind=removed] .reason") },
		tab.until(`document.querySelector(".card-reason")`),
		// The outcome of the run comes last.
		tab.until(`/agree/i.test(document.querySelector("#pane-run").textContent)`),
	)
}
