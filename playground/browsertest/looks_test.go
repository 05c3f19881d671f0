package browsertest

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// axe is the accessibility checker, fetched by npm.
const axe = "../../static/node_modules/axe-core/axe.min.js"

// TestAccessibility runs axe-core over the page in both themes and in the
// states in which there is most to see.
func TestAccessibility(t *testing.T) {
	t.Parallel()
	script, err := os.ReadFile(axe)
	must(t, err)
	for _, theme := range []string{"light", "dark"} {
		t.Run(theme, func(t *testing.T) {
			t.Parallel()
			tab := arrive(t, "")
			must(t, tab.Theme(theme))
			must(t, tab.Ready())
			must(t, tab.Wait(`document.querySelector(".tour")`))
			must(t, tab.Eval(string(script), nil))
			expectAccessible(t, tab, "with the tour")
			must(t, tab.SkipTour())
			must(t, tab.Click(".diff-row[data-kind=removed] .reason"))
			must(t, tab.Wait(`document.querySelector(".card-reason")`))
			expectAccessible(t, tab, "with a reason open")
			must(t, tab.Eval(`[...document.querySelectorAll("button[aria-haspopup=menu]")][0].click()`, nil))
			must(t, tab.Wait(`document.querySelector("[role=menu]")`))
			expectAccessible(t, tab, "with a menu open")
			must(t, tab.Press("\u001b"))
			must(t, tab.TypeAtEnd("i1 = nonsense(i0)"))
			must(t, tab.Wait(`document.querySelector(".cm-lintRange-error")`))
			expectAccessible(t, tab, "with an error in the text")
			must(t, tab.Resize(360, 740))
			must(t, tab.Wait(`document.querySelector("[role=tablist]")`))
			expectAccessible(t, tab, "on a phone")
		})
	}
}

func expectAccessible(t *testing.T, tab *Tab, state string) {
	t.Helper()
	var violations []struct {
		ID, Help string
		Nodes    []struct {
			HTML           string
			FailureSummary string
		}
	}
	must(t, tab.Settled())
	must(t, tab.Wait(`document.fonts.status === "loaded" && document.getAnimations().every((a) => a.playState !== "running" || a.effect.getComputedTiming().endTime === Infinity)`))
	must(t, tab.Eval(`axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations)`, &violations))
	for _, v := range violations {
		for _, n := range v.Nodes {
			t.Errorf("%s: %s: %s\n%s\n%s", state, v.ID, v.Help, n.HTML, n.FailureSummary)
		}
	}
}

// TestWidths opens the page on a phone, a laptop and a large screen: nothing
// may be wider than the window, and what matters must be in it.
func TestWidths(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{360, 800, 1280, 1920} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			tab := arrive(t, "")
			must(t, tab.Resize(width, 800))
			must(t, tab.Wait(`document.querySelector(".engine.ready")`))
			must(t, tab.SkipTour())
			var wide int64
			must(t, tab.Eval(`document.documentElement.scrollWidth`, &wide))
			if wide > width {
				t.Errorf("expected a page of at most %d pixels, found %d", width, wide)
			}
			// Where there is room for one pane, the others are tabs.
			must(t, tab.Eval(`document.querySelector("#tab-passes")?.click()`, nil))
			must(t, tab.Wait(`document.querySelector(".diff-row[data-kind=removed]")?.getBoundingClientRect().width > 0`))
			var outside []string
			must(t, tab.Eval(`[...document.querySelectorAll("button, input, [role=tab], .summary")]
				.filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".off-screen, .skip-link, .cm-panel, .strip"))
				.filter((e) => { const b = e.getBoundingClientRect(); return b.width > 1 && (b.right > innerWidth + 1 || b.left < -1); })
				.map((e) => e.outerHTML.slice(0, 120))`, &outside))
			if len(outside) > 0 {
				t.Errorf("expected everything within the window, found outside:\n%s", strings.Join(outside, "\n"))
			}
		})
	}
}

func TestThemeFollowsTheSystemWithoutAFlash(t *testing.T) {
	t.Parallel()
	here := ownSite(t)
	tab := arriveAt(t, here, "")
	must(t, tab.Ready())
	must(t, tab.SkipTour())
	background := `getComputedStyle(document.documentElement).backgroundColor`
	var light, dark string
	must(t, tab.Theme("light"))
	must(t, tab.Eval(background, &light))
	must(t, tab.Theme("dark"))
	must(t, tab.Wait(background+" !== "+strconv.Quote(light)))
	must(t, tab.Eval(background, &dark))
	// A choice against the system must be there before the scripts of the page.
	must(t, tab.Eval(`document.querySelector("button[aria-label^='Theme:']").click()`, nil))
	must(t, tab.Wait(`document.documentElement.dataset.theme === "light"`))
	release := here.Hold("main." + assetHash(t, "main.js") + ".js")
	must(t, tab.DisableCache())
	must(t, tab.Eval("location.reload()", nil))
	must(t, tab.Wait(`document.documentElement.dataset.theme === "light" && document.querySelector(".picture-row")`))
	var early string
	must(t, tab.Eval(background, &early))
	if early != light {
		t.Errorf("before the scripts: got background %s, expected %s", early, light)
	}
	release()
	must(t, tab.Ready())
}
