package school

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"testing"

	"unbox/classroom/edit"
)

// TestPastOfADraft types, waits and types again: what the draft was before each wait is remembered, also over a snapshot and a restart, and
// those who have the seat can save it.
func TestPastOfADraft(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	clock := int64(1000)
	s.now = func() int64 { return clock }
	s.restart()
	c, _, ada := s.joined("Ada")
	n := 0
	press := func(count int) {
		t.Helper()
		seat := must(s.school.Seat(ada.Word))
		c = seat.class
		for range count {
			d := must(c.draft(t.Context(), seat.id, "a/one"))
			change := fmt.Sprintf(`[%d,[0,"x"]]`, n)
			if n == 0 {
				change = `[[0,"x"]]`
			}
			if err := c.edit(d, uint64(n), json.RawMessage(change), "c"); err != nil {
				t.Fatal(err)
			}
			n++
			clock++
			d.queue.drain() // so that it outlives a restart, and the class knows of the draft
			c.queue.drain()
		}
	}
	expect := func(want ...Moment) {
		t.Helper()
		seat := must(s.school.Seat(ada.Word))
		found := must(seat.class.Past(t.Context(), seat.id, "a/one"))
		if len(found)+len(want) > 0 && !reflect.DeepEqual(found, want) {
			t.Errorf("expected %v, found %v", want, found)
		}
		if own := must(seat.Own(t.Context())); len(own.Past["a/one"]) != len(want) {
			t.Errorf("expected that the learner can save %d moments, found %v", len(want), own.Past)
		}
	}
	press(3)
	expect()
	clock += pastPause
	press(1)
	first := Moment{1002, "xxx"}
	expect(first)
	s.restart() // what is not in a snapshot yet is in the updates
	expect(first)
	press(pastStretch)
	second := Moment{clock - 2, fmt.Sprintf("%0*d", n-1, 0)}
	second.Text = string(bytes.ReplaceAll([]byte(second.Text), []byte("0"), []byte("x")))
	expect(first, second)
	press(2 * snapshotEvery)
	before := must(c.Past(t.Context(), must(s.school.Seat(ada.Word)).id, "a/one"))
	s.restart()
	expect(before...)
	if len(before) < 4 {
		t.Errorf("expected a moment for each %d s, found %d", pastStretch, len(before))
	}
}

// TestPastOverAClockThatIsSetBack types on while the clock is set back by an hour: earlier texts are remembered as before, not only when the clock has come
// so far again.
func TestPastOverAClockThatIsSetBack(t *testing.T) {
	t.Parallel()
	var p past
	text := edit.Text{}
	for n, at := range []int64{10_000, 10_001, 6_400, 6_401, 6_401 + pastPause, 6_402 + pastPause + pastStretch} {
		p.change(text, at)
		text = edit.New(fmt.Sprint(n))
	}
	if want := []Moment{{10_001, "1"}, {6_401, "3"}, {6_401 + pastPause, "4"}}; !reflect.DeepEqual(p.told(), want) {
		t.Errorf("expected %v, found %v", want, p.told())
	}
}

// TestInsertOverAClockThatIsSetBack merges a draft twice into one whose moments are in no order: each is there once.
func TestInsertOverAClockThatIsSetBack(t *testing.T) {
	t.Parallel()
	p := past{moments: []int64{50, 60, 10}, texts: []edit.Text{edit.New("a"), edit.New("b"), edit.New("c")}}
	for range 2 {
		for i, at := range []int64{50, 60, 10, 55} {
			p.insert(at, edit.New(string("abcd"[i])))
		}
	}
	if len(p.moments) != 4 || len(p.texts) != 4 {
		t.Errorf("expected four moments, found %v", p.moments)
	}
}

// TestPastIsThinned remembers too many moments and too long ones: the oldest and the newest are kept, and what is left is in order.
func TestPastIsThinned(t *testing.T) {
	t.Parallel()
	for _, length := range []int{10, maxDraft} {
		var p past
		for n := range 10 * maxPast {
			p.change(make(edit.Text, length), int64(1000+n*n*pastPause))
		}
		total := 0
		for i, at := range p.moments {
			total += len(p.texts[i])
			if i > 0 && at <= p.moments[i-1] {
				t.Errorf("expected moments in order, found %v", p.moments)
			}
		}
		if len(p.moments) > maxPast || total > maxPastText || len(p.moments) < 3 {
			t.Errorf("length %d: expected at most %d moments of %d units, found %d of %d", length, maxPast, maxPastText, len(p.moments), total)
		}
		if p.moments[0] != 1000 || p.moments[len(p.moments)-1] != int64(1000+(10*maxPast-2)*(10*maxPast-2)*pastPause) {
			t.Errorf("length %d: expected the oldest and the newest, found %v", length, p.moments)
		}
		again, err := readPast(p.kept())
		if err != nil || !reflect.DeepEqual(again.moments, p.moments) || again.changed != p.changed || again.remembered != p.remembered {
			t.Errorf("length %d: expected what was kept, found %v, %v", length, again.moments, err)
		}
	}
}

// TestCloseNeedsAFile refuses to delete a class whose file nobody fetched, or that has changed since, whether the server was started again
// between the two or not.
func TestCloseNeedsAFile(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	c, code := s.class()
	refused := func() {
		t.Helper()
		if err := s.school.CloseClass(t.Context(), s.owner, c.id, false); !errors.Is(err, ErrUnsaved) {
			t.Errorf("expected to be refused, found `%v`", err)
		}
	}
	save := func() {
		t.Helper()
		if err := s.school.SaveArchive(t.Context(), s.owner, c.id, io.Discard, false); err != nil {
			t.Fatal(err)
		}
	}
	refused()
	save()
	ada := must(s.school.Join(code, "Ada", ""))
	refused()
	save()
	seat := must(s.school.Seat(ada.Word))
	types := func(version uint64, change string) {
		t.Helper()
		d := must(c.draft(t.Context(), seat.id, "a/one"))
		if err := c.edit(d, version, json.RawMessage(change), "c"); err != nil {
			t.Fatal(err)
		}
		d.queue.drain() // a restart loses what is not written
	}
	types(0, `[[0,"x"]]`)
	refused()
	save()
	s.restart()
	c = must(s.school.Class(s.owner, c.id, true))
	types(1, `[1,[0,"y"]]`)
	refused()
	save()
	before := c.state.Last
	s.restart()
	s.restart() // what is read is written again
	if after := must(s.school.Class(s.owner, c.id, true)).state.Last; after != before {
		t.Errorf("expected that a class gets no younger by being saved, found %d instead of %d", after, before)
	}
	if err := s.school.CloseClass(t.Context(), s.owner, c.id, false); err != nil {
		t.Errorf("expected that it is deleted, found `%v`", err)
	}
	c, _ = s.class()
	if err := s.school.CloseClass(t.Context(), s.owner, c.id, true); err != nil {
		t.Errorf("expected that it is deleted, found `%v`", err)
	}
}
