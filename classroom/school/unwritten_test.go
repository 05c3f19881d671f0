package school

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"unbox/classroom/journal"
	"unbox/playground/secret"
)

// TestWhatWasLostIsNotDone asks again for what could not be written: it is not done, though the class took it for done while it was being written.
func TestWhatWasLostIsNotDone(t *testing.T) {
	t.Parallel()
	own := &Course{Name: "Own", Steps: course[:1], Tests: map[string]string{"a/one": "t"}}
	for name, ask := range map[string]func(s *site, c *Class, helper string, ada Seat) (first, again error){
		"the server's course": func(s *site, c *Class, _ string, _ Seat) (first, again error) {
			_, first = s.school.SetCourse(s.t.Context(), s.owner, c.id, nil, nil, false)
			_, again = s.school.SetCourse(s.t.Context(), s.owner, c.id, nil, nil, false)
			return first, again
		},
		"dismissed": func(s *site, c *Class, helper string, _ Seat) (first, again error) {
			return c.dismiss(helper), c.dismiss(helper)
		},
		"passed": func(s *site, c *Class, _ string, ada Seat) (first, again error) {
			_, first = s.school.SetCourse(s.t.Context(), s.owner, c.id, nil, nil, false)
			return first, ada.Passed(s.t.Context(), Run{Step: "a/one", Code: "pass", Course: 1, Tests: "t", Total: 1, Receipt: []byte("{}")})
		},
	} {
		s := newSite(t)
		h := s.hook()
		c, code := s.class()
		must(s.school.SetCourse(t.Context(), s.owner, c.id, own, []byte("file"), false))
		helper := s.assistant(c.id)
		ada := must(s.school.Seat(must(s.school.Join(code, "Ada", "")).Word))
		h.refuse = func(d journal.Document) error {
			if d.Name == stateName {
				return journal.ErrLost
			}
			return nil
		}
		if first, again := ask(s, c, helper.ID, ada); !errors.Is(first, ErrMoved) || !errors.Is(again, ErrMoved) {
			t.Errorf("%s: expected both times that the classes have moved, found %v and %v", name, first, again)
		}
	}
}

// TestDraftOfASeatThatIsBeingRemoved looks at a draft that is not in memory while the removal of its seat is not written yet: it is there.
func TestDraftOfASeatThatIsBeingRemoved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	_, _, id := s.drafted(code, "Ada", "a")
	h := s.hook()
	c = s.school.class(c.id)
	b := h.hold(nil)
	ended := make(chan error, 1)
	go func() { ended <- s.do(c.id, Act{Remove: id}) }()
	unwritten(t, "removed", c, ended)
	if _, err := c.Past(t.Context(), id, "a/one"); err != nil {
		t.Errorf("expected the earlier texts of the draft, found %v", err)
	}
	watches := c.open(&Feed{account: s.owner.ID, client: "t"})
	t.Cleanup(watches.Close)
	if d, ok := watches.hear([]byte(`{"kind":"watch","seat":"` + id + `","step":"a/one"}`)).(draftFrame); !ok || d.Text != "a" {
		t.Errorf("expected the draft, found %+v", d)
	}
	close(b.open)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if _, err := c.Past(t.Context(), id, "a/one"); !errors.Is(err, ErrSeat) || len(c.drafts) > 0 {
		t.Errorf("expected that the draft is gone with its seat, found %v and %d drafts in memory", err, len(c.drafts))
	}
}

// TestNoFileWhileNothingCanBeSaved saves a class in a file while the disk is full: who asked hears that, and need not wait until there is room.
func TestNoFileWhileNothingCanBeSaved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, c, open := cannotSave(t)
		if err := s.SaveArchive(t.Context(), Account{Role: Owner}, c.id, io.Discard, false); !errors.Is(err, ErrNotSaved) {
			t.Errorf("expected that nothing can be saved, found %v", err)
		}
		open()
	})
}

