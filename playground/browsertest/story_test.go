package browsertest

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// atMoment is true once a moment of the story is told, and the page is as that has it.
func atMoment(k int) string {
	return fmt.Sprintf(`document.querySelector(".story-count")?.innerText.includes("%d of 8") && document.querySelector(".story-return.is-there") && document.documentElement.dataset.settled === "yes"`, k)
}

// chosenRow is true once the reason of a row is open, and the answer has the words.
func chosenRow(number int, answer string) string {
	return fmt.Sprintf(`document.querySelector(".picture-row.is-chosen .row-number")?.innerText === "%d" && document.querySelector(".why-answer")?.innerText.includes(%q)`, number, answer)
}

// story begins the story as a newcomer.
func story(t *testing.T) *Tab {
	t.Helper()
	tab := newcomer(t, site)
	must(t, tab.Open(site.URL))
	must(t, tab.Ready())
	must(t, tab.Click(".hero-story"))
	must(t, tab.Wait(atMoment(1)))
	return tab
}

const (
	onward  = ".story-steps button:last-child"
	inWay   = `document.querySelector(".way-button[aria-pressed=true]")?.innerText.includes(%q)`
	isRight = `document.querySelector(".story-reply strong.is-right")`
)

// TestStory walks the two minutes: eight moments, of which three ask first.
func TestStory(t *testing.T) {
	t.Parallel()
	tab := story(t)
	must(t, tab.Wait(chosenRow(10, "as it was recorded")))
	must(t, tab.Wait(`document.activeElement.classList.contains("story-title")`))

	must(t, tab.Click(onward))
	must(t, tab.Wait(atMoment(2)))
	must(t, tab.Wait(chosenRow(10, "as it was recorded")))
	must(t, tab.Click(".story-options button:nth-child(2)")) // two of the four leave
	must(t, tab.Wait(has(".story-reply strong", "mentioned once more")))
	must(t, tab.Wait(chosenRow(10, "Nobody outside the iteration")))
	must(t, tab.Wait(fmt.Sprintf(inWay, "one iteration")))

	must(t, tab.Click(onward))
	must(t, tab.Wait(atMoment(3)))
	must(t, tab.Wait(chosenRow(55, "as it was recorded")))
	must(t, tab.Click(".story-options button:first-child"))
	must(t, tab.Wait(isRight))
	must(t, tab.Wait(chosenRow(27, "passes it on")))

	must(t, tab.Click(onward))
	must(t, tab.Wait(atMoment(4)))
	must(t, tab.Wait(chosenRow(5, "")))

	must(t, tab.Click(onward))
	must(t, tab.Wait(atMoment(5)))
	must(t, tab.Click(onward)) // "Tell me"
	must(t, tab.Wait(isRight))
	must(t, tab.Wait(`document.querySelector(".iterations") && document.querySelector(".story-return.is-there")`))
	must(t, tab.Wait(fmt.Sprintf(inWay, "the loop")))

	must(t, tab.Click(onward))
	must(t, tab.Wait(atMoment(6)))
	must(t, tab.Wait(chosenRow(27, "only into the next one")))

	must(t, tab.Click(onward))
	must(t, tab.Wait(atMoment(7)))
	must(t, tab.Wait(runAgrees))
	must(t, tab.Wait(has(".run-panel", "149")+" && "+has(".run-panel", "33"))) // as the moment says
	must(t, tab.Click(".story-text .term"))
	must(t, tab.Wait(has(".term-card", "the interpreter continues")))
	must(t, tab.Press(kb.Escape))

	must(t, tab.Click(onward))
	must(t, tab.Wait(atMoment(8)))
	must(t, tab.Wait(`[...document.querySelectorAll(".ahead-row")].map((r) => r.querySelectorAll("rect").length).join() === "30,14,6"`))
	must(t, tab.Wait(`document.querySelector(".reading .story-times .measure") && !document.querySelector(".panes")`))
	must(t, tab.Wait(`document.querySelectorAll(".story-options button").length === 5`))
	must(t, tab.Click(onward)) // "Done"
	must(t, tab.Wait(`!document.querySelector(".story")`))
}

