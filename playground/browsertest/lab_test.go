package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"
)

// lab opens a view of the lab, with the engine's answer to what it opens with.
func lab(t *testing.T, fragment string) *Tab {
	t.Helper()
	tab := arrive(t, "lab"+fragment)
	must(t, tab.Wait(`document.querySelector(".lab .engine.ready")`))
	return tab
}

// replaceIn replaces the whole text of one of several editors.
func replaceIn(t *testing.T, tab *Tab, pane, text string) {
	t.Helper()
	must(t, tab.Focus(pane+" .cm-content"))
	must(t, tab.Eval(`document.execCommand("selectAll")`, nil))
	must(t, tab.Paste(text))
}

func labVerdict(status string) string {
	return fmt.Sprintf(`document.querySelector(".lab-headline.status-%s") && !document.querySelector(".lab-verdict.is-stale")`, status)
}

// TestLabRefutesAndProves opens the lab as a first visitor finds it, which refutes a
// pair, and repairs the pair.
func TestLabRefutesAndProves(t *testing.T) {
	t.Parallel()
	tab := lab(t, "")
	must(t, tab.Wait(labVerdict("refuted")))
	must(t, tab.Wait(`document.querySelector(".lab-value").innerText === "9223372036854775800"`))
	must(t, tab.Wait(`document.querySelector(".lab-bits").innerText.replace(/\s/g, "").endsWith("1".repeat(60) + "000")`))
	must(t, tab.Wait(`/left through a guard/.test(document.querySelector(".outcome-before").innerText) &&
		/finished/.test(document.querySelector(".outcome-after").innerText)`))
	// A question leads to its lines, and a line has a sign.
	must(t, tab.Wait(`document.querySelector(".lab-before .cm-linked").textContent.includes("guard_true(i3)")`))
	must(t, tab.Wait(`document.querySelector(".lab-before .sign-refuted")`))
	must(t, tab.Focus(".lab-query"))
	must(t, tab.Wait(`document.querySelector(".lab-after .cm-linked")?.textContent.includes("guard_true(i2)")`))

	var script string
	must(t, tab.Click(".lab-smt"))
	must(t, tab.Wait(`document.querySelector("dialog[open] .lab-code")`))
	must(t, tab.Eval(`document.querySelector("dialog[open] .lab-code").textContent`, &script))
	if !strings.Contains(script, "(check-sat)") {
		t.Errorf("expected SMT-LIB text, found %q", script)
	}
	must(t, tab.Press("\u001b"))
	must(t, tab.Wait(`!document.querySelector("dialog[open]")`))

	checked := "[i0]\ni1 = int_add(i0, 1)\nfinish(i1)\n"
	replaceIn(t, tab, ".lab-before", checked)
	replaceIn(t, tab, ".lab-after", "[i0]\ni1 = int_sub(i0, -1)\nfinish(i1)\n")
	must(t, tab.Wait(labVerdict("proved")))
	// Narrow integers, said in the verdict.
	must(t, tab.Eval(`(() => { const s = document.querySelector(".lab-option select"); s.value = "16"; s.dispatchEvent(new Event("change", { bubbles: true })); })()`, nil))
	must(t, tab.Wait(labVerdict("proved")+` && /16 bits/.test(document.querySelector(".lab-headline").innerText)`))

	replaceIn(t, tab, ".lab-after", "[i0]\ni1 = nonsense(i0)\n")
	must(t, tab.Wait(`/nonsense/.test(document.querySelector(".lab-after .lab-problem").innerText)`))
	must(t, tab.Wait(`document.querySelector(".lab-after .cm-lintRange-error")`))
	// Nothing is lost by a reload.
	must(t, tab.Wait(`location.hash.startsWith("#prove/1")`))
	must(t, tab.Reload())
	must(t, tab.Wait(`document.querySelector(".lab-after .cm-content")?.textContent.includes("nonsense")`))
}

// To refute this pair one has to find the two factors of a product of two large
// primes, which the embedded solver does not do while anybody waits.
const (
	hardBefore = `[i0, i1]
i2 = int_gt(i0, 1)
guard_true(i2) []
i3 = int_lt(i0, i1)
guard_true(i3) []
i4 = int_lt(i1, 2147483648)
guard_true(i4) []
i5 = int_mul(i0, i1)
i6 = int_ne(i5, 723049240322905399)
guard_true(i6) []
finish(i5)
`
	hardAfter = `[i0, i1]
i2 = int_gt(i0, 1)
guard_true(i2) []
i3 = int_lt(i0, i1)
guard_true(i3) []
i4 = int_lt(i1, 2147483648)
guard_true(i4) []
i5 = int_mul(i0, i1)
finish(i5)
`
)

