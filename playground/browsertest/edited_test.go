package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unbox/bench/traces"
)

// pasteBefore pastes a text in front of the first line of the editor with some words; that line is near the place to which Ctrl and
// the key lead.
func pasteBefore(t *testing.T, tab *Tab, key, line, text string) {
	t.Helper()
	must(t, tab.Focus(Editor))
	must(t, tab.Press(key, chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	found := fmt.Sprintf(`[...document.querySelectorAll(".cm-line")].find((l) => l.textContent.includes(%q))`, line)
	must(t, tab.Wait(found))
	must(t, tab.Eval(`getSelection().collapse(`+found+`, 0)`, nil))
	must(t, tab.Settled())
	must(t, tab.Paste(text))
	must(t, tab.Ready())
}

// TestLastEdit edits the first example and looks at what that changed in the result: an edit in one place is one edit, another
// place begins another one, a pass that is switched off is one as well; the view comes with the first edit and goes with the
// document.
func TestLastEdit(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	const button = `[...document.querySelectorAll(".views-choice button")].find((b) => b.textContent.startsWith("Last edit"))`
	var there bool
	must(t, tab.Eval(button+` !== undefined`, &there))
	if there {
		t.Error("expected no last edit before the first one")
	}
	pasteBefore(t, tab, kb.End, "i17 = int_gt", "escape(p5)\n")
	must(t, tab.Wait(button+`?.textContent === "Last edit6 → 9"`))
	must(t, tab.Eval(button+`.click()`, nil))
	const rows = `[...document.querySelectorAll(".edited .diff-row:not(.is-same):not(.is-fold)")].map((r) => r.innerText.replace(/\s+/g, " ").trim())`
	must(t, tab.Wait(rows+`.length === 6`))
	must(t, tab.Wait(rows+`[0].includes("row 52 gives it away") && document.querySelector(".edited-what li").innerText.includes("escape(p5)")`))

	must(t, tab.Focus(".edited-scroll"))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Eval(`[...document.querySelectorAll(".edited .diff-row.is-added")][0].click()`, nil))
	must(t, tab.Wait(`/need not exist/.test(document.querySelectorAll(".edited-side")[0]?.innerText)`))
	must(t, tab.Wait(`/must exist from row 52 on/.test(document.querySelectorAll(".edited-side")[1].innerText)`))
	keepShot(t, tab, "edited-why")

	// What is written elsewhere is another edit; what the first one changed is still to be had.
	pasteBefore(t, tab, kb.Home, "p6 = new", "print(7)\n")
	must(t, tab.Wait(`document.querySelector(".edited-what li").innerText.includes("print(7)") && !document.querySelector(".edited-what").innerText.includes("escape")`))
	must(t, tab.Eval(`[...document.querySelectorAll(".edited-tools button")].find((b) => b.innerText.includes("opened")).click()`, nil))
	must(t, tab.Wait(`document.querySelectorAll(".edited-what li").length === 2`))
	must(t, tab.Eval(`document.querySelector(".edited-tools input[type=checkbox]").click()`, nil))
	must(t, tab.Wait(`!document.querySelector(".edited .is-fold") && document.querySelectorAll(".edited .diff-row.is-same").length > 5`))
	must(t, tab.Eval(`document.querySelector(".edited-tools input[type=checkbox]").click(); [...document.querySelectorAll(".edited-tools button")][0].click()`, nil))

	// Each row stands in its place, also the one with which the loop begins, whatever other parts have been loaded.
	const places = `new Set([...document.querySelectorAll(".diff-row")].map((r) => r.getBoundingClientRect().left)).size`
	must(t, tab.Wait(`document.querySelector(".begins-loop") && `+places+` === 1`))
	must(t, tab.Resize(360, 740))
	must(t, tab.Click("#tab-passes"))
	expectLooks(t, tab, "edited")
	must(t, tab.Resize(1440, 900))
	must(t, tab.Eval(`document.querySelectorAll(".views-choice button")[0].click()`, nil))
	must(t, tab.Wait(`!document.querySelector(".edited") && document.querySelector(".diff-row")`))
	must(t, tab.Eval(`document.querySelector(".diff-scroll").scrollTo(0, 1e6)`, nil))
	must(t, tab.Wait(`document.querySelector(".begins-loop") && `+places+` === 1`))
	must(t, tab.Eval(`document.querySelector("input[aria-label='Pass virtual']").click()`, nil))
	must(t, tab.Ready())
	must(t, tab.Eval(button+`.click()`, nil))
	must(t, tab.Wait(`document.querySelector(".edited-what li")?.innerText === "switched off: virtual"`))
	expectAccessible(t, tab, "a pass that is switched off")

	must(t, tab.Eval(`document.querySelector("button[aria-haspopup=menu]").click()`, nil))
	must(t, tab.Wait(`document.querySelectorAll("[role=menu] .menu-title").length > 4`))
	must(t, tab.Eval(`[...document.querySelectorAll("[role=menu] .menu-title")][4].click()`, nil))
	must(t, tab.Ready())
	must(t, tab.Wait(`!`+button+` && document.querySelector(".diff-row") && !document.querySelector(".edited")`))
}

// TestLastEditIsFound searches what an edit changed, moves long lines sideways, and finds the same in the link, also after a reload.
func TestLastEditIsFound(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	pasteBefore(t, tab, kb.End, "i17 = int_gt", "escape(p5)\nguard_true(i4) ["+strings.Repeat("i4, i9, i3, i2, ", 12)+"i4]\n")
	must(t, tab.Eval(`[...document.querySelectorAll(".views-choice button")].find((b) => b.textContent.startsWith("Last edit")).click()`, nil))
	must(t, tab.Wait(`document.querySelector(".edited .diff-row.is-added")`))
	must(t, tab.Settled())
	must(t, tab.Wait(`document.querySelector(".edited .diff-hbar").scrollWidth > document.querySelector(".edited .diff-hbar").clientWidth + 100`))
	must(t, tab.Eval(`document.querySelector(".edited .diff-hbar").scrollLeft = 80`, nil))
	must(t, tab.Wait(`document.querySelector(".edited .diff-canvas").style.getPropertyValue("--shift") === "-80px"`))

	pressOutside(t, tab, "/")
	must(t, tab.Wait(`document.activeElement.matches(".edited .search-input")`))
	search := func(words string) {
		must(t, tab.Press("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
		must(t, tab.Type(words))
	}
	search("i4 = int_add") // unchanged, and in a fold
	must(t, tab.Wait(`document.querySelector(".edited .found-now") && /1 of \d/.test(document.querySelector(".edited .search-count").innerText)`))
	must(t, tab.Wait(`document.querySelector(".edited .is-selected")?.innerText.includes("i4 = int_add")`))
	search("gives it away") // a reason
	must(t, tab.Wait(`document.querySelector(".edited .has-match-now")`))
	expectAccessible(t, tab, "a search in the last edit")

	must(t, tab.Settled())
	must(t, tab.Wait(`location.hash.length > 10`))
	var link string
	must(t, tab.Eval(`location.href`, &link))
	other := newcomer(t, site)
	must(t, other.Open(link))
	const same = `document.querySelector(".edited-what li")?.innerText.includes("escape(p5)") && document.querySelectorAll(".edited .diff-row.is-added").length > 3`
	must(t, other.Wait(same))
	must(t, tab.Reload())
	must(t, tab.Wait(same))
	// From then on it is an edit as any other.
	must(t, tab.Eval(`document.querySelectorAll(".views-choice button")[0].click()`, nil))
	must(t, tab.Wait(`document.querySelector(".diff:not(.edited) .diff-row")`))
}

// TestLastEditOfALongTrace edits a long trace: what is drawn is what is in view, however much there is.
func TestLastEditOfALongTrace(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Replace(traces.Mixed(7000)))
	must(t, tab.Ready())
	pasteBefore(t, tab, kb.End, "jump(", "print(1)\n")
	must(t, tab.Eval(`[...document.querySelectorAll(".views-choice button")].find((b) => b.textContent.startsWith("Last edit")).click()`, nil))
	must(t, tab.Wait(`[...document.querySelectorAll(".edited .is-added")].some((r) => r.innerText.includes("print(1)"))`))
	must(t, tab.Eval(`document.querySelector(".edited-tools input[type=checkbox]").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".edited-scroll").scrollHeight > 50_000`))
	must(t, tab.Eval(`document.querySelector(".edited-scroll").scrollTo(0, 1e9)`, nil))
	must(t, tab.Wait(`[...document.querySelectorAll(".edited .diff-row")].some((r) => r.innerText.includes("jump("))`))
	must(t, tab.Wait(fmt.Sprintf(`document.querySelectorAll(".edited .diff-row").length < %d`, 120)))
}
