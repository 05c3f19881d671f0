package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"

	"unbox"
	"unbox/classroom/course"
	"unbox/classroom/journal/jetstream"
	"unbox/classroom/keeper"
	"unbox/classroom/school"
	"unbox/classroom/workshop"
	"unbox/internal/cluster"
	"unbox/playground"
	"unbox/workers"
	"unbox/workers/remote"
)

// borrow runs jobs on other machines, too, where `unbox worker` offers places; it does nothing without a cluster.
//
// Errors: the cluster cannot be reached.
func (o options) borrow(ctx context.Context, place cluster.Config, classes []*workers.Class, m *playground.Metrics) (closeAll func(), err error) {
	if o.nats == "" || len(classes) == 0 {
		return func() {}, nil
	}
	conn, err := cluster.Connect(place, func() {})
	if err != nil {
		return nil, fmt.Errorf("--nats: %w", err)
	}
	if err := remote.Borrow(ctx, conn, classes, unbox.Fingerprint(), countElsewhere(m), place.Log); err != nil {
		conn.Close()
		return nil, fmt.Errorf("--nats: %w", err)
	}
	return conn.Close, nil
}

// place is where the cluster is, whose connections are counted where somebody reads that.
func (o options) place(m *playground.Metrics, log *slog.Logger) cluster.Config {
	place := cluster.Config{URL: o.nats, Credentials: o.natsCredentials, Log: log}
	if o.nats != "" && m != nil {
		place.Counts = countConnections(m)
	}
	return place
}

// shared opens the workshops that this server shares with all others of a NATS cluster, and the classes unless they
// are in a folder, and adds them to the site; it does nothing without a cluster. Messages for the user who starts
// the server are written to out.
//
// Errors: the cluster cannot be reached, or is not what is needed.
func (o options) shared(ctx context.Context, place cluster.Config, c *playground.Config, out io.Writer) (closeAll func(), err error) {
	if o.nats == "" {
		return func() {}, nil
	}
	journal, err := jetstream.Open(ctx, place)
	if err != nil {
		return nil, fmt.Errorf("--nats: %w", err)
	}
	if o.dataDir == "" {
		c.Keeper, err = keeper.New(ctx, keeper.Options{
			Cluster: place, Key: c.Key, Log: c.Log, School: o.school(c),
			Taken: func(ctx context.Context, s *school.School) error {
				if !s.Fresh() {
					return nil
				}
				return showSecret(ctx, s, o.basePath, out)
			},
		})
		if err != nil {
			_ = journal.Close() // it never fails
			return nil, fmt.Errorf("--nats: %w", err)
		}
	} else {
		c.Log.Info("classes are in this server's folder, and not shared; `unbox class backup` and `unbox class restore --nats` move them to the cluster")
	}
	if c.Metrics != nil {
		countStreams(ctx, c.Metrics, journal, c.Keeper)
	}
	c.Workshops = workshop.NewHall(workshop.Options{Journal: journal, Servers: journal, Key: c.Key, Log: c.Log, Keep: o.keep})
	return func() {
		if c.Keeper != nil {
			c.Keeper.Close()
		}
		c.Workshops.Close()
		_ = journal.Close() // it never fails
	}, nil
}

// school returns the options of classes, without the journal.
func (o options) school(c *playground.Config) school.Options {
	return school.Options{Key: c.Key, Log: c.Log, Course: school.StepsOf(c.Course), Tests: course.TestsOf(c.Course), Questions: school.QuestionsOf(c.Course), Keep: o.keep}
}