func TestLabCancelsAProof(t *testing.T) {
	long(t)
	t.Parallel()
	tab := lab(t, "")
	must(t, tab.Wait(labVerdict("refuted")))
	must(t, tab.Eval(`document.querySelector(".switch input").click()`, nil))
	replaceIn(t, tab, ".lab-before", hardBefore)
	replaceIn(t, tab, ".lab-after", hardAfter)
	must(t, tab.Wait(`document.querySelector(".lab-verdict.is-stale")`))
	must(t, tab.Eval(`document.querySelector(".lab-prove").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".lab-progress")`))
	must(t, tab.Click(".lab-cancel"))
	must(t, tab.Wait(`/stopped/.test(document.querySelector(".lab-trouble").innerText) && document.querySelector(".lab-prove")`))
	// The next proof has a fresh worker.
	replaceIn(t, tab, ".lab-after", hardBefore)
	must(t, tab.Click(".lab-prove"))
	must(t, tab.Wait(labVerdict("proved")))
}

// TestLabProvesPoints follows the playground's button to the verdict on the spot, and
// its link to all questions in the lab.
func TestLabProvesPoints(t *testing.T) {
	long(t)
	t.Parallel()
	tab := visit(t, "")
	showSmall(t, tab)
	must(t, tab.Wait(`document.querySelector(".prove-button:enabled")`))
	must(t, tab.Click(".prove-button"))
	must(t, tab.Wait(`document.querySelector(".prove-verdict.status-proved")`))
	var link string
	must(t, tab.Eval(`document.querySelector(".prove-line a").href`, &link))
	other := sibling(t, tab, link)
	must(t, other.Wait(labVerdict("proved")))
	must(t, other.Wait(`/int_mul/.test(document.querySelector(".lab-before .cm-content").textContent) &&
		document.querySelector(".lab-after .is-fixed .cm-content").textContent.includes("jump")`))
	must(t, other.Wait(`document.querySelectorAll(".lab-query").length > 0`))
	// Other points are other questions.
	must(t, tab.Eval(`(() => { const s = document.querySelector(".head-right select"); s.selectedIndex = 1; s.dispatchEvent(new Event("change", { bubbles: true })); })()`, nil))
	must(t, tab.Wait(`document.querySelector(".prove-line").hidden`))
}

// TestLabFindsAPlantedBug plants a bug, finds it, and follows the finding to the
// prover; then it reports whether a reload goes on where it stopped.
func TestLabFindsAPlantedBug(t *testing.T) {
	long(t)
	t.Parallel()
	tab := lab(t, "#fuzz")
	must(t, PlantBug(tab, "add-wrap"))
	must(t, tab.Click(".lab-start"))
	must(t, tab.Wait(`document.querySelector(".lab-finding")`))
	must(t, tab.Wait(`document.querySelector(".lab-shrunk")`))
	must(t, tab.Wait(`document.querySelector(".lab-start")?.innerText.includes("Go on")`))
	must(t, tab.Wait(`/int_add/.test(document.querySelector(".lab-listing").innerText)`))
	must(t, tab.Wait(`[...document.querySelectorAll(".lab-links a, .lab-links button")].map((b) => b.innerText).join()
		.includes("Open in the playground,Prove it,Copy as regression test")`))
	expectFindingOnPaper(t, tab)
	must(t, tab.Click(".lab-prove-it"))
	must(t, tab.Wait(labVerdict("refuted")))
}

// expectFindingOnPaper expects the finding first, then how often each rule was applied, by its whole name, on few sheets, and nothing to press.
func expectFindingOnPaper(t *testing.T, tab *Tab) {
	t.Helper()
	must(t, command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	must(t, tab.Resize(718, 1000))
	var wrong []string
	must(t, tab.Eval(`[
		...[...document.querySelectorAll(".lab :is(.lab-bar, .lab-links, .lab-restart)")].filter((e) => e.checkVisibility()).map((e) => "shown: " + e.className),
		...(document.querySelector(".lab-findings").getBoundingClientRect().bottom > document.querySelector(".lab-run").getBoundingClientRect().top ? ["the finding is not first"] : []),
		...[...document.querySelectorAll(".lab-heat .mono")].filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => "cut: " + e.innerText),
		...(document.documentElement.scrollHeight > 4000 ? ["long: " + document.documentElement.scrollHeight] : []),
	]`, &wrong))
	if len(wrong) > 0 {
		t.Errorf("expected a finding on four sheets of paper or fewer, whole names, and nothing to press, found %q", wrong)
	}
	must(t, command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{}))
	must(t, tab.Resize(1280, 800))
}

// tried is how many traces were tried.
const tried = `Number(document.querySelector(".lab-traces").innerText.replace(/\D/g, ""))`

