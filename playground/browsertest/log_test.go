package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"unbox/trace/pypylog"
	"unbox/wasm/api"
)

// realLog is a raw log that PyPy 7.3.11 wrote: five traces, two of them
// recorded.
func realLog(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../trace/pypylog/testdata/small.log")
	must(t, err)
	return string(text)
}

// entries is the number of traces that the dialog lists.
const entries = `document.querySelectorAll(".log-entry").length`

// chooseFirst opens the first trace of the log in the editor by the keyboard.
func chooseFirst(t *testing.T, tab *Tab) {
	t.Helper()
	must(t, tab.Wait(entries+` > 0 && document.activeElement.closest(".log-search")`))
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(`!document.querySelector(".log-dialog") && document.querySelector(".views-totals")`))
	must(t, tab.Ready())
}

// beside opens the view with PyPy's result.
const beside = `document.querySelectorAll(".views-choice button")[1].click()`

// TestLogInTheEditor pastes a raw log, chooses a trace by keys, and looks at it
// beside PyPy's result.
func TestLogInTheEditor(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.TypeAtEnd("# precious"))
	must(t, tab.Replace(realLog(t)))
	must(t, tab.Wait(`document.querySelector(".log-offer")?.innerText.includes("a log with 5 traces, 2 of them recorded")`))
	must(t, tab.Wait(`document.querySelector(".problems").hidden`))
	must(t, tab.Click(".log-offer button"))
	must(t, tab.Wait(entries+" === 2"))
	must(t, tab.Type("no such function"))
	must(t, tab.Wait(entries+` === 0 && document.querySelector(".log-foot").innerText.includes("No trace")`))
	for range len("no such function") {
		must(t, tab.Press(kb.Backspace))
	}
	must(t, tab.Wait(entries+" === 2"))
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Wait(`document.querySelectorAll(".log-entry")[1].ariaSelected === "true"`))
	must(t, tab.Press(kb.ArrowUp))
	chooseFirst(t, tab)
	if got := text(t, tab); !strings.HasPrefix(got, "# Traced loop or bridge with ") {
		t.Errorf("expected the recorded trace in the editor, found %.60q", got)
	}
	must(t, tab.Wait(`document.querySelector(".preset-title").innerText.toLowerCase().includes("peel")`))
	// What was open is still there, and so is the trace after a reload.
	must(t, tab.Wait(`Object.values(localStorage).some((v) => v.includes("# precious"))`))
	must(t, tab.Reload())
	must(t, tab.Wait(`document.querySelector(".views-totals")`))
	must(t, tab.Ready())

	must(t, tab.Eval(beside, nil))
	must(t, tab.Wait(`document.querySelectorAll(".counts-table tbody tr").length >= 3`))
	must(t, tab.Wait(`document.querySelector(".counts-words").innerText.includes("PyPy")`))
	var columns []string
	must(t, tab.Wait(`[...document.querySelectorAll(".beside-lines")].every((l) => l.innerText.includes("(") )`))
	must(t, tab.Eval(`[...document.querySelectorAll(".beside")].map((c) => c.innerText)`, &columns))
	if len(columns) != 3 || !strings.Contains(columns[0], "recorded") || !strings.Contains(columns[2], "jump(") {
		t.Errorf("expected the recorded trace, ours and PyPy's, found %.300q", columns)
	}
}

// TestLogOfResults pastes a log that has only what PyPy's optimizer left, as `jit-log-opt` alone writes it: the dialog says so once, and
// the chosen trace is opened as it is, and not compared with the trace that happened to be open before.
func TestLogOfResults(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	whole := realLog(t)
	for _, section := range []string{"jit-log-noopt", "jit-log-short-preamble"} {
		whole = regexp.MustCompile(`(?s)\[[0-9a-f]+\] \{`+section+`\n.*?`+section+`\}\n`).ReplaceAllString(whole, "")
	}
	must(t, tab.Replace(whole))
	must(t, tab.Wait(`document.querySelector(".log-offer")?.innerText.includes("none of them recorded")`))
	must(t, tab.Click(".log-offer button"))
	must(t, tab.Wait(entries+` > 0 && document.querySelector(".log-dialog").innerText.includes("which opens as it is")`))
	var notes string
	must(t, tab.Eval(`document.querySelector(".log-list").innerText`, &notes))
	if strings.Contains(notes, "compared with") || strings.Contains(notes, "is not in the log") || !strings.Contains(notes, "bridge · from guard 0x") {
		t.Errorf("expected what each trace is and nothing that is true of all of them, found %q", notes)
	}
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(`!document.querySelector(".log-dialog")`))
	must(t, tab.Ready())
	if got := text(t, tab); !strings.HasPrefix(got, "# Loop ") {
		t.Errorf("expected the optimized trace in the editor, found %.60q", got)
	}
	must(t, tab.Wait(`document.querySelector(".problems").hidden && !document.querySelector(".views-totals") && document.querySelector(".diff-row")`))
}

