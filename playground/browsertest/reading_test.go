package browsertest

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unbox/bench/traces"
	"unbox/examples"
)

// read opens the page as a newcomer finds it: the picture.
func read(t *testing.T, width, height int64) *Tab {
	t.Helper()
	tab := newcomer(t, site)
	must(t, tab.Resize(width, height))
	must(t, tab.Open(site.URL))
	must(t, tab.Ready())
	must(t, tab.Settled())
	return tab
}

// firstView is what is in sight of the picture: rows that are not as they were recorded, the words of the
// reason, and what reaches out of the window.
const firstView = `(() => {
	const sheet = document.querySelector(".sheet").getBoundingClientRect();
	const inside = (e) => { const b = e.getBoundingClientRect(); return b.top >= sheet.top - 1 && b.bottom <= sheet.bottom + 1 && b.bottom <= innerHeight; };
	const answer = document.querySelector(".why-answer");
	const place = answer?.getBoundingClientRect();
	return {
		changes: [...document.querySelectorAll(".picture-row:is(.is-removed, .is-moved, .is-replaced, .is-added, .is-args)")].filter(inside).length,
		reason: place && place.top < innerHeight && place.left < innerWidth ? answer.innerText : "",
		chosen: [...document.querySelectorAll(".picture-row.is-chosen")].filter(inside).length,
		wide: document.documentElement.scrollWidth - innerWidth,
		headline: document.querySelector(".hero-line").innerText,
	};
})()`

// TestFirstViewOfEveryExample expects a change, the reason of one in words, and a headline in sight at once,
// whatever is opened and however large the window is.
func TestFirstViewOfEveryExample(t *testing.T) {
	t.Parallel()
	for _, size := range ends([2]int64{1440, 900}, [2]int64{1280, 720}, [2]int64{768, 1024}, [2]int64{360, 740}) {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			t.Parallel()
			tab := read(t, size[0], size[1])
			for _, e := range examples.All() {
				must(t, tab.Eval(`document.querySelector("button[aria-haspopup=menu]").click()`, nil))
				must(t, tab.Wait(`document.querySelector("[role=menu]")`))
				must(t, tab.Eval(fmt.Sprintf(`[...document.querySelectorAll("[role=menu] .menu-title")].find((i) => i.textContent === %q).click()`, e.Title), nil))
				must(t, tab.Wait(fmt.Sprintf(`document.querySelector(".hero-note").textContent.startsWith(%q)`, e.Title)))
				must(t, tab.Ready())
				must(t, tab.Settled())
				var seen struct {
					Changes, Chosen, Wide int
					Reason, Headline      string
				}
				must(t, tab.Eval(firstView, &seen))
				// Of this example the point is that nothing may change.
				if seen.Changes == 0 && e.ID != "wraparound" || seen.Chosen != 1 || len(seen.Reason) < 8 || seen.Wide > 0 || len(seen.Headline) < 8 {
					t.Errorf("%s: expected a change and its reason in sight, found %+v", e.ID, seen)
				}
			}
		})
	}
}

// TestQuickSteps presses a key three times before the first reason can be there: each one counts, and row and reason belong together.
func TestQuickSteps(t *testing.T) {
	t.Parallel()
	tab := read(t, 1440, 900)
	must(t, tab.Settled())
	must(t, tab.Focus(".rows"))
	const rows = `[...document.querySelectorAll(".picture-row:not(.is-fold, .is-first, .is-label)")]`
	const chosen = `document.querySelector(".picture-row.is-chosen")`
	must(t, tab.Eval(`window.begun = `+rows+`.indexOf(`+chosen+`)`, nil))
	must(t, tab.Eval(`for (let k = 0; k < 3; k++) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true }))`, nil))
	must(t, tab.Wait(rows+`.indexOf(`+chosen+`) === begun + 3`))
	must(t, tab.Wait(`document.querySelector(".why-line-number").innerText === `+chosen+`.querySelector(".row-number").innerText`))
	must(t, tab.Settled())
	must(t, tab.Wait(rows+`.indexOf(`+chosen+`) === begun + 3 && document.querySelectorAll(".picture-row.is-chosen").length === 1`))
}

// TestPicture walks the first picture with keys, opens reasons, looks at the loop in all three ways, and
// goes to the desk and back.
func TestPicture(t *testing.T) {
	t.Parallel()
	tab := read(t, 1440, 900)
	must(t, tab.Wait(`document.querySelector(".hero-line").innerText === "Five boxes per iteration. None is needed."`))
	must(t, tab.Wait(`document.querySelectorAll(".life").length === 7 && document.querySelectorAll(".life-never").length === 7`))
	must(t, tab.Wait(`/p5 vanish/.test(document.querySelector(".why-question").innerText)`))
	must(t, tab.Focus(".rows"))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Wait(`document.querySelector(".picture-row.is-chosen").innerText.includes("set(p5, intval, i4)")`))
	must(t, tab.Wait(`document.querySelector(".rows").getAttribute("aria-activedescendant") === document.querySelector(".picture-row.is-chosen").id`))
	must(t, tab.Eval(`document.querySelector(".why .row-link").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".picture-row.is-chosen").innerText.includes("p5 = new")`))
	must(t, tab.Press(kb.ArrowRight))
	must(t, tab.Wait(`document.querySelector(".picture-row.is-chosen").innerText.includes("set(p5")`))

	way := func(n int) {
		must(t, tab.Eval(fmt.Sprintf(`document.querySelectorAll(".way-button")[%d].click()`, n), nil))
	}
	way(1)
	must(t, tab.Wait(`document.querySelector(".hero-line").innerText === "Five boxes per iteration. Two must be made."`))
	must(t, tab.Wait(`document.querySelectorAll(".life-late").length === 2 && document.querySelectorAll(".picture-row.is-moved").length === 4`))
	way(0)
	must(t, tab.Wait(`document.querySelectorAll(".life-made").length === 5 && !document.querySelector(".picture-row.is-removed")`))
	way(2)
	must(t, tab.Wait(`document.querySelectorAll(".life-never").length === 7`))
	must(t, tab.Eval(`document.querySelector(".picture-row.is-fold").click()`, nil))
	must(t, tab.Wait(`document.querySelectorAll(".picture-row.is-first").length > 5`))

	must(t, tab.Press("e"))
	must(t, tab.Wait(`document.querySelector(".cm-content") && document.querySelector(".diff-row")`))
	must(t, tab.Ready())
	must(t, tab.Replace("[i0]\np1 = new(Box)\nset(p1, value, i0)\ni2 = get(p1, value)\nfinish(i2)\n"))
	must(t, tab.Ready())
	pressOutside(t, tab, "e")
	must(t, tab.Wait(`document.querySelector(".hero-line")?.innerText === "One box. It is not needed."`))
}