// TestStoryMeasures guesses how fast the loop is, which is then measured, and looks at something else.
func TestStoryMeasures(t *testing.T) {
	long(t)
	t.Parallel()
	tab := story(t)
	must(t, tab.Eval(`document.querySelectorAll(".story-dots button")[7].click()`, nil))
	must(t, tab.Wait(atMoment(8)))
	expectAccessible(t, tab, "a guess")
	must(t, tab.Click(".story-options button:nth-child(3)"))
	must(t, tab.Wait(`/^(Well guessed|It is even more|It is less|This time it could not be measured).*six of thirty operations are left, and none of the five boxes\.$/s.test(document.querySelector(".story-reply").innerText)`))
	must(t, tab.Wait(atMoment(8)))
	expectAccessible(t, tab, "times that were measured")
	must(t, tab.Resize(360, 740))
	expectAccessible(t, tab, "times on a phone")
	expectNoWider(t, tab, 360, "times")
	must(t, tab.Resize(1440, 900))
	pressOutside(t, tab, "l") // both iterations
	must(t, tab.Wait(`document.querySelector(".iterations") && !document.querySelector(".story-times") && document.querySelector(".story-return:not(.is-there)")`))
	must(t, tab.Click(".story-return"))
	must(t, tab.Wait(atMoment(8)))
	must(t, tab.Wait(`document.querySelector(".story-times") && document.querySelector(".story-options [aria-pressed=true]")`))
	must(t, tab.Settled())
	must(t, tab.Reload())
	must(t, tab.Wait(atMoment(8)))
	must(t, tab.Wait(`document.querySelector(".story-times") && document.querySelector(".story-reply").innerText === "Press Measure to see."`))
}

// TestStoryIsLeftAndFoundAgain goes elsewhere from a moment, and comes back: by the strip's button, by a reload, by the link, and in
// another visit.
func TestStoryIsLeftAndFoundAgain(t *testing.T) {
	long(t)
	t.Parallel()
	tab := story(t)
	must(t, tab.Press(kb.PageDown))
	must(t, tab.Wait(atMoment(2)))
	must(t, tab.Click(".story-options button:first-child"))
	must(t, tab.Wait(chosenRow(10, "Nobody outside the iteration")))
	must(t, tab.Settled())

	must(t, tab.Press("t")) // step the optimizer
	must(t, tab.Wait(`document.querySelector(".time-head h2") && document.querySelector(".story-return:not(.is-there)")`))
	must(t, tab.Click(".story-return"))
	must(t, tab.Wait(atMoment(2)))
	must(t, tab.Wait(chosenRow(10, "Nobody outside the iteration")))
	must(t, tab.Eval(`[...document.querySelectorAll(".picture-row")].find((r) => r.innerText.includes("p6 = new")).click()`, nil))
	must(t, tab.Wait(`document.querySelector(".story-return:not(.is-there)")`))

	must(t, tab.Wait(`location.hash.length > 10`))
	must(t, tab.Settled())
	must(t, tab.Reload())
	must(t, tab.Wait(atMoment(2)))
	must(t, tab.Wait(isRight))
	var link string
	must(t, tab.Eval(`location.href`, &link))
	other := newcomer(t, site)
	must(t, other.Open(link))
	must(t, other.Wait(atMoment(2)))
	must(t, other.Wait(chosenRow(10, "Nobody outside the iteration")))

	must(t, tab.Click(".story-buttons .quiet")) // leave the story
	must(t, tab.Wait(`!document.querySelector(".story") && document.querySelector(".hero-story")`))
	must(t, tab.Settled())
	later, err := tab.Sibling(t.Context())
	must(t, err)
	must(t, later.Open(site.URL))
	must(t, later.Ready())
	must(t, later.Click(".hero-story"))
	must(t, later.Wait(atMoment(2)))
}

// TestStoryKeepsOwnTexts leaves a moment for another text: the text is found again after a reload, and the moment one click away.
func TestStoryKeepsOwnTexts(t *testing.T) {
	long(t)
	t.Parallel()
	tab := story(t)
	pressOutside(t, tab, "e")
	must(t, tab.Replace("[i0]\ni1 = int_add(i0, 0)\nfinish(i1)\n"))
	must(t, tab.Wait(`document.querySelector(".story-return:not(.is-there)")`))
	must(t, tab.Ready())
	must(t, tab.Settled())
	must(t, tab.Reload())
	must(t, tab.Ready())
	must(t, tab.Wait(has(Editor, "i1 = int_add(i0, 0)")))
	must(t, tab.Wait(`document.querySelector(".story-return:not(.is-there)")`))
	must(t, tab.Click(".story-return"))
	must(t, tab.Wait(atMoment(1)))
	must(t, tab.Wait(chosenRow(10, "as it was recorded")))
}

