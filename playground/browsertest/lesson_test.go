package browsertest

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

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
	tab := newcomer(t, site)
	must(t, tab.Open(site.URL+path))
	must(t, tab.Judged(""))
	return tab
}

func course(t *testing.T) *lesson.Course {
	t.Helper()
	c, err := tutorials.Course()
	must(t, err)
	return c
}

// TestEveryStepTurnsGreen goes through the whole course as a learner does who has each
// chapter open in a tab of its own: what was done in any of them is in the list in the end.
func TestEveryStepTurnsGreen(t *testing.T) {
	long(t)
	t.Parallel()
	c := course(t)
	list := arrive(t, "lessons/")
	t.Run("chapters", func(t *testing.T) {
		for _, ch := range c.Chapters {
			t.Run(ch.ID, func(t *testing.T) {
				t.Parallel()
				walk(t, sibling(t, list, site.URL+"lessons/"+ch.ID+"/"), ch)
			})
		}
	})
	if t.Failed() {
		return
	}
	must(t, list.Reload())
	must(t, list.Wait(`document.querySelectorAll(".chapter-card.all-done").length === `+strconv.Itoa(len(c.Chapters))))
}

// walk goes from the page of a chapter through its steps: it pastes the solution of each
// and follows the link to the next page.
func walk(t *testing.T, tab *Tab, ch *lesson.Chapter) {
	t.Helper()
	for _, step := range ch.Steps {
		must(t, tab.Wait(`document.readyState === "complete" && document.querySelector(".pager .after")`))
		must(t, tab.Eval(`document.querySelector(".pager .after").click()`, nil))
		must(t, tab.Wait(`location.pathname === "/lessons/`+ch.ID+"/"+step.ID+`"`))
		must(t, tab.Judged("fail"))
		must(t, tab.Solve(step.Solution.Text))
		if err := tab.Judged("pass"); err != nil {
			t.Fatalf("%s: %v", step.File, err)
		}
	}
	must(t, tab.Settled()) // what was done is kept
}

// enter is the key as a keyboard sends it: the page may keep it from becoming a
// line's end.
var enter = input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13}

