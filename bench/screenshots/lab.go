package main

import "unbox/playground/browsertest"

// labScenes are the views of the lab, each with something to see.
var labScenes = []scene{
	{name: "lab-prove", path: "lab#prove", show: showVerdict},
	{name: "lab-fuzz", path: "lab#fuzz", show: showFinding},
	{name: "lab-rule", path: "lab#rule", show: showRule},
	{name: "lab-idle", path: "lab#fuzz", show: showIdleLab},
	{name: "lab-stage", path: "lab#prove", show: showLabStage},
}

// labWindows are the sizes of the lab's pictures.
var labWindows = []window{{360, 740}, {1440, 900}}

func showVerdict(tab *stage) error {
	return tab.Wait(`document.querySelector(".lab-headline.status-refuted")`)
}

// showFinding plants a bug and waits until it is found and shrunk.
func showFinding(tab *stage) error {
	return steps(
		tab.until(`document.querySelector(".lab-bugs button")`),
		func() error { return browsertest.PlantBug(tab.Tab, "add-wrap") },
		func() error { return tab.Click(".lab-start") },
		tab.until(`document.querySelector(".lab-shrunk")`),
		tab.until(`document.querySelector(".lab-start")`),
	)
}

func showRule(tab *stage) error {
	return tab.Wait(`document.querySelector(".lab-rule-verdict.status-refuted") && document.querySelector(".lab-applied")`)
}

// showIdleLab is the search before it starts.
func showIdleLab(tab *stage) error {
	return tab.Wait(`document.querySelector(".lab-bugs button") && document.querySelector(".lab-start")`)
}

// showLabStage presents a verdict.
func showLabStage(tab *stage) error {
	return steps(
		func() error { return showVerdict(tab) },
		tab.shortcut("p", ".lab.presenting .lab-headline.status-refuted"),
	)
}
