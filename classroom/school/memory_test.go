package school

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// TestUnreadDraftsAreNotMade: of a learner who opens a long draft again and again and reads nothing, no draft waits in memory; the memory of one
// that is sent is reserved before it is made, and given back.
func TestUnreadDraftsAreNotMade(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	_, _, joined := s.joined("Ada")
	step := course[0].ID
	f := s.enter(joined.Word)
	change, err := json.Marshal([]any{[]any{0, strings.Repeat("<", maxDraft)}})
	if err != nil {
		t.Fatal(err)
	}
	f.Say(fmt.Appendf(nil, `{"kind":"draft","step":%q,"version":0,"change":%s}`, step, change))
	hears[keptFrame](t, f, "kept")
	held := 0
	f.Bound(func(_ context.Context, bytes int) (func(int), error) {
		if bytes != laterBytes {
			t.Errorf("expected %d bytes to be reserved, found %d", laterBytes, bytes)
		}
		held += bytes
		mine := bytes
		return func(now int) { held, mine = held+now-mine, now }, nil
	})
	const opened = 40
	for range opened {
		f.Say(fmt.Appendf(nil, `{"kind":"open","step":%q}`, step))
	}
	f.class.mu.Lock()
	for _, answer := range f.answers {
		if _, ok := answer.(later); !ok {
			t.Errorf("expected drafts that are made when they are sent, found %T", answer)
		}
	}
	if len(f.answers) != opened {
		t.Errorf("expected %d answers, found %d", opened, len(f.answers))
	}
	f.class.mu.Unlock()
	for range opened {
		if d := hears[draftFrame](t, f, "draft"); len(d.Text) != maxDraft || held < 2*6*maxDraft || held > 2*6*maxDraft+1000 {
			t.Fatalf("expected the draft and its memory, found %d characters and %d bytes", len(d.Text), held)
		}
	}
	f.Close()
	if held != 0 {
		t.Errorf("expected nothing to be held of one who has gone, found %d bytes", held)
	}
}
