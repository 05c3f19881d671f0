package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// waitUntil waits for a condition that other goroutines make true.
func waitUntil(t *testing.T, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		if condition() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatalf("expected %s", what)
}

// client is "block/seat".
func client(name string) Client {
	block, seat, _ := strings.Cut(name, "/")
	return Client{Block: block, Seat: seat}
}

// line has clients join a queue whose only place is taken, one after the other, and returns
// what tells in which order they are served. Those who are refused are in it at once, with
// the level in brackets.
type line struct {
	q     *Queue
	place *Place
	mu    sync.Mutex
	order []string
	jobs  sync.WaitGroup
}

func newLine(t *testing.T, limits Limits) *line {
	t.Helper()
	l := &line{q: New(1, limits)}
	l.place = acquire(t, l.q, Client{})
	return l
}

// acquire gets a place at once, or after waiting.
func acquire(t *testing.T, q *Queue, c Client) *Place {
	t.Helper()
	p, err := q.Acquire(t.Context(), c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (l *line) say(word string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.order = append(l.order, word)
}

func (l *line) said() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.order)
}

func (l *line) join(t *testing.T, names ...string) {
	t.Helper()
	for _, name := range names {
		before := l.q.Waiting() + l.said()
		l.jobs.Go(func() {
			var full *Full
			p, err := l.q.Acquire(t.Context(), client(name), nil)
			switch {
			case errors.As(err, &full):
				l.say(fmt.Sprintf("%s (%d)", name, full.Level))
			case err != nil:
				t.Error(err)
			default:
				l.say(name)
				p.Release(Turn{})
			}
		})
		waitUntil(t, "a place in the queue, or a refusal", func() bool { return l.q.Waiting()+l.said() > before })
	}
}

// serve serves all and returns the order.
func (l *line) serve() []string {
	l.place.Release(Turn{})
	l.jobs.Wait()
	return l.order
}

func TestTurns(t *testing.T) {
	wide := Limits{PerSeat: 10, PerBlock: 100, Total: 1000}
	for _, tt := range []struct {
		name       string
		limits     Limits
		join, want string
	}{
		{"seats of a block take turns", wide, "b/greedy b/greedy b/greedy b/modest b/late", "b/greedy b/modest b/late b/greedy b/greedy"},
		{"blocks take turns, however many seats they have", wide, "a/1 a/2 a/3 a/4 b/1 c/1", "a/1 b/1 c/1 a/2 a/3 a/4"},
		{"within a block's turns, its seats take turns", wide, "a/1 a/1 a/2 b/1 b/1 b/1", "a/1 b/1 a/2 b/1 a/1 b/1"},
		{"those without a seat share one", wide, "a a a a/1", "a a/1 a a"},
		{"a full seat is refused", Limits{PerSeat: 1, PerBlock: 9, Total: 9}, "a/1 a/1 a/2", "a/1 (0) a/1 a/2"},
		{"in a full block, whoever has more there gives way", Limits{PerSeat: 2, PerBlock: 2, Total: 9}, "a/1 a/1 a/2", "a/1 (1) a/1 a/2"},
		{"in a full block where all have one, the newest is refused", Limits{PerSeat: 2, PerBlock: 2, Total: 9}, "a/1 a/2 a/3", "a/3 (1) a/1 a/2"},
		{"in a full queue, the largest block gives way", Limits{PerSeat: 2, PerBlock: 9, Total: 3}, "a/1 a/2 a/3 b/1", "a/3 (2) a/1 b/1 a/2"},
		{"in a full queue, a block gives way to none that is as large", Limits{PerSeat: 2, PerBlock: 9, Total: 2}, "a/1 a/2 b/1 b/2", "a/2 (2) b/2 (2) a/1 b/1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLine(t, tt.limits)
			l.join(t, strings.Fields(tt.join)...)
			if got := strings.Join(l.serve(), " "); got != tt.want {
				t.Errorf("expected `%s`, found `%s`", tt.want, got)
			}
			if l.q.free != 1 || l.q.waiting != 0 || len(l.q.blocks) != 0 {
				t.Errorf("expected an empty queue with its place free, found %d free, %d waiting, %d blocks", l.q.free, l.q.waiting, len(l.q.blocks))
			}
		})
	}
}

