package browsertest

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp/kb"

	"unbox/classroom/journal/sqlite"
	"unbox/classroom/school"
	"unbox/playground"
	"unbox/playground/secret"
)

// classSite is a server with classes, and the owner's secret.
func classSite(t *testing.T, more ...func(*playground.Config)) (site *Site, kept *school.School, word string) {
	t.Helper()
	return classSiteAt(t, nil, more...)
}

// classSiteAt has another clock for the histories of drafts.
func classSiteAt(t *testing.T, now func() int64, more ...func(*playground.Config)) (site *Site, kept *school.School, word string) {
	t.Helper()
	journal, err := sqlite.Open(t.TempDir())
	must(t, err)
	t.Cleanup(func() { _ = journal.Close() })
	key := secret.New()
	site = ownSite(t, func(c *playground.Config) {
		kept, err = school.Open(t.Context(), school.Options{Journal: journal, Key: key, Log: slog.New(slog.DiscardHandler), Course: school.StepsOf(c.Course), Questions: school.QuestionsOf(c.Course), Now: now})
		c.Key, c.School = key, kept
		for _, change := range more {
			change(c)
		}
	})
	must(t, err)
	word, err = kept.NewSecret(t.Context())
	must(t, err)
	return site, kept, word
}

// teachClass sets the server up and makes a class. It returns the page of the class with its code.
func teachClass(t *testing.T, site *Site, word string) (*Tab, string) {
	t.Helper()
	tab := arriveAt(t, site, "teach")
	must(t, tab.Wait(`document.querySelector("input[name=secret]")`))
	fill(t, tab, map[string]string{"secret": word, "name": "Grace", "password": "correct horse battery"})
	must(t, tab.Click(".class-form .primary"))
	must(t, tab.Wait(`document.querySelector(".teach-bar .primary")`))
	must(t, tab.Click(".teach-bar .primary"))
	must(t, tab.Wait(`document.querySelector(".teach-dialog[open]")`))
	fill(t, tab, map[string]string{"class": "Compilers"})
	must(t, tab.Click(".teach-dialog .primary"))
	must(t, tab.Wait(`document.querySelector(".teach-code")`))
	var code string
	must(t, tab.Eval(`document.querySelector(".teach-code").innerText.replace(/\s/g, "")`, &code))
	return tab, code
}

// fill types into the fields of a form by their names.
func fill(t *testing.T, tab *Tab, fields map[string]string) {
	t.Helper()
	for name, text := range fields {
		must(t, tab.Focus(fmt.Sprintf("input[name=%s]", name)))
		must(t, tab.Type(text))
	}
}

// joinClass joins with a nickname.
func joinClass(t *testing.T, site *Site, code, nick string) *Tab {
	t.Helper()
	tab := arriveAt(t, site, "c/"+code)
	must(t, tab.Wait(`document.querySelector(".class-join h1")?.innerText === "Join Compilers"`))
	fill(t, tab, map[string]string{"nick": nick})
	must(t, tab.Click(".class-form .primary"))
	must(t, tab.Wait(`document.querySelector(".class-steps li")`))
	return tab
}

func has(selector, words string) string {
	return fmt.Sprintf(`document.querySelector(%q)?.innerText.includes(%q)`, selector, words)
}

// choose clicks on an item of a menu.
func choose(t *testing.T, tab *Tab, menu, item string) {
	t.Helper()
	must(t, tab.Eval(fmt.Sprintf(`document.querySelector('button[aria-label=%q]').click()`, menu), nil))
	must(t, tab.Wait(`document.querySelector("[role=menuitem]")`))
	must(t, tab.Eval(fmt.Sprintf(`[...document.querySelectorAll("[role=menuitem]")].find((m) => m.innerText.includes(%q)).click()`, item), nil))
}

