package main

import (
	"fmt"
	"path"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unbox/bench/traces"
	"unbox/playground/browsertest"
)

// pageScenes are what the home page and other pages show to a new visitor.
var pageScenes = []scene{
	{name: "before", show: showBefore, classes: true},
	{name: "recorded", show: func(tab *stage) error { return showWay(tab, 0) }},
	{name: "one-iteration", show: func(tab *stage) error { return showWay(tab, 1) }},
	{name: "iterations", show: showIterations},
	{name: "stage", show: showStage},
	{name: "run", show: showRun},
	{name: "share", show: showShare},
	{name: "real-log", show: showRealLog},
	{name: "story", show: showAsked},
	{name: "escapes", show: showEscapes},
	{name: "peeling", show: showAnswered},
	{name: "guard-fails", show: func(tab *stage) error { return tellStory(tab, 7) }},
	{name: "guess", show: func(tab *stage) error { return tellStory(tab, 8) }},
	{name: "measured", show: showMeasured},
	{name: "term", show: showTerm},
	{name: "time", show: showMoment},
	{name: "made", show: showMade},
	{name: "history", show: showHistory},
	{name: "objects", show: showObjects},
	{name: "runs", show: showRuns},
	{name: "take", show: showTake},
	{name: "embed", path: "embed?rows=10-29", show: showEmbed},
	{name: "glossary", path: "glossary#term-virtual", show: showGlossary},
	{name: "home-menu", show: showMenu},
	{name: "program", path: "program", show: showRunning},
	{name: "program-replay", path: "program", show: showReplay},
	{name: "certificate", path: "lessons/certificate", show: showNoCertificate},
	{name: "program-arriving", path: "program", show: func(tab *stage) error { return showArriving(tab, ".cm-line") }, classes: true},
	{name: "lab-arriving", path: "lab", show: func(tab *stage) error { return showArriving(tab, ".lab-top") }, classes: true},
	{name: "lesson-arriving", path: lessonPath, show: func(tab *stage) error { return showArriving(tab, ".lesson h1") }, classes: true},
}

// deskScenes are states of the desk: the list of keys, a mistake in the text, the results of PyPy beside ours.
var deskScenes = []scene{
	{name: "keys", show: showKeys},
	{name: "mistake", show: showMistakeInTrace},
	{name: "present", show: showPresenting},
	{name: "log", show: showLog},
	{name: "log-choice", show: showLogChoice},
	{name: "pypy", show: showBesidePyPy},
	{name: "search", show: showSearch},
	{name: "proved", show: showProved},
	{name: "crashed", show: showCrashed},
	{name: "edited", show: showEdited},
	{name: "edited-search", show: showEditedSearch},
	{name: "strip", show: showStrip},
	{name: "strip-columns", show: showColumnsStrip},
	{name: "crowd", show: showCrowd},
	{name: "all-along", show: showAllAlong},
}

// pageWindows are the sizes of their pictures.
var pageWindows = []window{{360, 740}, {1440, 900}}

// showBefore holds back the page's script: the picture shows the page as it was built.
func showBefore(tab *stage) error {
	var script string
	return steps(
		tab.Ready, tab.DisableCache,
		func() error { return tab.Eval(`document.querySelector("script[type=module]").src`, &script) },
		func() error {
			tab.after = append(tab.after, tab.site.Hold(path.Base(script)))
			return tab.Eval("location.reload()", nil)
		},
		tab.until(`document.querySelector(".picture-row") && !document.querySelector(".engine.ready") && document.readyState !== "loading"`),
		tab.Drawn,
	)
}

// showArriving holds back the module: the picture shows what is there without it.
func showArriving(tab *stage, part string) error {
	tab.after = append(tab.after, tab.site.Hold(".wasm"))
	return steps(tab.DisableCache, func() error { return tab.Eval("location.reload()", nil) }, tab.until(fmt.Sprintf(`document.querySelector(%q)`, part)), tab.Drawn)
}

