package browsertest

import (
	"fmt"
	"testing"
)

// program opens the program page, and waits for the end of the first run.
func program(t *testing.T, fragment string) *Tab {
	t.Helper()
	tab := arrive(t, "program"+fragment)
	must(t, tab.Wait(`document.querySelector(".engine[data-phase=ended]")`))
	return tab
}

// write replaces the program.
func write(t *testing.T, tab *Tab, text string) {
	t.Helper()
	must(t, tab.Focus(".program .cm-content"))
	must(t, tab.Eval(`document.execCommand("selectAll")`, nil))
	must(t, tab.Paste(text))
}

// pressButton clicks the button with a text.
func pressButton(t *testing.T, tab *Tab, text string) {
	t.Helper()
	find := fmt.Sprintf(`[...document.querySelectorAll("button, .menu-item")].find((b) => b.textContent.startsWith(%q) && !b.disabled)`, text)
	must(t, tab.Wait(find))
	must(t, tab.Eval(find+".click()", nil))
}

// openExit opens the first exit at which objects are made.
func openExit(t *testing.T, tab *Tab) {
	t.Helper()
	for k := 0; ; k++ {
		must(t, tab.Eval(fmt.Sprintf(`document.querySelectorAll(".exit-button")[%d].click()`, k), nil))
		must(t, tab.Wait(fmt.Sprintf(`document.querySelectorAll(".exit-button")[%d].parentElement.querySelector(".rebuilt")`, k)))
		var isMade bool
		must(t, tab.Eval(`document.querySelector(".rebuilt .is-made") !== null`, &isMade))
		if isMade {
			return
		}
	}
}

// TestProgramOpens opens the page as a first visitor finds it: both halves of Figure 1 run, the loop is shown, and its
// rows belong together.
func TestProgramOpens(t *testing.T) {
	t.Parallel()
	tab := program(t, "")
	must(t, tab.Wait(`document.querySelector(".program-output pre").textContent === "198010000\n198010000.0\n"`))
	must(t, tab.Wait(`document.querySelector(".program-say h1").textContent.startsWith("One loop became hot.")`))
	must(t, tab.Wait(`document.querySelectorAll(".heat-bar").length > 5`))
	must(t, tab.Wait(`document.querySelectorAll(".op.is-removed").length > 10 && document.querySelectorAll(".op.is-left").length > 3`))
	// A step leads to its line, and says why its operations went.
	must(t, tab.Eval(`[...document.querySelectorAll(".step")].find((s) => s.querySelector(".is-removed")).querySelector("button").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".step.is-chosen .op-why")?.textContent.length > 3 && document.querySelector(".program .cm-chosen")`))
	// An exit says what it rebuilds.
	openExit(t, tab)
	must(t, tab.Wait(`/frame/.test(document.querySelector(".rebuilt").textContent)`))
	// The address holds all of it.
	must(t, tab.Wait(`location.hash.startsWith("#1")`))
	must(t, tab.Settled())
	var link string
	must(t, tab.Eval(`location.href`, &link))
	other := sibling(t, tab, link)
	must(t, other.Wait(`document.querySelector(".step.is-chosen .op-why") && document.querySelector(".rebuilt .is-made")`))
	// The recorded trace opens in the playground, without an error.
	must(t, tab.Click(".trace-open"))
	must(t, tab.Wait(`location.pathname === "/" && document.querySelector(".pipeline.stale-none .diff-row")?.innerText.includes("label(")`))
	must(t, tab.Wait(`/ operations → \d+ in the loop/.test(document.querySelector(".pipeline").innerText)`))
	must(t, tab.Wait(`document.querySelector(".cm-content").innerText.includes("program.py")`))
}

// TestProgramSettings switches traces off, passes off, and types a program that is none.
func TestProgramSettings(t *testing.T) {
	long(t)
	t.Parallel()
	tab := program(t, "")
	must(t, tab.Click(".program-knobs .switch input"))
	must(t, tab.Wait(`document.querySelector(".program-say h1").textContent === "Every iteration is interpreted." && document.querySelector("[data-phase=ended]")`))
	must(t, tab.Click(".program-knobs .switch input"))
	must(t, tab.Wait(`document.querySelectorAll(".op.is-left").length > 3`))
	must(t, tab.Click(".program-passes summary"))
	must(t, tab.Wait(`document.querySelectorAll(".program-passes input:checked").length > 5`))
	must(t, tab.Eval(`[...document.querySelectorAll(".program-passes label")].find((l) => l.textContent.startsWith("peel")).querySelector("input").click()`, nil))
	must(t, tab.Wait(`document.querySelector("[data-phase=ended]") && document.querySelector(".op.is-left") && !document.querySelector(".trace-iterations")`))
	must(t, tab.Click(".program-passes summary"))

	write(t, tab, "def f():\n    await 1\n")
	must(t, tab.Wait(`/await/.test(document.querySelector(".program-error")?.textContent) && document.querySelector(".cm-lintRange-error")`))
	write(t, tab, "print(1 // 0)\n")
	must(t, tab.Wait(`document.querySelector(".program-output .is-error")?.textContent.endsWith("ZeroDivisionError: integer division or modulo by zero\n")`))
	must(t, tab.Wait(`/exit code 1/.test(document.querySelector(".program-output h3").textContent)`))
	pressButton(t, tab, "Examples")
	pressButton(t, tab, "A loop that is given up")
	must(t, tab.Wait(`/given up/.test(document.querySelector(".loop-list").textContent) && document.querySelector(".loop-failure")`))
}

