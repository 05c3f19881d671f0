package browsertest

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"unbox/classroom/journal/sqlite"
	"unbox/classroom/workshop"
	"unbox/playground"
	"unbox/playground/secret"
)

// workshops gives a server workshops in a folder.
func workshops(dir string, key secret.Key) (with func(*playground.Config), stop func() error, err error) {
	kept, err := sqlite.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	hall := workshop.NewHall(workshop.Options{Journal: kept, Key: key, Log: slog.New(slog.DiscardHandler)})
	return func(c *playground.Config) { c.Key, c.Workshops = key, hall }, kept.Close, nil
}

// workshopSite is a site of a test's own, with workshops.
func workshopSite(t *testing.T) *Site {
	t.Helper()
	with, stop, err := workshops(t.TempDir(), secret.New())
	must(t, err)
	t.Cleanup(func() { _ = stop() })
	return ownSite(t, with)
}

// inBar waits for words in the workshop's bar.
func inBar(words string) string {
	return fmt.Sprintf(`document.querySelector(".workshop-bar")?.innerText.includes(%q)`, words)
}

// toasts waits for a message at the edge of the page.
func toasts(words string) string {
	return fmt.Sprintf(`document.querySelector(".toasts").innerText.includes(%q)`, words)
}

// present opens a workshop in a new tab and returns its code.
func present(t *testing.T, site *Site) (*Tab, string) {
	t.Helper()
	tab := arriveAt(t, site, "")
	return tab, presentIn(t, tab)
}

// presentIn opens a workshop in a tab and returns its code.
func presentIn(t *testing.T, tab *Tab) string {
	t.Helper()
	must(t, tab.Ready())
	must(t, tab.Eval(cuttable, nil))
	must(t, tab.Click(".share > button"))
	must(t, tab.Eval(`[...document.querySelectorAll("[role=menuitem]")].find((m) => m.innerText.includes("Start a workshop")).click()`, nil))
	must(t, tab.Wait(`document.querySelector(".workshop-invite .workshop-qr")?.naturalWidth > 0`))
	must(t, tab.Wait(inBar("You present")))
	var code string
	must(t, tab.Eval(`document.querySelector(".workshop-big-code").innerText.replace(/\s/g, "")`, &code))
	must(t, tab.Click(".workshop-invite .icon-only"))
	return code
}

// follow joins a workshop by its short address.
func follow(t *testing.T, site *Site, code, name string) *Tab {
	t.Helper()
	return followIn(t, arriveAt(t, site, "w/"+code), name)
}

// followIn joins the workshop whose address a tab was opened at.
func followIn(t *testing.T, tab *Tab, name string) *Tab {
	t.Helper()
	must(t, tab.Ready())
	must(t, tab.Wait(`document.querySelector("#workshop-join-title")`))
	must(t, tab.Eval(cuttable, nil))
	must(t, tab.Focus(`input[name=name]`))
	must(t, tab.Type(name))
	must(t, tab.Click(`.workshop-form .primary`))
	must(t, tab.Wait(inBar("You follow")))
	return tab
}

