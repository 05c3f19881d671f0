package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"unbox/bench/traces"
)

// step opens the page and steps into the optimizer's walk.
func step(t *testing.T, width, height int64) *Tab {
	t.Helper()
	tab := read(t, width, height)
	must(t, tab.Press("t"))
	must(t, tab.Wait(`document.querySelector(".time-head h2")`))
	must(t, tab.Settled())
	return tab
}

// TestStepping walks through moments with keys and controls: on, back, to a row, to a pass, to the end; plays;
// and finds the same moment again after a reload.
func TestStepping(t *testing.T) {
	t.Parallel()
	tab := step(t, 1440, 900)
	must(t, tab.Wait(`/^1 of 61/.test(document.querySelector(".time-where").innerText)`))
	must(t, tab.Wait(`document.querySelector(".time-bars .is-replaced") && document.querySelector(".time-legend").innerText.includes("changes")`))
	must(t, tab.Press(kb.ArrowRight))
	must(t, tab.Wait(`/^2 of 61/.test(document.querySelector(".time-where").innerText)`))
	must(t, tab.Press(kb.ArrowLeft))
	must(t, tab.Wait(`/^1 of 61/.test(document.querySelector(".time-where").innerText)`))
	must(t, tab.Settled())

	must(t, tab.Eval(`{ const s = document.querySelector(".time-stop select"); s.value = "virtual"; s.dispatchEvent(new Event("change", { bubbles: true })); }`, nil))
	must(t, tab.Press(kb.ArrowRight))
	must(t, tab.Wait(`document.querySelector(".time-row.is-now").innerText.includes("p5 = new(BoxedInteger)")`))
	must(t, tab.Wait(`document.querySelector(".time-passes .decides b").innerText === "virtual"`))
	must(t, tab.Wait(`document.querySelector(".time-reason").innerText.length > 20`))
	must(t, tab.Eval(`{ const s = document.querySelector(".time-stop select"); s.value = ""; s.dispatchEvent(new Event("change", { bubbles: true })); }`, nil))
	must(t, tab.Press(kb.ArrowRight))
	must(t, tab.Press(kb.ArrowRight))
	must(t, tab.Wait(`[...document.querySelectorAll(".heap-box.is-known")].some((b) => /^p5.*intvali4/.test(b.textContent))`))

	// One iteration at a time, two boxes have to be made at the jump.
	must(t, tab.Eval(`document.querySelector(".time-ways button").click()`, nil))
	must(t, tab.Wait(`/of 31/.test(document.querySelector(".time-where").innerText)`))
	must(t, tab.Press(kb.End))
	must(t, tab.Wait(`/needs 2 boxes. They are made now/.test(document.querySelector(".time-head h2").innerText)`))
	must(t, tab.Wait(`document.querySelectorAll(".heap-box.is-now").length === 2 && document.querySelectorAll(".time-output .is-fresh.is-late").length === 4`))
	must(t, tab.Settled())
	must(t, tab.Wait(`location.hash.length > 10`))
	must(t, tab.Reload())
	must(t, tab.Wait(`/^31 of 31/.test(document.querySelector(".time-where")?.innerText)`))
	must(t, tab.Settled())

	must(t, tab.Press(kb.Home))
	must(t, tab.Wait(`/^1 of 31/.test(document.querySelector(".time-where").innerText)`))
	must(t, tab.Press(" "))
	must(t, tab.Wait(`parseInt(document.querySelector(".time-where").innerText) >= 3`)) // it goes on, however late one looks
	must(t, tab.Press(" "))
	must(t, tab.Wait(`document.querySelector(".time-play").innerText === "Play"`))
	must(t, tab.Press("t"))
	must(t, tab.Wait(`document.querySelector(".hero-line") && !document.querySelector(".time")`))
}

// linked has objects that refer to one another, one that is let out, and a guard that hands them over.
const linked = `[p0, i1]
p2 = new(Node)
p3 = new(Node)
set(p2, next, p3)
set(p3, next, p2)
set(p3, value, i1)
p4 = new(Box)
set(p4, intval, i1)
i7 = int_mul(i1, 3)
escape(p4)
p5 = get(p2, next)
p6 = get(p0, next)
guard_class(p6, Node) [p5, i7, p4]
finish(p6)
`

