package browsertest

import (
	"fmt"
	"testing"
)

// presentFrom opens a workshop on a page that has the menu "Live", and returns its code.
func presentFrom(t *testing.T, tab *Tab) string {
	t.Helper()
	must(t, tab.Click(".live > button"))
	chooseItem(t, tab, "Start a workshop")
	must(t, tab.Wait(inBar("You present")))
	var code string
	must(t, tab.Wait(`document.querySelector(".workshop-big-code")`))
	must(t, tab.Eval(`document.querySelector(".workshop-big-code").innerText.replace(/\s/g, "")`, &code))
	must(t, tab.Click(".workshop-invite .icon-only"))
	return code
}

// joinAt joins a workshop by its short address, and waits for the page that is presented.
func joinAt(t *testing.T, site *Site, code, path string) *Tab {
	t.Helper()
	tab := arriveAt(t, site, "w/"+code)
	must(t, tab.Ready())
	must(t, tab.Wait(`document.querySelector("#workshop-join-title")`))
	must(t, tab.Click(`.workshop-form .primary`))
	must(t, tab.Wait(fmt.Sprintf(`location.pathname === %q`, path)))
	must(t, tab.Wait(inBar("You follow")))
	return tab
}

// ask has the presenter ask the usual question of a kind.
func ask(t *testing.T, tab *Tab, kind int) {
	t.Helper()
	pressInBar(t, tab, "Ask…")
	must(t, tab.Wait(`document.querySelector("#workshop-ask-title")`))
	must(t, tab.Eval(fmt.Sprintf(`document.querySelectorAll(".workshop-kinds input")[%d].click()`, kind), nil))
	must(t, tab.Settled())
	must(t, tab.Click(`.workshop-form .primary`))
	must(t, tab.Wait(`document.querySelector(".workshop-question") && document.documentElement.classList.contains("predicting")`))
}

// answerWith has somebody who follows answer with a number.
func answerWith(t *testing.T, tab *Tab, number string) {
	t.Helper()
	must(t, tab.Wait(`document.querySelector(".workshop-question .workshop-number")`))
	must(t, tab.Focus(`.workshop-number`))
	must(t, tab.Eval(`document.querySelector(".workshop-number").select()`, nil))
	must(t, tab.Type(number))
	must(t, tab.Eval(`document.querySelector(".workshop-question .primary").click()`, nil))
	must(t, tab.Wait(has(".workshop-mine", "Your answer is "+number)))
}