// TestPictureOfALongTrace expects a long trace to be drawn as far as it is in view.
func TestPictureOfALongTrace(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Replace(traces.Mixed(7000)))
	must(t, tab.Ready())
	pressOutside(t, tab, "e")
	must(t, tab.Ready())
	var drawn int
	must(t, tab.Eval(`document.querySelectorAll(".picture-row").length`, &drawn))
	if drawn > 200 {
		t.Errorf("expected the rows in view and a few more, found %d", drawn)
	}
	must(t, tab.Eval(`document.querySelector(".sheet").scrollTo(0, 1e9)`, nil))
	must(t, tab.Wait(`[...document.querySelectorAll(".picture-row")].some((r) => r.innerText.includes("jump("))`))
}

// TestPictureOfACrowd has more objects at once than lines can stand side by side: those that concern the chosen row have lines with
// marks and names, and beside each row stands how many there are.
func TestPictureOfACrowd(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Replace(traces.Crowd(40)))
	must(t, tab.Ready())
	pressOutside(t, tab, "e")
	must(t, tab.Ready())
	must(t, tab.Wait(`document.querySelector(".crowd-known")?.getAttribute("d").length > 100 && document.querySelector(".head-lanes").innerText.endsWith("40 at once")`))
	choose := func(row, line string) {
		must(t, tab.Eval(fmt.Sprintf(`[...document.querySelectorAll(".picture-row")].find((r) => r.innerText.includes(%q)).click()`, row), nil))
		must(t, tab.Wait(fmt.Sprintf(`[...document.querySelectorAll(".life .life-name")].some((n) => n.textContent === %q)`, line)))
	}
	choose("p12 = new", "p12")
	must(t, tab.Wait(`document.querySelectorAll(".life").length <= 6 && document.querySelector(".life .lm-written")`))
	// What it is stored into is beside it.
	must(t, tab.Wait(`[...document.querySelectorAll(".life .life-name")].some((n) => n.textContent === "p13")`))
	choose("p14 = new", "p14")
	must(t, tab.Wait(`![...document.querySelectorAll(".life .life-name")].some((n) => n.textContent === "p12")`))
	for _, size := range [][2]int64{{1440, 900}, {360, 740}} {
		must(t, tab.Resize(size[0], size[1]))
		must(t, tab.Settled())
		expectAccessible(t, tab, "a crowd")
		expectNoWider(t, tab, size[0], "a crowd")
	}
}

// TestPictureAccessibility runs axe-core over the picture in both themes, wide and narrow.
func TestPictureAccessibility(t *testing.T) {
	long(t)
	t.Parallel()
	tab := read(t, 1440, 900)
	for _, theme := range testedThemes() {
		must(t, tab.Theme(theme))
		expectAccessible(t, tab, theme)
	}
	must(t, tab.Resize(360, 740))
	expectAccessible(t, tab, "on a phone")
}

// TestBothIterations looks at a peeled loop as a loop: the first iteration beside it, the label with what it
// stands for, pipes from both jumps to the label's ports, and rows that only the first iteration has.
func TestBothIterations(t *testing.T) {
	long(t)
	t.Parallel()
	tab := read(t, 1440, 900)
	must(t, tab.Press("l"))
	must(t, tab.Wait(`document.querySelectorAll(".iteration-row.in-loop").length === 6`))
	must(t, tab.Wait(`[...document.querySelectorAll(".ports tbody tr")].map((r) => r.innerText.replace(/\s+/g, " ")).join("|") ===
		"i14 the intval of the object that was p15 first i14 then i20|i9 the intval of the object that was p10 first i9 then i19"`))
	must(t, tab.Wait(`document.querySelectorAll(".pipes .way-number").length === 4`))
	must(t, tab.Wait(`document.querySelectorAll(".iteration-code.in-loop.is-gone").length === 4`))
	// A pipe begins below what the jump passes.
	must(t, tab.Wait(`(() => {
		const jump = [...document.querySelectorAll(".iteration-row")].at(-1);
		const passed = [...jump.querySelectorAll(".iteration-code.in-first span")].find((s) => s.textContent === "i9").getBoundingClientRect();
		const starts = [...document.querySelectorAll(".pipes .way-pipe")].map((p) => p.getPointAtLength(0).x + document.querySelector(".pipes").getBoundingClientRect().left);
		return starts.some((x) => x >= passed.left - 2 && x <= passed.right + 2);
	})()`))
	must(t, tab.Focus(".iterations .rows"))
	must(t, tab.Eval(`document.querySelectorAll(".iteration-row")[1].click()`, nil))
	must(t, tab.Wait(`/Why does row \d+ go/.test(document.querySelector(".why-question").innerText)`))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Wait(`document.querySelector(".iteration-row.is-chosen").innerText.includes("guard_class(p0")`))
	must(t, tab.Eval(`document.querySelector(".iteration-row.is-fold").click()`, nil))
	must(t, tab.Wait(`[...document.querySelectorAll(".iteration-row")].some((r) => r.innerText.includes("p5 = new"))`))

	expectAccessible(t, tab, "both iterations")
	must(t, tab.Resize(360, 740))
	must(t, tab.Wait(`document.querySelector(".iterations-sides [aria-pressed=true]").innerText === "The loop" && document.documentElement.scrollWidth <= 360`))
	must(t, tab.Eval(`document.querySelector(".iterations-sides button").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".first-head") && !document.querySelector(".loop-head")`))
	expectAccessible(t, tab, "the first iteration on a phone")
	must(t, tab.Press("l"))
	must(t, tab.Wait(`document.querySelector(".lifelines")`))
}

