package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"unbox"
	"unbox/classroom/course"
	"unbox/classroom/journal/sqlite"
	"unbox/classroom/school"
	"unbox/classroom/workshop"
	"unbox/examples"
	"unbox/internal/cluster"
	"unbox/internal/version"
	"unbox/native/timing"
	"unbox/playground"
	"unbox/playground/acme"
	"unbox/playground/secret"
	"unbox/playground/visit"
	"unbox/static"
	"unbox/tutorials"
	"unbox/tutorials/lesson"
	"unbox/tutorials/origin"
	lessons "unbox/tutorials/run"
	"unbox/workers"
	"unbox/workers/sandbox"
)

// This file makes the parts of the server that a flag can replace or leave out.

// fetching is the maximum time for fetching a course from a Git repository.
const fetching = 2 * time.Minute

// course reads the lessons: the built-in ones, or those of a folder, a ZIP file or a Git
// repository.
//
// Errors: what is wrong with the lessons, by file and line, or why there are none.
func (o options) course(ctx context.Context, log *slog.Logger) (*lesson.Course, error) {
	if o.coursePlace == "" {
		return tutorials.Course()
	}
	ctx, cancel := context.WithTimeout(ctx, fetching)
	defer cancel()
	kept := ""
	if o.cacheDir != "" {
		kept = filepath.Join(o.cacheDir, "courses")
	}
	open, err := origin.Open(ctx, o.coursePlace, kept)
	if err != nil {
		return nil, fmt.Errorf("--course: %w", err)
	}
	if open.Warning != nil {
		log.Warn(open.Warning.Error())
	}
	course, err := lesson.Load(open.Files)
	if closed := open.Close(); closed != nil {
		log.Warn("removing what was fetched of a course", "error", closed)
	}
	if err != nil {
		return nil, fmt.Errorf("--course: `%s` cannot be used; `unbox lesson lint` says the same:\n%w", open.Place, err)
	}
	return course, nil
}

// config returns the settings of the site from the flags.
func (o options) config(course *lesson.Course, key secret.Key, log *slog.Logger) playground.Config {
	return playground.Config{
		Files: static.Files(), BasePath: o.basePath, Course: course, Sources: unbox.Sources(), Version: version.String(), Log: log,
		Key: key, NoPrograms: !o.programs, Offline: true, Hosts: o.hosts, Limits: o.limits,
		Addresses: visit.Addresses{Trusted: o.trusted, Header: o.proxyHeader},
	}
}

// kept opens the stored live workshops and classes and adds them to the site, unless the flags say that
// nothing is stored. Messages for the user who starts the server are written to out.
//
// Errors: the folder cannot be used, or another server uses it; or those of shared.
func (o options) kept(ctx context.Context, place cluster.Config, c *playground.Config, out io.Writer) (closeAll func(), err error) {
	closeShared, err := o.shared(ctx, place, c, out)
	if err != nil || o.dataDir == "" {
		return closeShared, err
	}
	closeHere, err := o.keptHere(ctx, c, out)
	if err != nil {
		closeShared()
		return nil, err
	}
	return func() {
		closeHere()
		closeShared()
	}, nil
}

// keptHere is the part of kept that is in a folder of this machine: classes, and workshops where no servers
// share them.
func (o options) keptHere(ctx context.Context, c *playground.Config, out io.Writer) (closeAll func(), err error) {
	if err := sqlite.Look(o.dataDir); err != nil {
		return nil, fmt.Errorf("--data: %w", err)
	}
	build, err := buildName(version.String(), os.Executable)
	if err == nil {
		err = backUpBefore(ctx, o.dataDir, build, time.Now(), c.Log)
	}
	if err != nil {
		return nil, fmt.Errorf("--data: %w", err)
	}
	journal, err := sqlite.Open(o.dataDir)
	if err != nil {
		return nil, fmt.Errorf("--data: %w", err)
	}
	settings := o.school(c)
	settings.Journal = journal
	classes, err := school.Open(ctx, settings)
	if err == nil && classes.Fresh() {
		err = showSecret(ctx, classes, o.basePath, out)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("--data: %w", err), journal.Close())
	}
	c.School = classes
	go classes.Finish(ctx)
	closeHall := func() {}
	if c.Workshops == nil {
		c.Workshops = workshop.NewHall(workshop.Options{Journal: journal, Key: c.Key, Log: c.Log, Keep: o.keep})
		closeHall = c.Workshops.Close
	}
	return func() {
		classes.Close()
		closeHall()
		if err := journal.Close(); err != nil {
			c.Log.Error("the classes' database could not be closed in order", "reason", err)
		}
	}, nil
}

// showSecret shows the secret with which a user becomes the owner of the server, whose site has the path
// base.
func showSecret(ctx context.Context, s *school.School, base string, out io.Writer) error {
	secret, err := s.NewSecret(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "This is the first start with classes. Open %steach on this server and enter the owner's secret, which is not shown again:\n\n    %s\n\n", base, secret)
	return err
}

