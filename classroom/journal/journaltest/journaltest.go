// Package journaltest tests implementations of journal.Journal for what the interface
// guarantees.
package journaltest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"unbox/classroom/journal"
)

// Place is where a journal is kept, from one opening to the next.
type Place interface {
	// Open opens the journal of the place; the test closes it.
	Open(t *testing.T) Journal
}

// Journal is a journal that can be closed.
type Journal interface {
	journal.Journal
	Close() error
}

// Run runs all tests. fresh makes an empty place.
func Run(t *testing.T, fresh func(t *testing.T) Place) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, p Place)
	}{
		{"Appended", appended}, {"Refused", refused}, {"Snapshots", snapshots}, {"Deleted", deleted},
		{"Subscribed", subscribed}, {"Race", race}, {"Random", random}, {"Closed", closed},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, fresh(t)) })
	}
}

// opened opens a place until the test ends.
func opened(t *testing.T, p Place) Journal {
	t.Helper()
	j := p.Open(t)
	t.Cleanup(func() { _ = j.Close() })
	return j
}

var board = journal.Document{Class: "a class", Name: "board"}

// update makes a unique update.
func update(n int) journal.Update {
	return journal.Update{Client: fmt.Sprint("client ", n%3), Counter: uint64(n), Data: fmt.Appendf(nil, "update %d \x00 ü", n)}
}

func updates(from, to int) (all []journal.Update) {
	for n := from; n <= to; n++ {
		all = append(all, update(n))
	}
	return all
}

func appended(t *testing.T, p Place) {
	j := opened(t, p)
	must(t, j.Append(t.Context(), board, 0, updates(1, 3)))
	must(t, j.Append(t.Context(), board, 3, nil))
	must(t, j.Append(t.Context(), board, 3, []journal.Update{{Client: "", Data: []byte{}}}))
	want := append(updates(1, 3), journal.Update{Data: []byte{}})
	expect(t, j, board, 0, journal.History{First: 1, Updates: want})
	expect(t, j, board, 2, journal.History{First: 3, Updates: want[2:]})
	expect(t, j, board, 4, journal.History{First: 5})
	expect(t, j, journal.Document{Class: "another", Name: board.Name}, 0, journal.History{First: 1})
	must(t, j.Close())
	expect(t, opened(t, p), board, 0, journal.History{First: 1, Updates: want})
}

func refused(t *testing.T, p Place) {
	j := opened(t, p)
	must(t, j.Append(t.Context(), board, 0, updates(1, 3)))
	for _, after := range []uint64{0, 2, 4} {
		refusedAt(t, j.Append(t.Context(), board, after, updates(7, 8)), after, 3)
	}
	refusedAt(t, j.Append(t.Context(), journal.Document{Class: "new", Name: "new"}, 1, updates(7, 8)), 1, 0)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := j.Append(ended, board, 5, updates(7, 8)); err == nil {
		t.Error("expected an error of a context that has ended, found none")
	}
	expect(t, j, board, 0, journal.History{First: 1, Updates: updates(1, 3)})
}

func snapshots(t *testing.T, p Place) {
	j := opened(t, p)
	must(t, j.Append(t.Context(), board, 0, updates(1, 5)))
	refusedAt(t, j.Snapshot(t.Context(), board, journal.Snapshot{Version: 6, Data: []byte("too far")}), 6, 5)
	third := journal.Snapshot{Version: 3, Data: []byte("third\x00")}
	must(t, j.Snapshot(t.Context(), board, third))
	must(t, j.Snapshot(t.Context(), board, journal.Snapshot{Version: 2, Data: []byte("older")}))
	must(t, j.Append(t.Context(), board, 5, updates(6, 6)))
	for range 2 {
		expect(t, j, board, 0, journal.History{Snapshot: third, First: 4, Updates: updates(4, 6)})
		expect(t, j, board, 2, journal.History{Snapshot: third, First: 4, Updates: updates(4, 6)})
		expect(t, j, board, 3, journal.History{First: 4, Updates: updates(4, 6)})
		expect(t, j, board, 5, journal.History{First: 6, Updates: updates(6, 6)})
		// A reader who has more than there is has something else.
		expect(t, j, board, 9, journal.History{Snapshot: third, First: 4, Updates: updates(4, 6)})
		must(t, j.Close())
		j = opened(t, p)
	}
}

