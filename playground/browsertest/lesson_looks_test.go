package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"
)

func TestReadableBeforeTheModuleAndWithoutScripts(t *testing.T) {
	t.Parallel()
	here := ownSite(t)
	release := here.Hold(".wasm")
	tab := newcomer(t, here)
	must(t, tab.Open(here.URL+foldStep))
	must(t, tab.Wait(`document.querySelector(".cm-content") && document.querySelector(".arriving progress")`))
	must(t, tab.Solve(rightFold))
	release()
	must(t, tab.Judged("pass"))

	plain, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, command(plain, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	for path, want := range map[string][]string{
		foldStep:                  {"Constant folding computes it once", "need JavaScript", "def test_two_numbers", "out = Block()"},
		firstStep:                 {"One getarg, two additions"},
		"lessons/equal-things/":   {"Ask again"},
		"lessons/":                {"Straight lines", "unbox lesson test --pass"},
		"lessons/straight-lines/": {"tracing JIT watches"},
	} {
		must(t, plain.Open(site.URL+path))
		must(t, plain.Eval(`document.querySelectorAll("details").forEach((d) => (d.open = true))`, nil))
		shown, err := plain.Text("main")
		must(t, err)
		for _, part := range want {
			if !strings.Contains(shown, part) {
				t.Errorf("%s without scripts: expected %q, found\n%s", path, part, shown)
			}
		}
		var hidden int
		must(t, plain.Eval(`[...document.querySelectorAll(".prose > *")].filter((e) => e.getClientRects().length === 0 && e.textContent.trim() !== "").length`, &hidden))
		if hidden > 0 {
			t.Errorf("%s without scripts: expected all text to be shown, found %d pieces hidden", path, hidden)
		}
	}
}

func TestLessonAccessibility(t *testing.T) {
	t.Parallel()
	inThemes(t, func(t *testing.T, theme string) {
		tab := openStep(t, foldStep)
		must(t, tab.Theme(theme))
		must(t, tab.Solve(wrongFold))
		must(t, tab.Wait(`document.querySelector(".printed")`))
		must(t, tab.Click(".help-buttons .button"))
		must(t, tab.Eval(`document.querySelectorAll(".bench details").forEach((d) => (d.open = true))`, nil))
		must(t, tab.Eval(`document.querySelector(".take button[type=submit]").click()`, nil))
		must(t, tab.Wait(`document.querySelector(".applied")`))
		expectAccessible(t, tab, "with a failed test")
		for _, key := range []string{"c", "/", "?"} {
			pressOutside(t, tab, key)
			must(t, tab.Wait(`document.querySelector("dialog[open] :is(a, input, kbd)")`))
			expectAccessible(t, tab, "with the dialog of "+key)
			must(t, tab.Press(kb.Escape))
			must(t, tab.Wait(`!document.querySelector("dialog[open]")`))
		}
		must(t, tab.Click(".help-buttons .button:last-child"))
		must(t, tab.Wait(`document.querySelector(".beside")`))
		expectAccessible(t, tab, "with the solution")
		must(t, tab.Press(kb.Escape))
		must(t, tab.Solve(rightFold))
		must(t, tab.Judged("pass"))
		expectAccessible(t, tab, "when green")
		must(t, tab.Resize(360, 740))
		must(t, tab.Wait(`document.querySelector("[role=tablist]")`))
		expectAccessible(t, tab, "on a phone, the text")
		must(t, tab.Click("#tab-exercise"))
		expectAccessible(t, tab, "on a phone, the exercise")
		for _, path := range []string{"lessons/", "lessons/straight-lines/", firstStep} {
			must(t, tab.Open(site.URL+path))
			must(t, tab.Settled())
			expectAccessible(t, tab, path)
		}
	})
}

// TestLessonFitsItsWidth looks at a header whose links stand in one line, with the last button in view, at links that a finger hits, and
// at a table of four columns that has no part outside of a phone's page.
func TestLessonFitsItsWidth(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	const low = `[...document.querySelectorAll(".site-nav a, .to-language a")].map((e) => e.getBoundingClientRect().height).filter((h) => h < 24)`
	for _, width := range []int64{1440, 800, 768, 561, 360} {
		must(t, tab.Resize(width, 800))
		must(t, tab.Wait(`new Set([...document.querySelectorAll(".site-nav a")].map((e) => e.offsetTop)).size === 1 && [...document.querySelectorAll(".header button")].every((e) => e.getBoundingClientRect().right <= innerWidth - 4)`))
		must(t, tab.Wait(low+`.length === 0`))
	}
	must(t, tab.Open(site.URL+"lessons/boxes-in-a-real-trace/the-rules"))
	must(t, tab.Wait(`document.querySelectorAll(".prose th").length === 4`))
	must(t, tab.Wait(`[...document.querySelectorAll(".prose table :is(th, td)")].every((e) => e.getBoundingClientRect().right <= innerWidth)`))
	// Where two lines are a row, an operation that is that of the row above leaves no hole.
	must(t, tab.Wait(`[...document.querySelectorAll(".prose td:first-child:empty + td")].every((e) => e.getBoundingClientRect().left < 40)`))
}

// TestToTheExercise: the link at the end of the task leads into the editor; on a phone it shows the exercise, and brings up no keyboard.
func TestToTheExercise(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	must(t, tab.Resize(1280, 800))
	must(t, tab.Click(".your-turn a"))
	focusIs(t, tab, ".cm-content")
	must(t, tab.Resize(360, 740))
	must(t, tab.Wait(`document.querySelector("#tab-text[aria-selected=true]") || document.querySelector("#tab-text")?.click()`))
	must(t, tab.Click(".your-turn a"))
	focusIs(t, tab, "#tab-exercise[aria-selected=true]")
	must(t, tab.Wait(`document.querySelector(".workbench").checkVisibility() && !document.querySelector(".your-turn").checkVisibility()`))
}

// TestPrinting looks at a step as it is printed, from a wide window and from a narrow one
// in which the exercise is shown: the whole text with the exercise, and nothing else.
func TestPrinting(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	for _, width := range []int64{1280, 600} {
		must(t, tab.Resize(width, 300))
		must(t, tab.Eval(`document.querySelector("#tab-exercise")?.click()`, nil))
		must(t, command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
		must(t, tab.Wait(`matchMedia("print").matches && document.querySelector(".header").getClientRects().length === 0`))
		var wrong []string
		must(t, tab.Eval(`[
			["a text that is cut off", document.querySelector(".lesson").scrollHeight > document.querySelector(".lesson").clientHeight + 1 || document.querySelector(".lesson").clientHeight < 400],
			["a page no longer than the window", document.documentElement.scrollHeight <= innerHeight],
			["an editor", document.querySelector(".workbench").getClientRects().length > 0],
			["no exercise", document.querySelectorAll(".on-paper pre.code").length !== 2 || document.querySelector(".on-paper").getClientRects().length === 0],
			["links to other pages", document.querySelector(".pager").getClientRects().length > 0],
		].filter(([, is]) => is).map(([what]) => what)`, &wrong))
		if len(wrong) > 0 {
			t.Errorf("printed from %d pixels: expected the text and the exercise alone, found %s", width, strings.Join(wrong, ", "))
		}
		must(t, command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}))
	}
}

