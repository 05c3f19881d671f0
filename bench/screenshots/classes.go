package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"unbox/classroom/school"
)

// classScenes are the pages of teachers and learners, and a workshop.
var classScenes = []scene{
	{name: "teach-sign-in", path: "teach", show: showSignIn, classes: true},
	{name: "class", path: "teach", show: showClass, classes: true},
	{name: "class-many", path: "teach", show: showManyLearners, classes: true},
	{name: "class-code", path: "teach", show: showInvitation, classes: true},
	{name: "class-settings", path: "teach", show: showSettings, classes: true},
	{name: "class-people", path: "teach", show: showPeople, classes: true},
	{name: "class-join", path: "teach", show: showJoin, classes: true},
	{name: "class-own", path: "teach", show: showOwnPage, classes: true},
	{name: "workshop", show: showWorkshop, classes: true},
	{name: "workshop-follow", show: showFollowed, classes: true},
	{name: "workshop-question", show: showQuestion, classes: true},
	{name: "workshop-offer", show: showOffered, classes: true},
	{name: "workshop-time", show: showTimeLine, classes: true},
	{name: "session", show: showSession, classes: true},
	{name: "class-long", path: "teach", show: showLongNames, classes: true},
	{name: "class-empty", path: "teach", show: makeClass, classes: true},
}

func showSignIn(tab *stage) error {
	return tab.Wait(`document.querySelector("input[name=secret]")`)
}

// makeClass signs in as the owner and makes a class.
func makeClass(tab *stage) error {
	return steps(
		func() error { return showSignIn(tab) },
		func() error { return tab.fill("secret", tab.word) },
		func() error { return tab.fill("name", "Grace") },
		func() error { return tab.fill("password", "correct horse battery") },
		func() error { return tab.Click(".class-form .primary") },
		tab.until(`document.querySelector(".teach-bar .primary")`),
		func() error { return tab.Click(".teach-bar .primary") },
		tab.until(`document.querySelector(".teach-dialog[open]")`),
		func() error { return tab.fill("class", "Compilers") },
		func() error { return tab.Click(".teach-dialog .primary") },
		tab.until(`document.querySelector(".teach-code")`),
	)
}

// code is the code for joining the class.
func (s *stage) code() (string, error) {
	text, err := s.Text(".teach-code")
	return strings.Join(strings.Fields(text), ""), err
}

// populate makes learners join the class of the page and work, each in a different way.
func populate(tab *stage, count int) error {
	code, err := tab.code()
	if err != nil {
		return err
	}
	for n := range count {
		if err := learn(tab, code, n); err != nil {
			return err
		}
	}
	return tab.Wait(fmt.Sprintf(`document.querySelector(".teach-count").textContent.includes("of %d")`, count))
}

// learn makes the learner with a number join and work: some steps are done, the next is open and some tries
// failed.
func learn(tab *stage, code string, n int) error {
	names := []string{"Ada", "Grace", "Alan", "Barbara", "Edsger", "Frances", "John", "Jean", "Donald", "Radia", "Ken", "Mary"}
	name := names[n%len(names)]
	if n >= len(names) {
		name = fmt.Sprintf("%s %d", name, n/len(names)+1)
	}
	return learnAs(tab, code, name, n)
}

// learnAs is learn for somebody with a name.
func learnAs(tab *stage, code, name string, n int) error {
	joined, err := tab.school.Join(code, name, "")
	if err != nil {
		return err
	}
	seat, err := tab.school.Seat(joined.Word)
	if err != nil {
		return err
	}
	course := tab.school.Course()
	done := (n * 7) % 19
	for _, step := range course[:done] {
		if err := seat.Passed(tab.hall.ctx, school.Run{Step: step.ID, Code: "pass", Total: 3, Receipt: []byte("{}")}); err != nil {
			return err
		}
	}
	hello := school.Hello{Word: joined.Word, Client: "c"}
	for range 1 + (n%5)*2 {
		_, err := tab.school.Say(hello, fmt.Appendf(nil, `{"kind":"tried","step":%q,"status":"fail","test":"keeps the order","words":"expected [1, 2], found [2, 1]","passed":1,"total":4}`, course[done].ID))
		if err != nil {
			return err
		}
	}
	_, err = tab.school.Say(hello, fmt.Appendf(nil, `{"kind":"open","step":%q}`, course[done].ID))
	return err
}

// showClass looks at one of some learners.
func showClass(tab *stage) error {
	return steps(
		func() error { return makeClass(tab) },
		func() error { return populate(tab, 24) },
		func() error { return tab.press(".teach-name", "Barbara") },
		tab.until(`document.querySelector(".teach-learner")`),
		tab.Settled,
	)
}

func showManyLearners(tab *stage) error {
	return steps(
		func() error { return makeClass(tab) },
		func() error { return populate(tab, 120) },
		tab.until(`document.querySelectorAll(".teach-tile").length === 120`),
	)
}

