package browsertest

import (
	"fmt"
	"testing"

	"unbox/native"
)

// openProgram opens one of the page's examples by its title, and waits for the end of its run.
func openProgram(t *testing.T, title, output string) *Tab {
	t.Helper()
	tab := program(t, "")
	pressButton(t, tab, "Examples")
	pressButton(t, tab, title)
	must(t, tab.Wait(fmt.Sprintf(`document.querySelector(".engine[data-phase=ended]") && document.querySelector(".program-output pre").textContent === %q`, output)))
	return tab
}

// TestProgramExamples opens the example of each idea: the page shows the idea in its counters, in the tree of loops, in the trace or in
// the time line.
func TestProgramExamples(t *testing.T) {
	long(t)
	t.Parallel()
	loops := `document.querySelector(".loop-list").innerText.replaceAll("\u202f", "")`
	for _, c := range []struct {
		title, output string
		shown         []string // what has to be true
	}{
		{"A guard that fails", "195980000\n", []string{
			// The condition failed 200 times, and the interpreter went on in its line. Then a bridge took over.
			`/guard_false fails 200 times\s+a condition was true; continues in line 5/.test(` + loops + `)`,
			`/entered 201 times/.test(` + loops + `)`,
			`/19820 iterations; runs as a trace/.test(` + loops + `)`,
		}},
		{"A bridge", "10000 100000000\n", []string{
			// The bridge stands below its guard, and leads back to the loop.
			`/guard_false fails 200 times[^]*Bridge from line 6 to the loop/.test(` + loops + `)`,
			`document.querySelector(".loop-exit > .bridge-button")`,
			`[...document.querySelectorAll(".time-events li")].some((e) => /a bridge is made for the loop in line 5/.test(e.textContent))`,
		}},
		{"Integers that grow", "13510798882111488000\n", []string{
			`/guard_no_overflow fails once\s+an integer became longer than 64 bits/.test(` + loops + `)`,
			// From then on the sum is an object of another class, for which there is a bridge.
			`/guard_nonnull_class fails 200 times\s+an object was of another class[^]*Bridge from line 6/.test(` + loops + `)`,
			`[...document.querySelectorAll(".op")].some((o) => /int_add_ovf/.test(o.textContent))`,
		}},
		{"A polymorphic call", "182000\n", []string{
			// One method is inlined behind a guard on the class, here its map; the other one has a bridge.
			`/guard_value fails 200 times\s+a value was different; continues in line 25[^]*Bridge from line 25 to the loop/.test(` + loops + `)`,
			`[...document.querySelectorAll(".step-line")].some((s) => s.textContent.trim() === "10")`,
		}},
		{"A class that changes", "549975000\n", []string{
			`/a class changed: Scale\.factor/.test(` + loops + `)`,
			`/entered twice|entered 2 times/.test(` + loops + `)`,
			`[...document.querySelectorAll(".time-events li")].some((e) => /the trace of the loop in line 11 is thrown away/.test(e.textContent))`,
			`[...document.querySelectorAll(".time-events li")].filter((e) => /the loop in line 11 is a trace/.test(e.textContent)).length === 2`,
		}},
		{"A loop that is given up", "100000\n", []string{
			`/100000 iterations; given up: it is interpreted from now on/.test(` + loops + `)`,
			`document.querySelectorAll(".loop-failure").length === 4 && /Recording 4: an exception was raised/.test(` + loops + `)`,
			`document.querySelector(".program-say h1").textContent === "No loop became a trace."`,
		}},
	} {
		t.Run(c.title, func(t *testing.T) {
			t.Parallel()
			tab := openProgram(t, c.title, c.output)
			for _, shown := range c.shown {
				if err := tab.Wait(shown); err != nil {
					text, _ := tab.Text(".loop-list")
					t.Errorf("%v; the page has\n%s", err, text)
				}
			}
		})
	}
}

