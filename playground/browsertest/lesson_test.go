package browsertest

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"unbox/tutorials"
	"unbox/tutorials/lesson"
)

// The steps on which most of these tests work.
const (
	firstStep = "lessons/straight-lines/building"
	foldStep  = "lessons/equal-things/computed-once-and-for-all"
)

// foldWith is a program of foldStep that computes a sum as told.
func foldWith(sum string) string {
	return strings.ReplaceAll(`def fold(bb):
    out = Block()
    for op in bb:
        if op.name == "add":
            x, y = op.args[0], op.args[1]
            if isinstance(x, Constant) and isinstance(y, Constant):
                print("folding", op.name)
                op.make_equal_to(Constant(SUM))
                continue
        out.append(op)
    return out
`, "SUM", sum)
}

var (
	rightFold = foldWith("wrap(x.value + y.value)")
	wrongFold = foldWith("x.value + y.value")
)

// openStep opens a step as a first visitor and waits until its tests have run.
func openStep(t *testing.T, path string) *Tab {
	t.Helper()
	tab := arrive(t, path)
	must(t, tab.Judged(""))
	return tab
}

func course(t *testing.T) *lesson.Course {
	t.Helper()
	c, err := tutorials.Course()
	must(t, err)
	return c
}

// TestEveryStepTurnsGreen goes through the whole course as a learner does who
// pastes the solution of each step and follows the link to the next page.
func TestEveryStepTurnsGreen(t *testing.T) {
	c := course(t)
	tab := arrive(t, "lessons/")
	for _, ch := range c.Chapters {
		must(t, tab.Open(site.URL+"lessons/"+ch.ID+"/"))
		for _, step := range ch.Steps {
			must(t, tab.Wait(`document.readyState === "complete" && document.querySelector(".pager .after")`))
			must(t, tab.Eval(`document.querySelector(".pager .after").click()`, nil))
			must(t, tab.Wait(`location.pathname === "/lessons/`+ch.ID+"/"+step.ID+`"`))
			must(t, tab.Judged("fail"))
			must(t, tab.Solve(step.Solution.Text))
			if err := tab.Judged("pass"); err != nil {
				t.Fatalf("%s: %v", step.File, err)
			}
			if t.Failed() {
				return
			}
		}
	}
	must(t, tab.Open(site.URL+"lessons/"))
	must(t, tab.Wait(`document.querySelectorAll(".chapter-card.all-done").length === `+strconv.Itoa(len(c.Chapters))))
}

// enter is the key as a keyboard sends it: the page may keep it from becoming a
// line's end.
var enter = input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13}

func TestTypedSolutionLeadsToTheNextStep(t *testing.T) {
	tab := openStep(t, firstStep)
	must(t, tab.Focus(Editor))
	must(t, tab.Press("a", ctrl))
	must(t, tab.Press(kb.Delete))
	// The editor indents by itself and closes brackets.
	for _, line := range []string{"def product():", "bb = Block()", "x = bb.getarg(0)", "left = bb.add(x, 1)",
		"bb.print(bb.mul(left, bb.add(x, 2)))", "return bb"} {
		must(t, tab.Type(line))
		must(t, command(tab, input.DispatchKeyEvent, enter))
	}
	must(t, tab.Judged("pass"))
	if got := text(t, tab); !strings.HasSuffix(got, "bb.add(x, 2)))\n    return bb\n") {
		t.Errorf("expected an indented program, found %q", got)
	}
	must(t, tab.Wait(`document.querySelector(".celebrating")`))
	must(t, tab.Click(".next-step"))
	must(t, tab.Wait(`location.pathname === "/lessons/straight-lines/defined-before-use"`))
	must(t, tab.Wait(`document.querySelector("li.done[data-step='straight-lines/building']")`))
	must(t, tab.Open(site.URL+"lessons/"))
	must(t, tab.Wait(`document.querySelector("#continue a").innerText === "Continue: Defined before use"`))
	must(t, tab.Wait(`document.querySelector(".card-progress").innerText.startsWith("1 of")`))
}

func TestWrongSolutionShowsTheDifference(t *testing.T) {
	tab := openStep(t, foldStep)
	must(t, tab.Solve(wrongFold))
	must(t, tab.Wait(`document.querySelector(".verdict-words").innerText.includes("1 of 3 tests")`))
	first := `document.querySelector(".tests .test:first-child")`
	must(t, tab.Wait(first+`.querySelector("details").open`))
	for what, is := range map[string]string{
		"expected and found":  `.querySelector(".test-message").innerText.includes("-9223372036854775807")`,
		"the difference":      `.querySelector(".trace-diff .changed").innerText.includes("9223372036854775809")`,
		"what was printed":    `.querySelector(".printed").innerText.includes("folding add")`,
		"the test's own text": `.querySelector(".test-text").textContent.includes("def test_too_long")`,
	} {
		var yes bool
		must(t, tab.Eval(first+is, &yes))
		if !yes {
			t.Errorf("expected %s in the first test", what)
		}
	}
}