// TestHistory follows a row through the passes, by keyboard: what each did and why, another row's when that is chosen,
// and the row in both columns, before and after a pass.
func TestHistory(t *testing.T) {
	long(t)
	t.Parallel()
	tab := read(t, 1440, 900)
	const row = `[...document.querySelectorAll(".picture-row")].find((r) => r.innerText.includes("i12 = get(p0, intval)"))`
	must(t, tab.Wait(row))
	must(t, tab.Eval(row+`.click()`, nil))
	must(t, tab.Press("h"))
	const told = `[...document.querySelectorAll(".history-passes > li")].map((l) => l.innerText.replace(/\s+/g, " ")).join("\n")`
	must(t, tab.Wait(`/^recorded i12 = get\(p0, intval\)\npeel the loop Peeling puts it there once more: i24 = get\(p15, intval\)/.test(`+told+`)`))
	must(t, tab.Wait(`/\nvirtual the loop It goes. Its value is i14. p15 is virtual, and its field intval is i14/.test(`+told+`)`))
	must(t, tab.Wait(`/\nheap first iteration It goes. Its value is i3. The field intval of p0 is i3/.test(`+told+`)`))
	expectAccessible(t, tab, "the history of a row")

	must(t, tab.Focus(".picture .rows"))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Wait(`/^recorded guard_class\(p11, BoxedInteger\)/.test(`+told+`) && /guards both iterations It goes./.test(`+told+`)`))
	must(t, tab.Resize(360, 740))
	must(t, tab.Wait(`document.documentElement.scrollWidth <= 360`))
	expectAccessible(t, tab, "the history of a row on a phone")
	must(t, tab.Resize(1440, 900))

	must(t, tab.Eval(`[...document.querySelectorAll(".history-passes > li")].find((l) => l.innerText.startsWith("guards")).querySelector(":scope > .text-button").click()`, nil))
	must(t, tab.Wait(`[...document.querySelectorAll(".diff .is-chosen, .diff [aria-selected=true]")].some((r) => r.innerText.includes("guard_class(p11"))`))
	must(t, tab.Press("e"))
	must(t, tab.Wait(`document.querySelector(".history-passes")`))
	must(t, tab.Press("h"))
	must(t, tab.Wait(`!document.querySelector(".history")`))
}

// TestHistoryFromTheColumns opens the history of a row that is chosen in the columns and goes back there; by the key, and from
// the row's reason; and finds it again after a reload, and through a link.
func TestHistoryFromTheColumns(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	const told = `document.querySelector(".history-passes > li")?.innerText.replace(/\s+/g, " ")`
	const row = `[...document.querySelectorAll(".diff-row")].find((r) => r.innerText.includes("p5 = new(BoxedInteger)"))`
	must(t, tab.Wait(row))
	must(t, tab.Eval(row+`.click()`, nil))
	must(t, tab.Wait(`document.querySelector(".card-lines")`))
	must(t, tab.Press("h"))
	must(t, tab.Wait(told+` === "recorded p5 = new(BoxedInteger)"`))
	must(t, tab.Wait(`document.querySelector(".picture-row.is-chosen")?.innerText.includes("p5 = new(BoxedInteger)")`))
	must(t, tab.Settled())
	must(t, tab.Wait(`location.hash.length > 10`))
	must(t, tab.Reload())
	must(t, tab.Wait(told+` === "recorded p5 = new(BoxedInteger)"`))
	must(t, tab.Wait(`document.querySelector(".picture-row.is-chosen")?.innerText.includes("p5 = new(BoxedInteger)")`))
	must(t, tab.Press("h"))
	must(t, tab.Wait(`!document.querySelector(".history")`))

	must(t, tab.Press("e"))
	must(t, tab.Wait(row))
	must(t, tab.Eval(row+`.click()`, nil))
	must(t, tab.Wait(`document.querySelector(".card-lines")`))
	must(t, tab.Eval(`[...document.querySelectorAll(".card-lines button")].find((b) => b.innerText.includes("history")).click()`, nil))
	must(t, tab.Wait(told+` === "recorded p5 = new(BoxedInteger)"`))
	must(t, tab.Press("h"))
	must(t, tab.Wait(`!document.querySelector(".history") && document.querySelector(".diff")`))
}

// TestFirstViewSaysWhatGoesAround expects the answers to two questions where newcomers look for them: what goes around the loop at its
// label, and what the first iteration is for beside its count. The way to the third, how fast it is, is beside Run.
func TestFirstViewSaysWhatGoesAround(t *testing.T) {
	t.Parallel()
	tab := read(t, 1280, 720)
	must(t, tab.Wait(`/two numbers go around/.test(document.querySelector(".picture-row.is-label").innerText)`))
	must(t, tab.Wait(`/^. First iteration, once: 9 operations. What it finds out, the loop need not ask again.$/.test(document.querySelector(".row-fold").innerText)`))
	expectWholeRows(t, tab)
	must(t, tab.Eval(`document.querySelectorAll(".way-button")[1].click()`, nil))
	must(t, tab.Wait(`document.querySelector(".hero").innerText.includes("Two must be made") && !/go around/.test(document.querySelector(".picture").innerText)`))
	must(t, tab.Click(`.run-head .text-button`))
	must(t, tab.Wait(`document.querySelector(".measure")`))
	must(t, tab.Press("e"))
	must(t, tab.Wait(`document.querySelector(".picture")`))
}

