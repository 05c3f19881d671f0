package queue

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// visitor wants a turn again and again.
type visitor struct {
	cost, rest time.Duration
	// looks means that it also rests for as long as it waited for its turn.
	looks bool
	// cut means that its turns do not end by themselves.
	cut bool
}

// served has thirty visitors, each of a block of its own, and an honest one, all want turns for two
// minutes of a clock that only moves when all wait. It returns how long the honest one waited for
// each of its turns, its turn included, sorted, and how many turns the others had.
func served(t *testing.T, crowd, honest visitor) (latency []time.Duration, turns int) {
	synctest.Test(t, func(t *testing.T) {
		q := New(2, Limits{PerSeat: 16, PerBlock: 250, Total: 500, Kept: 1})
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		var all sync.WaitGroup
		turn := func(c Client, v visitor, done func(time.Duration)) {
			for {
				begun := time.Now()
				p, err := q.Acquire(ctx, c, nil)
				if err != nil {
					return
				}
				time.Sleep(v.cost)
				p.Release(Turn{Cost: float64(v.cost) / float64(time.Millisecond), Cut: v.cut})
				done(time.Since(begun))
				if v.looks {
					time.Sleep(time.Since(begun))
				}
				time.Sleep(v.rest)
			}
		}
		count := make([]int, 30)
		for i := range count {
			all.Go(func() {
				time.Sleep(time.Duration(i) * time.Millisecond)
				turn(Client{Block: fmt.Sprint(i)}, crowd, func(time.Duration) { count[i]++ })
			})
		}
		all.Go(func() {
			turn(Client{Block: "honest"}, honest, func(took time.Duration) { latency = append(latency, took) })
		})
		all.Wait()
		for _, n := range count {
			turns += n
		}
	})
	slices.Sort(latency)
	return latency, turns
}

// TestHonestAmongThirty is about how long an honest client waits whose turns are longer or shorter than
// those of thirty others, who want more than there is: never longer than its share of the places
// makes necessary, and hardly at all where it rests between its turns or the others' have to be cut off.
func TestHonestAmongThirty(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		crowd, honest visitor
		// most is how long the honest one waits for one turn of 100, and half for every second one.
		most, half time.Duration
	}{
		{visitor{cost: 7 * ms, rest: 50 * ms}, visitor{cost: 10 * ms, looks: true}, 150 * ms, 100 * ms},
		{visitor{cost: 7 * ms, rest: 50 * ms}, visitor{cost: 10 * ms, rest: ms}, 400 * ms, 400 * ms}, // it rests less than the others
		{visitor{cost: 7 * ms}, visitor{cost: 30 * ms, rest: ms}, 400 * ms, 320 * ms},
		{visitor{cost: 7 * ms}, visitor{cost: 140 * ms, rest: ms}, 140 * 31 * ms, 140 * 31 / 2 * ms},
		{visitor{cost: 20 * ms}, visitor{cost: 30 * ms, rest: ms}, 30 * 31 * ms, 30 * 31 / 2 * ms},
		{visitor{cost: ms, rest: 50 * ms}, visitor{cost: 140 * ms, rest: ms}, 141 * ms, 141 * ms},
		{visitor{cost: 400 * ms, rest: 50 * ms, cut: true}, visitor{cost: 30 * ms, rest: ms}, 31 * ms, 31 * ms},
		{visitor{cost: 900 * ms, rest: 50 * ms, cut: true}, visitor{cost: 140 * ms, rest: ms}, 141 * ms, 141 * ms},
		{visitor{cost: 2500 * ms, cut: true}, visitor{cost: 140 * ms, rest: ms}, 141 * ms, 141 * ms},
		{visitor{cost: 7 * ms}, visitor{cost: 45 * ms, rest: time.Second}, 500 * ms, 65 * ms},
		{visitor{cost: 40 * ms}, visitor{cost: 45 * ms, rest: time.Second}, 200 * ms, 65 * ms},
		// At the beginning, it has its second turn when each of the thirty had the first.
		{visitor{cost: 150 * ms}, visitor{cost: 45 * ms, rest: time.Second}, 1000 * ms, 120 * ms},
	} {
		t.Run(fmt.Sprintf("%v beside %v", tt.honest.cost, tt.crowd.cost), func(t *testing.T) {
			latency, turns := served(t, tt.crowd, tt.honest)
			p99 := latency[len(latency)*99/100]
			t.Logf("%d turns, half of them within %v, 99 of 100 within %v; %d turns of others", len(latency), latency[len(latency)/2], p99, turns)
			if half := latency[len(latency)/2]; p99 > tt.most || half > tt.half {
				t.Errorf("expected half of the turns within %v and 99 of 100 within %v, found %v and %v", tt.half, tt.most, half, p99)
			}
			if had := time.Duration(turns) * tt.crowd.cost; had < time.Minute {
				t.Errorf("expected the others to have at least a quarter of the places' time, found %v", had)
			}
		})
	}
}

