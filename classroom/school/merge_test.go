package school

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync/atomic"
	"testing"

	"unbox/classroom/journal"
)

// writes has a seat write a text into a step that is empty there, and run a program that passes.
func (s *site) writes(word, step, text, passed string) {
	s.t.Helper()
	page := s.enter(word)
	page.Say(fmt.Appendf(nil, `{"kind":"draft","step":%q,"version":0,"change":[[0,%q]]}`, step, text))
	hears[keptFrame](s.t, page, "kept")
	if passed == "" {
		return
	}
	if err := must(s.school.Seat(word)).Passed(s.t.Context(), Run{Step: step, Code: passed, Total: 1, Receipt: []byte("{}")}); err != nil {
		s.t.Fatal(err)
	}
}

// expectNoDocuments checks that no draft and no program of a seat is kept.
func (s *site) expectNoDocuments(class, seat string) {
	s.t.Helper()
	for _, name := range []string{draftName(seat, "a/one"), greenName(seat, "a/one"), draftName(seat, "a/two"), greenName(seat, "a/two")} {
		if h := must(s.journal.Read(s.t.Context(), journal.Document{Class: classPrefix + class, Name: name}, 0)); h.Version() != 0 {
			s.t.Errorf("expected no document of a seat that is gone, found `%s`", name)
		}
	}
}

// TestMergeKeepsWhatBothHave merges two seats of one learner: what only one of them has in a step is there afterwards, and of two drafts both are, the
// other one as an earlier text. Nothing changes with a restart.
func TestMergeKeepsWhatBothHave(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	clock := int64(1000)
	s.now = func() int64 { clock++; return clock }
	s.restart()
	c, code := s.class()
	from, into := must(s.school.Join(code, "Ada 2", "")), must(s.school.Join(code, "Ada", ""))
	f, i := must(s.school.Seat(from.Word)).id, must(s.school.Seat(into.Word)).id
	s.writes(from.Word, "a/one", "both of from", "passed of from")
	s.writes(from.Word, "a/two", "only of from", "passed only of from")
	s.writes(into.Word, "a/one", "both of into", "")
	if err := s.school.Suggest(t.Context(), s.owner, c.id, Suggesting{Seat: f, Step: "a/two", Base: "only of from", Text: "suggested"}); err != nil {
		t.Fatal(err)
	}
	for _, seat := range []string{f, i, f} {
		if err := s.do(c.id, Act{Say: &Said{Seat: seat, Text: "a note for " + seat}}); err != nil {
			t.Fatal(err)
		}
	}
	open := s.enter(into.Word) // has the step open in which only the other one wrote
	open.Say([]byte(`{"kind":"open","step":"a/two"}`))
	hears[draftFrame](t, open, "draft")
	if err := s.do(c.id, Act{Merge: &Merged{f, i}}); err != nil {
		t.Fatal(err)
	}
	if m := hears[said](t, open, "stale"); m.Step != "a/two" {
		t.Errorf("expected that the page hears that the draft is another one, found %+v", m)
	}
	for range 2 {
		own := must(must(s.school.Seat(into.Word)).Own(t.Context()))
		if want := map[string]string{"a/one": "both of into", "a/two": "only of from"}; !reflect.DeepEqual(own.Drafts, want) {
			t.Errorf("expected the drafts %v, found %v", want, own.Drafts)
		}
		if want := map[string]string{"a/one": "passed of from", "a/two": "passed only of from"}; !reflect.DeepEqual(own.Programs, want) {
			t.Errorf("expected the programs %v, found %v", want, own.Programs)
		}
		if past := own.Past["a/one"]; len(past) != 1 || past[0].Text != "both of from" || len(own.Past["a/two"]) != 0 {
			t.Errorf("expected the other draft as an earlier text, found %v", own.Past)
		}
		if all := own.Suggestions["a/two"]; len(all) != 1 || all[0].Text != "suggested" || own.Steps["a/two"].Waiting != 1 {
			t.Errorf("expected the suggestion that waits, found %+v", own)
		}
		if len(own.Notes) != 3 || !strings.HasSuffix(own.Notes[1].Text, i) {
			t.Errorf("expected the notes of both in their order, found %v", own.Notes)
		}
		s.restart()
	}
	s.expectNoDocuments(c.id, f)
	// However soon the learner goes on, what came from the other seat is remembered.
	page := s.enter(into.Word)
	page.Say([]byte(`{"kind":"open","step":"a/two"}`))
	version := hears[draftFrame](t, page, "draft").Version
	page.Say(fmt.Appendf(nil, `{"kind":"draft","step":"a/two","version":%d,"change":[[12,"rewritten"]]}`, version))
	hears[keptFrame](t, page, "kept")
	own := must(must(s.school.Seat(into.Word)).Own(t.Context()))
	if past := own.Past["a/two"]; own.Drafts["a/two"] != "rewritten" || len(past) != 1 || past[0].Text != "only of from" {
		t.Errorf("expected what came from the other seat as an earlier text, found %v", own)
	}
}

