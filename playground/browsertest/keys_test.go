package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	keyHome = kb.Home
	keyEnd  = kb.End
)

var ctrl = chromedp.KeyModifiers(chromedp.ModifierCtrl)

// TestKeyboardOnly does everything with keys: leave the editor, reach a switch
// and turn it, step through the passes, open a reason, search, come back.
func TestKeyboardOnly(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	choosePreset(t, tab, "everything")
	must(t, tab.Settled()) // its switches stand as they will stand
	focused := func(selector string) string {
		return `document.activeElement.closest("` + selector + `")`
	}
	must(t, tab.Focus(Editor))
	must(t, tab.Press(kb.Escape))
	must(t, tab.Press(kb.Tab))
	must(t, tab.Wait("!"+focused(".cm-editor")))
	// Tab on until the first switch has the focus.
	for range 40 {
		var there bool
		must(t, tab.Eval("!!"+focused("input[role=switch]"), &there))
		if there {
			break
		}
		must(t, tab.Press(kb.Tab))
	}
	must(t, tab.Wait(focused("input[role=switch]")))
	must(t, tab.Press(" "))
	must(t, tab.Wait("!document.activeElement.checked"))
	must(t, tab.Press(" "))
	must(t, tab.Wait("document.activeElement.checked"))
	must(t, tab.Ready())

	// The list of keys; a single letter does nothing under it, and the focus goes back to where it was.
	must(t, tab.Press("?"))
	must(t, tab.Wait(`document.querySelector("dialog[open] h2").innerText === "Keyboard shortcuts" && document.querySelectorAll("dialog[open] dt kbd").length > 20`))
	must(t, tab.Press("e"))
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(`!document.querySelector("dialog") && `+focused("input[role=switch]")))

	must(t, tab.Press("]"))
	must(t, tab.Wait(`document.querySelector(".handle-to").ariaValueNow === "1"`))
	must(t, tab.Press("]"))
	must(t, tab.Wait(`document.querySelector(".handle-to").ariaValueNow === "2"`))
	must(t, tab.Press("["))
	must(t, tab.Wait(`document.querySelector(".handle-to").ariaValueNow === "1"`))
	must(t, tab.Ready())

	must(t, tab.Press("/"))
	must(t, tab.Wait(focused(".search-input")))
	must(t, tab.Type("guard"))
	must(t, tab.Wait(`document.querySelector(".search-count")`))
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(focused(Grid)))

	must(t, tab.Press("?"))
	must(t, tab.Wait("document.querySelector('dialog[open]')"))
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait("!document.querySelector('dialog[open]')"))

	must(t, tab.Press("p"))
	must(t, tab.Wait(`document.querySelector(".page.presenting")`))
	must(t, tab.Press("p"))
	must(t, tab.Wait(`!document.querySelector(".page.presenting")`))
}

// TestReasonByKeyboard opens and closes a reason in the grid.
func TestReasonByKeyboard(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	showSmall(t, tab)
	must(t, tab.Focus(Grid))
	must(t, tab.Press(kb.ArrowDown, chromedp.KeyModifiers(chromedp.ModifierShift)))
	must(t, tab.Wait(`document.querySelector(".diff-row.is-selected")`))
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(`document.querySelector(".card-reason")`))
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(`!document.querySelector(".card-reason")`))
}

// TestSaveKeepsACheckpoint presses the keys that would open the browser's
// dialog.
func TestSaveKeepsACheckpoint(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	must(t, tab.TypeAtEnd("# mine"))
	must(t, tab.Press("s", ctrl))
	must(t, tab.Wait(`document.querySelector(".toasts").innerText.includes("Checkpoint")`))
}

// TestPanesResize moves the bar between the panes with the arrow keys.
func TestPanesResize(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	width := `document.querySelector("#pane-trace").getBoundingClientRect().width`
	var before, after float64
	must(t, tab.Eval(width, &before))
	must(t, tab.Focus("[role=separator]"))
	for range 5 {
		must(t, tab.Press(kb.ArrowRight))
	}
	must(t, tab.Eval(width, &after))
	if after <= before {
		t.Errorf("expected a wider trace after pressing →, found %v after %v", after, before)
	}
	must(t, tab.Reload())
	must(t, tab.Ready())
	must(t, tab.Eval(width, &before))
	if before != after {
		t.Errorf("expected the width to be kept over a reload, found %v after %v", before, after)
	}
}

// TestCopyHasNoLineNumbers selects two lines of the diff and copies them.
func TestCopyHasNoLineNumbers(t *testing.T) {
	t.Parallel()
	tab := visit(t, "")
	showSmall(t, tab)
	var copied string
	must(t, tab.Eval(`(() => {
		const lines = [...document.querySelectorAll('.diff-row [data-side="left"] .line')].slice(0, 2);
		const range = document.createRange();
		range.setStart(lines[0], 0);
		range.setEnd(lines[1], lines[1].childNodes.length);
		document.querySelector(".diff-canvas").dataset.select = "left";
		getSelection().removeAllRanges();
		getSelection().addRange(range);
		const data = new DataTransfer();
		lines[0].dispatchEvent(new ClipboardEvent("copy", { clipboardData: data, bubbles: true, cancelable: true }));
		getSelection().removeAllRanges();
		return data.getData("text/plain");
	})()`, &copied))
	want := strings.Join(strings.Split(small, "\n")[:2], "\n")
	if strings.TrimSpace(copied) != want {
		t.Errorf("got %q, expected %q", copied, want)
	}
}
