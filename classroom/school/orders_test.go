package school

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"unbox/classroom/journal"
	"unbox/classroom/journal/sqlite"
)

// This file has orders of events that happen one after the other, which nobody would choose, and in which each event is usual by itself.

const orderName = "an-order-of-events"

// idOf is the ID of the seat that a word is for.
func idOf(word string) string { return strings.Split(word, ".")[1] }

// TestClosedAndExtended has one teacher close joining and another one, whose page does not show that yet, extend the code: nobody can join,
// whatever is typed as a code.
func TestClosedAndExtended(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	if err := s.do(c.id, Act{Code: "close"}); err != nil {
		t.Fatal(err)
	}
	wants(t, s.do(c.id, Act{Code: "more"}), "found one whose joining was closed meanwhile")
	for range 2 {
		for _, typed := range []string{"", "?", "OOOOOO", code} {
			if _, err := s.school.Join(typed, "Eve", ""); !errors.Is(err, ErrNoCode) {
				t.Errorf("%q: expected no class, found %v", typed, err)
			}
			if _, err := s.school.Open(typed); !errors.Is(err, ErrNoCode) {
				t.Errorf("%q: expected no class, found %v", typed, err)
			}
		}
		// An earlier version has written that a closed class can be joined.
		done, waited := wait()
		c.mu.Lock()
		c.take(event{At: time.Now().Unix(), Code: &codeSet{"", time.Now().Add(codeLife).Unix()}}, done)
		c.mu.Unlock()
		if err := waited(); err != nil {
			t.Fatal(err)
		}
		s.restart()
		c = must(s.school.Class(s.owner, c.id, true))
	}
	if err := s.do(c.id, Act{Code: "new"}); err != nil {
		t.Fatal(err)
	}
	must(s.school.Join(c.state.Code, "Eve", ""))
}

// TestBlockedAndMerged blocks a seat and merges it into another one: what was written in it is there, and its devices stay out, also those of
// a seat that was merged into it before.
func TestBlockedAndMerged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, words, ids := s.threeSeats()
	for _, act := range []Act{{Merge: &Merged{ids[0], ids[1]}}, {Block: ids[1]}, {Merge: &Merged{ids[1], ids[2]}}} {
		if err := s.do(c.id, act); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		for _, word := range words[:2] {
			if _, err := s.school.Seat(word); !errors.Is(err, ErrSeat) {
				t.Errorf("expected a device that was shut out to stay out, found %v", err)
			}
		}
		if _, err := s.school.Seat(words[2]); err != nil {
			t.Errorf("expected the seat that stays, found %v", err)
		}
		s.restart()
	}
}