// TestEnlargedPage has windows of pages that are enlarged to 200 %: nothing reaches out of them, the header has one line, and the answer
// leaves half of the window to the picture.
func TestEnlargedPage(t *testing.T) {
	t.Parallel()
	tab := read(t, 960, 540)
	for _, size := range [][2]int64{{960, 540}, {1024, 552}, {900, 540}, {840, 540}, {720, 450}} {
		must(t, tab.Resize(size[0], size[1]))
		must(t, tab.Settled())
		var found []string
		must(t, tab.Eval(`[
			...[...document.querySelectorAll(".header *, .hero *")].filter((e) => e.checkVisibility() && !e.closest(".off-screen") && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.className + " reaches out"),
			...[...document.querySelectorAll(".header")].filter((e) => e.offsetHeight > 60).map((e) => "the header is " + e.offsetHeight + " pixels high"),
			...[...document.querySelectorAll(".picture")].filter((e) => e.getBoundingClientRect().top > innerHeight / 2).map((e) => "the picture begins at " + e.getBoundingClientRect().top),
		]`, &found))
		if len(found) > 0 {
			t.Errorf("%d x %d: expected a page with room for the picture, found %q", size[0], size[1], found)
		}
	}
	must(t, tab.Resize(960, 540))
	must(t, tab.Eval(`document.querySelector(".menu.more button").click()`, nil))
	must(t, tab.Wait(`["Lessons", "Glossary"].every((item) => document.querySelector("[role=menu]")?.innerText.includes(item))`))
	expectAccessible(t, tab, "enlarged to 200 %, with the menu open")
}

// TestOpenRowIsInTheAddress opens the reason of another row than the page does by itself: a row that the edge of the view cuts comes
// into view, and a reload, a link and the way back from another example show it again.
func TestOpenRowIsInTheAddress(t *testing.T) {
	t.Parallel()
	tab := read(t, 1280, 720)
	// The first row that is not in view as a whole.
	must(t, tab.Eval(`(() => {
		const bottom = document.querySelector(".sheet").getBoundingClientRect().bottom;
		const cut = [...document.querySelectorAll(".picture-row.is-removed")].find((r) => r.getBoundingClientRect().bottom > bottom);
		window.cutRow = cut.innerText;
		cut.click();
	})()`, nil))
	const chosen = `document.querySelector(".picture-row.is-chosen")`
	const isInView = chosen + `.getBoundingClientRect().bottom <= document.querySelector(".sheet").getBoundingClientRect().bottom`
	must(t, tab.Wait(chosen+`?.innerText === window.cutRow && `+isInView))
	must(t, tab.Settled())
	must(t, tab.Wait(`location.hash.startsWith("#1")`))
	var row, question, link string
	must(t, tab.Eval(chosen+`.innerText`, &row))
	must(t, tab.Eval(`document.querySelector(".why-question").innerText`, &question))
	must(t, tab.Eval(`location.href`, &link))
	asBefore := fmt.Sprintf(`%s?.innerText === %q && document.querySelector(".why-question").innerText === %q && %s`, chosen, row, question, isInView)
	must(t, tab.Reload())
	must(t, tab.Wait(asBefore))
	must(t, tab.Ready())
	must(t, tab.Settled())
	must(t, tab.Wait(asBefore))

	stranger := newcomer(t, site)
	must(t, stranger.Resize(1280, 720))
	must(t, stranger.Open(link))
	must(t, stranger.Wait(asBefore))

	chooseExample(t, tab, "Lifting a cycle")
	must(t, tab.Wait(`!document.querySelector(".picture").innerText.includes("BoxedInteger") && `+chosen))
	must(t, tab.Settled())
	must(t, tab.Eval(`history.back()`, nil))
	must(t, tab.Wait(asBefore))
}

// openOther opens the reason of another row than the page does by itself, and does something in the same moment, in which links have not been told
// of that row yet. It returns the question that the row answers.
func openOther(t *testing.T, tab *Tab, then string) (question string) {
	t.Helper()
	must(t, tab.Eval(`[...document.querySelectorAll(".picture-row.is-removed")].find((r) => r.innerText.includes("p10 = new")).click();`+then, nil))
	must(t, tab.Wait(`document.querySelector(".why-question").innerText.includes("p10")`))
	must(t, tab.Eval(`document.querySelector(".why-question").innerText`, &question))
	return question
}

// TestOpenRowIsKeptAtOnce opens a row and, before the address follows, copies a link, reloads, or opens another example: all keep the row.
func TestOpenRowIsKeptAtOnce(t *testing.T) {
	t.Parallel()
	tab := read(t, 1280, 720)
	must(t, tab.Eval(catchCopies+`; document.querySelector(".menu.share button").click()`, nil))
	const copyLink = `[...document.querySelectorAll("[role=menu] .menu-item")].find((i) => i.innerText.startsWith("Copy link"))`
	must(t, tab.Wait(copyLink))
	question := openOther(t, tab, copyLink+`.click()`)
	must(t, tab.Wait(`window.copied`))
	var link string
	must(t, tab.Eval(`window.copied`, &link))
	isOpen := fmt.Sprintf(`document.querySelector(".why-question")?.innerText === %q`, question)

	stranger := newcomer(t, site)
	must(t, stranger.Open(link))
	must(t, stranger.Ready())
	must(t, stranger.Wait(isOpen))
	must(t, stranger.Open(withScene(t, link, "row 999999999")))
	must(t, stranger.Ready())
	must(t, stranger.Wait(`/Why does p5 vanish/.test(document.querySelector(".why-question")?.innerText) && document.querySelector(".picture-row.is-chosen")`))
	must(t, stranger.Settled())
	must(t, stranger.Wait(`!location.hash.startsWith("#1")`)) // as the first example is without a row

	reloaded := read(t, 1280, 720)
	openOther(t, reloaded, "")
	must(t, reloaded.Reload())
	must(t, reloaded.Ready())
	must(t, reloaded.Wait(isOpen))

	left := read(t, 1280, 720)
	openOther(t, left, "")
	chooseExample(t, left, "Lifting a cycle")
	must(t, left.Settled())
	must(t, left.Eval(`history.back()`, nil))
	must(t, left.Wait(isOpen))
}

