package main

import (
	"fmt"
	"path"

	"github.com/chromedp/chromedp/kb"
)

// pageScenes are what the home page and the pages beside it show to somebody who has just come.
var pageScenes = []scene{
	{name: "before", show: showBefore},
	{name: "term", show: showTerm},
	{name: "time", show: showMoment},
	{name: "made", show: showMade},
	{name: "runs", show: showRuns},
	{name: "take", show: showTake},
	{name: "embed", path: "embed?rows=10-29", show: showEmbed},
	{name: "glossary", path: "glossary#term-virtual", show: showGlossary},
	{name: "home-menu", show: showMenu},
}

// deskScenes are states of the desk: the list of keys, a mistake in the text, the results of PyPy beside ours.
var deskScenes = []scene{
	{name: "tour", show: showTour},
	{name: "keys", show: showKeys},
	{name: "mistake", show: showMistakeInTrace},
	{name: "present", show: showPresenting},
	{name: "log", show: showLog},
}

// pageWindows are the sizes of their pictures.
var pageWindows = []window{{360, 740}, {1440, 900}}

// showBefore holds the page's script back: what is seen then is the page as it was built.
func showBefore(tab *stage) error {
	var script string
	return steps(
		tab.Ready, tab.DisableCache,
		func() error { return tab.Eval(`document.querySelector("script[type=module]").src`, &script) },
		func() error {
			tab.after = append(tab.after, tab.site.Hold(path.Base(script)))
			return tab.Eval("location.reload()", nil)
		},
		func() error {
			return tab.Wait(`document.querySelector(".picture-row") && !document.querySelector(".engine.ready")`)
		},
	)
}

func showTour(tab *stage) error {
	return steps(tab.Ready, tab.Settled, func() error { return tab.Wait(`document.querySelector(".tour")`) })
}

func showTerm(tab *stage) error {
	return steps(
		tab.Ready, tab.Settled,
		func() error { return tab.Focus(".term") },
		func() error { return tab.Press(kb.Enter) },
		func() error { return tab.Wait(`document.querySelector(".term-card:popover-open")`) },
	)
}

// showMoment steps into the walk until a box is known that is not made.
func showMoment(tab *stage) error {
	return steps(
		tab.Ready, tab.Settled,
		func() error { return tab.Press("t") },
		func() error { return tab.Wait(`document.querySelector(".time-head h2")`) },
		func() error { return goOn(tab, 20) },
		tab.Settled,
	)
}

// showMade steps through one round alone, at whose end two boxes have to be made.
func showMade(tab *stage) error {
	return steps(
		func() error { return showMoment(tab) },
		func() error { return tab.Eval(`document.querySelector(".time-ways button").click()`, nil) },
		func() error { return tab.Press(kb.End) },
		func() error { return tab.Wait(`document.querySelector(".time-box.is-made")`) },
		tab.Settled,
	)
}

func showRuns(tab *stage) error {
	return steps(
		func() error { return showMoment(tab) },
		func() error { return tab.Eval(`document.querySelectorAll(".time-choice button")[1].click()`, nil) },
		func() error { return tab.Wait(`document.querySelector(".run-counts")`) },
		func() error { return tab.Eval(`document.activeElement.blur()`, nil) },
		func() error { return goOn(tab, 12) },
		tab.Settled,
	)
}

// goOn takes so many steps in time.
func goOn(tab *stage, count int) error {
	for range count {
		if err := tab.Press(kb.ArrowRight); err != nil {
			return err
		}
	}
	return nil
}

// showTake opens the dialog for articles.
func showTake(tab *stage) error {
	return steps(
		tab.Ready, tab.Settled,
		func() error { return tab.Eval(`document.querySelector(".menu.share button").click()`, nil) },
		func() error { return tab.press("[role=menu] .menu-title", "article") },
		func() error { return tab.Wait(`document.querySelector("dialog[open] .embed-snippet")`) },
	)
}

func showEmbed(tab *stage) error {
	return tab.Wait(`document.querySelectorAll(".picture-row").length > 8`)
}

func showGlossary(tab *stage) error {
	return steps(func() error {
		return tab.Wait(`document.querySelector("#term-virtual:target") && document.querySelector(".glossary-search:not([hidden])")`)
	}, tab.Settled)
}

func showMenu(tab *stage) error {
	return steps(
		tab.Ready, tab.Settled,
		func() error { return tab.Eval(`document.querySelector("button[aria-haspopup=menu]").click()`, nil) },
		func() error { return tab.Wait(`document.querySelector("[role=menu]")`) },
	)
}

func showKeys(tab *stage) error {
	return steps(
		tab.SkipTour, tab.Ready, tab.Settled,
		func() error { return tab.Eval(`document.activeElement.blur()`, nil) },
		func() error { return tab.Press("?") },
		func() error { return tab.Wait(`document.querySelector("dialog[open] .shortcuts")`) },
	)
}

func showMistakeInTrace(tab *stage) error {
	return steps(
		tab.SkipTour, tab.Ready,
		func() error { return tab.Eval(`document.querySelector("#tab-trace")?.click()`, nil) },
		func() error { return tab.TypeAtEnd("i1 = nonsense(i0)") },
		func() error { return tab.Wait(`document.querySelector(".cm-lintRange-error")`) },
	)
}

func showPresenting(tab *stage) error {
	return steps(
		func() error { return showReason(tab) },
		func() error { return tab.Eval(`document.activeElement.blur()`, nil) },
		func() error { return tab.Press("p") },
		func() error { return tab.Wait(`document.querySelector(".presenting")`) },
	)
}

// showLog opens the dialog for PyPy's result.
func showLog(tab *stage) error {
	return steps(
		tab.SkipTour, tab.Ready,
		func() error {
			return tab.Eval(fmt.Sprintf("document.querySelector(%q).click()", "button[aria-haspopup=menu]"), nil)
		},
		func() error { return tab.press("[role=menu] .menu-title", "another result") },
		func() error { return tab.Wait(`document.querySelector("dialog[open] .result-text")`) },
	)
}