// TestLightUsersGoFirst has thirty blocks whose turns are long, and one whose turns are short.
func TestLightUsersGoFirst(t *testing.T) {
	q := New(1, Limits{PerSeat: 100, PerBlock: 100, Total: 10_000})
	costs := map[string]float64{"modest": 10}
	names := []string{}
	for i := range 30 {
		names = append(names, fmt.Sprint("greedy ", i))
		costs[names[i]] = 400
	}
	names = append(names, "modest")
	turns := map[string]int{}
	waited := 0
	for n := range 3000 { // all of them always want the next turn
		for _, name := range names {
			if q.block(Client{Block: name}) == nil {
				q.add(&ticket{client: Client{Block: name}, need: 1, ended: make(chan error, 1)})
			}
		}
		ticket := q.first()
		next := ticket.client
		q.take(ticket)
		q.grant(ticket)
		(&Place{q, ticket}).Release(Turn{Cost: costs[next.Block]})
		turns[next.Block]++
		if next.Block == "modest" {
			waited = 0
		} else if waited++; waited > 2 && n > 3*len(names) { // before that, it is not known who is greedy
			t.Fatalf("expected at most 2 turns of others before the modest one's, found %d, turns %v", waited, turns)
		}
	}
	least, most := turns["greedy 0"], turns["greedy 0"]
	for _, name := range names[:30] {
		least, most = min(least, turns[name]), max(most, turns[name])
	}
	if most-least > least/10 {
		t.Errorf("expected about as many turns for each of the greedy, found %d to %d", least, most)
	}
}

// turnOf has a block have a turn of a cost.
func (a *account) turnOf(block string, cost float64) { a.charge(block, cost, a.turn(block)) }

// TestKnownShortTurnsGoFirst has a block with short turns and one with long ones, both ahead of a third one by as much: the short
// turns go first.
func TestKnownShortTurnsGoFirst(t *testing.T) {
	var a account
	for _, name := range []string{"modest", "greedy", "new"} {
		a.come(name)
	}
	a.turnOf("modest", 10)
	a.turnOf("greedy", 400)
	a.blocks["modest"].mark = a.blocks["greedy"].mark
	if !a.before("modest", "greedy") || a.before("greedy", "modest") {
		t.Error("expected the block with short turns before the one with long turns")
	}
	if !a.before("new", "modest") {
		t.Error("expected the block that had no turn before one that had more than its share")
	}
}

// TestNothingIsSavedUp has a block come back after others have had much: it is where a new one is, before all who wait, and not
// further. The account does not grow with the number of names.
func TestNothingIsSavedUp(t *testing.T) {
	var a account
	a.come("back")
	a.turnOf("back", 1)
	a.gone("back")
	a.come("busy")
	a.come("waits")
	for range 100 {
		for _, name := range []string{"busy", "waits"} {
			a.turnOf(name, 50)
		}
	}
	for _, name := range []string{"back", "new"} {
		a.come(name)
		if at, _ := a.order(name); at != a.now || !a.before(name, "busy") || !a.before(name, "waits") {
			t.Errorf("expected %s at the present, which is %v, and first, found it at %v", name, a.now, at)
		}
	}
	at, _ := a.order("waits")
	for i := range 5 * maxAccounts {
		name := fmt.Sprint(i)
		a.come(name)
		a.turnOf(name, 1)
		a.gone(name)
		a.turnOf("busy", 1)
	}
	if len(a.blocks) > maxAccounts+1 {
		t.Errorf("expected an account that forgets, found one of %d blocks", len(a.blocks))
	}
	if got, _ := a.order("waits"); got != at {
		t.Errorf("expected %v for the block that waits, found %v", at, got)
	}
}

// TestEndlessNamesEnd has a block that is ahead wait while each turn goes to a name that was never seen before, and one such name waits: the scale
// moves on, so the block has its turn after as much work as it is ahead by for both. The account does not grow with the number of names.
func TestEndlessNamesEnd(t *testing.T) {
	var a account
	a.come("ahead")
	a.turnOf("ahead", 990)
	turns := 0
	fresh := func() string {
		turns++
		name := fmt.Sprint(turns)
		a.come(name)
		return name
	}
	for {
		next := fresh()
		first := a.before("ahead", next)
		a.turnOf(next, 40)
		a.gone(next)
		if first {
			break
		}
		if turns > 10*maxAccounts {
			t.Fatalf("expected a turn for the block that waits, found %d for others", turns)
		}
	}
	if most := 2*1000/50 + 1; turns > most {
		t.Errorf("expected at most %d turns before that of the block that waits, found %d", most, turns)
	}
	for range 5 * maxAccounts {
		name := fresh()
		if a.before("ahead", name) {
			a.turnOf("ahead", 40)
		}
		a.turnOf(name, 40)
		a.gone(name)
	}
	if len(a.blocks) > maxAccounts+1 {
		t.Errorf("expected an account that forgets, found one of %d blocks", len(a.blocks))
	}
}

// TestComingAgainGainsNothing has a block that is ahead ask and give up again and again, and one that asks once.
func TestComingAgainGainsNothing(t *testing.T) {
	var a account
	for _, name := range []string{"patient", "restless"} {
		a.come(name)
		a.turnOf(name, 100)
		a.gone(name)
	}
	a.blocks["restless"].mark = a.blocks["patient"].mark
	a.come("patient")
	for range 20 {
		a.come("restless")
		a.gone("restless")
	}
	a.come("restless")
	if a.before("restless", "patient") {
		t.Errorf("expected no gain, found %v before %v", a.blocks["restless"], a.blocks["patient"])
	}
}

