package origin

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"unbox/tutorials/lesson"
)

// This file is about courses in Git repositories. They are fetched with the program `git`, since a user who
// can clone a repository by hand has it set up for that: keys, proxies, certificates. Nothing in the
// repository is run: no hooks, no submodules, no filters except those in the user's own settings.

// address matches the beginning of repository addresses: a scheme that `git` knows, or
// user@host:path.
var address = regexp.MustCompile(`^(https?|ssh|git|file)://.|^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+:.`)

func isAddress(place string) bool { return address.MatchString(place) }

// repository is the address of a repository with the requested part of it.
type repository struct {
	url string
	// branch is a branch or a tag, "" for the repository's default. folder is a folder in it, "." for
	// all.
	branch, folder string
}

// parseRepository parses an address.
//
// Errors: a branch or a folder that cannot be one.
func parseRepository(place string) (repository, error) {
	at, part, _ := strings.Cut(place, "#")
	branch, folder, found := strings.Cut(part, ":")
	r := repository{url: at, branch: branch, folder: "."}
	if found {
		r.folder = strings.TrimSuffix(folder, "/")
	}
	switch {
	case strings.HasPrefix(r.branch, "-"):
		return r, fmt.Errorf("expected a branch or a tag after `#`, found `%s`", r.branch)
	case !fs.ValidPath(r.folder) || strings.HasPrefix(r.folder, ".git"):
		return r, fmt.Errorf("expected a folder of the repository after `:`, such as `courses/first`, found `%s`", r.folder)
	}
	return r, nil
}

// openGit fetches a repository and opens the course in it.
func openGit(ctx context.Context, place, kept string) (*Source, error) {
	r, err := parseRepository(place)
	if err != nil {
		return nil, err
	}
	if kept == "" {
		return r.once(ctx)
	}
	if err := os.MkdirAll(kept, 0o700); err != nil {
		return nil, fmt.Errorf("expected a folder for courses that are fetched, found this: %w", err)
	}
	sum := sha256.Sum256([]byte(r.url + "#" + r.branch))
	dir := filepath.Join(kept, hex.EncodeToString(sum[:8]))
	failed := r.renew(ctx, kept, dir)
	s, err := r.open(dir)
	switch {
	case failed != nil && errors.Is(err, fs.ErrNotExist):
		return nil, failed
	case failed != nil && err == nil:
		s.Warning = fmt.Errorf("using the copy of the course that was fetched before: %w", failed)
	}
	return s, err
}

// once fetches into a folder that is deleted at the end.
func (r repository) once(ctx context.Context) (*Source, error) {
	dir, err := os.MkdirTemp("", "unbox-course-")
	if err != nil {
		return nil, fmt.Errorf("expected a folder for a course that is fetched, found this: %w", err)
	}
	gone := func() error { return os.RemoveAll(dir) }
	if err := r.fetch(ctx, dir); err != nil {
		return nil, errors.Join(err, gone())
	}
	s, err := r.open(dir)
	if err != nil {
		return nil, errors.Join(err, gone())
	}
	s.close = gone
	return s, nil
}

// renew replaces the local copy by the present state of the repository, once it is
// complete.
func (r repository) renew(ctx context.Context, kept, dir string) error {
	fresh, err := os.MkdirTemp(kept, ".fetching-")
	if err != nil {
		return fmt.Errorf("expected a folder for a course that is fetched, found this: %w", err)
	}
	defer os.RemoveAll(fresh) // what is left of it after a failure; the next start tries again
	if err := r.fetch(ctx, fresh); err != nil {
		return err
	}
	if err := os.RemoveAll(dir); err != nil {
		return fmt.Errorf("removing the copy of the course that was fetched before: %w", err)
	}
	return os.Rename(fresh, dir)
}

// open opens the course in the fetched repository. Links must not leave the course's folder.
func (r repository) open(dir string) (*Source, error) {
	files, err := lesson.Folder(filepath.Join(dir, filepath.FromSlash(r.folder)))
	if err != nil {
		if _, missing := os.Stat(dir); missing == nil {
			return nil, fmt.Errorf("expected a folder `%s` in the repository, found none", r.folder)
		}
		return nil, err
	}
	return &Source{Place: r.shown(), Files: files, close: func() error { return nil }}, nil
}

// safely are the settings of `git` with which nothing of a repository is run, and large files are not held in memory.
var safely = []string{
	"-c", "core.hooksPath=" + os.DevNull, "-c", "core.symlinks=false", "-c", "core.fsmonitor=false", "-c", "protocol.ext.allow=never", "-c", "advice.detachedHead=false",
	"-c", "core.bigFileThreshold=1m",
}

// fetch gets the newest state of the repository, without its history. Its files are written only once it is known how many there are and how
// large they are.
func (r repository) fetch(ctx context.Context, dir string) error {
	args := []string{"clone", "--quiet", "--depth=1", "--single-branch", "--no-tags", "--no-recurse-submodules", "--no-checkout"}
	if r.branch != "" {
		args = append(args, "--branch", r.branch)
	}
	if err := r.git(ctx, dir, nil, append(args, "--", r.url, dir)...); err != nil {
		return err
	}
	listed := new(listing)
	if err := r.git(ctx, dir, listed, "-C", dir, "ls-tree", "-r", "-t", "-l", "HEAD"); err != nil {
		return err
	}
	if err := r.git(ctx, dir, nil, "-C", dir, "reset", "--quiet", "--hard"); err != nil {
		return err
	}
	return os.RemoveAll(filepath.Join(dir, ".git")) // it contains the address, including a password
}