// TestObjectionWhileNothingCanBeSaved has what an objection rests on be written while the disk is full: the page hears that nothing can be saved, and then
// what else there is. It heard nothing more.
func TestObjectionWhileNothingCanBeSaved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		_, c, open := cannotSave(t)
		late := saidLater("a/one", func(ctx context.Context) error { return c.certain(ctx, &draft{queue: c.queue}, ErrSeat) })
		if answer := late(t.Context()); answer != any(said{Kind: "error", Step: "a/one", Words: ErrNotSaved.Error()}) {
			t.Errorf("expected that nothing can be saved, found %+v", answer)
		}
		open()
	})
}

// cannotSave makes a class with a change that cannot be written until open is called.
func cannotSave(t *testing.T) (s *School, c *Class, open func()) {
	t.Helper()
	j := stuck{open: make(chan struct{})}
	s = must(Open(t.Context(), Options{Journal: j, Key: secret.New(), Log: slog.New(slog.DiscardHandler), Course: course}))
	c = newClass(s, "c")
	s.classes[c.id] = c
	c.mu.Lock()
	c.take(event{Set: &Settings{Name: "C"}}, nil)
	c.mu.Unlock()
	return s, c, func() {
		close(j.open)
		synctest.Wait()
	}
}

// TestKeysThatWaitAreShort types into a long draft while the disk is full: what waits to be written are the keys, not the whole text once for each.
func TestKeysThatWaitAreShort(t *testing.T) {
	s := newSite(t)
	_, code := s.class()
	page, _, _ := s.drafted(code, "Ada", strings.Repeat("a", maxDraft/2))
	d := must(page.class.draft(t.Context(), page.seat, "a/one"))
	h := &hooked{Journal: s.journal}
	b := h.hold(nil)
	d.queue.journal = h
	before := heap()
	const keys = 500
	for n := range keys {
		change := fmt.Sprintf(`[%d,[0,"b"]]`, maxDraft/2+n)
		if err := page.class.edit(d, uint64(1+n), []byte(change), "c"); err != nil {
			t.Fatal(err)
		}
	}
	if grown := heap() - before; grown > keys*maxDraft/10 {
		t.Errorf("expected that %d keys take little memory, found %d bytes", keys, grown)
	}
	close(b.open)
	d.queue.drain()
	if text := d.stored.text.String(); !strings.HasSuffix(text, "a"+strings.Repeat("b", keys)) {
		t.Errorf("expected all keys in the end, found %d characters", len(text))
	}
}

// heap returns how many bytes are in use.
func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// TestLeavesWhileADraftIsWritten has a class go to another server while a draft is being written, which is written all the same: whoever waits for that
// hears once what became of it. A page that opened the step was told twice by the draft and twice by the class, and whoever told it the last time held
// the class's lock and waited for a page that did not listen any more.
func TestLeavesWhileADraftIsWritten(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, code := s.class()
	_, word, _ := s.drafted(code, "Ada", "a")
	c := s.school.all()[0]
	begun, goes := make(chan struct{}, 1), make(chan struct{})
	d := must(c.draft(t.Context(), must(s.school.Seat(word)).id, "a/one"))
	d.queue.journal = &hooked{Journal: s.journal, refuse: func(journal.Document) error {
		begun <- struct{}{}
		<-goes
		return nil
	}}
	var told atomic.Int32
	c.mu.Lock()
	c.writeDraft(d, draftEvent{}, func(error) { told.Add(1) })
	c.mu.Unlock()
	<-begun
	c.leave()
	close(goes)
	d.queue.drain()
	if n := told.Load(); n != 1 {
		t.Errorf("expected to be told once, found %d times", n)
	}
}

// removing has the removal of a seat wait for the disk. It returns the seat's open page, what holds the write, and what becomes of the removal.
func (s *site) removing() (page *Feed, b *barrier, ended chan error) {
	s.t.Helper()
	h := s.hook()
	c, code := s.class()
	page, _, id := s.drafted(code, "Ada", "a")
	c.queue.drain()
	b, ended = h.hold(nil), make(chan error, 1)
	go func() { ended <- s.do(c.id, Act{Remove: id}) }()
	unwritten(s.t, "removed", c, ended)
	return page, b, ended
}

