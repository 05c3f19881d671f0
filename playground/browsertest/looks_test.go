package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
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
	inThemes(t, func(t *testing.T, theme string) {
		tab := arrive(t, "")
		must(t, tab.Theme(theme))
		must(t, tab.Ready())
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

// inThemes runs a test in the light theme, and with the long tests in the dark one, too, both at once.
func inThemes(t *testing.T, test func(t *testing.T, theme string)) {
	t.Helper()
	for _, theme := range testedThemes() {
		t.Run(theme, func(t *testing.T) {
			t.Parallel()
			test(t, theme)
		})
	}
}

// expectAccessible expects that axe-core finds nothing in the page as it is when all has come to rest.
func expectAccessible(t *testing.T, tab *Tab, state string) {
	t.Helper()
	must(t, tab.Settled())
	must(t, tab.Wait(`document.fonts.status === "loaded" && document.getAnimations().every((a) => a.playState !== "running" || a.effect.getComputedTiming().endTime === Infinity)`))
	expectNoViolations(t, tab, state)
}

// expectNoViolations is [expectAccessible] for documents that do not say when they have come to rest.
func expectNoViolations(t *testing.T, tab *Tab, state string) {
	t.Helper()
	var loaded bool
	must(t, tab.Eval(`"axe" in window`, &loaded))
	if !loaded {
		script, err := os.ReadFile(axe)
		must(t, err)
		must(t, tab.Eval(string(script), nil))
	}
	var violations []struct {
		ID, Help string
		Nodes    []struct {
			HTML           string
			FailureSummary string
		}
	}
	must(t, tab.Eval(`axe.run(document, { resultTypes: ["violations"] }).then((r) => r.violations)`, &violations))
	for _, v := range violations {
		for _, n := range v.Nodes {
			t.Errorf("%s: %s: %s\n%s\n%s", state, v.ID, v.Help, n.HTML, n.FailureSummary)
		}
	}
}

// expectNoWider expects a page that is not wider than the window, in pixels.
func expectNoWider(t *testing.T, tab *Tab, width int64, state string) {
	t.Helper()
	var wide int64
	must(t, tab.Eval(`document.documentElement.scrollWidth`, &wide))
	if wide > width {
		t.Errorf("%s: expected a page of at most %d pixels, found %d", state, width, wide)
	}
}

// expectWithin expects that no control and nothing else that the selector names reaches out of the window, but for what
// lies in something that scrolls by itself.
func expectWithin(t *testing.T, tab *Tab, also, scrolls, state string) {
	t.Helper()
	var outside []string
	must(t, tab.Eval(fmt.Sprintf(`[...document.querySelectorAll("button, input, select, h1, %s")]
		.filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".off-screen, .skip-link, .cm-panel, %s"))
		.filter((e) => { const b = e.getBoundingClientRect(); return b.width > 1 && (b.right > innerWidth + 1 || b.left < -1); })
		.map((e) => e.outerHTML.slice(0, 120))`, also, scrolls), &outside))
	if len(outside) > 0 {
		t.Errorf("%s: expected everything within the window, found outside:\n%s", state, strings.Join(outside, "\n"))
	}
}

// expectLooks looks at a page in the tested themes, and at two or four widths: it is not wider than the window, and axe-core finds nothing in
// its narrowest and its widest form. With UNBOX_SHOTS it keeps screenshots in that folder, whose names begin with the name.
func expectLooks(t *testing.T, tab *Tab, name string) {
	t.Helper()
	for _, theme := range testedThemes() {
		must(t, tab.Theme(theme))
		for _, size := range ends([2]int64{360, 740}, [2]int64{768, 1024}, [2]int64{1280, 720}, [2]int64{1440, 900}) {
			state := fmt.Sprintf("%s-%s-%d", name, theme, size[0])
			must(t, tab.Resize(size[0], size[1]))
			must(t, tab.Settled())
			expectNoWider(t, tab, size[0], state)
			keepShot(t, tab, state)
			if size[0] == 360 || size[0] == 1440 {
				expectAccessible(t, tab, state)
			}
		}
	}
}

// expectProjected looks at a page as a projector shows it, in the tested themes.
func expectProjected(t *testing.T, tab *Tab, name string) {
	t.Helper()
	for _, theme := range testedThemes() {
		must(t, tab.Theme(theme))
		must(t, tab.Resize(1920, 1080))
		must(t, tab.Settled())
		state := fmt.Sprintf("%s-%s-1920", name, theme)
		expectNoWider(t, tab, 1920, state)
		keepShot(t, tab, state)
	}
	must(t, tab.Resize(1280, 800))
}

// keepShot writes a screenshot into the folder UNBOX_SHOTS, if that is set.
func keepShot(t *testing.T, tab *Tab, name string) {
	t.Helper()
	folder := os.Getenv("UNBOX_SHOTS")
	if folder == "" {
		return
	}
	must(t, tab.Settled())
	shot, err := tab.Screenshot()
	must(t, err)
	must(t, os.WriteFile(filepath.Join(folder, name+".png"), shot, 0o644))
}

// TestWidths opens the page on a phone, a laptop and a large screen: nothing
// may be wider than the window, and what matters must be in it.
func TestWidths(t *testing.T) {
	t.Parallel()
	for _, width := range ends[int64](360, 800, 1280, 1920) {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			t.Parallel()
			tab := arrive(t, "")
			must(t, tab.Resize(width, 800))
			must(t, tab.Wait(`document.querySelector(".engine.ready")`))
			must(t, tab.Settled())
			expectNoWider(t, tab, width, "the desk")
			// Where there is room for one pane, the others are tabs.
			if width <= 800 {
				must(t, tab.Click("#tab-passes"))
			}
			must(t, tab.Wait(`document.querySelector(".diff-row[data-kind=removed]")?.getBoundingClientRect().width > 0`))
			expectWithin(t, tab, "[role=tab], .summary", ".strip", "the desk")
		})
	}
}

func TestThemeFollowsTheSystemWithoutAFlash(t *testing.T) {
	t.Parallel()
	here := ownSite(t)
	tab := arriveAt(t, here, "")
	must(t, tab.Ready())
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