// hidden reports whether nothing of an element is seen.
func hidden(selector string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%q)].every((e) => !e.checkVisibility({ visibilityProperty: true })) && document.querySelector(%q)`, selector, selector)
}

// pointAt moves the pointer onto an element, as far as the page hears of it.
func pointAt(t *testing.T, tab *Tab, find string) {
	t.Helper()
	must(t, tab.Eval(fmt.Sprintf(`((e) => { const b = e.getBoundingClientRect(), at = { bubbles: true, clientX: b.left + 20, clientY: b.top + b.height / 2 };
		e.dispatchEvent(new PointerEvent("pointerenter", at)); e.dispatchEvent(new MouseEvent("mousemove", at)); })(%s)`, find), nil))
}

// TestWorkshopOnTheProgramPage presents a program: text, knobs, the chosen instruction and the pointer are followed, the loop that is
// asked about is hidden until the answer is told, and one's own program is one step back.
func TestWorkshopOnTheProgramPage(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	grace := arriveAt(t, site, "program")
	must(t, grace.Wait(`document.querySelector(".engine[data-phase=ended]")`))
	code := presentFrom(t, grace)
	ada := arriveAt(t, site, "program")
	write(t, ada, "print('of Ada')\n")
	must(t, ada.Wait(`document.querySelector(".program-output pre")?.textContent === "of Ada\n"`))
	must(t, ada.Click(".live > button"))
	chooseItem(t, ada, "Join a workshop")
	must(t, ada.Focus(`input[name=code]`))
	must(t, ada.Type(code))
	must(t, ada.Click(`.workshop-form .primary`))
	must(t, ada.Wait(inBar("You follow")))
	late := joinAt(t, site, code, "/program")
	both := []*Tab{ada, late}

	write(t, grace, "t = 0\nfor i in range(5000):\n    t += i\nprint(t)\n")
	for _, tab := range both {
		must(t, tab.Wait(`document.querySelector(".program-output pre")?.textContent === "12497500\n" && document.querySelectorAll(".step").length > 3`))
	}
	must(t, grace.Wait(`document.querySelectorAll(".step button").length > 3`))
	must(t, grace.Eval(`document.querySelectorAll(".step button")[2].click()`, nil))
	pointAt(t, grace, `document.querySelectorAll(".step")[4]`)
	for _, tab := range both {
		must(t, tab.Wait(`document.querySelector(".step.is-chosen #step-2") && document.querySelector(".step.is-pointed")`))
	}
	pointAt(t, grace, `document.querySelectorAll(".cm-line")[1]`)
	for _, tab := range both {
		must(t, tab.Wait(`document.querySelectorAll(".cm-line")[1].matches(".cm-linked, .cm-chosen")`))
	}
	must(t, grace.Eval(`document.querySelector(".program-knobs .switch input").click()`, nil))
	for _, tab := range both {
		must(t, tab.Wait(has(".program-say h1", "Every iteration is interpreted")))
	}
	must(t, grace.Eval(`document.querySelector(".program-knobs .switch input").click()`, nil))

	ask(t, grace, 0)
	for _, tab := range both {
		must(t, tab.Wait(hidden(".program-trace .step, .loop-card")))
	}
	answerWith(t, ada, "7")
	answerWith(t, late, "12")
	expectLooks(t, late, "workshop-program-asked")
	must(t, grace.Wait(`document.querySelectorAll(".workshop-bars li").length === 2`))
	must(t, grace.Wait(`document.querySelector(".engine[data-phase=ended]") && document.querySelector(".loop-card")`))
	must(t, grace.Eval(`[...document.querySelectorAll(".workshop-question button")].find((b) => b.innerText === "Tell it").click()`, nil))
	for _, tab := range both {
		must(t, tab.Wait(`/It is \d+\./.test(document.querySelector(".workshop-question")?.innerText) && !document.documentElement.classList.contains("predicting")`))
	}
	expectLooks(t, grace, "workshop-program-told")

	// A copy of one's own, and one's own program of before.
	must(t, grace.Reload())
	must(t, grace.Wait(inBar("You present")))
	must(t, ada.Eval(`void scheduler.postTask(() => history.back())`, nil))
	must(t, ada.Wait(holds("of Ada")+" && "+inBar("Your own copy")))
	pressOutside(t, ada, "f")
	must(t, ada.Wait(holds("range(5000)")+" && "+inBar("You follow")))
}

// TestWorkshopInTheLab presents all three views of the lab: two traces and their verdict, rules, and what random tests found.
func TestWorkshopInTheLab(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	grace := arriveAt(t, site, "lab")
	must(t, grace.Wait(`document.querySelector(".lab-verdict .lab-word")`))
	code := presentFrom(t, grace)
	ada := joinAt(t, site, code, "/lab")
	replaceIn(t, grace, ".lab-before", "[i0]\ni1 = int_add(i0, 1)\nprint(i1)\njump(i1)\n")
	replaceIn(t, grace, ".lab-after", "[i0]\ni1 = int_add(i0, 2)\nprint(i1)\njump(i1)\n")
	must(t, ada.Wait(`document.querySelectorAll(".lab-trace .cm-content")[1].innerText.includes("int_add(i0, 2)")`))
	must(t, ada.Wait(labVerdict("refuted")))
	must(t, grace.Wait(labVerdict("refuted")))
	pointAt(t, grace, `document.querySelectorAll(".lab-after .cm-line")[1]`)
	must(t, ada.Wait(`document.querySelector(".lab-after .cm-guest")?.textContent.includes("int_add(i0, 2)")`))
	ask(t, grace, 1)
	must(t, ada.Wait(hidden(".lab-verdict .lab-word")))
	must(t, ada.Wait(hidden(".lab-trace .line-sign")))
	answerWith(t, ada, "3")
	expectLooks(t, ada, "workshop-lab-asked")
	must(t, grace.Wait(`document.querySelectorAll(".workshop-bars li").length === 1`))
	must(t, grace.Focus(`.workshop-truth`))
	must(t, grace.Type("2"))
	must(t, grace.Eval(`[...document.querySelectorAll(".workshop-question button")].find((b) => b.innerText === "Tell it").click()`, nil))
	must(t, ada.Wait(`document.querySelector(".workshop-question").innerText.includes("It is 2.") && document.querySelector(".lab-word").checkVisibility({ visibilityProperty: true })`))
	expectLooks(t, ada, "workshop-lab-told")
	pressButton(t, grace, "Done")

	must(t, grace.Click("#tab-rule"))
	must(t, ada.Wait(`document.querySelector("#tab-rule[aria-selected=true]") && document.querySelector(".lab-rule-verdict")`))
	replaceIn(t, grace, ".lab-rule-editor", "wrong: int_add(x, 0)\n    => 0\n")
	must(t, ada.Wait(has(".lab-rule-editor .cm-content", "wrong:")))
	must(t, ada.Wait(`document.querySelector(".lab-rule-verdict.status-refuted")`))

	must(t, grace.Click("#tab-fuzz"))
	must(t, ada.Wait(`document.querySelector("#tab-fuzz[aria-selected=true]")`))
	must(t, PlantBug(grace, "add-wrap"))
	must(t, grace.Click(".lab-start"))
	must(t, ada.Wait(`document.querySelectorAll(".lab-finding").length > 0`))
	must(t, ada.Wait(`document.querySelector(".lab-plant.is-planted")`))

	// Somebody who comes now, and one's own text, which is a copy.
	late := joinAt(t, site, code, "/lab")
	must(t, late.Wait(`document.querySelectorAll(".lab-finding").length > 0`))
	must(t, grace.Click("#tab-prove"))
	must(t, late.Wait(labVerdict("refuted")))
	replaceIn(t, late, ".lab-before", "[i0]\njump(i0)\n")
	must(t, late.Wait(inBar("Your own copy")))
	pressOutside(t, late, "f")
	must(t, late.Wait(inBar("You follow")+` && document.querySelector(".lab-before .cm-content").innerText.includes("int_add(i0, 1)")`))
}
