package browsertest

import (
	"context"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"unbox/playground"
	"unbox/workers/queue"
)

func TestServerVerifies(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	must(t, tab.Solve(wrongFold))
	must(t, tab.Wait(`document.querySelector(".printed")`))
	const shown = `[...document.querySelectorAll(".test-group")].map((g) => g.textContent).join()`
	var here, there string
	must(t, tab.Eval(shown, &here))
	verify := `[...document.querySelectorAll(".bench-controls .button")].at(-1).click()`
	must(t, tab.Eval(verify, nil))
	must(t, tab.Wait(`document.querySelector(".on-server") && !document.querySelector(".badge")`))
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

// TestReceipt verifies a solution, reloads, changes it and changes the receipt: only what
// the server stands by is called verified.
func TestReceipt(t *testing.T) {
	long(t)
	t.Parallel()
	tab := openStep(t, foldStep)
	const (
		verified = `document.querySelector(".badge")?.innerText === "verified" && /^Verified on .*with exactly this code/.test(document.querySelector(".receipt")?.innerText)`
		changed  = `!document.querySelector(".badge") && /the code has changed since/.test(document.querySelector(".receipt")?.innerText)`
	)
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
	must(t, tab.Eval(`[...document.querySelectorAll(".bench-controls .button")].at(-1).click()`, nil))
	must(t, tab.Wait(verified))
	must(t, tab.Reload())
	must(t, tab.Wait(verified))
	must(t, tab.Solve(rightFold+"\n# changed\n"))
	must(t, tab.Judged("pass"))
	must(t, tab.Wait(changed))
	must(t, tab.Reload())
	must(t, tab.Wait(changed))
	must(t, tab.Solve(rightFold))
	must(t, tab.Wait(verified))

	must(t, tab.Settled())
	must(t, tab.Eval(`for (const store of [localStorage, sessionStorage]) for (const key of Object.keys(store))
		store[key] = store[key].replace(/"when":"\d+/, '"when":"1999');`, nil))
	must(t, tab.Reload())
	must(t, tab.Wait(`!document.querySelector(".badge") && /1999.*does not hold: expected a receipt that this server signed/.test(document.querySelector(".receipt")?.innerText)`))
}

func TestPassIsTakenAlong(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
	must(t, tab.Eval(`document.querySelector(".take summary").click()`, nil))
	must(t, tab.Eval(`document.querySelector(".take button[type=submit]").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".applied")?.innerText.includes("1 removed")`))
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
	long(t)
	t.Parallel()
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
	program := func(replaces string) string {
		return `new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]), ` + strconv.Quote(replaces)
	}
	choose := func(name string) {
		must(t, tab.Eval(`(() => {
			const select = document.querySelector(".upload select");
			select.value = [...select.options].find((o) => o.text.includes(`+strconv.Quote(name)+`)).value;
			select.dispatchEvent(new Event("change", { bubbles: true }));
		})()`, nil))
	}
	run(program(""))
	must(t, tab.Wait(`document.querySelector(".upload .judgement.pass") && document.querySelector(".upload .change-words").innerText.includes("changed nothing")`))
	run(program("i3 = int_add(i0, 1)\n=>"))
	must(t, tab.Wait(`document.querySelector(".upload .judgement.error") && /not defined|i3/.test(document.querySelector(".upload .test-message").innerText)`))
	must(t, tab.Wait(`document.querySelector(".upload .trace-diff .missing").innerText.includes("int_add")`))
	run(program("int_mul=>int_sub"))
	must(t, tab.Wait(`document.querySelector(".upload .judgement.fail") && document.querySelectorAll(".upload .trace-diff").length === 2`))
	expectAccessible(t, tab, "with a trace and what a program made of it")

	choose("Numbers only")
	must(t, tab.Wait(`document.querySelector(".upload textarea").value.includes("int_sub") && document.querySelector(".upload select").selectedOptions[0].text === "Numbers only"`))
	choose("Ask again")
	run(program("add(20, 22)=>add(20, 21)"))
	must(t, tab.Wait(`document.querySelector(".foreign-results .judgement.fail")`))
	must(t, tab.Wait(`document.querySelector(".foreign-results .test.fail .trace-diff .missing, .foreign-results .test.fail .trace-diff .extra")`))
	expectAccessible(t, tab, "with the tests of a step")
	must(t, tab.Open(site.URL+foldStep))
	must(t, tab.Judged(""))
	must(t, tab.Eval(`document.querySelectorAll(".take").forEach((d) => (d.open = true))`, nil))
	run(program(""))
	must(t, tab.Wait(`/[1-9] of [0-9]+ tests do not pass yet/.test(document.querySelector(".foreign-results .judgement.fail")?.innerText)`))
}

// compiling is a runner that compiles for as long as a test says, and runs nothing before it may.
type compiling struct {
	playground.LessonRunner
	compiled *atomic.Bool
	may      chan struct{}
}

func (c compiling) IsCompiled() bool { return c.compiled.Load() }

func (c compiling) Lesson(ctx context.Context, client queue.Client, request []byte) ([]byte, error) {
	select {
	case <-c.may:
		return c.LessonRunner.Lesson(ctx, client, request)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// TestServerCompiles verifies a solution while the server compiles after its start: the page says so, and says when that is over, and when a server
// that was started anew compiles again. The run is done when the server is.
func TestServerCompiles(t *testing.T) {
	t.Parallel()
	compiled, may := new(atomic.Bool), make(chan struct{})
	site := ownSite(t, func(c *playground.Config) { c.Lessons = compiling{c.Lessons, compiled, may} })
	tab := newcomer(t, site)
	must(t, tab.Open(site.URL+foldStep))
	must(t, tab.Judged(""))
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
	must(t, tab.Eval(`unboxClocks[4_000] = 1; [...document.querySelectorAll(".bench-controls .button")].at(-1).click()`, nil))
	prepares, runs := has(".verdict-words", "the server was started a moment ago and prepares"), has(".verdict-words", "the server is running them")
	must(t, tab.Wait(prepares))
	compiled.Store(true)
	must(t, tab.Wait(runs))
	compiled.Store(false)
	must(t, tab.Wait(prepares))
	close(may)
	must(t, tab.Wait(`document.querySelector(".badge")?.innerText === "verified" && !document.querySelector(".verdict-words").innerText.includes("prepares")`))
}