func showInvitation(tab *stage) error {
	return steps(
		func() error { return makeClass(tab) },
		tab.script(`document.querySelector(".teach-bar .teach-code").click()`),
		tab.until(`document.querySelector(".teach-qr")?.naturalWidth > 0`),
	)
}

func showSettings(tab *stage) error {
	return steps(
		func() error { return makeClass(tab) },
		tab.script(`document.querySelector("button[aria-label='Class menu']").click()`),
		func() error { return tab.press("[role=menuitem]", "Steps, hints") },
		tab.until(`document.querySelector(".teach-steps")`),
		tab.script(`document.querySelectorAll(".teach-steps input")[1].click()`),
	)
}

// showPeople lists who has an account and who is invited: the owner, a teacher, an assistant of two classes, and nobody yet.
func showPeople(tab *stage) error {
	return steps(
		func() error { return makeClass(tab) },
		func() error { return invitePeople(tab) },
		tab.script(`location.hash = ""`),
		func() error { return tab.press("button[aria-label='Account Grace']", "Grace") },
		func() error { return tab.press("[role=menuitem]", "Teachers and assistants") },
		tab.until(`document.querySelectorAll(".teach-people tbody tr").length === 4`),
	)
}

// invitePeople makes accounts beside the owner's, and an invitation that is open.
func invitePeople(tab *stage) error {
	session, err := tab.school.SignIn("Grace", "correct horse battery")
	if err != nil {
		return err
	}
	grace, err := tab.school.Known(session)
	if err != nil {
		return err
	}
	class := tab.school.Classes(grace)[0].ID
	for _, who := range []struct{ name, role string }{{"Barbara", school.Teacher}, {"Alan", school.Assistant}, {"", school.Assistant}} {
		of := class
		if who.role == school.Teacher {
			of = ""
		}
		invitation, err := tab.school.Invite(tab.hall.ctx, grace, who.role, of)
		if err != nil {
			return err
		}
		if who.name == "" {
			continue
		}
		if _, err = tab.school.Accept(tab.hall.ctx, invitation, who.name, "another password"); err != nil {
			return err
		}
	}
	return nil
}

func showJoin(tab *stage) error {
	var code string
	return steps(
		func() error { return makeClass(tab) },
		func() (err error) { code, err = tab.code(); return err },
		func() error { return tab.Open(tab.site.URL + "c/" + code) },
		tab.until(`document.querySelector("input[name=nick]")`),
	)
}

func showOwnPage(tab *stage) error {
	return steps(
		func() error { return showJoin(tab) },
		func() error { return tab.fill("nick", "Ada") },
		func() error { return tab.Click(".class-form .primary") },
		tab.until(`document.querySelector(".class-steps li")`),
	)
}

// showWorkshop starts a workshop, whose code is then to be seen.
func showWorkshop(tab *stage) error {
	return steps(
		tab.Ready,
		tab.script(`document.querySelector(".share > button").click()`),
		func() error { return tab.press("[role=menuitem]", "Start a workshop") },
		tab.until(`document.querySelector(".workshop-invite .workshop-qr")?.naturalWidth > 0`),
		tab.until(`document.querySelector(".workshop-bar")`),
	)
}

// showFollowed follows a workshop that somebody else presents.
func showFollowed(tab *stage) error {
	other, err := tab.hall.browser.Visitor(tab.hall.ctx)
	if err != nil {
		return err
	}
	tab.after = append(tab.after, other.Close)
	presenter := &stage{Tab: other, hall: tab.hall, site: tab.site}
	var code string
	return steps(
		other.AtDesk,
		func() error { return other.Open(tab.site.URL) },
		func() error { return showWorkshop(presenter) },
		func() error {
			return other.Eval(`document.querySelector(".workshop-big-code").innerText.replace(/\s/g, "")`, &code)
		},
		func() error { return tab.Open(tab.site.URL + "w/" + code) },
		tab.Ready,
		tab.until(`document.querySelector("#workshop-join-title")`),
		func() error { return tab.fill("name", "Ada") },
		func() error { return tab.Click(".workshop-form .primary") },
		tab.until(`document.querySelector(".workshop-bar.follows")`),
		tab.Settled,
	)
}

// showQuestion asks the followers a question before something is shown.
func showQuestion(tab *stage) error {
	return steps(
		func() error { return showWorkshop(tab) },
		tab.script(`document.querySelector(".workshop-invite .icon-only").click()`),
		func() error { return tab.press(".workshop-bar button", "Ask") },
		tab.until(`document.querySelector(".workshop-form .primary")`),
	)
}

