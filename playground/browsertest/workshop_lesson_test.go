package browsertest

import (
	"strings"
	"testing"
)

// TestWorkshopOnALesson presents a step of a lesson: members who join come to its page and sees the program and what its tests said above their
// own program, which stays; then the presenter goes to the playground, and everybody comes along.
func TestWorkshopOnALesson(t *testing.T) {
	long(t)
	t.Parallel()
	site, grace, ada := lessonWorkshop(t)
	own := text(t, ada)
	must(t, grace.Solve(wrongFold))
	must(t, grace.Judged("fail"))
	must(t, ada.Wait(has(".workshop-outcome", "not pass yet")))
	var shown string
	must(t, ada.Eval(`document.querySelector(".workshop-program").innerText`, &shown))
	if !strings.Contains(shown, "def ") || text(t, ada) != own {
		t.Errorf("expected the presenter's program beside one's own, found %q and %q", shown, text(t, ada))
	}
	pointAt(t, grace, `document.querySelector(".test.fail")`)
	must(t, ada.Wait(`document.querySelector(".workshop-tests .fail.is-pointed")`))
	pointAt(t, grace, `document.querySelectorAll(".bench .cm-line")[1]`)
	must(t, ada.Wait(`document.querySelector(".workshop-line.is-pointed")?.dataset.line === "2" && !document.querySelector(".workshop-tests .is-pointed")`))
	askOfALesson(t, grace, ada)
	expectAccessible(t, ada, "a lesson that is presented")
	must(t, ada.Resize(360, 740))
	expectNoWider(t, ada, 360, "a lesson that is presented")
	must(t, ada.Resize(1280, 800))

	// A copy is in one's own editor; the program of before can be had back.
	must(t, ada.Eval(`[...document.querySelectorAll(".workshop-pane button")].find((b) => b.innerText === "Go on with a copy").click()`, nil))
	must(t, ada.Wait(inBar("Your own copy")+` && !document.querySelector(".workshop-pane")`))
	must(t, ada.Judged("fail"))
	pressOutside(t, ada, "f")
	must(t, ada.Wait(has(".workshop-pane", "Go on with a copy")))

	must(t, grace.Reload())
	must(t, grace.Wait(inBar("You present")))
	must(t, grace.Judged("fail"))
	must(t, grace.SetOut(site.URL))
	must(t, ada.Wait(`document.querySelector(".app, #app") && !location.pathname.includes("lessons")`))
	must(t, ada.Wait(inBar("You follow")))
	must(t, grace.Wait(inBar("You present")))
}

// askOfALesson has Grace ask for a line: what the tests said is hidden on both pages, a click on a line is Ada's answer, and then it is told.
func askOfALesson(t *testing.T, grace, ada *Tab) {
	t.Helper()
	ask(t, grace, 2)
	for _, of := range []struct {
		tab *Tab
		all string
	}{{ada, ".workshop-tests li, .results .verdict"}, {grace, ".results .verdict, .results .test"}} {
		must(t, of.tab.Wait(hidden(of.all)))
	}
	must(t, ada.Eval(`document.querySelectorAll(".workshop-line")[2].click()`, nil))
	must(t, ada.Wait(`document.querySelector(".workshop-number")?.value === "3"`))
	must(t, ada.Eval(`document.querySelector(".workshop-question .primary").click()`, nil))
	must(t, grace.Wait(has(".workshop-bars", "line 3")))
	expectLooks(t, ada, "workshop-lesson-asked")
	must(t, grace.Eval(`document.querySelector(".workshop-truth").focus()`, nil))
	must(t, grace.Type("3"))
	pressButton(t, grace, "Tell it")
	must(t, ada.Wait(`document.querySelector(".workshop-bars .right.toned")?.innerText.includes("line 3")`))
	must(t, ada.Wait(has(".workshop-question", "It is 3.")+` && document.querySelector(".workshop-tests li").checkVisibility({ visibilityProperty: true })`))
	expectLooks(t, ada, "workshop-lesson-told")
	must(t, ada.Resize(1280, 800))
	pressButton(t, grace, "Done")
	must(t, ada.Wait(`!document.querySelector(".workshop-question")`))
}

// TestTakingOverALesson has a learner who wrote something present in the place of somebody else: what was presented is in the
// editor, and the learner's own program is in the menu, also after a reload.
func TestTakingOverALesson(t *testing.T) {
	long(t)
	t.Parallel()
	_, grace, ada := lessonWorkshop(t)
	must(t, ada.TypeAtEnd("\n# of Ada"))
	must(t, grace.TypeAtEnd("\n# of Grace"))
	must(t, ada.Wait(has(".workshop-program", "# of Grace")))
	pressInBar(t, ada, "Raise a hand")
	pressInBar(t, grace, "1 hand up")
	chooseItem(t, grace, "Hand over")
	must(t, ada.Wait(inBar("You present")))
	must(t, ada.Wait(holds("# of Grace")))
	must(t, ada.Judged(""))
	must(t, ada.Reload())
	must(t, ada.Wait(inBar("You present")))
	must(t, ada.Wait(holds("# of Grace")))
	must(t, ada.Eval(`document.querySelector("[aria-label='Reset the code']").click()`, nil))
	chooseItem(t, ada, "My earlier code")
	must(t, ada.Wait(holds("# of Ada")))
	must(t, grace.Wait(has(".workshop-program", "# of Ada")))
}

// lessonWorkshop has Grace present a step of a lesson, and Ada follow her.
func lessonWorkshop(t *testing.T) (site *Site, grace, ada *Tab) {
	t.Helper()
	site = workshopSite(t)
	grace = arriveAt(t, site, foldStep)
	must(t, grace.Judged(""))
	must(t, grace.Eval(`[...document.querySelectorAll("#tools button")].find((b) => b.innerText.trim() === "More").click()`, nil))
	chooseItem(t, grace, "Start a workshop")
	must(t, grace.Wait(inBar("You present")))
	var code string
	must(t, grace.Wait(`document.querySelector(".workshop-big-code")`))
	must(t, grace.Eval(`document.querySelector(".workshop-big-code").innerText.replace(/\s/g, "")`, &code))
	must(t, grace.Click(".workshop-invite .icon-only"))

	ada = arriveAt(t, site, "w/"+code)
	must(t, ada.Ready())
	must(t, ada.Wait(`document.querySelector("#workshop-join-title")`))
	must(t, ada.Click(`.workshop-form .primary`))
	must(t, ada.Wait(`location.pathname.endsWith("/`+foldStep+`")`))
	must(t, ada.Wait(inBar("You follow")))
	must(t, ada.Judged(""))
	return site, grace, ada
}
