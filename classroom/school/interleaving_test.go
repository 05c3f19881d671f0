package school

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"unbox/classroom/journal"
	"unbox/classroom/line"
	"unbox/playground/secret"
)

// This file has orders of events that need something to happen in the middle of something else.

// hooked is a journal that calls functions before it does what it is asked; their error is the answer. What append objects to is written all the
// same, and what refuse objects to is not.
type hooked struct {
	journal.Journal
	append func(context.Context, journal.Document) error
	refuse func(journal.Document) error
	erase  func([]journal.Document) error
	read   func(journal.Document)
	held   atomic.Pointer[barrier]
}

// barrier has what is written to a class and its drafts wait until it is open, and then fail with an error, if there is one.
type barrier struct {
	open chan struct{}
	err  error
}

// hold puts a barrier before what is written from now on.
func (h *hooked) hold(err error) *barrier {
	b := &barrier{make(chan struct{}), err}
	h.held.Store(b)
	return b
}

func (h *hooked) Append(ctx context.Context, d journal.Document, after uint64, u []journal.Update) error {
	if b := h.held.Load(); b != nil && (d.Name == stateName || strings.HasPrefix(d.Name, "draft/")) {
		if <-b.open; b.err != nil {
			return b.err
		}
	}
	if h.refuse != nil {
		if err := h.refuse(d); err != nil {
			return err
		}
	}
	if h.append != nil {
		if err := h.append(ctx, d); err != nil {
			return errors.Join(err, h.Journal.Append(context.WithoutCancel(ctx), d, after, u)) // it is written all the same
		}
	}
	return h.Journal.Append(ctx, d, after, u)
}

func (h *hooked) Delete(ctx context.Context, all ...journal.Document) error {
	if h.erase != nil {
		if err := h.erase(all); err != nil {
			return err
		}
	}
	return h.Journal.Delete(ctx, all...)
}

func (h *hooked) Read(ctx context.Context, d journal.Document, after uint64) (journal.History, error) {
	if h.read != nil {
		h.read(d)
	}
	return h.Journal.Read(ctx, d, after)
}

// hook puts a hooked journal below the school.
func (s *site) hook() *hooked {
	h := &hooked{Journal: s.journal}
	s.school.Close()
	s.school = must(Open(s.t.Context(), Options{Journal: h, Key: s.key, Log: slog.New(slog.DiscardHandler), Course: course, Questions: questions, Keep: s.keep}))
	return h
}

// inFiles reports whether a file of a folder has a text.
func inFiles(t *testing.T, dir, text string) bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("expected files, found %v, %v", files, err)
	}
	for _, file := range files {
		if bytes.Contains(must(os.ReadFile(file)), []byte(text)) {
			return true
		}
	}
	return false
}

// typed has a page type into the first step, and waits until that is safe.
func typed(t *testing.T, page *Feed, version int, change string) {
	t.Helper()
	page.Say(fmt.Appendf(nil, `{"kind":"draft","step":"a/one","version":%d,"change":%s}`, version, change))
	hears[keptFrame](t, page, "kept")
}

// TestRequestsThatNobodyWaitsForAnyMore closes the page of a teacher in the middle of a request, while the disk is slow. What is kept of people is
// known afterwards, so that the next request can be done, and the next.
func TestRequestsThatNobodyWaitsForAnyMore(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	h := s.hook()
	ctx, leave := context.WithCancel(t.Context())
	h.append = func(ctx context.Context, d journal.Document) error {
		if d.Name == peopleName {
			leave()
		}
		return ctx.Err()
	}
	if _, err := s.school.Invite(ctx, s.owner, Teacher, ""); err != nil {
		t.Errorf("expected that what has begun is finished, found %v", err)
	}
	h.append = nil
	c, _ := s.class()
	must(s.school.Invite(t.Context(), s.owner, Assistant, c.id))
	s.restart()
	if list := must(s.school.People(s.owner)); len(list) != 3 || len(s.school.Classes(s.owner)) != 1 {
		t.Errorf("expected the owner, two invitations and a class, found %+v", list)
	}
	ctx, leave = context.WithCancel(t.Context())
	leave()
	if err := s.school.CloseClass(ctx, s.owner, c.id, true); err != nil || len(s.school.Classes(s.owner)) != 0 {
		t.Errorf("expected that a class is deleted even if nobody waits for it, found %v", err)
	}
}

