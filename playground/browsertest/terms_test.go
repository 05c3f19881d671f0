package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
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
		must(t, tab.Type("int_add_ovf"))
		must(t, tab.Wait(`/^\d+ entr/.test(document.querySelector("[role=status]").textContent) && document.querySelector("#operation-int_add_ovf").checkVisibility() && !document.querySelector("#term-virtual").checkVisibility()`))
		must(t, tab.Press(kb.Enter))
		must(t, tab.Wait(`document.activeElement.closest(".entry")?.checkVisibility()`))
	}
}

// TestTermsInLessons asks what a word of a lesson means: by keyboard, with a click, and by resting on it. Without a script it is a link, and the search finds
// it as well.
func TestTermsInLessons(t *testing.T) {
	t.Parallel()
	tab := newcomer(t, site)
	must(t, tab.Resize(360, 740))
	must(t, tab.Open(site.URL+"lessons/equal-things/follow-the-arrows"))
	const link, card = `document.querySelector("a.term[data-term=union-find]")`, `document.querySelector(".term-card:popover-open")`
	must(t, tab.Wait(link+`?.getAttribute("aria-haspopup") && `+link+`.getAttribute("href").endsWith("/glossary#term-union-find")`))
	must(t, tab.Settled())
	must(t, tab.Focus("a.term[data-term=union-find]"))
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(card+`?.querySelector("h2") === document.activeElement && location.pathname.endsWith("follow-the-arrows")`))
	expectAccessible(t, tab, "with the card of a term in a lesson")
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(`!`+card+` && document.activeElement === `+link))
	must(t, tab.Eval(link+`.click()`, nil))
	must(t, tab.Wait(card+`?.querySelector("pre").textContent.length > 20`))
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(`!`+card))
	must(t, tab.Eval(link+`.dispatchEvent(new PointerEvent("pointerover", { pointerType: "mouse", bubbles: true }))`, nil))
	must(t, tab.Wait(card))
	must(t, tab.Eval(link+`.dispatchEvent(new PointerEvent("pointerout", { pointerType: "mouse", bubbles: true }))`, nil))
	must(t, tab.Wait(`!`+card))
	pressOutside(t, tab, "/")
	must(t, tab.Wait(`document.activeElement.matches(".search-input")`))
	must(t, tab.Type("e-graph"))
	must(t, tab.Wait(`[...document.querySelectorAll(".search-hits li")].some((hit) => /^e-graph\s*Glossary/.test(hit.textContent)) && [...document.querySelectorAll(".search-hits li")].some((hit) => hit.textContent.startsWith("Several ways"))`))
}

// TestTermsInHints: the words of a question and of a hint lead to their cards, and a click on one chooses no answer.
func TestTermsInHints(t *testing.T) {
	long(t)
	t.Parallel()
	tab := newcomer(t, site)
	must(t, tab.Open(site.URL+"lessons/boxes-in-a-real-trace/described-at-the-exit"))
	const card = `document.querySelector(".term-card:popover-open")`
	must(t, tab.Wait(`document.querySelector("legend a.term[data-term=snapshot]")?.ariaHasPopup`))
	must(t, tab.Settled())
	must(t, tab.Click("legend a.term[data-term=snapshot]"))
	must(t, tab.Wait(card+`?.innerText.includes("snapshot") && !document.querySelector(".quiz input:checked")`))
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(`!`+card))
	for range 3 {
		must(t, tab.Click(".help-buttons .button"))
	}
	must(t, tab.Click(".hints a.term"))
	must(t, tab.Wait(card+`?.innerText.includes("pass") && location.pathname.endsWith("described-at-the-exit")`))
}