// TestRestsMakeTurnsCheaper compares blocks that rest as long as they wait, a tenth of that, and never.
func TestRestsMakeTurnsCheaper(t *testing.T) {
	rate := func(rest int) float64 {
		var a account
		a.come("others")
		a.come("one")
		others := func(n int) {
			for range n {
				a.turnOf("others", 40)
			}
		}
		for range 20 {
			others(10)
			a.turnOf("one", 40)
			a.gone("one")
			others(rest)
			a.come("one")
		}
		others(10)
		return a.blocks["one"].rate()
	}
	if always, some, never := rate(10), rate(1), rate(0); always > 1.2 || some < 2.3 || some > 2.8 || never != restless {
		t.Errorf("expected hardly more than 1, something below %v, and %[1]v, found %v, %v and %v", float64(restless), always, some, never)
	}
}

// TestInventedNames has one block send 600 requests under 600 names: another block's first
// request is the next but one to be served.
func TestInventedNames(t *testing.T) {
	l := newLine(t, Limits{PerSeat: 4, PerBlock: 500, Total: 500})
	for i := range 600 {
		l.jobs.Go(func() {
			if p, err := l.q.Acquire(t.Context(), Client{"attack", fmt.Sprint(i)}, nil); err == nil {
				p.Release(Turn{})
			}
		})
	}
	waitUntil(t, "a full queue", func() bool { return l.q.Waiting() == 500 })
	places := make(chan int, 10)
	l.jobs.Go(func() {
		p, err := l.q.Acquire(t.Context(), client("honest/1"), func(n int) { places <- n })
		if err != nil {
			t.Errorf("expected a place for an honest client, found %v", err)
			return
		}
		p.Release(Turn{})
	})
	if first := <-places; first > 2 {
		t.Errorf("expected an honest client among the first two, found it in place %d", first)
	}
	l.place.Release(Turn{})
	l.jobs.Wait()
}

// TestPlaces: the request that is served keeps its place until the next one has been told that it is
// next.
func TestPlaces(t *testing.T) {
	l := newLine(t, Limits{PerSeat: 9, PerBlock: 9, Total: 9})
	ahead := make(chan *Place, 1)
	go func() { ahead <- acquire(t, l.q, client("a/1")) }()
	waitUntil(t, "the first in the queue", func() bool { return l.q.Waiting() == 1 })
	l.join(t, "a/1", "a/2")
	places := make(chan int, 10)
	done := make(chan *Place, 1)
	go func() {
		p, err := l.q.Acquire(t.Context(), client("b/1"), func(n int) { places <- n })
		if err != nil {
			t.Error(err)
		}
		done <- p
	}()
	if n := <-places; n != 2 {
		t.Errorf("expected place 2, found %d", n)
	}
	l.place.Release(Turn{})
	if n := <-places; n != 1 {
		t.Errorf("expected place 1, found %d", n)
	}
	(<-ahead).Release(Turn{})
	(<-done).Release(Turn{})
	l.jobs.Wait()
}

func TestRefusalsNameThePlace(t *testing.T) {
	l := newLine(t, Limits{PerSeat: 2, PerBlock: 3, Total: 4})
	l.join(t, "a/1", "a/1", "b/1")
	for name, want := range map[string]string{
		"a/1": "expected at most 2 of your requests in the queue, found one more; wait for one of them (the next would be in place 4)",
	} {
		if err := l.q.Admit(client(name)); err == nil || err.Error() != want {
			t.Errorf("expected `%s`, found `%v`", want, err)
		}
	}
	if err := l.q.Admit(client("a/2")); err != nil {
		t.Errorf("expected room for another seat, found %v", err)
	}
	l.join(t, "b/2")
	if err := l.q.Admit(client("b/3")); !errors.Is(err, ErrFull) || !strings.HasSuffix(err.Error(), "in place 5)") {
		t.Errorf("expected a full queue, found %v", err)
	}
	if l.q.Waiting() != 4 {
		t.Errorf("expected Admit to change nothing, found %d waiting", l.q.Waiting())
	}
	l.serve()
	if err := l.q.Admit(client("b/3")); err != nil {
		t.Errorf("expected room in an empty queue, found %v", err)
	}
	l.q.Close()
	if err := l.q.Admit(client("b/3")); !errors.Is(err, ErrClosed) {
		t.Errorf("expected a closed queue, found %v", err)
	}
}

