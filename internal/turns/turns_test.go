package turns

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"
)

// waitUntil waits for a condition that other goroutines bring about.
func waitUntil(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for range 1000 {
		if condition() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("expected %s within a second", what)
}

// TestTurns has one session ask five times before two others ask once.
func TestTurns(t *testing.T) {
	q := New(1, Limits{10, 100})
	ctx := context.Background()
	if err := q.Acquire(ctx, "first", nil); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var order []string
	places := map[string][]int{}
	var jobs sync.WaitGroup
	for i, name := range []string{"greedy", "greedy", "greedy", "modest", "late"} {
		jobs.Go(func() {
			err := q.Acquire(ctx, name, func(n int) {
				mu.Lock()
				defer mu.Unlock()
				places[name] = append(places[name], n)
			})
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			order = append(order, name)
			mu.Unlock()
			q.Release()
		})
		waitUntil(t, "a place in the queue", func() bool { return q.Waiting() == i+1 })
	}
	waitUntil(t, "places to be told", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(places["late"]) > 0 && len(places["modest"]) > 0
	})
	mu.Lock()
	if got := places["modest"][len(places["modest"])-1]; got != 2 {
		t.Errorf("expected the modest session in place 2, found %d", got)
	}
	mu.Unlock()
	q.Release()
	jobs.Wait()
	if want := []string{"greedy", "modest", "late", "greedy", "greedy"}; !slices.Equal(order, want) {
		t.Errorf("expected sessions in turns %v, found %v", want, order)
	}
	if q.free != 1 || len(q.turns) != 0 {
		t.Errorf("expected an empty queue with its place free, found %d free and %d turns", q.free, len(q.turns))
	}
}

func TestLeavingTheQueue(t *testing.T) {
	q := New(1, Limits{2, 2})
	if err := q.Acquire(context.Background(), "a", nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- q.Acquire(ctx, "b", func(int) {}) }()
	waitUntil(t, "a place in the queue", func() bool { return q.Waiting() == 1 })
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) || q.Waiting() != 0 {
		t.Errorf("expected the job to leave the queue, found %v and %d waiting", err, q.Waiting())
	}
	go func() { done <- q.Acquire(context.Background(), "c", func(int) {}) }()
	waitUntil(t, "a place in the queue", func() bool { return q.Waiting() == 1 })
	q.Close()
	if err := <-done; !errors.Is(err, ErrClosed) {
		t.Errorf("expected a closed queue, found %v", err)
	}
	q.Release()
	if q.free != 1 {
		t.Errorf("expected the place to be free, found %d", q.free)
	}
}

// TestQueueUnderLoad cancels and serves at random moments; at the end all places
// are free and never were more given than there are.
func TestQueueUnderLoad(t *testing.T) {
	q := New(3, Limits{100, 500})
	var mu sync.Mutex
	inside, most := 0, 0
	var jobs sync.WaitGroup
	for i := range 200 {
		jobs.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i%7)*time.Millisecond)
			defer cancel()
			if q.Acquire(ctx, string(rune('a'+i%5)), func(int) {}) != nil {
				return
			}
			mu.Lock()
			inside++
			most = max(most, inside)
			mu.Unlock()
			time.Sleep(200 * time.Microsecond)
			mu.Lock()
			inside--
			mu.Unlock()
			q.Release()
		})
	}
	jobs.Wait()
	if q.free != 3 || q.Waiting() != 0 || most > 3 {
		t.Errorf("expected 3 free places and never more than 3 in use, found %d and %d, %d waiting", q.free, most, q.Waiting())
	}
}

// TestFullQueue has a session, then everybody, wait for as much as may.
func TestFullQueue(t *testing.T) {
	q := New(0, Limits{PerSession: 2, Total: 3})
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	for i, session := range []string{"a", "a", "b"} {
		go func() { done <- q.Acquire(ctx, session, nil) }()
		waitUntil(t, "a place in the queue", func() bool { return q.Waiting() == i+1 })
		if i == 1 {
			if err := q.Acquire(ctx, "a", nil); !errors.Is(err, ErrFull) {
				t.Errorf("expected a full queue for one session, found %v", err)
			}
		}
	}
	if err := q.Acquire(ctx, "c", nil); !errors.Is(err, ErrFull) {
		t.Errorf("expected a full queue for everybody, found %v", err)
	}
	cancel()
	for range 3 {
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("expected the context's error, found %v", err)
		}
	}
	if q.Waiting() != 0 {
		t.Errorf("expected nobody to wait, found %d", q.Waiting())
	}
}
