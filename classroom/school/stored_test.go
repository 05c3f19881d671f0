package school

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"unbox/classroom/journal"
)

// This file checks that whatever somebody is told rests on what is stored: also what waits to be written may be lost.

// clocks matches what a reply says of its own time.
var clocks = regexp.MustCompile(`"(now|made|last)":("[^"]*"|\d+)`)

// told is everything that anybody can be told of a class, by somebody who asks now.
func (s *site) told(c *Class, code string, ada Joined) string {
	s.t.Helper()
	var all []string
	say := func(what string, value any, err error) {
		all = append(all, fmt.Sprintf("%s: %s %v", what, marshal(value), err))
	}
	frames := func(what string, f *Feed, err error) {
		for err == nil {
			frame, _, end := f.take()
			if err = end; frame.Text == nil {
				break
			}
			say(what, json.RawMessage(frame.Text), end)
		}
		say(what, nil, err)
		if f != nil {
			f.Close()
		}
	}
	id := strings.Split(ada.Word, ".")[1]
	name, err := s.school.Open(code)
	say("code", name, err)
	joined, err := s.school.Rejoin(ada.Rejoin)
	say("rejoin", joined, err)
	seat, err := s.school.Seat(ada.Word)
	say("seat", seat.id, err)
	own, err := Seat{class: c, id: id}.Own(s.t.Context())
	say("own", own, err)
	say("report", c.Report(), nil)
	say("classes", s.school.Classes(s.owner), nil)
	people, err := s.school.People(s.owner)
	say("people", people, err)
	say("roster", c.Roster(), nil)
	say("course", c.PlanCourse(nil), nil)
	lessons, err := s.school.Own(c.id)
	say("lessons", lessons, err)
	past, err := c.Past(s.t.Context(), id, "a/one")
	say("past", past, err)
	page, err := s.school.Enter(Hello{Word: ada.Word, Client: "asks"})
	frames("page", page, err)
	grid, err := s.school.Watch(s.owner, c.id, Hello{Client: "asks"})
	if err == nil {
		say("draft", grid.hear([]byte(`{"kind":"watch","seat":"`+id+`","step":"a/one"}`)), nil)
	}
	frames("grid", grid, err)
	return clocks.ReplaceAllString(strings.Join(all, "\n"), "$1")
}