// TestOtherTexts pastes a program, which another page is offered to run, and the listing of another compiler, whose reader learns what a
// trace looks like; a trace with a mistake is told of the mistake alone, also with tabs and the line ends of Windows.
func TestOtherTexts(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	const problems = `document.querySelector(".problems")`
	must(t, tab.Replace("define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n"))
	must(t, tab.Wait(problems+`.innerText.includes("A trace begins with its inputs")`))
	must(t, tab.Replace("[i0]\r\n\ti1 = int_add(i0, 1)\r\n\ti2 = nonsense(i1)\r\n\tfinish(i1)\r\n"))
	must(t, tab.Wait(problems+`.innerText.includes("line 3") && !`+problems+`.innerText.includes("A trace begins")`))
	must(t, tab.Replace("def f(n):\n    s = 0\n    for i in range(n):\n        s += i\n    return s\n\nprint(f(3000))\n"))
	must(t, tab.Wait(`document.querySelector(".log-offer")?.innerText.includes("This is a Python program.")`))
	must(t, tab.Wait(problems+".hidden"))
	must(t, tab.Click(".log-offer button"))
	must(t, tab.Wait(`location.pathname.endsWith("/program") && document.body.innerText.includes("4498500")`))
}

// TestBridgesOfLogsAreCountedAsByTheCommand opens a bridge of a log beside PyPy's result: the numbers are those of `unbox compare`, which
// takes the trace in which the bridge begins and the loop to which it leads from the log, also after a reload.
func TestBridgesOfLogsAreCountedAsByTheCommand(t *testing.T) {
	t.Parallel()
	read, err := os.ReadFile("../../trace/pypylog/testdata/bridges.log")
	must(t, err)
	log := string(read)
	entries, err := pypylog.SplitLog(log)
	must(t, err)
	const bridge = 4 // the recorded trace of the second bridge
	texts := [2]string{entries[bridge].Text(log), entries[entries[bridge].Partner].Text(log)}
	want := countsOf(api.CompareRequestFor(texts[0], texts[1], pypylog.NewNeighbours(log, entries).Of(bridge)))
	if alone := countsOf(api.CompareRequestFor(texts[0], texts[1], pypylog.Surroundings{})); alone == want {
		t.Fatal("expected a bridge that is counted otherwise without what is around it")
	}

	tab := visit(t, "")
	must(t, tab.Replace(log))
	must(t, tab.Wait(`document.querySelector(".log-offer")`))
	must(t, tab.Click(".log-offer button"))
	must(t, tab.Wait(`document.querySelectorAll(".log-entry").length === 3`))
	must(t, tab.Eval(`document.querySelectorAll(".log-entry")[2].click()`, nil))
	must(t, tab.Wait(`!document.querySelector(".log-dialog") && document.querySelector(".views-totals")`))
	const ours = `[...document.querySelectorAll(".counts-ours td")].map((c) => c.firstChild.textContent).join(" ")`
	for _, when := range []string{"when it is opened", "after a reload"} {
		must(t, tab.Ready())
		must(t, tab.Eval(beside, nil))
		must(t, tab.Wait(`document.querySelector(".counts-table") && !document.querySelector(".compare.is-stale")`))
		var got string
		must(t, tab.Eval(ours, &got))
		if got != want {
			t.Errorf("%s: expected ours as the command counts it, %s, found %s", when, want, got)
		}
		must(t, tab.Reload())
		must(t, tab.Wait(`document.querySelector(".views-totals")`))
	}
}