// stuck is a journal that is empty, and keeps nothing until it is open.
type stuck struct {
	journal.Journal
	open chan struct{}
}

func (stuck) Read(context.Context, journal.Document, uint64) (journal.History, error) {
	return journal.History{First: 1}, nil
}

func (s stuck) Append(context.Context, journal.Document, uint64, []journal.Update) error {
	<-s.open
	return nil
}

func (stuck) Snapshot(context.Context, journal.Document, journal.Snapshot) error { return nil }

// TestNothingCanBeSaved has teachers ask for things while the disk is full, or the cluster has no majority: they are told so, and need not wait until there is
// room. What they asked for is done then.
func TestNothingCanBeSaved(t *testing.T) {
	t.Parallel()
	for name, ask := range map[string]func(context.Context, *School, Account) error{
		"a class": func(ctx context.Context, s *School, owner Account) error {
			_, err := s.Make(ctx, owner, Settings{Name: "C", Hints: "open", Solutions: "open"}, "")
			return err
		},
		"an invitation": func(ctx context.Context, s *School, owner Account) error {
			_, err := s.Invite(ctx, owner, Teacher, "")
			return err
		},
		"a token": func(ctx context.Context, s *School, owner Account) error {
			_, err := s.NewToken(ctx, owner.ID)
			return err
		},
	} {
		synctest.Test(t, func(t *testing.T) {
			j := stuck{open: make(chan struct{})}
			s := must(Open(t.Context(), Options{Journal: j, Key: secret.New(), Log: slog.New(slog.DiscardHandler), Course: course}))
			owner := Account{ID: "a", Name: "Grace", Role: Owner}
			s.people.Accounts[owner.ID] = &owner
			before := marshal(s.copied())
			if err := ask(t.Context(), s, owner); !errors.Is(err, ErrNotSaved) || !bytes.Equal(marshal(s.copied()), before) {
				t.Errorf("%s: expected that it is not saved, found %v", name, err)
			}
			close(j.open)
			synctest.Wait()
			if bytes.Equal(marshal(s.copied()), before) {
				t.Errorf("%s: expected that it is there, found that it is not", name)
			}
		})
	}
}

// TestExportOfAClassThatIsDeleted deletes a class while a file of it is made: the file would lack what was read after that, as if there had been nothing.
func TestExportOfAClassThatIsDeleted(t *testing.T) {
	t.Parallel()
	for _, of := range []string{"draft/", "green/"} {
		s := newSite(t)
		c, code := s.class()
		for _, nick := range []string{"Ada", "Ben"} {
			joined := must(s.school.Join(code, nick, ""))
			typed(t, s.enter(joined.Word), 0, `[[0,"x"]]`)
			if err := must(s.school.Seat(joined.Word)).Passed(t.Context(), Run{Step: "a/one", Code: "pass", Total: 1, Receipt: []byte("{}")}); err != nil {
				t.Fatal(err)
			}
		}
		h := s.hook() // no draft is in memory
		h.read = func(d journal.Document) {
			if strings.HasPrefix(d.Name, of) {
				h.read = nil
				if err := s.school.CloseClass(t.Context(), s.owner, c.id, true); err != nil {
					t.Error(err)
				}
			}
		}
		if err := s.school.SaveArchive(t.Context(), s.owner, c.id, io.Discard, false); !errors.Is(err, ErrNoClass) {
			t.Errorf("%s: expected no file of a class that is gone, found %v", of, err)
		}
	}
}