// TestWorkshop has a presenter and three followers: one cut off from the network for a while, one
// whose network blocks WebSockets, and one who comes late, forks and comes back.
func TestWorkshop(t *testing.T) {
	t.Parallel()
	site := workshopSite(t)
	presenter, code := present(t, site)
	cut := follow(t, site, code, "Ada")
	blocked := arriveAt(t, site, "")
	must(t, blocked.Ready())
	must(t, blocked.Eval(`window.WebSocket = class { constructor() { queueMicrotask(() => this.onclose?.()); } close() {} send() {} }`, nil))
	must(t, blocked.Click(".share > button"))
	must(t, blocked.Eval(`[...document.querySelectorAll("[role=menuitem]")].find((m) => m.innerText.includes("Join a workshop")).click()`, nil))
	must(t, blocked.Wait(`document.querySelector("input[name=code]")`))
	must(t, blocked.Focus(`input[name=code]`))
	must(t, blocked.Type(strings.ToLower(code[:3]+"-"+code[3:])))
	must(t, blocked.Click(`.workshop-form .primary`))
	must(t, blocked.Wait(inBar("You follow")))

	must(t, presenter.TypeAtEnd("# first words"))
	for _, tab := range []*Tab{cut, blocked} {
		must(t, tab.Wait(holds("# first words")))
	}
	must(t, offline(cut, true))
	must(t, cut.Wait(inBar("Connection lost")))
	must(t, presenter.TypeAtEnd(" and more"))
	must(t, blocked.Wait(holds("# first words and more")))
	must(t, offline(cut, false))
	must(t, cut.Wait(holds("# first words and more")))

	late := follow(t, site, code, "")
	must(t, late.Wait(holds("# first words and more")))
	must(t, presenter.Press(kb.Escape))
	pressOutside(t, presenter, "]")
	var point string
	must(t, presenter.Wait(`document.querySelector(".strip [aria-current]") || document.querySelector(".diff-row")`))
	must(t, presenter.Settled())
	must(t, presenter.Eval(heads, &point))
	must(t, late.Wait(heads+` === `+fmt.Sprintf("%q", point)))

	// A copy of one's own stays, and what is presented goes on.
	must(t, late.TypeAtEnd("# mine"))
	must(t, late.Wait(inBar("Your own copy")))
	must(t, presenter.TypeAtEnd("# theirs"))
	must(t, blocked.Wait(holds("# theirs")))
	if got := text(t, late); !strings.Contains(got, "# mine") || strings.Contains(got, "# theirs") {
		t.Errorf("expected the own copy alone, found %q", got)
	}
	pressOutside(t, late, "f")
	must(t, late.Wait(holds("# theirs")))
	must(t, late.Wait(inBar("You follow")))
	must(t, late.Click(".drafts > button"))
	must(t, late.Wait(`[...document.querySelectorAll("[role=menuitem]")].some((m) => m.innerText.includes("# mine"))`))

	// A reload of the presenter loses nothing.
	must(t, presenter.TypeAtEnd("# before the reload"))
	must(t, presenter.Reload())
	must(t, presenter.Wait(inBar("You present")))
	must(t, blocked.Wait(holds("# before the reload")))
	must(t, presenter.TypeAtEnd("# after it"))
	for _, tab := range []*Tab{cut, blocked, late} {
		must(t, tab.Wait(holds("# after it")))
	}
}

// heads are the two sides that are compared.
const heads = `[...document.querySelectorAll(".diff-heads, .diff-head, .strip-stop[aria-pressed=true]")].map((h) => h.innerText).join()`

// cuttable lets a test cut the page's sockets as a network does that goes away: nothing arrives, and
// nobody is told.
const cuttable = `{
	const Real = window.WebSocket;
	window.unboxCut = false;
	window.WebSocket = class extends Real {
		// TCP leaves nothing out: a line that has lost something stays dead, and the page takes another one.
		lost = false;
		cut() { return (this.lost ||= window.unboxCut); }
		set onmessage(f) { super.onmessage = (e) => this.cut() || f(e); }
		set onopen(f) { super.onopen = (e) => this.cut() || f(e); }
		send(x) { if (!this.cut()) super.send(x); }
	};
}`

// offline takes a tab's network away or gives it back.
func offline(t *Tab, off bool) error { return t.Eval(fmt.Sprintf("window.unboxCut = %v", off), nil) }

// TestWorkshopQuestion asks before it is shown, and hands over to somebody who raised a hand.
func TestWorkshopQuestion(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	presenter, code := present(t, site)
	ada := follow(t, site, code, "Ada <b>")
	must(t, presenter.Eval(`[...document.querySelectorAll(".workshop-bar button")].find((b) => b.innerText.startsWith("Ask")).click()`, nil))
	must(t, presenter.Click(`.workshop-form .primary`))
	must(t, ada.Wait(`getComputedStyle(document.querySelector(".pane-passes > *")).visibility === "hidden"`))
	must(t, ada.Focus(`.workshop-question input`))
	must(t, ada.Type("3"))
	must(t, ada.Click(`.workshop-question .primary`))
	must(t, presenter.Wait(`document.querySelector(".workshop-count")?.innerText === "1"`))
	must(t, presenter.Click(`.workshop-question .primary`))
	must(t, ada.Wait(`document.querySelector(".workshop-question")?.innerText.includes("It is ")`))
	must(t, ada.Wait(`getComputedStyle(document.querySelector(".pane-passes > *")).visibility === "visible"`))
	// The presenter hears of it like everybody, sooner or later than Ada.
	must(t, presenter.Wait(`document.querySelector(".workshop-question .primary")?.innerText === "Done"`))
	must(t, presenter.Click(`.workshop-question .primary`))
	must(t, ada.Wait(`!document.querySelector(".workshop-question")`))

	pressInBar(t, ada, "Raise a hand")
	pressInBar(t, presenter, "1 hand up")
	must(t, presenter.Wait(`document.querySelector(".workshop-bar [role=menu]")?.innerText.includes("Ada <b>")`))
	chooseItem(t, presenter, "Hand over")
	must(t, ada.Wait(inBar("You present")))
	must(t, presenter.Wait(inBar("You follow")))
	must(t, ada.TypeAtEnd("# from Ada"))
	must(t, presenter.Wait(holds("# from Ada")))
}

