package main

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"unbox/classroom/journal"
	"unbox/classroom/journal/sqlite"
)

// TestBackupBeforeAnotherVersion opens a folder with one version after another: what was there before is
// kept, the newest five times, and the same version makes no copy.
func TestBackupBeforeAnotherVersion(t *testing.T) {
	t.Parallel()
	dir, log := filepath.Join(t.TempDir(), "data"), slog.New(slog.DiscardHandler)
	backups := func() []string {
		t.Helper()
		found, err := filepath.Glob(filepath.Join(dir, backupsName, "*.db"))
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	own := filepath.Join(dir, backupsName, "00-before.db") // of the administrator, and older than all by its name
	for n := range 8 {
		for range 2 {
			if err := backUpBefore(t.Context(), dir, fmt.Sprintf("v1.%d/x", n), time.Unix(int64(n), 0), log); err != nil {
				t.Fatal(err)
			}
		}
		if n == 1 {
			if err := os.WriteFile(own, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if want := min(n, maxBackups) + min(n, 1); len(backups()) != want {
			t.Fatalf("version %d: expected %d backups, found %v", n, want, backups())
		}
		j, err := sqlite.Open(dir)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Append(t.Context(), journal.Document{Class: "c", Name: "d"}, uint64(n), []journal.Update{{}}); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	again := filepath.Join(dir, "again")
	last := backups()[maxBackups]
	if err := sqlite.Restore(t.Context(), again, last); err != nil {
		t.Fatal(err)
	}
	j, err := sqlite.Open(again)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	if h, err := j.Read(t.Context(), journal.Document{Class: "c", Name: "d"}, 0); err != nil || len(h.Updates) != 7 {
		t.Errorf("expected the 7 updates of before the last version, found %d, %v", len(h.Updates), err)
	}
	if _, err := os.Stat(own); err != nil {
		t.Errorf("expected that a file of the administrator stays, found %v", err)
	}
	if err := os.WriteFile(filepath.Join(dir, "classes.db"), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := backUpBefore(t.Context(), dir, "v9", time.Unix(99, 0), log); err == nil {
		t.Error("expected an error where no copy can be made, found none")
	}
}

// TestBuildName tells two programs apart whose version is the same: those that were built from sources without Git have none of their own.
func TestBuildName(t *testing.T) {
	t.Parallel()
	program := func(content string) func() (string, error) {
		name := filepath.Join(t.TempDir(), "serve")
		return func() (string, error) { return name, os.WriteFile(name, []byte(content), 0o600) }
	}
	for _, version := range []string{"dev", "v1.2-3-gabc-dirty"} {
		one, err := buildName(version, program("one"))
		again, err2 := buildName(version, program("one"))
		other, err3 := buildName(version, program("other"))
		if err := errors.Join(err, err2, err3); err != nil || one != again || one == other || !strings.HasPrefix(one, version+"-") {
			t.Errorf("%s: expected a name for each program, found %q, %q and %q, %v", version, one, again, other, err)
		}
	}
	if name, err := buildName("v1.2", nil); err != nil || name != "v1.2" {
		t.Errorf("expected the version alone, found %q, %v", name, err)
	}
}
