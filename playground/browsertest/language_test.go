package browsertest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestLanguageReference: the reference is found from a step and from the glossary, can be searched, and the lessons' search leads into it.
func TestLanguageReference(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	for _, from := range []string{"", "glossary"} {
		if from != "" {
			must(t, tab.Open(site.URL+from))
		}
		must(t, tab.Wait(`document.querySelector('a[href="/lessons/language"]')`))
	}
	must(t, tab.Open(site.URL+"lessons/language"))
	must(t, tab.Settled())
	must(t, tab.Focus(".entry-search input"))
	must(t, tab.Type("forwarded"))
	must(t, tab.Wait(`/^\d entr/.test(document.querySelector(".entry-search [role=status]").textContent)`))
	must(t, tab.Wait(`document.getElementById("Operation.forwarded").getClientRects().length > 0 && document.getElementById("len").getClientRects().length === 0`))
	must(t, tab.Press(kb.Enter))
	must(t, tab.Wait(`document.activeElement.hash === "#Operation.forwarded"`))

	must(t, tab.Open(site.URL+firstStep))
	must(t, tab.Settled())
	must(t, tab.Click(".search-button"))
	must(t, tab.Wait(`document.querySelector("dialog[open] .search-input")`))
	must(t, tab.Type("make_equal_to"))
	must(t, tab.Wait(`[...document.querySelectorAll(".search-hits .hit-title")].some((hit) => hit.textContent === "op.make_equal_to(v)")`))
	must(t, tab.Eval(`[...document.querySelectorAll(".search-hits li")].find((hit) => hit.textContent.includes("op.make_equal_to(v)")).click()`, nil))
	must(t, tab.Wait(`location.pathname === "/lessons/language" && document.querySelector(":target")?.id === "Operation.make_equal_to"`))
}

func TestLanguageLooks(t *testing.T) {
	t.Parallel()
	inThemes(t, func(t *testing.T, theme string) {
		tab := newcomer(t, site)
		must(t, tab.Open(site.URL+"lessons/language"))
		must(t, tab.Settled())
		must(t, tab.Theme(theme))
		expectAccessible(t, tab, "the reference")
		must(t, tab.Resize(360, 740))
		var wide []string
		must(t, tab.Eval(`[...document.querySelectorAll(".language *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest("pre")).map((e) => e.className || e.tagName)`, &wide))
		if len(wide) > 0 {
			t.Errorf("expected everything within 360 pixels, found %s beyond", strings.Join(wide, ", "))
		}
	})
}

// writing is the editor of a step that holds a text, with the cursor at its end.
func writing(t *testing.T, tab *Tab, text string) {
	t.Helper()
	must(t, tab.Solve(text))
	must(t, tab.Focus(Editor))
	must(t, tab.Eval(fmt.Sprintf(`(() => {
		const { view } = document.querySelector(%q).cmTile;
		view.dispatch({ selection: { anchor: view.state.doc.length } });
	})()`, Editor), nil))
}

// typed is what the editor holds.
func typed(t *testing.T, tab *Tab) string {
	t.Helper()
	var text string
	must(t, tab.Eval(fmt.Sprintf(`document.querySelector(%q).cmTile.view.state.doc.toString()`, Editor), &text))
	return text
}

// strike presses Enter or Tab in the editor as a keyboard does: the driver's own Enter is a letter, too.
func strike(t *testing.T, tab *Tab, key string, code int) {
	t.Helper()
	must(t, tab.Eval(fmt.Sprintf(`document.querySelector(%q).dispatchEvent(new KeyboardEvent("keydown", { key: %q, keyCode: %d, bubbles: true, cancelable: true }))`, Editor, key, code), nil))
}

// offered waits for names in the list, and returns all of them.
func offered(t *testing.T, tab *Tab, name string) []string {
	t.Helper()
	quoted, err := json.Marshal(name)
	must(t, err)
	must(t, tab.Wait(fmt.Sprintf(`[...document.querySelectorAll(".cm-tooltip-autocomplete .cm-completionLabel")].some((l) => l.textContent === %s)`, quoted)))
	var all []string
	must(t, tab.Eval(`[...document.querySelectorAll(".cm-tooltip-autocomplete .cm-completionLabel")].map((l) => l.textContent)`, &all))
	return all
}