// TestMergedIntoABlockedSeat merges a seat into one that is blocked, and unblocks that.
func TestMergedIntoABlockedSeat(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, words, ids := s.threeSeats()
	for _, act := range []Act{{Block: ids[1]}, {Merge: &Merged{ids[0], ids[1]}}} {
		if err := s.do(c.id, act); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.school.Seat(words[0]); !errors.Is(err, ErrBlocked) {
		t.Errorf("expected a blocked seat, found %v", err)
	}
	if err := s.do(c.id, Act{Unblock: ids[1]}); err != nil {
		t.Fatal(err)
	}
	s.restart()
	if seat, err := s.school.Seat(words[0]); err != nil || seat.id != ids[1] {
		t.Errorf("expected the seat that stays, found %+v, %v", seat, err)
	}
}

// TestRemovedWhileARequestWaits has a teacher ask for things while the disk is slow; the owner has removed the teacher before they are done. None of
// them is.
func TestRemovedWhileARequestWaits(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	alan, _ := s.account(s.owner, Teacher, "", "Alan")
	other, _ := s.account(s.owner, Teacher, "", "Emmy")
	class := must(s.school.Make(t.Context(), alan, Settings{Name: "Alan's", Zone: "UTC", Hints: "open", Solutions: "open"}, ""))
	h := s.hook()
	slow, went := make(chan bool), make(chan bool, 10)
	h.append = func(_ context.Context, d journal.Document) error {
		if d.Name == peopleName {
			went <- true
			<-slow
		}
		return nil
	}
	var all sync.WaitGroup
	all.Go(func() {
		if err := s.school.Remove(t.Context(), s.owner, alan.ID); err != nil {
			t.Error(err)
		}
	})
	<-went
	for what, ask := range map[string]func() error{
		"an invitation": func() error { _, err := s.school.Invite(t.Context(), alan, Assistant, class); return err },
		"a class": func() error {
			_, err := s.school.Make(t.Context(), alan, Settings{Name: "New", Zone: "UTC", Hints: "open", Solutions: "open"}, "")
			return err
		},
		"a deletion": func() error { return s.school.CloseClass(t.Context(), alan, class, true) },
		"a removal":  func() error { return s.school.Remove(t.Context(), alan, other.ID) },
		"a token":    func() error { _, err := s.school.NewToken(t.Context(), alan.ID); return err },
	} {
		all.Go(func() {
			if err := ask(); !errors.Is(err, ErrNotSignedIn) && !errors.Is(err, ErrNoClass) {
				t.Errorf("%s: expected that somebody who was removed is not signed in, found %v", what, err)
			}
		})
	}
	close(slow)
	all.Wait()
	if list := s.school.Classes(s.owner); len(list) != 1 || len(must(s.school.People(s.owner))) != 2 {
		t.Errorf("expected one class and two accounts, found %+v, %+v", list, must(s.school.People(s.owner)))
	}
}

// TestServerEndsWhileATeacherIsRemoved ends the server after an account is gone, and before its classes know: the next start dismisses it, and
// gives the learners new rejoin codes.
func TestServerEndsWhileATeacherIsRemoved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	alan, _ := s.account(s.owner, Teacher, "", "Alan")
	id := must(s.school.Make(t.Context(), alan, Settings{Name: "Alan's", Zone: "UTC", Hints: "open", Solutions: "open"}, ""))
	c := must(s.school.Class(s.owner, id, true))
	ada := must(s.school.Join(c.state.Code, "Ada", ""))
	next := s.school.copied()
	delete(next.Accounts, alan.ID)
	if err := s.school.keepPeople(t.Context(), next); err != nil { // what the removal begins with
		t.Fatal(err)
	}
	s.restart()
	s.school.Finish(t.Context())
	for range 2 {
		if _, err := s.school.Rejoin(ada.Rejoin); !errors.Is(err, ErrNoCode) {
			t.Errorf("expected that what a removed teacher has seen is void, found %v", err)
		}
		if _, err := s.school.Seat(ada.Word); err != nil {
			t.Errorf("expected that the learner stays, found %v", err)
		}
		if staff := s.school.class(id).state.Staff; len(staff) != 0 {
			t.Errorf("expected nobody who teaches, found %v", staff)
		}
		s.restart()
	}
}

// TestServerEndsWhileAnInvitationIsAccepted ends the server before the account of somebody who is to help is kept: the invitation can be
// opened again, and leads to the class.
func TestServerEndsWhileAnInvitationIsAccepted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, _ := s.class()
	word := must(s.school.Invite(t.Context(), s.owner, Assistant, c.id))
	h := s.hook()
	died := errors.New("the server ends")
	h.refuse = func(d journal.Document) error {
		if d.Name == peopleName {
			return died
		}
		return nil
	}
	if _, err := s.school.Accept(t.Context(), word, "Alan", password); !errors.Is(err, died) {
		t.Fatalf("expected that the server ends, found %v", err)
	}
	s.restart()
	s.school.Finish(t.Context())
	alan := must(s.school.Known(must(s.school.Accept(t.Context(), word, "Alan", password))))
	if list := s.school.Classes(alan); len(list) != 1 || list[0].Role != Assistant {
		t.Errorf("expected the class of the invitation, found %+v", list)
	}
	if staff := s.school.class(c.id).state.Staff; len(staff) != 2 {
		t.Errorf("expected a teacher and an assistant, found %v", staff)
	}
}

