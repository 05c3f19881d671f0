package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"

	"unbox/terms"
	"unbox/tutorials"
)

// TestTermsInTheirPlace asks what a word means: by keyboard, with a click, and by resting on it. The card leads to the glossary.
func TestTermsInTheirPlace(t *testing.T) {
	t.Parallel()
	tab := read(t, 1440, 900)
	must(t, tab.Focus(".legend .term"))
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(`document.querySelector(".term-card:popover-open h2") === document.activeElement`))
	var card struct {
		Picture, Lesson, Glossary string
		Inside                    bool
	}
	must(t, tab.Eval(`(() => {
		const card = document.querySelector(".term-card"), box = card.getBoundingClientRect();
		const [lesson, , glossary] = [...card.querySelectorAll("a")].map((a) => a.getAttribute("href"));
		return { picture: card.querySelector("pre").textContent, lesson, glossary, inside: box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight };
	})()`, &card))
	if len(card.Picture) < 20 || len(card.Lesson) < 12 || len(card.Glossary) < 12 || !card.Inside {
		t.Errorf("expected a card with a picture and links, within the window, found %+v", card)
	}
	expectAccessible(t, tab, "with the card of a term")
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(`!document.querySelector(".term-card:popover-open") && document.activeElement.matches(".legend .term")`))
	must(t, tab.Eval(`document.querySelector(".legend .term").dispatchEvent(new PointerEvent("pointerenter", { pointerType: "mouse" }))`, nil))
	must(t, tab.Wait(`document.querySelector(".term-card:popover-open")`))
	must(t, tab.Eval(`document.querySelector(".legend .term").dispatchEvent(new PointerEvent("pointerleave", { pointerType: "mouse" }))`, nil))
	must(t, tab.Wait(`!document.querySelector(".term-card:popover-open")`))
}

// TestGlossary searches the glossary, goes to an entry, and is read without a script, too.
func TestGlossary(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{1280, 360} {
		tab := newcomer(t, site)
		must(t, tab.Resize(width, 740))
		must(t, tab.Open(site.URL+"glossary#term-virtual"))
		must(t, tab.Wait(`document.querySelector("#term-virtual:target")?.checkVisibility() && document.querySelector(".entry-search:not([hidden])")`))
		must(t, tab.Settled())
		expectAccessible(t, tab, "the glossary")
		expectNoWider(t, tab, width, "the glossary")
		must(t, tab.Press("/"))
		must(t, tab.Wait(`document.activeElement.matches(".entry-search input")`))
		must(t, tab.Eval(`document.activeElement.value = ""`, nil)) // the driver types the key that the page has taken, too
		must(t, tab.Type("int_add_ovf"))
		must(t, tab.Wait(`/^\d+ entr/.test(document.querySelector("[role=status]").textContent) && document.querySelector("#operation-int_add_ovf").checkVisibility() && !document.querySelector("#term-virtual").checkVisibility()`))
		must(t, tab.Press(kb.Enter))
		must(t, tab.Wait(`document.activeElement.closest(".entry")?.checkVisibility()`))
	}
}

// TestTermsLeadToLessons finds the lesson of each term in the course.
func TestTermsLeadToLessons(t *testing.T) {
	t.Parallel()
	course, err := tutorials.Course()
	must(t, err)
	for _, term := range terms.All() {
		if _, step := course.Step(term.Lesson); term.Lesson != "" && step == nil {
			t.Errorf("%s: expected a step of the course, found `%s`", term.ID, term.Lesson)
		}
	}
}
