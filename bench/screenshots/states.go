package main

import (
	"fmt"
	"os"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unbox/bench/traces"
)

// showWay looks at the loop in one of the three ways.
func showWay(tab *stage, way int) error {
	return steps(
		tab.Ready, tab.Settled,
		tab.script(fmt.Sprintf(`document.querySelectorAll(".way-button")[%d].click()`, way)),
		tab.until(fmt.Sprintf(`document.querySelectorAll(".way-button")[%d].ariaPressed === "true"`, way)),
		tab.Ready, tab.Settled,
	)
}

func showIterations(tab *stage) error {
	return steps(tab.Ready, tab.Settled, tab.shortcut("l", ".iteration-row.in-loop"), tab.Settled)
}

// showStage presents the picture: one thing and its reason.
func showStage(tab *stage) error {
	return steps(tab.Ready, tab.Settled, tab.shortcut("p", ".stage .picture-row"), tab.Settled)
}

// showRun opens Run below the picture.
func showRun(tab *stage) error {
	return steps(
		tab.Ready, tab.Settled,
		tab.script(`document.querySelector(".run-fold").click()`),
		tab.until(`/agree/i.test(document.querySelector("#pane-run").textContent)`),
		tab.Settled,
	)
}

// showShare opens the menu with ways to share, which a phone has under "More".
func showShare(tab *stage) error {
	return steps(
		tab.Ready, tab.Settled,
		tab.script(`[".menu.share > button", ".header [aria-haspopup=menu]"].flatMap((s) => [...document.querySelectorAll(s)].reverse()).find((e) => e.checkVisibility()).click()`),
		tab.until(`document.querySelector("[role=menu]")`),
	)
}

// showRealLog reads a loop that PyPy recorded.
func showRealLog(tab *stage) error {
	return steps(
		tab.Ready, tab.Settled,
		tab.script(`document.querySelector("button[aria-haspopup=menu]").click()`),
		func() error { return tab.press("[role=menu] .menu-title", "Planets") },
		tab.until(`document.querySelector(".hero h2").innerText.startsWith("49 ")`),
		tab.Ready, tab.Settled,
	)
}

// showMeasured is the last moment of the story after a guess, measured; on a busy machine, that it could not be measured.
func showMeasured(tab *stage) error {
	return steps(
		func() error { return tellStory(tab, 8) },
		tab.until(`document.querySelectorAll(".story-options button").length === 5`),
		tab.script(`document.querySelectorAll(".story-options button")[2].click()`),
		tab.until(`document.querySelectorAll(".times").length === 2 && (document.querySelector(".story-reply strong") || /could not be measured/.test(document.querySelector(".story").innerText))`),
		tab.Settled,
	)
}

// showReplay replays the recording of a program beside its machine code.
func showReplay(tab *stage) error {
	return steps(
		func() error { return showRunning(tab) },
		func() error { return tab.press("button", "x86-64") },
		func() error { return tab.press("button", "Replay") },
		tab.until(`document.querySelector(".step-meaning") && document.querySelector(".time-bar")`),
		tab.Settled,
	)
}

func showNoCertificate(tab *stage) error {
	return tab.Wait(`document.querySelector("#certificate-head")`)
}

// showLogChoice pastes a log, and has its traces listed.
func showLogChoice(tab *stage) error {
	log, err := os.ReadFile("trace/pypylog/testdata/small.log")
	if err != nil {
		return err
	}
	return steps(
		tab.Ready,
		tab.script(`document.querySelector("#tab-trace")?.click()`),
		func() error { return tab.Replace(string(log)) },
		func() error { return tab.Click(".log-offer button") },
		tab.until(`document.querySelectorAll(".log-entry").length > 0`),
	)
}

// showBesidePyPy compares our result with PyPy's.
func showBesidePyPy(tab *stage) error {
	return steps(
		tab.Ready,
		tab.script(`document.querySelector("button[aria-haspopup=menu]").click()`),
		func() error { return tab.press("[role=menu] .menu-title", "Planets") },
		tab.script(`document.querySelector("#tab-passes")?.click()`),
		func() error { return tab.press(".views-choice button", "Beside") },
		tab.until(`document.querySelectorAll(".counts-table tbody tr").length >= 3`),
		tab.Settled,
	)
}

func showSearch(tab *stage) error {
	return steps(
		func() error { return showReason(tab) },
		tab.shortcut("/", ".search-input:focus"),
		func() error { return tab.Press("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)) },
		func() error { return tab.Type("intval") },
		tab.until(`document.querySelector(".found-now, .has-match-now")`),
		tab.Settled,
	)
}

func showProved(tab *stage) error {
	return steps(
		func() error { return showReason(tab) },
		func() error { return tab.Click(".prove-button") },
		tab.until(`document.querySelector(".prove-verdict")`),
		tab.Settled,
	)
}

// showCrashed breaks the engine.
func showCrashed(tab *stage) error {
	return steps(
		func() error { return showReason(tab) },
		tab.script(`window.unboxWorkers.at(-1).dispatchEvent(new ErrorEvent("error", { message: "broken on purpose" }))`),
		tab.until(`document.querySelector(".banner[role=alert]")`),
	)
}

func showEditedSearch(tab *stage) error {
	return steps(
		func() error { return showEdited(tab) },
		tab.shortcut("/", ".edited .search-input:focus"),
		func() error { return tab.Press("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)) },
		func() error { return tab.Type("p5") },
		tab.until(`document.querySelector(".edited .found-now, .edited .has-match-now")`),
		tab.Settled,
	)
}

// showColumnsStrip is the strip beside both columns.
func showColumnsStrip(tab *stage) error {
	return steps(
		tab.Ready,
		tab.script(`document.querySelector("#tab-trace")?.click()`),
		func() error { return tab.Replace(traces.Mixed(2000)) },
		tab.script(`document.querySelector("#tab-passes")?.click()`),
		tab.Ready,
		tab.until(`document.querySelector(".pipeline .long-strip path")`),
		tab.Settled,
	)
}

// showCrowd reads a trace with forty objects at once.
func showCrowd(tab *stage) error {
	return steps(
		func() error { return readText(tab, traces.Crowd(40)) },
		tab.until(`document.querySelector(".crowd-known")`),
		func() error { return tab.Focus(".picture .rows") },
		func() error { return tab.Press(kb.PageDown) },
		tab.Settled,
	)
}

// showAllAlong reads a trace with ten objects that are there from its first row to its last.
func showAllAlong(tab *stage) error {
	return steps(
		func() error { return readText(tab, traces.AllAlong(10)) },
		tab.until(`document.querySelector(".lifelines path")`),
	)
}
