package school

import (
	"errors"
	"io"
	"log/slog"
	"testing"
	"testing/synctest"

	"unbox/playground/secret"
)

// TestNoFileWhileNothingCanBeSaved saves a class in a file while the disk is full: who asked hears that, and need not wait until there is room.
func TestNoFileWhileNothingCanBeSaved(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		j := stuck{open: make(chan struct{})}
		s := must(Open(t.Context(), Options{Journal: j, Key: secret.New(), Log: slog.New(slog.DiscardHandler), Course: course}))
		c := newClass(s, "c")
		s.classes[c.id] = c
		c.mu.Lock()
		c.take(event{Set: &Settings{Name: "C"}}, nil)
		c.mu.Unlock()
		if err := s.SaveArchive(t.Context(), Account{Role: Owner}, c.id, io.Discard, false); !errors.Is(err, ErrNotSaved) {
			t.Errorf("expected that nothing can be saved, found %v", err)
		}
		close(j.open)
		synctest.Wait()
	})
}