func TestErrorsPointIntoTheCode(t *testing.T) {
	tab := openStep(t, foldStep)
	must(t, tab.Solve("def helper(op):\n    return op.nam\n\ndef fold(bb):\n    for op in bb:\n        helper(op)\n"))
	must(t, tab.Judged("fail"))
	must(t, tab.Wait(`document.querySelector(".cm-lintRange-error")`))
	must(t, tab.Wait(`document.querySelector(".test .place").innerText.startsWith("Line 2, column ")`))
	must(t, tab.Eval(`document.querySelector(".stack summary").click()`, nil))
	must(t, tab.Eval(`[...document.querySelectorAll(".stack .place")].find((b) => b.innerText === "line 6 of your code").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".cm-activeLine").textContent.trim() === "helper(op)" && document.activeElement.closest(".cm-editor")`))
	must(t, tab.Solve("def fold(bb:\n"))
	must(t, tab.Judged("error"))
	must(t, tab.Wait(`document.querySelector(".program-problem .place")`))
}

func TestEndlessLoopEnds(t *testing.T) {
	tab := openStep(t, foldStep)
	must(t, tab.Solve("def fold(bb):\n    while True:\n        pass\n"))
	must(t, tab.Wait(`/loop|limit|steps/i.test(document.querySelector(".test.error .test-message")?.innerText ?? "")`))
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
}

// TestRunawayIsEndedByTheClock has a worker that answers no more, as one is that
// computes for ever in a place where nothing is counted.
func TestRunawayIsEndedByTheClock(t *testing.T) {
	tab := openStep(t, foldStep)
	must(t, tab.Eval(terminate, nil))
	must(t, tab.Solve(rightFold))
	must(t, tab.Wait(`document.querySelector(".stop:enabled")`))
	must(t, tab.Wait(`/longer than 3 seconds/.test(document.querySelector(".no-results")?.innerText ?? "")`))
	must(t, tab.Click(".run"))
	must(t, tab.Judged("pass"))

	must(t, tab.Eval(terminate, nil))
	must(t, tab.Solve(wrongFold))
	must(t, tab.Wait(`document.querySelector(".stop:enabled")`))
	must(t, tab.Eval(`document.querySelector(".stop").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".no-results")?.innerText.includes("You stopped it")`))
	must(t, tab.Press(kb.Enter, ctrl))
	must(t, tab.Judged("fail"))
}

func TestCodeIsKept(t *testing.T) {
	tab := openStep(t, foldStep)
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
	must(t, tab.TypeAtEnd("# mine"))
	must(t, tab.Reload())
	must(t, tab.Judged("pass"))
	if got := text(t, tab); got != rightFold+"# mine" {
		t.Errorf("after a reload: got %q", got)
	}
	// Another tab begins with it and goes its own way.
	other := sibling(t, tab, site.URL+foldStep)
	must(t, other.Judged("pass"))
	must(t, other.TypeAtEnd(" and yours"))
	must(t, tab.TypeAtEnd(" alone"))
	must(t, other.Reload())
	must(t, tab.Reload())
	for page, want := range map[*Tab]string{tab: "# mine alone", other: "# mine and yours"} {
		must(t, page.Judged("pass"))
		if got := text(t, page); got != rightFold+want {
			t.Errorf("two tabs: got %q, expected %q at its end", got, want)
		}
	}
	// A reset can be undone, and green comes back from anywhere.
	must(t, tab.Solve("broken("))
	must(t, tab.Judged("error"))
	chooseReset(t, tab, "Last green")
	must(t, tab.Judged("pass"))
	chooseReset(t, tab, "Starter")
	must(t, tab.Judged("fail"))
	must(t, tab.Focus(Editor))
	must(t, tab.Press("z", ctrl))
	must(t, tab.Judged("pass"))
}

func chooseReset(t *testing.T, tab *Tab, title string) {
	t.Helper()
	must(t, tab.Eval(`document.querySelector("button[aria-label='Reset the code']").click()`, nil))
	item := fmt.Sprintf(`[...document.querySelectorAll(".menu-item")].find((i) => i.querySelector(".menu-title").textContent === %q)`, title)
	must(t, tab.Wait(item))
	must(t, tab.Eval(item+".click()", nil))
}