// TestObjectsWithArrows expects of a moment a picture of its objects, dashed or solid, with an arrow for each reference, which can be
// walked through with the keyboard and is told in sentences; and the same of the memory of two runs.
func TestObjectsWithArrows(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Replace(linked))
	must(t, tab.Ready())
	pressOutside(t, tab, "t")
	must(t, tab.Wait(`document.querySelector(".time-head h2")`))
	must(t, tab.Settled())
	must(t, tab.Eval(`[...document.querySelectorAll(".time-row")].find((r) => r.innerText.includes("guard_class")).click()`, nil))
	must(t, tab.Wait(`/^13 of 14/.test(document.querySelector(".time-where").innerText)`))
	must(t, tab.Settled())
	must(t, tab.Wait(`[...document.querySelectorAll(".heap .heap-box")].map((b) => b.getAttribute("class").match(/is-(?!near)\w+/)[0] + " " + b.querySelector(".heap-name").textContent).sort().join(", ") ===
		"is-exit if it fails, is-known p2, is-known p3, is-made p4, is-there p0, is-there p6"`))
	must(t, tab.Wait(`document.querySelectorAll(".heap-arrow").length === 5`))
	must(t, tab.Eval(`document.querySelector(".heap-list").focus()`, nil))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Wait(`document.querySelector(".heap figcaption").innerText.startsWith("p3, of class Node: only known; also p5. next is p2, value is i1. Referred to by if it fails, p2.")`))
	must(t, tab.Wait(`document.getElementById(document.activeElement.getAttribute("aria-activedescendant")).getAttribute("aria-selected") === "true"`))
	must(t, tab.Wait(`document.querySelectorAll(".heap-arrow.is-lit").length === 3`))
	expectAccessible(t, tab, "objects with arrows")
	must(t, tab.Resize(360, 740))
	must(t, tab.Settled())
	expectNoWider(t, tab, 360, "objects with arrows")
	must(t, tab.Resize(1280, 800))
	must(t, tab.Focus(".heap-list"))
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(`document.querySelector(".time-row.is-now").innerText.includes("p3 = new(Node)")`))
	must(t, tab.Settled())

	must(t, tab.Eval(`document.querySelectorAll(".time-choice button")[1].click()`, nil))
	must(t, tab.Wait(`document.querySelector(".run-counts")`))
	must(t, tab.Settled())
	must(t, tab.Press(kb.End))
	must(t, tab.Wait(`document.querySelectorAll(".run-exit").length === 2`))
	must(t, tab.Wait(`document.querySelectorAll(".run-memory .heap-box.is-exit").length === 2 && document.querySelectorAll(".run-memory .heap-arrow").length > 1`))
}

// TestMomentOfAReason leads from a reason of the picture to the moment at which it was decided, and back.
func TestMomentOfAReason(t *testing.T) {
	t.Parallel()
	tab := read(t, 1280, 720)
	must(t, tab.Eval(`document.querySelector(".to-moment button").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".time-row.is-now")?.innerText.includes("p5 = new(BoxedInteger)")`))
	must(t, tab.Wait(`/around the loop/.test(document.querySelector(".time-where").innerText)`))
	must(t, tab.Settled())
	must(t, tab.Eval(`document.querySelector(".time-ways .text-button").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".picture-row.is-chosen")?.innerText.includes("p5 = new(BoxedInteger)")`))
}