// TestSixHonestAmongThirty has six honest clients, who look at each answer for as long as they waited for it, beside thirty who ask
// again after 50 ms, or look at each answer as well. All of them together want more than there is.
func TestSixHonestAmongThirty(t *testing.T) {
	const ms = time.Millisecond
	for _, tt := range []struct {
		crowd []time.Duration
		looks bool
		most  time.Duration
	}{
		{crowd: []time.Duration{15 * ms}, most: 500 * ms},
		{crowd: []time.Duration{25 * ms}, most: 500 * ms},
		{crowd: []time.Duration{50 * ms}, most: 500 * ms},
		{crowd: []time.Duration{80 * ms}, most: 500 * ms},
		{crowd: []time.Duration{120 * ms}, most: 600 * ms},
		{crowd: []time.Duration{200 * ms}, most: 700 * ms},
		{crowd: []time.Duration{10 * ms, 190 * ms}, most: 800 * ms},
		{crowd: []time.Duration{50 * ms}, looks: true, most: 1000 * ms},
	} {
		t.Run(fmt.Sprint(tt.crowd, tt.looks), func(t *testing.T) {
			var latency []time.Duration
			turns := 0
			synctest.Test(t, func(t *testing.T) {
				q := New(2, Limits{PerSeat: 16, PerBlock: 250, Total: 500, Kept: 1})
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
				defer cancel()
				var mu sync.Mutex
				var all sync.WaitGroup
				visit := func(i int, c Client, costs []time.Duration, rest time.Duration, looks, honest bool) {
					random := rand.New(rand.NewPCG(2, uint64(i)))
					time.Sleep(time.Duration(i) * 10 * ms)
					for begun := time.Now(); ; begun = time.Now() {
						p, err := q.Acquire(ctx, c, nil)
						if err != nil {
							return
						}
						cost := time.Duration(float64(costs[random.IntN(len(costs))]) * (0.9 + 0.2*random.Float64()))
						time.Sleep(cost)
						p.Release(Turn{Cost: float64(cost) / float64(ms)})
						took := time.Since(begun)
						mu.Lock()
						if honest {
							latency = append(latency, took)
						} else {
							turns++
						}
						mu.Unlock()
						if looks {
							time.Sleep(took)
						}
						time.Sleep(rest)
					}
				}
				for i := range 30 {
					all.Go(func() { visit(i, Client{Block: fmt.Sprint(i)}, tt.crowd, 50*ms, tt.looks, false) })
				}
				for i := range 6 {
					all.Go(func() { visit(30+i, Client{Block: fmt.Sprint("honest ", i)}, []time.Duration{50 * ms}, 0, true, true) })
				}
				all.Wait()
			})
			slices.Sort(latency)
			p99 := latency[len(latency)*99/100]
			t.Logf("%d turns, half of them within %v, 99 of 100 within %v; %d turns of others", len(latency), latency[len(latency)/2], p99, turns)
			if p99 > tt.most {
				t.Errorf("expected 99 of 100 within %v, found %v", tt.most, p99)
			}
		})
	}
}

// TestNewcomersAmongThirty has clients of whom nothing is known come for one turn, every two seconds, while thirty others want all there is
// and ask again after 50 ms: they wait for no more than the turns that run.
func TestNewcomersAmongThirty(t *testing.T) {
	const ms = time.Millisecond
	for _, cost := range []time.Duration{10 * ms, 50 * ms, 200 * ms} {
		var mu sync.Mutex
		var longest time.Duration
		synctest.Test(t, func(t *testing.T) {
			q := New(2, Limits{PerSeat: 16, PerBlock: 250, Total: 500, Kept: 1})
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			var all sync.WaitGroup
			turn := func(c Client, cost time.Duration) (took time.Duration) {
				begun := time.Now()
				p, err := q.Acquire(ctx, c, nil)
				if err != nil {
					return 0
				}
				time.Sleep(cost)
				p.Release(Turn{Cost: float64(cost / ms)})
				return time.Since(begun)
			}
			for i := range 30 {
				all.Go(func() {
					for time.Sleep(time.Duration(7*i) * ms); ctx.Err() == nil; time.Sleep(50 * ms) {
						turn(Client{Block: fmt.Sprint(i)}, cost+time.Duration(i%7)*ms)
					}
				})
			}
			for i := range 20 {
				all.Go(func() {
					time.Sleep(15*time.Second + time.Duration(2*i)*time.Second)
					took := turn(Client{Block: fmt.Sprint("new ", i)}, 45*ms)
					mu.Lock()
					longest = max(longest, took)
					mu.Unlock()
				})
			}
			all.Wait()
		})
		t.Logf("beside turns of %v, none took longer than %v", cost, longest)
		if most := 2*(cost+6*ms) + 45*ms; longest > most {
			t.Errorf("beside turns of %v: expected no turn longer than %v, found %v", cost, most, longest)
		}
	}
}