func TestLessonWidths(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	must(t, tab.Solve(wrongFold))
	must(t, tab.Wait(`document.querySelector(".printed")`))
	for _, width := range ends[int64](360, 800, 1280, 1920) {
		must(t, tab.Resize(width, 800))
		must(t, tab.Wait(fmt.Sprintf(`innerWidth === %d && !!document.querySelector("[role=tablist]") === %v`, width, width <= 800)))
		for _, name := range []string{"text", "exercise"} {
			must(t, tab.Eval(`document.querySelector("#tab-`+name+`")?.click()`, nil))
			must(t, tab.Wait(`document.documentElement.scrollWidth <= innerWidth`))
			expectWithin(t, tab, "[role=tab], .verdict", ".strip", fmt.Sprintf("%s at %d", name, width))
		}
	}
}

// TestLinesToPickFit expects that lines of which one is picked end within a phone's window.
func TestLinesToPickFit(t *testing.T) {
	t.Parallel()
	tab := newcomer(t, site)
	must(t, tab.Resize(360, 740))
	must(t, tab.Open(site.URL+"lessons/a-program-is-slow/one-whole-round"))
	must(t, tab.Wait(`document.querySelectorAll(".pick-line").length > 5`))
	must(t, tab.Wait(`[...document.querySelectorAll(".pick-lines, .pick-line, .pick-line code")].every((e) => e.scrollWidth <= e.clientWidth + 1 && e.getBoundingClientRect().right <= innerWidth)`))
}
