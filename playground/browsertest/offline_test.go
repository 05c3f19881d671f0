package browsertest

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"unbox/playground"
)

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
	long(t)
	t.Parallel()
	c, tab := overCable(t, site, "")
	must(t, tab.Ready())
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
	long(t)
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

// keeping has browsers keep the site.
func keeping(c *playground.Config) { c.Offline = true }

// kept is true once a service worker has everything and answers for the page.
const kept = `navigator.serviceWorker.controller?.state === "activated"`

// TestEverythingWithoutANetwork visits the playground once, cuts the network, and uses all parts of the site: none of
// them was open before.
func TestEverythingWithoutANetwork(t *testing.T) {
	long(t)
	t.Parallel()
	c, tab := overCable(t, ownSite(t, keeping), "")
	must(t, tab.Ready())
	must(t, tab.Wait(kept))
	c.cut()
	must(t, tab.Reload())
	must(t, tab.Ready())
	showSmall(t, tab)
	must(t, tab.Click(".prove-button"))
	must(t, tab.Wait(`document.querySelector(".prove-verdict.status-proved")`))
	must(t, tab.Eval(`[...document.querySelectorAll(".site-nav a")].find((a) => a.textContent === "Lab").click()`, nil))
	must(t, tab.Wait(labVerdict("refuted")))
	must(t, tab.Eval(`[...document.querySelectorAll(".site-nav a")].find((a) => a.textContent === "Lessons").click()`, nil))
	must(t, tab.Wait(`location.pathname === "/lessons/" && document.querySelector("#content a[href]")`))
	must(t, tab.Eval(`location.href = "/`+foldStep+`"`, nil))
	must(t, tab.Wait(`location.pathname.endsWith("`+foldStep+`") && document.querySelector(".cm-content")`))
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
}

// TestKeptInSpiteOfABusyServer keeps the site although one file was refused by a server that was busy, then cut off in the middle.
func TestKeptInSpiteOfABusyServer(t *testing.T) {
	long(t)
	t.Parallel()
	here := ownSite(t, keeping)
	left := make(chan struct{}, 2)
	here.Fail(foldStep, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "busy", http.StatusServiceUnavailable)
		left <- struct{}{}
	}, func(http.ResponseWriter, *http.Request) {
		left <- struct{}{}
		panic(http.ErrAbortHandler)
	})
	c, tab := overCable(t, here, "")
	must(t, tab.Ready())
	must(t, tab.Wait(kept))
	<-left
	<-left
	c.cut()
	must(t, tab.Eval(`location.href = "/`+foldStep+`"`, nil))
	must(t, tab.Wait(`location.pathname.endsWith("`+foldStep+`") && document.querySelector(".cm-content")`))
}

// TestAnotherReleaseComesAsAWhole renews the server while pages of the release before are open: they go on with what belongs
// to them, and a page that is opened alone is of the new release in all its parts.
func TestAnotherReleaseComesAsAWhole(t *testing.T) {
	long(t)
	t.Parallel()
	here := ownSite(t, keeping)
	c, tab := overCable(t, here, "")
	must(t, tab.Ready())
	must(t, tab.Wait(kept))
	must(t, here.Renew("v2.0.0-test", keeping))
	must(t, tab.Eval(`navigator.serviceWorker.getRegistration().then((r) => r.update())`, nil))
	must(t, tab.Wait(`window.waits || (navigator.serviceWorker.getRegistration().then((r) => { window.waits = r.waiting !== null; }), false)`))
	var caches []string
	must(t, tab.Eval(`caches.keys()`, &caches))
	if len(caches) != 2 {
		t.Errorf("expected both releases while a page of the first is open, found %q", caches)
	}
	must(t, tab.Reload())
	must(t, tab.Wait(`document.documentElement.dataset.version === "v2.0.0-test"`))
	// A request would keep the worker of the first release busy, which has to leave.
	if slices.ContainsFunc(tab.Requests(), func(url string) bool { return strings.HasSuffix(url, "/favicon.ico") }) {
		t.Error("expected a page between two releases that asks for nothing, found that it asked for an icon")
	}
	must(t, tab.Ready())
	must(t, tab.Wait(kept))
	c.cut()
	must(t, tab.Reload())
	must(t, tab.Wait(`document.documentElement.dataset.version === "v2.0.0-test"`))
	must(t, tab.Ready())
	must(t, tab.Eval(`caches.keys()`, &caches))
	if len(caches) != 1 || !strings.HasPrefix(caches[0], "unbox:") {
		t.Errorf("expected one release, found %q", caches)
	}
}

// TestServerWithoutStorage lets go what browsers keep of it.
func TestServerWithoutStorage(t *testing.T) {
	long(t)
	t.Parallel()
	here := ownSite(t, keeping)
	_, tab := overCable(t, here, "")
	must(t, tab.Ready())
	must(t, tab.Wait(kept))
	must(t, here.Renew("v2.0.0-test"))
	must(t, tab.Eval(`navigator.serviceWorker.getRegistration().then((r) => r.update())`, nil))
	must(t, tab.Wait(`window.left || (Promise.all([caches.keys(), navigator.serviceWorker.getRegistration()]).then(([keys, r]) => { window.left = keys.length === 0 && !r; }), false)`))
}