// TestNothingIsToldBeforeItIsSafe has everything happen that can happen in a class, on a disk that has not written it yet: nobody hears of it. When it is
// written, they do; if it is lost, they never do.
func TestNothingIsToldBeforeItIsSafe(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	h := s.hook()
	alan, _ := s.account(s.owner, Teacher, "", "Alan")
	betty, _ := s.account(s.owner, Teacher, "", "Betty")
	say := func(text string) func(*site, *Class, Joined, string, *Feed) error {
		return func(_ *site, _ *Class, _ Joined, _ string, page *Feed) error { page.Say([]byte(text)); return nil }
	}
	act := func(of func(ada, ben string) Act) func(*site, *Class, Joined, string, *Feed) error {
		return func(s *site, c *Class, ada Joined, ben string, _ *Feed) error {
			return s.do(c.id, of(strings.Split(ada.Word, ".")[1], ben))
		}
	}
	for name, happens := range map[string]func(s *site, c *Class, ada Joined, ben string, page *Feed) error{
		"code":   act(func(string, string) Act { return Act{Code: "new"} }),
		"closed": act(func(string, string) Act { return Act{Code: "close"} }),
		"settings": act(func(string, string) Act {
			return Act{Set: &Settings{Name: "Other", Hints: "locked", Solutions: "open"}}
		}),
		"renamed":     act(func(ada, _ string) Act { return Act{Rename: &Named{ada, "Ada L."}} }),
		"merged":      act(func(ada, ben string) Act { return Act{Merge: &Merged{From: ada, Into: ben}} }),
		"merged into": act(func(ada, ben string) Act { return Act{Merge: &Merged{From: ben, Into: ada}} }),
		"removed":     act(func(ada, _ string) Act { return Act{Remove: ada} }),
		"blocked":     act(func(ada, _ string) Act { return Act{Block: ada} }),
		"rejoin":      act(func(ada, _ string) Act { return Act{Rejoin: ada} }),
		"note":        act(func(ada, _ string) Act { return Act{Say: &Said{Seat: ada, Text: "look"}} }),
		"note to all": act(func(string, string) Act { return Act{Say: &Said{Text: "look"}} }),
		"look":        act(func(string, string) Act { return Act{Look: "a/two"} }),
		"link":        act(func(ada, _ string) Act { return Act{Link: []Linked{{Person: "1", Seat: ada}}} }),
		"roster": func(s *site, c *Class, _ Joined, _ string, _ *Feed) error {
			_, err := s.school.Import(s.t.Context(), s.owner, c.id, Roster{People: []Person{{ID: "2", Name: "Ben B"}}}, false)
			return err
		},
		"course": func(s *site, c *Class, _ Joined, _ string, _ *Feed) error {
			_, err := s.school.SetCourse(s.t.Context(), s.owner, c.id, &Course{Name: "Own", Steps: course[:1], Tests: map[string]string{"a/one": "t"}}, []byte("file"), false)
			return err
		},
		"joined": func(s *site, c *Class, _ Joined, _ string, _ *Feed) error {
			_, err := s.school.Join(c.stored.Code, "Cleo", "")
			return err
		},
		"helper":    func(s *site, c *Class, _ Joined, _ string, _ *Feed) error { return c.helps(alan.ID) },
		"dismissed": func(_ *site, c *Class, _ Joined, _ string, _ *Feed) error { return c.dismiss(betty.ID) },
		"passed": func(s *site, _ *Class, ada Joined, _ string, _ *Feed) error {
			return must(s.school.Seat(ada.Word)).Passed(s.t.Context(), Run{Step: "a/two", Code: "pass", Total: 1, Receipt: []byte("{}")})
		},
		"suggested": func(s *site, c *Class, ada Joined, _ string, _ *Feed) error {
			return s.school.Suggest(s.t.Context(), s.owner, c.id, Suggesting{Seat: strings.Split(ada.Word, ".")[1], Step: "a/one", Base: "a", Text: "c"})
		},
		"withdrawn": func(s *site, c *Class, ada Joined, _ string, _ *Feed) error {
			return s.school.Withdraw(s.t.Context(), s.owner, c.id, Withdrawing{strings.Split(ada.Word, ".")[1], "a/one", 1})
		},
		"tried":    say(`{"kind":"tried","step":"a/two","status":"fail","test":"t","passed":0,"total":1}`),
		"answered": say(`{"kind":"answered","question":"a/one#guards","place":"a/one","right":true,"answer":"x"}`),
		"typed":    say(`{"kind":"draft","step":"a/one","version":1,"change":[1,[0,"b"]]}`),
		"accepted": say(`{"kind":"settled","step":"a/one","suggestion":1,"how":"accepted","run":"s1"}`),
	} {
		for _, lost := range []bool{false, true} {
			h.held.Store(nil)
			c, code := s.class()
			page, word, id := s.drafted(code, "Ada", "a")
			ben := strings.Split(must(s.school.Join(code, "Ben", "")).Word, ".")[1]
			must(s.school.Import(t.Context(), s.owner, c.id, Roster{People: []Person{{ID: "1", Name: "Somebody"}}}, false))
			if err := s.school.Suggest(t.Context(), s.owner, c.id, Suggesting{Seat: id, Step: "a/one", Base: "a", Text: "b"}); err != nil {
				t.Fatal(err)
			}
			if err := c.helps(betty.ID); err != nil {
				t.Fatal(err)
			}
			hears[suggestionsFrame](t, page, "suggestions")
			if err := c.written(t.Context(), c.queue); err != nil {
				t.Fatal(err)
			}
			c.mu.Lock()
			ada := c.joined(&c.stored, c.stored.Seats[id])
			q := c.drafts[draftName(id, "a/one")].queue
			c.mu.Unlock()
			q.drain()
			c.queue.drain()
			if ada.Word != word {
				t.Fatal("expected the word of the seat, found another one")
			}
			before, learners := s.told(c, code, ada), string(marshal(c.Report().Learners))
			var why error
			if lost {
				why = journal.ErrLost
			}
			b := h.hold(why)
			ended := make(chan error, 1)
			go func() { ended <- happens(s, c, ada, ben, page) }()
			unwritten(t, name, c, ended)
			if during := s.told(c, code, ada); during != before {
				t.Errorf("%s: expected that nothing of it is told before it is written, found\n%s\nwhere there was\n%s", name, during, before)
			}
			close(b.open)
			err := <-ended
			q.drain()
			c.queue.drain()
			switch {
			case lost && err != nil && !errors.Is(err, ErrMoved):
				t.Errorf("%s: expected that the classes have moved, found %v", name, err)
			case lost && string(marshal(c.Report().Learners)) != learners:
				t.Errorf("%s: expected that what is lost is never told, found %s", name, marshal(c.Report()))
			case !lost && (err != nil || s.told(c, code, ada) == before):
				t.Errorf("%s: expected that it is told when it is written, found %v", name, err)
			}
		}
	}
}

