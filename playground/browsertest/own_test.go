package browsertest

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"strings"
	"testing"

	packed "unbox/classroom/course"
	"unbox/playground"
	"unbox/workers"
)

// courseFile packs the course that authors begin with, each of its files after a change.
func courseFile(t *testing.T, changed func(name, text string) string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"01-first-chapter/chapter.md", "01-first-chapter/01-first-step.md"} {
		text, err := os.ReadFile("../../cmd/unbox/lesson_template/" + name)
		must(t, err)
		w, err := z.Create("mine/" + name)
		must(t, err)
		_, err = w.Write([]byte(changed(name, string(text))))
		must(t, err)
	}
	must(t, z.Close())
	return base64.StdEncoding.EncodeToString(b.Bytes())
}

// bringFile chooses a file in the dialog of a class's lessons.
func bringFile(t *testing.T, tab *Tab, name, file string) {
	t.Helper()
	must(t, tab.Wait(`document.querySelector(".teach-course[open] input[type=file]:not(:disabled)")`))
	must(t, tab.Eval(fmt.Sprintf(`(() => {
		const all = new DataTransfer(), field = document.querySelector(".teach-course input[type=file]");
		all.items.add(new File([Uint8Array.from(atob(%q), (c) => c.charCodeAt(0))], %q));
		field.files = all.files;
		field.dispatchEvent(new Event("change", { bubbles: true }));
	})()`, file, name), nil))
}

func pressIn(t *testing.T, tab *Tab, dialog, words string) {
	t.Helper()
	must(t, tab.Eval(fmt.Sprintf(`[...document.querySelectorAll(".%s .button")].find((b) => b.innerText.startsWith(%q)).click()`, dialog, words), nil))
}

const countRight = `def count(bb, name):
    n = 0
    for op in bb:
        if op.name == name:
            n += 1
    return n
`

// TestOwnLessons has a teacher bring lessons for one class: what is wrong with a file is said, a learner works through them and passes on the
// server, and a new version finds the page that is open.
func TestOwnLessons(t *testing.T) {
	long(t)
	t.Parallel()
	pool, err := workers.New(workers.Config{AllowRoot: true})
	must(t, err)
	t.Cleanup(pool.Close)
	reader := packed.New(pool)
	t.Cleanup(reader.Close)
	site, _, word := classSite(t, func(c *playground.Config) { c.Courses = reader })
	teacher, code := teachClass(t, site, word)
	learner := joinClass(t, site, code, "Ada")
	same := func(_, text string) string { return text }
	choose(t, teacher, "Class menu", "Lessons")
	must(t, teacher.Wait(has(".teach-course", "uses the server’s lessons")))
	expectLooks(t, teacher, "own-lessons-none")
	bringFile(t, teacher, "x.zip", base64.StdEncoding.EncodeToString([]byte("no ZIP file")))
	must(t, teacher.Wait(has(".teach-course [role=alert]", "xpected a ZIP file that can be read")))
	bringFile(t, teacher, "mine.zip", courseFile(t, func(_, text string) string { return strings.ReplaceAll(text, "title:", "titel:") }))
	must(t, teacher.Wait(has(".teach-course [role=alert]", "These lessons cannot be used yet")+" && "+has(".teach-course [aria-label=Problems]", "01-first-chapter/chapter.md:")))
	expectLooks(t, teacher, "own-lessons-wrong")
	bringFile(t, teacher, "mine.zip", courseFile(t, same))
	must(t, teacher.Wait(has(".teach-plan", "mine.zip: 1 step")+" && "+has(".teach-plan", "A first step")))
	expectLooks(t, teacher, "own-lessons-preview")
	pressIn(t, teacher, "teach-course", "Use these lessons")
	must(t, teacher.Wait(has(".teach-course", "version 1, 1 step")))
	expectLooks(t, teacher, "own-lessons")

	must(t, learner.Wait(has(".class-steps", "A first step")+` && document.querySelectorAll(".class-steps li").length === 1`))
	must(t, learner.Click(".class-steps a"))
	must(t, learner.Wait(`location.pathname.startsWith("/own/")`))
	must(t, learner.Judged("fail"))
	must(t, learner.Solve(countRight))
	must(t, learner.Wait(has(".class-bar", "This step counts as done")))
	expectLooks(t, learner, "own-lessons-step")
	var apart []string
	must(t, learner.Eval(`Object.keys(localStorage).filter((k) => k.startsWith("unbox:lesson:1:progress"))`, &apart))
	if len(apart) != 1 || !strings.HasPrefix(apart[0], "unbox:lesson:1:progress:own:") {
		t.Errorf("expected that what is kept of a class's lessons lies apart, found %v", apart)
	}

	bringFile(t, teacher, "mine.zip", courseFile(t, func(_, text string) string {
		return strings.ReplaceAll(text, `assert_eq(count(bb, "add"), 2)`, `assert_eq(count(bb, "add"), 2, "both")`)
	}))
	must(t, teacher.Wait(has(".teach-plan", "1 with other tests")+" && "+has(".teach-plan", "(1 result)")))
	must(t, teacher.Click(".teach-plan input[type=checkbox]"))
	expectLooks(t, teacher, "own-lessons-second")
	pressIn(t, teacher, "teach-course", "Use these lessons")
	must(t, teacher.Wait(has(".teach-course", "version 2, 1 step")))
	must(t, learner.Wait(has(".class-bar", "brought a new version")))
	expectLooks(t, learner, "own-lessons-old")
	must(t, learner.Click(".class-bar .primary"))
	must(t, learner.Wait(has(".class-bar", "This step counts as done"))) // it passes again, by itself
	must(t, learner.Open(site.URL+foldStep))
	must(t, learner.Wait(has(".class-bar", "These are not the lessons of your class")))
	expectLooks(t, learner, "own-lessons-apart")
	must(t, learner.Click(".class-bar .primary"))
	must(t, learner.Wait(has("h1", "The lessons of your class")+` && document.querySelector("li.done")`))
	expectLooks(t, learner, "own-lessons-contents")

	pressIn(t, teacher, "teach-course", "Back to the server")
	must(t, teacher.Wait(has(".teach-plan", "The server’s lessons")+" && "+has(".teach-plan", "1 result of steps that are gone is kept")))
	pressIn(t, teacher, "teach-course", "Use these lessons")
	must(t, teacher.Wait(has(".teach-course", "uses the server’s lessons")))
}
