package school

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"unbox/classroom/journal"
)

// drafted has somebody join and type into a step. It returns the open page, the word and the seat.
func (s *site) drafted(code, nick, text string) (page *Feed, word, seat string) {
	s.t.Helper()
	joined := must(s.school.Join(code, nick, ""))
	page = s.enter(joined.Word)
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	hears[draftFrame](s.t, page, "draft")
	page.Say(fmt.Appendf(nil, `{"kind":"draft","step":"a/one","version":0,"change":[[0,%q]]}`, text))
	hears[keptFrame](s.t, page, "kept")
	return page, joined.Word, strings.Split(joined.Word, ".")[1]
}

// hearsSuggestions reads a feed until suggestions that are as expected: their numbers with what became of them.
func hearsSuggestions(t *testing.T, f *Feed, want string) []Suggestion {
	t.Helper()
	for {
		heard := hears[suggestionsFrame](t, f, "suggestions")
		found := ""
		for _, s := range heard.Suggestions {
			found += fmt.Sprintf("%d%s ", s.ID, s.How)
		}
		if strings.TrimSpace(found) == want {
			return heard.Suggestions
		}
	}
}

// TestSuggestion has somebody who teaches suggest a change of a draft, while the learner types on; the learner accepts it, the teacher sees that,
// and all of it is there after a restart.
func TestSuggestion(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	page, word, seat := s.drafted(code, "Ada", "def f(): pass")
	teacher := must(s.school.Watch(s.owner, c.id, Hello{Client: "t"}))
	t.Cleanup(teacher.Close)
	teacher.Say([]byte(`{"kind":"watch","seat":"` + seat + `","step":"a/one"}`))
	hearsSuggestions(t, teacher, "")
	made := Suggesting{ID: "a-name-that-was-drawn", Seat: seat, Step: "a/one", Base: "def f(): pass", Text: "def f(): return 1", Words: " Try this. "}
	for range 2 { // the answer was lost
		if err := s.school.Suggest(t.Context(), s.owner, c.id, made); err != nil {
			t.Fatal(err)
		}
	}
	told := hearsSuggestions(t, page, "1")[0]
	if told.By != "Grace" || told.Words != "Try this." || told.Base != made.Base || told.Text != made.Text {
		t.Errorf("expected what Grace suggests, found %+v", told)
	}
	hearsSuggestions(t, teacher, "1")
	// What is typed meanwhile is a change of the newest text, whatever was suggested since.
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":1,"change":[13,[0," # mine"]]}`))
	kept := hears[keptFrame](t, page, "kept").Kept["a/one"]
	page.Say(fmt.Appendf(nil, `{"kind":"draft","step":"a/one","version":%d,"change":[9,[4,"return 1"],7]}`, kept))
	hears[keptFrame](t, page, "kept")
	another := s.enter(word)
	var waits []string
	for len(waits) == 0 { // every page of the seat knows where one waits
		waits = hears[classFrame](t, another, "class").Suggested
	}
	if waits[0] != "a/one" {
		t.Errorf("expected a suggestion in a/one, found %v", waits)
	}
	for range 2 { // the answer was lost
		page.Say([]byte(`{"kind":"settled","step":"a/one","suggestion":1,"how":"accepted","run":"s1"}`))
		if told := hears[toldFrame](t, page, "told"); told.Run != "s1" {
			t.Errorf("expected `s1` to be acknowledged, found %+v", told)
		}
	}
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	if d := hears[draftFrame](t, page, "draft"); d.Waiting != 0 {
		t.Errorf("expected that no suggestion waits, found %d", d.Waiting)
	}
	hearsSuggestions(t, teacher, "1accepted")
	if cell := c.state.Seats[seat].Cells["a/one"]; cell.Waiting != 0 {
		t.Errorf("expected that nothing waits, found %+v", cell)
	}
	wants(t, s.school.Withdraw(t.Context(), s.owner, c.id, Withdrawing{seat, "a/one", 1}), "expected a suggestion that waits for an answer")

	s.restart()
	c = must(s.school.Class(s.owner, c.id, true))
	page = s.enter(word)
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	if d := hears[draftFrame](t, page, "draft"); d.Text != "def f(): return 1 # mine" {
		t.Errorf("expected the draft as it was, found %q", d.Text)
	}
	own := must(Seat{class: c, id: seat}.Own(t.Context()))
	if all := own.Suggestions["a/one"]; len(all) != 1 || all[0].How != Accepted || all[0].Text != made.Text {
		t.Errorf("expected the suggestion among what is kept of Ada, found %+v", all)
	}
}