// TestInvitationToADeletedClass deletes a class to which somebody is invited: there is nothing to help in, and no account.
func TestInvitationToADeletedClass(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, _ := s.class()
	word := must(s.school.Invite(t.Context(), s.owner, Assistant, c.id))
	if err := s.school.Delete(t.Context(), c.id); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := s.school.Invited(word); !errors.Is(err, ErrInvitation) {
			t.Errorf("expected no invitation, found %v", err)
		}
		if _, err := s.school.Accept(t.Context(), word, "Alan", password); !errors.Is(err, ErrInvitation) {
			t.Errorf("expected no invitation, found %v", err)
		}
		s.restart()
	}
}

// TestServerEndsWhileSomebodyUnusedIsRemoved ends the server after a learner who never opened a step is removed, and before the class's events
// are forgotten: the next start forgets them, so that no file has the nickname.
func TestServerEndsWhileSomebodyUnusedIsRemoved(t *testing.T) {
	t.Parallel()
	for name, act := range map[string]func(seat, into string) Act{
		"remove": func(seat, _ string) Act { return Act{Remove: seat} },
		"merge":  func(seat, into string) Act { return Act{Merge: &Merged{seat, into}} },
	} {
		s := newSite(t)
		c, code := s.class()
		zenobia := must(s.school.Join(code, "Zenobia", ""))
		ada := must(s.school.Join(code, "Ada", ""))
		done, waited := wait()
		c.mu.Lock()
		e, err := act(idOf(zenobia.Word), idOf(ada.Word)).event(s.school, &c.state, s.owner, "")
		c.take(e, done)
		c.mu.Unlock()
		if err := errors.Join(err, waited()); err != nil {
			t.Fatal(err)
		}
		if !inFiles(t, s.dir, "Zenobia") {
			t.Fatalf("%s: expected the nickname before its events are forgotten, found none", name)
		}
		s.restart()
		s.school.Finish(t.Context())
		if left := s.school.class(c.id).state.Erase; len(left) > 0 {
			t.Errorf("%s: expected that nothing is to be deleted any more, found %v", name, left)
		}
		for range 2 {
			if inFiles(t, s.dir, "Zenobia") {
				t.Errorf("%s: expected no byte of somebody who has left, found some", name)
			}
			s.restart()
		}
	}
}

