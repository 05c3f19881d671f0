package browsertest

import (
	"strings"
	"testing"

	"unbox/classroom/school"
)

// TestTeachersWalk goes through docs/classroom.md as a teacher does who has nothing else: from the owner's secret over a code that five learners
// type, one of whom needs help, to the results and the end of the class. Nothing is done in any other way than on the pages.
func TestTeachersWalk(t *testing.T) {
	long(t)
	t.Parallel()
	site, kept, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	must(t, teacher.Click(".teach-bar .teach-code"))
	must(t, teacher.Wait(has("dialog[open]", code[:3])+` && document.querySelector("dialog[open] img[src*='qr.svg']")?.naturalWidth > 0`))
	must(t, teacher.Eval(`document.querySelector("dialog[open]").close()`, nil))

	nicks := []string{"Ada", "Ben", "Cleo", "Dan", "Eve"}
	learners := make([]*Tab, len(nicks))
	for i, nick := range nicks {
		learners[i] = joinByTyping(t, site, code, nick)
	}
	must(t, teacher.Wait(has(".teach-count", "5 of 5 here")))

	stuck := learners[4]
	must(t, stuck.Click(".class-steps li a"))
	must(t, stuck.Judged(""))
	must(t, stuck.TypeAtEnd("# where does it go?"))
	must(t, teacher.Eval(`[...document.querySelectorAll(".teach-name")].find((b) => b.innerText === "Eve").click()`, nil))
	must(t, teacher.Wait(has(".teach-draft", "# where does it go?")))
	must(t, teacher.Focus(".teach-say textarea"))
	must(t, teacher.Type("Above the `return`."))
	must(t, teacher.Click(".teach-say .button"))
	must(t, stuck.Wait(has(".class-note", "Above the return.")))
	suggestTo(t, teacher, "# first, a comment", "")
	pressButton(t, teacher, "Send the suggestion")
	must(t, stuck.Wait(has(".cm-comes", "# first, a comment")))
	pressButton(t, stuck, "Accept")
	must(t, teacher.Wait(has(".teach-learner", "Accepted")))

	solution := course(t).Chapters[0].Steps[0].Solution.Text
	t.Run("learners", func(t *testing.T) {
		for i, tab := range learners {
			t.Run(nicks[i], func(t *testing.T) {
				t.Parallel()
				if tab != stuck {
					must(t, tab.Click(".class-steps li a"))
					must(t, tab.Judged(""))
				}
				must(t, tab.Solve(solution))
				must(t, tab.Wait(has(".class-bar", "This step counts as done")))
			})
		}
	})
	must(t, teacher.Wait(`[...document.querySelectorAll(".teach-table tbody td:nth-of-type(1)")].filter((c) => c.innerText === "1").length === 5`))

	choose(t, teacher, "Class menu", "Results")
	must(t, teacher.Wait(`document.querySelector("a[href*='form=wide']")`))
	var table string
	must(t, teacher.Eval(`fetch(document.querySelector("a[href*='form=wide']").href).then((r) => r.text())`, &table))
	for _, nick := range nicks {
		if !strings.Contains(table, ","+nick+",") {
			t.Errorf("expected a row for %s, found\n%s", nick, table)
		}
	}
	if rows := strings.Count(table, ",1,done,"); rows != len(nicks) {
		t.Errorf("expected one step of each learner to be done, found %d in\n%s", rows, table)
	}
	must(t, teacher.Eval(`document.querySelector("dialog[open]").close()`, nil))
	must(t, teacher.Wait(`!document.querySelector("dialog[open]")`))

	for _, tab := range learners {
		must(t, tab.Eval(`location.href = "about:blank"`, nil)) // they go home
	}
	choose(t, teacher, "Class menu", "Close the class")
	must(t, teacher.Wait(has("dialog[open]", "First, save all of Compilers")))
	must(t, teacher.Click("dialog[open] .primary"))
	must(t, teacher.Wait(has("dialog[open] .primary", "Delete for good")))
	must(t, teacher.Click("dialog[open] input[type=checkbox]"))
	must(t, teacher.Click("dialog[open] .primary"))
	must(t, teacher.Wait(`!document.querySelector("dialog[open]") && document.querySelector(".teach-bar .primary")`))
	if left := kept.Classes(school.Account{Role: school.Owner}); len(left) != 0 {
		t.Errorf("expected no class, found %v", left)
	}
}

// joinByTyping joins as somebody does who sees the address and the code on a projector.
func joinByTyping(t *testing.T, site *Site, code, nick string) *Tab {
	t.Helper()
	tab := arriveAt(t, site, "c/")
	must(t, tab.Wait(`document.querySelector("input[name=code]")`))
	fill(t, tab, map[string]string{"code": strings.ToLower(code), "nick": nick})
	must(t, tab.Click(".class-form .primary"))
	must(t, tab.Wait(`document.querySelector(".class-steps li")`))
	return tab
}
