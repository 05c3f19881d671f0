package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// terminate ends the page's worker without the page being told, as a browser
// does that is out of memory.
const terminate = `window.unboxWorkers.at(-1).terminate()`

// fault makes the worker report an uncaught error, as a bug in it would.
const fault = `window.unboxWorkers.at(-1).dispatchEvent(new ErrorEvent("error", { message: "broken by a test" }))`

func TestCrashOfTheWorker(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	showSmall(t, tab)
	must(t, tab.Eval(fault, nil))
	must(t, tab.Wait(`document.querySelector(".banner[role=alert]")?.innerText.includes("broken by a test")`))
	// The page goes on: the text can be edited, the last result stays, nothing
	// runs by itself.
	must(t, tab.TypeAtEnd("# after the crash"))
	must(t, tab.Wait(`document.querySelector(".engine.crashed")`))
	must(t, tab.Wait(`document.querySelector(".diff-row")`))
	must(t, tab.Click(".banner .button.primary"))
	must(t, tab.Ready())
	must(t, tab.Wait(`!document.querySelector(".banner[role=alert]")`))
	if got := text(t, tab); !strings.HasSuffix(got, "# after the crash") {
		t.Errorf("expected the text typed after the crash, found %q", got)
	}
}

func TestRunawayWorkerIsReplaced(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Wait(runAgrees))
	must(t, tab.Settled())
	must(t, tab.Eval(terminate, nil))
	// The worker is deaf now. Two edits: the second one finds the first without
	// an answer, and the page starts another worker.
	must(t, tab.Replace(small))
	must(t, tab.Wait(`document.querySelector(".engine.busy")`))
	must(t, tab.TypeAtEnd("# once more"))
	must(t, tab.Wait(`[...document.querySelectorAll(".diff-row")].some((r) => r.innerText.includes("int_mul"))`))
	must(t, tab.Ready())
	var workers int
	must(t, tab.Eval("window.unboxWorkers.length", &workers))
	if workers < 2 {
		t.Errorf("expected a second worker, found %d", workers)
	}
}

func TestReloadLosesNothing(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.TypeAtEnd("# kept"))
	must(t, tab.Reload())
	must(t, tab.Wait(`document.querySelector(".cm-content")`))
	if got := text(t, tab); !strings.HasSuffix(got, "# kept") {
		t.Errorf("expected the typed text after a reload, found %q", got)
	}
	must(t, tab.Ready())
}

// holdAddress has the pause before the address changes, which is 400 ms in static/src/persist.ts and 300 in static/src/lab/persist.ts, end
// when window.late is called.
func holdAddress(t *testing.T, tab *Tab, pause int) {
	t.Helper()
	must(t, tab.Eval(fmt.Sprintf(`(() => {
		const { setTimeout } = window;
		window.setTimeout = (act, time, ...rest) => (time === %d ? ((window.late = act), 0) : setTimeout(act, time, ...rest));
	})()`, pause), nil))
}

// TestReloadWhileTheAddressChanges reloads a page whose address follows the text a moment
// later: what arrives has the older address, and goes on with the text all the same.
func TestReloadWhileTheAddressChanges(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	showSmall(t, tab)
	must(t, tab.Settled())
	holdAddress(t, tab, 400)
	must(t, tab.TypeAtEnd("# typed last"))
	reloadEarly(t, tab)
	must(t, tab.Ready())
	if got := text(t, tab); !strings.HasSuffix(got, "# typed last") {
		t.Errorf("expected what was typed last at the end, found %q", got)
	}
}

// TestLabReloadsWhileTheAddressChanges is the same for the lab.
func TestLabReloadsWhileTheAddressChanges(t *testing.T) {
	t.Parallel()
	tab := lab(t, "")
	replaceIn(t, tab, ".lab-after", "[i0]\nfinish(i0)\n")
	must(t, tab.Wait(`location.hash.startsWith("#prove/1")`))
	holdAddress(t, tab, 300)
	replaceIn(t, tab, ".lab-after", "[i0]\nfinish(i0)\n# typed last\n")
	reloadEarly(t, tab)
	must(t, tab.Wait(`document.querySelector(".lab-after .cm-content")?.textContent.includes("typed last")`))
}

