package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"unbox/classroom/journal/sqlite"
	"unbox/internal/version"
)

const (
	// versionName is the file in the data folder with the version that used it last, backupsName the folder
	// of the backups made before a different version used it.
	versionName = "version"
	backupsName = "backups"
	// maxBackups is the maximum number of these backups.
	maxBackups = 5
)

// buildName names this build. A version that many builds have, such as that of sources without Git, is followed by a digest of the program,
// or a new program would use the classes of another one without a backup.
//
// Errors: the program cannot be read.
func buildName(name string, program func() (string, error)) (string, error) {
	if version.Exact(name) {
		return name, nil
	}
	file, err := program()
	if err != nil {
		return "", err
	}
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	digest := sha256.New()
	if _, err := io.Copy(digest, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%s-%x", name, digest.Sum(nil)[:6]), nil
}

// backUpBefore makes a backup of the classes of a folder before a different version of this program
// opens it for the first time. The oldest copies are deleted.
//
// Errors: the copy cannot be made; then nothing was changed.
func backUpBefore(ctx context.Context, folder, version string, now time.Time, log *slog.Logger) error {
	used, err := os.ReadFile(filepath.Join(folder, versionName))
	before := strings.TrimSpace(string(used))
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case before == version:
		return nil
	}
	if _, err := os.Stat(filepath.Join(folder, "classes.db")); errors.Is(err, fs.ErrNotExist) {
		return noteVersion(folder, version)
	}
	if before == "" {
		before = "unknown"
	}
	backups := filepath.Join(folder, backupsName)
	if err := os.MkdirAll(backups, 0o700); err != nil {
		return err
	}
	name := filepath.Join(backups, now.UTC().Format("20060102T150405Z")+"-"+plainName(before)+".db")
	if err := sqlite.Backup(ctx, folder, name); err != nil {
		return fmt.Errorf("expected a backup before version `%s` uses the classes of version `%s`, found this: %w", version, before, err)
	}
	log.Info("the classes were backed up before this version uses them", "file", name)
	if err := forgetBackups(backups); err != nil {
		log.Warn("old backups cannot be deleted", "reason", err)
	}
	return noteVersion(folder, version)
}

// plainName makes a version a part of a file's name.
func plainName(version string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' {
			return r
		}
		return '_'
	}, version)
}

// forgetBackups deletes the oldest ones; their names begin with the time. Files with other names are the administrator's.
func forgetBackups(folder string) error {
	all, err := filepath.Glob(filepath.Join(folder, "????????T??????Z-*.db"))
	if err != nil {
		return err
	}
	slices.Sort(all)
	for _, name := range all[:max(0, len(all)-maxBackups)] {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return nil
}

func noteVersion(folder, version string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, versionName), []byte(version+"\n"), 0o600)
}
