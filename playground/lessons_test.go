package playground

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"

	"unbox/tutorials/lesson"
)

const (
	chapterText = "---\ntitle: Lines\nsummary: All about lines.\n---\nHello.\n"
	stepText    = "---\ntitle: One\nidea: One idea.\npass: f\nrandom: {traces: toy add}\n---\nSome *text* with __BODY__ in it.\n\n" +
		"```starter\nx = 1\n```\n```tests\ndef test_x(): pass\n```\n```hint\nA `b`.\n```\n```hint\nB\n```\n```hint\nC\n```\n" +
		"```solution\nx = 2\n```\n```wrong message=m\nx = 3\n```\n```wrong message=m\nx = 4\n```\n"
)

// lessonSite is a server with one chapter of one step.
func lessonSite(t *testing.T, files fstest.MapFS) http.Handler {
	t.Helper()
	course, err := lesson.Load(fstest.MapFS{
		"01-lines/chapter.md": {Data: []byte(chapterText)},
		"01-lines/01-one.md":  {Data: []byte(stepText)},
	})
	if err != nil {
		t.Fatal(err)
	}
	h, err := New(Config{Files: files, Version: "v1<&>", Course: course})
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func builtLessons(t *testing.T) http.Handler {
	return lessonSite(t, lessonFiles)
}

var lessonFiles = fstest.MapFS{
	"index.html":   {Data: []byte("<html>")},
	"assets/x.css": {Data: []byte("x")},
	"lesson.html":  {Data: []byte(`<html data-version="__VERSION__" data-live="__LIVE__"><title>__TITLE__</title><meta content="__DESCRIPTION__"><main>__BODY__</main>`)},
}

func TestLessonPages(t *testing.T) {
	h := builtLessons(t)
	for path, want := range map[string][]string{
		"/lessons/":       {"<title>Lessons</title>", `href="/lessons/lines/"`, `href="/lessons/lines/one"`, `data-version="v1&lt;&amp;&gt;" data-live=""`},
		"/lessons/lines/": {"<title>Lines</title>", `<meta content="All about lines.">`, "<p>Hello.</p>", `rel="next" href="/lessons/lines/one"`},
		"/lessons/lines/one": {"<title>One · Lines</title>", "<em>text</em>", `data-step="lines/one"`, `aria-current="page"`,
			"Some <em>text</em> with <strong>BODY</strong> in it.", `rel="prev" href="/lessons/lines/"`},
	} {
		r := ask(t, h, "GET", path)
		if r.StatusCode != http.StatusOK {
			t.Fatalf("%s: expected 200, found %d", path, r.StatusCode)
		}
		text := body(t, r)
		for _, part := range want {
			if !strings.Contains(text, part) {
				t.Errorf("%s: expected %s, found\n%s", path, part, text)
			}
		}
		if strings.Contains(text, "x = 2") {
			t.Errorf("%s: expected no solution in the page", path)
		}
	}
}

func TestLessonData(t *testing.T) {
	h := builtLessons(t)
	var data struct {
		Starter, Tests string
		Hints          []string
	}
	if err := json.Unmarshal([]byte(body(t, ask(t, h, "GET", "/lessons/lines/one/step.json"))), &data); err != nil {
		t.Fatal(err)
	}
	if data.Starter != "x = 1\n" || data.Tests != "def test_x(): pass\n" || len(data.Hints) != 3 || data.Hints[0] != "<p>A <code>b</code>.</p>\n" {
		t.Errorf("got %+v", data)
	}
	if got := body(t, ask(t, h, "GET", "/lessons/lines/one/solution.json")); got != "{\"solution\":\"x = 2\\n\"}\n" {
		t.Errorf("solution: got %s", got)
	}
	var found []struct{ Path, Text string }
	if err := json.Unmarshal([]byte(body(t, ask(t, h, "GET", "/lessons/search.json"))), &found); err != nil {
		t.Fatal(err)
	}
	if len(found) < 100 || found[2].Path != "/lessons/language" || found[1].Path != "/lessons/lines/one" || strings.Contains(found[1].Text, "x = 1") {
		t.Errorf("search: got %+v", found[:3])
	}
}

func TestLessonsAreNotThere(t *testing.T) {
	for path, code := range map[string]int{
		"/lessons/lines/two": http.StatusNotFound,
		"/lessons/other/":    http.StatusNotFound,
		"/lesson":            http.StatusNotFound,
	} {
		if r := ask(t, builtLessons(t), "GET", path); r.StatusCode != code {
			t.Errorf("%s: expected %d, found %d", path, code, r.StatusCode)
		}
	}
	if r := ask(t, lessonSite(t, fstest.MapFS{}), "GET", "/lessons/"); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("not built: expected 503, found %d", r.StatusCode)
	}
}

// TestMarksInTexts has each mark of the frame in each text of a course: they are words like
// any other, and the page is whole.
func TestMarksInTexts(t *testing.T) {
	for _, mark := range []string{titleMark, descriptionMark, bodyMark, liveMark, versionMark, machineMark} {
		name := strings.Trim(mark, "_")
		course, err := lesson.Load(fstest.MapFS{
			"01-lines/chapter.md": {Data: []byte(strings.Replace(chapterText, "title: Lines\nsummary: All about lines.", "title: All "+mark+"\nsummary: About "+mark+".", 1))},
			"01-lines/01-one.md":  {Data: []byte(strings.Replace(stepText, "title: One\nidea: One idea.", "title: One "+mark+"\nidea: An idea "+mark+".", 1))},
		})
		if err != nil {
			t.Fatal(err)
		}
		h, err := New(Config{Files: lessonFiles, Version: "v1" + mark, Course: course})
		if err != nil {
			t.Fatal(err)
		}
		text := body(t, ask(t, h, "GET", "/lessons/lines/one"))
		for _, want := range []string{
			"<title>One " + mark + " · All " + mark + "</title>", `<meta content="An idea ` + mark + `.">`, `data-version="v1` + mark + `"`, "Some <em>text</em>",
		} {
			if strings.Count(text, want) != 1 {
				t.Errorf("%s: expected `%s` once, found\n%s", name, want, text)
			}
		}
	}
}
