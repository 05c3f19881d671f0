package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// readOffer opens the only draft that is offered, to read it before it is shown.
func readOffer(t *testing.T, tab *Tab) {
	t.Helper()
	pressInBar(t, tab, "1 draft offered")
	must(t, tab.Click(".workshop-bar [role=menuitem]"))
	must(t, tab.Wait(`document.querySelector(".workshop-offer .changed-lines")`))
}

// inOffer presses a button below the draft that is read.
func inOffer(t *testing.T, tab *Tab, words string) {
	t.Helper()
	button := fmt.Sprintf(`[...document.querySelectorAll(".workshop-offer button")].find((b) => b.innerText === %q && !b.disabled)`, words)
	must(t, tab.Wait(button))
	must(t, tab.Eval(button+".click()", nil))
	must(t, tab.Wait(`!document.querySelector(".workshop-offer")`))
}

// showOffer shows everybody the only draft that is offered.
func showOffer(t *testing.T, tab *Tab) {
	t.Helper()
	readOffer(t, tab)
	inOffer(t, tab, "Show it to everybody")
}

// TestOfferedDraft has a follower offer a draft, which the presenter shows to everybody and works on; then what was presented is there again, as it was,
// and the owner takes another one away while it is shown. On the projector nobody is named.
func TestOfferedDraft(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	presenter, code := present(t, site)
	ada := follow(t, site, code, "Ada <b>")
	ben := follow(t, site, code, "")
	must(t, presenter.TypeAtEnd("# presented"))
	must(t, ada.Wait(holds("# presented")))
	must(t, ada.TypeAtEnd("# a draft of Ada's"))
	must(t, ada.Wait(inBar("Your own copy")))
	before := text(t, presenter)
	pressInBar(t, ada, "Offer my draft")
	must(t, ada.Wait(inBar("Draft is offered")))
	pressInBar(t, presenter, "1 draft offered")
	must(t, presenter.Wait(`document.querySelector(".workshop-bar [role=menu]")?.innerText.includes("Ada <b>")`))
	expectAccessible(t, presenter, "with the list of offers")
	keepShot(t, presenter, "drafts-offered")
	must(t, presenter.Press(kb.Escape))
	readOffer(t, presenter)
	must(t, presenter.Wait(has("#workshop-offer-title", "A draft of Ada <b>")+" && "+has(".workshop-offer", "Compared with what you present: 1 line added, 1 line removed.")))
	must(t, presenter.Wait(has(".workshop-offer ins", "# a draft of Ada's")+" && "+has(".workshop-offer del", "# presented")+" && "+has(".workshop-offer .changed-lines", "i2 = get(p1, intval)")))
	if got := text(t, ben); strings.Contains(got, "# a draft of Ada's") {
		t.Errorf("expected that nobody else sees it yet, found %q", got)
	}
	expectLooks(t, presenter, "draft-is-read")
	inOffer(t, presenter, "Show it to everybody")
	for _, tab := range []*Tab{presenter, ben} {
		must(t, tab.Wait(holds("# a draft of Ada's")))
	}
	must(t, ada.Wait(inBar("Your draft is shown")))
	must(t, ben.Wait(inBar("somebody’s draft is shown")))
	must(t, presenter.Wait(inBar("You present an offered draft")))
	expectLooks(t, presenter, "draft-is-shown")
	expectProjected(t, presenter, "draft-is-shown")
	expectLooks(t, ada, "own-draft-is-shown")

	// What the presenter does to it everybody sees, and it is done to a copy; also after a reload.
	must(t, presenter.TypeAtEnd("# by the presenter"))
	must(t, ben.Wait(holds("# by the presenter")))
	must(t, presenter.Reload())
	must(t, presenter.Wait(inBar("You present an offered draft")))
	late := follow(t, site, code, "")
	must(t, late.Wait(holds("# by the presenter")))
	if got := text(t, ada); strings.Contains(got, "# by the presenter") {
		t.Errorf("expected Ada's own draft, found %q", got)
	}
	pressInBar(t, presenter, "Back to my text")
	for _, tab := range []*Tab{presenter, ben, late} {
		must(t, tab.Wait(`!(`+holds("# a draft of Ada's")+`) && `+holds("# presented")))
	}
	if got := text(t, presenter); got != before {
		t.Errorf("expected the presenter's text as it was, %q, found %q", before, got)
	}
	must(t, presenter.TypeAtEnd("# and on"))
	must(t, ben.Wait(holds("# and on")))

	// Its owner takes it away; on the projector there is no name.
	pressOutside(t, presenter, "p")
	pressInBar(t, presenter, "1 draft offered")
	must(t, presenter.Wait(`document.querySelector(".workshop-bar [role=menu]")?.innerText.includes("Somebody (1)") && !document.querySelector(".workshop-bar [role=menu]").innerText.includes("Ada <b>")`))
	must(t, presenter.Press(kb.Escape))
	readOffer(t, presenter)
	must(t, presenter.Wait(has("#workshop-offer-title", "A draft of somebody")))
	inOffer(t, presenter, "Show it to everybody")
	must(t, ben.Wait(holds("# a draft of Ada's")))
	pressInBar(t, ada, "Take my draft back")
	for _, tab := range []*Tab{presenter, ben} {
		must(t, tab.Wait(`!(`+holds("# a draft of Ada's")+`) && `+holds("# and on")))
	}
	must(t, presenter.Wait(`!document.querySelector(".workshop-bar").innerText.includes("offered")`))
	must(t, ada.Wait(inBar("Offer my draft")))

	// The presenter reads one, which becomes another one meanwhile; and does not want it.
	pressInBar(t, ada, "Offer my draft")
	must(t, ada.Eval(`void (window.offeredAt = performance.now())`, nil))
	readOffer(t, presenter)
	pressInBar(t, ada, "Draft is offered") // takes it back
	must(t, presenter.Wait(has(".workshop-offer", "It is no longer offered.")+` && document.querySelector(".workshop-offer .primary").disabled`))
	must(t, ada.TypeAtEnd("# anew"))
	must(t, ada.Wait(inBar("Offer my draft")+` && performance.now() - window.offeredAt > 2500`)) // one every two seconds
	pressInBar(t, ada, "Offer my draft")
	must(t, presenter.Wait(has(".workshop-offer", "It was offered again")))
	must(t, presenter.Click(".workshop-offer .primary"))
	must(t, presenter.Wait(has(".workshop-offer ins", "# anew")))
	inOffer(t, presenter, "Do not show it")
	must(t, ada.Wait(inBar("Offer my draft")))
}