// reloadEarly reloads a page while its address, which is held, is about to change.
func reloadEarly(t *testing.T, tab *Tab) {
	t.Helper()
	must(t, tab.Wait("window.late"))
	must(t, tab.Eval(`(() => {
		const { hash } = location;
		location.reload();
		window.late();
		if (location.hash === hash) throw Error("the address is the same");
	})()`, nil))
	must(t, tab.Wait("!window.late"))
}

// TestLinkWhileTheAddressChanges opens a link in the moment in which the address was to follow the text: the link
// is followed, and what was typed stays kept.
func TestLinkWhileTheAddressChanges(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Settled())
	holdAddress(t, tab, 400)
	must(t, tab.TypeAtEnd("# typed before the link"))
	must(t, tab.Wait("window.late"))
	must(t, tab.Eval(fmt.Sprintf(`location.hash = %q; window.late()`, linkToSmall), nil))
	must(t, tab.Wait(holds("i0")+` && !`+holds("BoxedInteger")))
	must(t, tab.Wait(fmt.Sprintf(`location.hash === %q`, linkToSmall)))
	must(t, tab.Wait(`Object.values(localStorage).some((v) => v.includes("# typed before the link"))`))
}

// TestBackToTheDocument opens an example over a text that was edited: the browser's Back returns to the text, and Forward to the example.
func TestBackToTheDocument(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.TypeAtEnd("# not left for good"))
	must(t, tab.Eval(`document.querySelector("button[aria-haspopup=menu]").click()`, nil))
	must(t, tab.Wait(`document.querySelector("[role=menu] .menu-title")`))
	must(t, tab.Eval(`[...document.querySelectorAll("[role=menu] .menu-title")].find((m) => m.innerText.includes("Lifting a cycle")).closest("button").click()`, nil))
	must(t, tab.Wait(holds("class T1")))
	must(t, tab.Settled())
	must(t, tab.Eval(`history.back()`, nil))
	must(t, tab.Wait(holds("# not left for good")))
	must(t, tab.Eval(`history.forward()`, nil))
	must(t, tab.Wait(holds("class T1")+` && !`+holds("# not left for good")))
}