// countsOf are the numbers of our result, of the whole trace.
func countsOf(q *api.CompareRequest) string {
	var list []string
	for _, c := range api.New().CompareWithPyPy(q).Tables[0].Counts {
		list = append(list, strconv.Itoa(c.Ours))
	}
	return strings.Join(list, " ")
}

// TestDroppedFiles drops a log, then what PyPy made of a trace, then a trace.
func TestDroppedFiles(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Eval(dropOf(t, "small.log", realLog(t)), nil))
	must(t, tab.Wait(`document.querySelector(".log-words")?.innerText.includes("small.log")`))
	chooseFirst(t, tab)
	must(t, tab.Eval(dropOf(t, "mine.trace", small), nil))
	must(t, tab.Wait(`!document.querySelector(".views-totals")`))
	must(t, tab.Ready())
	if got := text(t, tab); got != small {
		t.Errorf("expected the dropped trace, found %q", got)
	}
	must(t, tab.Eval(dropOf(t, "loop.txt", "# Loop 1 (f) : loop with 2 ops\n[i0, i1, i2]\ni4 = int_mul(i0, i1)\njump(i0, i4, i4)\n"), nil))
	must(t, tab.Wait(`document.querySelector(".counts-table")`))
}

// dropOf is a script that drops a file on the page.
func dropOf(t *testing.T, name, content string) string {
	t.Helper()
	quoted, err := json.Marshal(content)
	must(t, err)
	return fmt.Sprintf(`(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([%s], %q));
		document.querySelector(".cm-content").dispatchEvent(
			new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
	})()`, quoted, name)
}

// TestTooLargeLogsAreRefused drops a file over the limit.
func TestTooLargeLogsAreRefused(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Eval(`(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([new Uint8Array(21e6)], "huge.log"));
		document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
	})()`, nil))
	must(t, tab.Wait(`document.querySelector(".toasts").innerText.includes("at most 20 MB, found one of 21 MB")`))
}

// TestCompareWithAnotherResult pastes a result for the open trace, an unreadable
// one first.
func TestCompareWithAnotherResult(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Replace(small))
	must(t, tab.Wait(smallShown))
	for _, c := range []struct{ result, want string }{
		{"[i0]\ni1 = int_frobnicate(i0)\njump(", `document.querySelector(".compare-words[role=alert]")?.innerText.includes("Line 2")`},
		{"[i0, i1, i2]\ni4 = int_mul(i0, i1)\njump(i0, i4, i4)\n", `document.querySelector(".counts-words")?.innerText.includes("Ours has no more")`},
	} {
		must(t, tab.Eval(`document.querySelector(".menu button").click()`, nil))
		must(t, tab.Wait(`document.querySelector("[role=menu]")`))
		must(t, tab.Eval(`[...document.querySelectorAll(".menu-item")].find((i) => i.innerText.startsWith("Compare with")).click()`, nil))
		must(t, tab.Wait(`document.activeElement.closest(".result-text")`))
		quoted, err := json.Marshal(c.result)
		must(t, err)
		must(t, tab.Eval(fmt.Sprintf(`(() => { const field = document.querySelector(".result-text");
			field.value = %s; field.dispatchEvent(new InputEvent("input", { bubbles: true })); })()`, quoted), nil))
		must(t, tab.Click(".result-form .primary"))
		must(t, tab.Wait(c.want))
	}
	// The table follows the text.
	must(t, tab.Eval(`document.querySelectorAll(".views-choice button")[0].click()`, nil))
	must(t, tab.Eval(`document.querySelectorAll(".views-choice button")[1].click()`, nil))
	must(t, tab.TypeAtEnd("# more"))
	must(t, tab.Wait(`!document.querySelector(".compare.is-stale") && document.querySelector(".counts-table")`))
}

