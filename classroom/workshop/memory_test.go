package workshop

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"unbox/classroom/line"
)

// TestListsOfStepsAreBounded: a message of two megabytes with 600,000 empty steps would become hundreds of megabytes.
func TestListsOfStepsAreBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	p.feed.Say([]byte(`{"kind":"push","version":1,"steps":[` + strings.TrimSuffix(strings.Repeat("{},", 600_000), ",") + `]}`))
	p.refusedWith("expected a list of at most 5000 items, found a longer one")
	p.write("the presenter goes on")
}

// TestStepsInMemoryAreBounded: long steps are forgotten sooner than short ones. Who comes back then gets the board.
func TestStepsInMemoryAreBounded(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	r := p.feed.room
	view, err := json.Marshal(map[string]string{"v": strings.Repeat("v", maxView-10)})
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	r.mu.Lock()
	for n := range 400 { // 25 MB
		e := entry{"c", uint64(n), Step{View: view}}
		r.show(r.board, []entry{e})
		most = max(most, r.kept)
		sum := 0
		for _, e := range r.recent {
			sum += e.Step.bytes()
		}
		if sum != r.kept {
			t.Fatalf("step %d: expected %d bytes, found %d", n, sum, r.kept)
		}
	}
	newest := r.recent[len(r.recent)-1].Counter
	r.mu.Unlock()
	if most > 2*recentBytes+2*maxView || most < recentBytes || newest != 399 {
		t.Errorf("expected at most %d bytes, with the newest step, found %d and step %d", 2*recentBytes, most, newest)
	}
	late := s.enter(p.code, Hello{Client: "l", Epoch: r.epoch, Version: 2})
	if late.welcome.Board == nil || len(late.welcome.Steps) > 0 {
		t.Errorf("expected the board for a client that lacks forgotten steps, found %d steps", len(late.welcome.Steps))
	}
}

// TestCheckpointsAreBoundedAsTheyAreSent: a character that is sent as six bytes counts as six, and views count, too: each member who enters gets
// all checkpoints.
func TestCheckpointsAreBoundedAsTheyAreSent(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	p.write(strings.Repeat("<", 240_000)) // 1.4 MB
	p.step(Step{Checkpoint: "one"})
	p.step(Step{Checkpoint: "two"})
	p.push(Step{Checkpoint: "three"})
	p.refusedWith("expected at most 100 checkpoints and 4194304 bytes in all of them")
	p = s.open()
	p.write("short")
	p.step(Step{View: json.RawMessage(`"` + strings.Repeat("v", maxView-2) + `"`)})
	room := func() int { return p.board.bytes() }
	for n := 0; room() <= maxKept; n++ {
		if p.step(Step{Checkpoint: fmt.Sprint(n)}); n > 80 {
			t.Fatalf("expected views to count, found %d bytes", room())
		}
	}
	p.push(Step{Checkpoint: "one more"})
	p.refusedWith("expected at most 100 checkpoints and 4194304 bytes in all of them")
}

// TestLongFramesWaitForMemory: memory for a long board, step or draft is reserved before it is made, and held until the client comes for the
// next frame, or has gone; for short ones it is not.
func TestLongFramesWaitForMemory(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.open()
	var held, asked int
	bound := func(f *Feed) {
		f.Bound(func(_ context.Context, bytes int) (func(int), error) {
			asked++
			held += bytes
			mine := bytes
			return func(now int) { held, mine = held+now-mine, now }, nil
		})
	}
	enter := func(client string) (*Feed, func() line.Frame) {
		t.Helper()
		feed, _, err := s.hall.Enter(t.Context(), p.code, Hello{Client: client})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(feed.Close)
		bound(feed)
		return feed, func() line.Frame {
			t.Helper()
			f, err := feed.Next(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
	}
	_, next := enter("short")
	next()
	if asked != 0 {
		t.Errorf("expected no memory to be reserved for a short board, found %d times", asked)
	}
	p.write(strings.Repeat("<", 100_000))
	long, next := enter("long")
	if board := next(); asked != 1 || held != 2*len(board.Text) || len(board.Text) < 600_000 {
		t.Errorf("expected %d bytes to be held for a board, found %d, reserved %d times", 2*len(board.Text), held, asked)
	}
	p.write("x")
	if next(); held != 0 {
		t.Errorf("expected nothing to be held when the next frame is there, found %d bytes", held)
	}
	p.write(strings.Repeat("y", 100_000))
	for held == 0 {
		next()
	}
	long.Close()
	if held != 0 {
		t.Errorf("expected nothing to be held of one who has gone, found %d bytes", held)
	}
	m := s.enter(p.code, Hello{Client: "offers"})
	m.say(message{Kind: "offering"})
	m.say(message{Kind: "offer", Text: strings.Repeat("<", maxOffer)})
	bound(p.feed)
	for range 5 {
		p.say(message{Kind: "look", Member: m.id})
	}
	p.feed.room.mu.Lock()
	for _, a := range p.feed.answers {
		if a.text != nil {
			t.Errorf("expected drafts that are made when they are sent, found one of %d bytes", len(a.text))
		}
	}
	p.feed.room.mu.Unlock()
	for range 5 {
		if f, err := p.feed.Next(t.Context()); err != nil || held != 2*len(f.Text) || len(f.Text) < 6*maxOffer {
			t.Errorf("expected a draft and its memory, found %d bytes and %d, %v", len(f.Text), held, err)
		}
	}
	refused, _, err := s.hall.Enter(t.Context(), p.code, Hello{Client: "refused"})
	if err != nil {
		t.Fatal(err)
	}
	defer refused.Close()
	refused.Bound(func(context.Context, int) (func(int), error) { return nil, fmt.Errorf("no memory") })
	if _, err := refused.Next(t.Context()); err == nil || err.Error() != "no memory" {
		t.Errorf("expected no board without memory, found %v", err)
	}
}