// encryption returns the TLS settings for an address at which the server listens already; nil for no encryption. The renewal of
// certificates ends with done.
//
// Errors: the files are not a certificate, or there is no place for
// certificates.
func (o options) encryption(ctx context.Context, listens net.Addr, log *slog.Logger) (config *tls.Config, done func(), err error) {
	done = func() {}
	switch {
	case o.tlsCert != "":
		c, err := playground.NewCertificate(o.tlsCert, o.tlsKey, log)
		if err != nil {
			return nil, done, err
		}
		return c.TLS(), done, nil
	case len(o.acme) == 0:
		return nil, done, nil
	}
	folder, err := stateFolder(os.Getenv)
	if err != nil {
		return nil, done, fmt.Errorf("--acme: expected a place for certificates: %w", err)
	}
	all := acme.New(acme.Options{Domains: o.acme, Email: o.acmeEmail, Directory: o.acmeDirectory, Folder: filepath.Join(folder, acmeName), Listen: listens, Log: log})
	if err := all.Start(ctx); err != nil {
		all.Close()
		return nil, done, fmt.Errorf("--acme: certificates cannot be kept: %w", err)
	}
	return all.TLS(), all.Close, nil
}

// acmeName is the folder of certificates in a state folder.
const acmeName = "unbox/acme"

// keyName is the key's file in a state folder.
const keyName = "unbox/server.key"

// key returns the key that signs seats and receipts. If the flag names no file and there
// is no place for one, the key is not stored.
//
// Errors: the file that the flag names cannot be used.
func (o options) key(log *slog.Logger) (secret.Key, error) {
	switch o.keyFile {
	case "memory":
		return secret.New(), nil
	case "":
	default:
		return secret.Load(o.keyFile)
	}
	folder, err := stateFolder(os.Getenv)
	if err == nil {
		var key secret.Key
		if key, err = secret.Load(filepath.Join(folder, keyName)); err == nil {
			return key, nil
		}
	}
	log.Warn("receipts are valid until this server stops: its key is not stored (--key-file stores it)", "reason", err)
	return secret.New(), nil
}

// stateFolder returns the folder for the program's state: that of systemd, or of the XDG Base
// Directory Specification.
//
// Errors: none of the variables is set.
func stateFolder(getenv func(string) string) (string, error) {
	if all := getenv("STATE_DIRECTORY"); all != "" {
		first, _, _ := strings.Cut(all, ":")
		return first, nil
	}
	if dir := getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return dir, nil
	}
	if home := getenv("HOME"); home != "" {
		return filepath.Join(home, ".local", "state"), nil
	}
	return "", errors.New("expected the environment variable HOME, found none")
}

// trialRole is the role of a worker that does nothing: it only sandboxes
// itself.
const trialRole = "trial"

// roles are the roles of the server's workers.
func roles() []workers.Role {
	nothing := func([]byte, func([]byte) error) ([]byte, error) { return nil, nil }
	trial := workers.Role{Name: trialRole, Prepare: func([]byte) (workers.Work, error) { return workers.Work{Do: nothing}, nil }}
	return append(lessons.Roles(), timing.Role(), course.Role(), trial)
}

// rootCheck checks, if this program runs as root, whether its workers can become another user:
// it starts one that has nothing to do.
//
// Errors: they cannot, and no flag allows them to stay root.
func (o options) rootCheck(ctx context.Context, w *workers.Pool) error {
	if os.Geteuid() != 0 || o.allowRoot || !o.lessons && !o.machineCode {
		return nil
	}
	trial := w.Class(workers.ClassConfig{Name: trialRole, Role: trialRole})
	defer trial.Close()
	if err := trial.Warm(ctx); err != nil && strings.Contains(err.Error(), sandbox.ErrRoot.Error()) {
		return fmt.Errorf("%w. Start the server as another user; or with --lessons off --machine-code off, then it runs no untrusted code; or with --allow-root, if strangers may get all rights that this root has", sandbox.ErrRoot)
	}
	return nil // other problems with workers are reported by each part of the server
}

// pool returns the workers, of which none runs yet.
func (o options) pool(log *slog.Logger) (*workers.Pool, error) {
	return workers.New(workers.Config{Log: log, AllowRoot: o.allowRoot})
}

// measurePrograms has workers that measure take Python programs, too; nil if they shall not.
func (o options) measurePrograms(c *workers.Class) *timing.Programs {
	switch o.python {
	case pythonOff:
		return nil
	case pythonAlone:
		return timing.NewPrograms(c, nil, nil)
	}
	return timing.NewPrograms(c, examples.Programs(), new(timing.Peers))
}

// lessonPool adds workers for learners' programs, which start while the
// server answers already; nil if there shall be none, or the page was not built.
func (o options) lessonPool(ctx context.Context, w *workers.Pool, log *slog.Logger) *lessons.Pool {
	if !o.lessons {
		return nil
	}
	module, err := static.Asset("unbox.wasm")
	if err != nil {
		return nil
	}
	pool := lessons.New(w, module, lessons.Options{
		CacheDir: o.cacheDir, Workers: o.runs.workers, Deadline: o.runs.time, CompileDeadline: o.runs.compileTime,
		MemoryPages: uint32(o.runs.memory >> 16), MaxQueue: o.runs.waiting, MaxQueuePerBlock: o.runs.waitingPerBlock, MaxQueuePerClient: o.runs.waitingPerSeat, MaxOutput: o.runs.output,
		Log: log,
	})
	go func() {
		// The pool is closed, too, where something else keeps the server from starting: that is said alone.
		if err := pool.Warm(ctx); err != nil && ctx.Err() == nil && !errors.Is(err, lessons.ErrClosed) {
			log.Warn("learners' programs run in browsers only", "reason", err)
		}
	}()
	return pool
}