// TestClassThatCannotBeDeleted stays as it was: its file still has everything, and it can be deleted later.
func TestClassThatCannotBeDeleted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, _, ada := s.joined("Ada")
	typed(t, s.enter(ada.Word), 0, `[[0,"drafted"]]`)
	h := s.hook()
	full := errors.New("the disk is full")
	h.erase = func([]journal.Document) error { return full }
	save := func() string {
		t.Helper()
		var b bytes.Buffer
		if err := s.school.SaveArchive(t.Context(), s.owner, c.id, &b, false); err != nil {
			t.Fatal(err)
		}
		return files(t, b.Bytes())["learners/Ada ("+strings.Split(ada.Word, ".")[1]+").json"]
	}
	before := save()
	if err := s.school.CloseClass(t.Context(), s.owner, c.id, false); !errors.Is(err, full) {
		t.Errorf("expected that the class cannot be deleted, found %v", err)
	}
	page := s.enter(ada.Word)
	if after := save(); after != before || !strings.Contains(after, "drafted") {
		t.Errorf("expected the same file as before, found %s", after)
	}
	typed(t, page, 1, `[7,[0," more"]]`)
	h.erase = nil
	if err := s.school.CloseClass(t.Context(), s.owner, c.id, false); !errors.Is(err, ErrUnsaved) {
		t.Errorf("expected that what was typed is not in the file, found %v", err)
	}
	save()
	if err := s.school.CloseClass(t.Context(), s.owner, c.id, false); err != nil || len(s.school.Classes(s.owner)) != 0 {
		t.Errorf("expected that the class is deleted, found %v", err)
	}
}

// TestTypingWhileAClassIsClosed has a learner type after the class was compared with its file, and before it ends: what was acknowledged then
// would be in no file.
func TestTypingWhileAClassIsClosed(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, _, ada := s.joined("Ada")
	typed(t, s.enter(ada.Word), 0, `[[0,"x"]]`)
	h := s.hook()
	page := s.enter(ada.Word)
	if err := s.school.SaveArchive(t.Context(), s.owner, c.id, io.Discard, false); err != nil {
		t.Fatal(err)
	}
	s.school.writing.Lock() // somebody else is making a class
	closed := make(chan error, 1)
	started := make(chan struct{})
	class := must(s.school.Class(s.owner, c.id, true))
	class.mu.Lock()
	class.drafts = map[string]*draft{} // it is read to be compared
	class.mu.Unlock()
	once := sync.OnceFunc(func() { close(started) })
	h.read = func(journal.Document) { once() }
	go func() { closed <- s.school.CloseClass(t.Context(), s.owner, c.id, false) }()
	<-started
	typed(t, page, 1, `[1,[0,"y"]]`)
	s.school.writing.Unlock()
	if err := <-closed; !errors.Is(err, ErrUnsaved) {
		t.Errorf("expected that what was typed is not in the file, found %v", err)
	}
	if own := must(must(s.school.Seat(ada.Word)).Own(t.Context())); own.Drafts["a/one"] != "xy" {
		t.Errorf("expected what was typed, found %q", own.Drafts["a/one"])
	}
}

// TestLearnerComesBackAsTheClassExpires has a device come back to a class that is about to be deleted since nothing happens there. To open a step or to type
// in one that is known already is enough to keep it, also at the last moment.
func TestLearnerComesBackAsTheClassExpires(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	const day = 24 * time.Hour
	s.keep = 90 * day
	s.restart()
	c, _, ada := s.joined("Ada")
	page := s.enter(ada.Word)
	typed(t, page, 0, `[[0,"x"]]`)
	sleep := func(ends int64) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.state.Last, c.state.Ends = time.Now().Add(-89*day).Unix(), ends
	}
	awake := func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return time.Since(time.Unix(c.state.Last, 0)) < day && c.state.Ends == 0
	}
	sleep(0)
	typed(t, page, 1, `[1,[0,"y"]]`)
	if !awake() {
		t.Error("expected that typing keeps the class, found that nothing has happened there")
	}
	sleep(time.Now().Add(-time.Hour).Unix())
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	hears[draftFrame](t, page, "draft")
	if !awake() {
		t.Error("expected that an open step keeps the class, found that nothing has happened there")
	}
	c.mu.Lock()
	c.state.Last = time.Now().Add(30 * day).Unix() // the clock was ahead, and was set back
	c.mu.Unlock()
	typed(t, page, 2, `[2,[0,"z"]]`)
	if !awake() {
		t.Error("expected that the time of the last event is right again, found that it is not")
	}

	ends := time.Now().Add(-time.Hour).Unix()
	sleep(ends)
	typed(t, page, 3, `[3,[0,"!"]]`)
	if err := s.school.deleteIf(t.Context(), Account{}, c.id, endsAt(ends)); !errors.Is(err, errAwake) { // as expire does after it looked at the class
		t.Errorf("expected that somebody has come back, found %v", err)
	}
	if own := must(must(s.school.Seat(ada.Word)).Own(t.Context())); own.Drafts["a/one"] != "xyz!" {
		t.Errorf("expected that the class was not deleted, found %q", own.Drafts["a/one"])
	}
}