// TestBesideHasShortNames shows the three traces of a log with names as short as in the picture; what is copied is whole.
func TestBesideHasShortNames(t *testing.T) {
	t.Parallel()
	tab := arrive(t, "")
	must(t, tab.Resize(1920, 1080))
	must(t, tab.Ready())
	must(t, tab.Eval(`document.querySelector("button[aria-haspopup=menu]").click()`, nil))
	must(t, tab.Wait(`[...document.querySelectorAll("[role=menu] .menu-title")].some((i) => i.innerText.includes("Planets") && (i.click(), true))`))
	must(t, tab.Wait(`[...document.querySelectorAll(".views-choice button")].some((b) => b.innerText.startsWith("Beside") && (b.click(), true))`))
	// The page is settled when the lines in view have their colours, and not before.
	must(t, tab.Wait(`document.querySelector(".compare .counts-table")`))
	must(t, tab.Settled())
	var plain int
	must(t, tab.Eval(`[...document.querySelectorAll(".beside-block")].slice(0, 1).filter((b) => !b.querySelector(".beside-line .tok-variable")).length`, &plain))
	if plain > 0 {
		t.Errorf("expected the lines in view with their colours once the page is settled, found %d blocks without", plain)
	}
	must(t, tab.Wait(`[...document.querySelectorAll(".beside-line")].some((l) => /\(p\d+, <…inst_\w+>\)$/.test(l.innerText) && l.title.includes("descr=<Field"))`))
	must(t, tab.Wait(`document.querySelectorAll("#compare-ours .beside-line:has(.tok-descriptor)").length > 1`))
	copies := func(end string) string {
		t.Helper()
		var copied string
		must(t, tab.Eval(`(() => {
			const all = [...document.querySelectorAll("#compare-ours .beside-line")];
			const [from, to] = all.filter((l) => l.querySelector(".tok-descriptor")).slice(0, 2);
			const next = all[all.indexOf(from) + 1];
			const firstText = (line) => document.createTreeWalker(line, NodeFilter.SHOW_TEXT).nextNode();
			getSelection().setBaseAndExtent(from, 0, ...`+end+`);
			const e = new ClipboardEvent("copy", { clipboardData: new DataTransfer(), bubbles: true, cancelable: true });
			from.dispatchEvent(e);
			return e.clipboardData.getData("text/plain");
		})()`, &copied))
		return copied
	}
	if copied := copies(`[to, to.childNodes.length]`); strings.Count(copied, "descr=<") < 2 || strings.Contains(copied, "…") {
		t.Errorf("expected whole lines, found %q", copied)
	}
	// A triple click on a line and a drag over it end where the next one begins.
	for _, end := range []string{`[from, from.childNodes.length]`, `[next, 0]`, `[firstText(next), 0]`} {
		if copied := copies(end); strings.Count(copied, "descr=<") != 1 || strings.ContainsAny(copied, "…\n") {
			t.Errorf("to %s: expected the whole line, and no other, found %q", end, copied)
		}
	}
	// A piece of a line is as it is shown: the browser copies it.
	if copied := copies(`[firstText(from), 1]`); copied != "" {
		t.Errorf("expected no other text for a piece of a line, found %q", copied)
	}
	// Without short names, a line is as it is in the trace.
	must(t, tab.Eval(`document.querySelector(".counts-words input[type=checkbox]").click()`, nil))
	must(t, tab.Wait(`document.querySelector("#compare-ours .beside-line .tok-path")?.checkVisibility()`))
	must(t, tab.Eval(`document.querySelector(".counts-words input[type=checkbox]").click()`, nil))
	// In narrow columns, too, no operation ends in the middle of a name.
	for _, width := range []int64{1280, 768} {
		must(t, tab.Resize(width, 900))
		must(t, tab.Settled())
		var cut []string
		must(t, tab.Eval(`[...document.querySelectorAll(".beside-line > span:last-child")]
			.filter((l) => l.checkVisibility() && !l.querySelector(".tok-comment") && l.scrollWidth > l.clientWidth).map((l) => l.innerText)`, &cut))
		if len(cut) > 0 {
			t.Errorf("%d pixels: expected operations that fit into their column, found %d that do not: %.300q", width, len(cut), cut)
		}
	}
}