// TestClass has somebody teach two learners through a step: what they type is seen as it is typed, a note
// arrives at its line, what passes on the server counts, and the seat comes along to another device.
func TestClass(t *testing.T) {
	t.Parallel()
	site, kept, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	ada := joinClass(t, site, code, "Ada <b>")
	ben := joinClass(t, site, code, "Ben")
	must(t, teacher.Wait(has(".teach-count", "2 of 2 here")))
	must(t, ada.Open(site.URL+foldStep))
	must(t, ada.Judged(""))
	must(t, ada.Wait(has(".class-bar", "Ada <b>")))
	must(t, ada.TypeAtEnd("# typed by Ada"))
	must(t, teacher.Eval(`[...document.querySelectorAll(".teach-name")].find((b) => b.innerText === "Ada <b>").click()`, nil))
	must(t, teacher.Wait(has(".teach-draft", "# typed by Ada")))
	must(t, ada.TypeAtEnd(" and more"))
	must(t, teacher.Wait(has(".teach-draft", "# typed by Ada and more")))

	must(t, teacher.Eval(`document.querySelectorAll(".teach-number")[1].click()`, nil))
	must(t, teacher.Focus(".teach-say textarea"))
	must(t, teacher.Type("Look at `Block` in "+site.URL+"#x."))
	must(t, teacher.Click(".teach-say .button"))
	must(t, ada.Wait(has(".class-note", "line 2")+" && "+has(".class-note code", "Block")+fmt.Sprintf(` && document.querySelector(".class-note a").href === %q`, site.URL+"#x")))
	must(t, teacher.Wait(has(".teach-say", "Note for this step"))) // the next one is not for the same line
	must(t, ada.Eval(`document.querySelector(".class-note .place").click()`, nil))
	must(t, ada.Eval(`document.querySelector(".class-notes > .button").click()`, nil))
	must(t, ada.Wait(`!document.querySelector(".class-note")`))
	if text, _ := ben.Text("body"); strings.Contains(text, "Look at") || strings.Contains(text, "Ada") {
		t.Errorf("expected Ben to see nothing of Ada, found %s", text)
	}

	must(t, ada.Solve(rightFold))
	must(t, ada.Wait(has(".class-bar", "This step counts as done")))
	must(t, teacher.Wait(has(".teach-outcome", "Done")))
	must(t, teacher.Eval(`[...document.querySelectorAll(".teach-bar .button")].find((b) => b.innerText.startsWith("Everybody look")).click()`, nil))
	must(t, teacher.Wait(`document.querySelector(".teach-list button")`))
	must(t, teacher.Eval(`document.querySelector(".teach-list button").click()`, nil))
	must(t, ben.Wait(has(".class-look", "Everybody look here")+" && "+has(".class-look .button", "1.1 ")))
	must(t, teacher.Wait(`!document.querySelector("dialog[open]")`))
	must(t, teacher.Press("n"))
	must(t, teacher.Wait(`!document.querySelector(".teach-table").innerText.includes("Ada")`))

	choose(t, teacher, "Seat menu", "Rejoin code")
	must(t, teacher.Wait(has("dialog[open]", "Names are hidden")+` && !document.querySelector("dialog[open] [type=submit]")`))
	must(t, teacher.Press(kb.Escape))
	must(t, teacher.Wait(`!document.querySelector("dialog[open]")`))
	must(t, teacher.Press("n"))
	must(t, teacher.Wait(has(".teach-table", "Ada")))
	choose(t, teacher, "Seat menu", "Rejoin code")
	rejoin, err := teacher.Text("dialog[open] .typed-code")
	must(t, err)
	must(t, teacher.Press(kb.Escape))
	other := arriveAt(t, site, "c/") // somebody typed the address without its code
	must(t, other.Wait(`document.querySelector(".class-again summary")`))
	must(t, other.Eval(`document.querySelector(".class-again").open = true`, nil))
	fill(t, other, map[string]string{"rejoin": rejoin})
	must(t, other.Eval(`document.querySelector(".class-again .button").click()`, nil))
	must(t, other.Wait(`document.querySelector(".class-steps .done")`))
	must(t, other.Open(site.URL+foldStep))
	must(t, other.Judged("pass")) // with what was typed on the first device
	lesson, err := other.Sibling(t.Context())
	must(t, err)
	must(t, lesson.Open(site.URL+foldStep))
	must(t, lesson.Wait(has(".class-bar", "Ada <b>")))
	must(t, other.Open(site.URL+"class"))
	must(t, other.Wait(`document.querySelector(".class-buttons")`))
	must(t, other.Eval(`[...document.querySelectorAll(".class-buttons .button")].find((b) => b.innerText.startsWith("Leave")).click()`, nil))
	must(t, other.Click(".confirm-dialog .primary"))
	must(t, other.Wait(`document.querySelector("input[name=nick]")`))
	must(t, lesson.Wait(`document.readyState === "complete" && !document.querySelector(".class-bar")`)) // it began anew
	must(t, lesson.Judged(""))
	var left []string
	must(t, other.Eval(`Object.keys(localStorage).filter((k) => k.startsWith("unbox:class") || k.startsWith("unbox:lesson:1"))`, &left))
	if !slices.Equal(left, []string{"unbox:lesson:1:place"}) {
		t.Errorf("expected nothing to be left in the browser but that the step is open, found %v", left)
	}

	must(t, ada.Open(site.URL+"class"))
	must(t, ada.Wait(`document.querySelector(".class-buttons")`))
	must(t, ada.Eval(`[...document.querySelectorAll(".class-buttons .button")].find((b) => b.innerText.startsWith("Delete")).click()`, nil))
	must(t, ada.Click(".confirm-dialog .primary"))
	must(t, ada.Wait(`document.querySelector("input[name=nick]")`))
	must(t, teacher.Wait(has(".teach-count", "of 1 here")))
	owner, err := kept.SignIn("Grace", "correct horse battery")
	must(t, err)
	account, err := kept.Known(owner)
	must(t, err)
	if list := kept.Classes(account); len(list) != 1 || list[0].Learners != 1 {
		t.Errorf("expected one learner to be left, found %+v", list)
	}
}

