package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"unbox/classroom/journal"
	"unbox/classroom/journal/jetstream"
	"unbox/classroom/journal/sqlite"
	"unbox/classroom/keeper"
	"unbox/classroom/school"
	"unbox/internal/cluster"
)

// This file is about classes that several servers keep together in NATS. Commands that only read do so while the
// servers run; commands that write take the classes for a moment from the server that has them.

func (f *classFlags) cluster() cluster.Config {
	return cluster.Config{URL: f.nats, Credentials: f.credentials, Log: slog.New(slog.DiscardHandler)}
}

// withSharedCopy opens the classes of a cluster for reading.
func withSharedCopy(ctx context.Context, f *classFlags, do func(*school.School) error) error {
	j, err := jetstream.OpenToRead(ctx, f.cluster())
	if err != nil {
		return err
	}
	defer func() { _ = j.Close() }() // it never fails
	return onJournal(ctx, j, f.course, do)
}

// withShared opens the classes of a cluster for writing.
func withShared(ctx context.Context, f *classFlags, do func(*school.School) error) error {
	return keeper.Do(ctx, keeper.Options{Cluster: f.cluster()}, func(ctx context.Context, j *jetstream.Journal) error {
		return onJournal(ctx, j, f.course, do)
	})
}

// copying is the number of documents that are read or written concurrently.
const copying = 16

// readsDocuments and putsDocuments are the methods of journals that a copy
// needs.
type readsDocuments interface {
	Read(context.Context, journal.Document, uint64) (journal.History, error)
}
type putsDocuments interface {
	Put(context.Context, journal.Document, journal.History) error
}

// copyAll copies the documents of classes. If the journal is written meanwhile, the documents that list others come
// first: so nothing that they list is missing.
func copyAll(ctx context.Context, all []journal.Document, from readsDocuments, to putsDocuments) error {
	var first, others []journal.Document
	for _, d := range all {
		switch ours, isFirst := school.Keeps(d); {
		case isFirst:
			first = append(first, d)
		case ours:
			others = append(others, d)
		}
	}
	for _, group := range [][]journal.Document{first, others} {
		if err := copyEach(ctx, group, from, to); err != nil {
			return err
		}
	}
	return nil
}

func copyEach(ctx context.Context, all []journal.Document, from readsDocuments, to putsDocuments) (err error) {
	var running sync.WaitGroup
	slots, failed := make(chan struct{}, copying), make(chan error, len(all))
	for _, d := range all {
		slots <- struct{}{}
		running.Go(func() {
			defer func() { <-slots }()
			h, err := from.Read(ctx, d, 0)
			if err == nil && h.Version() > 0 { // otherwise it was deleted
				err = to.Put(ctx, d, h)
			}
			failed <- err
		})
	}
	running.Wait()
	close(failed)
	for each := range failed {
		err = errors.Join(err, each)
	}
	return err
}

// backUpShared writes the classes of a cluster into one file, which can be restored on a cluster and in a folder.
func backUpShared(ctx context.Context, file string, f *classFlags) error {
	from, err := jetstream.OpenToRead(ctx, f.cluster())
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // it never fails
	all, err := from.All(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "unbox-class-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	to, err := sqlite.Open(dir)
	if err != nil {
		return err
	}
	if err = errors.Join(copyAll(ctx, all, from, to), to.Close()); err != nil {
		return err
	}
	return sqlite.Backup(ctx, dir, file)
}

// restoreShared puts a backup into a cluster without classes. With force, it replaces the classes and accounts that are there.
func restoreShared(ctx context.Context, file string, f *classFlags) error {
	dir, err := os.MkdirTemp("", "unbox-class-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	folder := filepath.Join(dir, "classes")
	if err := sqlite.Restore(ctx, folder, file); err != nil {
		return err
	}
	from, err := sqlite.Open(folder)
	if err != nil {
		return err
	}
	defer func() { _ = from.Close() }() // it is a copy
	all, err := from.All(ctx)
	if err != nil {
		return err
	}
	return keeper.Do(ctx, keeper.Options{Cluster: f.cluster()}, func(ctx context.Context, j *jetstream.Journal) error {
		if f.force {
			return replaceAll(ctx, all, from, j)
		}
		err := onJournal(ctx, j, f.course, func(s *school.School) error {
			if !s.Empty() {
				return fmt.Errorf("expected a cluster without classes and accounts, or `--force`, which replaces them, found some at `%s`", f.cluster().Places())
			}
			return nil
		})
		if err != nil {
			return err
		}
		return copyAll(ctx, all, from, j)
	})
}

// replaceAll copies the documents of classes into a journal, and then deletes all others of classes there: until then, nothing is lost
// that the copy lacks. What was interrupted can be done again.
func replaceAll(ctx context.Context, all []journal.Document, from readsDocuments, to *jetstream.Journal) error {
	were, err := to.All(ctx)
	if err != nil {
		return err
	}
	if err := copyAll(ctx, all, from, to); err != nil {
		return err
	}
	left := slices.DeleteFunc(were, func(d journal.Document) bool {
		ours, _ := school.Keeps(d)
		return !ours || slices.Contains(all, d)
	})
	return to.Delete(ctx, left...)
}