// TestLogAccessibility runs axe-core over the dialogs and the comparison.
func TestLogAccessibility(t *testing.T) {
	long(t)
	t.Parallel()
	inThemes(t, func(t *testing.T, theme string) {
		tab := arrive(t, "")
		must(t, tab.Theme(theme))
		must(t, tab.Ready())
		must(t, tab.Replace(realLog(t)))
		must(t, tab.Wait(`document.querySelector(".log-offer")`))
		expectAccessible(t, tab, "with the offer of a log")
		must(t, tab.Click(".log-offer button"))
		must(t, tab.Wait(entries+" === 2"))
		must(t, tab.Eval(`document.querySelector(".log-tools input[type=checkbox]").click()`, nil))
		must(t, tab.Wait(entries+" === 5"))
		expectAccessible(t, tab, "with the traces of a log")
		chooseFirst(t, tab)
		must(t, tab.Eval(beside, nil))
		must(t, tab.Wait(`document.querySelector(".counts-table")`))
		expectAccessible(t, tab, "beside PyPy's result")
		must(t, tab.Eval(`document.querySelector(".views-tools button").click()`, nil))
		must(t, tab.Wait(`document.querySelector(".result-text")`))
		expectAccessible(t, tab, "asking for a result")
		must(t, tab.Press(kb.Escape))
		must(t, tab.Resize(360, 740))
		must(t, tab.Wait(`document.querySelector("#tab-passes")`))
		must(t, tab.Click("#tab-passes"))
		must(t, tab.Wait(`document.querySelectorAll(".compare-tabs [role=tab]").length === 3`))
		must(t, tab.Click("#compare-tab-pypys"))
		must(t, tab.Wait(`!document.querySelector("#compare-pypys").hidden && document.querySelector("#compare-ours").hidden`))
		expectAccessible(t, tab, "beside PyPy's result on a phone")
		expectNoWider(t, tab, 360, "beside PyPy's result on a phone")
	})
}

// rowsBelow reports whether the rows below the open reason stand directly below
// it, one after the other.
const rowsBelow = `(() => {
	const rows = [...document.querySelectorAll(".diff-row")].sort((a, b) => a.ariaRowIndex - b.ariaRowIndex);
	const at = rows.findIndex((row) => row.querySelector(".row-panel"));
	if (at < 0) return false;
	return rows.slice(at, at + 6).every((row, i, six) => i === 0 || (
		+row.ariaRowIndex === +six[i - 1].ariaRowIndex + 1 &&
		Math.abs(row.getBoundingClientRect().top - six[i - 1].getBoundingClientRect().bottom) < 1));
})()`

// TestNoRowIsHiddenByAReason opens reasons, changes their height by the size of
// type and by the width of the window, and expects every row below in its place.
func TestNoRowIsHiddenByAReason(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Resize(1920, 1080))
	must(t, tab.Click(".diff-row[data-kind=removed] .reason"))
	must(t, tab.Wait(rowsBelow))
	// The card grows without anything else being rendered.
	must(t, tab.Eval(`document.querySelector(".card").style.paddingBottom = "150px"`, nil))
	must(t, tab.Wait(rowsBelow))
	must(t, tab.Eval(`document.querySelector("button[aria-label='Larger code']").click()`, nil))
	must(t, tab.Wait(rowsBelow))
	must(t, tab.Resize(900, 700))
	must(t, tab.Wait(rowsBelow))
	must(t, tab.Resize(1920, 1080))
	must(t, tab.Eval(`document.querySelectorAll(".diff-row[data-kind=removed] .reason")[1].click()`, nil))
	must(t, tab.Wait(`document.querySelectorAll(".row-panel").length === 1`))
	must(t, tab.Wait(rowsBelow))
	must(t, tab.Eval(`document.querySelector(".card-close").click()`, nil))
	must(t, tab.Wait(`!document.querySelector(".row-panel") && !document.querySelector(".diff-row.is-below")`))
}

// TestReducedMotionMovesAtOnce expects a row to be in its new place in the moment
// in which that is set, where the reader wants no motion. A transition of any
// length would show it where it was for one frame more.
func TestReducedMotionMovesAtOnce(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Theme("light")) // and no motion
	var moved float64
	must(t, tab.Eval(`(() => {
		const row = [...document.querySelectorAll(".diff-row")].at(-1);
		const before = row.getBoundingClientRect().top;
		row.style.setProperty("--top", parseFloat(row.style.getPropertyValue("--top")) + 100 + "px");
		return row.getBoundingClientRect().top - before;
	})()`, &moved))
	if moved != 100 {
		t.Errorf("expected the row 100 pixels lower at once, found it %v lower", moved)
	}
}

// TestShortcutsOfTheComparison expects the keys of the rows in the list.
func TestShortcutsOfTheComparison(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.Focus(Grid))
	must(t, tab.Press("?"))
	must(t, tab.Wait(`/Shift\+↑[^]*Go from change to change/.test(document.querySelector("dialog[open]")?.innerText)`))
}
