package origin

import (
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
	"strings"

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

// fetch gets the newest state of the repository, without its history.
func (r repository) fetch(ctx context.Context, dir string) error {
	args := []string{
		"-c", "core.hooksPath=" + os.DevNull, "-c", "core.symlinks=false", "-c", "core.fsmonitor=false", "-c", "protocol.ext.allow=never",
		"-c", "advice.detachedHead=false", "clone", "--quiet", "--depth=1", "--single-branch", "--no-tags", "--no-recurse-submodules",
	}
	if r.branch != "" {
		args = append(args, "--branch", r.branch)
	}
	cmd := exec.CommandContext(ctx, "git", append(args, "--", r.url, dir)...)
	cmd.Env = append(os.Environ(), "GIT_TERMINAL_PROMPT=0", "GIT_LFS_SKIP_SMUDGE=1", "LC_ALL=C")
	out, err := cmd.CombinedOutput()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("expected the program `git`, which fetches courses, found none; install it, or name a folder or a ZIP file")
	case ctx.Err() != nil:
		return fmt.Errorf("expected the course from `%s` in time, found that it takes longer: %w", r.shown(), ctx.Err())
	case err != nil:
		return fmt.Errorf("expected a course at `%s`, found that it cannot be fetched: %s", r.shown(), r.without(lastLine(out), err))
	}
	return os.RemoveAll(filepath.Join(dir, ".git")) // it contains the address, including a password
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