// TestServerEndsWhileALearnerIsRemoved ends the server after a learner has left, or was merged into another, and before what is kept of the learner is
// deleted: the next start deletes it.
func TestServerEndsWhileALearnerIsRemoved(t *testing.T) {
	t.Parallel()
	for _, merge := range []bool{false, true} {
		s := newSite(t)
		c, code := s.class()
		ada, ben := must(s.school.Join(code, "Ada", "")), must(s.school.Join(code, "Ben", ""))
		seat := func(j Joined) string { return strings.Split(j.Word, ".")[1] }
		typed(t, s.enter(ada.Word), 0, `[[0,"secretive"]]`)
		typed(t, s.enter(ben.Word), 0, `[[0,"stays"]]`)
		h := s.hook()
		h.erase = func([]journal.Document) error { return journal.ErrClosed }
		act := Act{Remove: seat(ada)}
		if merge {
			act = Act{Merge: &Merged{From: seat(ada), Into: seat(ben)}}
		}
		if err := s.do(c.id, act); !errors.Is(err, journal.ErrClosed) {
			t.Errorf("expected that the server has ended, found %v", err)
		}
		s.restart()
		s.school.Finish(t.Context())
		s.school.class(c.id).queue.drain()
		if inFiles(t, s.dir, "secretive") != merge {
			t.Errorf("merge %v: expected no byte of what is deleted, and what was merged, found otherwise", merge)
		}
		s.expectNoDocuments(c.id, seat(ada))
		own := must(must(s.school.Seat(ben.Word)).Own(t.Context()))
		if own.Drafts["a/one"] != "stays" {
			t.Errorf("merge %v: expected the other draft, found %q", merge, own.Drafts["a/one"])
		}
		if past := own.Past["a/one"]; len(past) != map[bool]int{true: 1}[merge] || merge && past[0].Text != "secretive" {
			t.Errorf("merge %v: expected what was merged once, found %v", merge, past)
		}
		s.restart()
		if state := s.school.class(c.id).state; len(state.Erase)+len(state.Carry) != 0 {
			t.Errorf("merge %v: expected that nothing is left to be deleted, found %v, %v", merge, state.Erase, state.Carry)
		}
	}
}

// TestMergeWhileBothType merges two seats while both type: the one that stays loses no key, what was acknowledged of the other one is an earlier text of it,
// and its page goes on with the seat that stays.
func TestMergeWhileBothType(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	from, into := must(s.school.Join(code, "Ada again", "")), must(s.school.Join(code, "Ada", ""))
	gone, stays := s.enter(from.Word), s.enter(into.Word)
	change := func(n int, word string) string {
		if n == 0 {
			return fmt.Sprintf(`[[0,%q]]`, word)
		}
		return fmt.Sprintf(`[%d,[0,%q]]`, n*len(word), word)
	}
	typed(t, gone, 0, change(0, "SECRET"))
	version := uint64(0)
	types := func(n int) { // from the version that is kept: the merge counts as one of the draft that stays
		stays.Say(fmt.Appendf(nil, `{"kind":"draft","step":"a/one","version":%d,"change":%s}`, version, change(n, "m")))
		version = hears[keptFrame](t, stays, "kept").Kept["a/one"]
	}
	types(0)
	seat := func(j Joined) string { return strings.Split(j.Word, ".")[1] }
	merged := make(chan error, 1)
	go func() { merged <- s.do(c.id, Act{Merge: &Merged{From: seat(from), Into: seat(into)}}) }()
	n, safe := 1, uint64(1)
	for ended := false; !ended; n++ { // until one of them is shut out
		gone.Say(fmt.Appendf(nil, `{"kind":"draft","step":"a/one","version":%d,"change":%s}`, n, change(n, "SECRET")))
		types(n)
		frame, err := gone.Next(t.Context())
		ended = errors.Is(err, ErrMerged)
		var kept keptFrame
		if json.Unmarshal(frame.Text, &kept) == nil {
			safe = max(safe, kept.Kept["a/one"])
		}
	}
	if err := <-merged; err != nil {
		t.Fatal(err)
	}
	types(n)
	want := strings.Repeat("m", n+1)
	page := s.enter(from.Word) // leads to the seat that stays
	page.Say([]byte(`{"kind":"open","step":"a/one"}`))
	if d := hears[draftFrame](t, page, "draft"); d.Text != want {
		t.Errorf("expected the draft of the seat that stays, found %q", d.Text)
	}
	s.expectNoDocuments(c.id, seat(from))
	s.restart()
	own := must(must(s.school.Seat(into.Word)).Own(t.Context()))
	if own.Drafts["a/one"] != want {
		t.Errorf("expected %q after a restart, found %q", want, own.Drafts["a/one"])
	}
	if past := own.Past["a/one"]; len(past) != 1 || len(past[0].Text) < int(safe)*len("SECRET") {
		t.Errorf("expected %d keys of the seat that is gone as an earlier text, found %v", safe, past)
	}
}