func TestLabStopsAndGoesOn(t *testing.T) {
	long(t)
	t.Parallel()
	tab := lab(t, "#fuzz")
	must(t, tab.Click(".lab-start"))
	must(t, tab.Wait(tried+" > 100 && document.querySelectorAll('.lab-heat.heat-4').length > 0"))
	must(t, tab.Click(".lab-stop"))
	must(t, tab.Wait(`document.querySelector(".lab-start")`))
	must(t, tab.Settled()) // what was begun is finished
	var before, after int
	must(t, tab.Eval(tried, &before))
	must(t, tab.Reload())
	must(t, tab.Wait(`document.querySelector(".lab .engine.ready") && document.querySelector(".lab-start")?.innerText.includes("Go on")`))
	must(t, tab.Eval(tried, &after))
	if before != after || before == 0 {
		t.Errorf("expected the %d traces of before the reload, found %d", before, after)
	}
	must(t, tab.Click(".lab-start"))
	must(t, tab.Wait(fmt.Sprintf("%s > %d", tried, before)))
	must(t, tab.Click(".lab-stop"))
	// Another seed is another sequence.
	must(t, tab.Wait(`document.querySelector(".lab-restart")`))
	must(t, tab.Click(".lab-restart"))
	must(t, tab.Wait(tried+" === 0"))
}

// counted is the number that the lab shows in a place.
func counted(class string) string {
	return fmt.Sprintf(`Number(document.querySelector(%q).innerText.replace(/\D/g, ""))`, "."+class)
}

// TestLabAsksTheProver plants a bug that shows where a sum wraps around. On the first trace where that matters chance does not
// let it, and the prover does; in steps instead of seconds it comes to the same in every browser.
func TestLabAsksTheProver(t *testing.T) {
	long(t)
	t.Parallel()
	tab := lab(t, "#fuzz")
	must(t, PlantBug(tab, "add-wrap"))
	must(t, tab.Wait(`!document.querySelector(".lab-questions")`))
	must(t, tab.Eval(`(() => { const s = document.querySelector(".lab-prover"); s.value = "100"; s.dispatchEvent(new Event("change", { bubbles: true })); })()`, nil))
	must(t, tab.Wait(`document.querySelector(".lab-questions")`))
	// While it goes on, the numbers grow, and it can be stopped: at once, since it stops by itself where it finds something.
	must(t, tab.Eval(fmt.Sprintf(`new Promise((done) => {
		new MutationObserver((_, observer) => {
			if (!(%s > 0)) return;
			observer.disconnect();
			document.querySelector(".lab-stop")?.click();
			done();
		}).observe(document.body, { subtree: true, childList: true, characterData: true });
		document.querySelector(".lab-start").click();
	})`, counted("lab-proved")), nil))
	must(t, tab.Wait(`document.querySelector(".lab-start")`))
	must(t, tab.Settled()) // what was begun is finished
	must(t, tab.Reload())
	must(t, tab.Wait(`document.querySelector(".lab-start")?.innerText.includes("Go on")`))
	must(t, tab.Click(".lab-start"))
	must(t, tab.Wait(`/^trace [0-9]+$/.test(document.querySelector(".lab-finding-index")?.innerText)`))
	must(t, tab.Wait(`document.querySelector(".lab-shrunk")`))
	must(t, tab.Wait(`/found by the prover/.test(document.querySelector(".lab-passes").innerText)`))
	must(t, tab.Wait(`/=-?[0-9]{10}/.test(document.querySelector(".lab-failing").innerText)`))
	must(t, tab.Wait(counted("lab-questions")+" > 20"))
}

// TestLabTriesRules opens a wrong rule, repairs it, and sees errors and loops.
func TestLabTriesRules(t *testing.T) {
	long(t)
	t.Parallel()
	tab := lab(t, "#rule")
	must(t, tab.Wait(`document.querySelector(".lab-rule-verdict.status-refuted .lab-value")`))
	must(t, tab.Wait(`document.querySelector(".lab-rule-editor .sign-refuted")`))
	must(t, tab.Wait(`document.querySelector(".lab-row.is-args, .lab-row.is-replaced, .lab-row.is-removed")`))
	replaceIn(t, tab, ".lab-rule-editor", "my-xor: int_xor(int_xor(x, y), y) => x\n")
	must(t, tab.Wait(`document.querySelector(".lab-rule-verdict.status-proved") && !document.querySelector(".lab-rule-answers.is-stale")`))
	replaceIn(t, tab, ".lab-rule-editor", "my-xor: int_xor(int_frob(x, y), y) => x\n")
	must(t, tab.Wait(`document.querySelector(".lab-rule-editor .cm-lintRange-error")?.textContent.includes("int_frob")`))
	must(t, tab.Wait(`/int_frob/.test(document.querySelector(".lab-rule-editor .lab-problem").innerText)`))
	replaceIn(t, tab, ".lab-rule-editor", "to-neg: int_sub(0, x) => int_neg(x)\nfrom-neg: int_neg(x) => int_sub(0, x)\n")
	must(t, tab.Wait(`/never ends/.test(document.querySelector(".lab-rule-loop")?.innerText)`))
	must(t, tab.Wait(`location.hash.startsWith("#rule/1")`))
}