// git runs the program on a repository's folder, until there is too much in it, or too much was listed. What it lists goes to out; nil for nothing.
func (r repository) git(ctx context.Context, dir string, out *listing, args ...string) error {
	working, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	cmd := exec.CommandContext(working, "git", slices.Concat(safely, args)...)
	cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_LFS_SKIP_SMUDGE=1", "LC_ALL=C")
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) } // then it ends the programs that it has started, too
	cmd.WaitDelay = goodbyeTime
	said := new(ending)
	cmd.Stdout, cmd.Stderr = said, said
	if out != nil {
		out.cancel = cancel
		cmd.Stdout = out
	}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		watch(working, dir, cancel)
	}()
	err := cmd.Run()
	tooMuch := context.Cause(working)
	cancel(nil)
	<-watched
	if err == nil && tooMuch == nil { // it may have been faster than the watch
		tooMuch = checkSize(dir)
	}
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("expected the program `git`, which fetches courses, found none; install it, or name a folder or a ZIP file")
	case ctx.Err() != nil:
		return fmt.Errorf("expected the course from `%s` in time, found that it takes longer: %w", r.shown(), ctx.Err())
	case tooMuch != nil:
		return fmt.Errorf("expected a course at `%s`, found %w", r.shown(), tooMuch)
	case err != nil:
		return fmt.Errorf("expected a course at `%s`, found that it cannot be fetched: %s", r.shown(), r.without(lastLine(said.text), err))
	}
	return nil
}

// listing adds up what `git ls-tree -r -t -l` lists: in each line mode, kind, hash and size, and the name after a tab. Trees may name each
// other, so a list without an end costs a repository a few kilobytes.
type listing struct {
	cancel context.CancelCauseFunc
	rest   []byte
	files  int
	bytes  int64
}

// Write takes the next part of the list.
func (l *listing) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		line, rest, found := bytes.Cut(l.rest, []byte("\n"))
		if !found {
			return len(p), nil
		}
		l.rest = rest
		about, _, _ := bytes.Cut(line, []byte("\t"))
		if fields := bytes.Fields(about); len(fields) == 4 {
			size, _ := strconv.ParseInt(string(fields[3]), 10, 64) // a folder has none
			l.bytes += size
		}
		l.files++
		if err := tooLarge(l.files, l.bytes); err != nil {
			l.cancel(err)
			return 0, err
		}
	}
}

const (
	// maxFetched is the maximum size, in bytes, of what is fetched of a repository: its newest state, once packed and once as files. Repositories
	// have more than a course, but a few bytes can become terabytes.
	maxFetched = 256 << 20
	// watchAgain is the interval at which that is checked.
	watchAgain = 100 * time.Millisecond
	// goodbyeTime is the time that `git` has to clean up, once it was told to end.
	goodbyeTime = 5 * time.Second
)

// watch cancels the fetching into a folder with the reason once there is too much, and ends with the context.
func watch(ctx context.Context, dir string, cancel context.CancelCauseFunc) {
	again := time.NewTicker(watchAgain)
	defer again.Stop()
	for {
		select {
		case <-again.C:
		case <-ctx.Done():
			return
		}
		if err := checkSize(dir); err != nil {
			cancel(err)
			return
		}
	}
}

// checkSize looks at what a folder contains, and no longer than there may be.
//
// Errors: there is too much, in words that follow "found".
func checkSize(dir string) error {
	files, bytes := 0, int64(0)
	err := filepath.WalkDir(dir, func(_ string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil // it is gone: git works there
		}
		files++
		if info, err := entry.Info(); err == nil && info.Mode().IsRegular() {
			bytes += info.Size()
		}
		return tooLarge(files, bytes)
	})
	return err
}

// tooLarge says that a repository has too many files, or bytes, in words that follow "found"; nil if it has not.
func tooLarge(files int, bytes int64) error {
	switch {
	case files > maxEntries:
		return fmt.Errorf("a repository of more than %d files and folders", maxEntries)
	case bytes > maxFetched:
		return fmt.Errorf("a repository of more than %d MB", maxFetched>>20)
	}
	return nil
}

// ending keeps the last bytes that a program writes.
type ending struct{ text []byte }

const maxEnding = 4 << 10

// Write keeps the end of what was written.
func (e *ending) Write(p []byte) (int, error) {
	e.text = append(e.text, p[max(0, len(p)-maxEnding):]...)
	if extra := len(e.text) - maxEnding; extra > 0 {
		e.text = append(e.text[:0], e.text[extra:]...)
	}
	return len(p), nil
}

// shown returns the address without a password.
func (r repository) shown() string {
	if u, err := url.Parse(r.url); err == nil {
		return u.Redacted()
	}
	return r.url
}

// without returns the output of `git` without a password.
func (r repository) without(said string, err error) string {
	if said == "" {
		said = err.Error()
	}
	said = strings.ReplaceAll(said, r.url, r.shown())
	if u, err := url.Parse(r.url); err == nil {
		if password, ok := u.User.Password(); ok && password != "" {
			said = strings.ReplaceAll(said, password, "xxxxx")
		}
	}
	return said
}

// lastLine returns the last line of a program's output, where it says why it gave
// up.
func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strings.TrimPrefix(lines[len(lines)-1], "fatal: ")
}
