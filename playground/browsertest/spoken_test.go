package browsertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// needsName are roles of what can be used, or where one can go: a screen reader has nothing to say of one without a name.
var needsName = map[string]bool{
	"button": true, "link": true, "textbox": true, "checkbox": true, "radio": true, "combobox": true, "listbox": true, "menuitem": true, "menuitemradio": true, "tab": true,
	"slider": true, "spinbutton": true, "searchbox": true, "switch": true, "dialog": true, "image": true, "region": true, "option": true, "tabpanel": true,
	"splitter": true, "treeitem": true, "DisclosureTriangle": true, "rowheader": true, "columnheader": true, "meter": true,
}

// announces holds a page to what a screen reader needs: one main part, where no dialog hides it, with one heading of the first level; and names for
// all that can be used, none of which says the same words twice.
func announces(t *testing.T, tab *Tab, what string) {
	t.Helper()
	all, err := tab.Spoken()
	must(t, err)
	mains, dialogs := 0, 0
	for i, s := range all {
		switch s.Role {
		case "main":
			mains++
		case "dialog":
			dialogs++
		}
		if needsName[s.Role] && s.Name == "" {
			t.Errorf("%s: expected a name of every %s, found none after %v", what, s.Role, all[max(0, i-3):i])
		}
		words := strings.Fields(s.Name)
		if n := len(words); needsName[s.Role] && n%2 == 0 && n > 0 && slices.Equal(words[:n/2], words[n/2:]) && !ofTheBrowser[words[0]] {
			t.Errorf("%s: expected words once, found them twice: %s %q", what, s.Role, s.Name)
		}
	}
	if mains != 1 && dialogs == 0 {
		t.Errorf("%s: expected one main part, found %d", what, mains)
	}
	var headings int
	must(t, tab.Eval(`document.querySelectorAll("h1").length`, &headings))
	if headings != 1 {
		t.Errorf("%s: expected one heading of the first level, found %d", what, headings)
	}
}

// ofTheBrowser are the first words of parts of a field for a date, which Chromium itself names twice.
var ofTheBrowser = map[string]bool{"Month": true, "Day": true, "Year": true, "Hours": true, "Minutes": true, "AM/PM": true, "Show": true}

// says waits until a part that screen readers read when it changes says something.
func says(t *testing.T, tab *Tab, words string) {
	t.Helper()
	must(t, tab.Wait(fmt.Sprintf(`[...document.querySelectorAll("[role=status], [aria-live=polite], [role=alert]")].some((e) => e.textContent.includes(%q))`, words)))
}

// focusIs waits until an element has the focus.
func focusIs(t *testing.T, tab *Tab, selector string) {
	t.Helper()
	must(t, tab.Wait(fmt.Sprintf(`document.activeElement.matches(%q)`, selector)))
}

// press presses keys one after the other.
func press(t *testing.T, tab *Tab, all ...string) {
	t.Helper()
	for _, key := range all {
		must(t, tab.Press(key))
	}
}

// TestAnnounced looks at the pages of a class as a screen reader does, in each of their states.
func TestAnnounced(t *testing.T) {
	long(t)
	t.Parallel()
	site, _, word := classSite(t)
	teacher, code := teachClass(t, site, word)
	announces(t, teacher, "an empty class")
	must(t, teacher.Click(".teach-bar > .button[aria-haspopup=dialog]"))
	must(t, teacher.Wait(`document.querySelector("dialog[open]")`))
	announces(t, teacher, "how to join")
	press(t, teacher, kb.Escape)
	joining := arriveAt(t, site, "c/"+code)
	must(t, joining.Wait(`document.querySelector(".class-join h1").innerText === "Join Compilers"`))
	announces(t, joining, "joining")
	ada := joinClass(t, site, code, "Ada")
	announces(t, ada, "a learner's class")
	must(t, ada.Open(site.URL+foldStep))
	must(t, ada.Judged(""))
	must(t, ada.Wait(has(".class-bar", "Ada")))
	announces(t, ada, "a lesson in a class")
	must(t, ada.TypeAtEnd("# typed by Ada"))
	must(t, teacher.Wait(has(".teach-count", "1 of 1 here")))
	must(t, teacher.Eval(`document.querySelector(".teach-name").click()`, nil))
	must(t, teacher.Wait(has(".teach-draft", "# typed by Ada")))
	announces(t, teacher, "a learner's draft")
	must(t, ada.Solve(rightFold))
	must(t, ada.Judged("pass"))
	announces(t, ada, "a step that is passed")
	for _, item := range []string{"What was learned", "A note for all", "Steps, hints", "Lessons", "Roster", "Remove seats", "Results", "Close the class"} {
		choose(t, teacher, "Class menu", item)
		must(t, teacher.Wait(`document.querySelector("dialog[open]")`))
		announces(t, teacher, item)
		press(t, teacher, kb.Escape)
		focusIs(t, teacher, `button[aria-label="Class menu"]`)
	}
}