// TestRenamedWhileTheAnswerIsLost renames a learner whose browser does not know yet that it has a seat: when it asks again, it gets this seat,
// and no second one. A name that waits to be safe is taken already.
func TestRenamedWhileTheAnswerIsLost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	h := s.hook()
	c, code := s.class()
	const asked, other = "a-name-that-was-drawn", "another-name-that-was-drawn"
	first := must(s.school.Join(code, "Ada", asked))
	seat := strings.Split(first.Word, ".")[1]
	ben := strings.Split(must(s.school.Join(code, "Ben", "")).Word, ".")[1]

	waits, open := make(chan struct{}), make(chan struct{})
	h.append = func(_ context.Context, d journal.Document) error {
		if d.Name == stateName {
			h.append = nil
			close(waits)
			<-open
		}
		return nil
	}
	pending := make(chan error, 1)
	go func() {
		_, err := s.school.Join(code, "Cleo", other)
		pending <- err
	}()
	<-waits
	refused := make(chan error, 1)
	go func() { refused <- s.do(c.id, Act{Rename: &Named{ben, "CLEO"}}) }()
	expectWaiting(t, s.school.class(c.id).queue, 2, refused)
	close(open)
	wants(t, <-refused, "expected a nickname that is not taken")
	if err := <-pending; err != nil {
		t.Error(err)
	}

	if err := s.do(c.id, Act{Rename: &Named{seat, "Ada L."}}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if again := must(s.school.Join(code, "Ada", asked)); again.Word != first.Word || again.Nick != "Ada L." {
			t.Errorf("expected the seat that the teacher has renamed, found %+v", again)
		}
		s.restart()
	}
	must(s.school.Join(code, "Ada", other+"-2")) // the name is free
}

// TestErasedWhileAnotherDeviceTypes has a learner delete everything with one device while another one types, runs tests and answers a suggestion: nothing
// comes back, and no byte is left.
func TestErasedWhileAnotherDeviceTypes(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	page, word, seat := s.drafted(code, "Ada", "secretive")
	if err := s.school.Suggest(t.Context(), s.owner, c.id, Suggesting{Seat: seat, Step: "a/one", Base: "secretive", Text: "suggested"}); err != nil {
		t.Fatal(err)
	}
	mine := must(s.school.Seat(word))
	forgotten := make(chan error, 1)
	go func() { forgotten <- mine.Forget(t.Context()) }()
	for n := uint64(1); ; n++ {
		page.Say(fmt.Appendf(nil, `{"kind":"draft","step":"a/one","version":%d,"change":[%d,[0,"secretive"]]}`, n+1, n*9))
		page.Say([]byte(`{"kind":"settled","step":"a/one","suggestion":1,"how":"accepted","run":"s1"}`))
		page.Say([]byte(`{"kind":"tried","step":"a/one","status":"fail","test":"secretive","passed":0,"total":1}`))
		_ = mine.Passed(t.Context(), Run{Step: "a/one", Code: "secretive", Total: 1, Receipt: []byte("{}")})
		if _, err := s.school.Seat(word); errors.Is(err, ErrSeat) {
			break
		}
	}
	if err := <-forgotten; err != nil {
		t.Fatal(err)
	}
	if err := mine.Passed(t.Context(), Run{Step: "a/one", Code: "secretive", Total: 1, Receipt: []byte("{}")}); !errors.Is(err, ErrSeat) {
		t.Errorf("expected that a run of before finds no seat, found %v", err)
	}
	for range 2 {
		if len(s.school.class(c.id).state.Seats) != 0 || inFiles(t, s.dir, "secretive") {
			t.Error("expected no byte of somebody who has left, found some")
		}
		s.restart()
	}
}

