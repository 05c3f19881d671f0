package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// drawnPicture is the shadow tree of the first picture of a lesson.
const drawnPicture = `document.querySelector(".illustration-drawn").shadowRoot`

// TestLessonsDrawPictures looks at a picture of each kind: drawn, with what one can do with it, and in words without a script.
func TestLessonsDrawPictures(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		kind, path string
		// does is done, and then the condition holds.
		does, then string
		words      string
	}{
		{"steps", foldStep, `[...$.querySelectorAll("button")].find((b) => b.textContent.startsWith("Next")).click()`, `$.querySelector(".time-head h2").textContent === "Row 3 stays."`, "all arguments are constants"},
		{"diff", "lessons/further/two-names-one-place", `$.querySelector("[role=option][data-key]:nth-child(3)").click()`, `$.querySelector(".why-question").textContent === "Why does row 3 go?"`, "Why does row 5 stay?"},
		{"lifelines", "lessons/objects-that-never-were/only-once", `[...$.querySelectorAll(".lifelines [data-line]")].at(-1).querySelector("path").dispatchEvent(new MouseEvent("click", {bubbles: true}))`, `$.querySelector(".why-question")`, "p1: made where it was recorded"},
		{"loop", "lessons/across-the-jump/no-box-is-left", `$.querySelector(".iterations-sides button").click()`, `$.querySelector(".first-head h3").textContent === "First iteration"`, "The loop, every iteration after"},
		{"objects", "lessons/boxes-in-a-real-trace/read-a-trace", `$.querySelector(".heap-box").dispatchEvent(new MouseEvent("click", {bubbles: true}))`, `$.querySelector("figcaption").textContent.includes("only known")`, "p6, BoxedInteger, only known: intval is -100"},
		{"program", "lessons/the-race/", `$.querySelector(".exit-button").click()`, `$.querySelector(".rebuilt")?.textContent.includes("The interpreter continues")`, "iterations, 19898 of them in traces"},
		{"program", "lessons/the-race/", `0`, `$.querySelectorAll(".program-lines code")[2].innerText === "    while y > 0:"`, "        res = res + y - 100"},
		{"program", "lessons/the-race/", `$.querySelector(".program-run").click()`, `$.querySelector(".program-say")?.textContent.includes("It took")`, "operations recorded"},
		{"race", "lessons/the-race/the-race", `$.querySelector(".race-head button").click()`, `$.querySelector(".race-head").textContent.includes("again") && /^Yours 6 operations/.test($.querySelector(".is-yours").textContent)`, "our optimizer leaves 6"},
	} {
		t.Run(c.kind, func(t *testing.T) {
			t.Parallel()
			tab := newcomer(t, site)
			must(t, tab.Open(site.URL+c.path))
			must(t, tab.Settled())
			in := func(script string) string { return strings.ReplaceAll(script, "$", drawnPicture) }
			must(t, tab.Wait(`document.querySelector(".illustration[data-kind=`+c.kind+`] .illustration-drawn")`))
			must(t, tab.Eval(in(c.does), nil))
			must(t, tab.Wait(in(c.then)))
			must(t, tab.Wait(in(`[...$.querySelectorAll("h2, h3")].every((h) => h.role === "presentation")`))) // no headings of the text
			for _, width := range []int64{360, 1440} {
				must(t, tab.Resize(width, 800))
				must(t, tab.Wait(`document.documentElement.scrollWidth <= innerWidth`))
			}

			plain, err := browser.Visitor(t.Context())
			must(t, err)
			must(t, command(plain, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
			must(t, plain.Open(site.URL+c.path))
			shown, err := plain.Text(".illustration[data-kind=" + c.kind + "]")
			must(t, err)
			if !strings.Contains(shown, c.words) {
				t.Errorf("without scripts: expected %q, found\n%s", c.words, shown)
			}
		})
	}
}
