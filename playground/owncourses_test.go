package playground

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"unbox/classroom/course"
	"unbox/classroom/journal/jetstream/natstest"
	"unbox/playground/secret"
	"unbox/workers"
)

// newCourses reads courses in workers of this test's.
func newCourses(t *testing.T) *course.Reader {
	t.Helper()
	p, err := workers.New(workers.Config{AllowRoot: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	r := course.New(p)
	t.Cleanup(r.Close)
	return r
}

const ownStep = "first-chapter/first-step"

// courseBody is a request with the course that authors begin with, whose tests have a comment.
func courseBody(t *testing.T, comment string, more string) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range []string{"01-first-chapter/chapter.md", "01-first-chapter/01-first-step.md"} {
		text, err := os.ReadFile("../cmd/unbox/lesson_template/" + name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(strings.Replace(string(text), "```tests\n", "```tests\n# "+comment+"\n", 1)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"name":"mine.zip","file":%q%s}`, base64.StdEncoding.EncodeToString(b.Bytes()), more)
}

// ownSites are servers with classes, and with what reads courses of theirs.
func ownSites(t *testing.T, count int) []*schoolSite {
	t.Helper()
	files := fstest.MapFS{"index.html": {Data: []byte("x")}, "lesson.html": {Data: []byte("<title>__TITLE__</title>__BODY__")}, "assets/a.js": {Data: []byte("1")}}
	reader, url, key, secrets := newCourses(t), natstest.Start(t), secret.New(), make(chan string, count)
	var all []*schoolSite
	for range count {
		k, handler, err := sharedHandlerOf(t.Context(), url, key, tellSecret(secrets), Config{Files: files, Courses: reader, Lessons: &told{answer: `{"status":"pass","tests":[{},{}]}`}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(k.Close)
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		all = append(all, &schoolSite{t: t, url: server.URL})
		if _, err := k.Where(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	word := <-secrets
	for _, s := range all {
		s.secret = word
	}
	return all
}

// TestOwnCourseOfAClass: lessons that a teacher brings at one server are read, and pass, at another, and count in that class only.
func TestOwnCourseOfAClass(t *testing.T) {
	t.Parallel()
	sites := ownSites(t, 2)
	here, there := sites[0], sites[1]
	owner := there.owner()
	id, code := there.class(owner)
	other, _ := there.class(owner)
	word := "X-Unbox-Class: " + joinClass(t, there, code, "Ada")
	bring := "/teach/classes/" + id + "/course"
	for _, c := range []struct {
		name, body, cookie string
		status             int
		want               string
	}{
		{"nobody", courseBody(t, "1", ""), "X-Other: 1", http.StatusUnauthorized, "sign"},
		{"a learner", courseBody(t, "1", ""), word, http.StatusUnauthorized, "sign"},
		{"no ZIP file", `{"file":"aGVsbG8="}`, owner, http.StatusBadRequest, "expected a ZIP file"},
		{"the same, tried", `{"file":"aGVsbG8=","try":true}`, owner, http.StatusOK, `"wrong":"expected a ZIP file`},
		{"too long", `{"file":"` + strings.Repeat("A", 3<<20) + `"}`, owner, http.StatusRequestEntityTooLarge, "expected a file of at most 2097152 bytes, found a longer one"},
		{"tried", courseBody(t, "1", `,"try":true`), owner, http.StatusOK, `"steps":1`},
	} {
		if status, answer, _ := there.ask(bring, c.body, c.cookie); status != c.status || !strings.Contains(answer, c.want) {
			t.Errorf("%s: expected status %d and %s, found %d %s", c.name, c.status, c.want, status, answer)
		}
	}
	if status, answer, _ := there.ask("/own/"+id+"/", ""); status != http.StatusNotFound {
		t.Errorf("expected no lessons before they are there, found %d %s", status, answer)
	}
	if status, answer, _ := there.ask(bring, courseBody(t, "1", ""), owner); status != http.StatusOK || !strings.Contains(answer, `"added":[{"id":"`+ownStep) {
		t.Fatalf("expected lessons for the class, found %d %s", status, answer)
	}
	for _, site := range sites {
		for path, want := range map[string]string{
			"": "The lessons of your class", "first-chapter/": "A first step", ownStep: "data-base=\"/own/" + id + "/\"",
			ownStep + "/step.json": `"lessons":1`, ownStep + "/solution.json": "def count", "search.json": "first-step",
		} {
			if status, answer, _ := site.ask("/own/"+id+"/"+path, ""); status != http.StatusOK || !strings.Contains(answer, want) {
				t.Errorf("%q: expected %s, found %d %s", path, want, status, answer)
			}
		}
		if status, _, _ := site.ask("/own/"+other+"/", ""); status != http.StatusNotFound {
			t.Errorf("expected no lessons of the other class's own, found status %d", status)
		}
		status, answer, _ := site.ask("/own/"+id+"/"+ownStep+"/run", `{"code":"mine"}`, word)
		var run struct{ Receipt json.RawMessage }
		if json.Unmarshal([]byte(answer), &run) != nil || status != http.StatusOK || run.Receipt == nil {
			t.Fatalf("expected a receipt, found %d %s", status, answer)
		}
		if _, answer, _ := site.ask("/own/"+id+"/receipt", fmt.Sprintf(`{"receipt":%s,"code":"mine"}`, run.Receipt)); !strings.Contains(answer, `"valid":true`) {
			t.Errorf("expected a valid receipt, found %s", answer)
		}
		if status, answer, _ := site.ask("/own/"+id+"/first-chapter/nothing/run", `{"code":"mine"}`, word); status != http.StatusNotFound {
			t.Errorf("expected no such step, found %d %s", status, answer)
		}
	}
	results := func() string {
		t.Helper()
		_, answer, _ := here.ask("/teach/classes/"+id+"/results?form=long", "", owner)
		return answer
	}
	if rows := results(); !strings.Contains(rows, ownStep+",1.1,A first step,yes") || !strings.Contains(rows, ",1\n") {
		t.Errorf("expected a result of version 1, found %s", rows)
	}
	if _, file, _ := here.ask(bring+".zip", "", owner); !strings.HasPrefix(file, "PK") {
		t.Errorf("expected the file, found %q", file[:min(20, len(file))])
	}
	if status, answer, _ := here.ask(bring, courseBody(t, "2", `,"again":true`), owner); status != http.StatusOK || !strings.Contains(answer, `"done":1`) {
		t.Errorf("expected that a result counts no more, found %d %s", status, answer)
	}
	if rows := results(); !strings.Contains(rows, "A first step,no") {
		t.Errorf("expected no result of version 2, found %s", rows)
	}
	if _, answer, _ := there.ask("/own/"+id+"/"+ownStep+"/step.json", ""); !strings.Contains(answer, `"lessons":2`) || !strings.Contains(answer, "# 2") {
		t.Errorf("expected the second version, found %s", answer)
	}
	if status, answer, _ := there.ask("/teach/classes/"+id+"/delete", `{}`, owner); status != http.StatusConflict || !strings.Contains(answer, "found that it was not") {
		t.Errorf("expected that a class that nobody has in a file is kept, found %d %s", status, answer)
	}
	if status, answer, _ := there.ask("/teach/classes/"+id+"/delete", `{"force":true}`, owner); status != http.StatusOK {
		t.Fatalf("expected that the class is deleted, found %d %s", status, answer)
	}
	for _, site := range sites {
		if status, _, _ := site.ask("/own/"+id+"/"+ownStep, ""); status != http.StatusNotFound {
			t.Errorf("expected no lessons of a class that is deleted, found status %d", status)
		}
	}
}

// TestCoursePagesAreBounded: pages of courses are dropped when there are too many, and made again.
func TestCoursePagesAreBounded(t *testing.T) {
	t.Parallel()
	o := &ownLessons{limits: Limits{CoursePages: 100}, made: map[string]ownMade{}}
	for n := range 50 {
		o.keep(fmt.Sprint(n), ownMade{size: 30})
		o.keep(fmt.Sprint(n), ownMade{size: 30})
		if o.bytes > 100 || len(o.made) != len(o.order) || len(o.made) > 3 {
			t.Fatalf("expected at most 100 bytes, found %d of %d pages", o.bytes, len(o.made))
		}
	}
}
