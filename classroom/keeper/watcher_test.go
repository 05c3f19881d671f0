package keeper

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"unbox/internal/cluster"
	"unbox/internal/cluster/pipe"
)

// scripted is a lease whose holder is dead, and of which a server gets the answers that a test wants.
type scripted struct {
	value []byte
	// looks are the errors of the looks after the first write, writes those of writes, which are written all the same.
	looks, writes []error
	written       bool
	// given is what the lease was when it was given away, if it was.
	given bool
}

func first(all *[]error) (err error) {
	if len(*all) > 0 {
		err, *all = (*all)[0], (*all)[1:]
	}
	return err
}

func (s *scripted) Look(context.Context) (cluster.Seen, error) {
	if s.written {
		if err := first(&s.looks); err != nil {
			return cluster.Seen{}, err
		}
	}
	return cluster.Seen{Value: s.value}, nil
}

func (s *scripted) Write(_ context.Context, _ cluster.Seen, value []byte) (cluster.Seen, error) {
	s.written, s.value = true, value
	s.given = s.given || len(value) == 0
	return cluster.Seen{Value: value}, first(&s.writes)
}

// TestHolderBeforeIsWaitedFor has a server take the lease from one that is gone, while NATS errs in some way. Whatever happens, nobody sees the
// classes before the one that is gone may still answer from its memory, counted from when it was first seen: not the time at which the server
// looks again. A clock of its own goes on when all wait.
func TestHolderBeforeIsWaitedFor(t *testing.T) {
	t.Parallel()
	wrong := errors.New("NATS has no leader at the moment")
	for name, c := range map[string]struct {
		looks, writes []error
		// early has the classes be lost once at once, before the time is over.
		early bool
	}{
		"all is well":                               {},
		"the answer to the write is lost":           {writes: []error{wrong}},
		"and it cannot be looked at":                {writes: []error{wrong}, looks: []error{wrong}},
		"and not for a while":                       {writes: []error{wrong}, looks: []error{wrong, wrong, wrong}},
		"the classes are lost at once":              {early: true},
		"the classes are lost, and NATS errs after": {early: true, looks: []error{nil, wrong}},
		"two answers are lost, and two looks":       {writes: []error{wrong, wrong}, looks: []error{wrong, wrong}},
		"the classes are lost, then another answer": {early: true, writes: []error{nil, wrong}, looks: []error{nil, wrong}},
		"NATS errs until long after":                {writes: []error{wrong}, looks: []error{wrong, wrong, wrong, wrong, wrong, wrong, wrong, wrong}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				ctx, stop := context.WithCancel(t.Context())
				lease := &scripted{value: []byte(`{"server":"gone"}`), looks: c.looks, writes: c.writes}
				k := &Keeper{name: "here", lease: lease, peers: &pipe.Place{}, ended: make(chan struct{}), changed: make(chan struct{})}
				k.there = func(context.Context, string) error { return pipe.ErrGone }
				var clears []time.Time
				k.hold = func(_ context.Context, clear time.Time) {
					clears = append(clears, clear)
					if len(clears) == 1 && c.early {
						return
					}
					stop()
				}
				k.run(ctx)
				if len(clears) == 0 {
					t.Fatal("expected that the server gets the classes, found that it does not")
				}
				for _, clear := range clears {
					if clear.Sub(begun) != mistrust {
						t.Errorf("expected to wait until %v after the holder was seen, found %v", mistrust, clear.Sub(begun))
					}
				}
				if now := time.Now(); lease.given && now.Before(begun.Add(mistrust)) {
					t.Errorf("expected a lease that is not given away before %v, found it given at %v", mistrust, now.Sub(begun))
				}
			})
		})
	}
}
