package browsertest

import (
	"strings"
	"testing"
)

// suggestTo has a teacher put a line at the top of the draft that is looked at, and say something with it.
func suggestTo(t *testing.T, teacher *Tab, line, remark string) {
	t.Helper()
	pressButton(t, teacher, "Suggest a change")
	must(t, teacher.Wait(`document.querySelector(".teach-suggest .cm-content")`))
	must(t, teacher.Focus(".teach-suggest .cm-content"))
	must(t, teacher.Type(line+"\n"))
	must(t, teacher.Focus(".teach-suggest input[name=remark]"))
	must(t, teacher.Type(remark))
}

// TestSuggestion has a teacher suggest changes of what a learner types meanwhile: one is accepted with a key, one declined, one does not fit any
// more and fits again after undo; both pages are loaded anew between, and the teacher sees what became of each.
func TestSuggestion(t *testing.T) {
	long(t)
	t.Parallel()
	site, _, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	ada := joinClass(t, site, code, "Ada")
	must(t, ada.Open(site.URL+foldStep))
	must(t, ada.Judged(""))
	must(t, ada.TypeAtEnd("# typed by Ada"))
	look := func() {
		t.Helper()
		must(t, teacher.Wait(`[...document.querySelectorAll(".teach-name")].some((b) => b.innerText === "Ada")`))
		must(t, teacher.Eval(`[...document.querySelectorAll(".teach-name")].find((b) => b.innerText === "Ada").click()`, nil))
		must(t, teacher.Wait(`document.querySelector(".teach-past")`))
	}
	look()
	must(t, teacher.Wait(has(".teach-draft", "# typed by Ada")))
	suggestTo(t, teacher, "# a comment first", "Say <b>what</b> it does with `fold`.")
	must(t, ada.TypeAtEnd("\n# and more"))
	must(t, teacher.Wait(has(".teach-suggest", "it still fits")))
	expectLooks(t, teacher, "making-a-suggestion")
	expectProjected(t, teacher, "making-a-suggestion")

	// A reload of the teacher's page loses nothing of it.
	must(t, teacher.Reload())
	look()
	must(t, teacher.Wait(has(".teach-suggest .cm-content", "# a comment first")))
	pressButton(t, teacher, "Send the suggestion")
	must(t, teacher.Wait(has(".teach-learner", "Waits for an answer")))
	must(t, ada.Wait(has(".suggestion", "Grace suggests a change in line 1: Say <b>what</b> it does with fold.")+" && "+has(".cm-comes", "# a comment first")))
	expectLooks(t, ada, "suggestion")
	expectProjected(t, ada, "suggestion")
	expectLooks(t, teacher, "suggestion-waits")

	must(t, ada.Reload())
	must(t, ada.Judged(""))
	must(t, ada.Wait(has(".cm-comes", "# a comment first")))
	must(t, ada.TypeAtEnd("\n# typed while it waits"))
	must(t, ada.Eval(`window.dispatchEvent(new KeyboardEvent("keydown", { key: "y", code: "KeyY", altKey: true, cancelable: true }))`, nil))
	must(t, ada.Wait(`!document.querySelector(".suggestion") && document.querySelector(".cm-line").innerText === "# a comment first"`))
	must(t, teacher.Wait(has(".teach-learner", "Accepted")))
	pressButton(t, teacher, "Now")
	must(t, teacher.Wait(has(".teach-draft", "# a comment first")+" && "+has(".teach-draft", "# typed while it waits")))

	suggestTo(t, teacher, "# no", "")
	pressButton(t, teacher, "Send the suggestion")
	must(t, ada.Wait(has(".cm-comes", "# no")))
	pressButton(t, ada, "Decline")
	must(t, ada.Wait(`!document.querySelector(".suggestion") && !document.querySelector(".cm-comes")`))
	must(t, teacher.Wait(has(".teach-learner", "Declined")))

	// What is suggested for a place that is gone fits again when it is back.
	pressButton(t, teacher, "Suggest a change")
	must(t, teacher.Wait(`document.querySelector(".teach-suggest .cm-content")`))
	must(t, teacher.Eval(`(() => { const line = document.querySelector(".teach-suggest .cm-line"); getSelection().setBaseAndExtent(line, 0, line, line.childNodes.length); })()`, nil))
	must(t, teacher.Type("# another"))
	pressButton(t, teacher, "Send the suggestion")
	must(t, ada.Wait(has(".cm-goes", "comment")))
	must(t, ada.Eval(`(() => { const line = document.querySelector(".editor .cm-line"); document.querySelector(".editor .cm-content").focus(); getSelection().setBaseAndExtent(line, 0, line, line.childNodes.length); })()`, nil))
	must(t, ada.Type("mine"))
	must(t, ada.Wait(has(".suggestion", "does not fit any more")+` && ![...document.querySelectorAll(".suggestion button")].some((b) => b.innerText === "Accept")`))
	expectLooks(t, ada, "suggestion-that-is-lost")
	must(t, teacher.Wait(has(".teach-learner", "it does not fit any more")))
	pressButton(t, teacher, "Withdraw")
	must(t, ada.Wait(`!document.querySelector(".suggestion")`))
	must(t, teacher.Wait(has(".teach-learner", "Withdrawn")))
	if text, _ := ada.Text(".editor .cm-content"); !strings.Contains(text, "mine") {
		t.Errorf("expected what Ada typed, found %q", text)
	}
}