// TestMergedLearnerGoesOn merges the seat of a learner who joined twice, while the page of the seat that goes is open: it goes on with the
// other seat, and forgets neither the class nor what is typed.
func TestMergedLearnerGoesOn(t *testing.T) {
	long(t)
	t.Parallel()
	site, kept, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	joinClass(t, site, code, "Ada")
	again := joinClass(t, site, code, "Ada again")
	must(t, again.Open(site.URL+foldStep))
	must(t, again.Judged(""))
	must(t, again.Wait(has(".class-bar", "Your teacher can see")))
	owner := school.Account{Role: school.Owner}
	id := kept.Classes(owner)[0].ID
	class, err := kept.Class(owner, id, true)
	must(t, err)
	seats := map[string]string{}
	for _, l := range class.Report().Learners {
		seats[l.Nick] = l.Seat
	}
	must(t, kept.Do(t.Context(), owner, id, school.Act{Merge: &school.Merged{From: seats["Ada again"], Into: seats["Ada"]}}))
	must(t, teacher.Wait(has(".teach-count", "of 1 here")))
	must(t, again.Wait(has(".class-nick", "Ada")+` && document.querySelector(".class-nick").innerText === "Ada" && `+has(".class-bar", "Your teacher can see")))
	must(t, again.TypeAtEnd("# typed after"))
	must(t, teacher.Eval(`document.querySelector(".teach-name").click()`, nil))
	must(t, teacher.Wait(has(".teach-draft", "# typed after")))
}

// TestInvitationIsCopiedWithoutTLS copies the link for an assistant where a page has no clipboard of its own: a server in a school's
// network is reached by its address.
func TestInvitationIsCopiedWithoutTLS(t *testing.T) {
	t.Parallel()
	site, _, word := classSite(t)
	teacher, _ := teachClass(t, site, word)
	must(t, teacher.Eval(`Object.defineProperty(navigator, "clipboard", { value: undefined });
		document.addEventListener("copy", () => (window.copied = getSelection().toString() || document.activeElement.value), true)`, nil))
	must(t, teacher.Click(".teach-bar .teach-code"))
	must(t, teacher.Wait(`document.querySelector(".teach-invite")`))
	must(t, teacher.Eval(`[...document.querySelectorAll(".teach-invite .button")].find((b) => b.innerText.startsWith("Invite")).click()`, nil))
	must(t, teacher.Click(".teach-told .button"))
	must(t, teacher.Wait(has(".teach-told [role=status]", "Copied.")+` && window.copied === document.querySelector(".teach-told code").innerText && window.copied.includes("#invitation=")`))
}

