package browsertest

import "testing"

// onAnotherDevice takes the seat of a learner's page to another device.
func onAnotherDevice(t *testing.T, site *Site, learner *Tab) *Tab {
	t.Helper()
	var rejoin string
	must(t, learner.Eval(`JSON.parse(localStorage.getItem("unbox:class:1")).rejoin`, &rejoin))
	tab := arriveAt(t, site, "class")
	must(t, tab.Wait(`document.querySelector(".class-again summary")`))
	must(t, tab.Eval(`document.querySelector(".class-again").open = true`, nil))
	fill(t, tab, map[string]string{"rejoin": rejoin})
	must(t, tab.Eval(`document.querySelector(".class-again .button").click()`, nil))
	must(t, tab.Wait(`document.querySelector(".class-steps li")`))
	return tab
}

// TestDeviceThatComesBack has a learner go on with another device while the first one sleeps: when it wakes up, it shows what was written meanwhile, instead of
// putting the older text in its place. If both have written, it keeps its own, and offers the other one.
func TestDeviceThatComesBack(t *testing.T) {
	t.Parallel()
	site, _, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	first := joinClass(t, site, code, "Ada")
	begins(t, site, first)
	must(t, first.TypeAtEnd("# first"))
	openLearner(t, teacher)
	must(t, teacher.Wait(has(".teach-draft", "# first")))

	second := onAnotherDevice(t, site, first)
	must(t, second.Open(site.URL+foldStep))
	must(t, second.Wait(holds("# first")))
	must(t, offline(first, true))
	must(t, first.Wait(has(".class-bar", "No connection")))
	must(t, second.TypeAtEnd(" and second"))
	must(t, teacher.Wait(has(".teach-draft", "# first and second")))
	must(t, offline(first, false))
	must(t, first.Wait(holds("# first and second")))
	must(t, teacher.Wait(has(".teach-draft", "# first and second")))

	must(t, offline(first, true))
	must(t, first.Wait(has(".class-bar", "No connection")))
	must(t, second.TypeAtEnd(" on the second"))
	must(t, teacher.Wait(has(".teach-draft", "# first and second on the second")))
	must(t, first.TypeAtEnd(" on the first"))
	must(t, offline(first, false))
	must(t, first.Wait(holds("# first and second on the first")+" && "+toasts("On another device you have written something else")))
	must(t, teacher.Wait(has(".teach-draft", "# first and second on the first")))
	pressButton(t, first, "Open that")
	must(t, teacher.Wait(has(".teach-draft", "# first and second on the second")))
}
