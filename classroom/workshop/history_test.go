package workshop

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/anishathalye/porcupine"

	"unbox/classroom/journal"
	"unbox/classroom/journal/jetstream"
	"unbox/classroom/journal/jetstream/natstest"
	"unbox/internal/cluster"
	"unbox/internal/patience"
	"unbox/playground/secret"
)

// seen is what a client did or saw: it made the step of a version, or was told which one has it.
type seen struct {
	made    bool
	version uint64
}

// oneOrder says that all clients see the same steps in the same order, each after it was made.
var oneOrder = porcupine.Model{
	Init: func() any { return []string(nil) },
	Step: func(state, input, output any) (bool, any) {
		steps, in, name := state.([]string), input.(seen), output.(string)
		if in.made {
			return in.version == uint64(len(steps))+1, append(slices.Clip(steps), name)
		}
		return in.version <= uint64(len(steps)) && steps[in.version-1] == name, steps
	},
	Equal: func(a, b any) bool { return slices.Equal(a.([]string), b.([]string)) },
}

// history collects what clients did and saw.
type history struct {
	mu    sync.Mutex
	clock atomic.Int64
	all   []porcupine.Operation
}

func (h *history) add(client int, call int64, what seen, name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.all = append(h.all, porcupine.Operation{ClientId: client, Input: what, Output: name, Call: call, Return: h.clock.Add(1)})
}

// lazy is a journal that takes its time, as its disk would.
type lazy struct{ journal.Journal }

func (l lazy) Append(ctx context.Context, d journal.Document, after uint64, u []journal.Update) error {
	for range rand.IntN(2000) {
		runtime.Gosched()
	}
	return l.Journal.Append(ctx, d, after, u)
}

// TestHistories has two present in turns while others read, leave and come back, and compares
// what all of them saw.
func TestHistories(t *testing.T) {
	t.Parallel()
	t.Run("one server", func(t *testing.T) {
		t.Parallel()
		s := newSite(t)
		_ = s.kept.Close()
		s.start(func(j journal.Journal) journal.Journal { return lazy{j} })
		compareHistories(t, s, s)
	})
	t.Run("two servers", func(t *testing.T) {
		t.Parallel()
		url, key := natstest.Start(t), secret.New()
		a, b := shared(t, natstest.Flaky(t, url, 1), key), shared(t, natstest.Flaky(t, url, 2), key)
		compareHistories(t, a, b)
	})
}

// shared is a server that shares its journal with others.
func shared(t *testing.T, url string, key secret.Key) *site {
	t.Helper()
	return sharedThrough(t, url, key, func(j journal.Journal) journal.Journal { return lazy{j} })
}

// sharedThrough is one with something between its hall and the journal.
func sharedThrough(t *testing.T, url string, key secret.Key, between func(journal.Journal) journal.Journal) *site {
	t.Helper()
	j, err := jetstream.Open(t.Context(), cluster.Config{URL: url, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return &site{t: t, key: key, kept: j, hall: NewHall(Options{Journal: between(j), Servers: j, Key: key, Log: slog.New(slog.DiscardHandler)})}
}

func compareHistories(t *testing.T, s, other *site) {
	first := s.open()
	second := other.enter(first.code, Hello{Client: "s"})
	for _, m := range []*member{first, second} {
		m.until("both are counted", func() bool { return m.last.People == 2 })
	}
	h := &history{all: []porcupine.Operation{{Input: seen{true, 1}, Output: "/0", Return: 0}}}
	const turns, each, readers = 6, 8, 4
	const last = 1 + turns*(each+1)
	var all, entered sync.WaitGroup
	for n := range readers {
		entered.Add(1)
		all.Go(func() { readAll([]*site{s, other}[n%2], h, n+2, first.code, last, sync.OnceFunc(entered.Done)) })
	}
	entered.Wait() // so that they see it from the beginning
	writers := []*member{first, second}
	for turn := range turns {
		w, next := writers[turn%2], writers[(turn+1)%2]
		w.until("it is one's turn", func() bool { return w.board.presenter == w.id })
		for range each {
			w.made(h, turn%2, Step{View: json.RawMessage(fmt.Sprint(w.version))})
		}
		w.made(h, turn%2, Step{Present: next.id})
		w.until("the other presents", func() bool { return w.board.presenter == next.id })
	}
	all.Wait()
	if len(h.all) < last+readers*(last-1)/2 {
		t.Fatalf("expected a long history, found %d operations", len(h.all))
	}
	if !porcupine.CheckOperations(oneOrder, h.all) {
		t.Errorf("expected one order of all steps, found a history that has none: %+v", h.all)
	}
	// The checker would notice a wrong step. It is looked for in the first ones alone: to show that something has no
	// order takes the longer the more happened at the same time.
	wrong := slices.DeleteFunc(slices.Clone(h.all), func(o porcupine.Operation) bool { return o.Input.(seen).version > 2 })
	i := slices.IndexFunc(wrong, func(o porcupine.Operation) bool { return !o.Input.(seen).made })
	wrong[i].Output = "another/1"
	if porcupine.CheckOperations(oneOrder, wrong) {
		t.Error("expected that a history with a wrong step is noticed")
	}
}

// made makes a step and notes which version it has.
func (m *member) made(h *history, client int, s Step) {
	m.t.Helper()
	call := h.clock.Add(1)
	m.step(s)
	h.add(client, call, seen{true, m.version}, fmt.Sprintf("%s/%d", clientName(m.id, m.feed.client), m.counter))
}

// readAll reads up to a version, and notes what it sees; now and then it leaves and comes back. It
// says when it is in.
func readAll(s *site, h *history, client int, code string, last uint64, in func()) {
	defer in()
	ctx, stop := patience.Context(s.t)
	defer stop()
	hello := Hello{Client: fmt.Sprint("r", client)}
	for hello.Version < last {
		feed, word, err := s.hall.Enter(s.t.Context(), code, hello)
		if err != nil {
			s.t.Error(err)
			return
		}
		hello.Word = word
		in()
		for range 1 + rand.IntN(20) {
			call := h.clock.Add(1)
			f, err := feed.Next(ctx)
			if err != nil {
				s.t.Errorf("reader %d, waiting for what follows version %d of %d: %v", client, hello.Version, last, err)
				return
			}
			var told struct {
				welcome
				From uint64 `json:"from"`
			}
			if err := json.Unmarshal(f.Text, &told); err != nil {
				s.t.Error(err)
				return
			}
			if told.Kind == "welcome" {
				if hello.Epoch = told.Epoch; told.Board != nil {
					hello.Version = told.Version
				}
			}
			for i, e := range told.Steps {
				hello.Version = told.From + uint64(i)
				h.add(client, call, seen{false, hello.Version}, fmt.Sprintf("%s/%d", e.Client, e.Counter))
			}
			if hello.Version >= last {
				break
			}
		}
		feed.Close()
	}
}