func deleted(t *testing.T, p Place) {
	j := opened(t, p)
	other, elsewhere := journal.Document{Class: board.Class, Name: "other"}, journal.Document{Class: "elsewhere", Name: board.Name}
	for _, d := range []journal.Document{board, other, elsewhere} {
		must(t, j.Append(t.Context(), d, 0, updates(1, 3)))
	}
	must(t, j.Snapshot(t.Context(), board, journal.Snapshot{Version: 2, Data: []byte("state")}))
	must(t, j.Delete(t.Context(), board))
	refusedAt(t, j.Append(t.Context(), board, 3, updates(4, 4)), 3, 0)
	expect(t, j, board, 0, journal.History{First: 1})
	expect(t, j, board, 3, journal.History{First: 1})
	expect(t, j, other, 0, journal.History{First: 1, Updates: updates(1, 3)})
	must(t, j.Append(t.Context(), board, 0, updates(9, 9)))
	expect(t, j, board, 0, journal.History{First: 1, Updates: updates(9, 9)})
	severalDeleted(t, j)
	must(t, j.Delete(t.Context(), journal.Document{Class: board.Class}))
	must(t, j.Delete(t.Context(), journal.Document{Class: "never was"}))
	must(t, j.Delete(t.Context()))
	must(t, j.Close())
	j = opened(t, p)
	expect(t, j, board, 0, journal.History{First: 1})
	expect(t, j, other, 0, journal.History{First: 1})
	expect(t, j, elsewhere, 0, journal.History{First: 1, Updates: updates(1, 3)})
}

// severalDeleted deletes documents of several classes, a whole class, and some that do not exist, in one call. Subscribers are
// told of each.
func severalDeleted(t *testing.T, j journal.Journal) {
	t.Helper()
	var all []journal.Document
	for n := range 20 {
		all = append(all, journal.Document{Class: "several", Name: fmt.Sprint("draft ", n)})
	}
	stays := journal.Document{Class: "several", Name: "stays"}
	whole := []journal.Document{{Class: "whole", Name: "one"}, {Class: "whole", Name: "another"}}
	for _, d := range slices.Concat(all, whole, []journal.Document{stays}) {
		must(t, j.Append(t.Context(), d, 0, updates(1, 2)))
	}
	told := make(chan journal.Committed, 100)
	for _, class := range []string{"several", "whole"} {
		cancel, err := j.Subscribe(class, func(c journal.Committed) { told <- c })
		must(t, err)
		defer cancel()
	}
	must(t, j.Delete(t.Context(), slices.Concat(all, []journal.Document{{Class: "whole"}, {Class: "several", Name: "never was"}})...))
	for _, d := range slices.Concat(all, whole) {
		expect(t, j, d, 0, journal.History{First: 1})
	}
	expect(t, j, stays, 0, journal.History{First: 1, Updates: updates(1, 2)})
	must(t, j.Append(t.Context(), all[0], 0, updates(7, 7)))
	expect(t, j, all[0], 0, journal.History{First: 1, Updates: updates(7, 7)})
	gone := map[journal.Document]bool{}
	for range len(all) + len(whole) {
		for c := range told {
			if c.Gone {
				gone[c.Document] = true
				break
			}
		}
	}
	for _, d := range slices.Concat(all, whole) {
		if !gone[d] {
			t.Errorf("expected to be told once that %v is gone, found that it was not", d)
		}
	}
}

func subscribed(t *testing.T, p Place) {
	j := opened(t, p)
	told := make(chan journal.Committed, 100)
	cancel, err := j.Subscribe(board.Class, func(c journal.Committed) { told <- c })
	must(t, err)
	must(t, j.Append(t.Context(), board, 0, updates(1, 2)))
	must(t, j.Append(t.Context(), journal.Document{Class: "elsewhere", Name: "x"}, 0, updates(1, 2)))
	refusedAt(t, j.Append(t.Context(), board, 9, updates(1, 2)), 9, 2)
	must(t, j.Append(t.Context(), board, 2, updates(3, 3)))
	must(t, j.Delete(t.Context(), journal.Document{Class: board.Class}))
	for _, want := range []journal.Committed{
		{Document: board, Version: 1, Updates: updates(1, 2)}, {Document: board, Version: 3, Updates: updates(3, 3)}, {Document: board, Gone: true},
	} {
		got := <-told
		if got.Document != want.Document || got.Version != want.Version || got.Gone != want.Gone || !same(got.Updates, want.Updates) {
			t.Errorf("expected to be told %v, found %v", want, got)
		}
	}
	cancel()
	must(t, j.Append(t.Context(), board, 0, updates(1, 2)))
	if len(told) > 0 {
		t.Errorf("expected silence after cancel, found %v", <-told)
	}
}