// showOffered reads a draft that a follower offers.
func showOffered(tab *stage) error {
	var code string
	return steps(
		func() error { return showWorkshop(tab) },
		func() error {
			return tab.Eval(`document.querySelector(".workshop-big-code").innerText.replace(/\s/g, "")`, &code)
		},
		tab.script(`document.querySelector(".workshop-invite .icon-only").click()`),
		func() error { return offerDraft(tab, code) },
		func() error { return tab.press(".workshop-bar button", "1 draft offered") },
		func() error { return tab.Click(".workshop-bar [role=menuitem]") },
		tab.until(`document.querySelector(".workshop-offer ins")`),
	)
}

// offerDraft has somebody else join a workshop, change its text and offer that.
func offerDraft(tab *stage, code string) error {
	other, err := tab.hall.browser.Visitor(tab.hall.ctx)
	if err != nil {
		return err
	}
	tab.after = append(tab.after, other.Close)
	const offer = `[...document.querySelectorAll(".workshop-bar button")].find((b) => b.innerText === "Offer my draft")`
	return steps(
		other.AtDesk,
		func() error { return other.Open(tab.site.URL + "w/" + code) },
		other.Ready,
		func() error { return other.Wait(`document.querySelector("#workshop-join-title")`) },
		func() error { return other.Focus(`input[name=name]`) },
		func() error { return other.Type("Ada") },
		func() error { return other.Click(".workshop-form .primary") },
		func() error {
			return other.Wait(`document.querySelector(".workshop-bar")?.innerText.includes("You follow")`)
		},
		func() error { return other.TypeAtEnd("# what if p10 escapes earlier?") },
		func() error { return other.Wait(offer) },
		func() error { return other.Eval(offer+".click()", nil) },
	)
}

// showTimeLine looks back from a workshop in which something was written and kept.
func showTimeLine(tab *stage) error {
	return steps(
		func() error { return showWorkshop(tab) },
		tab.script(`document.querySelector(".workshop-invite .icon-only").click()`),
		func() error { return tab.press(".workshop-bar button", "Checkpoint") },
		func() error { return tab.TypeAtEnd("# what comes after it") },
		tab.script(`document.querySelector("button[aria-label='Workshop menu']").click()`),
		func() error { return tab.press("[role=menuitem]", "Time line") },
		tab.until(`document.querySelector(".workshop-slider")`),
		tab.Settled,
	)
}

// showSession opens the page that a workshop was saved as, at its checkpoint.
func showSession(tab *stage) error {
	dir, err := os.MkdirTemp("", "unbox-session")
	if err != nil {
		return err
	}
	tab.after = append(tab.after, func() { _ = os.RemoveAll(dir) }) // it is in a folder for such things
	file := filepath.Join(dir, "session.html")
	return steps(
		func() error { return showWorkshop(tab) },
		tab.script(`document.querySelector(".workshop-invite .icon-only").click()`),
		func() error { return tab.press(".workshop-bar button", "Checkpoint") },
		func() error { return tab.TypeAtEnd("# what comes after it") },
		tab.Settled,
		func() error { return saveSession(tab, file) },
		func() error { return tab.Open("file://" + file) },
		tab.until(`document.querySelector(".workshop-marks select")`),
		tab.script(`{
			const select = document.querySelector(".workshop-marks select");
			select.value = [...select.options].find((o) => o.innerText.includes("Checkpoint 1")).value;
			select.dispatchEvent(new Event("change", { bubbles: true }));
		}`),
		tab.until(`document.querySelectorAll(".session-picture .picture-row").length > 10`),
	)
}

// saveSession saves the workshop as one page, and writes into a file what the page has the browser save.
func saveSession(tab *stage, file string) error {
	var text string
	err := steps(
		tab.script(`window.saved = [];
			const url = URL.createObjectURL; URL.createObjectURL = (blob) => { window.saved.push(blob); return url.call(URL, blob); };
			HTMLAnchorElement.prototype.click = () => {};`),
		tab.script(`document.querySelector("button[aria-label='Workshop menu']").click()`),
		func() error { return tab.press("[role=menuitem]", "Save the session as a page") },
		tab.until(`window.saved.length === 1`),
		func() error { return tab.Eval(`window.saved[0].text()`, &text) },
	)
	if err != nil {
		return err
	}
	return os.WriteFile(file, []byte(text), 0o600)
}

// showLongNames is a class with a long name, of learners with long names.
func showLongNames(tab *stage) error {
	return steps(
		func() error { return makeClass(tab) },
		func() error {
			code, err := tab.code()
			if err != nil {
				return err
			}
			for n, name := range []string{"Maximiliane von Hohenfel", "Donaudampfschifffahrtsge", "Ng", "Wolfeschlegelsteinhausen", "Åse"} {
				if err := learnAs(tab, code, name, n); err != nil {
					return err
				}
			}
			return nil
		},
		tab.until(`document.querySelectorAll(".teach-name").length === 5`),
		func() error { return tab.press(".teach-name", "Donau") },
		tab.until(`document.querySelector(".teach-learner")`),
		tab.Settled,
	)
}
