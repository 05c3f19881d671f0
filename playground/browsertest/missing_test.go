package browsertest

import "testing"

// TestPartsThatCannotBeLoaded loses the network after the page has come and before its parts have: the place of a part says what is missing,
// letters are commands again, and the part comes when it is tried again.
func TestPartsThatCannotBeLoaded(t *testing.T) {
	t.Parallel()
	c, near := lay(t, site)
	tab, err := browser.Visitor(t.Context())
	must(t, err)
	must(t, tab.Open(near.URL))
	must(t, tab.Ready())
	must(t, tab.Settled())
	c.cut()
	const missing = `document.querySelector(".page > .part-missing")`
	must(t, tab.Press("/"))
	must(t, tab.Wait(missing+`?.textContent.includes("the server cannot be reached")`))
	must(t, tab.Press("e")) // back to the picture
	must(t, tab.Wait(`document.querySelector(".picture-row") && !`+missing))
	must(t, tab.Press("e"))
	must(t, tab.Wait(missing))
	c.mend()
	must(t, tab.Click(".part-missing button"))
	must(t, tab.Wait(`document.querySelector("#pane-passes") && !`+missing))
	must(t, tab.Settled())
}
