package main

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"unbox/classroom/journal/sqlite"
	"unbox/classroom/workshop"
	"unbox/playground/secret"
)

// TestKeptWorkshop takes a workshop out of a server's folder, while the server runs, as a page and as the skeleton of a lesson.
func TestKeptWorkshop(t *testing.T) {
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	kept, err := sqlite.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	hall := workshop.NewHall(workshop.Options{Journal: kept, Key: secret.New(), Log: slog.New(slog.DiscardHandler)})
	code, word, err := hall.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	feed, _, err := hall.Enter(t.Context(), code, workshop.Hello{Word: word, Client: "c"})
	if err != nil {
		t.Fatal(err)
	}
	steps := `{"counter":1,"step":{"change":[[0,"[i0]","i1 = int_add(i0, 0) # </script>","jump(i1)",""]]}},{"counter":2,"step":{"view":{"passes":["fold"],"to":1}}},{"counter":3,"step":{"checkpoint":"</script><b>"}}`
	if answer, err := hall.Say(code, word, "c", []byte(`{"kind":"push","version":1,"steps":[`+steps+`]}`)); err != nil || answer != nil {
		t.Fatalf("expected steps that are taken, found %s, %v", answer, err)
	}
	feed.Close()
	work := func(want int, args ...string) string {
		t.Helper()
		var out, wrong bytes.Buffer
		if code := run(append(append([]string{"workshop"}, args...), "--data", data), strings.NewReader(""), &out, &wrong); code != want {
			t.Fatalf("%v: expected the exit code %d, found %d, %s", args, want, code, wrong.String())
		}
		return out.String() + wrong.String()
	}
	safe := func() bool {
		s, err := workshop.ReadSession(t.Context(), kept, code)
		return err == nil && momentsOf(t, s) == 4
	}
	for !safe() { // what is said is told at once, and written soon
	}
	if got := work(exitGood, "list"); !strings.HasPrefix(got, code+"  20") {
		t.Errorf("expected the workshop %s, found %s", code, got)
	}
	page := filepath.Join(dir, "page.html")
	work(exitGood, "page", strings.ToLower(code), page)
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"unboxSession":1`, `"shown":[[3,0]]`, `"unboxTrace":1`, `\u003c/script\u003e`} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("expected a page with %s", want)
		}
	}
	if n := bytes.Count(text, []byte("</script>")); n != 2 {
		t.Errorf("expected the ends of two scripts, found %d", n)
	}
	course := filepath.Join(dir, "course")
	work(exitGood, "lesson", code, course)
	for _, verb := range [][]string{{"lint", course}, {"test", "--native", course}} {
		var out, wrong bytes.Buffer
		if code := run(append([]string{"lesson"}, verb...), strings.NewReader(""), &out, &wrong); code != exitGood {
			t.Errorf("%v: expected a course that is accepted, found %s%s", verb, out.String(), wrong.String())
		}
	}
	for want, args := range map[string][]string{
		"expected a word (`list`, `page`, `lesson`) after `workshop`, found nothing":                               nil,
		"expected a word (`list`, `page`, `lesson`), found `sing`":                                                 {"sing"},
		"expected `unbox workshop page CODE FILE`, found `page " + code:                                            {"page", code},
		"expected the code of a workshop, six letters and digits, found `x`":                                       {"page", "x", page},
		"expected the code of a workshop, found `222222`, which no workshop has; `unbox workshop list` lists them": {"page", "222222", page},
		fmt.Sprintf("expected an empty folder or a new name, found `%s` with something in it", course):             {"lesson", code, course},
	} {
		if got := work(exitUnusable, args...); !strings.Contains(got, want) {
			t.Errorf("%v: expected %q, found %q", args, want, got)
		}
	}
}

// momentsOf is how many moments a session has.
func momentsOf(t *testing.T, s *workshop.Session) (n int) {
	t.Helper()
	if err := s.Moments(func(workshop.Moment) { n++ }); err != nil {
		t.Fatal(err)
	}
	return n
}