// TestSteppingThroughALongTrace expects of a long trace that only what is in view is drawn, and few bars.
func TestSteppingThroughALongTrace(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Replace(traces.Mixed(7000)))
	must(t, tab.Ready())
	pressOutside(t, tab, "t")
	must(t, tab.Wait(`document.querySelector(".time-head h2")`))
	must(t, tab.Settled())
	must(t, tab.Press(kb.End))
	must(t, tab.Wait(`document.querySelector(".time-row.is-now")?.innerText.includes("jump(")`))
	must(t, tab.Settled())
	var drawn struct{ Rows, Bars, Boxes, Numbers int }
	must(t, tab.Eval(`({
		rows: document.querySelectorAll(".time-row").length, bars: document.querySelectorAll(".time-bars rect").length,
		boxes: document.querySelectorAll(".heap .heap-box").length, numbers: document.querySelectorAll(".time-numbers li").length,
	})`, &drawn))
	if drawn.Rows > 120 || drawn.Bars > 250 || drawn.Boxes > 60 || drawn.Numbers > 60 {
		t.Errorf("expected what is in view, found %+v", drawn)
	}
	// Of the output the last rows are there, and the earlier ones for those who ask.
	const output = `document.querySelectorAll(".time-output ol li")`
	must(t, tab.Wait(output+`.length === 41 && /^Show 6\d more$/.test(`+output+`[0].innerText)`))
	must(t, tab.Focus(".time-output ol button.text-button"))
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(output+`.length >= 100 && document.activeElement.matches(".time-output ol")`))
}

// TestTimeAccessibility runs axe-core over a moment in both themes, wide and narrow, and expects that
// nothing reaches out of the window.
func TestTimeAccessibility(t *testing.T) {
	long(t)
	t.Parallel()
	tab := step(t, 1440, 900)
	must(t, tab.Press(kb.End))
	must(t, tab.Wait(`/^61 of 61/.test(document.querySelector(".time-where").innerText)`))
	must(t, tab.Eval(`document.querySelector(".time-words summary").click()`, nil))
	expectLooks(t, tab, "time-known")
	must(t, tab.Eval(`document.querySelectorAll(".time-choice button")[1].click()`, nil))
	must(t, tab.Wait(`document.querySelector(".run-counts")`))
	must(t, tab.Settled())
	pressOutside(t, tab, kb.End)
	must(t, tab.Wait(`document.querySelectorAll(".run-exit").length === 2`))
	expectLooks(t, tab, "time-runs")
}

// TestTwoRuns steps through the recorded and the optimized run: values beside the rows, the memory of each, iterations, the exit, and
// the same moment after a reload.
func TestTwoRuns(t *testing.T) {
	long(t)
	t.Parallel()
	tab := step(t, 1440, 900)
	must(t, tab.Eval(`document.querySelectorAll(".time-choice button")[1].click()`, nil))
	must(t, tab.Wait(`/^0 of 149/.test(document.querySelector(".time-where")?.innerText)`))
	must(t, tab.Settled())
	for range 3 {
		must(t, tab.Press(kb.ArrowRight))
	}
	must(t, tab.Wait(`/^3 of 149/.test(document.querySelector(".time-where").innerText)`))
	must(t, tab.Wait(`document.querySelectorAll(".run-row.is-now").length === 2`))
	must(t, tab.Settled())
	must(t, tab.Eval(`[...document.querySelectorAll(".run-iterations button")][1].click()`, nil))
	must(t, tab.Wait(`/iteration 2 of 5/.test(document.querySelector(".time-where").innerText)`))
	must(t, tab.Settled())
	must(t, tab.Press(kb.End))
	must(t, tab.Wait(`/does not hold: both leave, the same way/.test(document.querySelector(".time-head h2").innerText)`))
	must(t, tab.Wait(`document.querySelectorAll(".run-exit").length === 2`))
	must(t, tab.Wait(`[...document.querySelectorAll(".run-counts td")].map((d) => d.innerText).join(" ").includes("25 0")`))
	must(t, tab.Settled())
	must(t, tab.Wait(`location.hash.length > 10`))
	must(t, tab.Reload())
	must(t, tab.Wait(`/^149 of 149/.test(document.querySelector(".time-where")?.innerText)`))
	must(t, tab.Settled())
	must(t, tab.Press(kb.Home))
	must(t, tab.Wait(`/^0 of 149/.test(document.querySelector(".time-where").innerText)`))
}
