package browsertest

import "testing"

// held keeps requests for new workshops until release() is called; asked has their signals.
const held = `(() => {
	const ask = window.fetch;
	window.asked = [];
	const open = new Promise((done) => (window.release = done));
	window.fetch = (to, how) => !String(to).endsWith("/workshop") ? ask(to, how) : (window.asked.push(how.signal), open.then(() => ask(to, how)));
})()`

// startWorkshop chooses "Start a workshop…", and waits for nothing.
func startWorkshop(t *testing.T, tab *Tab) {
	t.Helper()
	must(t, tab.Click(".share > button"))
	chooseItem(t, tab, "Start a workshop")
	must(t, tab.Wait(`!document.querySelector("[role=menuitem]") && window.asked.length > 0`))
}

// TestWorkshopIsOpenedOnce asks for a workshop again while the answer to the first request is on its way, and then joins another one instead: the first
// request is the only one, and is given up, so that no empty workshop is left.
func TestWorkshopIsOpenedOnce(t *testing.T) {
	t.Parallel()
	site := workshopSite(t)
	_, code := present(t, site)
	twice, other := arriveAt(t, site, ""), arriveAt(t, site, "")
	for _, tab := range []*Tab{twice, other} {
		must(t, tab.Ready())
		must(t, tab.Eval(held, nil))
		startWorkshop(t, tab)
	}
	startWorkshop(t, twice)
	must(t, twice.Settled())
	must(t, twice.Eval(`window.release()`, nil))
	must(t, twice.Wait(inBar("You present")))
	must(t, twice.Wait(`window.asked.length === 1 && document.querySelector(".workshop-invite[open]")`))

	must(t, other.Click(".share > button"))
	chooseItem(t, other, "Join a workshop")
	must(t, other.Wait(`document.querySelector("input[name=code]")`))
	must(t, other.Focus(`input[name=code]`))
	must(t, other.Type(code))
	must(t, other.Click(`.workshop-form .primary`))
	must(t, other.Wait(inBar("You follow")))
	must(t, other.Wait(`window.asked[0].aborted`))
	must(t, other.Eval(`window.release()`, nil))
	must(t, other.Settled())
	must(t, other.Wait(inBar("You follow")+` && !document.querySelector(".workshop-invite[open]") && !`+toasts("could be opened")))
}

// TestAnswerIsChosenBeforeItIsTold asks for a choice: no answer is chosen at first, so that one press does not tell everybody the wrong one.
func TestAnswerIsChosenBeforeItIsTold(t *testing.T) {
	t.Parallel()
	site := workshopSite(t)
	grace, code := present(t, site)
	ada := follow(t, site, code, "Ada")
	ask(t, grace, 1)
	must(t, ada.Wait(`document.querySelector(".workshop-question [role=group] button")`))
	must(t, grace.Wait(`document.querySelector("select[name=truth]").value === ""`))
	pressButton(t, grace, "Tell it")
	must(t, grace.Wait(`document.querySelector("select[name=truth]:invalid")`))
	must(t, grace.Settled())
	must(t, ada.Wait(`document.documentElement.classList.contains("predicting")`))
	must(t, grace.Eval(`document.querySelector("select[name=truth]").value = "No"`, nil))
	pressButton(t, grace, "Tell it")
	must(t, ada.Wait(has(".workshop-question", "It is No.")))
}
