package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/prove"
	"unbox/prove/solve"
	"unbox/trace"
)

// catchCopies keeps what the page puts on the clipboard in window.copied.
const catchCopies = `window.copied = ""; navigator.clipboard.writeText = async (text) => { window.copied = text; }`

// copied is what is on the clipboard once a button has been clicked.
func copied(t *testing.T, tab *Tab, button string) string {
	t.Helper()
	must(t, tab.Eval(catchCopies, nil))
	must(t, tab.Eval(button+`.click()`, nil))
	must(t, tab.Wait(`window.copied`))
	var got string
	must(t, tab.Eval(`window.copied`, &got))
	return got
}

// chooseExample opens an example from the menu and waits for its result.
func chooseExample(t *testing.T, tab *Tab, title string) {
	t.Helper()
	must(t, tab.Eval(`[...document.querySelectorAll(".menu button")].find((b) => b.innerText.startsWith("Examples")).click()`, nil))
	item := fmt.Sprintf(`[...document.querySelectorAll("[role=menu] .menu-item")].find((i) => i.innerText.startsWith(%q))`, title)
	must(t, tab.Wait(item))
	must(t, tab.Eval(item+`.click()`, nil))
	must(t, tab.Wait(`!document.querySelector("[role=menu]")`))
	must(t, tab.Settled())
	must(t, tab.Ready())
}

// proveTexts proves two texts as `unbox prove BEFORE AFTER` does.
func proveTexts(t *testing.T, before, after string) prove.Verdict {
	t.Helper()
	recorded, problems := trace.Parse(before)
	if recorded == nil {
		t.Fatalf("expected a trace, found %v in\n%s", problems, before)
	}
	optimized, problems := trace.Parse(after)
	if optimized == nil {
		t.Fatalf("expected what is exported to be a trace, found %v in\n%s", problems, after)
	}
	recorded, optimized, err := prove.Align(recorded, optimized)
	if err != nil {
		t.Fatal(err)
	}
	// Far more steps than a question of these takes.
	verdict, err := prove.Equivalent(t.Context(), recorded, optimized, prove.Options{AfterSource: true, Budget: solve.Budget{Steps: 1_000_000}})
	if err != nil {
		t.Fatal(err)
	}
	return verdict
}

// TestExportedTextsAreProved takes what the optimizer made of PyPy's traces out of the
// page, in every way there is, and proves it against what is in the editor: guards that
// were strengthened, merged or peeled say whose questions they ask.
func TestExportedTextsAreProved(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../../examples/5[134]0-*.trace")
	if err != nil || len(files) != 3 {
		t.Fatalf("expected three examples, found %v, %v", files, err)
	}
	tab := visit(t, "")
	annotated := 0
	for _, file := range files {
		content, err := os.ReadFile(file)
		must(t, err)
		_, title, _ := strings.Cut(string(content), "# title: ")
		title, _, _ = strings.Cut(title, "\n")
		chooseExample(t, tab, title)
		for _, preset := range []string{"", "everything"} {
			if preset != "" {
				choosePreset(t, tab, preset)
				must(t, tab.Settled())
				must(t, tab.Ready())
			}
			recorded := copied(t, tab, `[...document.querySelectorAll(".copy-items button")][0]`)
			optimized := copied(t, tab, `[...document.querySelectorAll(".copy-items button")][1]`)
			must(t, tab.Click(".menu.share button"))
			share := `[...document.querySelectorAll("[role=menu] .menu-item")].find((i) => i.innerText.startsWith("Copy optimized"))`
			must(t, tab.Wait(share))
			if shared := copied(t, tab, share); shared != optimized {
				t.Errorf("%s: expected the Share menu to copy the same text as the diff", title)
			}
			annotated += strings.Count(optimized, " from ")
			for _, before := range []string{recorded, text(t, tab)} {
				if v := proveTexts(t, before, optimized); v.Status != prove.Proved {
					t.Errorf("%s, %q: expected a proof, found %s", title, preset, v.Summary())
				}
			}
		}
	}
	if annotated == 0 {
		t.Error("expected guards that say whose questions they ask, found none")
	}
}
