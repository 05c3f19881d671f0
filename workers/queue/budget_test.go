package queue

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"
)

func reserve(t *testing.T, b *Budget, name string, amount int) *Grant {
	t.Helper()
	g, err := b.Reserve(t.Context(), client(name), amount)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestBudgetOfABlock has one block hold its share, with one request of it waiting: another block gets what
// it asks for at once.
func TestBudgetOfABlock(t *testing.T) {
	b := NewBudget(100, 50, 30, Limits{PerSeat: 9, PerBlock: 9, Total: 9})
	first, second := reserve(t, b, "a/1", 30), reserve(t, b, "a/2", 20)
	got := make(chan *Grant, 2)
	for i, name := range []string{"a/3", "a/1"} {
		go func() { got <- reserve(t, b, name, 10) }()
		waitUntil(t, "a request that waits", func() bool { return b.q.Waiting() == i+1 })
	}
	other := reserve(t, b, "b/1", 40)
	if b.Free() != 10 {
		t.Errorf("expected 10 left, found %d", b.Free())
	}
	second.Resize(10) // a/3 has its turn first; a/1 holds its share
	third := <-got
	if third.client != client("a/3") || b.q.Waiting() != 1 {
		t.Errorf("expected a/3 to be served, found %v and %d waiting", third.client, b.q.Waiting())
	}
	first.Release()
	first.Release()
	for _, g := range []*Grant{second, third, other, <-got} {
		g.Release()
	}
	if b.Free() != 100 || len(b.q.share.seats) != 0 || len(b.q.share.blocks) != 0 {
		t.Errorf("expected all to be given back, found %d free, %v", b.Free(), b.q.share)
	}
}

// TestLargeRequestsHaveTheirTurn sends small requests all the time.
func TestLargeRequestsHaveTheirTurn(t *testing.T) {
	b := NewBudget(10, 10, 10, Limits{PerSeat: 9, PerBlock: 9, Total: 9})
	small := reserve(t, b, "a/1", 5)
	large := make(chan *Grant, 1)
	go func() { large <- reserve(t, b, "b/1", 10) }()
	waitUntil(t, "the large one to wait", func() bool { return b.q.Waiting() == 1 })
	next := make(chan *Grant, 1)
	go func() { next <- reserve(t, b, "c/1", 1) }()
	waitUntil(t, "a small one after it", func() bool { return b.q.Waiting() == 2 })
	small.Release()
	g := <-large
	if b.q.Waiting() != 1 {
		t.Errorf("expected the small one to wait for the large one, found %d waiting", b.q.Waiting())
	}
	g.Release()
	(<-next).Release()
}

func TestBudgetErrors(t *testing.T) {
	b := NewBudget(10, 10, 10, Limits{PerSeat: 1, PerBlock: 1, Total: 1})
	if _, err := b.Reserve(t.Context(), client("a/1"), 11); err == nil || !strings.Contains(err.Error(), "at most 10 bytes") {
		t.Errorf("expected a refusal of more than there is, found %v", err)
	}
	g := reserve(t, b, "a/1", 1)
	g.Resize(25) // an answer that was longer than expected
	if b.Free() != -15 {
		t.Errorf("expected a budget that is overdrawn, found %d", b.Free())
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := b.Reserve(ctx, client("b/1"), 1); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("expected nothing in time, found %v", err)
	}
	g.Release()
	if b.Free() != 10 {
		t.Errorf("expected 10, found %d", b.Free())
	}
}

// TestBudgetUnderLoad reserves, resizes and gives up at random; nothing is lost, and what is
// held without having grown never exceeds the total.
func TestBudgetUnderLoad(t *testing.T) {
	b := NewBudget(100, 60, 40, Limits{PerSeat: 20, PerBlock: 60, Total: 100})
	var jobs sync.WaitGroup
	for i := range 200 {
		jobs.Go(func() {
			random := rand.New(rand.NewPCG(1, uint64(i)))
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(random.IntN(8))*time.Millisecond)
			defer cancel()
			g, err := b.Reserve(ctx, Client{fmt.Sprint(i % 4), fmt.Sprint(i % 9)}, 1+random.IntN(40))
			if err != nil {
				return
			}
			if b.Free() < 0 {
				t.Error("expected no more to be held than there is")
			}
			time.Sleep(time.Duration(random.IntN(300)) * time.Microsecond)
			g.Resize(1)
			time.Sleep(time.Duration(random.IntN(300)) * time.Microsecond)
			g.Release()
		})
	}
	jobs.Wait()
	if b.Free() != 100 || b.q.Waiting() != 0 || len(b.q.share.blocks) != 0 {
		t.Errorf("expected all to be given back, found %d, %d waiting, %v", b.Free(), b.q.Waiting(), b.q.share)
	}
}

