package browsertest

import "testing"

// TestCertificate finishes a step, has it verified, makes a certificate, opens it as somebody else, and finds a changed one void.
func TestCertificate(t *testing.T) {
	t.Parallel()
	tab := openStep(t, foldStep)
	must(t, tab.Solve(rightFold))
	must(t, tab.Judged("pass"))
	must(t, tab.Eval(`[...document.querySelectorAll(".bench-controls .button")].at(-1).click()`, nil))
	must(t, tab.Wait(`document.querySelector(".badge")?.innerText === "verified"`))
	must(t, tab.Settled())
	must(t, tab.Open(site.URL+"lessons/certificate"))
	must(t, tab.Wait(`/^You have finished 1 of \d+ steps/.test(document.querySelector(".certificate .lede")?.innerText)`))
	must(t, tab.Focus(".certificate-form input"))
	must(t, tab.Type("Ada Lovelace"))
	must(t, tab.Click(".certificate-form button"))
	const stands = `document.querySelector(".certificate-name")?.innerText === "Ada Lovelace" && document.querySelector(".certificate-standing.is-valid")`
	must(t, tab.Wait(stands))
	must(t, tab.Wait(`/, on\u00a0\d+\u00a0[A-Z][a-z]+\u00a0\d{4}\.$/.test(document.querySelector(".certificate-name + p").textContent)`)) // the day stays on one line
	var link string
	must(t, tab.Eval(`location.href`, &link))
	for _, width := range []int64{360, 1440} {
		must(t, tab.Resize(width, 800))
		must(t, tab.Wait(`document.documentElement.scrollWidth <= innerWidth`))
	}
	// A name without a space has to go on in the next line.
	must(t, tab.Resize(360, 740))
	must(t, tab.Eval(`document.querySelector(".certificate-name").textContent = "Wolfeschlegelsteinhausenbergerdorff".repeat(2)`, nil))
	must(t, tab.Wait(`document.querySelector(".certificate-name").scrollWidth <= document.querySelector(".certificate-name").clientWidth`))
	expectNoWider(t, tab, 360, "a certificate with a long name")

	other := newcomer(t, site)
	must(t, other.Open(link))
	must(t, other.Wait(stands+` && document.querySelectorAll(".certificate li.done").length === 1`))
	must(t, other.Open(site.URL+"lessons/certificate#1broken"))
	must(t, other.Wait(`document.querySelector("#certificate-head")?.innerText.includes("contains no certificate")`))
	must(t, other.Open(site.URL+"lessons/certificate"))
	must(t, other.Wait(`document.querySelector("#certificate-head")?.innerText.includes("No step is finished yet")`))
}
