package main

import "unbox/playground/browsertest"

// scene is a state of a page that has a picture of its own.
type scene struct {
	// name is the beginning of the picture's name, path where the page is.
	name, path string
	// show brings the page into the state.
	show func(tab *browsertest.Tab) error
}

// labScenes are the views of the lab, each with something to see.
var labScenes = []scene{
	{"lab-prove", "lab#prove", showVerdict},
	{"lab-fuzz", "lab#fuzz", showFinding},
	{"lab-rule", "lab#rule", showRule},
}

// labWindows are the sizes of the lab's pictures.
var labWindows = []window{{360, 740}, {1440, 900}}

func showVerdict(tab *browsertest.Tab) error {
	return tab.Wait(`document.querySelector(".lab-headline.status-refuted")`)
}

// showFinding plants a bug and waits until it is found and made small.
func showFinding(tab *browsertest.Tab) error {
	return steps(
		func() error { return tab.Wait(`document.querySelector(".lab-bugs button")`) },
		func() error { return browsertest.PlantBug(tab, "add-wrap") },
		func() error { return tab.Click(".lab-start") },
		func() error { return tab.Wait(`document.querySelector(".lab-shrunk")`) },
		func() error { return tab.Wait(`document.querySelector(".lab-start")`) },
	)
}

func showRule(tab *browsertest.Tab) error {
	return tab.Wait(`document.querySelector(".lab-rule-verdict.status-refuted") && document.querySelector(".lab-applied")`)
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