// TestIdleHoldersGiveWay has a block hold the whole budget without doing anything with it: another block's
// client gets its part, and none of what is in use.
func TestIdleHoldersGiveWay(t *testing.T) {
	b := NewBudget(100, 50, 25, Limits{PerSeat: 10, PerBlock: 10, Total: 10})
	var used []*Grant
	for _, name := range []string{"a/1", "a/2", "b/1", "b/2"} {
		g, err := b.Reserve(t.Context(), client(name), 25)
		if err != nil {
			t.Fatal(err)
		}
		if name == "b/2" {
			used = append(used, g)
			continue
		}
		ended := make(chan struct{})
		end := sync.OnceFunc(func() { close(ended) })
		g.Idle(end)
		go func() {
			<-ended
			g.Release()
		}()
	}
	for range 3 {
		g, err := b.Reserve(t.Context(), client("honest/1"), 20)
		if err != nil {
			t.Fatal(err)
		}
		g.Release()
	}
	if used[0].amount != 25 || b.q.share.blocks["b"] < 25 {
		t.Errorf("expected what is in use to stay, found %d", b.q.share.blocks["b"])
	}
	used[0].Release()
}

// TestIdleHoldersOfLittleStay: when a client with much asks for more, a slow one with little keeps
// what it has.
func TestIdleHoldersOfLittleStay(t *testing.T) {
	b := NewBudget(100, 0, 0, Limits{PerSeat: 10, PerBlock: 10, Total: 10})
	slow, err := b.Reserve(t.Context(), client("slow/1"), 10)
	if err != nil {
		t.Fatal(err)
	}
	slow.Idle(func() { t.Error("expected the slow one to keep its part") })
	if _, err := b.Reserve(t.Context(), client("greedy/1"), 80); err != nil {
		t.Fatal(err)
	}
	if ends := b.victims(client("greedy/1"), 50); len(ends) != 0 {
		t.Errorf("expected nobody to give way, found %d", len(ends))
	}
	slow.Release()
	if len(b.idle) != 0 {
		t.Errorf("expected no idle grants, found %d", len(b.idle))
	}
}

// TestSlowClientsDoNotCutOffOthers: one of five clients that hold the same amount is asked repeatedly to make room,
// because it is slow: the other four keep theirs.
func TestSlowClientsDoNotCutOffOthers(t *testing.T) {
	b := NewBudget(100, 0, 0, Limits{PerSeat: 10, PerBlock: 10, Total: 10})
	asked := map[string]int{}
	held := map[string]*Grant{}
	for _, name := range []string{"a/1", "a/2", "b/1", "b/2", "b/3"} {
		held[name] = reserve(t, b, name, 20)
		held[name].Idle(func() { asked[name]++ })
	}
	for range 30 {
		for _, end := range b.victims(client("c/1"), 20) {
			end()
		}
	}
	if len(asked) != 1 {
		t.Fatalf("expected one to be asked 30 times, found %v", asked)
	}
	for name := range asked {
		held[name].Release()
	}
	reserve(t, b, "c/1", 20)
}
