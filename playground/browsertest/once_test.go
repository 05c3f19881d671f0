package browsertest

import (
	"testing"

	"unbox/classroom/school"
)

// deafTo has the page send requests to a path and lose every answer to them, until unboxDeaf is false.
const deafTo = `{
	const real = window.fetch;
	window.unboxDeaf = true;
	window.fetch = async (...given) => {
		const answer = await real(...given);
		if (window.unboxDeaf && /\/(?:do|join)$/.test(new URL(given[0], location.href).pathname)) throw new TypeError("the answer was lost");
		return answer;
	};
}`

// TestLostAnswersInAClass has the answers to a join and to a note be lost, and a learner's page be loaded anew before a run was acknowledged: there is
// one seat, one note and one try, and the words of the note outlive a reload.
func TestLostAnswersInAClass(t *testing.T) {
	long(t)
	t.Parallel()
	site, kept, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	learner := arriveAt(t, site, "c/"+code)
	must(t, learner.Wait(`document.querySelector("input[name=nick]")`))
	must(t, learner.Eval(deafTo, nil))
	must(t, learner.Focus("input[name=nick]"))
	must(t, learner.Type("Ada"))
	must(t, learner.Click(".class-form .primary"))
	must(t, learner.Wait(has(".class-join", "The server cannot be reached")))
	must(t, learner.Reload())
	must(t, learner.Wait(`document.querySelector("input[name=nick]")`))
	must(t, learner.Focus("input[name=nick]"))
	must(t, learner.Type("Ada"))
	must(t, learner.Click(".class-form .primary"))
	must(t, learner.Wait(`location.pathname === "/class"`))

	failWithoutALine(t, site, learner)
	must(t, learner.Wait(`sessionStorage.getItem("unbox:class:1:runs")?.includes('"run"')`))
	must(t, learner.Reload())
	must(t, learner.Wait(has(".class-bar", "Your teacher can see")))
	must(t, learner.Wait(`sessionStorage.getItem("unbox:class:1:runs") === null`))

	openLearner(t, teacher)
	must(t, teacher.Wait(`document.querySelector(".teach-say textarea")`))
	must(t, teacher.Eval(deafTo, nil))
	must(t, teacher.Focus(".teach-say textarea"))
	must(t, teacher.Type("Look at line 3"))
	pressButton(t, teacher, "Send")
	must(t, teacher.Wait(has(".teach-say", "The server cannot be reached")))
	must(t, teacher.Reload())
	openLearner(t, teacher)
	must(t, teacher.Wait(`document.querySelector(".teach-say textarea")?.value === "Look at line 3"`))
	pressButton(t, teacher, "Send")
	must(t, teacher.Wait(`document.querySelector(".teach-say textarea").value === ""`))
	must(t, learner.Wait(`document.body.innerText.includes("Look at line 3")`))

	owner := school.Account{Role: school.Owner}
	for _, l := range kept.Classes(owner) {
		class, err := kept.Class(owner, l.ID, true)
		must(t, err)
		report := class.Report()
		if len(report.Learners) != 1 {
			t.Errorf("expected one seat, found %d", len(report.Learners))
		}
		tries := 0
		for _, r := range report.Learners[0].Results {
			tries += r.Tries
		}
		if tries != 1 {
			t.Errorf("expected one try, found %d", tries)
		}
	}
	var notes int
	must(t, learner.Eval(`[...document.querySelectorAll(".class-note")].filter((note) => note.innerText.includes("Look at line 3")).length`, &notes))
	if notes != 1 {
		t.Errorf("expected one note, found %d", notes)
	}
}

// TestStepsOfAWorkshopOutliveAReload has the presenter keep a checkpoint while the line is dead, and load the page anew: it is made once. So is one
// that arrived, and whose answer did not.
func TestStepsOfAWorkshopOutliveAReload(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	grace, code := present(t, site)
	ada := follow(t, site, code, "")
	must(t, grace.TypeAtEnd("# before"))
	must(t, ada.Wait(holds("# before")))
	must(t, offline(grace, true))
	must(t, grace.TypeAtEnd(" and after"))
	pressInBar(t, grace, "Checkpoint")
	must(t, grace.Reload())
	must(t, grace.Wait(inBar("You present")))
	must(t, ada.Wait(holds("# before and after")))
	allSafe := `!JSON.parse(sessionStorage.getItem("unbox:workshop")).steps?.length`
	must(t, grace.Wait(allSafe))
	pressInBar(t, grace, "Checkpoint")
	must(t, grace.Reload()) // whether the answer has come or not
	must(t, grace.Wait(inBar("You present")))
	must(t, grace.Wait(allSafe))
	for _, tab := range []*Tab{grace, ada} {
		must(t, tab.Eval(`document.querySelector(".workshop-bar button[aria-label='Workshop menu']").click()`, nil))
		must(t, tab.Wait(`[...document.querySelectorAll("[role=menuitem]")].filter((m) => m.innerText.startsWith("Checkpoint")).length === 2`))
	}
}