// TestLinkAfterAStep follows a link to a row while the address is about to follow a row that was opened in the document before: it keeps the
// link's.
func TestLinkAfterAStep(t *testing.T) {
	t.Parallel()
	tab := read(t, 1280, 720)
	openOther(t, tab, "")
	must(t, tab.Settled())
	var link, question string
	must(t, tab.Eval(`location.href`, &link))
	must(t, tab.Eval(`document.querySelector(".why-question").innerText`, &question))
	chooseExample(t, tab, "Lifting a cycle")
	must(t, tab.Eval(fmt.Sprintf(`[...document.querySelectorAll(".picture-row:not(.is-fold, .is-label, .is-chosen)")].at(-1).click(); location.href = %q`, link), nil))
	isOpen := fmt.Sprintf(`document.querySelector(".why-question")?.innerText === %q && location.href === %q`, question, link)
	must(t, tab.Wait(isOpen))
	must(t, tab.Settled())
	must(t, tab.Wait(isOpen))
}

// withScene is a link with something else that is looked at.
func withScene(t *testing.T, link, scene string) string {
	t.Helper()
	before, packed, _ := strings.Cut(link, "#1")
	text, err := base64.RawURLEncoding.DecodeString(packed)
	must(t, err)
	text, err = io.ReadAll(flate.NewReader(bytes.NewReader(text)))
	must(t, err)
	var form map[string]any
	must(t, json.Unmarshal(text, &form))
	form["l"] = scene
	text, err = json.Marshal(form)
	must(t, err)
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.BestCompression)
	must(t, err)
	_, err = w.Write(text)
	must(t, err)
	must(t, w.Close())
	return before + "#1" + base64.RawURLEncoding.EncodeToString(b.Bytes())
}

// TestPrintedPicture prints the picture from a window that shows a part of it: all rows with their lines and the open reason are on
// paper, nothing else is, and the page is as before afterwards.
func TestPrintedPicture(t *testing.T) {
	t.Parallel()
	tab := read(t, 1060, 420)
	const rows = `document.querySelectorAll(".picture-row").length`
	var before int
	must(t, tab.Eval(rows, &before))
	must(t, command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	must(t, tab.Eval(`dispatchEvent(new Event("beforeprint"))`, nil))
	must(t, tab.Wait(`matchMedia("print").matches && [...document.querySelectorAll(".picture-row")].some((r) => r.innerText.includes("jump(p15, p10)"))`))
	var wrong []string
	must(t, tab.Eval(`[
		["controls", [...document.querySelectorAll("button:not(.row-link, .term), .header, .shares")].some((e) => e.checkVisibility() && !e.closest(".why, .off-screen"))],
		["a page no longer than the window", document.documentElement.scrollHeight <= innerHeight],
		["something wider than the paper", document.documentElement.scrollWidth > innerWidth],
		["no lines", document.querySelector(".lifelines").getBoundingClientRect().height < 400],
		["the reason beside or above the rows", document.querySelector(".why").getBoundingClientRect().top < document.querySelector(".sheet").getBoundingClientRect().bottom],
	].filter(([, is]) => is).map(([what]) => what)`, &wrong))
	if len(wrong) > 0 {
		t.Errorf("expected the rows and the reason alone, found %s", strings.Join(wrong, ", "))
	}
	keepShot(t, tab, "printed")
	must(t, tab.Eval(`dispatchEvent(new Event("afterprint"))`, nil))
	must(t, command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}))
	must(t, tab.Wait(fmt.Sprintf(rows+` === %d`, before)))

	must(t, tab.Eval(`window.print = () => { window.printed = `+rows+`; }`, nil))
	must(t, tab.Click(".menu.share button"))
	const item = `[...document.querySelectorAll("[role=menu] .menu-item")].find((i) => i.innerText.startsWith("Print"))`
	must(t, tab.Wait(item))
	must(t, tab.Eval(item+`.click()`, nil))
	must(t, tab.Wait(fmt.Sprintf(`window.printed >= %d`, before))) // how long pictures get their rows: TestPrintedLongTrace
	must(t, tab.Wait(fmt.Sprintf(rows+` === %d`, before)))
}

// TestPrintedFromTheDesk prints both columns, and the program page, on paper that is as narrow as a window in which tabs choose one pane:
// all rows and the whole program are on it, and neither editors nor buttons.
func TestPrintedFromTheDesk(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	for _, c := range []struct{ path, ready, shows, hides string }{
		{"", `document.querySelector(".pipeline.stale-none .diff-row")`, ".diff-row", ".pane-trace, .stations, .heads-arrow"},
		{"program", `document.querySelector(".engine[data-phase=ended]") && document.querySelectorAll(".op.is-left").length > 3`, ".source-line .heat-bar, .loop-card, .step, .time-bar", ".program-knobs, .trace-tools, .cm-editor"},
	} {
		must(t, tab.Open(site.URL+c.path))
		must(t, tab.Wait(c.ready))
		must(t, command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
		must(t, tab.Resize(700, 500))
		must(t, tab.Eval(`dispatchEvent(new Event("beforeprint"))`, nil))
		var wrong []string
		must(t, tab.Eval(fmt.Sprintf(`[
			...[%q].flatMap((s) => s.split(", ")).filter((s) => ![...document.querySelectorAll(s)].some((e) => e.checkVisibility())).map((s) => "no " + s),
			...[...document.querySelectorAll(%q)].filter((e) => e.checkVisibility()).map((e) => e.className),
			...[...document.querySelectorAll("main, .pane, .steps, .diff-scroll")].filter((e) => e.checkVisibility() && e.scrollHeight > e.clientHeight + 1).map((e) => "cut: " + e.className),
			...[...document.querySelectorAll(".source-line code")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => "cut: " + e.textContent),
		]`, c.shows, c.hides+", .header, .footer"), &wrong))
		if len(wrong) > 0 {
			t.Errorf("/%s on paper: expected its rows alone, found %q", c.path, wrong)
		}
		must(t, tab.Eval(`dispatchEvent(new Event("afterprint"))`, nil))
		must(t, tab.Wait(`!document.querySelector(".source-line")`))
		must(t, command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}))
		must(t, tab.Resize(1280, 800))
	}
}

