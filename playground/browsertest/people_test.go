package browsertest

import (
	"fmt"
	"testing"

	"unbox/classroom/school"
)

// signIn signs somebody in on a tab of their own.
func signIn(t *testing.T, site *Site, name, password string) *Tab {
	t.Helper()
	tab := arriveAt(t, site, "teach")
	must(t, tab.Wait(`document.querySelector("input[name=password]")`))
	fill(t, tab, map[string]string{"name": name, "password": password})
	must(t, tab.Click(".class-form .primary"))
	must(t, tab.Wait(`document.querySelector(".teach-bar")`))
	return tab
}

// TestPeople has the owner see who has an account and who is invited, remove an assistant, whose page ends at once, and withdraw an invitation.
func TestPeople(t *testing.T) {
	long(t)
	t.Parallel()
	site, kept, word := classSite(t)
	owner, _ := teachClass(t, site, word)
	session, err := kept.SignIn("Grace", "correct horse battery")
	must(t, err)
	grace, err := kept.Known(session)
	must(t, err)
	id := kept.Classes(grace)[0].ID
	for _, name := range []string{"Alan <b>", ""} {
		invitation, err := kept.Invite(t.Context(), grace, school.Assistant, id)
		must(t, err)
		if name != "" {
			_, err = kept.Accept(t.Context(), invitation, name, "another password")
			must(t, err)
		}
	}
	helper := signIn(t, site, "Alan <b>", "another password")
	must(t, helper.Click(".teach-card"))
	must(t, helper.Wait(`document.querySelector(".teach-count")`))

	must(t, owner.Eval(`location.hash = ""`, nil))
	must(t, owner.Wait(`document.querySelector(".teach-classes")`))
	choose(t, owner, "Account Grace", "Teachers and assistants")
	must(t, owner.Wait(`[...document.querySelectorAll(".teach-people tbody tr")].map((r) => r.querySelector("th").innerText.split("\n")[0]).join() === "Grace owner,Alan <b> assistant,Invitation assistant"`))
	expectLooks(t, owner, "people")
	expectProjected(t, owner, "people")
	press := func(row int) {
		t.Helper()
		must(t, owner.Eval(fmt.Sprintf(`document.querySelectorAll(".teach-people tbody tr")[%d].querySelector("button").click()`, row), nil))
	}
	press(1)
	must(t, owner.Wait(has("dialog[open]", "Alan <b> is signed out everywhere at once")+" && "+has("dialog[open]", "Compilers")))
	expectLooks(t, owner, "remove-person")
	must(t, owner.Click("dialog[open] .primary"))
	must(t, owner.Wait(`document.querySelectorAll(".teach-people tbody tr").length === 2`))
	must(t, helper.Wait(has("main", "Expected an account that is signed in")))
	must(t, helper.Reload())
	must(t, helper.Wait(`document.querySelector("input[name=password]")`))
	press(1)
	must(t, owner.Wait(has("dialog[open]", "is void from then on")))
	must(t, owner.Click("dialog[open] .primary"))
	must(t, owner.Wait(`document.querySelectorAll(".teach-people tbody tr").length === 1 && !document.querySelector(".teach-people button")`))
}

// TestClassThatEndsIsKept shows those who teach that a class will be deleted, and keeps it. The server announces that after months; here the page hears it
// from a server that is made to say so.
func TestClassThatEndsIsKept(t *testing.T) {
	long(t)
	t.Parallel()
	site, kept, word := classSite(t)
	teacher, _ := teachClass(t, site, word)
	must(t, teacher.Eval(`(() => {
		const ask = window.fetch;
		window.ends = 1900000000;
		window.fetch = async (to, ...more) => {
			const answer = await ask(to, ...more);
			if (String(to).includes("/do")) window.ends = 0;
			if (!String(to).includes("me.json")) return answer;
			const me = await answer.json();
			for (const c of me.classes) if (window.ends) c.ends = window.ends;
			return new Response(JSON.stringify(me), { headers: { "Content-Type": "application/json" } });
		};
		location.hash = "";
	})()`, nil))
	must(t, teacher.Wait(has(".teach-classes .notice", "the class will be deleted on March 17, 2030, without a file")))
	expectLooks(t, teacher, "class-that-ends")
	must(t, teacher.Click(".teach-classes .notice .button"))
	must(t, teacher.Wait(`document.querySelector(".teach-classes") && !document.querySelector(".teach-classes .notice")`))
	if list := kept.Classes(school.Account{Role: school.Owner}); len(list) != 1 {
		t.Errorf("expected the class to be there, found %v", list)
	}
}

// TestFloodOfSeats removes the seats of somebody who joined again and again in one go: those that are unused, but for one; somebody who is here and
// has done nothing yet stays. A note says
// who wrote it, and that a nickname is refused is said in its dialog alone, not also in the panel below, where it would stay.
func TestFloodOfSeats(t *testing.T) {
	long(t)
	t.Parallel()
	site, kept, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	ada := joinClass(t, site, code, "Ada")
	must(t, ada.Open(site.URL+foldStep))
	must(t, ada.Judged(""))
	must(t, ada.TypeAtEnd("# typed by Ada"))
	joinClass(t, site, code, "Ben")
	for n := range 30 {
		_, err := kept.Join(code, fmt.Sprintf("Junk %02d", n), "")
		must(t, err)
	}
	must(t, teacher.Wait(has(".teach-count", "of 32 here")+` && document.querySelector(".teach-table .begun")`))
	choose(t, teacher, "Class menu", "Remove seats")
	must(t, teacher.Wait(has("dialog[open]", "Choose all that are unused (30)")+` && document.querySelector("dialog[open] .primary").disabled`))
	pressButton(t, teacher, "Choose all")
	must(t, teacher.Eval(`[...document.querySelectorAll("dialog[open] label")].find((l) => l.innerText.includes("Junk 07")).click()`, nil))
	must(t, teacher.Wait(has("dialog[open] .primary", "Remove 29 seats")))
	expectLooks(t, teacher, "remove-seats")
	must(t, teacher.Click("dialog[open] .primary"))
	must(t, teacher.Wait(`!document.querySelector("dialog[open]") && [...document.querySelectorAll(".teach-name")].map((n) => n.innerText).join() === "Ada,Ben,Junk 07"`))

	must(t, teacher.Eval(`[...document.querySelectorAll(".teach-name")].find((b) => b.innerText === "Junk 07").click()`, nil))
	must(t, teacher.Wait(has(".teach-learner h2", "Junk 07")))
	id := kept.Classes(school.Account{Role: school.Owner})[0].ID
	must(t, kept.Do(t.Context(), school.Account{Role: school.Owner, Name: "Hal"}, id, school.Act{Say: &school.Said{Text: "A word from Hal", By: "Grace"}}))
	must(t, ada.Wait(has(".class-note", "Hal")+` && !document.querySelector(".class-note").innerText.includes("Grace")`))

	must(t, teacher.Eval(`window.fetch = async () => new Response('{"error":"expected another name"}', { status: 400 })`, nil))
	choose(t, teacher, "Seat menu", "Rename")
	must(t, teacher.Click("dialog[open] .primary"))
	must(t, teacher.Wait(has("dialog[open] [role=alert]", "Expected another name.")+` && document.querySelectorAll("[role=alert]").length === 1`))
	must(t, teacher.Click("dialog[open] .icon-only"))
	must(t, teacher.Wait(`!document.querySelector("dialog[open]") && !document.querySelector("[role=alert]")`))
}
