package school

import (
	"fmt"
	"strings"
	"testing"
)

// typedIn are the texts that somebody types in a class about one learner, each in a place of its own.
var typedIn = []string{
	"secretive_nick", "secretive_draft", "secretive_earlier", "secretive_program", "secretive_test", "secretive_words", "secretive_answer",
	"secretive_note", "secretive_base", "secretive_suggested", "secretive_remark", "secretive_other_draft", "secretive_other_note",
}

// tellsAll has a learner and a teacher type all of it, one seat in the place of two.
func (s *site) tellsAll(c *Class, code string, clock *int64) (word string) {
	s.t.Helper()
	joined, other := must(s.school.Join(code, "secretive_nick", "")), must(s.school.Join(code, "secretive_2", ""))
	seat, second := must(s.school.Seat(joined.Word)), must(s.school.Seat(other.Word))
	page := s.enter(joined.Word)
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":0,"change":[[0,"secretive_earlier"]]}`))
	hears[keptFrame](s.t, page, "kept")
	*clock += 2 * pastPause
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":1,"change":[[17,"secretive_draft"]]}`))
	hears[keptFrame](s.t, page, "kept")
	page.Say([]byte(`{"kind":"tried","step":"a/one","status":"fail","test":"secretive_test","words":"secretive_words","passed":0,"total":1,"run":"r1"}`))
	hears[toldFrame](s.t, page, "told")
	page.Say(fmt.Appendf(nil, `{"kind":"answered","question":%q,"place":"a/one","right":true,"answer":"secretive_answer","run":"r2"}`, questions[0].ID))
	hears[toldFrame](s.t, page, "told")
	if err := seat.Passed(s.t.Context(), Run{Step: "a/two", Code: "secretive_program", Total: 1, Receipt: []byte("{}")}); err != nil {
		s.t.Fatal(err)
	}
	if err := s.school.Suggest(s.t.Context(), s.owner, c.id, Suggesting{Seat: seat.id, Step: "a/one", Base: "secretive_base", Text: "secretive_suggested", Words: "secretive_remark"}); err != nil {
		s.t.Fatal(err)
	}
	s.writes(other.Word, "a/two", "secretive_other_draft", "")
	for _, act := range []Act{{Say: &Said{Seat: seat.id, Text: "secretive_note"}}, {Say: &Said{Seat: second.id, Text: "secretive_other_note"}}, {Merge: &Merged{second.id, seat.id}}} {
		if err := s.do(c.id, act); err != nil {
			s.t.Fatal(err)
		}
	}
	return joined.Word
}

// TestAllThatIsTypedIsSavedAndErased types a text into every place where there can be one about a learner: what the learner saves has all of them, and
// after the learner's deletion, the teacher's, or that of the class, no file has a byte of any.
func TestAllThatIsTypedIsSavedAndErased(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"learner", "teacher", "class"} {
		s := newSite(t)
		clock := int64(1000)
		s.now = func() int64 { return clock }
		s.restart()
		c, code := s.class()
		word := s.tellsAll(c, code, &clock)
		seat := must(s.school.Seat(word))
		own := string(marshal(must(seat.Own(t.Context()))))
		for _, text := range typedIn {
			if !strings.Contains(own, text) {
				t.Errorf("expected `%s` in what the learner saves, found %s", text, own)
			}
		}
		var err error
		switch how {
		case "learner":
			err = seat.Forget(t.Context())
		case "teacher":
			err = s.do(c.id, Act{Remove: seat.id})
		case "class":
			err = s.school.CloseClass(t.Context(), s.owner, c.id, true)
		}
		if err != nil {
			t.Fatal(err)
		}
		if inFiles(t, s.dir, "secretive") {
			t.Errorf("%s: expected no byte of what was typed, found some", how)
		}
		s.restart()
		if inFiles(t, s.dir, "secretive") {
			t.Errorf("%s: expected no byte of what was typed after a restart, found some", how)
		}
	}
}