// TestRunIsRepeatedAfterAMerge has a page repeat the run whose answer was lost, after its seat was merged into another one and the server has begun anew: it
// counts once, in the seat that stays, also if that was merged again.
func TestRunIsRepeatedAfterAMerge(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, words, ids := s.threeSeats()
	run := []byte(`{"kind":"tried","step":"a/one","status":"fail","test":"t","passed":0,"total":1,"run":"r1"}`)
	page := s.enter(words[0])
	page.Say(run)
	hears[toldFrame](t, page, "told")
	for i := range 2 {
		if err := s.do(c.id, Act{Merge: &Merged{ids[i], ids[i+1]}}); err != nil {
			t.Fatal(err)
		}
		s.restart()
		page = s.enter(words[0]) // still leads to the seat that stays
		page.Say(run)
		hears[toldFrame](t, page, "told")
		if own := must(must(s.school.Seat(words[i+1])).Own(t.Context())); own.Steps["a/one"].Tries != 1 {
			t.Errorf("expected one try, found %+v", own.Steps["a/one"])
		}
	}
}

// TestBlockedLearnerJoinsAgain has a learner who was blocked repeat the request to join whose answer was lost: that is the blocked seat, and no other one.
func TestBlockedLearnerJoinsAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	const asked = "a-name-that-was-drawn"
	first := must(s.school.Join(code, "Eve", asked))
	if err := s.do(c.id, Act{Block: strings.Split(first.Word, ".")[1]}); err != nil {
		t.Fatal(err)
	}
	again, err := s.school.Join(code, "Eve", asked)
	if err == nil {
		_, err = s.school.Enter(Hello{Word: again.Word, Client: "c"})
	}
	if !errors.Is(err, ErrBlocked) || len(c.state.Seats) != 1 {
		t.Errorf("expected the seat that is blocked, found %v and %d seats", err, len(c.state.Seats))
	}
}

// TestTeacherLeavesWhileASuggestionWaits removes an assistant whose suggestion waits, and starts the server again: the learner accepts it all the same.
func TestTeacherLeavesWhileASuggestionWaits(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	invitation := must(s.school.Invite(t.Context(), s.owner, Assistant, c.id))
	helper := must(s.school.Known(must(s.school.Accept(t.Context(), invitation, "Alan", password))))
	_, word, seat := s.drafted(code, "Ada", "a")
	if err := s.school.Suggest(t.Context(), helper, c.id, Suggesting{Seat: seat, Step: "a/one", Base: "a", Text: "b"}); err != nil {
		t.Fatal(err)
	}
	if err := s.school.Remove(t.Context(), s.owner, helper.ID); err != nil {
		t.Fatal(err)
	}
	s.restart()
	page := s.enter(word)
	page.Say([]byte(`{"kind":"settled","step":"a/one","suggestion":1,"how":"accepted","run":"s1"}`))
	hears[toldFrame](t, page, "told")
	if all := must(must(s.school.Seat(word)).Own(t.Context())).Suggestions["a/one"]; len(all) != 1 || all[0].How != Accepted || all[0].By != "Alan" {
		t.Errorf("expected the suggestion of Alan, accepted, found %+v", all)
	}
}

// TestForgottenWhileTheClassesMove has another server take the classes in the moment in which a learner deletes a seat: until this server has noticed,
// whoever asks again hears that the classes have moved. It heard that there is no such seat, although the other server has it, with all that was written.
func TestForgottenWhileTheClassesMove(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, words, _ := s.threeSeats()
	h := s.hook()
	h.refuse = func(journal.Document) error { return journal.ErrLost }
	seat := must(s.school.Seat(words[0]))
	if err := seat.Forget(t.Context()); !errors.Is(err, ErrMoved) {
		t.Errorf("expected that the classes have moved, found %v", err)
	}
	if _, err := s.school.Seat(words[0]); !errors.Is(err, ErrMoved) {
		t.Errorf("expected of the seat that the classes have moved, found %v", err)
	}
	if err := seat.Forget(t.Context()); !errors.Is(err, ErrMoved) {
		t.Errorf("expected of deleting again that the classes have moved, found %v", err)
	}
}

