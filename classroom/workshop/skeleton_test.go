package workshop

import (
	"encoding/json"
	"strings"
	"testing"
	"testing/fstest"

	"unbox"
	"unbox/examples"
	"unbox/tutorials/check"
	"unbox/tutorials/lesson"
)

// TestSkeletonIsALesson makes courses of sessions: Lint accepts them, whatever was written in the session, and what was written is text there.
func TestSkeletonIsALesson(t *testing.T) {
	t.Parallel()
	boxes := examples.All()[0].Text
	view := func(text string) Step { return Step{View: []byte(text)} }
	ask := func(id int, text, truth string, choices ...string) []Step {
		kind := "choice"
		if len(choices) == 0 {
			kind = "number"
		}
		return []Step{{Ask: &Question{ID: id, Text: text, Kind: kind, Choices: choices}}, {Reveal: &Reveal{id, truth}}, {Done: id}}
	}
	hostile := "---\ntitle: x\n</script><script>alert(1)</script>\n~~~~\n```solution\n* [a](javascript:alert(1)) `b` <b>\x00\u2028"
	for name, c := range map[string]struct {
		text  string
		steps []Step
		want  []string // in one of the files
		files int
	}{
		"nothing":            {"", nil, []string{"title: \"What was presented\""}, 2},
		"a trace":            {boxes, []Step{view(`{"passes":["peel","virtual"]}`), {Checkpoint: "Boxes"}}, []string{"~~~trace passes=\"peel,virtual\"\n", "title: \"Boxes\""}, 2},
		"unknown passes":     {boxes, []Step{view(`{"passes":["\" title=\"x"]}`), {Checkpoint: "Boxes"}}, []string{"~~~trace\n"}, 2},
		"a view of nonsense": {boxes, []Step{view(`{"passes":7}`), {Checkpoint: "Boxes"}}, []string{"~~~trace\n"}, 2},
		"a program":          {"def f():\n    return 1\n", []Step{view(`{"page":"/lessons/a/b"}`), {Checkpoint: "f"}}, []string{"~~~python\ndef f"}, 2},
		"hostile": {hostile, append(append(ask(1, hostile, hostile[:20], hostile[:20], hostile[:30]), ask(2, hostile, "")...), Step{Checkpoint: strings.ReplaceAll(hostile, "\n", " ")[:70]}, Step{Checkpoint: "~~~"}),
			[]string{"~~~~~text\n---", "right: true", `\u003cscript`, `\<\/script\>`}, 3},
		"names that others get": {boxes, []Step{{Checkpoint: "Same"}, {Checkpoint: "Same 2"}, {Checkpoint: "same!"}}, []string{"title: \"same!\""}, 4},
		"questions": {boxes, append(append(ask(1, "How many are left?", "3"), ask(2, "Does it go?", "Yes", "Yes", "No")...), Step{Checkpoint: "Same"}, Step{Checkpoint: "same!"}, Step{Checkpoint: "Same 2"}),
			[]string{`{text: "4", why`, `{text: "3", right: true, why`, `question: "Does it go?"`}, 4},
	} {
		s := newSite(t)
		p := s.open()
		if c.text != "" {
			insert := []any{0}
			for line := range strings.SplitSeq(c.text, "\n") {
				insert = append(insert, line)
			}
			change, err := json.Marshal([]any{insert})
			if err != nil {
				t.Fatal(err)
			}
			p.step(Step{Change: change})
		}
		for _, step := range c.steps {
			p.step(step)
		}
		p.feed.room.drain()
		files, err := s.hall.Lesson(t.Context(), p.code, p.word)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(files) != c.files {
			t.Errorf("%s: expected %d files, found %d", name, c.files, len(files))
		}
		folder, all := fstest.MapFS{}, ""
		for _, f := range files {
			folder[f.Name] = &fstest.MapFile{Data: []byte(f.Text)}
			all += f.Text
		}
		course, err := lesson.Load(folder)
		if err == nil {
			err = check.Course(course, unbox.Sources(), nil)
		}
		if err != nil {
			t.Errorf("%s: expected a course that is accepted, found this: %v\n%s", name, err, all)
			continue
		}
		for _, want := range c.want {
			if !strings.Contains(all, want) {
				t.Errorf("%s: expected %q, found\n%s", name, want, all)
			}
		}
		if _, err := s.hall.Lesson(t.Context(), p.code, ""); err == nil {
			t.Errorf("%s: expected that a stranger gets none", name)
		}
	}
}

// TestSessionHasWhatHappened reads a session whose steps are in a past and in a journal, as it is for what is made of it.
func TestSessionHasWhatHappened(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	for range snapshotEvery + 20 {
		p.write("x")
	}
	p.step(Step{View: []byte(`{"passes":["cse"],"to":1}`)})
	p.step(Step{Checkpoint: "here"})
	p.feed.room.drain()
	read, err := ReadSession(t.Context(), s.kept, p.code)
	if err != nil {
		t.Fatal(err)
	}
	var all []Moment
	if err := read.Moments(func(m Moment) { all = append(all, m) }); err != nil {
		t.Fatal(err)
	}
	if want := snapshotEvery + 20 + 3; len(all) != want {
		t.Fatalf("expected %d moments, found %d", want, len(all))
	}
	last := all[len(all)-1]
	if !last.Named || !last.Trace || last.To != 1 || len(last.Passes) != 1 || last.Text != strings.Repeat("x", snapshotEvery+20) || all[5].Named {
		t.Errorf("expected the checkpoint as the last moment, found %+v", last)
	}
	list, err := All(t.Context(), s.kept)
	if err != nil || len(list) != 1 || list[0].Code != p.code || read.Opened().IsZero() {
		t.Errorf("expected one workshop, found %v, %v", list, err)
	}
}