// TestPrintedLongTrace prints a loop of PyPy by Ctrl+P, as it is read and in both columns: all rows, on sheets with the titles of the columns,
// each row on one sheet, with nothing cut at an edge.
func TestPrintedLongTrace(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Eval(`document.querySelector("button[aria-haspopup=menu]").click()`, nil))
	must(t, tab.Wait(`document.querySelector("[role=menu]")`))
	must(t, tab.Eval(`[...document.querySelectorAll("[role=menu] .menu-title")].find((i) => i.textContent === "Planets").click()`, nil))
	must(t, tab.Ready())
	must(t, tab.Settled())
	must(t, tab.Eval(`window.print = () => { window.printed = {
		rows: document.querySelectorAll(".diff-row").length,
		all: Number(document.querySelector(".diff-scroll").getAttribute("aria-rowcount")) }; }`, nil))
	must(t, tab.Eval(`document.activeElement.blur()`, nil))
	must(t, tab.Press("p", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	must(t, tab.Wait(`window.printed?.rows > 200 && window.printed.rows === window.printed.all`))

	must(t, tab.Press("e"))
	must(t, tab.Wait(`document.querySelector(".reading .picture-row")`))
	must(t, tab.Settled())
	must(t, tab.Eval(`window.print = () => { window.printed = {
		sheets: [...document.querySelectorAll(".paper-sheet")].map((s) => [s.querySelector(".sheet-head") !== null, s.querySelector(".lifelines path") !== null, s.getBoundingClientRect().height]),
		rows: document.querySelectorAll(".picture-row").length,
		last: [...document.querySelectorAll(".picture-row")].at(-1).innerText }; }`, nil))
	must(t, tab.Eval(`document.activeElement.blur()`, nil))
	must(t, tab.Press("p", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	must(t, tab.Wait(`window.printed.sheets?.length > 3 && window.printed.rows > 100 && window.printed.last.includes("jump(")`))
	must(t, tab.Wait(`window.printed.sheets.every(([head, lines, height]) => head && height < 930)`))
	must(t, tab.Wait(`document.querySelectorAll(".paper-sheet").length === 0`))
}

// TestPhoneShowsWholeRows expects a header of one line, and rows that end in nothing that was cut.
func TestPhoneShowsWholeRows(t *testing.T) {
	t.Parallel()
	tab := read(t, 360, 740)
	must(t, tab.Wait(`document.querySelector(".header").getBoundingClientRect().height <= 52`))
	expectWholeRows(t, tab)
	must(t, tab.Click(".more > button"))
	must(t, tab.Wait(`[...document.querySelectorAll("[role=menu] .menu-title")].some((i) => i.textContent === "Lessons")`))
}

// expectWholeRows expects that no operation and no reason in a row of the picture is cut by its column: what is left out is an
// ellipsis where it was.
func expectWholeRows(t *testing.T, tab *Tab) {
	t.Helper()
	var cut []string
	must(t, tab.Eval(`[...document.querySelectorAll(".picture-row :is(.line, .short)")].filter((l) => l.checkVisibility() && l.scrollWidth > l.clientWidth + 1).map((l) => l.innerText)`, &cut))
	if len(cut) > 0 {
		t.Errorf("expected rows that are shown whole, found these cut: %q", cut)
	}
}

// TestLogsHaveWholeRows opens a log with long operations and many objects in narrow windows.
func TestLogsHaveWholeRows(t *testing.T) {
	t.Parallel()
	tab := read(t, 768, 1024)
	must(t, tab.Eval(`document.querySelector("button[aria-haspopup=menu]").click()`, nil))
	must(t, tab.Eval(`[...document.querySelectorAll("[role=menu] .menu-title")].find((i) => i.innerText.includes("Planets")).click()`, nil))
	must(t, tab.Wait(`document.querySelectorAll(".picture-row .row-code .line").length > 20 && document.querySelector(".head-lanes").innerText.includes("at once")`))
	for _, size := range [][2]int64{{768, 1024}, {360, 740}, {1280, 720}} {
		must(t, tab.Resize(size[0], size[1]))
		must(t, tab.Settled())
		expectWholeRows(t, tab)
		must(t, tab.Wait(`[...document.querySelectorAll(".picture-row .row-code .line")].some((l) => /^\w+ = \S+\(.*\)$/.test(l.innerText))`))
	}
	// A name that is shortened has the colour of the whole one.
	must(t, tab.Resize(360, 740))
	must(t, tab.Settled())
	must(t, tab.Wait(`[...document.querySelectorAll(".picture-row .row-code .tok-operation")].some((o) => o.innerText.endsWith("…") && /tok-(?!operation)/.test(o.className))`))
}

// TestPresenting goes through a presentation with a remote's keys: one question, one reason, only the rows that
// concern it, black and back, and the moment in the address, which a reload finds again.
func TestPresenting(t *testing.T) {
	t.Parallel()
	tab := read(t, 1280, 720)
	must(t, tab.Press("p"))
	must(t, tab.Wait(`/p5 vanish/.test(document.querySelector(".stage-question")?.innerText)`))
	must(t, tab.Press(kb.PageDown))
	must(t, tab.Press(kb.PageDown)) // before the first one is shown, and it counts
	must(t, tab.Wait(`/p10 not made/.test(document.querySelector(".stage-question")?.innerText)`))
	must(t, tab.Wait(`document.querySelectorAll(".stage .life").length === 2 && !document.querySelector(".header")`))
	const rows = `[...document.querySelectorAll(".stage .picture-row.is-removed .line")].map((l) => l.innerText).join("|")`
	must(t, tab.Wait(rows+` === "guard_class(p1, BoxedInteger)|i2 = get(p1, intval)|p10 = new(BoxedInteger)|set(p10, intval, i9)"`))
	// Nothing is cut, nothing scrolls, and it is read from the last row: code of 24 pixels.
	must(t, tab.Wait(`document.documentElement.scrollHeight <= innerHeight && document.querySelector(".stage .sheet").scrollHeight <= document.querySelector(".stage .sheet").clientHeight + 1`))
	must(t, tab.Wait(`parseFloat(getComputedStyle(document.querySelector(".stage .line")).fontSize) >= 24`))
	must(t, tab.Press(kb.Home))
	must(t, tab.Wait(`/p5 vanish/.test(document.querySelector(".stage-question").innerText) && /1 of 5/.test(document.querySelector(".stage-moments").innerText)`))
	must(t, tab.Press(kb.PageDown))
	must(t, tab.Wait(`/p6 vanish/.test(document.querySelector(".stage-question").innerText)`))
	must(t, tab.Press("b"))
	must(t, tab.Wait(`document.querySelector(".stage.is-black")`))
	must(t, tab.Press("b"))
	must(t, tab.Wait(`!document.querySelector(".stage.is-black")`))
	must(t, tab.Settled())
	must(t, tab.Wait(`location.hash.startsWith("#1")`))
	must(t, tab.Reload())
	must(t, tab.Wait(`/p6 vanish/.test(document.querySelector(".stage-question")?.innerText)`))
	expectAccessible(t, tab, "presenting")
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(`document.querySelector(".header") && document.querySelectorAll(".life").length === 7`))
	// A row that is no moment has its place between those that are.
	must(t, tab.Eval(`[...document.querySelectorAll(".picture-row")].find((r) => r.textContent.includes("i9 = int_add(")).click()`, nil))
	must(t, tab.Settled())
	must(t, tab.Press("p"))
	must(t, tab.Wait(`/between 2 and 3 of 5/.test(document.querySelector(".stage-moments")?.innerText) && document.querySelectorAll(".stage-moments .is-past").length === 2`))
	must(t, tab.Press(kb.PageDown))
	must(t, tab.Wait(`/p10 not made/.test(document.querySelector(".stage-question").innerText) && /3 of 5/.test(document.querySelector(".stage-moments").innerText)`))
}

// TestAllObjects lists the objects of a trace with more of them than lines are drawn, by keyboard: finds one, goes to its row, shows one
// fate only, and finds the list again after a reload.
func TestAllObjects(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Replace(traces.Crowd(150)))
	must(t, tab.Ready())
	pressOutside(t, tab, "o")
	const items = `[...document.querySelectorAll("[aria-label='All objects'] li")].map((l) => l.innerText.replace(/\s+/g, " "))`
	must(t, tab.Wait(items+`.length === 100 && document.activeElement.matches("[type=search]")`))
	must(t, tab.Eval(`[...document.querySelectorAll("[aria-label='All objects'] button")].at(-1).click()`, nil))
	must(t, tab.Wait(items+`.length > 140`))
	expectAccessible(t, tab, "the list of objects")

	must(t, tab.Type("p77"))
	must(t, tab.Wait(items+`.length === 1 && `+items+`[0].includes("p77 = new(")`))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Wait(`document.activeElement.matches(".item")`))
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(`document.querySelector(".picture-row.is-chosen")?.innerText.includes("p77 = new(")`))
	must(t, tab.Press(kb.ArrowUp))
	must(t, tab.Wait(`document.activeElement.matches("[type=search]")`))
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(`!document.querySelector("[aria-label='All objects']")`))

	// A chosen row that is scrolled away is not in the page, and nothing refers to it.
	const active = `document.querySelector(".rows").getAttribute("aria-activedescendant")`
	must(t, tab.Wait(`document.getElementById(`+active+`)`))
	must(t, tab.Eval(`document.querySelector(".sheet").scrollTop = 1e6`, nil))
	must(t, tab.Wait(active+` === null`))

	must(t, tab.Eval(`[...document.querySelectorAll(".to-moment button")].at(-1).click()`, nil))
	must(t, tab.Wait(items+`.length > 0`))
	must(t, tab.Settled())
	must(t, tab.Wait(`location.hash.length > 10`))
	must(t, tab.Reload())
	must(t, tab.Wait(items+`.length > 0`))
	must(t, tab.Resize(360, 740))
	must(t, tab.Wait(`document.documentElement.scrollWidth <= 360`))
	expectAccessible(t, tab, "the list of objects on a phone")
}