func TestTypedSolutionLeadsToTheNextStep(t *testing.T) {
	t.Parallel()
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

// heldPause ends the pause after the last key only when the test does, which has the way to do so in `pauses`, and counts
// what a worker is asked and has answered. By its clock no run takes any time.
const heldPause = `{
	performance.now = () => 0;
	const { setTimeout: later, Worker } = window;
	Object.assign(window, { pauses: [], asked: 0, answered: 0 });
	window.setTimeout = (act, time, ...rest) => (time === 180 ? (pauses.push(act), 0) : later(act, time, ...rest));
	window.Worker = class extends Worker {
		constructor(...args) {
			super(...args);
			this.addEventListener("message", (e) => { answered += e.data.kind === "answer"; });
		}
		postMessage(message, ...rest) {
			asked += message.kind === "call";
			super.postMessage(message, ...rest);
		}
	};
}`

// TestTestsRunDuringThePause: the worker computes while the page waits whether another key follows. Nobody sees that before
// the pause is over, or Ctrl+Enter asks for results, and then nothing is computed again.
func TestTestsRunDuringThePause(t *testing.T) {
	t.Parallel()
	tab := newcomer(t, site)
	must(t, tab.Before(heldPause))
	must(t, tab.Open(site.URL+foldStep))
	must(t, tab.Judged("fail"))
	for k, end := range []func() error{
		func() error { return tab.Eval(`pauses.at(-1)()`, nil) },
		func() error { return tab.Press(kb.Enter, ctrl) },
	} {
		runs := strconv.Itoa(k + 2)
		program, status := rightFold, "pass"
		if k == 1 {
			program, status = wrongFold, "fail"
		}
		must(t, tab.Solve(program))
		must(t, tab.Wait(`answered === `+runs+` && document.querySelector(".verdict.stale")`))
		must(t, end())
		must(t, tab.Judged(status))
		must(t, tab.Wait(`asked === `+runs))
	}
	expectNoProblems(t, site, tab)
}

func TestWrongSolutionShowsTheDifference(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	must(t, tab.Solve(wrongFold))
	must(t, tab.Wait(`((m) => m && +m[1] < +m[2])(/([0-9]+) of ([0-9]+) tests do not pass yet/.exec(document.querySelector(".verdict-words").innerText))`))
	must(t, tab.Wait(`document.querySelector(".tests .test:first-child details").open`))
	const named = `[...document.querySelectorAll(".tests .test.fail")].find((test) => test.querySelector(".test-name").innerText.includes("wraps around"))`
	must(t, tab.Eval(named+`.querySelector("details").open = true`, nil))
	must(t, tab.Wait(named+`.querySelector(".test-text")`))
	for what, is := range map[string]string{
		"expected and found":  `.querySelector(".test-message").innerText.includes("-9223372036854775807")`,
		"the difference":      `.querySelector(".trace-diff .changed").innerText.includes("9223372036854775809")`,
		"what was printed":    `.querySelector(".printed").innerText.includes("folding add")`,
		"the test's own text": `.querySelector(".test-text").textContent.includes("def test_too_long")`,
	} {
		var yes bool
		must(t, tab.Eval(named+is, &yes))
		if !yes {
			t.Errorf("expected %s in the test of long sums", what)
		}
	}
}

func TestErrorsPointIntoTheCode(t *testing.T) {
	t.Parallel()
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
	t.Parallel()
	tab := openStep(t, foldStep)
	must(t, tab.Solve("def fold(bb):\n    while True:\n        pass\n"))
	must(t, tab.Wait(`/loop|limit|steps/i.test(document.querySelector(".test.error .test-message")?.innerText ?? "")`))
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
}

// TestRunawayIsEndedByTheClock has a worker that answers no more, as one is that
// computes for ever in a place where nothing is counted.
func TestRunawayIsEndedByTheClock(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	must(t, tab.Eval(`unboxClocks[30_000] = 1000`, nil))
	must(t, tab.Eval(terminate, nil))
	must(t, tab.Solve(rightFold))
	must(t, tab.Wait(`document.querySelector(".stop:enabled")`))
	must(t, tab.Wait(`/longer than 30 seconds/.test(document.querySelector(".no-results")?.innerText ?? "")`))
	must(t, tab.Eval(`unboxClocks[30_000] = 0`, nil))
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

func TestHintsThenTheSolution(t *testing.T) {
	t.Parallel()
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
	must(t, tab.Wait(`document.querySelector(".beside .extra")?.innerText.length > 0 && document.querySelector(".beside .missing")`))
	must(t, tab.Click(".solution-dialog .dialog-body > .button"))
	must(t, tab.Judged("pass"))
}

func TestQuizzes(t *testing.T) {
	t.Parallel()
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

// TestQuestionsComeBack answers a question that was asked in an earlier chapter, and follows the link to it.
func TestQuestionsComeBack(t *testing.T) {
	t.Parallel()
	tab := openStep(t, "lessons/equal-things/one-pass-instead-of-three")
	const asked = `[...document.querySelectorAll(".quiz")].find((q) => q.querySelector(".asked-first"))`
	must(t, tab.Eval(asked+`.querySelectorAll("input")[0].click()`, nil))
	must(t, tab.Wait(asked+`.querySelector(".said .wrong")?.innerText.includes("A value that nobody uses can go")`))
	must(t, tab.Eval(asked+`.querySelectorAll("input")[1].click()`, nil))
	must(t, tab.Wait(asked+`.querySelector(".said .right")?.innerText.includes("That is the whole rule")`))
	must(t, tab.Eval(asked+`.querySelector(".asked-first a").click()`, nil))
	must(t, tab.Wait(`location.pathname.endsWith("/straight-lines/running-a-line") && document.querySelector(".quiz:target legend")?.innerText.startsWith("When may an optimizer")`))

	// The introduction of the course asks before it explains; its page has no program.
	must(t, tab.Open(site.URL+"lessons/a-program-is-slow/"))
	must(t, tab.Wait(`document.querySelector("#quiz-how-many .answer").hidden`))
	must(t, tab.Eval(`document.querySelectorAll("#quiz-how-many input")[2].click()`, nil))
	must(t, tab.Wait(`document.querySelector("#quiz-how-many .said .right")`))
}

// TestNumbersAndLines answers a question for a number, to the last digit, and picks a line with the pointer and with the keyboard.
func TestNumbersAndLines(t *testing.T) {
	t.Parallel()
	tab := openStep(t, "lessons/straight-lines/running-a-line")
	const number = `document.querySelector("#quiz-wrap")`
	for _, c := range [][2]string{{"nine", "no number"}, {"9 223 372 036 854 775 808", "one more bit"}, {"-9223372036854775807", "it is not"}, {"-2^63", "a circle"}} {
		must(t, tab.Eval(number+`.querySelector("input").value = `+strconv.Quote(c[0]), nil))
		must(t, tab.Eval(number+`.querySelector("button").click()`, nil))
		must(t, tab.Wait(number+`.querySelector(".said").innerText.includes(`+strconv.Quote(c[1])+`)`))
	}
	must(t, tab.Wait(number+`.querySelector(".said .right")`))

	must(t, tab.Open(site.URL+"lessons/equal-things/one-pass-instead-of-three"))
	must(t, tab.Judged("fail"))
	const lines = `document.querySelector("#quiz-pure")`
	must(t, tab.Eval(lines+`.querySelectorAll(".pick-line")[1].click()`, nil))
	must(t, tab.Wait(lines+`.querySelector(".said .wrong")?.innerText.includes("line 2 is not the one")`))
	must(t, tab.Wait(toned(".pick-line.chosen-wrong", "--removed-bg")))
	must(t, tab.Eval(lines+`.querySelectorAll("input")[2].focus()`, nil))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Wait(lines+`.querySelector(".said").innerText.includes("Enter answers")`))
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(lines+`.querySelector(".said .wrong")?.innerText.includes("It looks like line 2")`))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(lines+`.querySelector(".said .right")?.innerText.includes("called pure") && document.querySelector(".pick-line.chosen-right input").value === "5"`))
	must(t, tab.Wait(toned(".pick-line.chosen-right", "--good-bg")))
	expectAccessible(t, tab, "with a line that was picked")
}

// toned is the script that reports whether an element has a colour of the palette as its ground.
func toned(selector, colour string) string {
	return fmt.Sprintf(`(() => {
		const element = document.querySelector(%q), probe = element.appendChild(document.createElement("i"));
		probe.style.background = "var(%s)";
		const same = getComputedStyle(element).backgroundColor === getComputedStyle(probe).backgroundColor;
		probe.remove();
		return same;
	})()`, selector, colour)
}

func TestLessonKeyboard(t *testing.T) {
	t.Parallel()
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
	must(t, tab.Wait(`document.querySelector("[role=option] .hit-text")?.innerText.includes("asking")`))
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
