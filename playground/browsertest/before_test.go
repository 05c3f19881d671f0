package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// drawnRows is what is seen of the picture: each row with its place, and the lifelines.
const drawnRows = `(() => {
	const picture = [...document.querySelectorAll(".picture")].find((p) => p.checkVisibility());
	const sheet = picture.querySelector(".sheet").getBoundingClientRect();
	const rows = [...picture.querySelectorAll(".picture-row")].filter((r) => r.getBoundingClientRect().top < sheet.bottom && r.getBoundingClientRect().bottom > sheet.top);
	const place = (e) => { const b = e.getBoundingClientRect(); return [b.left, b.top, b.width, b.height].map((x) => Math.round(x * 10) / 10).join(" "); };
	return [
		[".header", ".hero", ".hero-words", ".hero-note", ".ways", ".reading-body", ".reading-foot"].map((s) => s + " " + place(document.querySelector(s))).join(", ") + ", code " + getComputedStyle(picture.querySelector(".sheet")).getPropertyValue("--code"),
		...rows.map((r) => place(r) + " " + r.className.replace(" is-lit", "") + " " + r.innerText.replaceAll(/\s+/g, " ")),
		place(picture.querySelector(".lifelines")),
		picture.querySelector(".lifelines").innerHTML.replaceAll(" is-lit", ""),
		place(document.querySelector(".hero-line")) + document.querySelector(".hero-line").textContent,
		place(document.querySelector(".margin")) + document.querySelector(".why-answer").textContent,
	];
})()`

// TestHomeBeforeTheScript reads the page while no script has arrived, then lets the script come, then the module: the same
// rows stand at the same places with the same lines, and nothing moves.
func TestHomeBeforeTheScript(t *testing.T) {
	t.Parallel()
	for _, size := range [][2]int64{{1440, 900}, {1280, 720}, {900, 700}, {790, 1024}, {470, 800}, {360, 740}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			t.Parallel()
			here := ownSite(t)
			script, module := here.Hold("main."+assetHash(t, "main.js")+".js"), here.Hold(".wasm")
			tab := newcomer(t, here)
			must(t, tab.WatchLoading())
			must(t, tab.Resize(size[0], size[1]))
			must(t, tab.SetOut(here.URL)) // it is not loaded while the script is not there
			must(t, tab.Wait(styled+` && [...document.querySelectorAll(".is-chosen")].some((e) => e.offsetParent && e.getBoundingClientRect().bottom <= e.closest(".sheet").getBoundingClientRect().bottom)`))
			var first, alive, computed []string
			must(t, tab.Eval(drawnRows, &first))
			if len(first) < 12 || !strings.Contains(strings.Join(first, "\n"), "p5 = new(Boxed") {
				t.Fatalf("before any script: expected the rows of the first example, found %q", first)
			}
			script()
			must(t, tab.Wait(`document.querySelector(".page.is-waiting") && !document.querySelector(".at-wide") && document.querySelector(".run-panel")`))
			must(t, tab.Drawn())
			must(t, tab.Eval(drawnRows, &alive))
			expectSame(t, "after the script came", first, alive)
			// A property of the root would have every element styled again.
			var style string
			must(t, tab.Eval(`document.documentElement.style.cssText`, &style))
			if style != "" {
				t.Errorf("after the script came: expected no style of the root, as nobody has chosen a size, found %q", style)
			}
			module()
			must(t, tab.Ready())
			must(t, tab.Settled())
			must(t, tab.Eval(drawnRows, &computed))
			expectSame(t, "after the module came", first, computed)
			loading, err := tab.Loading()
			must(t, err)
			if loading.Shift != 0 {
				t.Errorf("expected that nothing moves, found %v: %q", loading.Shift, loading.Moved)
			}
		})
	}
}

func expectSame(t *testing.T, when string, want, got []string) {
	t.Helper()
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || want[i] != got[i] {
			t.Errorf("%s: expected the same picture, found another %d of %d:\n%q\n%q", when, i, len(want), want[min(i, len(want)-1)], got[min(i, len(got)-1)])
			return
		}
	}
}

// styled is true once all of the page is there, with its styles.
const styled = `document.querySelector("#before") && getComputedStyle(document.querySelector(".picture-row")).position === "absolute" && document.styleSheets.length > 1`