// TestPictureHidesTheAnswer asks people who read the picture, whose headline, lines and reasons are the answer, and one who looks at
// the projector: they get the trace beside hidden results, and the picture back when it is told.
func TestPictureHidesTheAnswer(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	presenter := newcomer(t, site)
	must(t, presenter.Open(site.URL))
	code := presentIn(t, presenter)
	ada := newcomer(t, site)
	must(t, ada.Open(site.URL+"w/"+code))
	followIn(t, ada, "Ada")
	must(t, ada.Wait(`document.querySelector(".reading .hero-line")`))
	must(t, presenter.Eval(`document.activeElement?.blur()`, nil))
	must(t, presenter.Press("p"))
	must(t, presenter.Wait(`document.querySelector(".page.presenting") && !document.querySelector(".reading")`))
	pressInBar(t, presenter, "Ask")
	must(t, presenter.Click(`.workshop-form .primary`))
	for _, tab := range []*Tab{presenter, ada} {
		must(t, tab.Wait(`document.querySelector(".workshop-question") && document.querySelector(".pane-trace .cm-line")`))
		must(t, tab.Wait(`getComputedStyle(document.querySelector(".pane-passes > *")).visibility === "hidden"`))
		must(t, tab.Wait(`!document.querySelector(".hero, .picture, .margin, .stage")`))
	}
	expectLooks(t, ada, "predict-first")
	must(t, presenter.Click(`.workshop-question .primary`))
	must(t, ada.Wait(has(".workshop-question", "It is ")+` && document.querySelector(".reading .hero-line")`))
	must(t, presenter.Wait(`!document.querySelector(".pane-trace")`))
}

// TestFollowersSeeTheReasonAndTheStep presents the picture: the open reason, a moment of the optimizer and one of a run, and the desk. Whoever comes
// late sees what is open; a follower who looks elsewhere is not called back by each click.
func TestFollowersSeeTheReasonAndTheStep(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	presenter := newcomer(t, site)
	must(t, presenter.Open(site.URL))
	code := presentIn(t, presenter)
	follower := func() *Tab {
		tab := newcomer(t, site)
		must(t, tab.Open(site.URL+"w/"+code))
		return followIn(t, tab, "")
	}
	ada := follower()
	open := func(row string) {
		must(t, presenter.Eval(fmt.Sprintf(`[...document.querySelectorAll(".picture-row")].find((r) => r.querySelector(".row-number")?.innerText === %q).click()`, row), nil))
		must(t, presenter.Wait(rowIsOpen(row)))
	}
	open("9")
	must(t, ada.Wait(rowIsOpen("9")))
	late := follower()
	must(t, late.Wait(rowIsOpen("9")))
	must(t, presenter.Eval(`document.activeElement?.blur()`, nil))
	must(t, presenter.Press("t"))
	must(t, presenter.Wait(stepShown))
	must(t, ada.Wait(stepShown))
	must(t, presenter.Press("t"))
	must(t, ada.Wait(`!(`+stepShown+`) && document.querySelector(".reading")`))
	must(t, ada.Eval(`document.activeElement?.blur()`, nil))
	must(t, ada.Press("e")) // has a look at the desk
	must(t, ada.Wait(`document.querySelector(".pane-trace")`))
	open("10")
	must(t, late.Wait(rowIsOpen("10")))
	must(t, ada.Wait(`document.querySelector(".pane-trace")`))
	must(t, presenter.Press("e"))
	must(t, late.Wait(`document.querySelector(".pane-trace")`))
}

const stepShown = `document.querySelector("#pane-time") && !document.querySelector(".reading")`