func TestLeavingTheQueue(t *testing.T) {
	q := New(1, Limits{PerSeat: 2, PerBlock: 2, Total: 2})
	place := acquire(t, q, client("a/1"))
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	wait := func(ctx context.Context, name string) {
		_, err := q.Acquire(ctx, client(name), func(int) {})
		done <- err
	}
	go wait(ctx, "b/1")
	waitUntil(t, "a place in the queue", func() bool { return q.Waiting() == 1 })
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) || q.Waiting() != 0 {
		t.Errorf("expected the request to leave the queue, found %v and %d waiting", err, q.Waiting())
	}
	go wait(t.Context(), "c/1")
	waitUntil(t, "a place in the queue", func() bool { return q.Waiting() == 1 })
	q.Close()
	if err := <-done; !errors.Is(err, ErrClosed) {
		t.Errorf("expected a closed queue, found %v", err)
	}
	place.Release(Turn{})
	if q.free != 1 {
		t.Errorf("expected the place to be free, found %d", q.free)
	}
}

// TestQueueUnderLoad cancels, displaces and serves at random moments; at the end all places
// are free, and there were never more in use than exist.
func TestQueueUnderLoad(t *testing.T) {
	q := New(3, Limits{PerSeat: 5, PerBlock: 30, Total: 50, Kept: 1})
	var mu sync.Mutex
	inside, most := 0, 0
	var jobs sync.WaitGroup
	for i := range 300 {
		jobs.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i%7)*time.Millisecond)
			defer cancel()
			p, err := q.Acquire(ctx, Client{fmt.Sprint(i % 5), fmt.Sprint(i % 11)}, func(int) {})
			if err != nil {
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
			p.Release(Turn{Cut: i%3 == 0})
		})
	}
	jobs.Wait()
	if q.free != 3 || q.trust.inside != 0 || q.Waiting() != 0 || most > 3 {
		t.Errorf("expected 3 free places and never more than 3 in use, found %d and %d, %d waiting, %d strangers inside", q.free, most, q.Waiting(), q.trust.inside)
	}
}

// TestInterleave compares the order in which places are told with the order in which they
// are served, for many mixtures.
func TestInterleave(t *testing.T) {
	for seed := range 200 {
		q := New(0, Limits{PerSeat: 100, PerBlock: 100, Total: 100})
		for i := range 1 + seed%23 {
			x := (seed*7919 + i*104729) % 97
			q.add(&ticket{client: Client{fmt.Sprint(x % 4), fmt.Sprint(x % 3)}})
		}
		var told, served []*ticket
		told = q.inTurn()
		for q.waiting > 0 {
			t := q.first()
			q.take(t)
			served = append(served, t)
		}
		if !slices.Equal(told, served) {
			t.Fatalf("seed %d: expected the order that was told, found another", seed)
		}
	}
}

// BenchmarkFull measures what a refusal costs while 500 wait.
func BenchmarkFull(b *testing.B) {
	q := New(0, Limits{PerSeat: 4, PerBlock: 500, Total: 500})
	for i := range 500 {
		q.add(&ticket{client: Client{fmt.Sprint(i % 20), fmt.Sprint(i)}})
	}
	for b.Loop() {
		if q.Admit(Client{"0", "new"}) == nil {
			b.Fatal("expected a full queue")
		}
	}
}

// BenchmarkServe measures a place that is given while 500 wait and listen.
func BenchmarkServe(b *testing.B) {
	q := New(0, Limits{PerSeat: 4, PerBlock: 500, Total: 500})
	for i := range 500 {
		q.add(&ticket{client: Client{fmt.Sprint(i % 20), fmt.Sprint(i)}, need: 1, moved: make(chan int, 1), ended: make(chan error, 1)})
	}
	for b.Loop() {
		t := q.first()
		q.release(Client{}, 1)
		<-t.ended
		q.add(t)
	}
}

// TestPlacesComeAndGo grows a queue for one who waits, and shrinks it again.
func TestPlacesComeAndGo(t *testing.T) {
	q := New(1, Limits{PerSeat: 9, PerBlock: 9, Total: 9, Kept: 0})
	first, err := q.Acquire(t.Context(), client("a/1"), nil)
	if err != nil || q.Shrink() {
		t.Fatalf("expected the only place, and that no other one is free, found %v", err)
	}
	got := make(chan *Place, 1)
	go func() {
		p, err := q.Acquire(t.Context(), client("b/1"), nil)
		if err != nil {
			t.Error(err)
		}
		got <- p
	}()
	waitUntil(t, "one who waits", func() bool { return q.Waiting() == 1 })
	q.Grow(1)
	second := <-got
	q.Grow(-1) // one of the two is gone as soon as it is given back
	first.Release(Turn{})
	if q.atOnce(client("c/1"), 1) {
		t.Error("expected that the place is gone, found it free")
	}
	second.Release(Turn{})
	if !q.atOnce(client("c/1"), 1) || !q.Shrink() || q.Shrink() {
		t.Error("expected one free place that can be taken away, once")
	}
}