// TestCloseClass closes a class: the page cannot delete it before the browser has its file; a file that was cut off in the middle counts as none.
func TestCloseClass(t *testing.T) {
	t.Parallel()
	site, kept, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	ada := joinClass(t, site, code, "Ada")
	must(t, ada.Eval(`location.href = "about:blank"`, nil)) // the page of a class that is gone asks for its name in vain, which browsers log
	must(t, teacher.Eval(`(() => {
		const ask = window.fetch;
		window.cut = true;
		window.saved = [];
		window.fetch = (to, ...more) => window.cut && String(to).includes("form=all") ? Promise.resolve(new Response(new ReadableStream({ pull(c) { c.error(new TypeError("cut off")); } }))) : ask(to, ...more);
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => { window.bytes = blob.size; return make.call(URL, blob); };
		HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download); };
	})()`, nil))
	choose(t, teacher, "Class menu", "Close the class")
	must(t, teacher.Wait(has("dialog[open]", "First, save all of Compilers")))
	expectLooks(t, teacher, "close-class")
	press := func() { t.Helper(); must(t, teacher.Click("dialog[open] .primary")) }
	press()
	must(t, teacher.Wait(has("dialog[open] [role=alert]", "he file was cut short")))
	if len(kept.Classes(school.Account{Role: school.Owner})) != 1 {
		t.Error("expected the class to be there, found none")
	}
	must(t, teacher.Eval(`window.cut = false`, nil))
	press()
	must(t, teacher.Wait(has("dialog[open] .primary", "Delete for good")+` && document.querySelector("dialog[open] .primary").disabled`))
	expectLooks(t, teacher, "delete-class")
	must(t, teacher.Wait(`window.saved.length === 1 && /^class-.*[.]zip$/.test(window.saved[0]) && window.bytes > 500`))
	_, err := kept.Join(code, "Ben", "") // is not in the file
	must(t, err)
	must(t, teacher.Click("dialog[open] input[type=checkbox]"))
	press()
	must(t, teacher.Wait(has("dialog[open] h2", "The class has changed")))
	expectLooks(t, teacher, "changed-class")
	if len(kept.Classes(school.Account{Role: school.Owner})) != 1 {
		t.Error("expected the class to be there, found none")
	}
	must(t, teacher.Eval(`[...document.querySelectorAll("dialog[open] .button")].find((b) => b.innerText === "Save the class again").click()`, nil))
	must(t, teacher.Wait(has("dialog[open]", "First, save all of Compilers")))
	press()
	must(t, teacher.Wait(has("dialog[open] .primary", "Delete for good")+` && document.querySelector("dialog[open] .primary").disabled`))
	must(t, teacher.Click("dialog[open] input[type=checkbox]"))
	press()
	must(t, teacher.Wait(`!document.querySelector("dialog[open]") && document.querySelector(".teach-bar .primary")`))
	if left := kept.Classes(school.Account{Role: school.Owner}); len(left) != 0 {
		t.Errorf("expected no class, found %v", left)
	}
}

// TestPastOfADraft has a teacher look back at what a learner's draft was, go through it, and come back to what is typed.
func TestPastOfADraft(t *testing.T) {
	long(t)
	t.Parallel()
	var clock atomic.Int64
	clock.Store(time.Now().Unix() - 3600)
	site, _, word := classSiteAt(t, clock.Load)
	teacher, code := teachClass(t, site, word)
	ada := joinClass(t, site, code, "Ada")
	must(t, ada.Open(site.URL+foldStep))
	must(t, ada.Judged(""))
	must(t, ada.TypeAtEnd("# one"))
	must(t, teacher.Eval(`[...document.querySelectorAll(".teach-name")].find((b) => b.innerText === "Ada").click()`, nil))
	must(t, teacher.Wait(has(".teach-draft", "# one")+" && "+has(".teach-past", "History: none yet")))
	for _, more := range []string{"\n# two", "\n# three", "\n# four"} {
		clock.Add(600)
		must(t, ada.TypeAtEnd(more))
		must(t, teacher.Wait(has(".teach-draft", strings.TrimPrefix(more, "\n"))))
	}
	must(t, teacher.Wait(has(".teach-past", "History (3)")))
	expectLooks(t, teacher, "draft-now")
	must(t, teacher.Eval(`[...document.querySelectorAll(".teach-past button")].find((b) => b.innerText.startsWith("History")).click()`, nil))
	must(t, teacher.Wait(has(".teach-past", "3 of 3")+" && "+has(".teach-draft .fresh", "# three")+` && !document.querySelector(".teach-draft").innerText.includes("# four")`))
	expectLooks(t, teacher, "draft-as-it-was")
	must(t, teacher.Click(`.teach-past [aria-label="Earlier"]`))
	must(t, teacher.Click(`.teach-past [aria-label="Earlier"]`))
	must(t, teacher.Wait(has(".teach-past", "1 of 3")+" && "+has(".teach-draft", "# one")+` && !document.querySelector(".teach-draft").innerText.includes("# two")`))
	must(t, ada.TypeAtEnd(" and five")) // does not disturb
	must(t, teacher.Eval(`(() => { const r = document.querySelector(".teach-past input[type=range]"); r.value = 1; r.dispatchEvent(new Event("input", { bubbles: true })); })()`, nil))
	must(t, teacher.Wait(has(".teach-past", "2 of 3")+" && "+has(".teach-draft .fresh", "# two")))
	pressButton(t, teacher, "Now")
	must(t, teacher.Wait(has(".teach-draft", "# four and five")+` && document.querySelector(".teach-draft button.teach-number")`))
}