// TestClassByKeyboard teaches and learns with keys alone: what changes is read aloud, and whatever goes away, the focus stays near it.
func TestClassByKeyboard(t *testing.T) {
	t.Parallel()
	site, _, word := classSite(t)
	teacher := arriveAt(t, site, "teach")
	must(t, teacher.Wait(`document.querySelector("input[name=secret]")`))
	fill(t, teacher, map[string]string{"name": "Grace", "password": "correct horse battery", "secret": word})
	press(t, teacher, kb.Enter)
	must(t, teacher.Wait(`document.activeElement.matches("h1") && document.activeElement.innerText === "Your classes"`))
	press(t, teacher, kb.Tab, kb.Enter)
	focusIs(t, teacher, "input[name=class]")
	must(t, teacher.Type("Compilers"))
	press(t, teacher, kb.Enter)
	must(t, teacher.Wait(`document.activeElement.matches("h1") && document.activeElement.innerText === "Compilers" && document.title.startsWith("Compilers")`))
	var code string
	must(t, teacher.Eval(`document.querySelector(".teach-code").innerText.replace(/\s/g, "")`, &code))

	ada := joinClass(t, site, code, "Ada")
	focusIs(t, ada, "h1")
	must(t, ada.Open(site.URL+foldStep))
	must(t, ada.Judged(""))
	must(t, ada.Wait(has(".class-bar", "Your teacher can see")))
	must(t, ada.Focus(".help-buttons .button"))
	for i := range 3 {
		press(t, ada, kb.Enter)
		must(t, ada.Wait(fmt.Sprintf(`document.querySelectorAll("[aria-live] .hints > li").length === %d`, i+1)))
	}
	focusIs(t, ada, ".help-buttons") // there is no other hint

	must(t, teacher.Wait(has(".teach-name", "Ada")))
	must(t, teacher.Focus(".teach-name"))
	press(t, teacher, kb.Enter)
	focusIs(t, teacher, ".teach-learner h2")
	press(t, teacher, kb.Escape)
	focusIs(t, teacher, ".teach-name")
	press(t, teacher, kb.Enter)
	must(t, teacher.Wait(`document.querySelector(".teach-say textarea")`))
	must(t, teacher.Focus(".teach-say textarea"))
	must(t, teacher.Type("Read `first` again"))
	press(t, teacher, kb.Tab, kb.Enter)
	says(t, teacher, "Sent")
	says(t, ada, "Grace: Read first again")
	must(t, ada.Focus(".class-notes > .button"))
	press(t, ada, kb.Enter)
	focusIs(t, ada, ".class-bar")
	must(t, teacher.Eval(`[...document.querySelectorAll(".teach-bar .button")].find((b) => b.innerText.startsWith("Everybody look")).focus()`, nil))
	press(t, teacher, kb.Enter)
	must(t, teacher.Wait(`document.querySelector(".teach-list button")`))
	must(t, teacher.Focus(".teach-list li:nth-of-type(2) button"))
	press(t, teacher, kb.Enter)
	says(t, ada, "Everybody look here")
	must(t, teacher.Wait(`document.activeElement.innerText.startsWith("Everybody is asked")`))

	// The grid says in words what it shows: who is away, and at which step somebody is.
	must(t, ada.Open("about:blank"))
	must(t, teacher.Wait(`document.querySelector(".teach-table th[scope=row]").textContent.includes("away") && document.querySelector(".teach-table td.here").textContent.includes("at this step")`))
}