// TestDraftTakenBackMeanwhile has the owner of a draft take it back while the presenter, without a network, types into it: what is typed is in neither
// text afterwards, and what was presented is as it was.
func TestDraftTakenBackMeanwhile(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	presenter, code := present(t, site)
	ada := follow(t, site, code, "Ada")
	ben := follow(t, site, code, "")
	must(t, presenter.TypeAtEnd("# presented"))
	must(t, ada.Wait(holds("# presented")))
	before := text(t, presenter)
	must(t, ada.TypeAtEnd("# of Ada"))
	pressInBar(t, ada, "Offer my draft")
	showOffer(t, presenter)
	must(t, ben.Wait(holds("# of Ada")))
	must(t, presenter.Wait(holds("# of Ada")))
	must(t, offline(presenter, true))
	must(t, presenter.Wait(inBar("Connection lost")))
	must(t, presenter.TypeAtEnd("# unsent"))
	pressInBar(t, ada, "Take my draft back")
	must(t, ben.Wait(`!(`+holds("# of Ada")+`) && `+holds("# presented")))
	must(t, offline(presenter, false))
	must(t, presenter.Wait(inBar("You present")+` && !(`+holds("# of Ada")+`) && `+holds("# presented")))
	if got := text(t, presenter); got != before {
		t.Errorf("expected the presenter's text as it was, %q, found %q", before, got)
	}
	must(t, presenter.TypeAtEnd("# and on"))
	must(t, ben.Wait(holds("# and on")))
	if got := text(t, ben); strings.Contains(got, "# unsent") {
		t.Errorf("expected nothing of what was typed into the draft, found %q", got)
	}
	if got := text(t, ada); !strings.Contains(got, "# of Ada") || strings.Contains(got, "# unsent") {
		t.Errorf("expected Ada's draft as Ada has it, found %q", got)
	}
}

// TestOfferedProgram has a learner in a lesson offer the program in the editor: the presenter shows it, with what its tests say, and has the own program
// back afterwards; a follower's program stays all the time.
func TestOfferedProgram(t *testing.T) {
	long(t)
	t.Parallel()
	_, grace, ada := lessonWorkshop(t)
	must(t, grace.TypeAtEnd("# of Grace"))
	must(t, ada.Wait(has(".workshop-program", "# of Grace")))
	must(t, ada.TypeAtEnd("# of Ada"))
	graces, adas := text(t, grace), text(t, ada)
	pressInBar(t, ada, "Offer my draft")
	showOffer(t, grace)
	must(t, grace.Wait(holds("# of Ada")))
	must(t, ada.Wait(has(".workshop-program", "# of Ada")+" && "+inBar("Your draft is shown")))
	must(t, grace.Solve(rightFold))
	must(t, grace.Judged("pass"))
	must(t, ada.Wait(has(".workshop-outcome", "pass")))
	expectLooks(t, ada, "program-is-shown")
	pressInBar(t, grace, "Back to my text")
	must(t, grace.Wait(holds("# of Grace")))
	must(t, ada.Wait(has(".workshop-program", "# of Grace")))
	if got := text(t, grace); got != graces {
		t.Errorf("expected the program of before, %q, found %q", graces, got)
	}
	if got := text(t, ada); got != adas {
		t.Errorf("expected Ada's program all the time, %q, found %q", adas, got)
	}
}