// TestLinesAreOneStop goes through the lifelines by keys: one stop for the Tab key, from which arrows go to the others, and to which
// Tab returns where they were left. The line that has the focus is lit; without one, that of the chosen row is, as before.
func TestLinesAreOneStop(t *testing.T) {
	t.Parallel()
	tab := read(t, 1440, 900)
	const lines = `[...document.querySelectorAll("[role=toolbar][aria-label=Objects] button")]`
	must(t, tab.Wait(lines+`.length === 7 && `+lines+`.filter((b) => b.tabIndex === 0).length === 1`))
	must(t, tab.Focus("[role=toolbar][aria-label=Objects] button[tabindex='0']"))
	// The lines that are one object, in this iteration and in the next, are lit together.
	together := map[int]string{0: "p0 p15", 1: "p1 p10", 5: "p11", 6: "p0 p15"}
	const lit = `[...document.querySelectorAll(".life.is-lit .life-name")].map((n) => n.textContent).join(" ")`
	at := func(n int) {
		t.Helper()
		must(t, tab.Wait(fmt.Sprintf(`document.activeElement === %[1]s[%[2]d] && %[1]s[%[2]d].tabIndex === 0 && %[1]s.filter((b) => b.tabIndex === 0).length === 1`, lines, n)))
		must(t, tab.Wait(fmt.Sprintf(`%s === %q`, lit, together[n])))
	}
	at(0)
	for _, step := range []struct {
		key string
		to  int
	}{{kb.ArrowDown, 1}, {kb.End, 6}, {kb.ArrowDown, 6}, {kb.ArrowUp, 5}, {kb.Home, 0}, {kb.ArrowUp, 0}, {kb.ArrowDown, 1}} {
		must(t, tab.Press(step.key))
		at(step.to)
	}
	must(t, tab.Eval(`document.activeElement.blur()`, nil))
	must(t, tab.Wait(lines+`[1].tabIndex === 0 && `+lit+` === "p5"`))
}