// TestSuggestionsInSnapshots keeps suggestions when the updates that made them are forgotten, and the version from which changes are taken.
func TestSuggestionsInSnapshots(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	page, word, seat := s.drafted(code, "Ada", "a")
	if err := s.school.Suggest(t.Context(), s.owner, c.id, Suggesting{Seat: seat, Step: "a/one", Base: "a", Text: "b"}); err != nil {
		t.Fatal(err)
	}
	version := uint64(1)
	for i := range snapshotEvery + 5 {
		c.mu.Lock()
		clear(c.rates) // a test talks faster than anybody
		c.mu.Unlock()
		page.Say(fmt.Appendf(nil, `{"kind":"draft","step":"a/one","version":%d,"change":[%d,[0,"x"]]}`, version, i+1))
		version = hears[keptFrame](t, page, "kept").Kept["a/one"]
	}
	s.restart()
	page = s.enter(word)
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	d := hears[draftFrame](t, page, "draft")
	if d.Version != version || len(d.Text) != snapshotEvery+6 {
		t.Errorf("expected version %d of %d letters, found version %d of %d", version, snapshotEvery+6, d.Version, len(d.Text))
	}
	if kept := hearsSuggestions(t, page, "1")[0]; kept.Base != "a" || kept.Text != "b" {
		t.Errorf("expected the texts of the suggestion, found %+v", kept)
	}
}

// TestHostileSuggestions has people suggest, answer and withdraw what is not theirs, too much, or nothing.
func TestHostileSuggestions(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ctx := t.Context()
	c, code := s.class()
	page, _, seat := s.drafted(code, "Ada", "a")
	eve, _, _ := s.drafted(code, "Eve", "e")
	helper := must(s.school.Known(must(s.school.Accept(ctx, must(s.school.Invite(ctx, s.owner, Assistant, c.id)), "Alan", password))))
	stranger := must(s.school.Known(must(s.school.Accept(ctx, must(s.school.Invite(ctx, s.owner, Teacher, "")), "Mallory", password))))
	good := Suggesting{Seat: seat, Step: "a/one", Base: "a", Text: "b"}
	with := func(change func(*Suggesting)) Suggesting {
		bad := good
		change(&bad)
		return bad
	}
	for words, bad := range map[string]Suggesting{
		"expected a seat":                   with(func(n *Suggesting) { n.Seat = "nobody" }),
		"expected a step of the course":     with(func(n *Suggesting) { n.Step = "a/none" }),
		"nothing was written in this step":  with(func(n *Suggesting) { n.Step = "b/three" }),
		"at most 65536 characters":          with(func(n *Suggesting) { n.Text = strings.Repeat("x", maxDraft+1) }),
		"expected a remark of at most 2000": with(func(n *Suggesting) { n.Words = strings.Repeat("x", maxWords+1) }),
		"found the same one":                with(func(n *Suggesting) { n.Text = "a" }),
		"expected a request's name":         with(func(n *Suggesting) { n.ID = "<b>" }),
	} {
		wants(t, s.school.Suggest(ctx, s.owner, c.id, bad), words)
	}
	if err := s.school.Suggest(ctx, stranger, c.id, good); !errors.Is(err, ErrNoClass) {
		t.Errorf("expected that a teacher of other classes finds none, found %v", err)
	}
	for range maxOpen {
		if err := s.school.Suggest(ctx, helper, c.id, good); err != nil {
			t.Fatal(err)
		}
	}
	wants(t, s.school.Suggest(ctx, helper, c.id, good), "expected at most 4 suggestions that wait in a draft")

	// Another seat settles nothing here, and an answer is one of two words.
	eve.Say([]byte(`{"kind":"settled","step":"a/one","suggestion":1,"how":"accepted","run":"e1"}`))
	hears[toldFrame](t, eve, "told")
	page.Say([]byte(`{"kind":"settled","step":"a/one","suggestion":1,"how":"withdrawn"}`))
	if m := hears[said](t, page, "error"); !strings.Contains(m.Words, "`accepted` or `declined`") {
		t.Errorf("expected words about the answer, found %+v", m)
	}
	page.Say([]byte(`{"kind":"settled","step":"a/none","suggestion":1,"how":"accepted"}`))
	hears[said](t, page, "error")
	hearsSuggestions(t, page, "1 2 3 4")
	page.Say([]byte(`{"kind":"settled","step":"a/one","suggestion":2,"how":"declined"}`))
	hearsSuggestions(t, page, "1 3 4")

	if err := s.school.Suggest(ctx, s.owner, c.id, good); err != nil {
		t.Fatal(err)
	}
	if err := s.school.Withdraw(ctx, helper, c.id, Withdrawing{seat, "a/one", 5}); !errors.Is(err, ErrForbidden) {
		t.Errorf("expected that an assistant takes back what is their own alone, found %v", err)
	}
	if err := s.school.Withdraw(ctx, stranger, c.id, Withdrawing{seat, "a/one", 1}); !errors.Is(err, ErrNoClass) {
		t.Errorf("expected no class, found %v", err)
	}
	if err := s.school.Withdraw(ctx, helper, c.id, Withdrawing{seat, "a/one", 1}); err != nil {
		t.Error(err)
	}
	hearsSuggestions(t, page, "3 4 5")
	for n := 3; n < 3*maxSuggestions; n++ { // the oldest that were answered are forgotten, and no others
		page.Say(fmt.Appendf(nil, `{"kind":"settled","step":"a/one","suggestion":%d,"how":"declined"}`, n+2))
		if err := s.school.Suggest(ctx, s.owner, c.id, good); err != nil {
			t.Fatal(err)
		}
	}
	d := must(c.draft(ctx, seat, "a/one"))
	if len(d.suggestions) != maxSuggestions || d.suggestion(3) == nil || d.suggestion(3).How != "" {
		t.Errorf("expected %d suggestions and the third, which waits, among them, found %d", maxSuggestions, len(d.suggestions))
	}
	if err := s.do(c.id, Act{Remove: seat}); err != nil {
		t.Fatal(err)
	}
	wants(t, s.school.Suggest(ctx, s.owner, c.id, good), "expected a seat")
}

