package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"unbox/classroom/journal/sqlite"
	"unbox/classroom/school"
)

// where names the place of the classes.
func (f *classFlags) where() string {
	if f.nats != "" {
		return f.cluster().Places()
	}
	return f.data
}

// backUp writes all classes into one new file, and says what is in it: an administrator wants to see that it is not empty.
func (p *program) backUp(ctx context.Context, file string, f *classFlags) error {
	what, back := "classes and workshops", sqlite.Backup
	if f.nats != "" {
		what, back = "classes, without workshops,", func(ctx context.Context, _, file string) error { return backUpShared(ctx, file, f) }
	}
	if err := back(ctx, f.data, file); err != nil {
		return err
	}
	info, err := os.Stat(file)
	if err == nil {
		_, err = fmt.Fprintf(p.stdout, "%s has all %s of %s (%d bytes). Keep the key file with it.\n", file, what, f.where(), info.Size())
	}
	return err
}

// verify says whether a backup could be restored.
func (p *program) verify(file string) error {
	sealed, err := sqlite.Verify(file)
	if err != nil {
		return err
	}
	how := "its contents have their checksum"
	if !sealed {
		how = "it has no checksum, because an earlier version made it or it is the database of a server that has stopped, so only its structure was checked"
	}
	_, err = fmt.Fprintf(p.stdout, "%s is a whole backup: %s.\n", file, how)
	return err
}

// restore puts a backup where there are no classes, and says what is there now.
func (p *program) restore(ctx context.Context, file string, f *classFlags) error {
	switch {
	case f.nats != "":
		if err := restoreShared(ctx, file, f); err != nil {
			return err
		}
	case f.force:
		return errors.New("expected `--nats` beside `restore --force`, found a folder; restore into a new folder instead, so that this one stays")
	default:
		if err := sqlite.Restore(ctx, f.data, file); err != nil {
			return err
		}
	}
	counted := ""
	err := f.read(ctx, func(s *school.School) error {
		all, learners := s.Classes(everybody), 0
		for _, c := range all {
			learners += c.Learners
		}
		people, err := s.People(everybody)
		if err != nil {
			return err
		}
		accounts := 0
		for _, l := range people {
			if l.Until == 0 { // else an invitation
				accounts++
			}
		}
		counted = fmt.Sprintf(" Classes: %d, learners: %d, accounts: %d.", len(all), learners, accounts)
		return nil
	})
	if err != nil {
		err = fmt.Errorf("everything is restored, but cannot be counted: %w", err)
	}
	fmt.Fprintf(p.stdout, "%s has what is in %s.%s\n", f.where(), file, counted)
	return err
}
