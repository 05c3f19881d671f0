package browsertest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"unbox/playground"
	"unbox/workers/queue"
)

// holdCalls keeps calls back from every engine, those that are started later as well:
// window.heldCalls has them in their order. The clocks that would end an engine for its
// silence stand still meanwhile. In braces: a constant of the whole page would hide the timer.
const holdCalls = `{
	const { setTimeout } = window;
	window.setTimeout = (act, time, ...rest) => (time >= 1000 && window.heldCalls ? 0 : setTimeout(act, time, ...rest));
	window.heldCalls = [];
	Worker.prototype.postMessage = function (message, ...rest) {
		const send = () => Object.getPrototypeOf(Worker.prototype).postMessage.call(this, message, ...rest);
		if (message.kind === "call" && window.heldCalls) window.heldCalls.push({ name: message.name, request: JSON.parse(message.request), send });
		else send();
	};
}`

// sendOne lets the first call of the optimizer go, sendAll all of them and those to come.
const (
	sendOne = `window.heldCalls.splice(window.heldCalls.findIndex((call) => call.name === "optimize"), 1)[0].send()`
	sendAll = `(() => { const held = window.heldCalls; window.heldCalls = null; held.forEach((call) => call.send()); })()`
)

// isHeld is true while a question to the optimizer is kept back.
const isHeld = `window.heldCalls.some((call) => call.name === "optimize")`

// TestAnswersToOlderQuestionsDoNotCount toggles a pass while the answer about the one
// before is on its way: that answer is not shown as the new one.
func TestAnswersToOlderQuestionsDoNotCount(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	showSmall(t, tab)
	must(t, tab.Settled())
	must(t, tab.Eval(holdCalls, nil))
	toggle := func(n int) {
		must(t, tab.Eval(fmt.Sprintf(`document.querySelectorAll(".strip [role=switch]")[%d].click()`, n), nil))
	}
	toggle(0)
	must(t, tab.Wait(isHeld))
	toggle(1)
	must(t, tab.Eval(sendOne, nil))
	// The second question goes out when the first one has been answered.
	must(t, tab.Wait(isHeld))
	var class string
	must(t, tab.Eval(`document.querySelector(".pipeline").className`, &class))
	if !strings.Contains(class, "stale-pending") {
		t.Errorf("expected a result that waits for the newer one, found %q", class)
	}
	must(t, tab.Eval(sendAll, nil))
	must(t, tab.Ready())
}

// TestExamplesInQuickSuccession opens two examples while no engine answers: what is shown
// of the one before is called that, and an answer that comes too late is dropped.
func TestExamplesInQuickSuccession(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Settled())
	must(t, tab.Eval(holdCalls, nil))
	open := func(title string) {
		must(t, tab.Eval(`[...document.querySelectorAll(".menu button")].find((b) => b.innerText.startsWith("Examples")).click()`, nil))
		item := fmt.Sprintf(`[...document.querySelectorAll("[role=menu] .menu-item")].find((i) => i.innerText.startsWith(%q))`, title)
		must(t, tab.Wait(item))
		must(t, tab.Eval(item+`.click()`, nil))
	}
	const replaced = `document.querySelector(".pipeline.stale-replaced") && !document.querySelector(".stale-note").hidden &&
		document.querySelector(".footer-stale").innerText === "Showing the trace before" && !document.querySelector(".verdict")`
	open("Planets")
	must(t, tab.Wait(isHeld))
	must(t, tab.Wait(replaced))
	open("Storing an attribute")
	must(t, tab.Eval(sendOne, nil)) // the answer about the planets
	must(t, tab.Wait(isHeld))
	var about string
	must(t, tab.Eval(`window.heldCalls.find((call) => call.name === "optimize").request.text`, &about))
	if !strings.Contains(about, "__init__;boxint") {
		t.Errorf("expected a question about the newer example, found one about\n%.200s", about)
	}
	must(t, tab.Wait(replaced))
	must(t, tab.Eval(sendAll, nil))
	must(t, tab.Ready())
	must(t, tab.Settled())
	var right string
	must(t, tab.Eval(`document.querySelector(".diff-canvas").innerText`, &right))
	if !strings.Contains(right, "W_IntObject") && !strings.Contains(right, "guard_value(p2") || strings.Contains(right, "W_FloatObject") {
		t.Errorf("expected the result of the newer example, found\n%.600s", right)
	}
}

