package browsertest

import "testing"

// overCable opens a page of a site over a cable that can be cut.
func overCable(t *testing.T, s *Site, path string) (*cable, *Tab) {
	t.Helper()
	c, near := lay(t, s)
	tab, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, tab.AtDesk())
	must(t, tab.Open(near.URL+path))
	return c, tab
}

// TestProveWithoutANetwork asks for the prover, which is not loaded yet, when the network
// is away, and again when it is back.
func TestProveWithoutANetwork(t *testing.T) {
	t.Parallel()
	c, tab := overCable(t, site, "")
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
	c.mend()
	must(t, tab.Click(".prove-again"))
	must(t, tab.Wait(`document.querySelector(".prove-verdict.status-proved")`))
}

// TestMachineWithoutANetwork does the same with the code generator.
func TestMachineWithoutANetwork(t *testing.T) {
	t.Parallel()
	c, tab := overCable(t, site, "")
	must(t, tab.Ready())
	must(t, tab.SkipTour())
	showSmall(t, tab)
	must(t, tab.Settled())
	c.cut()
	must(t, tab.Eval(`document.querySelector("[aria-label=View] button:last-child").click()`, nil))
	must(t, tab.Wait(`/could not be loaded: the server cannot be reached/.test(document.querySelector(".machine-empty")?.innerText)`))
	c.mend()
	must(t, tab.Click(".machine-empty .retry"))
	must(t, tab.Wait(`document.querySelector(".asm")`))
}

// TestLabWithoutANetwork opens the lab, whose module does not arrive.
func TestLabWithoutANetwork(t *testing.T) {
	t.Parallel()
	here := ownSite(t)
	release := here.Hold(".wasm")
	c, tab := overCable(t, here, "lab")
	must(t, tab.Wait(`document.querySelector(".lab .engine.loading")`))
	c.cut()
	must(t, tab.Wait(`document.querySelector(".banner[role=alert]")?.innerText.includes("could not be loaded")`))
	must(t, tab.Wait(`document.querySelector(".lab-trouble .retry")`))
	release()
	c.mend()
	must(t, tab.Click(".banner .button"))
	must(t, tab.Wait(`document.querySelector(".lab .engine.ready") && !document.querySelector(".banner")`))
	must(t, tab.Wait(labVerdict("refuted")))
}

// TestLessonWithoutANetwork opens a step, whose module does not arrive.
func TestLessonWithoutANetwork(t *testing.T) {
	t.Parallel()
	here := ownSite(t)
	release := here.Hold(".wasm")
	c, tab := overCable(t, here, foldStep)
	must(t, tab.Wait(`document.querySelector(".cm-content") && document.querySelector(".arriving progress")`))
	c.cut()
	must(t, tab.Wait(`/the server cannot be reached/.test(document.querySelector(".bench").innerText)`))
	release()
	c.mend()
	must(t, tab.Eval(`[...document.querySelectorAll(".bench button")].find((b) => /try again/i.test(b.innerText)).click()`, nil))
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
}