// unwritten waits until something of a class waits to be written.
func unwritten(t *testing.T, name string, c *Class, ended chan error) {
	t.Helper()
	for waits := false; !waits; runtime.Gosched() {
		c.mu.Lock()
		waits = len(c.queue.waiting) > 0
		for _, d := range c.drafts {
			waits = waits || len(d.queue.waiting) > 0
		}
		c.mu.Unlock()
		select {
		case err := <-ended:
			if ended <- err; err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		default:
		}
	}
}

// TestNobodyHearsOfAClassThatCannotBeDeleted has the disk refuse to delete a class: until then its pages hear nothing of that, and afterwards they come back
// to the class, which is there. They heard that it is gone, and forgot their seats.
func TestNobodyHearsOfAClassThatCannotBeDeleted(t *testing.T) {
	t.Parallel()
	for _, refused := range []bool{true, false} {
		s := newSite(t)
		c, _, ada := s.joined("Ada")
		h := s.hook()
		page := s.enter(ada.Word)
		begun, goes, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
		h.erase = func([]journal.Document) error {
			close(begun)
			<-goes
			if refused {
				return journal.ErrClosed
			}
			return nil
		}
		go func() { ended <- s.school.CloseClass(t.Context(), s.owner, c.id, true) }()
		<-begun
		expectNotOut(t, page)
		asked := make(chan error, 3)
		go func() { _, err := s.school.Seat(ada.Word); asked <- err }()
		go func() { asked <- s.do(c.id, Act{Code: "new"}) }()
		go func() { _, err := s.school.Own(c.id); asked <- err }()
		close(goes)
		<-ended
		for range cap(asked) {
			switch err := <-asked; {
			case refused && err != nil && !errors.Is(err, ErrMoved) && !errors.Is(err, ErrCourse): // or it asked the class as it was read again
				t.Errorf("expected to be told to ask again, found %v", err)
			case !refused && !errors.Is(err, ErrSeat) && !errors.Is(err, ErrNoClass):
				t.Errorf("expected that the class is gone, found %v", err)
			}
		}
		err := untilEnd(t, page)
		if errors.Is(err, ErrMoved) != refused {
			t.Errorf("refused %v: expected that the page is told what became of the class, found %v", refused, err)
		}
		if _, err := s.school.Seat(ada.Word); (err == nil) != refused {
			t.Errorf("refused %v: expected the seat if the class is there, found %v", refused, err)
		}
	}
}

// TestSignedOutWhileItConnects signs a device out between the moment when its word is checked and the one in which its page is connected: the page
// is out. It stayed, as if it had come with the new word.
func TestSignedOutWhileItConnects(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, _, ada := s.joined("Ada")
	seat := must(s.school.Seat(ada.Word))
	if err := s.do(c.id, Act{Rejoin: seat.id}); err != nil {
		t.Fatal(err)
	}
	page := c.open(seat.feed("c"))
	t.Cleanup(page.Close)
	if frame, _, err := page.take(); err != nil || !bytes.Contains(frame.Text, []byte(`"out"`)) {
		t.Errorf("expected to be out, found %s, %v", frame.Text, err)
	}
}