// TestManyHonestAmongCut has six honest clients, who look at each answer for as long as they waited for it, beside thirty
// whose turns are cut off, twice. All that is left for the six is the place that is kept: none of them is kept waiting because
// others of them have saved something up.
func TestManyHonestAmongCut(t *testing.T) {
	const ms = time.Millisecond
	var mu sync.Mutex
	var longest time.Duration
	turns := 0
	synctest.Test(t, func(t *testing.T) {
		q := New(2, Limits{PerSeat: 16, PerBlock: 250, Total: 500, Kept: 1})
		for attack := range 2 {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			var all sync.WaitGroup
			visit := func(c Client, v visitor, done func(time.Duration)) {
				for begun := time.Now(); ; begun = time.Now() {
					p, err := q.Acquire(ctx, c, nil)
					if err != nil {
						return
					}
					time.Sleep(v.cost)
					p.Release(Turn{Cost: float64(v.cost / ms), Cut: v.cut})
					done(time.Since(begun))
				}
			}
			for i := range 30 {
				seat := fmt.Sprint("of attack ", attack)
				all.Go(func() {
					visit(Client{fmt.Sprint(i), seat}, visitor{cost: 80 * ms, cut: true}, func(time.Duration) {})
				})
			}
			for i := range 6 {
				all.Go(func() {
					visit(Client{Block: fmt.Sprint("honest ", i)}, visitor{cost: 45 * ms}, func(took time.Duration) {
						if attack > 0 { // before that nobody knew them
							mu.Lock()
							longest = max(longest, took)
							turns++
							mu.Unlock()
						}
						time.Sleep(took)
					})
				})
			}
			all.Wait()
			cancel()
		}
	})
	t.Logf("%d turns, none took longer than %v", turns, longest)
	if longest > 400*ms || turns < 600 {
		t.Errorf("expected at least 600 turns, none of them longer than 400 ms, found %d and %v", turns, longest)
	}
}

// TestHonestAmongHolders has sixty blocks of eight seats that want all of a budget and hold each part of it for
// long, and an honest client that holds a little for a moment. It waits until some part is released, and not
// until each of the others has had one more.
func TestHonestAmongHolders(t *testing.T) {
	var latency []time.Duration
	synctest.Test(t, func(t *testing.T) {
		b := NewBudget(400, 200, 100, Limits{PerSeat: 16, PerBlock: 600, Total: 1000})
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var all sync.WaitGroup
		hold := func(c Client, amount int, held, rest time.Duration, done func(time.Duration)) {
			for {
				begun := time.Now()
				g, err := b.Reserve(ctx, c, amount)
				if err != nil {
					return
				}
				done(time.Since(begun))
				time.Sleep(held)
				g.Release()
				time.Sleep(rest)
			}
		}
		for i := range 480 {
			all.Go(func() {
				time.Sleep(time.Duration(i) * 20 * time.Millisecond)
				hold(Client{fmt.Sprint(i % 60), fmt.Sprint(i / 60)}, 1, 8*time.Second, 0, func(time.Duration) {})
			})
		}
		all.Go(func() {
			hold(Client{Block: "honest"}, 1, 100*time.Millisecond, time.Millisecond, func(took time.Duration) { latency = append(latency, took) })
		})
		all.Wait()
	})
	slices.Sort(latency)
	p99 := latency[len(latency)*99/100]
	t.Logf("%d turns, half of them within %v, 99 of 100 within %v", len(latency), latency[len(latency)/2], p99)
	if p99 > 100*time.Millisecond {
		t.Errorf("expected 99 of 100 within 100 ms, found %v", p99)
	}
}
