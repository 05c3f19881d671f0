package browsertest

import "testing"

// TestWorkshopOverBadLines has two follow whose lines are bad: over one everything is late, and one leads to a laptop that sleeps, whose line is
// dead when it wakes up. Then the presenter's laptop sleeps, with keys that were not sent. All come to the presenter's text by themselves.
func TestWorkshopOverBadLines(t *testing.T) {
	long(t)
	t.Parallel()
	site := workshopSite(t)
	presents, presenter := overCable(t, site, "")
	code := presentIn(t, presenter)
	line, slow := overCable(t, site, "w/"+code)
	sleeps, asleep := overCable(t, site, "w/"+code)
	followIn(t, slow, "Ada")
	followIn(t, asleep, "Ben")
	well := follow(t, site, code, "")
	for _, words := range []string{"# one", " key", " after", " the other"} {
		line.late(func() {
			must(t, presenter.TypeAtEnd(words))
			must(t, well.Wait(holds(words)))
		})
	}
	for _, tab := range []*Tab{slow, asleep} {
		must(t, tab.Wait(holds("# one key after the other")))
	}

	must(t, asleep.Freeze(true))
	sleeps.cut()
	must(t, presenter.TypeAtEnd(", and more"))
	for _, tab := range []*Tab{slow, well} {
		must(t, tab.Wait(holds("# one key after the other, and more")))
	}
	sleeps.mend()
	must(t, asleep.Freeze(false))
	must(t, asleep.Wait(holds("# one key after the other, and more")))

	presents.cut()
	must(t, presenter.TypeAtEnd(", unsent"))
	must(t, presenter.Freeze(true))
	must(t, well.Wait(inBar("away")))
	presents.mend()
	must(t, presenter.Freeze(false))
	for _, tab := range []*Tab{presenter, slow, asleep, well} {
		must(t, tab.Wait(holds("# one key after the other, and more, unsent")))
		must(t, tab.Wait(`!`+inBar("Connection lost")+` && !`+inBar("away")))
	}
	must(t, presenter.Wait(inBar("You present")))
	for _, tab := range []*Tab{slow, asleep, well} {
		must(t, tab.Wait(inBar("You follow")))
	}
}
