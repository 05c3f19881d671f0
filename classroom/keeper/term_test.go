package keeper

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"unbox/classroom/journal/jetstream"
	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/school"
	"unbox/internal/cluster"
	"unbox/playground/secret"
)

// TestTerm has a renewal be good for a while after it began, by whichever clock goes faster.
func TestTerm(t *testing.T) {
	t.Parallel()
	at := func(wall, steady time.Duration) moment { return moment{time.Hour + wall, time.Minute + steady} }
	for _, c := range []struct {
		what     string
		renewals []moment
		now      moment
		sure     bool
	}{
		{"no renewal", nil, at(0, 0), false},
		{"just before the end", []moment{at(0, 0)}, at(trust-1, trust-1), true},
		{"at the end", []moment{at(0, 0)}, at(trust, trust), false},
		{"renewed", []moment{at(0, 0), at(trust, trust)}, at(2*trust-1, 2*trust-1), true},
		{"the machine slept", []moment{at(0, 0)}, at(trust, 1), false},
		{"a clock was set back", []moment{at(0, 0)}, at(-trust, trust), false},
		{"a clock was set back a moment ago", []moment{at(0, 0)}, at(-trust, 1), true},
	} {
		var k term
		for _, begun := range c.renewals {
			k.renewed(begun)
		}
		if sure := k.sure(c.now); sure != c.sure {
			t.Errorf("%s: expected %v, found %v", c.what, c.sure, sure)
		}
	}
	if mistrust <= trust {
		t.Errorf("expected that others wait longer than %v, found %v", trust, mistrust)
	}
}

// TestShortTerm confirms a renewal so late that it is good for a nanosecond more: who waits for one is let in by it. A clock of its own
// stands still while somebody does something.
func TestShortTerm(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		k := &Keeper{place: Place{School: new(school.School)}, changed: make(chan struct{})}
		answered := false
		go func() {
			place, err := k.Where(t.Context())
			answered = err == nil && place.School != nil
		}()
		synctest.Wait()
		if answered {
			t.Error("expected no answer before a renewal, found one")
		}
		begun := now()
		k.confirmed(moment{begun.wall - trust + 1, begun.steady - trust + 1})
		synctest.Wait()
		if !answered {
			t.Error("expected an answer while a renewal is good, found none")
		}
	})
}

// TestCutOffHolderAnswersNothing cuts the server that has the classes off from NATS in a way that it does not notice. Neither a command nor
// another server goes on while it may still answer from its memory.
func TestCutOffHolderAnswersNothing(t *testing.T) {
	t.Parallel()
	for name, takes := range map[string]func(t *testing.T, o Options, taken func()){
		"a command": func(t *testing.T, o Options, taken func()) {
			if err := Do(t.Context(), o, func(context.Context, *jetstream.Journal) error { taken(); return nil }); err != nil {
				t.Error(err)
			}
		},
		"another server": func(t *testing.T, o Options, taken func()) {
			k, err := New(t.Context(), o)
			if err != nil {
				t.Fatal(err)
			}
			defer k.Close()
			for {
				k.mu.Lock()
				place, changed := k.place, k.changed
				k.mu.Unlock()
				if place.School != nil {
					break
				}
				<-changed
			}
			taken()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, key := natstest.Start(t), secret.New()
			half, cut := natstest.HalfOpen(t, url)
			first, err := New(t.Context(), options(half, key))
			if err != nil {
				t.Fatal(err)
			}
			defer first.Close()
			if place, err := first.Where(t.Context()); err != nil || place.School == nil {
				t.Fatalf("expected the classes at the first server, found %+v, %v", place, err)
			}
			cut()
			takes(t, options(url, key), func() {
				if first.sure() {
					t.Error("expected that the first server trusts its memory no more, found that it does")
				}
			})
		})
	}
}

// TestLostAnswerIsNoTerm renews the lease with a request whose answer is lost. When it was written is not known, so it is good for nothing, but
// the next renewal succeeds.
func TestLostAnswerIsNoTerm(t *testing.T) {
	t.Parallel()
	var loses atomic.Bool
	k, err := newKeeper(t.Context(), options(natstest.Lossy(t, natstest.Start(t), func(_ string, contents []byte) bool {
		return bytes.HasPrefix(contents, []byte(`{"stream":"`+cluster.LeaseStream+`","seq":`)) && loses.CompareAndSwap(true, false)
	}), secret.New()))
	if err != nil {
		t.Fatal(err)
	}
	defer k.close()
	first, _, err := k.seize(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	stop := func() { t.Error("expected the lease at this server, found it elsewhere") }
	loses.Store(true)
	second := k.renewed(t.Context(), first, stop)
	if !second.Newer(first) || loses.Load() {
		t.Errorf("expected that it is written and the answer lost, found %+v after %+v", second, first)
	}
	if k.sure() {
		t.Error("expected no trust after a lost answer, found some")
	}
	if third := k.renewed(t.Context(), second, stop); !third.Newer(second) || k.term.begun == (moment{}) {
		t.Errorf("expected another renewal, found %+v after %+v", third, second)
	}
}

// TestEarlyEndGivesNothingAway ends a server that took the lease while the holder before may still trust its memory: who finds a lease that
// was given away waits for nobody, so it is not given away yet.
func TestEarlyEndGivesNothingAway(t *testing.T) {
	t.Parallel()
	k, err := newKeeper(t.Context(), options(natstest.Start(t), secret.New()))
	if err != nil {
		t.Fatal(err)
	}
	defer k.close()
	if _, _, err := k.seize(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		clear time.Time
		want  string
	}{{time.Now().Add(time.Hour), k.name}, {time.Time{}, ""}} {
		k.release(t.Context(), c.clear)
		if seen, err := k.lease.Look(t.Context()); err != nil || readHolder(seen).Server != c.want {
			t.Errorf("expected the lease at %q, found it at %q, %v", c.want, readHolder(seen).Server, err)
		}
	}
}

// TestLateRenewalsAreTold: the log says once that renewals take too long, and once that they do not any more.
func TestLateRenewalsAreTold(t *testing.T) {
	var log strings.Builder
	k := &Keeper{options: Options{Log: slog.New(slog.NewTextHandler(&log, nil))}}
	late := false
	for _, took := range []time.Duration{renew, trust, 2 * trust, renew, renew} {
		late = k.tell(late, took)
	}
	if lines := strings.Split(strings.TrimSpace(log.String()), "\n"); len(lines) != 2 || !strings.Contains(lines[0], "too long") || !strings.Contains(lines[1], "in time again") {
		t.Errorf("expected a warning and its end, found %q", lines)
	}
}