func rowIsOpen(row string) string {
	return fmt.Sprintf(`document.querySelector(".picture-row.is-chosen .row-number")?.innerText === %q`, row)
}

// TestAnswerWithoutALine answers a question while the line is dead: the answer is kept, also over a reload, and arrives once.
func TestAnswerWithoutALine(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	presenter, code := present(t, site)
	ada := follow(t, site, code, "Ada")
	ben := follow(t, site, code, "Ben")
	pressInBar(t, presenter, "Ask")
	must(t, presenter.Click(`.workshop-form .primary`))
	for _, tab := range []*Tab{ada, ben} {
		must(t, tab.Wait(`document.querySelector(".workshop-question input")`))
		must(t, offline(tab, true))
		must(t, tab.Focus(`.workshop-question input`))
		must(t, tab.Type("3"))
		must(t, tab.Click(`.workshop-question .primary`))
		must(t, tab.Wait(`document.querySelector(".workshop-mine")?.innerText.includes("3")`))
	}
	must(t, ada.Wait(has(".workshop-question", "sent when the connection is back")))
	must(t, offline(ada, false))
	must(t, presenter.Wait(`document.querySelector(".workshop-count")?.innerText === "1"`))
	must(t, ada.Wait(`!`+has(".workshop-question", "sent when the connection is back")))
	must(t, ben.Reload())
	must(t, presenter.Wait(`document.querySelector(".workshop-count")?.innerText === "2"`))
	must(t, ben.Wait(`document.querySelector(".workshop-mine")?.innerText.includes("3")`))
}

// pressInBar presses a button of the workshop's bar as soon as it is there.
func pressInBar(t *testing.T, tab *Tab, words string) {
	t.Helper()
	button := fmt.Sprintf(`[...document.querySelectorAll(".workshop-bar button")].find((b) => b.innerText.trim().startsWith(%q))`, words)
	must(t, tab.Wait(button))
	must(t, tab.Eval(button+".click()", nil))
}

// chooseItem chooses from the menu that is open.
func chooseItem(t *testing.T, tab *Tab, words string) {
	t.Helper()
	item := fmt.Sprintf(`[...document.querySelectorAll("[role=menuitem]")].find((m) => m.innerText.includes(%q))`, words)
	must(t, tab.Wait(item))
	must(t, tab.Eval(item+".click()", nil))
}

// TestTwoPresenters has two present in turns. One takes over while the other types without a network: what was typed stays, as a
// copy, and what is presented has nothing of it.
func TestTwoPresenters(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	grace, code := present(t, site)
	ada := follow(t, site, code, "Ada")
	learner := follow(t, site, code, "")
	pressInBar(t, ada, "Raise a hand")
	pressInBar(t, grace, "1 hand up")
	chooseItem(t, grace, "Make a second presenter")
	pressInBar(t, ada, "Present")
	must(t, ada.Wait(inBar("You present")))
	must(t, grace.Wait(inBar("You follow Ada")))
	must(t, grace.Wait(toasts("presents now.")))
	must(t, learner.Wait(toasts("presents now.")))
	must(t, ada.TypeAtEnd("# from Ada"))
	must(t, learner.Wait(holds("# from Ada")))
	pressInBar(t, grace, "Present")
	must(t, grace.Wait(inBar("You present")))
	must(t, ada.Wait(inBar("You follow")))
	must(t, ada.Wait(toasts("The person who opened the workshop presents now.")))

	must(t, offline(grace, true))
	must(t, grace.Wait(inBar("Connection lost")))
	must(t, grace.TypeAtEnd("# typed alone"))
	must(t, grace.Wait(inBar("kept here until it is back")))
	pressInBar(t, ada, "Present")
	must(t, ada.Wait(inBar("You present")))
	must(t, ada.TypeAtEnd(", again"))
	must(t, learner.Wait(holds("# from Ada, again")))
	must(t, offline(grace, false))
	must(t, grace.Wait(inBar("Your own copy")))
	must(t, grace.Wait(holds("# typed alone")))
	pressInBar(t, grace, "Present")
	must(t, grace.Wait(inBar("You present")))
	must(t, grace.Wait(holds("# from Ada, again")))
	must(t, grace.TypeAtEnd("# and on"))
	must(t, learner.Wait(holds("# and on")))
	must(t, ada.Wait(holds("# and on")))
	if got := text(t, learner); strings.Contains(got, "# typed alone") {
		t.Errorf("expected what was typed alone to be one's own copy, found it presented: %q", got)
	}

	// The second presenter goes on when the other one is gone.
	pressInBar(t, grace, "Workshop")
	chooseItem(t, grace, "Leave")
	must(t, ada.Wait(inBar("the presenter is away")))
	pressInBar(t, ada, "Present")
	must(t, ada.Wait(inBar("You present"))) // until then she writes a copy of her own
	must(t, ada.TypeAtEnd("# alone"))
	must(t, learner.Wait(holds("# alone")))
	must(t, learner.Wait(inBar("You follow")+` && !`+inBar("away")))
}