// threeSeats makes a class in which one learner has three seats, with their words and names.
func (s *site) threeSeats() (c *Class, words, ids []string) {
	c, code := s.class()
	for _, nick := range []string{"Ada", "Ada 2", "Ada 3"} {
		j := must(s.school.Join(code, nick, ""))
		words, ids = append(words, j.Word), append(ids, must(s.school.Seat(j.Word)).id)
	}
	return c, words, ids
}

// TestMergedAgainMeanwhile merges a seat into another one, which is merged into a third in the moment in which its documents are read: the third has
// what the first one wrote.
func TestMergedAgainMeanwhile(t *testing.T) {
	t.Parallel()
	for _, document := range []func(seat, step string) string{draftName, greenName} {
		s := newSite(t)
		c, words, ids := s.threeSeats()
		s.writes(words[0], "a/one", "written", "passed")
		h := s.hook()
		var again atomic.Bool
		h.read = func(d journal.Document) {
			if d.Name != document(ids[1], "a/one") || again.Swap(true) {
				return
			}
			if err := s.do(c.id, Act{Merge: &Merged{ids[1], ids[2]}}); err != nil {
				t.Error(err)
			}
		}
		if err := s.do(c.id, Act{Merge: &Merged{ids[0], ids[1]}}); err != nil {
			t.Fatal(err)
		}
		own := must(must(s.school.Seat(words[2])).Own(t.Context()))
		if own.Drafts["a/one"] != "written" || own.Programs["a/one"] != "passed" {
			t.Errorf("expected the draft and the program of the first one, found %v and %v", own.Drafts, own.Programs)
		}
		s.expectNoDocuments(c.id, ids[0])
		s.expectNoDocuments(c.id, ids[1])
	}
}

// TestMergedAgainBeforeItIsDone ends the server in the middle of a merge, after which the seat that stays is merged into a third, or leaves: the third has
// once what the first one wrote, or nothing of it is left.
func TestMergedAgainBeforeItIsDone(t *testing.T) {
	t.Parallel()
	for _, leaves := range []bool{false, true} {
		s := newSite(t)
		c, words, ids := s.threeSeats()
		s.writes(words[0], "a/one", "of_the_first", "")
		h := s.hook()
		h.append = func(_ context.Context, d journal.Document) error {
			if d.Name == draftName(ids[1], "a/one") {
				return journal.ErrClosed
			}
			return nil
		}
		if err := s.do(c.id, Act{Merge: &Merged{ids[0], ids[1]}}); !errors.Is(err, journal.ErrClosed) {
			t.Fatalf("expected that the server has ended, found %v", err)
		}
		s.restart()
		act := Act{Merge: &Merged{ids[1], ids[2]}}
		if leaves {
			act = Act{Remove: ids[1]}
		}
		if err := s.do(c.id, act); err != nil {
			t.Fatal(err)
		}
		s.school.Finish(t.Context())
		own := must(must(s.school.Seat(words[2])).Own(t.Context()))
		if leaves != (own.Drafts["a/one"] != "of_the_first") || len(own.Past["a/one"]) != 0 {
			t.Errorf("leaves %v: expected what the first one wrote once, or nothing, found %+v", leaves, own)
		}
		if leaves == inFiles(t, s.dir, "of_the_first") {
			t.Errorf("leaves %v: expected the text in the files, or no byte of it, found otherwise", leaves)
		}
	}
}
