package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"unbox/bench/traces"
)

// TestStripOfALongTrace moves through a long trace by the strip beside it, in both columns and in the picture: by a click, by
// dragging, and by keys. Short traces, and what is presented, have none.
func TestStripOfALongTrace(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Settled())
	must(t, tab.Wait(`!document.querySelector(".long-strip")`))
	must(t, tab.Replace(traces.Mixed(7000)))
	must(t, tab.Ready())
	// Before passes are counted it is there, with what changed.
	must(t, tab.Wait(`performance.getEntriesByName("unbox:strip-early").length > 0`))
	must(t, tab.Wait(`document.querySelectorAll(".long-strip path").length > 2`))
	moveByStrip(t, tab, ".diff-scroll")
	expectNoMoreAfterALeap(t, tab)
	keepShot(t, tab, "strip-columns")
	expectAccessible(t, tab, "the strip beside both columns")

	pressOutside(t, tab, "e")
	must(t, tab.Wait(`document.querySelector(".picture .long-strip path")`))
	moveByStrip(t, tab, ".sheet")
	expectLooks(t, tab, "strip")
	must(t, tab.Resize(1440, 900))
	pressOutside(t, tab, "p")
	must(t, tab.Wait(`document.querySelector(".presenting .picture-row") && !document.querySelector(".long-strip")`))
}

// expectNoMoreAfterALeap has both columns at their end, after a leap there: no rows are drawn beyond the view, where nobody may ever
// look; once somebody scrolls on from there, they are.
func expectNoMoreAfterALeap(t *testing.T, tab *Tab) {
	t.Helper()
	const above = `(() => {
		const list = document.querySelector(".diff-scroll").getBoundingClientRect();
		return [...document.querySelectorAll(".diff-row")].map((r) => r.getBoundingClientRect()).filter((r) => r.bottom < list.top && r.bottom > list.top - 10 * r.height).length;
	})()`
	must(t, tab.Settled())
	must(t, tab.Wait(above+` <= 1`))
	must(t, tab.Eval(`document.querySelector(".diff-scroll").scrollBy(0, -50)`, nil))
	must(t, tab.Wait(above+` >= 6`))
}

// moveByStrip moves the list by the strip.
func moveByStrip(t *testing.T, tab *Tab, list string) {
	t.Helper()
	must(t, tab.Settled())
	at := `Math.round(100 * document.querySelector("` + list + `").scrollTop / (document.querySelector("` + list + `").scrollHeight - document.querySelector("` + list + `").clientHeight))`
	point := func(kind, fraction string) string {
		return `(() => {
			const strip = document.querySelector(".long-strip"), box = strip.getBoundingClientRect();
			strip.setPointerCapture = () => {};
			return strip.dispatchEvent(new PointerEvent("` + kind + `", { bubbles: true, button: 0, buttons: 1, clientX: box.left + 5, clientY: box.top + box.height * ` + fraction + ` }));
		})()`
	}
	must(t, tab.Eval(point("pointerdown", "0.5"), nil))
	must(t, tab.Wait(at+` === 50`))
	// Where the pointer rests is told; a picture that is drawn anew begins without a pointer.
	must(t, tab.Wait(point("pointermove", "0.75")+` && Math.abs(`+at+` - 75) <= 1 && document.querySelector(".long-strip-words.is-pointed")?.textContent.includes("rows")`))
	must(t, tab.Focus(".long-strip"))
	must(t, tab.Settled())
	must(t, tab.Press(kb.Home))
	must(t, tab.Wait(at+` === 0 && /^(from|at) row \d+/.test(document.querySelector(".long-strip").getAttribute("aria-valuetext"))`))
	must(t, tab.Settled())
	must(t, tab.Press(kb.End))
	must(t, tab.Wait(at+` === 100 && document.querySelector(".long-strip").getAttribute("aria-valuenow") === "100"`))
}