// race makes many goroutines append to one document at the same versions: one of
// them wins each time.
func race(t *testing.T, p Place) {
	j := opened(t, p)
	const writers, each = 8, 25
	var mu sync.Mutex
	won := map[uint64]journal.Update{}
	var all sync.WaitGroup
	for n := range writers {
		all.Go(func() {
			version := uint64(0)
			for k := 0; k < each; {
				u := update(1000*n + k)
				err := j.Append(t.Context(), board, version, []journal.Update{u})
				var moved *journal.VersionError
				switch {
				case errors.As(err, &moved):
					version = moved.Found
					continue
				case err != nil:
					t.Error(err)
					return
				}
				version++
				k++
				mu.Lock()
				if _, twice := won[version]; twice {
					t.Errorf("version %d was given out twice", version)
				}
				won[version] = u
				mu.Unlock()
			}
		})
	}
	all.Wait()
	h, err := j.Read(t.Context(), board, 0)
	must(t, err)
	if len(h.Updates) != writers*each {
		t.Fatalf("expected %d updates, found %d", writers*each, len(h.Updates))
	}
	for i, u := range h.Updates {
		if want := won[uint64(i)+1]; !same([]journal.Update{u}, []journal.Update{want}) {
			t.Errorf("version %d: expected %v, found %v", i+1, want, u)
		}
	}
}

// random makes random calls and compares the results with a model; now and then the journal is
// closed and opened again.
func random(t *testing.T, p Place) {
	chance := rand.New(rand.NewPCG(14, 1))
	documents := []journal.Document{board, {Class: board.Class, Name: "x"}, {Class: "other", Name: "x"}}
	model := map[journal.Document]journal.History{}
	for _, d := range documents {
		model[d] = journal.History{First: 1}
	}
	j := opened(t, p)
	for n := range 400 {
		d := documents[chance.IntN(len(documents))]
		h := model[d]
		switch k := chance.IntN(20); {
		case k < 12:
			more := updates(10*n, 10*n+chance.IntN(4))
			must(t, j.Append(t.Context(), d, h.Version(), more))
			h.Updates = slices.Concat(h.Updates, more)
		case k < 16 && h.Version() > 0:
			s := journal.Snapshot{Version: 1 + chance.Uint64N(h.Version()), Data: fmt.Appendf(nil, "state %d", n)}
			must(t, j.Snapshot(t.Context(), d, s))
			if s.Version > h.Snapshot.Version {
				h = journal.History{Snapshot: s, First: s.Version + 1, Updates: h.Updates[s.Version+1-h.First:]}
			}
		case k < 17:
			must(t, j.Delete(t.Context(), d))
			h = journal.History{First: 1}
		case k < 18:
			must(t, j.Close())
			j = opened(t, p)
		}
		model[d] = h
		expect(t, j, d, 0, h)
	}
}

func closed(t *testing.T, p Place) {
	j := opened(t, p)
	must(t, j.Append(t.Context(), board, 0, updates(1, 1)))
	must(t, j.Close())
	must(t, j.Close())
	_, readError := j.Read(t.Context(), board, 0)
	_, subscribeError := j.Subscribe(board.Class, func(journal.Committed) {})
	for what, err := range map[string]error{
		"Append": j.Append(t.Context(), board, 1, updates(2, 2)), "Read": readError, "Subscribe": subscribeError,
		"Snapshot": j.Snapshot(t.Context(), board, journal.Snapshot{Version: 1}), "Delete": j.Delete(t.Context(), board),
	} {
		if !errors.Is(err, journal.ErrClosed) {
			t.Errorf("%s: expected `%v`, found `%v`", what, journal.ErrClosed, err)
		}
	}
}

// expect compares what is read with what is expected.
func expect(t *testing.T, j journal.Journal, d journal.Document, after uint64, want journal.History) {
	t.Helper()
	got, err := j.Read(t.Context(), d, after)
	must(t, err)
	if got.First != want.First || got.Snapshot.Version != want.Snapshot.Version ||
		string(got.Snapshot.Data) != string(want.Snapshot.Data) || !same(got.Updates, want.Updates) {
		t.Fatalf("after version %d of %v: expected\n%v, found\n%v", after, d, want, got)
	}
}

func same(a, b []journal.Update) bool {
	return slices.EqualFunc(a, b, func(a, b journal.Update) bool {
		return a.Client == b.Client && a.Counter == b.Counter && string(a.Data) == string(b.Data)
	})
}

// refusedAt expects a *journal.VersionError.
func refusedAt(t *testing.T, err error, expected, found uint64) {
	t.Helper()
	var refused *journal.VersionError
	if !errors.As(err, &refused) || refused.Expected != expected || refused.Found != found {
		t.Errorf("expected to be refused for version %d with %d found, found `%v`", expected, found, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