// TestCodeChangesWhileSomebodyJoins has the answer to somebody who joined be lost, and the code change meanwhile: with the new code, the same request is the
// same seat.
func TestCodeChangesWhileSomebodyJoins(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	first := must(s.school.Join(code, "Ada", orderName))
	if err := s.do(c.id, Act{Code: "new"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.school.Join(code, "Ada", orderName); !errors.Is(err, ErrNoCode) {
		t.Errorf("expected that a code that is void is void for all, found %v", err)
	}
	s.restart()
	c = must(s.school.Class(s.owner, c.id, true))
	if again := must(s.school.Join(c.state.Code, "Ada", orderName)); again.Word != first.Word {
		t.Errorf("expected the same seat, found %+v", again)
	}
}

// TestRejoinedRenamedAndRemoved has a seat with two devices be renamed, get another rejoin code, be merged and be removed: at each moment the
// devices are where they should be.
func TestRejoinedRenamedAndRemoved(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code, ada := s.joined("Ada")
	ben := must(s.school.Join(code, "Ben", ""))
	tablet := must(s.school.Rejoin(ada.Rejoin))
	if err := s.do(c.id, Act{Rename: &Named{idOf(ada.Word), "Ada L."}}); err != nil {
		t.Fatal(err)
	}
	must(s.school.Join(code, "Ada", "")) // the name is free
	if err := s.do(c.id, Act{Rejoin: idOf(ada.Word)}); err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{ada.Word, tablet.Word} {
		if _, err := s.school.Seat(word); !errors.Is(err, ErrSeat) {
			t.Errorf("expected devices that are signed out, found %v", err)
		}
	}
	fresh := c.state.Seats[idOf(ada.Word)].Rejoin
	tablet = must(s.school.Rejoin(fresh))
	if err := s.do(c.id, Act{Merge: &Merged{idOf(ada.Word), idOf(ben.Word)}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.school.Rejoin(fresh); !errors.Is(err, ErrNoCode) {
		t.Errorf("expected the code of a seat that is gone to lead nowhere, found %v", err)
	}
	s.restart()
	c = must(s.school.Class(s.owner, c.id, true))
	if seat := must(s.school.Seat(tablet.Word)); seat.id != idOf(ben.Word) {
		t.Errorf("expected the device in the seat that stays, found %+v", seat)
	}
	if _, err := s.school.Seat(ada.Word); !errors.Is(err, ErrSeat) {
		t.Errorf("expected that a device that was signed out before stays so, found %v", err)
	}
	if err := s.do(c.id, Act{Remove: idOf(ben.Word)}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.school.Seat(tablet.Word); !errors.Is(err, ErrSeat) {
		t.Errorf("expected no seat, found %v", err)
	}
	wants(t, s.do(c.id, Act{Merge: &Merged{idOf(ben.Word), idOf(ada.Word)}}), "expected two seats of this class")
}

// TestBackwards restores a backup of before somebody joined, typed and left, and of before a code changed: those who were there go on from there, and
// those who came later are told to join again.
func TestBackwards(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	page, ada, _ := s.drafted(code, "Ada", "early")
	gone := must(s.school.Join(code, "Gone", ""))
	file, to := filepath.Join(t.TempDir(), "backup.db"), filepath.Join(t.TempDir(), "to")
	if err := sqlite.Backup(t.Context(), s.dir, file); err != nil {
		t.Fatal(err)
	}
	typed(t, page, 1, `[5,[0," and late"]]`)
	late := must(s.school.Join(code, "Late", orderName))
	for _, act := range []Act{{Remove: idOf(gone.Word)}, {Code: "new"}, {Rename: &Named{idOf(ada), "Ada L."}}} {
		if err := s.do(c.id, act); err != nil {
			t.Fatal(err)
		}
	}
	newer := c.state.Code
	s.school.Close()
	if err := s.journal.Close(); err != nil {
		t.Fatal(err)
	}
	if err := sqlite.Restore(t.Context(), to, file); err != nil {
		t.Fatal(err)
	}
	s.dir = to
	s.start()
	s.school.Finish(t.Context())
	if _, err := s.school.Seat(late.Word); !errors.Is(err, ErrSeat) {
		t.Errorf("expected no seat of somebody who came later, found %v", err)
	}
	if _, err := s.school.Join(newer, "Late", orderName); !errors.Is(err, ErrNoCode) {
		t.Errorf("expected a code of later to lead nowhere, found %v", err)
	}
	if again := must(s.school.Join(code, "Late", orderName)); again.Word == late.Word {
		t.Error("expected another seat, found that of later")
	}
	if _, err := s.school.Seat(gone.Word); err != nil {
		t.Errorf("expected somebody who was there at the moment of the backup, found %v", err)
	}
	// The page of before asks with a version that is to come, and begins from what is there.
	page = s.enter(ada)
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":2,"change":[14,[0,"!"]]}`))
	hears[said](t, page, "stale")
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	if d := hears[draftFrame](t, page, "draft"); d.Version != 1 || d.Text != "early" {
		t.Errorf("expected the draft of the backup, found %+v", d)
	}
	typed(t, page, 1, `[5,[0," and late!"]]`)
	if own := must(must(s.school.Seat(ada)).Own(t.Context())); own.Nick != "Ada" || own.Drafts["a/one"] != "early and late!" {
		t.Errorf("expected the draft, found %+v", own)
	}
}

// TestSuggestionOverABlockAndAMerge has a suggestion wait while the seat is blocked, unblocked and merged, with restarts: it can be accepted in
// the seat that stays.
func TestSuggestionOverABlockAndAMerge(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	_, _, ada := s.drafted(code, "Ada", "def f(): pass")
	ben := must(s.school.Join(code, "Ben", ""))
	if err := s.school.Suggest(t.Context(), s.owner, c.id, Suggesting{Seat: ada, Step: "a/one", Base: "def f(): pass", Text: "def f(): return 1"}); err != nil {
		t.Fatal(err)
	}
	for _, act := range []Act{{Block: ada}, {Unblock: ada}, {Merge: &Merged{ada, idOf(ben.Word)}}} {
		if err := s.do(c.id, act); err != nil {
			t.Fatal(err)
		}
		s.restart()
		s.school.Finish(t.Context())
	}
	page := s.enter(ben.Word)
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	if d := hears[draftFrame](t, page, "draft"); d.Text != "def f(): pass" || d.Waiting != 1 {
		t.Errorf("expected the draft and its suggestion, found %+v", d)
	}
	page.Say([]byte(`{"kind":"settled","step":"a/one","suggestion":1,"how":"accepted","run":"s1"}`))
	hears[toldFrame](t, page, "told")
}

// TestRosterOverAMerge links a person to a seat that is merged, removed, and joined again: nobody is linked to a seat that is gone.
func TestRosterOverAMerge(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code, ada := s.joined("Ada")
	ben := must(s.school.Join(code, "Ben", ""))
	must(s.school.Import(t.Context(), s.owner, c.id, must(ReadRoster([]byte("id,name\n1,Ada\n2,Ben\n"))), false))
	if err := s.do(c.id, Act{Link: []Linked{{"1", idOf(ada.Word)}, {"2", idOf(ben.Word)}}}); err != nil {
		t.Fatal(err)
	}
	linked := func(want string) {
		t.Helper()
		found := ""
		for _, p := range s.school.class(c.id).Roster().People {
			found += p.ID + ":" + map[string]string{"": "none", idOf(ada.Word): "ada", idOf(ben.Word): "ben"}[p.Seat] + " "
		}
		if found != want {
			t.Errorf("expected %q, found %q", want, found)
		}
	}
	linked("1:ada 2:ben ")
	if err := s.do(c.id, Act{Merge: &Merged{idOf(ada.Word), idOf(ben.Word)}}); err != nil {
		t.Fatal(err)
	}
	s.restart()
	linked("1:none 2:ben ")
	if err := s.do(c.id, Act{Remove: idOf(ben.Word)}); err != nil {
		t.Fatal(err)
	}
	s.restart()
	linked("1:none 2:none ")
}

// TestClockOverADay has a code expire, be extended, and be made while the clock was a year ahead: that one lasts for twelve hours from when it is used
// with a right clock, also after a restart.
func TestClockOverADay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	until := func(when time.Time) {
		t.Helper()
		done, waited := wait()
		c.mu.Lock()
		c.take(event{At: when.Unix(), Code: &codeSet{code, when.Unix()}}, done)
		c.mu.Unlock()
		if err := waited(); err != nil {
			t.Fatal(err)
		}
	}
	until(time.Now().Add(-time.Minute))
	if _, err := s.school.Join(code, "Ada", ""); !errors.Is(err, ErrNoCode) {
		t.Errorf("expected the code to have expired, found %v", err)
	}
	if err := s.do(c.id, Act{Code: "more"}); err != nil {
		t.Fatal(err)
	}
	must(s.school.Join(code, "Ada", ""))
	until(time.Now().AddDate(1, 0, 0).Add(codeLife))
	must(s.school.Join(code, "Ben", ""))
	for range 2 {
		if left := s.school.class(c.id).state.Until - time.Now().Unix(); left > int64(codeLife.Seconds()) || left <= 0 {
			t.Errorf("expected the code to last for twelve hours at most, found %d seconds", left)
		}
		s.restart()
	}
}

// TestFilesAfterOrders makes what a class has in files the same as in memory, after many events in a random order.
func TestFilesAfterOrders(t *testing.T) {
	t.Parallel()
	for seed := range uint64(6) {
		s := newSite(t)
		s.someOrder(seed)
		before := fmt.Sprint(s.states())
		s.restart()
		if after := fmt.Sprint(s.states()); before != after {
			t.Errorf("seed %d: expected what was in memory, found otherwise in the files:\n%s\n%s", seed, before, after)
		}
	}
}

// someOrder has many events happen to a class in a random order; some are refused.
func (s *site) someOrder(seed uint64) {
	s.t.Helper()
	chance := rand.New(rand.NewPCG(seed, 14))
	c, _ := s.class()
	var words []string
	for n := range 150 {
		c = must(s.school.Class(s.owner, c.id, true))
		seats := slices.Sorted(maps.Keys(c.state.Seats))
		one, other := "nobody", "nobody"
		if len(seats) > 0 {
			one, other = seats[chance.IntN(len(seats))], seats[chance.IntN(len(seats))]
		}
		step := course[chance.IntN(len(course))].ID
		acts := []Act{
			{Code: "new"}, {Code: "more"}, {Code: "close"}, {Code: "new"}, {Rename: &Named{one, fmt.Sprint("renamed ", n)}}, {Merge: &Merged{one, other}}, {Remove: one},
			{Block: one}, {Unblock: one}, {Unblock: one}, {Rejoin: one}, {Say: &Said{Seat: one, Step: step, Line: 1, Text: "one"}}, {Say: &Said{Text: "all"}}, {Look: step}, {Stop: true}, {Keep: true},
		}
		switch what := chance.IntN(10); {
		case what < 4:
			_ = s.do(c.id, acts[chance.IntN(len(acts))])
		case what < 6:
			if j, err := s.school.Join(c.state.Code, fmt.Sprint("learner ", n), ""); err == nil {
				words = append(words, j.Word)
			}
		case what == 6 && chance.IntN(4) == 0:
			s.restart()
			s.school.Finish(s.t.Context())
		case len(words) > 0:
			s.learns(words[chance.IntN(len(words))], step, n)
		}
	}
}

// learns has a device do what learners do, if it has a seat.
func (s *site) learns(word, step string, n int) {
	s.t.Helper()
	seat, err := s.school.Seat(word)
	if err != nil {
		return
	}
	if n%3 == 0 {
		if err := seat.Passed(s.t.Context(), Run{Step: step, Code: fmt.Sprint("print(", n, ")"), Total: 1, Receipt: []byte("{}")}); err != nil {
			s.t.Error(err)
		}
		return
	}
	page := must(s.school.Enter(Hello{Word: word, Client: fmt.Sprint("client-", n)}))
	defer page.Close()
	page.Say(fmt.Appendf(nil, `{"kind":"open","step":%q}`, step))
	d := hears[draftFrame](s.t, page, "draft")
	change := fmt.Sprintf(`[%d,[0,"x"]]`, len(d.Text))
	if d.Text == "" {
		change = `[[0,"x"]]`
	}
	page.Say(fmt.Appendf(nil, `{"kind":"draft","step":%q,"version":%d,"change":%s}`, step, d.Version, change))
	hears[keptFrame](s.t, page, "kept")
	page.Say(fmt.Appendf(nil, `{"kind":"tried","step":%q,"status":"fail","test":"t","passed":0,"total":1,"run":"run-%d"}`, step, n))
	hears[toldFrame](s.t, page, "told")
}

// states is what is known of all classes, and what each seat can save.
func (s *site) states() (all []string) {
	for _, c := range s.school.all() {
		c.mu.Lock()
		all = append(all, string(marshal(c.state)))
		seats := slices.Sorted(maps.Keys(c.state.Seats))
		c.mu.Unlock()
		for _, id := range seats {
			all = append(all, string(marshal(must(Seat{class: c, id: id}.Own(s.t.Context())))))
		}
	}
	return all
}
