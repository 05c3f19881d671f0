package playground

import (
	"context"
	"testing"
)

// TestOneSignInOfABlockAtATime: a hundred wrong passwords from one address are one place in the line for others.
func TestOneSignInOfABlockAtATime(t *testing.T) {
	var all turns
	first, err := all.take(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := all.take(gone, "a"); err == nil {
		t.Error("expected that the second one of a block waits, found that it has the turn")
	}
	other, err := all.take(t.Context(), "b")
	if err != nil {
		t.Fatalf("expected a turn for another block, found %v", err)
	}
	next := make(chan func())
	go func() {
		done, _ := all.take(t.Context(), "a")
		next <- done
	}()
	first()
	(<-next)()
	other()
	if len(all.of) != 0 {
		t.Errorf("expected that blocks without anybody are forgotten, found %d", len(all.of))
	}
}
