package browsertest

import "testing"

// overCable opens a page over a cable that can be cut. Tests that cut one run alone: to mend
// it they need the same port again, and some hold the server's answers back.
func overCable(t *testing.T, path string) (*cable, *Tab) {
	t.Helper()
	c, near := lay(t, site)
	t.Cleanup(c.cut)
	tab, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, tab.Open(near.URL+path))
	return c, tab
}

// TestProveWithoutANetwork asks for the prover, which is not loaded yet, when the network
// is away, and again when it is back.
func TestProveWithoutANetwork(t *testing.T) {
	c, tab := overCable(t, "")
	must(t, tab.Ready())
	must(t, tab.SkipTour())
	showSmall(t, tab)
	must(t, tab.Settled())
	c.cut()
	must(t, tab.Click(".prove-button"))
	must(t, tab.Wait(`/could not be loaded: the server cannot be reached/.test(document.querySelector(".prove-line").innerText)`))
	// What is loaded goes on working.
	must(t, tab.Replace(small+"# edited without a network"))
	must(t, tab.Ready())
	must(t, tab.Click(".prove-button"))
	must(t, tab.Wait(`document.querySelector(".prove-again")`))
	c.mend(t, site)
	must(t, tab.Click(".prove-again"))
	must(t, tab.Wait(`document.querySelector(".prove-verdict.status-proved")`))
}

// TestMachineWithoutANetwork does the same with the code generator.
func TestMachineWithoutANetwork(t *testing.T) {
	c, tab := overCable(t, "")
	must(t, tab.Ready())
	must(t, tab.SkipTour())
	showSmall(t, tab)
	must(t, tab.Settled())
	c.cut()
	must(t, tab.Eval(`document.querySelector("[aria-label=View] button:last-child").click()`, nil))
	must(t, tab.Wait(`/could not be loaded: the server cannot be reached/.test(document.querySelector(".machine-empty")?.innerText)`))
	c.mend(t, site)
	must(t, tab.Click(".machine-empty .retry"))
	must(t, tab.Wait(`document.querySelector(".asm")`))
}

// TestLabWithoutANetwork opens the lab, whose module does not arrive.
func TestLabWithoutANetwork(t *testing.T) {
	release := site.Hold(".wasm")
	defer release()
	c, tab := overCable(t, "lab")
	must(t, tab.Wait(`document.querySelector(".lab .engine.loading")`))
	c.cut()
	must(t, tab.Wait(`document.querySelector(".banner[role=alert]")?.innerText.includes("could not be loaded")`))
	must(t, tab.Wait(`document.querySelector(".lab-trouble .retry")`))
	release()
	c.mend(t, site)
	must(t, tab.Click(".banner .button"))
	must(t, tab.Wait(`document.querySelector(".lab .engine.ready") && !document.querySelector(".banner")`))
	must(t, tab.Wait(labVerdict("refuted")))
}

// TestLessonWithoutANetwork opens a step, whose module does not arrive.
func TestLessonWithoutANetwork(t *testing.T) {
	release := site.Hold(".wasm")
	defer release()
	c, tab := overCable(t, foldStep)
	must(t, tab.Wait(`document.querySelector(".cm-content") && document.querySelector(".arriving progress")`))
	c.cut()
	must(t, tab.Wait(`/the server cannot be reached/.test(document.querySelector(".bench").innerText)`))
	release()
	c.mend(t, site)
	must(t, tab.Eval(`[...document.querySelectorAll(".bench button")].find((b) => /try again/i.test(b.innerText)).click()`, nil))
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
}