func TestStepGoesOnFromOnesOwnCode(t *testing.T) {
	tab := openStep(t, foldStep)
	mine := rightFold + "# my own\n"
	must(t, tab.Solve(mine))
	must(t, tab.Judged("pass"))
	must(t, tab.Click(".next-step"))
	must(t, tab.Wait(`location.pathname.endsWith("/ask-again") && document.querySelector(".verdict.fail")`))
	if got := text(t, tab); got != mine {
		t.Errorf("expected the code of the step before, found %q", got)
	}
	chooseReset(t, tab, "Starter")
	must(t, tab.Wait(`!document.querySelector(".cm-content").textContent.includes("my own")`))
}

func TestHintsThenTheSolution(t *testing.T) {
	tab := openStep(t, foldStep)
	must(t, tab.Wait(`document.querySelector("[aria-describedby=solution-note]").ariaDisabled === "true"`))
	for i := 1; i <= 3; i++ {
		must(t, tab.Click(".help-buttons .button"))
		must(t, tab.Wait(`document.querySelectorAll(".hints > li").length === `+strconv.Itoa(i)))
	}
	for _, url := range tab.Requests() {
		if strings.HasSuffix(url, "solution.json") {
			t.Errorf("expected no solution before an attempt, found a request for %s", url)
		}
	}
	must(t, tab.Solve(wrongFold))
	must(t, tab.Wait(`!document.querySelector("#solution-note")`))
	must(t, tab.Click(".help-buttons .button:last-child"))
	must(t, tab.Wait(`document.querySelector(".beside .added")?.innerText.length > 0 && document.querySelector(".beside .removed")`))
	must(t, tab.Click(".solution-dialog .dialog-body > .button"))
	must(t, tab.Judged("pass"))
}

func TestQuizzes(t *testing.T) {
	tab := openStep(t, firstStep)
	must(t, tab.Wait(`document.querySelector(".quiz .answer").hidden`))
	must(t, tab.Eval(`document.querySelectorAll(".quiz input")[0].click()`, nil))
	must(t, tab.Wait(`document.querySelector(".quiz .said .wrong")?.innerText.includes("operators only")`))
	must(t, tab.Eval(`document.querySelectorAll(".quiz input")[1].click()`, nil))
	must(t, tab.Wait(`document.querySelector(".quiz .said .right")?.innerText.includes("two additions")`))

	must(t, tab.Open(site.URL+"lessons/equal-things/ask-again"))
	must(t, tab.Judged("fail"))
	guess := func(text string) {
		must(t, tab.Eval(`(() => { const t = document.querySelector("textarea[name=prediction]"); t.value = `+strconv.Quote(text)+`; })()`, nil))
		must(t, tab.Eval(`document.querySelector(".quiz button").click()`, nil))
	}
	guess("")
	must(t, tab.Wait(`document.querySelector(".quiz .said").innerText.includes("First write")`))
	guess("nonsense")
	must(t, tab.Wait(`document.querySelector(".quiz .said .wrong")`))
	var printed string
	must(t, tab.Eval(`document.querySelector(".quiz .said pre").textContent`, &printed))
	guess(printed)
	must(t, tab.Wait(`document.querySelector(".quiz .said .right")`))
}

func TestLessonKeyboard(t *testing.T) {
	tab := openStep(t, foldStep)
	// Letters and pages belong to the editor while it has the focus.
	must(t, tab.TypeAtEnd("/?c"))
	must(t, tab.Press(kb.PageDown))
	must(t, tab.Press(kb.Escape))
	must(t, tab.Press(kb.Tab))
	must(t, tab.Wait(`!document.activeElement.closest(".cm-editor") && !document.querySelector("dialog[open]")`))
	must(t, tab.Press("?"))
	must(t, tab.Wait(`document.querySelector("dialog[open] .shortcuts")`))
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(`!document.querySelector("dialog[open]")`))
	must(t, tab.Press("c"))
	must(t, tab.Wait(`document.querySelector(".drawer [aria-current=page]")?.innerText === "Computed once and for all"`))
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(`!document.querySelector("dialog[open]")`))
	must(t, tab.Press("/"))
	must(t, tab.Wait(`document.activeElement.closest(".search-input")`))
	must(t, tab.Type("asking again"))
	must(t, tab.Wait(`document.querySelector(".search-note").innerText !== ""`))
	must(t, tab.Press("a", ctrl))
	must(t, tab.Type("ask again"))
	must(t, tab.Wait(`document.querySelector("[role=option][aria-selected=true] .hit-title").innerText === "Ask again"`))
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(`location.pathname.endsWith("/ask-again")`))
	must(t, tab.Judged(""))
	must(t, tab.Press(kb.PageUp))
	must(t, tab.Wait(`location.pathname === "/`+foldStep+`"`))
	must(t, tab.Judged(""))
	must(t, tab.Press(kb.PageDown))
	must(t, tab.Wait(`location.pathname.endsWith("/ask-again")`))
	must(t, tab.Judged(""))
	// Without the switch nothing runs until a key says so.
	must(t, tab.Click(".bench-controls .switch"))
	must(t, tab.Solve("x = 1\n"))
	must(t, tab.Wait(`document.querySelector(".verdict.stale")`))
	withShift := enter
	withShift.Modifiers = int64(chromedp.ModifierShift)
	must(t, command(tab, input.DispatchKeyEvent, withShift))
	must(t, tab.Wait(`!document.querySelector(".verdict.stale")`))
}