// showRunning runs the first program, and asks why operations of a step went and what an exit makes.
func showRunning(tab *stage) error {
	return steps(
		tab.until(`document.querySelector(".engine[data-phase=ended]") && document.querySelectorAll(".op.is-left").length > 3`),
		tab.script(`[...document.querySelectorAll(".step")].find((s) => s.querySelector(".is-removed")).querySelector("button").click()`),
		tab.script(`document.querySelector(".exit-button").click()`),
		tab.until(`document.querySelector(".step.is-chosen .op-why") && document.querySelector(".rebuilt")`),
		tab.Settled,
	)
}

// tellStory goes to a moment of the story.
func tellStory(tab *stage, moment int) error {
	return steps(
		tab.Ready, tab.Settled,
		tab.script(`document.querySelector(".hero-story").click()`),
		tab.until(`document.querySelector(".story-dots")`),
		tab.Settled,
		tab.script(fmt.Sprintf(`document.querySelectorAll(".story-dots button")[%d].click()`, moment-1)),
		tab.until(fmt.Sprintf(`document.querySelector(".story-count").innerText.includes("%d of") && document.querySelector(".story-return.is-there")`, moment)),
		tab.Settled,
	)
}

// showAsked is a moment of the story that asks before it tells.
func showAsked(tab *stage) error { return tellStory(tab, 2) }

// showAnswered is another one, whose question was answered.
func showAnswered(tab *stage) error { return answerStory(tab, 5, 1, ".iterations") }

// showEscapes is one whose answer is about the last row.
func showEscapes(tab *stage) error { return answerStory(tab, 3, 0, ".life-late") }

// answerStory answers the question of a moment, after which the page shows something.
func answerStory(tab *stage, moment, option int, shows string) error {
	return steps(
		func() error { return tellStory(tab, moment) },
		tab.script(fmt.Sprintf(`document.querySelectorAll(".story-options button")[%d].click()`, option)),
		tab.until(fmt.Sprintf(`document.querySelector(%q) && document.querySelector(".story-return.is-there")`, shows)),
		tab.Settled,
	)
}

// showTerm opens the card of the first term in view; a phone has none in its first view, but one in the reason of a trace as recorded.
func showTerm(tab *stage) error {
	const term = `[...document.querySelectorAll(".term")].find((e) => e.checkVisibility())`
	var inView bool
	return steps(
		tab.Ready, tab.Settled,
		func() error { return tab.Eval(`!!`+term, &inView) },
		func() error {
			if inView {
				return nil
			}
			return showWay(tab, 0)
		},
		tab.until(term),
		tab.script(term+`.focus()`),
		func() error { return tab.Press(kb.Enter) },
		tab.until(`document.querySelector(".term-card:popover-open")`),
	)
}

// showMoment steps into the walk until a box is known that is not made.
func showMoment(tab *stage) error {
	return steps(
		tab.Ready, tab.Settled,
		func() error { return tab.Press("t") },
		tab.until(`document.querySelector(".time-head h2")`),
		func() error { return goOn(tab, 20) },
		tab.Settled,
	)
}

// showMade steps through one iteration alone, at whose end two boxes have to be made.
func showMade(tab *stage) error {
	return steps(
		func() error { return showMoment(tab) },
		tab.script(`document.querySelector(".time-ways button").click()`),
		tab.until(`document.querySelector(".time-controls").innerText.includes("of 31")`),
		func() error { return tab.Press(kb.End) },
		tab.until(`document.querySelector(".heap-box.is-now")`),
		tab.Settled,
	)
}

// showHistory opens the history of a row that two passes take out, one in each iteration.
func showHistory(tab *stage) error {
	return steps(
		tab.Ready, tab.Settled,
		tab.script(`[...document.querySelectorAll(".picture-row")].find((r) => r.innerText.includes("i12 = get(p0")).click()`),
		func() error { return tab.Press("h") },
		tab.until(`document.querySelectorAll(".history-passes > li").length > 5`),
		tab.script(`document.querySelector(".history").scrollIntoView({block: "start"})`),
		tab.Settled,
	)
}