// TestReasonsBeforeTheModule asks why rows are as they are, and opens folds, while the module is on its way.
// TestModuleBeforeTheScript: the module is on its way while the page's script is not there yet, is fetched once, and is what the script works with.
func TestModuleBeforeTheScript(t *testing.T) {
	t.Parallel()
	here := ownSite(t)
	release := here.Hold("main." + assetHash(t, "main.js") + ".js")
	tab := newcomer(t, here)
	must(t, tab.SetOut(here.URL))
	must(t, tab.Wait(`window.unboxEarly?.heard.some((m) => m.kind === "ready")`))
	release()
	must(t, tab.Ready())
	must(t, tab.Settled())
	must(t, tab.Wait(`!window.unboxEarly`))
	if sent := here.Sent(); sent > 1_500_000 {
		t.Errorf("expected one module, found %d bytes", sent)
	}
}

func TestReasonsBeforeTheModule(t *testing.T) {
	t.Parallel()
	here := ownSite(t)
	module := here.Hold(".wasm")
	tab := newcomer(t, here)
	must(t, tab.Open(here.URL))
	must(t, tab.Wait(`document.querySelector(".page.is-waiting .picture-row")`))
	row := func(words string) {
		must(t, tab.Eval(fmt.Sprintf(`[...document.querySelectorAll(".picture-row")].find((r) => r.textContent.includes(%q)).click()`, words), nil))
	}
	row("p6 = new(")
	must(t, tab.Wait(`document.querySelector(".why-question").textContent.includes("p6")`))
	row("First iteration, once")
	must(t, tab.Wait(`document.querySelectorAll(".picture-row.is-first").length > 5`))
	module()
	must(t, tab.Ready())
	must(t, tab.Settled())
	// What was chosen stays so.
	must(t, tab.Wait(`document.querySelector(".why-question").textContent.includes("p6") && document.querySelectorAll(".picture-row.is-first").length > 5`))
}

// linkToSmall is a link to a trace of one addition.
const linkToSmall = "#1q1YqUbJSis40iI3JyzRUsFXIzCuJT0xJ0cg00FEw1IzJyyrNLdDIBLGUagE"

// TestLinkShowsNoExample expects a link to show nothing of the first example while the script is on its way.
func TestLinkShowsNoExample(t *testing.T) {
	t.Parallel()
	here := ownSite(t)
	release := here.Hold("main." + assetHash(t, "main.js") + ".js")
	tab := newcomer(t, here)
	must(t, tab.SetOut(here.URL+linkToSmall))
	must(t, tab.Wait(styled))
	var seen bool
	must(t, tab.Eval(`[...document.querySelectorAll(".picture-row")].some((r) => r.checkVisibility({ visibilityProperty: true }))`, &seen))
	if seen {
		t.Error("expected no row of the first example while a link opens, found some")
	}
	release()
	must(t, tab.Ready())
	must(t, tab.Wait(`document.querySelector(".picture-row")?.checkVisibility({ visibilityProperty: true }) && !document.querySelector(".picture").textContent.includes("BoxedInteger")`))
}

// TestScrolledBeforeTheScript scrolls the rows that the page came with while the script starts, in each of its pauses: the rows that are in
// view then are drawn.
func TestScrolledBeforeTheScript(t *testing.T) {
	t.Parallel()
	tab := newcomer(t, site)
	must(t, tab.Resize(1280, 480))
	must(t, tab.Before(`
		const frame = () => new Promise((done) => requestAnimationFrame(done));
		scheduler.yield = async () => {
			for (const sheet of document.querySelectorAll(".sheet")) sheet.scrollTop = 1e6;
			await frame();
			await frame();
		};
	`))
	must(t, tab.Open(site.URL))
	must(t, tab.Ready())
	must(t, tab.Settled())
	const sheet = `document.querySelector(".sheet")`
	must(t, tab.Wait(`(() => {
		const view = `+sheet+`.getBoundingClientRect();
		const rows = [...document.querySelectorAll(".picture-row")].map((r) => r.getBoundingClientRect());
		return Math.min(...rows.map((r) => r.top)) <= view.top + 60 && Math.max(...rows.map((r) => r.bottom)) >= view.bottom - 60;
	})()`))
}

// TestAnswersBeforeTheRowsAreTakenOver lets the engine come to its first result while the script waits for its turn to take over the rows
// that the page came with: the page follows the engine's state all the same.
func TestAnswersBeforeTheRowsAreTakenOver(t *testing.T) {
	t.Parallel()
	tab := newcomer(t, site)
	must(t, tab.Before(`
		const frame = () => new Promise((done) => requestAnimationFrame(done));
		scheduler.yield = async () => {
			if (document.querySelector("#before") && document.querySelectorAll(".picture").length > 1)
				for (let n = 0; n < 60; n++) await frame();
		};
	`))
	must(t, tab.Open(site.URL))
	must(t, tab.Ready())
	must(t, tab.Settled())
}