func TestServerVerifies(t *testing.T) {
	tab := openStep(t, foldStep)
	must(t, tab.Solve(wrongFold))
	must(t, tab.Wait(`document.querySelector(".printed")`))
	const shown = `[...document.querySelectorAll(".test-group")].map((g) => g.textContent).join()`
	var here, there string
	must(t, tab.Eval(shown, &here))
	verify := `[...document.querySelectorAll(".bench-controls .button")].at(-1).click()`
	must(t, tab.Eval(verify, nil))
	must(t, tab.Wait(`document.querySelector(".badge")`))
	must(t, tab.Eval(shown, &there))
	if here != there {
		t.Errorf("expected the same results in both places, found\n%s\nand\n%s", here, there)
	}
	// Without the server the results of the browser stay.
	must(t, tab.Eval(`window.fetch = () => Promise.reject(new TypeError("offline"))`, nil))
	must(t, tab.Eval(verify, nil))
	must(t, tab.Wait(`document.querySelector(".toast")?.innerText.includes("the server cannot be reached")`))
	must(t, tab.Wait(`document.querySelector(".verdict.fail")`))
}

func TestPassIsTakenAlong(t *testing.T) {
	tab := openStep(t, foldStep)
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
	must(t, tab.Eval(`document.querySelector(".take summary").click()`, nil))
	must(t, tab.Eval(`document.querySelector(".take button[type=submit]").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".applied")?.innerText.includes("turns 7 operations into 6")`))
	var links []string
	must(t, tab.Eval(`[...document.querySelectorAll(".take-links a")].map((a) => a.href)`, &links))
	if len(links) != 3 || !strings.HasPrefix(links[0], site.URL+"#1") || !strings.HasPrefix(links[2], site.URL+"lab#prove/1") {
		t.Fatalf("expected links to the playground and the lab, found %v", links)
	}
	must(t, tab.Open(links[0]))
	must(t, tab.Wait(`document.querySelector(".cm-content")?.textContent.includes("getarg")`))
	must(t, tab.Open(links[2]))
	must(t, tab.Wait(`/proved/i.test(document.body.innerText)`))
}

func TestUploadOfAProgram(t *testing.T) {
	tab := arrive(t, "lessons/")
	must(t, tab.Wait(`document.querySelector(".upload")`))
	run := func(contents string) {
		must(t, tab.Eval(`(() => {
			const input = document.querySelector(".upload input[type=file]");
			const files = new DataTransfer();
			files.items.add(new File([`+contents+`], "pass.wasm"));
			input.files = files.files;
			input.dispatchEvent(new Event("change", { bubbles: true }));
			document.querySelector(".upload button[type=submit]").click();
		})()`, nil))
	}
	run(`"text"`)
	must(t, tab.Wait(`document.querySelector(".upload .test-message")?.innerText.includes("WebAssembly module")`))
	run(`new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])`)
	must(t, tab.Wait(`document.querySelectorAll(".upload .pair pre").length === 2 && document.querySelector(".upload .pair figure:last-child").innerText.includes("int_mul")`))
}