// TestOpensWhatAnEarlierConnectionTyped opens a step while keys of the same page, from before it reconnected, are not written yet: the draft comes with
// them as soon as they are, and not without them.
func TestOpensWhatAnEarlierConnectionTyped(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	h := s.hook()
	page, word, id := s.drafted(code, "Ada", "a")
	c = s.school.class(c.id)
	b := h.hold(nil)
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":1,"change":[1,[0,"b"]]}`))
	again := s.enter(word)
	answers := make(chan any, 1)
	go func() { answers <- again.opened(t.Context(), message{Step: "a/one"}) }()
	c.mu.Lock()
	q := c.drafts[draftName(id, "a/one")].queue
	c.mu.Unlock()
	expectWaiting(t, q, 2, answers) // the key, and who asks
	close(b.open)
	if d, ok := (<-answers).(draftFrame); !ok || d.Version != 2 || d.Text != "ab" {
		t.Errorf("expected the draft with all keys, found %+v", d)
	}
}

// TestClassIsLostWhileItIsBeingDeleted has another server take the classes while one is being deleted: whoever waits for what becomes of that hears
// that they have moved. They waited for ever.
func TestClassIsLostWhileItIsBeingDeleted(t *testing.T) {
	t.Parallel()
	for _, refused := range []bool{true, false} {
		s := newSite(t)
		c, _ := s.class()
		h := s.hook()
		c = s.school.class(c.id)
		begun, goes, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
		h.erase = func([]journal.Document) error {
			close(begun)
			<-goes
			if refused {
				return journal.ErrLost
			}
			return nil
		}
		go func() { ended <- s.school.Delete(t.Context(), c.id) }()
		<-begun
		c.leave()
		close(goes)
		<-ended
		if err := c.outcome(t.Context(), ErrNoClass); !errors.Is(err, ErrMoved) {
			t.Errorf("refused %v: expected that the class has moved, found %v", refused, err)
		}
	}
}

// TestClosesNoClassInWhichSomebodyTypes closes a class that was saved in a file while a key is being written: it is not in the file, so the class
// stays. It was deleted.
func TestClosesNoClassInWhichSomebodyTypes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	h := s.hook()
	c, code := s.class()
	page, _, _ := s.drafted(code, "Ada", "a")
	if err := s.school.SaveArchive(t.Context(), s.owner, c.id, io.Discard, false); err != nil {
		t.Fatal(err)
	}
	b := h.hold(nil)
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":1,"change":[1,[0,"b"]]}`))
	answers := make(chan error, 1)
	go func() { answers <- s.school.CloseClass(t.Context(), s.owner, c.id, false) }()
	for ended := false; !ended && len(answers) == 0; runtime.Gosched() {
		c.mu.Lock()
		ended = c.ended
		c.mu.Unlock()
	}
	close(b.open)
	if err := <-answers; !errors.Is(err, ErrUnsaved) {
		t.Errorf("expected that the class is not saved, found %v", err)
	}
}

// TestConnectionGoesOnWhileTheDiskDoesNot opens a step while nothing can be written: the connection ends, or says that it is alive, all the same, and the
// draft comes later. It hung as long as the disk did.
func TestConnectionGoesOnWhileTheDiskDoesNot(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	h := s.hook()
	_, code := s.class()
	_, word, _ := s.drafted(code, "Ada", "a")
	page := s.enter(word)
	hears[classFrame](t, page, "class")
	b := h.hold(nil)
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":1,"change":[1,[0,"b"]]}`))
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := page.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("expected that the wait is cancelled, found %v", err)
	}
	close(b.open)
	page.Bound(func(ctx context.Context, _ int) (func(int), error) { return func(int) {}, ctx.Err() })
	if _, err := page.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("expected that the wait for memory is cancelled, found %v", err)
	}
	if d := hears[draftFrame](t, page, "draft"); d.Text != "ab" {
		t.Errorf("expected the draft with all keys, found %+v", d)
	}
}