// TestLateProof changes the trace while a proof of it runs: its verdict is not shown.
func TestLateProof(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	showSmall(t, tab)
	must(t, tab.Settled())
	must(t, tab.Eval(holdCalls, nil))
	must(t, tab.Click(".prove-button"))
	must(t, tab.Wait(`window.heldCalls.some((call) => call.name === "prove")`))
	must(t, tab.Eval(`window.proof = window.heldCalls.shift(); `+sendAll, nil))
	must(t, tab.Replace(strings.Replace(small, "int_mul", "int_sub", 1)))
	must(t, tab.Ready())
	must(t, tab.Wait(`document.querySelector(".prove-line").hidden`))
	must(t, tab.Eval(`window.proof.send()`, nil))
	must(t, tab.Settled())
	must(t, tab.Wait(`document.querySelector(".prove-line").hidden && document.querySelector(".prove-button:enabled")?.innerText === "Prove"`))
}

// TestErrorsAreSaidInEveryView breaks a trace that had good results: each view says that
// what it shows is of the one before.
func TestErrorsAreSaidInEveryView(t *testing.T) {
	t.Parallel()
	tab := openMachine(t, site, "code")
	t.Cleanup(func() { expectNoProblems(t, site, tab) })
	must(t, tab.Settled())
	must(t, tab.TypeAtEnd("\ni9 = int_frobnicate(i0)"))
	const note = `/^\d+ errors? in the text; shown: the last trace that parsed$/.test(document.querySelector(".stale-note:not([hidden])")?.innerText)`
	must(t, tab.Wait(`document.querySelector(".machine.stale-errors .asm-name") && `+note))
	must(t, tab.Wait(`/Outcomes agree.*the last trace that parsed/.test(document.querySelector(".verdict")?.innerText)`))
	must(t, tab.Press("\u001b"))
	must(t, tab.Focus(".views-choice button"))
	must(t, tab.Eval(`document.querySelector("[aria-label=View] button").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".diff.stale-errors") && `+note))
	must(t, tab.Focus(".views-choice button"))
	must(t, tab.Press("e"))
	const paler = `["hero-words", "ways", "reading-body"].every((part) => getComputedStyle(document.querySelector(".reading ." + part)).filter !== "none")`
	must(t, tab.Wait(`document.querySelector(".reading.stale-errors") && `+paler))
}

// TestCodeOfAnEarlierTrace changes the trace while its machine code is on the way.
func TestCodeOfAnEarlierTrace(t *testing.T) {
	long(t)
	t.Parallel()
	tab := openMachine(t, site, "code")
	t.Cleanup(func() { expectNoProblems(t, site, tab) })
	must(t, tab.Settled())
	must(t, tab.Eval(holdCalls, nil))
	must(t, tab.Replace(small))
	must(t, tab.Wait(isHeld))
	must(t, tab.Eval(sendOne, nil)) // optimize
	must(t, tab.Wait(`window.heldCalls.some((call) => call.name === "asm")`))
	must(t, tab.Wait(`document.querySelector(".machine.is-behind.stale-none .asm-name")`))
	must(t, tab.Eval(sendAll, nil))
	must(t, tab.Wait(`document.querySelector(".machine:not(.is-behind) .asm-name") && document.querySelector(".asm").innerText.includes("int_mul")`))
}

// TestBackAndForward follows links in one tab and goes back and forward: text, result and
// address are always of one document.
func TestBackAndForward(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	first := text(t, tab)
	link := func(name string) string {
		source := fmt.Sprintf("[i0]\n%s = int_add(i0, 0)\njump(%s)\n", name, name)
		var fragment string
		other := sibling(t, tab, site.URL)
		must(t, other.Ready())
		must(t, other.Replace(source))
		must(t, other.Ready())
		must(t, other.Settled())
		must(t, other.Eval(`location.hash`, &fragment))
		other.Close()
		return fragment
	}
	shows := func(part string) {
		t.Helper()
		must(t, tab.Wait(holds(part))) // the address changes first
		must(t, tab.Ready())
		must(t, tab.Settled())
		must(t, tab.Wait(fmt.Sprintf(`document.querySelector(".diff-canvas").innerText.includes(%q)`, part)))
	}
	one, two := link("i7001"), link("i7002")
	for _, fragment := range []string{one, two} {
		must(t, tab.Eval(fmt.Sprintf(`location.hash = %q`, fragment), nil))
		must(t, tab.Wait(fmt.Sprintf(`location.hash === %q`, fragment)))
	}
	shows("i7002")
	back := func(by int) { must(t, tab.Eval(fmt.Sprintf(`void scheduler.postTask(() => history.go(%d))`, by), nil)) } // once this has its answer: the page may go
	back(-1)
	must(t, tab.Wait(fmt.Sprintf(`location.hash === %q`, one)))
	shows("i7001")
	back(-1)
	must(t, tab.Wait(`location.hash === ""`))
	shows("BoxedInteger")
	if got := text(t, tab); got != first {
		t.Errorf("expected the page as it was at first, found %q", got)
	}
	back(2)
	must(t, tab.Wait(fmt.Sprintf(`location.hash === %q`, two)))
	shows("i7002")
	// A text that is too long for an address is found by its draft.
	long := "# i7003\n" + strings.Repeat("# "+strings.Repeat("x", 98)+"\n", 700) + small
	must(t, tab.Replace(long))
	must(t, tab.Settled())
	must(t, tab.Wait(`location.hash === ""`))
	must(t, tab.Eval(fmt.Sprintf(`location.hash = %q`, one), nil))
	shows("i7001")
	back(-1)
	must(t, tab.Wait(`location.hash === "" && `+holds("# i7003")))
	// Another page and back.
	must(t, tab.Open(site.URL+"lab"))
	must(t, tab.Wait(`document.querySelector(".lab")`))
	back(-1)
	must(t, tab.Wait(`document.querySelector(".cm-content")`))
	must(t, tab.Ready())
	if got := text(t, tab); !strings.HasPrefix(got, "# i7003") {
		t.Errorf("expected the long text again, found %.40q", got)
	}
}