// TestUndoOverAnExample opens an example, and undoes and redoes that: the text comes back with its name.
func TestUndoOverAnExample(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	titled := func(words string) string {
		return fmt.Sprintf(`document.querySelector(".pane-trace h2").innerText === %q`, words)
	}
	must(t, tab.TypeAtEnd("# mine"))
	must(t, tab.Eval(`document.querySelector("button[aria-haspopup=menu]").click()`, nil))
	must(t, tab.Wait(`document.querySelector("[role=menu] .menu-title")`))
	must(t, tab.Eval(`[...document.querySelectorAll("[role=menu] .menu-title")].find((m) => m.innerText.includes("Lifting a cycle")).closest("button").click()`, nil))
	must(t, tab.Wait(holds("class T1")+` && `+titled("Lifting a cycle")))
	must(t, tab.Focus(Editor))
	must(t, tab.Press("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	must(t, tab.Wait(holds("# mine")+` && `+titled("Boxed integers in a loop")))
	must(t, tab.Press("y", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	must(t, tab.Wait(holds("class T1")+` && `+titled("Lifting a cycle")))
}

func TestClosedTabIsOffered(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	other := sibling(t, tab, site.URL)
	must(t, other.Ready())
	must(t, other.TypeAtEnd("# written in a tab that is closed"))
	other.Close()
	must(t, tab.Open("about:blank"))
	third := sibling(t, tab, site.URL)
	must(t, third.Wait(`[...document.querySelectorAll(".toast button")].some((b) => b.innerText === "Open it")`))
	must(t, third.Click(".toast-action"))
	if got := text(t, third); !strings.HasSuffix(got, "# written in a tab that is closed") {
		t.Errorf("expected the draft of the closed tab, found %q", got)
	}
}

func TestTwoTabsDoNotOverwrite(t *testing.T) {
	long(t)
	t.Parallel()
	one := visit(t, "")
	two := sibling(t, one, site.URL)
	must(t, two.Ready())
	must(t, one.TypeAtEnd("# one"))
	must(t, two.TypeAtEnd("# two"))
	must(t, one.TypeAtEnd("!"))
	must(t, two.TypeAtEnd("?"))
	must(t, one.Reload())
	must(t, two.Reload())
	for tab, want := range map[*Tab]string{one: "# one!", two: "# two?"} {
		must(t, tab.Wait(`document.querySelector(".cm-content")`))
		if got := text(t, tab); !strings.HasSuffix(got, want) {
			t.Errorf("expected the tab's own text %q at the end, found %q", want, got)
		}
	}
}

func TestLinkOpensTheSame(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	showSmall(t, tab)
	must(t, tab.Press("\u001b"))
	must(t, tab.Focus(Grid))
	must(t, tab.Press("]"))
	must(t, tab.Ready())
	must(t, tab.Wait(`location.hash.startsWith("#1")`))
	// The address follows a moment behind.
	must(t, tab.Settled())
	var link, shown string
	must(t, tab.Eval(`location.href`, &link))
	const view = `JSON.stringify([document.querySelector(".handle-from").ariaValueNow,
		document.querySelector(".handle-to").ariaValueNow,
		[...document.querySelectorAll(".diff-row")].map((r) => r.innerText)])`
	must(t, tab.Eval(view, &shown))
	stranger, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, stranger.AtDesk())
	must(t, stranger.Open(link))
	must(t, stranger.Ready())
	t.Cleanup(func() { expectNoProblems(t, site, stranger) })
	if got, want := text(t, stranger), text(t, tab); got != want {
		t.Errorf("the link's text: got %q, expected %q", got, want)
	}
	var got string
	must(t, stranger.Eval(view, &got))
	if got != shown {
		t.Errorf("the link's view: got %s, expected %s", got, shown)
	}
}

func TestLinkDoesNotDestroyADraft(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.TypeAtEnd("# precious"))
	must(t, tab.Eval(`location.hash = "#1q1YqUbIqLsnPVbJSSlHSUSpKLShW0lEqVrKqVspMUbICMjNTlKyilXITM0vAJIpYrY5SSWJRemqJklVtLQA"`, nil))
	must(t, tab.Open(site.URL+"?again"))
	found := `Object.values(localStorage).some((v) => v.includes("# precious"))`
	must(t, tab.Wait(found))
}

func TestBadLinkIsExplained(t *testing.T) {
	t.Parallel()
	tab := arrive(t, "#1notdeflated")
	must(t, tab.Wait(`document.querySelector(".toasts").innerText.includes("cannot be opened")`))
	must(t, tab.Ready())
}

// TestChoicesAreKeptAtOnce makes a choice and looks at the storage before the page does
// anything else: neither a reload nor the end of the process can come between.
func TestChoicesAreKeptAtOnce(t *testing.T) {
	const kept = `[...Object.values(sessionStorage), ...Object.values(localStorage)].filter((text) => %s).length`
	choose := func(tab *Tab, choice, sign string) {
		t.Helper()
		var before, after int
		must(t, tab.Eval(fmt.Sprintf(kept, sign), &before))
		must(t, tab.Eval(fmt.Sprintf("%s; "+kept, choice, sign), &after))
		if before != 0 || after == 0 {
			t.Errorf("%s: expected the first record with %s, found %d records before and %d after", choice, sign, before, after)
		}
	}
	tab := visit(t, "")
	choose(tab, `[...document.querySelectorAll(".strip [role=switch]")].at(-1).click()`, `JSON.parse(text).preset === ""`)
	tab = lab(t, "")
	must(t, tab.Wait(labVerdict("refuted")))
	choose(tab, `(() => { const width = document.querySelector("select"); width.value = "8"; width.dispatchEvent(new Event("change")); })()`,
		`JSON.parse(text).doc?.width === 8`)
}