// speedRow is a row of the comparison, by its group and its place there, both from 0.
func speedRow(group, row int) string {
	return fmt.Sprintf(`document.querySelectorAll(".speed-groups table")[%d].rows[%d]`, group, row)
}

// TestProgramSpeed compares the first example in real workers: both groups get their bars, and what was measured is said in
// words. A program of a visitor's is not run by CPython.
func TestProgramSpeed(t *testing.T) {
	long(t)
	if !native.Available() {
		t.Skip("workers run machine code on x86-64 Linux only")
	}
	class, end, err := NewWorkers()
	must(t, err)
	defer end()
	tab, err := browser.Visitor(t.Context())
	must(t, err)
	defer noProblems(t, tab)
	must(t, tab.Open(ownSite(t, WithWorkers(class)).URL+"program"))
	must(t, tab.Wait(`document.querySelector(".engine[data-phase=ended]")`))
	pressButton(t, tab, "Compare speed")
	must(t, tab.Wait(`/^With traces, the server takes 0\.\d+ /.test(document.querySelector(".speed-groups").parentElement.querySelector("header").textContent.replace("Speed", ""))`))
	must(t, tab.Wait(`document.querySelectorAll(".speed-groups table")[1].rows.length === 4`))
	for group := range 2 {
		must(t, tab.Wait(speedRow(group, 0)+`.textContent.startsWith("interpreter") && `+speedRow(group, 0)+`.querySelector("path.is-interpreting")`))
		must(t, tab.Wait(`/^with traces[\d.]+\u202fm?s \d+(\.\d)? times as fast/.test(`+speedRow(group, 1)+`.textContent)`))
	}
	// A machine without PyPy says so.
	must(t, tab.Wait(`["CPython", "PyPy"].every((name, k) => new RegExp("^" + name + "( [0-9].* m?s|not measured: )").test(document.querySelectorAll(".speed-groups table")[1].rows[2 + k].textContent.replace("\u202f", " ")))`))
	for _, size := range [][2]int64{{1920, 1080}, {1280, 720}, {820, 1180}, {768, 1024}, {360, 740}} {
		must(t, tab.Resize(size[0], size[1]))
		must(t, tab.Wait(`[...document.querySelectorAll(".speed-groups > *")].every((g) => g.scrollWidth <= g.clientWidth)`))
		must(t, tab.Settled())
		must(t, tab.Eval(`document.querySelector(".speed-groups").scrollIntoView()`, nil))
		state := fmt.Sprintf("program-speed-light-%d", size[0])
		expectAccessible(t, tab, state)
		keepShot(t, tab, state)
		expectWithin(t, tab, "a, .line, pre", ".program-passes ul, pre", state)
	}
	if *withLong {
		must(t, tab.Theme("dark"))
		for _, size := range [][2]int64{{1920, 1080}, {1280, 720}, {360, 740}} {
			must(t, tab.Resize(size[0], size[1]))
			must(t, tab.Eval(`document.querySelector(".speed-groups").scrollIntoView()`, nil))
			keepShot(t, tab, fmt.Sprintf("program-speed-dark-%d", size[0]))
		}
		must(t, tab.Theme("light"))
		must(t, tab.Resize(1280, 720))
	}

	write(t, tab, "n = 0\nfor i in range(30000):\n    n += i\nprint(n)\n")
	must(t, tab.Wait(`document.querySelector(".program-output pre").textContent === "449985000\n" && document.querySelector(".engine[data-phase=ended]")`))
	must(t, tab.Wait(`/have changed since/.test(document.querySelector(".speed-groups").parentElement.textContent)`))
	pressButton(t, tab, "Compare again")
	must(t, tab.Wait(`/CPython and PyPy are not compared: the server runs only its own examples/.test(document.querySelector(".speed-groups").textContent)`))
	must(t, tab.Wait(`document.querySelectorAll(".speed-groups table")[1].rows.length === 2`))
	pressButton(t, tab, "Back to the time")
	must(t, tab.Wait(`!document.querySelector(".speed-groups") && document.querySelector(".time-bar")`))
}
