package main

import (
	"context"
	"fmt"
	"log/slog"

	"unbox"
	"unbox/classroom/journal/jetstream"
	"unbox/classroom/workshop"
	"unbox/internal/cluster"
	"unbox/playground"
	"unbox/workers"
	"unbox/workers/remote"
)

// borrow has jobs done on other machines, too, where `unbox worker` offers places; nothing where there is no cluster.
//
// Errors: the cluster cannot be reached.
func (o options) borrow(ctx context.Context, classes []*workers.Class, log *slog.Logger) (closeAll func(), err error) {
	if o.nats == "" || len(classes) == 0 {
		return func() {}, nil
	}
	conn, err := cluster.Connect(cluster.Config{URL: o.nats, Credentials: o.natsCredentials, Log: log}, func() {})
	if err != nil {
		return nil, fmt.Errorf("--nats: %w", err)
	}
	if err := remote.Borrow(ctx, conn, classes, unbox.Fingerprint(), log); err != nil {
		conn.Close()
		return nil, fmt.Errorf("--nats: %w", err)
	}
	return conn.Close, nil
}

// shared opens the workshops that this server shares with all others of a NATS cluster, and adds them to the
// site; nothing where there is no cluster.
//
// Errors: the cluster cannot be reached, or is not what is needed.
func (o options) shared(ctx context.Context, c *playground.Config) (closeAll func(), err error) {
	if o.nats == "" {
		return func() {}, nil
	}
	journal, err := jetstream.Open(ctx, cluster.Config{URL: o.nats, Credentials: o.natsCredentials, Log: c.Log})
	if err != nil {
		return nil, fmt.Errorf("--nats: %w", err)
	}
	c.Workshops = workshop.NewHall(workshop.Options{Journal: journal, Servers: journal, Key: c.Key, Log: c.Log, Keep: o.keep})
	return func() {
		c.Workshops.Close()
		_ = journal.Close() // it never fails
	}, nil
}