// TestCompletionInLessons: names are offered behind a dot and from the second letter on; they are taken only if one is chosen, and Enter and Tab stay those of the
// text for everybody who just types.
func TestCompletionInLessons(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	writing(t, tab, "def optimize(bb):\n    for op in bb:\n        x = op")
	must(t, tab.Type("."))
	if all := offered(t, tab, "make_equal_to"); strings.Contains(strings.Join(all, " "), "append") {
		t.Errorf("expected the attributes of an operation alone, found %v", all)
	}
	must(t, tab.Type("nam"))
	offered(t, tab, "name")
	strike(t, tab, "Enter", 13)
	if text := typed(t, tab); !strings.HasSuffix(text, "op.nam\n        ") {
		t.Errorf("Enter while names are offered and none is chosen: expected a new line, found %q", text)
	}
	must(t, tab.Type("bb"))
	must(t, tab.Type("."))
	offered(t, tab, "emit")
	strike(t, tab, "Tab", 9)
	if text := typed(t, tab); !strings.HasSuffix(text, "\n            bb.") {
		t.Errorf("Tab while names are offered and none is chosen: expected an indentation, found %q", text)
	}

	writing(t, tab, "def optimize(bb):\n    for op in bb:\n        x = op.fi")
	must(t, tab.Type("n"))
	offered(t, tab, "find")
	must(t, tab.Press(kb.ArrowDown))
	must(t, tab.Wait(`document.querySelector(".cm-tooltip-autocomplete [aria-selected]")`))
	must(t, tab.Wait(`document.querySelector(".cm-completionInfo .op-card")?.textContent.includes("stands for all")`))
	expectAccessible(t, tab, "while names are offered")
	must(t, tab.Wait(fmt.Sprintf(`document.querySelector(%q).getAttribute("aria-activedescendant")`, Editor)))
	strike(t, tab, "Enter", 13)
	if text := typed(t, tab); !strings.HasSuffix(text, "x = op.find()") {
		t.Errorf("Enter on a chosen name: expected the call, found %q", text)
	}

	// In a comment and in a text nothing is offered.
	writing(t, tab, "# the op")
	must(t, tab.Type(".name of bb"))
	must(t, tab.Settled())
	must(t, tab.Wait(`!document.querySelector(".cm-tooltip-autocomplete")`))
}

// TestArgumentsInLessons: the arguments of a call are shown and said as it is written, and Escape closes them on the way out of the editor.
func TestArgumentsInLessons(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	writing(t, tab, "def optimize(bb):\n    return interpret")
	must(t, tab.Eval(`document.querySelector(".cm-content").blur()`, nil))
	must(t, tab.Focus(Editor))
	must(t, tab.Settled())
	// The editor clears what it announced after 200 ms, which is over before a busy machine looks.
	must(t, tab.Eval(`globalThis.announced = [];
		new MutationObserver(() => announced.push(document.querySelector(".cm-announced").textContent))
			.observe(document.querySelector(".cm-announced"), { childList: true, characterData: true, subtree: true })`, nil))
	must(t, tab.Type("("))
	must(t, tab.Wait(`document.querySelector(".call-help .call-now")?.textContent === "bb"`))
	must(t, tab.Type("bb, 5"))
	must(t, tab.Wait(`document.querySelector(".call-help .call-now")?.textContent === "*inputs"`))
	must(t, tab.Wait(`announced.some((text) => text.includes("inputs: numbers"))`))
	must(t, tab.Type(", jumps="))
	must(t, tab.Wait(`document.querySelector(".call-help .call-now")?.textContent === "jumps=100"`))
	expectAccessible(t, tab, "with the arguments of a call")
	must(t, tab.Type("3)"))
	must(t, tab.Wait(`!document.querySelector(".call-help")`))

	writing(t, tab, "def helper(bb, deep):\n    return bb\n\ndef optimize(bb):\n    return helper")
	must(t, tab.Type("(bb,"))
	must(t, tab.Wait(`document.querySelector(".call-help .call-now")?.textContent === "deep"`))
	// Escape, then Tab leaves the editor, whatever is open.
	must(t, tab.Press(kb.Escape))
	must(t, tab.Wait(`!document.querySelector(".call-help")`))
	must(t, tab.Press(kb.Tab))
	must(t, tab.Wait(`!document.activeElement.closest(".cm-editor")`))
}