func TestProgressMovesToAnotherBrowser(t *testing.T) {
	tab := openStep(t, foldStep)
	must(t, tab.Solve(rightFold+"# carried over\n"))
	must(t, tab.Judged("pass"))
	menu := func(tab *Tab, title string) {
		must(t, tab.Eval(`[...document.querySelectorAll(".header-tools [aria-haspopup=menu]")].at(-1).click()`, nil))
		item := fmt.Sprintf(`[...document.querySelectorAll(".menu-item")].find((i) => i.textContent.startsWith(%q))`, title)
		must(t, tab.Wait(item))
		must(t, tab.Eval(item+".click()", nil))
	}
	must(t, tab.Eval(`(() => { const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { blob.text().then((text) => (window.saved = text)); return make(blob); }; })()`, nil))
	menu(tab, "Save my progress")
	must(t, tab.Wait(`window.saved`))
	var saved string
	must(t, tab.Eval(`window.saved`, &saved))

	stranger := openStep(t, foldStep)
	must(t, stranger.Eval(`HTMLInputElement.prototype.click = function () {
		const files = new DataTransfer();
		files.items.add(new File([`+strconv.Quote(saved)+`], "progress.json"));
		this.files = files.files;
		this.dispatchEvent(new Event("change"));
	}`, nil))
	menu(stranger, "Load progress")
	must(t, stranger.Wait(`document.querySelector(".toast")?.innerText.includes("1 step loaded")`))
	must(t, stranger.Click(".toast-action"))
	must(t, stranger.Judged("pass"))
	if got := text(t, stranger); !strings.HasSuffix(got, "# carried over\n") {
		t.Errorf("expected the code of the other browser, found %q", got)
	}
}

func TestReadableBeforeTheModuleAndWithoutScripts(t *testing.T) {
	release := site.Hold(".wasm")
	defer release()
	tab, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, tab.DisableCache())
	must(t, tab.Open(site.URL+foldStep))
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
	script, err := os.ReadFile(axe)
	must(t, err)
	for _, theme := range []string{"light", "dark"} {
		t.Run(theme, func(t *testing.T) {
			tab := openStep(t, foldStep)
			must(t, tab.Theme(theme))
			must(t, tab.Eval(string(script), nil))
			must(t, tab.Solve(wrongFold))
			must(t, tab.Wait(`document.querySelector(".printed")`))
			must(t, tab.Click(".help-buttons .button"))
			must(t, tab.Eval(`document.querySelectorAll(".bench details").forEach((d) => (d.open = true))`, nil))
			must(t, tab.Eval(`document.querySelector(".take button[type=submit]").click()`, nil))
			must(t, tab.Wait(`document.querySelector(".applied")`))
			expectAccessible(t, tab, "with a failed test")
			for _, key := range []string{"c", "/", "?"} {
				must(t, tab.Eval(`document.activeElement.blur()`, nil))
				must(t, tab.Press(key))
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
				must(t, tab.Wait(`document.querySelector(".header-tools button")`))
				must(t, tab.Eval(string(script), nil))
				expectAccessible(t, tab, path)
			}
		})
	}
}

// TestPrinting looks at a step as it is printed, from a wide window and from a narrow one
// in which the exercise is shown: the whole text, and nothing else.
func TestPrinting(t *testing.T) {
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
			["the exercise", document.querySelector(".workbench").getClientRects().length > 0],
			["links to other pages", document.querySelector(".pager").getClientRects().length > 0],
		].filter(([, is]) => is).map(([what]) => what)`, &wrong))
		if len(wrong) > 0 {
			t.Errorf("printed from %d pixels: expected the text alone, found %s", width, strings.Join(wrong, ", "))
		}
		must(t, command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}))
	}
}

func TestLessonWidths(t *testing.T) {
	tab := openStep(t, foldStep)
	must(t, tab.Solve(wrongFold))
	must(t, tab.Wait(`document.querySelector(".printed")`))
	for _, width := range []int64{360, 800, 1280, 1920} {
		must(t, tab.Resize(width, 800))
		must(t, tab.Wait(fmt.Sprintf(`innerWidth === %d && !!document.querySelector("[role=tablist]") === %v`, width, width <= 800)))
		for _, name := range []string{"text", "exercise"} {
			must(t, tab.Eval(`document.querySelector("#tab-`+name+`")?.click()`, nil))
			must(t, tab.Wait(`document.documentElement.scrollWidth <= innerWidth`))
			var outside []string
			must(t, tab.Eval(`[...document.querySelectorAll("button, input, select, [role=tab], .verdict, h1")]
				.filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest(".off-screen, .skip-link, .cm-panel"))
				.filter((e) => { const b = e.getBoundingClientRect(); return b.width > 1 && (b.right > innerWidth + 1 || b.left < -1); })
				.map((e) => e.outerHTML.slice(0, 120))`, &outside))
			if len(outside) > 0 {
				t.Errorf("%d, %s: expected everything within the window, found outside:\n%s", width, name, strings.Join(outside, "\n"))
			}
		}
	}
}