// TestWorkshopByKeyboard follows and presents with keys alone: questions, hands and answers are read aloud.
func TestWorkshopByKeyboard(t *testing.T) {
	t.Parallel()
	site := workshopSite(t)
	grace, code := present(t, site)
	fred := follow(t, site, code, "Fred")
	announces(t, grace, "presenting")
	announces(t, fred, "following")
	inBarFocus := func(tab *Tab, words string) {
		t.Helper()
		button := fmt.Sprintf(`[...document.querySelectorAll(".workshop-host button")].find((b) => b.innerText.trim().startsWith(%q))`, words)
		must(t, tab.Wait(button))
		must(t, tab.Eval(button+`.focus()`, nil))
	}
	inBarFocus(fred, "Raise a hand")
	press(t, fred, kb.Enter)
	says(t, grace, "1 hand up")
	must(t, grace.Wait(`document.querySelector("button[aria-label*='hand up']")`))
	must(t, grace.Focus("button[aria-label*='hand up']"))
	press(t, grace, kb.Enter)
	must(t, grace.Wait(`document.activeElement.getAttribute("aria-description") === "Fred"`))
	press(t, grace, kb.Enter)                                                              // lowers it
	must(t, grace.Wait(`document.activeElement.matches(".workshop-bar, .workshop-host")`)) // its menu is gone
	inBarFocus(grace, "Ask")
	press(t, grace, kb.Enter)
	focusIs(t, grace, "input[name=kind]")
	announces(t, grace, "asking")
	press(t, grace, kb.Enter)
	says(t, fred, "Question: How many operations are left?")
	must(t, fred.Focus(".workshop-number"))
	must(t, fred.Type("6"))
	press(t, fred, kb.Enter)
	says(t, fred, "Your answer is 6")
	heard, err := fred.Spoken()
	must(t, err)
	for _, s := range heard {
		if strings.Contains(s.Name, "operations →") || s.Role == "treegrid" || s.Role == "row" {
			t.Errorf("expected no results before the answer is told, found %s %q", s.Role, s.Name)
		}
	}
	must(t, grace.Focus(".workshop-truth"))
	press(t, grace, kb.Enter)
	says(t, fred, "It is 6.")
	focusIs(t, grace, ".workshop-question") // the form is gone
	inBarFocus(grace, "Done")
	press(t, grace, kb.Enter)
	must(t, grace.Wait(`document.activeElement.matches(".workshop-host")`))
}

// goesAround presses Tab from the top of the page to its end: every stop is in view and marked, none comes twice, and an editor is left with
// Escape.
func goesAround(t *testing.T, tab *Tab, what string) {
	t.Helper()
	const stop = `(() => {
		const e = document.activeElement;
		if (e === document.body) return "end";
		const again = e.dataset.stopped;
		e.dataset.stopped = "yes";
		const box = e.getBoundingClientRect(), inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
		const marked = [e, e.nextElementSibling].some((at) => at && (getComputedStyle(at).outlineStyle !== "none" || getComputedStyle(at).boxShadow !== "none"));
		const isEditor = e.matches(".cm-content");
		return (again ? "again " : "") + (inView ? "" : "out of view ") + (marked || isEditor ? "" : "not marked ") + (isEditor ? "editor" : "");
	})()`
	must(t, tab.Eval(`document.activeElement.blur()`, nil))
	stops := 0
	for said := ""; said != "end"; stops++ {
		must(t, tab.Press(kb.Tab))
		must(t, tab.Eval(stop, &said))
		switch said {
		case "editor":
			must(t, tab.Press(kb.Escape))
		case "", "end":
		default:
			var name string
			must(t, tab.Eval(`document.activeElement.ariaLabel ?? document.activeElement.textContent`, &name))
			t.Fatalf("%s: expected a stop of its own that is in view and marked, found that %.60q is %s", what, name, said)
		}
	}
	if stops < 10 {
		t.Errorf("%s: expected ten stops or more, found %d", what, stops)
	}
}

// TestPagesByKeyboard goes around picture, iterations, story, steps, two runs, lab and program with the Tab key, and looks at each as a screen
// reader does.
func TestPagesByKeyboard(t *testing.T) {
	long(t)
	t.Parallel()
	pages := map[string]func(t *testing.T) *Tab{
		"the picture":            func(t *testing.T) *Tab { return read(t, 1280, 720) },
		"the picture on a phone": func(t *testing.T) *Tab { return read(t, 360, 740) },
		"both iterations": func(t *testing.T) *Tab {
			tab := read(t, 1280, 720)
			pressOutside(t, tab, "l")
			must(t, tab.Wait(`document.querySelector(".iterations")`))
			return tab
		},
		"the story": func(t *testing.T) *Tab {
			tab := story(t)
			must(t, tab.Click(onward))
			must(t, tab.Wait(atMoment(2)))
			return tab
		},
		"a step": func(t *testing.T) *Tab { return step(t, 1280, 720) },
		"two runs": func(t *testing.T) *Tab {
			tab := step(t, 1280, 720)
			must(t, tab.Eval(`document.querySelectorAll(".time-choice button")[1].click()`, nil))
			must(t, tab.Wait(`document.querySelector(".run-counts")`))
			return tab
		},
		"a proof": func(t *testing.T) *Tab { return lab(t, "#prove") },
		"a rule":  func(t *testing.T) *Tab { return lab(t, "#rule") },
		"a program": func(t *testing.T) *Tab {
			tab := program(t, "")
			must(t, tab.Wait(`document.querySelector(".engine[data-phase=ended]") && document.querySelectorAll(".op.is-left").length > 3`))
			return tab
		},
	}
	for what, open := range pages {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			tab := open(t)
			must(t, tab.Settled())
			announces(t, tab, what)
			goesAround(t, tab, what)
		})
	}
}