// TestBothIterationsFromEachWay holds that the choice of what is drawn of the loop has its place before the loop is peeled, so that no row
// moves from one way to the next, and that it peels the loop.
func TestBothIterationsFromEachWay(t *testing.T) {
	t.Parallel()
	tab := read(t, 1280, 720)
	const top = `document.querySelector(".reading-body").getBoundingClientRect().top`
	var begun float64
	must(t, tab.Eval(top, &begun))
	for n := range 2 {
		must(t, tab.Eval(fmt.Sprintf(`document.querySelectorAll(".way-button")[%d].click()`, n), nil))
		must(t, tab.Wait(fmt.Sprintf(`document.querySelectorAll(".way-button")[%d].ariaPressed === "true"`, n)))
		must(t, tab.Settled())
		must(t, tab.Wait(fmt.Sprintf(`%s === %v`, top, begun)))
		must(t, tab.Eval(`document.querySelector(".hero-views button:last-child").click()`, nil))
		must(t, tab.Wait(`document.querySelector(".iterations") && document.querySelectorAll(".way-button")[2].ariaPressed === "true" && document.querySelector(".hero-views button:last-child").ariaPressed === "true"`))
		must(t, tab.Eval(`document.querySelector(".hero-views button:first-child").click()`, nil))
		must(t, tab.Wait(`document.querySelector(".picture-row")`))
	}
}

// TestLegendIsBesideRun looks at the marks of a log, of which there are as many as there can be: they leave Run its room.
func TestLegendIsBesideRun(t *testing.T) {
	t.Parallel()
	tab := read(t, 1280, 720)
	must(t, tab.Eval(`document.querySelector("button[aria-haspopup=menu]").click()`, nil))
	must(t, tab.Wait(`[...document.querySelectorAll("[role=menu] .menu-title")].some((i) => i.innerText.includes("Planets") && (i.click(), true))`))
	must(t, tab.Wait(`document.querySelectorAll(".legend li").length > 12`))
	must(t, tab.Settled())
	must(t, tab.Wait(`document.querySelector(".legend li").getBoundingClientRect().left > document.querySelector(".run-fold").getBoundingClientRect().right + 4`))
}

// TestSearchInOpenReason searches for words of a reason that is open, letter by letter, each of them answered before the next: the reason stays open although rows
// above have the first letters too, and its text has the mark, as the line beside its row had.
func TestSearchInOpenReason(t *testing.T) {
	t.Parallel()
	tab := arrive(t, "")
	must(t, tab.Resize(1440, 900))
	must(t, tab.Ready())
	must(t, tab.Click(".diff-row[data-kind=removed] .reason"))
	must(t, tab.Wait(`document.querySelector(".card-reason") && !document.querySelector(".card .has-match")`))
	pressOutside(t, tab, "/")
	must(t, tab.Wait(`document.activeElement.matches(".search-input")`))
	for _, letters := range []string{"n", "e", "ed not exist"} {
		must(t, tab.Type(letters))
		must(t, tab.Wait(`/^\d+ of/.test(document.querySelector(".search-count")?.innerText)`))
		must(t, tab.Settled())
		open := false
		must(t, tab.Eval(`document.querySelector(".card-reason") !== null`, &open))
		if !open {
			t.Fatalf("expected the reason to stay open, found it closed after %q", letters)
		}
	}
	must(t, tab.Wait(`document.querySelector(".card .has-match-now")?.innerText.includes("need not exist")`))
	must(t, tab.Wait(`getComputedStyle(document.querySelector(".card .has-match-now > *")).backgroundColor !== "rgba(0, 0, 0, 0)"`))
}

// TestSearchWhileDeskArrives asks for the search from the picture, and types on before the desk is there: no letter becomes a command of the page,
// and the field has the focus when it is drawn.
func TestSearchWhileDeskArrives(t *testing.T) {
	t.Parallel()
	here := ownSite(t)
	tab := newcomer(t, here)
	release := here.Hold("desk." + assetHash(t, "desk.js") + ".js")
	must(t, tab.Open(here.URL))
	must(t, tab.Ready())
	must(t, tab.Press("/"))
	must(t, tab.Wait(`!document.querySelector(".is-reading")`))
	must(t, tab.Type("two")) // T steps through the optimizer, O lists all objects
	release()
	must(t, tab.Wait(`document.activeElement.matches(".diff .search-input")`))
	must(t, tab.Type("guard"))
	must(t, tab.Wait(`document.querySelector(".search-input").value === "guard" && document.querySelector(".search-count")`))
}

// TestSearchFromEachView asks for the search where there is none, and in the tab of the editor on a phone.
func TestSearchFromEachView(t *testing.T) {
	t.Parallel()
	tab := arrive(t, "")
	must(t, tab.Ready())
	const there = `document.activeElement.matches(".diff .search-input")`
	pressOutside(t, tab, "m")
	must(t, tab.Wait(`document.querySelector(".asm-name")`))
	pressOutside(t, tab, "/")
	must(t, tab.Wait(there))
	must(t, tab.Resize(360, 740))
	must(t, tab.Click("#tab-trace"))
	must(t, tab.Wait(`!document.querySelector(".search-input").checkVisibility()`))
	pressOutside(t, tab, "/")
	must(t, tab.Wait(there))
}

// TestEditorTakesFocusOnce goes from a reason to its line in the editor, from there to the picture, and back with the search: the editor, which is
// made anew, must not take the focus once more.
func TestEditorTakesFocusOnce(t *testing.T) {
	t.Parallel()
	tab := arrive(t, "")
	must(t, tab.Ready())
	must(t, tab.Click(".diff-row[data-kind=removed] .reason"))
	must(t, tab.Click(".card-lines li .text-button"))
	must(t, tab.Wait(`document.activeElement.matches(".cm-content")`))
	pressOutside(t, tab, "e")
	must(t, tab.Wait(`document.querySelector(".picture-row") && !document.querySelector(".cm-content")`))
	must(t, tab.Settled())
	pressOutside(t, tab, "/")
	must(t, tab.Wait(`document.querySelector(".cm-chosen")`)) // the editor has taken up what the page wants of it
	must(t, tab.Settled())
	must(t, tab.Wait(`document.activeElement.matches(".search-input")`))
}
