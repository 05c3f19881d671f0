package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"

	"unbox/classroom/journal/sqlite"
	"unbox/classroom/school"
	"unbox/classroom/workshop"
	"unbox/playground"
	"unbox/playground/browsertest"
	"unbox/playground/secret"
)

// scene is a state of a page that has its own picture.
type scene struct {
	// name is the beginning of the picture's name, path where the page is.
	name, path string
	// show brings the page into the state.
	show func(tab *stage) error
	// classes is whether the scene has its own server, which has classes and workshops, and may hold something back.
	classes bool
}

// hall is what all pictures share: one browser and one server.
type hall struct {
	ctx        context.Context
	browser    *browsertest.Browser
	site       *browsertest.Site
	endWorkers func()
}

// stage is one visitor's tab, at a server.
type stage struct {
	*browsertest.Tab
	hall *hall
	site *browsertest.Site
	// school and word are for a server with classes: its stored classes, and the owner's secret.
	school *school.School
	word   string
	// after are functions to call after the picture.
	after []func()
}

// open starts the server and the browser.
func open(ctx context.Context) (*hall, error) {
	// No version: the pictures change only when the page does.
	workers, end, err := browsertest.NewWorkers()
	if err != nil {
		return nil, err
	}
	site, err := browsertest.NewSite("", browsertest.WithWorkers(workers))
	if err != nil {
		return nil, err
	}
	browser, err := browsertest.Start(ctx)
	if err != nil {
		return nil, err
	}
	return &hall{ctx, browser, site, end}, nil
}

func (h *hall) close() {
	h.browser.Close()
	_ = h.site.Close() // the process ends anyway
	h.endWorkers()
}

// take opens a page, brings it into the state of the scene and takes its picture, or prints it. With styles it also
// writes a file with the style of every element.
func (h *hall) take(s scene, theme string, w window, desk bool, file string, c choice) error {
	tab, err := h.enter(s)
	if err != nil {
		return err
	}
	defer tab.end()
	err = steps(
		func() error { return tab.Theme(theme) },
		func() error { return tab.Resize(w.width, w.height) },
		func() error {
			if desk {
				return tab.AtDesk()
			}
			return nil
		},
		func() error { return tab.Open(tab.site.URL + s.path) },
		func() error { return s.show(tab) },
	)
	if err != nil {
		return err
	}
	if c.paper {
		return tab.print(file + ".pdf")
	}
	if c.styles {
		if err := writeStyles(tab, file+".styles"); err != nil {
			return err
		}
	}
	picture, err := tab.Screenshot()
	if err != nil {
		return err
	}
	if picture, err = shrink(picture); err != nil {
		return err
	}
	fmt.Printf("%s.png: %d bytes\n", file, len(picture))
	return os.WriteFile(file+".png", picture, 0o644)
}

// print writes what a printer gets.
func (s *stage) print(file string) error {
	sheets, err := s.Paper()
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n", file, len(sheets))
	return os.WriteFile(file, sheets, 0o644)
}

// enter gives a scene its own visitor, and its own server if it has classes.
func (h *hall) enter(s scene) (*stage, error) {
	st := &stage{hall: h, site: h.site}
	if s.classes {
		if err := st.openSchool(); err != nil {
			st.end()
			return nil, err
		}
	}
	tab, err := h.browser.Visitor(h.ctx)
	if err != nil {
		st.end()
		return nil, err
	}
	st.Tab = tab
	st.after = append(st.after, tab.Close)
	return st, nil
}

// openSchool starts a server with classes and workshops.
func (s *stage) openSchool() error {
	dir, err := os.MkdirTemp("", "unbox-screenshots")
	if err != nil {
		return err
	}
	s.after = append(s.after, func() { _ = os.RemoveAll(dir) }) // it is in a folder for such things
	journal, err := sqlite.Open(dir)
	if err != nil {
		return err
	}
	s.after = append(s.after, func() { _ = journal.Close() }) // nothing is read from it again
	key, quiet := secret.New(), slog.New(slog.DiscardHandler)
	s.site, err = browsertest.NewSite("", func(c *playground.Config) {
		s.school, err = school.Open(s.hall.ctx, school.Options{Journal: journal, Key: key, Log: quiet, Course: school.StepsOf(c.Course), Questions: school.QuestionsOf(c.Course)})
		c.Key, c.School = key, s.school
		c.Workshops = workshop.NewHall(workshop.Options{Journal: journal, Key: key, Log: quiet})
	})
	if err != nil {
		return err
	}
	site := s.site
	s.after = append(s.after, func() { _ = site.Close() }) // the process ends anyway
	s.word, err = s.school.NewSecret(s.hall.ctx)
	return err
}

// end closes what was opened for the scene, the last first.
func (s *stage) end() {
	for i := len(s.after) - 1; i >= 0; i-- {
		s.after[i]()
	}
}

// press clicks on the first element that matches and has the words, wherever it is.
func (s *stage) press(selector, words string) error {
	found := fmt.Sprintf(`[...document.querySelectorAll(%q)].find((e) => e.textContent.includes(%q))`, selector, words)
	return steps(
		s.until(found),
		s.script(found+".click()"),
	)
}

// fill types into a field by its name.
func (s *stage) fill(name, text string) error {
	return steps(
		func() error { return s.Focus(fmt.Sprintf("input[name=%s]", name)) },
		func() error { return s.Type(text) },
	)
}

// until is the step that waits until a script says yes.
func (s *stage) until(script string) func() error {
	return func() error { return s.Wait(script) }
}

// script is the step that runs a script.
func (s *stage) script(text string) func() error {
	return func() error { return s.Eval(text, nil) }
}

// shortcut is the step that presses a key of the page, and waits for what it opens.
func (s *stage) shortcut(key, opens string) func() error {
	return func() error {
		return steps(
			s.script(`document.activeElement.blur()`),
			func() error { return s.Press(key) },
			s.until(fmt.Sprintf(`document.querySelector(%q)`, opens)),
		)
	}
}

// steps takes steps until one fails.
func steps(list ...func() error) error {
	for _, step := range list {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}