// TestTimeLine goes back in a workshop while it goes on, edits a moment, and presents from another one.
func TestTimeLine(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	grace, code := present(t, site)
	must(t, grace.TypeAtEnd("# one"))
	pressInBar(t, grace, "Checkpoint")
	must(t, grace.TypeAtEnd(" two"))
	ada := follow(t, site, code, "")
	must(t, ada.Wait(holds("# one two")))
	openTimeLine(t, ada)
	chooseMoment(t, ada, "Checkpoint 1")
	must(t, ada.Wait(holds("# one")+` && !`+holds("# one two")))
	for _, theme := range testedThemes() {
		must(t, ada.Theme(theme))
		expectAccessible(t, ada, "the time line, "+theme)
		must(t, ada.Resize(360, 740))
		expectNoWider(t, ada, 360, "the time line, "+theme)
		must(t, ada.Resize(1280, 800))
	}
	must(t, ada.Wait(inBar("An earlier moment")))
	must(t, grace.TypeAtEnd(" three"))
	must(t, ada.Eval(`document.querySelector(".workshop-play").click()`, nil))
	must(t, ada.Wait(holds("# one two")))
	must(t, ada.Wait(`document.querySelector(".workshop-play").innerText === "Play"`))
	if got := text(t, ada); strings.Contains(got, "three") {
		t.Errorf("expected a moment of before, found what is presented: %q", got)
	}
	pressOutside(t, ada, "f")
	must(t, ada.Wait(holds("# one two three")))
	must(t, ada.Wait(inBar("You follow")+` && !document.querySelector(".workshop-time")`))

	// A moment that is edited is a copy of one's own.
	openTimeLine(t, ada)
	chooseMoment(t, ada, "Checkpoint 1")
	must(t, ada.Wait(`!`+holds("# one two")))
	must(t, ada.TypeAtEnd(" mine"))
	must(t, ada.Wait(inBar("Your own copy")+` && !document.querySelector(".workshop-time")`))
	must(t, ada.Wait(holds("# one mine")))

	// The presenter looks back alone, and goes on from there for all.
	openTimeLine(t, grace)
	chooseMoment(t, grace, "Checkpoint 1")
	must(t, grace.Wait(`!`+holds("# one two")))
	late := follow(t, site, code, "")
	must(t, late.Wait(holds("# one two three")))
	must(t, grace.Eval(`[...document.querySelectorAll(".workshop-time button")].find((b) => b.innerText === "Go on from here").click()`, nil))
	must(t, late.Wait(holds("# one")+` && !`+holds("# one two")))
	must(t, grace.TypeAtEnd(" and on"))
	must(t, late.Wait(holds("# one and on")))
	must(t, grace.Wait(inBar("You present")+` && !document.querySelector(".workshop-time")`))
}

// openTimeLine opens it from the workshop's menu.
func openTimeLine(t *testing.T, tab *Tab) {
	t.Helper()
	must(t, tab.Eval(`document.querySelector(".workshop-bar button[aria-label='Workshop menu']").click()`, nil))
	chooseItem(t, tab, "Time line")
	must(t, tab.Wait(`document.querySelector(".workshop-slider")`))
}

// chooseMoment goes to a moment that has a name.
func chooseMoment(t *testing.T, tab *Tab, words string) {
	t.Helper()
	must(t, tab.Eval(fmt.Sprintf(`{
		const select = document.querySelector(".workshop-marks select");
		select.value = [...select.options].find((o) => o.innerText.includes(%q)).value;
		select.dispatchEvent(new Event("change", { bubbles: true }));
	}`, words), nil))
}
