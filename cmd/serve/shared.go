package main

import (
	"context"
	"fmt"

	"unbox/classroom/journal/jetstream"
	"unbox/classroom/workshop"
	"unbox/playground"
)

// shared opens the workshops that this server shares with all others of a NATS cluster, and adds them to the
// site; nothing where there is no cluster.
//
// Errors: the cluster cannot be reached, or is not what is needed.
func (o options) shared(ctx context.Context, c *playground.Config) (closeAll func(), err error) {
	if o.nats == "" {
		return func() {}, nil
	}
	journal, err := jetstream.Open(ctx, jetstream.Config{URL: o.nats, Credentials: o.natsCredentials, Log: c.Log})
	if err != nil {
		return nil, fmt.Errorf("--nats: %w", err)
	}
	c.Workshops = workshop.NewHall(workshop.Options{Journal: journal, Servers: journal, Key: c.Key, Log: c.Log, Keep: o.keep})
	return func() {
		c.Workshops.Close()
		_ = journal.Close() // it never fails
	}, nil
}
