package browsertest

import (
	"strings"
	"testing"
)

// TestWhatWasLearned has a learner answer a question of the first page wrong, and right on the last page: those who teach see that in counts, with the name only when they ask for it,
// and in the results.
func TestWhatWasLearned(t *testing.T) {
	long(t)
	t.Parallel()
	site, _, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	ada := joinClass(t, site, code, "Ada")
	must(t, ada.Open(site.URL+"lessons/a-program-is-slow/"))
	must(t, ada.Wait(`document.querySelector("#quiz-boxes .answer").hidden && document.querySelector(".class-bar")`))
	for _, choice := range []string{"0", "2"} { // the second one knows what the page said of the first
		must(t, ada.Eval(`document.querySelectorAll("#quiz-boxes input")[`+choice+`].click()`, nil))
	}
	must(t, ada.Open(site.URL+"lessons/the-race/the-race"))
	const again = `document.querySelector('.quiz[data-first="a-program-is-slow/#boxes"]')`
	must(t, ada.Wait(again+`?.querySelector(".answer").hidden && document.querySelector(".class-bar")`))
	must(t, ada.Eval(`(() => {
		const quiz = `+again+`, right = quiz.querySelector(".answer .right").dataset.answer;
		[...quiz.querySelectorAll("input")].find((input) => input.value === right).click();
	})()`, nil))

	choose(t, teacher, "Class menu", "What was learned")
	must(t, teacher.Wait(has(".answers-dialog", "At first\n0 right, 1 wrong")+" && "+has(".answers-dialog", "Asked again\n1 right, 0 wrong")+" && "+has(".answers-dialog", "1 went from wrong to right")))
	if text, _ := teacher.Text(".answers-dialog"); strings.Contains(text, "Ada") {
		t.Errorf("expected no names until they are asked for, found %s", text)
	}
	expectAccessible(t, teacher, "with what was learned")
	must(t, teacher.Eval(`document.querySelector(".answers-dialog input[role=switch]").click()`, nil))
	must(t, teacher.Wait(has(".answers-dialog", "From wrong to right: Ada")))
	must(t, teacher.Eval(`document.querySelector("dialog[open]").close()`, nil))
	must(t, teacher.Wait(`!document.querySelector("dialog[open]")`))
	choose(t, teacher, "Class menu", "Results")
	var table string
	must(t, teacher.Wait(`document.querySelector("a[href*='form=questions']")`))
	must(t, teacher.Eval(`fetch(document.querySelector("a[href*='form=questions']").href).then((r) => r.text())`, &table))
	if !strings.Contains(table, "a-program-is-slow/#boxes,1,") || !strings.Contains(table, ",0,1,1,0,0,1,0,0\n") {
		t.Errorf("expected the counts of the question, found\n%s", table)
	}
}