// TestClassLooks fills a class and looks at every view: nothing is wider than the window, and axe-core
// finds nothing. With UNBOX_SHOTS, it keeps screenshots in that folder.
func TestClassLooks(t *testing.T) {
	long(t)
	t.Parallel()
	site, kept, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	learner := joinClass(t, site, code, "Ada Lovelace")
	populate(t, kept, code, 24)
	must(t, teacher.Wait(has(".teach-count", "of 25 here")))
	expectLooks(t, teacher, "table")
	must(t, teacher.Eval(`[...document.querySelectorAll(".teach-name")].find((b) => b.innerText === "Ada Lovelace").click()`, nil))
	must(t, learner.Open(site.URL+foldStep))
	must(t, learner.Judged(""))
	must(t, learner.TypeAtEnd("# what Ada types"))
	must(t, teacher.Wait(`document.querySelector(".teach-where")`))
	must(t, teacher.Eval(fmt.Sprintf(`(() => { const s = document.querySelector(".teach-where select"); s.value = %q; s.dispatchEvent(new Event("change", { bubbles: true })); })()`, strings.TrimPrefix(foldStep, "lessons/")), nil))
	must(t, teacher.Wait(has(".teach-draft", "# what Ada types")))
	must(t, teacher.Eval(`document.querySelectorAll(".teach-number")[2].click()`, nil))
	must(t, teacher.Focus(".teach-say textarea"))
	must(t, teacher.Type("This name is used before it is set: try `print`."))
	must(t, teacher.Click(".teach-say .button"))
	must(t, learner.Wait(`document.querySelector(".class-note")`))
	expectLooks(t, teacher, "learner-of-class")
	expectLooks(t, learner, "lesson-in-class")
	must(t, learner.Open(site.URL+"class"))
	must(t, learner.Wait(`document.querySelector(".class-steps li")`))
	expectLooks(t, learner, "own-page")
	must(t, teacher.Eval(`document.querySelector(".teach-learner-head > .icon-only").click(); document.querySelector(".teach-bar .teach-code").click()`, nil))
	must(t, teacher.Wait(`document.querySelector(".teach-qr")?.naturalWidth > 0`))
	must(t, teacher.Wait(has(".teach-invite", "on this computer only"))) // the test's address
	expectLooks(t, teacher, "how-to-join")
	must(t, teacher.Eval(`document.querySelector(".teach-invite .icon-only").click()`, nil))
	must(t, teacher.Wait(`!document.querySelector("dialog[open]")`))
	choose(t, teacher, "Class menu", "Steps, hints")
	must(t, teacher.Wait(`document.querySelector(".teach-steps")`))
	must(t, teacher.Eval(`document.querySelectorAll(".teach-steps input")[1].click()`, nil))
	expectLooks(t, teacher, "settings")
	must(t, teacher.Eval(`document.querySelector(".teach-dialog .icon-only").click()`, nil))
	joining := arriveAt(t, site, "c/"+code)
	must(t, joining.Wait(`document.querySelector("input[name=nick]")`))
	expectLooks(t, joining, "joining")

	// 300 at once, on a laptop's screen.
	populate(t, kept, code, 275)
	must(t, teacher.Wait(`document.querySelectorAll(".teach-tile").length === 300`))
	expectLooks(t, teacher, "tiles")
	for _, size := range [][2]int64{{1280, 720}, {1440, 900}} {
		must(t, teacher.Resize(size[0], size[1]))
		must(t, teacher.Wait(`(() => { const t = document.querySelector(".teach-tiles"); return t.scrollHeight <= t.clientHeight + 1; })()`))
	}
}

