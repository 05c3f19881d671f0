package browsertest

import (
	"fmt"
	"os"
	"testing"

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
	for _, size := range [][2]int64{{1440, 900}, {1280, 720}, {768, 1024}, {360, 740}} {
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

// TestPicture walks the first picture with keys, opens reasons, looks at the loop in all three ways, and
// goes to the desk and back.
func TestPicture(t *testing.T) {
	t.Parallel()
	tab := read(t, 1440, 900)
	must(t, tab.Wait(`document.querySelector(".hero-line").innerText === "Five boxes a round. None is needed."`))
	must(t, tab.Wait(`document.querySelectorAll(".life").length === 7 && document.querySelectorAll(".life-never").length === 7`))
	must(t, tab.Wait(`/p10 not made/.test(document.querySelector(".why-question").innerText)`))
	must(t, tab.Focus(".rows"))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Wait(`document.querySelector(".picture-row.is-chosen").innerText.includes("set(p10, intval, i9)")`))
	must(t, tab.Wait(`document.querySelector(".rows").getAttribute("aria-activedescendant") === document.querySelector(".picture-row.is-chosen").id`))
	must(t, tab.Eval(`document.querySelector(".why .row-link").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".picture-row.is-chosen").innerText.includes("p10 = new")`))
	must(t, tab.Press(kb.ArrowRight))
	must(t, tab.Wait(`document.querySelector(".picture-row.is-chosen").innerText.includes("set(p10")`))

	way := func(n int) {
		must(t, tab.Eval(fmt.Sprintf(`document.querySelectorAll(".way-button")[%d].click()`, n), nil))
	}
	way(1)
	must(t, tab.Wait(`document.querySelector(".hero-line").innerText === "Five boxes a round. Two have to be made."`))
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
	must(t, tab.SkipTour())
	must(t, tab.Replace("[i0]\np1 = new(Box)\nset(p1, value, i0)\ni2 = get(p1, value)\nfinish(i2)\n"))
	must(t, tab.Ready())
	must(t, tab.Eval(`document.activeElement.blur()`, nil))
	must(t, tab.Press("e"))
	must(t, tab.Wait(`document.querySelector(".hero-line")?.innerText === "One box. It is not needed."`))
}

// TestPictureOfALongTrace expects a long trace to be drawn as far as it is in view.
func TestPictureOfALongTrace(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Replace(traces.Mixed(7000)))
	must(t, tab.Ready())
	must(t, tab.Eval(`document.activeElement.blur()`, nil))
	must(t, tab.Press("e"))
	must(t, tab.Ready())
	var drawn int
	must(t, tab.Eval(`document.querySelectorAll(".picture-row").length`, &drawn))
	if drawn > 200 {
		t.Errorf("expected the rows in view and a few more, found %d", drawn)
	}
	must(t, tab.Eval(`document.querySelector(".sheet").scrollTo(0, 1e9)`, nil))
	must(t, tab.Wait(`[...document.querySelectorAll(".picture-row")].some((r) => r.innerText.includes("jump("))`))
}

// TestPictureAccessibility runs axe-core over the picture in both themes, wide and narrow.
func TestPictureAccessibility(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile(axe)
	must(t, err)
	tab := read(t, 1440, 900)
	must(t, tab.Eval(string(script), nil))
	for _, theme := range []string{"light", "dark"} {
		must(t, tab.Theme(theme))
		expectAccessible(t, tab, theme)
	}
	must(t, tab.Resize(360, 740))
	expectAccessible(t, tab, "on a phone")
}