// TestLabViews goes from view to view: by key, by link and back.
func TestLabViews(t *testing.T) {
	t.Parallel()
	tab := lab(t, "#fuzz")
	must(t, tab.Wait(`document.querySelector(".lab-start")`))
	must(t, tab.Focus("#tab-fuzz"))
	must(t, tab.Press(kb.ArrowRight))
	must(t, tab.Wait(`document.activeElement.id === "tab-rule" && location.hash.startsWith("#rule")`))
	must(t, tab.Eval(`location.hash = "#prove"`, nil))
	must(t, tab.Wait(`document.querySelector(".lab-pair")`))
	// A damaged link says so and changes nothing.
	must(t, tab.Eval(`location.hash = "#prove/1abc"`, nil))
	must(t, tab.Wait(`/cannot be opened/.test(document.querySelector(".toast")?.innerText)`))
	must(t, tab.Wait(`document.querySelector(".lab-before .cm-content").textContent.includes("int_add(i0, 10)")`))
}

// TestLabAccessibility runs axe-core over the three views in both themes.
func TestLabAccessibility(t *testing.T) {
	long(t)
	t.Parallel()
	inThemes(t, func(t *testing.T, theme string) {
		tab := lab(t, "")
		must(t, tab.Theme(theme))
		must(t, tab.Wait(labVerdict("refuted")))
		expectAccessible(t, tab, "a refutation")
		must(t, tab.Click("#tab-rule"))
		must(t, tab.Wait(`document.querySelector(".lab-rule-verdict")`))
		expectAccessible(t, tab, "a rule")
		must(t, tab.Click("#tab-fuzz"))
		must(t, PlantBug(tab, "add-wrap"))
		must(t, tab.Click(".lab-start"))
		must(t, tab.Wait(`document.querySelector(".lab-shrunk") && document.querySelector(".lab-start")`))
		expectAccessible(t, tab, "a finding")
		must(t, tab.Resize(360, 740))
		expectAccessible(t, tab, "a finding on a phone")
	})
}

// TestLabWidths expects nothing wider than the window.
func TestLabWidths(t *testing.T) {
	long(t)
	t.Parallel()
	for _, width := range []int64{360, 800, 1280} {
		for _, view := range []string{"prove", "fuzz", "rule"} {
			tab := lab(t, "#"+view)
			must(t, tab.Resize(width, 800))
			must(t, tab.Wait(fmt.Sprintf(`document.querySelector("#panel-%s:not([hidden]) .lab-bar")`, view)))
			expectWithin(t, tab, ".lab-sentence", ".strip", fmt.Sprintf("%s at %d", view, width))
		}
	}
}

// TestLabVerdictOnAPhone expects the verdict in the first window of a phone, below both traces.
func TestLabVerdictOnAPhone(t *testing.T) {
	t.Parallel()
	tab := lab(t, "")
	must(t, tab.Resize(360, 740))
	must(t, tab.Wait(labVerdict("refuted")))
	must(t, tab.Wait(`document.querySelector(".lab-sentence").getBoundingClientRect().bottom <= document.querySelector(".footer").getBoundingClientRect().top`))
}

// TestLabOnPaper prints a verdict: it is whole, with all its questions, and nothing to press.
func TestLabOnPaper(t *testing.T) {
	t.Parallel()
	tab := lab(t, "")
	must(t, tab.Wait(labVerdict("refuted")))
	must(t, command(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	must(t, tab.Resize(718, 400))
	var wrong []string
	must(t, tab.Eval(`[
		...[...document.querySelectorAll(".lab :is(.lab-bar, .lab-smt, .lab-links, [role=tablist])")].filter((e) => e.checkVisibility()).map((e) => "shown: " + e.className),
		...[...document.querySelectorAll(".lab-verdict, .lab-verdict-body, .lab-main, .page")].filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => "cut: " + e.className),
		...(document.querySelectorAll(".lab-query").length < 3 || document.body.scrollHeight < 600 ? ["short"] : []),
	]`, &wrong))
	if len(wrong) > 0 {
		t.Errorf("expected the whole verdict on paper, and nothing to press, found %q", wrong)
	}
}