// TestAsksAgainWhileTheSeatIsBeingDeleted has a page give up waiting for its seat's deletion and ask again, before the write is lost: nobody hears
// that the seat is gone, since it is not.
func TestAsksAgainWhileTheSeatIsBeingDeleted(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, words, _ := s.threeSeats()
	h := s.hook()
	seat := must(s.school.Seat(words[0]))
	q, b := s.school.class(c.id).queue, h.hold(journal.ErrLost)
	answers := make(chan error, 2)
	go func() { answers <- seat.Forget(t.Context()) }()
	expectWaiting(t, q, 1, answers)
	go func() { answers <- seat.Forget(t.Context()) }()
	expectWaiting(t, q, 2, answers)
	must(s.school.Seat(words[0])) // is there as long as its deletion is not safe
	close(b.open)
	for range cap(answers) {
		if err := <-answers; !errors.Is(err, ErrMoved) {
			t.Errorf("expected that the classes have moved, found %v", err)
		}
	}
}

// TestDraftWhoseWriteIsLost has a draft's write be lost before the class itself has noticed that it moved: nobody reads what was never stored.
func TestDraftWhoseWriteIsLost(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	h := s.hook()
	c, code := s.class()
	page, word, id := s.drafted(code, "Ada", "a")
	h.refuse = func(journal.Document) error { return journal.ErrLost }
	seat := must(s.school.Seat(word))
	page.Say([]byte(`{"kind":"draft","step":"a/one","version":1,"change":[1,[0,"never stored"]]}`))
	c.mu.Lock()
	q := c.drafts[draftName(id, "a/one")].queue
	c.mu.Unlock()
	q.drain()
	if own, err := seat.Own(t.Context()); !errors.Is(err, ErrMoved) {
		t.Errorf("expected that the classes have moved, found %v, %v", own.Drafts, err)
	}
}

// TestRemovalIsToldWhenItIsSafe has the write be lost that removes somebody who is connected: the page hears that the classes have moved, and not
// that its seat is gone.
func TestRemovalIsToldWhenItIsSafe(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, words, ids := s.threeSeats()
	h := s.hook()
	page := s.enter(words[0])
	b := h.hold(journal.ErrLost)
	removed := make(chan error, 1)
	go func() { removed <- s.do(c.id, Act{Remove: ids[0]}) }()
	expectWaiting(t, s.school.class(c.id).queue, 1, removed)
	expectNotOut(t, page)
	close(b.open)
	if err := <-removed; !errors.Is(err, ErrMoved) {
		t.Errorf("expected that the classes have moved, found %v", err)
	}
	if err := untilEnd(t, page); !errors.Is(err, ErrMoved) {
		t.Errorf("expected that the page hears that the classes have moved, found %v", err)
	}
}

// expectNotOut reads all that a page is told now, in which nothing says that its seat is gone.
func expectNotOut(t *testing.T, page *Feed) {
	t.Helper()
	for frame := (line.Frame{Text: []byte("begin")}); frame.Text != nil; {
		var err error
		if frame, _, err = page.take(); err != nil || bytes.Contains(frame.Text, []byte(`"out"`)) {
			t.Fatalf("expected to hear nothing of it before the write, found %s, %v", frame.Text, err)
		}
	}
}

// untilEnd reads what a page is told until it is told no more, and returns why.
func untilEnd(t *testing.T, page *Feed) error {
	for {
		frame, err := page.Next(t.Context())
		if err != nil {
			return err
		}
		if bytes.Contains(frame.Text, []byte(`"out"`)) {
			return errors.New("the page was told that its seat is gone")
		}
	}
}

// expectWaiting waits until n askers wait for what a queue is writing, and reports who had an answer before.
func expectWaiting[T any](t *testing.T, q *writeQueue, n int, answers chan T) {
	t.Helper()
	for waiting := 0; waiting < n; runtime.Gosched() {
		if len(answers) > 0 {
			t.Fatalf("expected no answer before the write, found %+v", <-answers)
		}
		q.guard.Lock()
		waiting = 0
		for _, p := range q.waiting {
			waiting += len(p.done)
		}
		q.guard.Unlock()
	}
}