// TestOpensWhileItsSeatIsBeingRemoved opens a step of a seat whose removal cannot be written: the connection goes on all the same. It hung as long as the
// disk did.
func TestOpensWhileItsSeatIsBeingRemoved(t *testing.T) {
	t.Parallel()
	page, b, ended := newSite(t).removing()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if answer := page.opened(ctx, message{Step: "a/one"}); answer != nil {
		t.Errorf("expected no answer before the write, found %+v", answer)
	}
	close(b.open)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if answer, ok := page.opened(t.Context(), message{Step: "a/one"}).(said); !ok || answer.Kind != "error" {
		t.Errorf("expected that the seat is gone, found %+v", answer)
	}
}

// TestSettlesWhileItsSeatIsBeingRemoved answers a suggestion of a seat whose removal cannot be written: whoever reads the connection goes on at once. It
// waited as long as the disk did, and noticed meanwhile neither pings nor that the connection had ended.
func TestSettlesWhileItsSeatIsBeingRemoved(t *testing.T) {
	t.Parallel()
	page, b, ended := newSite(t).removing()
	settles := []byte(`{"kind":"settled","step":"a/one","suggestion":1,"how":"accepted","run":"s1"}`)
	expectLater(t, page.hear(settles), func() { close(b.open) })
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

// TestTypesWhileItsClassIsBeingDeleted is the same for every message in a class whose deletion cannot be written.
func TestTypesWhileItsClassIsBeingDeleted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	h := s.hook()
	c, code := s.class()
	page, _, id := s.drafted(code, "Ada", "a")
	watches := c.open(&Feed{account: s.owner.ID, client: "t"})
	t.Cleanup(watches.Close)
	begun, goes, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	h.erase = func([]journal.Document) error {
		close(begun)
		<-goes
		return nil
	}
	go func() { ended <- s.school.Delete(t.Context(), c.id) }()
	<-begun
	var answers []any
	for _, text := range []string{
		`{"kind":"draft","step":"a/one","version":1,"change":[1,[0,"b"]]}`, `{"kind":"open","step":"a/one"}`,
		`{"kind":"settled","step":"a/one","suggestion":1,"how":"accepted"}`, `{"kind":"ping"}`,
	} {
		answers = append(answers, page.hear([]byte(text)))
	}
	answers = append(answers, watches.hear([]byte(`{"kind":"watch","seat":"`+id+`","step":"a/one"}`)))
	release := sync.OnceFunc(func() { close(goes) })
	for _, answer := range answers {
		expectLater(t, answer, release)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

// expectLater checks that an answer is an error that is not there before something is released, and then is.
func expectLater(t *testing.T, answer any, release func()) {
	t.Helper()
	late, ok := answer.(later)
	if !ok {
		t.Fatalf("expected an answer that is made later, found %+v", answer)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if answer := late(ctx); answer != nil {
		t.Errorf("expected no answer of one who does not wait, found %+v", answer)
	}
	release()
	if answer, ok := late(t.Context()).(said); !ok || answer.Kind != "error" {
		t.Errorf("expected an error, found %+v", answer)
	}
}

// TestUnsureServerShowsNoDraft: pages that are connected ask for drafts again where another server may have the classes by now.
func TestUnsureServerShowsNoDraft(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	page, _, id := s.drafted(code, "Ada", "a")
	teacher := must(s.school.Watch(s.owner, c.id, Hello{Client: "t"}))
	defer teacher.Close()
	for _, sure := range []bool{false, true} {
		s.school.options.Sure = func() bool { return sure }
		busy := any(said{Kind: "busy", Words: ErrMoved.Error()})
		if answer := page.hear([]byte(`{"kind":"open","step":"a/one"}`)); (answer == busy) == sure {
			t.Errorf("a learner, sure %v: found %+v", sure, answer)
		}
		if answer := teacher.hear([]byte(`{"kind":"watch","seat":"` + id + `","step":"a/one"}`)); (answer == busy) == sure {
			t.Errorf("a teacher, sure %v: found %+v", sure, answer)
		}
	}
}