// populate has so many more join and work, each in a way of their own.
func populate(t *testing.T, s *school.School, code string, count int) {
	t.Helper()
	first := []string{"Ada", "Grace", "Alan", "Barbara", "Edsger", "Frances", "John", "Jean", "Donald", "Radia", "Ken", "Mary"}
	steps := s.Course()
	for n := range count {
		joined, err := s.Join(code, fmt.Sprintf("%s %d/%d", first[n%len(first)], count, n), "")
		must(t, err)
		seat, err := s.Seat(joined.Word)
		must(t, err)
		done := (n * 7) % 19
		for _, step := range steps[:done] {
			must(t, seat.Passed(t.Context(), school.Run{Step: step.ID, Code: "pass", Total: 3, Receipt: []byte("{}")}))
		}
		hello := school.Hello{Word: joined.Word, Client: "c"}
		for range 1 + (n%5)*2 {
			_, err = s.Say(hello, fmt.Appendf(nil, `{"kind":"tried","step":%q,"status":"fail","test":"keeps the order of %d","words":"expected [1, 2], found [2, 1]","passed":1,"total":4}`, steps[done].ID, n%2))
			must(t, err)
		}
		_, err = s.Say(hello, fmt.Appendf(nil, `{"kind":"open","step":%q}`, steps[done].ID))
		must(t, err)
	}
}

// TestRosterOfAClass brings a roster in, links who has joined, brings it up to date, and saves what Moodle reads. With UNBOX_SHOTS, it
// keeps screenshots in that folder.
func TestRosterOfAClass(t *testing.T) {
	long(t)
	t.Parallel()
	site, _, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	joinClass(t, site, code, "Ada")
	joinClass(t, site, code, "Mallory")
	press := func(words string) {
		t.Helper()
		must(t, teacher.Eval(fmt.Sprintf(`[...document.querySelectorAll(".teach-roster .button")].find((b) => b.innerText.startsWith(%q)).click()`, words), nil))
	}
	paste := func(text string) {
		t.Helper()
		must(t, teacher.Wait(`document.querySelector(".teach-roster textarea")`))
		must(t, teacher.Eval(fmt.Sprintf(`(() => { const a = document.querySelector(".teach-roster textarea"); a.value = %q; a.dispatchEvent(new Event("input", { bubbles: true })); })()`, text), nil))
		must(t, teacher.Wait(`!document.querySelector(".teach-roster [type=submit]").disabled`))
		press("Preview")
	}
	choose(t, teacher, "Class menu", "Roster")
	paste("1,Ada\n2,Ben")
	must(t, teacher.Wait(has(".teach-roster [role=alert]", "Line 1: expected headers such as")))
	expectLooks(t, teacher, "roster-wrong")
	paste("identifier,github_username,github_id,name\ns1,al,7,Ada Lovelace\ns2,gh,8,\"Grace\nHopper\"\n")
	must(t, teacher.Wait(has(".teach-plan", "2 new, 0 changed, 0 as before")+" && "+has(".teach-plan", "Not read: github_id")))
	expectLooks(t, teacher, "roster-preview")
	press("Save the roster")
	must(t, teacher.Wait(has(".teach-roster", "0 of 2")+" && "+has(".teach-roster", "Mallory")))
	expectLooks(t, teacher, "roster-standing")
	press("Link the one whose nickname fits")
	must(t, teacher.Wait(has(".teach-roster", "1 of 2")))
	press("Update from a file")
	paste("identifier,name\ns1,Augusta Ada\n")
	must(t, teacher.Wait(has(".teach-plan", "0 new, 1 changed, 0 as before; 1 on the roster and not in the file")))
	must(t, teacher.Click(".teach-plan input[type=checkbox]"))
	expectLooks(t, teacher, "roster-update")
	press("Save the roster")
	must(t, teacher.Wait(has(".teach-roster", "1 of 1")+" && "+has(".teach-people", "Augusta Ada")))
	must(t, teacher.Eval(`document.querySelector(".teach-roster .icon-only").click()`, nil))
	must(t, teacher.Wait(`!document.querySelector("dialog[open]")`))
	must(t, teacher.Eval(`[...document.querySelectorAll(".teach-name")].find((b) => b.innerText === "Ada").click()`, nil))
	must(t, teacher.Wait(has(".teach-learner-head", "Augusta Ada")))
	choose(t, teacher, "Class menu", "Results")
	must(t, teacher.Wait(`document.querySelector("a[href*='form=moodle']") && document.querySelector("a[href*='form=canvas']")`))
	var saved string
	must(t, teacher.Eval(`fetch(document.querySelector("a[href*='form=canvas']").href).then((r) => r.text())`, &saved))
	if !strings.Contains(saved, "Augusta Ada,,s1,,,0") {
		t.Errorf("expected the roster's people in the gradebook, found %q", saved)
	}
}