// showObjects lists the objects of a long trace, and finds some.
func showObjects(tab *stage) error {
	return steps(
		func() error { return showRealLog(tab) },
		tab.shortcut("o", "[aria-label='All objects'] .item"),
		func() error { return tab.Type("p1") },
		tab.until(`/ of /.test(document.querySelector("[aria-label='All objects'] small").innerText)`),
		tab.Settled,
	)
}

func showRuns(tab *stage) error {
	return steps(
		func() error { return showMoment(tab) },
		tab.script(`document.querySelectorAll(".time-choice button")[1].click()`),
		tab.until(`document.querySelector(".run-counts")`),
		tab.script(`document.activeElement.blur()`),
		func() error { return goOn(tab, 12) },
		tab.Settled,
	)
}

// goOn takes that many steps in time.
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
		tab.script(`document.querySelector(".menu.share button").click()`),
		func() error { return tab.press("[role=menu] .menu-title", "article") },
		tab.until(`document.querySelector("dialog[open] .embed-snippet")`),
	)
}

func showEmbed(tab *stage) error {
	return tab.Wait(`document.querySelectorAll(".picture-row").length > 8`)
}

func showGlossary(tab *stage) error {
	return steps(tab.until(`document.querySelector("#term-virtual:target") && document.querySelector(".entry-search:not([hidden])")`), tab.Settled)
}

func showMenu(tab *stage) error {
	return steps(
		tab.Ready, tab.Settled,
		tab.script(`document.querySelector("button[aria-haspopup=menu]").click()`),
		tab.until(`document.querySelector("[role=menu]")`),
	)
}

func showKeys(tab *stage) error {
	return steps(
		tab.Ready, tab.Settled,
		tab.shortcut("?", "dialog[open] .shortcuts"),
	)
}

func showMistakeInTrace(tab *stage) error {
	return steps(
		tab.Ready,
		tab.script(`document.querySelector("#tab-trace")?.click()`),
		func() error { return tab.TypeAtEnd("i1 = nonsense(i0)") },
		tab.until(`document.querySelector(".cm-lintRange-error") && document.querySelector(".problem")?.checkVisibility({ visibilityProperty: true })`),
	)
}

// showEdited lets a box of the first example out, and looks at what that changed in the result.
func showEdited(tab *stage) error {
	line := `[...document.querySelectorAll(".cm-line")].find((l) => l.textContent.includes("i17 = int_gt"))`
	return steps(
		tab.Ready,
		func() error { return tab.Focus(browsertest.Editor) },
		func() error { return tab.Press(kb.End, chromedp.KeyModifiers(chromedp.ModifierCtrl)) },
		tab.until(line),
		tab.script(`getSelection().collapse(`+line+`, 0)`),
		tab.Settled,
		func() error { return tab.Paste("escape(p5)\n") },
		tab.script(`document.querySelector("#tab-passes")?.click()`),
		func() error { return tab.press(".views-choice button", "Last edit") },
		tab.until(`document.querySelector(".edited .is-added .half")`),
		tab.script(`document.querySelector(".edited .diff-row.is-added").click()`),
		tab.until(`document.querySelector(".edited-side dd")`),
		tab.Settled,
	)
}

// showStrip opens a long trace, and goes to its middle with the strip next to the
// picture.
func showStrip(tab *stage) error {
	return steps(
		tab.Ready,
		func() error { return tab.Replace(traces.Mixed(2000)) },
		tab.Ready,
		tab.script(`document.activeElement.blur()`),
		func() error { return tab.Press("e") },
		tab.until(`document.querySelector(".picture .long-strip path")`),
		func() error { return tab.Click(".long-strip") },
		tab.Settled,
	)
}

func showPresenting(tab *stage) error {
	return steps(
		func() error { return showReason(tab) },
		tab.shortcut("p", ".presenting"),
	)
}

// showLog opens the dialog for PyPy's result.
func showLog(tab *stage) error {
	return steps(
		tab.Ready,
		tab.script(`document.querySelector("button[aria-haspopup=menu]").click()`),
		func() error { return tab.press("[role=menu] .menu-title", "another result") },
		tab.until(`document.querySelector("dialog[open] .result-text")`),
	)
}
