package school

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
)

// files reads a ZIP file.
func files(t *testing.T, data []byte) map[string]string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name] = string(must(io.ReadAll(r)))
	}
	return all
}

// full fails after some bytes, as a disk without room does.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errors.New("no room")
	}
	return len(p), nil
}

// TestArchive has all that is kept of a class in one file: drafts, programs that passed, notes, roster, tables and its own lessons; no rejoin
// code, and no path that leads out of the folder. A file that could not be written whole is an error.
func TestArchive(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, _, ada := s.joined("../Ada Lovelace")
	page := s.enter(ada.Word)
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":0,"change":[[0,"drafted"]]}`))
	hears[struct{}](t, page, "kept")
	if err := must(s.school.Seat(ada.Word)).Passed(t.Context(), Run{Step: "a/two", Code: "passed_program", Total: 3, Receipt: []byte(`{}`)}); err != nil {
		t.Fatal(err)
	}
	for _, a := range []Act{{Say: &Said{Seat: c.Report().Learners[0].Seat, Text: "well done"}}, {Say: &Said{Text: "for everybody"}}} {
		if err := s.do(c.id, a); err != nil {
			t.Fatal(err)
		}
	}
	archive := func() map[string]string {
		t.Helper()
		var b bytes.Buffer
		if err := s.school.WriteArchive(t.Context(), s.owner, c.id, &b, true); err != nil {
			t.Fatal(err)
		}
		return files(t, b.Bytes())
	}
	all := archive()
	own := all["learners/___Ada Lovelace ("+c.Report().Learners[0].Seat+").json"]
	for _, want := range []string{"drafted", "passed_program", "well done", "../Ada Lovelace"} {
		if !strings.Contains(own, want) {
			t.Errorf("expected %q in what is kept of Ada, found %s", want, own)
		}
	}
	if !strings.Contains(all["notes.json"], "for everybody") || strings.Contains(all["notes.json"], "well done") {
		t.Errorf("expected the note for all alone, found %s", all["notes.json"])
	}
	var kept Own
	if err := json.Unmarshal([]byte(own), &kept); err != nil || kept.Rejoin != "" {
		t.Errorf("expected no rejoin code, found %q, %v", kept.Rejoin, err)
	}
	if !strings.HasPrefix(all["results-wide.csv"], "\ufeffclass,seat,nickname") || !strings.Contains(all["settings.json"], "Europe/Berlin") || all["results-canvas.csv"] != "" || all["lessons.zip"] != "" {
		t.Errorf("expected tables and settings, no gradebook without a roster and no lessons of the server, found %v", all)
	}
	must(s.school.SetCourse(t.Context(), s.owner, c.id, ownCourse("m/new", "h"), []byte("the lessons"), false))
	must(s.school.Import(t.Context(), s.owner, c.id, must(ReadRoster([]byte("id,name\ns1,Ada\n"))), false))
	if all = archive(); all["lessons.zip"] != "the lessons" || !strings.Contains(all["results-canvas.csv"], "Ada") || !strings.Contains(all["roster.json"], "s1") {
		t.Errorf("expected lessons, gradebook and roster, found %v", all)
	}
	if err := s.school.WriteArchive(t.Context(), s.owner, c.id, &full{left: 500}, false); err == nil {
		t.Error("expected an error of a file that is not whole, found none")
	}
	wants(t, s.school.WriteArchive(t.Context(), Account{ID: "other", Role: Teacher}, c.id, io.Discard, false), ErrNoClass.Error())
}
