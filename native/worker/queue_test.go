package worker

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

func waiting(q *queue) int {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := 0
	for _, t := range q.turns {
		n += len(t.waiting)
	}
	return n
}

// TestTurns has one session ask five times before two others ask once.
func TestTurns(t *testing.T) {
	q := newQueue(1, 10)
	ctx := context.Background()
	if err := q.acquire(ctx, "first", nil); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var order []string
	places := map[string][]int{}
	var jobs sync.WaitGroup
	for i, name := range []string{"greedy", "greedy", "greedy", "modest", "late"} {
		jobs.Go(func() {
			err := q.acquire(ctx, name, func(n int) {
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
			q.release()
		})
		waitUntil(t, "a place in the queue", func() bool { return waiting(q) == i+1 })
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
	q.release()
	jobs.Wait()
	if want := []string{"greedy", "modest", "late", "greedy", "greedy"}; !slices.Equal(order, want) {
		t.Errorf("expected sessions in turns %v, found %v", want, order)
	}
	if q.free != 1 || len(q.turns) != 0 {
		t.Errorf("expected an empty queue with its place free, found %d free and %d turns", q.free, len(q.turns))
	}
}

func TestLeavingTheQueue(t *testing.T) {
	q := newQueue(1, 2)
	if err := q.acquire(context.Background(), "a", nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- q.acquire(ctx, "b", func(int) {}) }()
	waitUntil(t, "a place in the queue", func() bool { return waiting(q) == 1 })
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) || waiting(q) != 0 {
		t.Errorf("expected the job to leave the queue, found %v and %d waiting", err, waiting(q))
	}
	go func() { done <- q.acquire(context.Background(), "c", func(int) {}) }()
	waitUntil(t, "a place in the queue", func() bool { return waiting(q) == 1 })
	q.close()
	if err := <-done; !errors.Is(err, ErrClosed) {
		t.Errorf("expected a closed queue, found %v", err)
	}
	q.release()
	if q.free != 1 {
		t.Errorf("expected the place to be free, found %d", q.free)
	}
}

// TestQueueUnderLoad cancels and serves at random moments; at the end all places
// are free and never were more given than there are.
func TestQueueUnderLoad(t *testing.T) {
	q := newQueue(3, 100)
	var mu sync.Mutex
	inside, most := 0, 0
	var jobs sync.WaitGroup
	for i := range 200 {
		jobs.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), time.Duration(i%7)*time.Millisecond)
			defer cancel()
			if q.acquire(ctx, string(rune('a'+i%5)), func(int) {}) != nil {
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
			q.release()
		})
	}
	jobs.Wait()
	if q.free != 3 || waiting(q) != 0 || most > 3 {
		t.Errorf("expected 3 free places and never more than 3 in use, found %d and %d, %d waiting", q.free, most, waiting(q))
	}
}