// TestTwoTabsOfTheLab types in both: neither loses anything.
func TestTwoTabsOfTheLab(t *testing.T) {
	long(t)
	t.Parallel()
	one := lab(t, "")
	two := sibling(t, one, site.URL+"lab")
	must(t, two.Wait(labVerdict("refuted")))
	texts := map[*Tab]string{one: "[i0]\nfinish(i0) # one\n", two: "[i0]\nfinish(i0) # two\n"}
	for tab, text := range texts {
		replaceIn(t, tab, ".lab-before", text)
		replaceIn(t, tab, ".lab-after", text)
		must(t, tab.Settled())
	}
	for tab, text := range texts {
		must(t, tab.Reload())
		must(t, tab.Wait(labVerdict("proved")))
		var got string
		must(t, tab.Eval(`document.querySelector(".lab-before .cm-content").innerText`, &got))
		if want := text[strings.Index(text, "#"):]; !strings.Contains(got, strings.TrimSpace(want)) {
			t.Errorf("expected the tab's own text with %q, found %q", want, got)
		}
	}
}

// seated is a lessonRunner that notes whose turn it is.
type seated struct {
	lessonRunner
	seats chan string
}

func (s seated) Lesson(ctx context.Context, c queue.Client, request []byte) ([]byte, error) {
	s.seats <- c.Seat
	return s.lessonRunner.Lesson(ctx, c, request)
}

// TestFrameOfAnotherSite embeds a step in a page of another site, where the browser sends
// no cookies: the learner has a seat of one's own all the same.
func TestFrameOfAnotherSite(t *testing.T) {
	t.Parallel()
	runs := seated{seats: make(chan string, 9)}
	here := ownSite(t, func(c *playground.Config) { c.Lessons = runs })
	listener, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Skip("this system has one loopback address only: ", err)
	}
	article := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			fmt.Fprintf(w, `<!doctype html><link rel="icon" href="data:,"><iframe src="%s" width="1000" height="700"></iframe>`, here.URL+foldStep)
		}
	}))
	article.Listener.Close()
	article.Listener = listener
	article.Start()
	t.Cleanup(article.Close)
	tab, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, tab.AtDesk())
	must(t, tab.Open(article.URL))
	inner := frame(t, tab, here.URL)
	must(t, inner.Judged(""))
	const verify = `[...document.querySelectorAll(".bench-controls .button")].at(-1)`
	seats := map[string]bool{}
	for range 2 {
		must(t, inner.Eval(verify+`.click()`, nil))
		seats[<-runs.seats] = true
		must(t, inner.Wait(verify+`.disabled === false`))
	}
	if len(seats) != 1 || seats[""] {
		t.Errorf("expected one seat of the learner's own, found %v", seats)
	}
	for _, problem := range tab.Problems() {
		t.Errorf("expected a page without problems, found: %s", problem)
	}
}

// frame returns the frame of the page whose address begins so, as a tab.
func frame(t *testing.T, tab *Tab, prefix string) *Tab {
	t.Helper()
	must(t, tab.Wait(`document.querySelector("iframe")`))
	for {
		targets, err := chromedp.Targets(tab.ctx)
		must(t, err)
		at := slices.IndexFunc(targets, func(i *target.Info) bool { return i.Type == "iframe" && strings.HasPrefix(i.URL, prefix) })
		if at < 0 {
			must(t, tab.ctx.Err())
			must(t, tab.Eval(`new Promise(requestAnimationFrame)`, nil))
			continue
		}
		ctx, cancel := chromedp.NewContext(tab.ctx, chromedp.WithTargetID(targets[at].TargetID))
		inner := &Tab{ctx: ctx, cancel: cancel}
		must(t, chromedp.Listen(ctx, inner.note))
		t.Cleanup(inner.Close)
		return inner
	}
}