// TestTeacherSeesWhereALearnerArrives looks at a learner who is at no step yet: the step that is opened first is shown, and
// what is typed there.
func TestTeacherSeesWhereALearnerArrives(t *testing.T) {
	long(t)
	t.Parallel()
	site, _, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	learner := joinClass(t, site, code, "Ada")
	openLearner(t, teacher)
	must(t, teacher.Wait(has(".teach-learner", "No tests have run here yet.")))
	must(t, learner.Open(site.URL+foldStep))
	must(t, learner.Judged(""))
	must(t, learner.TypeAtEnd("# typed by Ada"))
	must(t, teacher.Wait(has(".teach-draft", "# typed by Ada")))
	// A step that was chosen stays.
	must(t, learner.Open(site.URL+firstStep))
	must(t, learner.Judged(""))
	must(t, teacher.Wait(`[...document.querySelectorAll(".teach-where option")].find((o) => o.text.endsWith("(is here)"))?.value === "straight-lines/building"`))
	must(t, teacher.Wait(has(".teach-draft", "# typed by Ada")))
}

// TestClassOnPaper prints a class: all learners and all steps are on a landscape sheet, the steps' names upright, and nothing to press.
func TestClassOnPaper(t *testing.T) {
	t.Parallel()
	site, kept, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	populate(t, kept, code, 24)
	must(t, teacher.Wait(`document.querySelectorAll(".teach-table tbody tr .teach-name").length === 24`))
	must(t, teacher.Eval(`document.querySelector(".teach-name").click()`, nil))
	must(t, teacher.Wait(`document.querySelector(".teach-learner")?.checkVisibility()`))
	must(t, command(teacher, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"}))
	must(t, teacher.Resize(1047, 718)) // A4 without its margins
	var wrong []string
	must(t, teacher.Eval(`(() => {
		const right = (e) => e.getBoundingClientRect().right;
		const steps = [...document.querySelectorAll(".teach-table thead th")].slice(2);
		return [
			...[...document.querySelectorAll(".teach-table tbody tr")].filter((r) => !r.checkVisibility()).map((r) => "hidden: " + r.innerText),
			...steps.filter((th) => getComputedStyle(th).writingMode !== "vertical-rl" || right(th) > innerWidth).map((th) => "step: " + th.innerText + " " + right(th)),
			...[...document.querySelectorAll(".teach-learner, .teach-bar :is(.button, .switch)")].filter((e) => e.checkVisibility()).map((e) => "shown: " + e.className),
			...[...document.querySelectorAll(".teach-grid, .teach-table")].filter((e) => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1).map((e) => "cut: " + e.className),
			...(steps.length < 70 ? ["steps: " + steps.length] : []),
		];
	})()`, &wrong))
	if len(wrong) > 0 {
		t.Errorf("expected the whole table on paper, and nothing else, found %q", wrong)
	}
}

// begins has a learner open the step of fold, with a line to the server that can be cut.
func begins(t *testing.T, site *Site, learner *Tab) {
	t.Helper()
	must(t, learner.Before(cuttable))
	must(t, learner.Open(site.URL+foldStep))
	must(t, learner.Judged(""))
}

// openLearner shows the first learner of the table to the teacher.
func openLearner(t *testing.T, teacher *Tab) {
	t.Helper()
	must(t, teacher.Wait(`document.querySelector(".teach-name")`))
	must(t, teacher.Eval(`document.querySelector(".teach-name").click()`, nil))
}

// TestTriesAreToldLater has a learner try something while there is no line to the server: a teacher sees it when
// there is one again.
func TestTriesAreToldLater(t *testing.T) {
	long(t)
	t.Parallel()
	site, _, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	learner := joinClass(t, site, code, "Ada")
	begins(t, site, learner)
	must(t, learner.Wait(has(".class-bar", "Ada")))
	must(t, offline(learner, true))
	must(t, learner.Wait(has(".class-bar", "No connection")))
	expectLooks(t, learner, "lesson-no-connection")
	must(t, learner.Solve(wrongFold))
	must(t, learner.Judged("fail"))
	must(t, offline(learner, false))
	openLearner(t, teacher)
	must(t, teacher.Wait(has(".teach-outcome", " tests pass")))
}

// failWithoutALine has a learner whom the teacher can see lose the line, and try something that is wrong.
func failWithoutALine(t *testing.T, site *Site, learner *Tab) {
	t.Helper()
	begins(t, site, learner)
	must(t, learner.Wait(has(".class-bar", "Your teacher can see")))
	must(t, offline(learner, true))
	must(t, learner.Solve(wrongFold))
	must(t, learner.Judged("fail"))
}

// TestRunIntoADeadLineIsToldAgain has a learner try something while the line is dead and nobody knows it yet: it is told again over
// the next line, and counts once.
func TestRunIntoADeadLineIsToldAgain(t *testing.T) {
	t.Parallel()
	site, kept, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	learner := joinClass(t, site, code, "Ada")
	failWithoutALine(t, site, learner)
	must(t, learner.Wait(has(".class-bar", "No connection")))
	must(t, offline(learner, false))
	openLearner(t, teacher)
	must(t, teacher.Wait(has(".teach-outcome", " tests pass")))
	must(t, learner.Reload()) // another line
	must(t, learner.Wait(has(".class-bar", "Your teacher can see")))
	for _, c := range kept.Classes(school.Account{Role: school.Owner}) {
		class, err := kept.Class(school.Account{Role: school.Owner}, c.ID, true)
		must(t, err)
		for _, r := range class.Report().Learners[0].Results {
			if r.Tries > 1 {
				t.Errorf("expected one try, found %d", r.Tries)
			}
		}
	}
}

// TestFiveLearnersInALesson has five learners go through all steps of a chapter while somebody teaches: one as it should be, one whose network blocks
// WebSockets, one who loses the network for a step, one who closes the page in the middle of a word, and one who tries something wrong first. In
// the end everybody is done, for the server, too.
func TestFiveLearnersInALesson(t *testing.T) {
	long(t)
	t.Parallel()
	site, kept, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	chapter := course(t).Chapters[0]
	address := func(step int) string { return site.URL + "lessons/" + chapter.ID + "/" + chapter.Steps[step].ID }
	solve := func(t *testing.T, tab *Tab, step int) {
		t.Helper()
		must(t, tab.Solve(chapter.Steps[step].Solution.Text))
		must(t, tab.Judged("pass"))
		must(t, tab.Wait(has(".class-bar", "This step counts as done")))
	}
	open := func(t *testing.T, tab *Tab, step int) {
		t.Helper()
		must(t, tab.Open(address(step)))
		must(t, tab.Judged(""))
		must(t, tab.Wait(`document.querySelector(".class-bar")`))
	}
	learners := []struct {
		nick string
		// before is what happens as the page loads, at in the second step before it is solved.
		before string
		at     func(t *testing.T, tab *Tab)
	}{
		{"Ada", "", func(*testing.T, *Tab) {}},
		{"Ben", `window.WebSocket = class { constructor() { queueMicrotask(() => this.onclose?.()); } close() {} send() {} }`, func(*testing.T, *Tab) {}},
		{"Cleo", cuttable, func(t *testing.T, tab *Tab) {
			must(t, offline(tab, true))
			must(t, tab.TypeAtEnd("# typed without a network"))
			must(t, offline(tab, false))
		}},
		{"Dan", "", func(t *testing.T, tab *Tab) {
			must(t, tab.TypeAtEnd("# half a wo"))
			must(t, tab.Open("about:blank"))
			open(t, tab, 1)
			must(t, tab.Wait(holds("# half a wo")))
		}},
		{"Eve", "", func(t *testing.T, tab *Tab) {
			must(t, tab.Solve("def product(:\n"))
			must(t, tab.Judged("error"))
		}},
	}
	t.Run("learners", func(t *testing.T) {
		for _, l := range learners {
			t.Run(l.nick, func(t *testing.T) {
				t.Parallel()
				tab := joinClass(t, site, code, l.nick)
				if l.before != "" {
					must(t, tab.Before(l.before))
				}
				for step := range chapter.Steps {
					open(t, tab, step)
					if step == 1 {
						l.at(t, tab)
					}
					solve(t, tab, step)
				}
			})
		}
	})
	must(t, teacher.Wait(fmt.Sprintf(`document.querySelectorAll(".teach-table tbody tr").length === 5 && [...document.querySelectorAll(".teach-table tbody td:nth-of-type(1)")].every((c) => c.innerText === "%d")`, len(chapter.Steps))))
	owner, err := kept.SignIn("Grace", "correct horse battery")
	must(t, err)
	account, err := kept.Known(owner)
	must(t, err)
	c, err := kept.Class(account, kept.Classes(account)[0].ID, true)
	must(t, err)
	for _, l := range c.Report().Learners {
		for step, result := range l.Results[:len(chapter.Steps)] {
			if !result.Done {
				t.Errorf("%s: expected step %d to be done on the server, found %+v", l.Nick, step+1, result)
			}
		}
	}
}
