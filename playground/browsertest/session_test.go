package browsertest

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"unbox/tutorials/lesson"
)

// hostile is what somebody types who hopes that it is taken for more than text.
const hostile = `# </script><script>window.hacked = 1</script><img src=x onerror="window.hacked = 1">`

// saved chooses an item of the workshop's menu and returns the file that the page has the browser save.
func saved(t *testing.T, tab *Tab, item string) []byte {
	t.Helper()
	must(t, tab.Eval(`window.saved.length = 0; document.querySelector(".workshop-bar button[aria-label='Workshop menu']").click()`, nil))
	chooseItem(t, tab, item)
	must(t, tab.Wait(`window.saved.length === 1`))
	var text string
	must(t, tab.Eval(`(async () => { let s = ""; for (const b of new Uint8Array(await window.saved[0].arrayBuffer())) s += String.fromCharCode(b); return btoa(s); })()`, &text))
	file, err := base64.StdEncoding.DecodeString(text)
	must(t, err)
	return file
}

// TestSessionAsAPage saves a workshop as one page, opens that from a disk and goes to its moments; and saves it as the skeleton of a
// lesson. What was typed in it is text in both.
func TestSessionAsAPage(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	grace, _ := present(t, site)
	must(t, grace.Eval(catchFiles, nil))
	must(t, grace.TypeAtEnd("# one"))
	must(t, grace.Settled())
	pressInBar(t, grace, "Checkpoint")
	must(t, grace.TypeAtEnd(" two"))
	pressInBar(t, grace, "Ask")
	must(t, grace.Wait(`document.querySelector(".workshop-form input[name=text]")`))
	must(t, grace.Eval(`document.querySelector(".workshop-form input[name=text]").value = `+"`"+hostile+"`", nil))
	must(t, grace.Click(`.workshop-form .primary`))
	must(t, grace.Wait(`document.querySelector(".workshop-question .workshop-truth")`))
	must(t, grace.Eval(`document.querySelector(".workshop-question .workshop-truth").value = "7"`, nil))
	must(t, grace.Click(`.workshop-question .primary`))
	must(t, grace.Wait(`document.querySelector(".workshop-question .primary")?.innerText === "Done"`))
	must(t, grace.Replace(hostile))
	must(t, grace.Settled())
	must(t, grace.Wait(`!`+inBar("not safe")))

	page := saved(t, grace, "Save the session as a page")
	file := filepath.Join(t.TempDir(), "session.html")
	must(t, os.WriteFile(file, page, 0o644))
	tab, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, tab.Resize(1280, 900))
	must(t, tab.Open("file://"+file))
	must(t, tab.Wait(`document.querySelector("h1")?.innerText.startsWith("A workshop of")`))
	chooseMoment(t, tab, "Checkpoint 1")
	must(t, tab.Wait(`document.querySelector(".session-text").innerText.includes("# one") && !document.querySelector(".session-text").innerText.includes("# one two")`))
	must(t, tab.Wait(`document.querySelectorAll(".session-picture .picture-row").length > 10`))
	must(t, tab.Eval(`document.querySelector(".session-picture .picture-row.can-open, .session-picture .picture-row").click()`, nil))
	chooseMoment(t, tab, "Answer: 7")
	must(t, tab.Wait(`document.querySelector(".session-question").innerText.includes("window.hacked") && document.querySelector(".session-question").innerText.includes("It is 7.")`))
	expectNoViolations(t, tab, "a session from a disk")
	must(t, tab.Eval(`document.querySelector(".workshop-play").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".session-text").innerText.includes("window.hacked") && document.querySelector(".workshop-play").innerText === "Play"`))
	expectNoViolations(t, tab, "the end of a session from a disk")
	var hacked bool
	must(t, tab.Eval(`"hacked" in window || document.querySelector("img") !== null || document.scripts.length !== 2`, &hacked))
	if hacked {
		t.Error("expected that what was typed is text, found that it became a part of the page")
	}
	must(t, tab.Resize(360, 700))
	expectNoWider(t, tab, 360, "a session from a disk")
	if problems := tab.Problems(); len(problems) > 0 {
		t.Errorf("expected a page without problems, found %q", problems)
	}

	course := saved(t, grace, "Save as the skeleton of a lesson")
	packed, err := zip.NewReader(bytes.NewReader(course), int64(len(course)))
	must(t, err)
	folder := fstest.MapFS{}
	for _, f := range packed.File {
		r, err := f.Open()
		must(t, err)
		text, err := io.ReadAll(r)
		must(t, err)
		folder[f.Name] = &fstest.MapFile{Data: text}
	}
	if _, err := lesson.Load(folder); err != nil || len(folder) != 2 {
		t.Errorf("expected a chapter with one step that is accepted, found %d files, %v", len(folder), err)
	}
	for name, f := range folder {
		if strings.HasSuffix(name, "01-checkpoint-1.md") && !strings.Contains(string(f.Data), "~~~trace passes=") {
			t.Errorf("expected the checkpoint's trace, found %s", f.Data)
		}
	}
}