// TestProgramStops stops a program that never ends, looks at it, lets it go on, and runs another one.
func TestProgramStops(t *testing.T) {
	t.Parallel()
	tab := program(t, "")
	write(t, tab, "n = 0\nwhile True:\n    n += 1\n    if n % 100000 == 0:\n        print(n)\n")
	must(t, tab.Wait(`document.querySelector("[data-phase=running]") && /100000/.test(document.querySelector(".program-output pre").textContent)`))
	pressButton(t, tab, "Stop")
	must(t, tab.Wait(`document.querySelector("[data-phase=stopped]") && document.querySelector(".loop-card")`))
	var before int
	must(t, tab.Eval(`document.querySelector(".program-output pre").textContent.length`, &before))
	pressButton(t, tab, "Go on")
	must(t, tab.Wait(fmt.Sprintf(`document.querySelector(".program-output pre").textContent.length > %d`, before)))
	// One operation that takes too long ends with its worker, and the page lives on.
	pressButton(t, tab, "Stop")
	must(t, tab.Wait(`document.querySelector("[data-phase=stopped]")`))
	write(t, tab, "print('before it')\nx = pow(3, 1 << 60000, (1 << 60000) - 1)\nprint(x % 10)\n")
	// The work of the operation is counted first, which ends the first slice; then it is on its way.
	must(t, tab.Wait(`document.querySelector("[data-phase=running]") && document.querySelector(".program-output pre").textContent === "before it\n"`))
	must(t, tab.Eval(`unboxClocks[2_000] = 2_000`, nil))
	pressButton(t, tab, "Stop")
	must(t, tab.Wait(`/one long operation/.test(document.querySelector(".program-trouble")?.textContent)`))
	write(t, tab, "print('still here')\n")
	must(t, tab.Wait(`document.querySelector(".program-output pre").textContent === "still here\n" && document.querySelector("[data-phase=ended]")`))
}

// TestProgramLooks runs axe-core over the page in both themes and at four widths, and expects nothing wider than the
// window.
func TestProgramLooks(t *testing.T) {
	t.Parallel()
	inThemes(t, func(t *testing.T, theme string) {
		tab := program(t, "")
		must(t, tab.Theme(theme))
		must(t, tab.Wait(`document.querySelectorAll(".op.is-left").length > 3`))
		must(t, tab.Eval(`document.querySelectorAll(".step-code")[3].click()`, nil))
		openExit(t, tab)
		pressButton(t, tab, "x86-64")
		pressButton(t, tab, "Replay")
		must(t, tab.Wait(`document.querySelector(".step-meaning") && document.querySelector(".time-bar")`))
		for _, size := range ends([2]int64{1440, 900}, [2]int64{1280, 720}, [2]int64{768, 1024}, [2]int64{360, 740}) {
			must(t, tab.Resize(size[0], size[1]))
			state := fmt.Sprintf("program-%s-%d", theme, size[0])
			expectAccessible(t, tab, state)
			keepShot(t, tab, state)
			expectWithin(t, tab, "a, .line, pre", ".program-passes ul, pre", state)
		}
	})
}

// TestProgramReplay replays the recording, looks at machine code and at the time line, and shares both.
func TestProgramReplay(t *testing.T) {
	t.Parallel()
	tab := program(t, "")
	must(t, tab.Wait(`document.querySelector(".time-bar .is-running") && /runs traces/.test(document.querySelector(".time-legend").textContent)`))
	pressButton(t, tab, "x86-64")
	must(t, tab.Wait(`[...document.querySelectorAll(".step-machine code")].some((c) => c.textContent.startsWith("add r"))`))
	// The machine code of a step stands beside what is left of it.
	must(t, tab.Wait(`[...document.querySelectorAll(".step")].every((s) => !s.querySelector(".step-machine li") || s.querySelector(".step-left li"))`))
	pressButton(t, tab, "Replay")
	must(t, tab.Wait(`document.querySelector("#step-0[aria-pressed=true]") && document.querySelectorAll(".step.is-later").length > 10`))
	must(t, tab.Wait(`/recorder/.test(document.querySelector(".step-meaning")?.textContent) && !document.querySelector(".step-left li")`))
	must(t, tab.Click(`.replay button[aria-label="The next instruction"]`))
	must(t, tab.Wait(`document.querySelector("#step-1[aria-pressed=true]") && document.querySelector(".replay-at").textContent.startsWith("2 of")`))
	must(t, tab.Settled())
	var link string
	must(t, tab.Eval(`location.href`, &link))
	other := sibling(t, tab, link)
	must(t, other.Wait(`document.querySelector("#step-1[aria-pressed=true]") && document.querySelector(".step.is-later") && document.querySelector(".step-meaning")`))
	must(t, other.Eval(`(() => { const slider = document.querySelector(".replay input"); slider.value = slider.max; slider.dispatchEvent(new Event("input")) })()`, nil))
	must(t, other.Wait(`!document.querySelector(".step.is-later") && document.querySelector(".step-machine code")`))
	// A moment of the time line leads to its loop.
	must(t, tab.Click(".time-events summary"))
	must(t, tab.Click(".time-events button"))
	must(t, tab.Wait(`document.querySelector(".loop-card.is-shown .loop-button[aria-pressed=true]")`))
	// Another run says how long this one took.
	must(t, tab.Eval(`document.querySelectorAll(".program-knobs .switch input")[1].click()`, nil))
	must(t, tab.Wait(`document.querySelector("[data-phase=ended]") && /no bridges: .*hot from iteration/.test(document.querySelector(".time-whole").textContent)`))
}
