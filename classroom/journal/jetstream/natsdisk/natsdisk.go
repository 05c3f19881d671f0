// Package natsdisk compiles a NATS server with its disk in our hands: one that is slow, or one whose power can be cut.
// NATS has no place for that, so the sources of its file store are changed: what asks the disk to write, to rename or to
// remove goes through functions of ours.
package natsdisk

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// module is the one that has NATS's server.
const module = "github.com/nats-io/nats-server/v2"

// hooks are the functions that NATS calls instead of those of package os. The file is no part of this package.
//
//go:embed hooks.go.txt
var hooks []byte

// change is what is put in the place of what an expression matches, at least so many times in all files.
type change struct {
	match *regexp.Regexp
	with  string
	least int
}

// changes are made in each of changed.
var (
	changed = []string{"filestore.go", "raft.go", "stream.go", "jetstream.go"}
	changes = []change{
		{regexp.MustCompile(`\b(mb\.mfd|tmpFD|n\.cf|fd|f|d)\.Sync\(\)`), "diskSync($1)", 10},
		{regexp.MustCompile(`\bos\.(Rename|Remove|RemoveAll)\(`), "disk$1(", 60},
		// The file was opened so that each write waits for the disk.
		{regexp.MustCompile(`\tif err := diskRename\(tmp, name\); err != nil \{`), "\tif sync {\n\t\tdiskWritten(tmp, data)\n\t}\n$0", 1},
	}
)

// Disk is how the disk of a server is.
type Disk struct {
	// Each is by how much longer each fsync takes, Stall by how much one in two seconds does.
	Each, Stall time.Duration
	// Took is a file in which is noted how long each fsync took: eight bytes for each, little-endian, in nanoseconds. "" for
	// none.
	Took string
	// Notes is a file in which is noted what the disk was asked to do: see Cut. "" for none.
	Notes string
}

// Env are the environment variables of a server with this disk.
func (d Disk) Env() []string {
	return []string{"UNBOX_DISK_EACH=" + d.Each.String(), "UNBOX_DISK_STALL=" + d.Stall.String(), "UNBOX_DISK_TOOK=" + d.Took, "UNBOX_DISK_NOTES=" + d.Notes}
}

// Build compiles the server into a folder; `PROGRAM -c FILE` starts it. It is called somewhere in this project's sources.
//
// Errors: there is no Go here, or NATS's sources are not as expected.
func Build(ctx context.Context, dir string) (program string, err error) {
	theirs, err := list(ctx, module)
	if err != nil {
		return "", err
	}
	ours, err := list(ctx, "unbox")
	if err != nil {
		return "", err
	}
	nats := filepath.Join(dir, "nats-server")
	if err := os.CopyFS(nats, os.DirFS(theirs)); err != nil {
		return "", err
	}
	if err := rewrite(filepath.Join(nats, "server")); err != nil {
		return "", err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(ours, name))
		if err == nil && name == "go.mod" {
			text = fmt.Appendf(text, "\nreplace %s => %s\n", module, nats)
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o600)
		}
		if err != nil {
			return "", err
		}
	}
	program = filepath.Join(dir, "nats")
	build := exec.CommandContext(ctx, "go", "build", "-modfile", filepath.Join(dir, "go.mod"), "-o", program, module)
	build.Dir = ours
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("expected to compile nats-server with another disk, found this: %w: %s", err, out)
	}
	return program, nil
}

// list is the folder of a module's sources.
func list(ctx context.Context, module string) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		return "", fmt.Errorf("expected the sources of `%s`, found this: %w", module, err)
	}
	return strings.TrimSpace(string(out)), nil
}

// rewrite has the sources of a package use our functions.
func rewrite(dir string) error {
	found := make([]int, len(changes))
	for _, name := range changed {
		file := filepath.Join(dir, name)
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for i, c := range changes {
			found[i] += len(c.match.FindAll(text, -1))
			text = c.match.ReplaceAll(text, []byte(c.with))
		}
		// The copy of a file of the module cannot be written.
		if err := errors.Join(os.Remove(file), os.WriteFile(file, text, 0o600)); err != nil {
			return err
		}
	}
	for i, c := range changes {
		if found[i] < c.least {
			return fmt.Errorf("expected at least %d places like `%s` in nats-server, found %d", c.least, c.match, found[i])
		}
	}
	return os.WriteFile(filepath.Join(dir, "unbox_disk.go"), hooks, 0o600)
}