// TestRunsAreAcknowledgedOverRequests tells runs of a page whose network lets no WebSocket through: what is said over a request is acknowledged over
// the page's stream.
func TestRunsAreAcknowledgedOverRequests(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, _, ada := s.joined("Ada")
	page := s.enter(ada.Word)
	for _, run := range []string{"r1", "r2"} {
		if _, err := s.school.Say(Hello{Word: ada.Word, Client: "c"}, fmt.Appendf(nil, `{"kind":"tried","run":%q,"step":"a/one","status":"fail","test":"x","passed":1,"total":4}`, run)); err != nil {
			t.Fatal(err)
		}
		if told := hears[toldFrame](t, page, "told"); told.Run != run {
			t.Errorf("expected %s to be acknowledged, found %+v", run, told)
		}
	}
}

// gate is a journal that writes no events of classes until it is open.
type gate struct {
	journal.Journal
	open chan struct{}
}

func (g *gate) Append(ctx context.Context, d journal.Document, after uint64, u []journal.Update) error {
	if d.Name == stateName && after > 1 {
		<-g.open
	}
	return g.Journal.Append(ctx, d, after, u)
}

// opened has a learner open a step in a class that is written through the gate.
func (g *gate) opened(t *testing.T) (c *Class, page *Feed, seat string) {
	s := newSite(t)
	g.Journal = s.journal
	s.school = must(Open(t.Context(), Options{Journal: g, Key: s.key, Log: slog.New(slog.DiscardHandler), Course: course}))
	c, code := s.class()
	word := must(s.school.Join(code, "Ada", "")).Word
	page = s.enter(word)
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	hears[draftFrame](t, page, "draft")
	return c, page, strings.Split(word, ".")[1]
}

// TestDraftIsKeptWithItsSeat types into a step for the first time while what happens in the class cannot be written: nothing is called safe until the
// class knows for good that there is a draft, or a server that ends at that moment would not find it again, nor delete it with its seat.
func TestDraftIsKeptWithItsSeat(t *testing.T) {
	t.Parallel()
	g := &gate{open: make(chan struct{})}
	c, page, seat := g.opened(t)
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":0,"change":[[0,"x"]]}`))
	must(c.draft(t.Context(), seat, "a/one")).queue.drain()
	c.mu.Lock()
	told := len(page.kept)
	c.mu.Unlock()
	if told != 0 {
		t.Error("expected that the draft is not called safe yet, found that it is")
	}
	close(g.open)
	if k := hears[keptFrame](t, page, "kept"); k.Kept["a/one"] != 1 {
		t.Errorf("expected version 1 to be safe, found %+v", k)
	}
}

// TestFirstKeyDoesNotWaitForTheClass types into a step for the first time while what happens in the class cannot be written. The class noted
// that there may be a draft when the step was opened, so the key is called safe as soon as the draft is.
func TestFirstKeyDoesNotWaitForTheClass(t *testing.T) {
	t.Parallel()
	g := &gate{open: make(chan struct{})}
	close(g.open)
	c, page, _ := g.opened(t)
	c.queue.drain()
	g.open = make(chan struct{})
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":0,"change":[[0,"x"]]}`))
	if k := hears[keptFrame](t, page, "kept"); k.Kept["a/one"] != 1 {
		t.Errorf("expected version 1 to be safe, found %+v", k)
	}
	close(g.open)
}