// TestStoryOnAPhone has the rows that a moment begins and ends with in view at the same time, where there is room for both.
func TestStoryOnAPhone(t *testing.T) {
	long(t)
	t.Parallel()
	tab := story(t)
	must(t, tab.Resize(360, 740))
	must(t, tab.Click(onward))
	must(t, tab.Wait(atMoment(2)))
	const both = `(() => {
		const sheet = document.querySelector(".sheet").getBoundingClientRect(), head = document.querySelector(".sheet-head").getBoundingClientRect();
		return [10, 22].every((n) => {
			const row = [...document.querySelectorAll(".picture-row")].find((r) => r.querySelector(".row-number")?.textContent.trim() === String(n))?.getBoundingClientRect();
			return row && row.top >= head.bottom - 1 && row.bottom <= sheet.bottom + 1;
		});
	})()`
	must(t, tab.Wait(both))
}

// TestStoryOnALowPhone has the buttons beside what is told, the whole reply, and rows in view, on a phone that lies on its side: the buttons
// lay on the text, and half a row was in view.
func TestStoryOnALowPhone(t *testing.T) {
	long(t)
	t.Parallel()
	const beside = `(() => {
		const [told, buttons] = [".story-told", ".story-buttons"].map((s) => document.querySelector(s).getBoundingClientRect());
		return told.right <= buttons.left;
	})()`
	const rows = `document.querySelector(".sheet").clientHeight >= 60`
	const replied = `(() => {
		const strip = document.querySelector(".story").getBoundingClientRect(), reply = document.querySelector(".story-reply").getBoundingClientRect();
		return reply.height > 60 && reply.top >= strip.top && reply.bottom <= strip.bottom;
	})()`
	for _, size := range [][2]int64{{640, 360}, {844, 390}} {
		t.Run(fmt.Sprint(size[0]), func(t *testing.T) {
			t.Parallel()
			tab := story(t)
			must(t, tab.Resize(size[0], size[1]))
			must(t, tab.Click(onward))
			must(t, tab.Wait(atMoment(2)))
			must(t, tab.Wait(beside+" && "+rows))
			must(t, tab.Click(onward)) // "Tell me"
			must(t, tab.Wait(isRight))
			must(t, tab.Wait(replied+" && "+beside+" && "+rows))
			expectAccessible(t, tab, "the story on a low phone")
		})
	}
}

// TestStoryInALectureHall has the headings of both iterations in view beside the last row, at 1280 × 720: half of them was scrolled away.
func TestStoryInALectureHall(t *testing.T) {
	long(t)
	t.Parallel()
	tab := story(t)
	must(t, tab.Resize(1280, 720))
	must(t, tab.Eval(`document.querySelectorAll(".story-dots button")[4].click()`, nil))
	must(t, tab.Wait(atMoment(5)))
	must(t, tab.Click(onward)) // "Tell me"
	must(t, tab.Wait(isRight))
	must(t, tab.Wait(`(() => {
		const sheet = document.querySelector(".sheet.iterations")?.getBoundingClientRect();
		const [first, loop] = [...document.querySelectorAll(".iterations h3")].map((e) => e.getBoundingClientRect());
		const last = [...document.querySelectorAll(".iteration-row")].at(-1)?.getBoundingClientRect();
		return sheet && last && first.top >= sheet.top && loop.top >= sheet.top && last.bottom <= sheet.bottom && last.height >= 18;
	})()`))
	must(t, tab.Wait(`[...document.querySelectorAll(".pass-share > :last-child")].every((e) => e.getClientRects().length > 0 && e.offsetHeight < 24)`))
}

// TestStoryAccessibility runs axe-core over moments of the story, in both themes and on a phone.
func TestStoryAccessibility(t *testing.T) {
	long(t)
	t.Parallel()
	inThemes(t, func(t *testing.T, theme string) {
		tab := story(t)
		must(t, tab.Theme(theme))
		expectAccessible(t, tab, "at the first moment")
		must(t, tab.Click(onward))
		must(t, tab.Wait(atMoment(2)))
		expectAccessible(t, tab, "at a question")
		must(t, tab.Click(".story-options button:nth-child(3)"))
		must(t, tab.Wait(atMoment(2)))
		expectAccessible(t, tab, "at an answer")
		must(t, tab.Resize(360, 740))
		expectAccessible(t, tab, "at an answer, on a phone")
		expectNoWider(t, tab, 360, "the story")
	})
}
