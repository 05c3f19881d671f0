//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// lifeAttacks are about the server's life cycle: its cache, its workers, its end. Most start their own
// server.
func lifeAttacks() []attack {
	cache := func(name, about string, quick bool, spoil func(dir string) error) attack {
		return attack{name: name, about: about, quick: quick, own: func(ctx context.Context, a *arena) samples {
			return a.spoiledCache(ctx, spoil)
		}}
	}
	return []attack{
		cache("cache-corrupt", "one byte changed in each file of the cache, in three places", true, func(dir string) error {
			return eachFile(dir, func(text []byte) []byte {
				for _, at := range []int{len(text) / 3, len(text) / 2, len(text) - 10} {
					text[at] ^= 0x55
				}
				return text
			})
		}),
		cache("cache-cut", "each file of the cache cut to half of its length", false, func(dir string) error {
			return eachFile(dir, func(text []byte) []byte { return text[:len(text)/2] })
		}),
		cache("cache-empty-files", "each file of the cache empty", false, func(dir string) error {
			return eachFile(dir, func([]byte) []byte { return nil })
		}),
		cache("cache-grown", "a megabyte of noise at the end of each file of the cache", false, func(dir string) error {
			return eachFile(dir, func(text []byte) []byte { return append(text, make([]byte, 1<<20)...) })
		}),
		cache("cache-swapped", "each file of the cache holds another one's contents", false, swapFiles),
		cache("cache-folders", "a folder in place of each file of the cache", false, func(dir string) error {
			return eachName(dir, func(name string) error {
				if err := os.Remove(name); err != nil {
					return err
				}
				return os.MkdirAll(filepath.Join(name, "x"), 0o755)
			})
		}),
		{name: "cache-read-only", about: "a cache that nobody can write", own: func(ctx context.Context, a *arena) samples {
			return a.hopelessCache(ctx, "read-only", func(dir string) (func(), error) { return mountTiny(dir, syscall.MS_RDONLY, "64k") })
		}},
		{name: "cache-full", about: "a cache on a file system of 64 KB", quick: true, own: func(ctx context.Context, a *arena) samples {
			return a.hopelessCache(ctx, "full", func(dir string) (func(), error) { return mountTiny(dir, 0, "64k") })
		}},
		{name: "workers-killed", about: "all workers killed, again and again; each next solution is right", quick: true, do: killWorkers},
		{name: "workers-stopped", about: "all workers stopped (SIGSTOP) for a moment, then killed", do: stopWorkers},
		{name: "end-under-load", about: "SIGTERM while 100 clients run programs", quick: true, own: endUnderLoad},
	}
}

// patientHonest makes an honest client for a server of an attack's own, which is warm, and has run a program of another language.
func (a *arena) patientHonest(ctx context.Context, s *server) (*honest, error) {
	h, err := a.warmHonest(ctx, s)
	if err != nil {
		return nil, err
	}
	return h, h.foreign(ctx)
}

// visits is what the honest client measures on a server of an attack's own.
func (a *arena) visits(ctx context.Context, s *server) samples {
	ctx, cancel := context.WithTimeout(ctx, startPatience)
	defer cancel()
	h, err := a.patientHonest(ctx, s)
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	if err := s.ready(ctx); err != nil {
		a.fault("%v", err)
	}
	return visit(ctx, h, a.options.enough())
}

// spoiledCache spoils a copy of the cache and starts a server with it: lessons run, and the cache
// is good again for the next start.
func (a *arena) spoiledCache(ctx context.Context, spoil func(dir string) error) (seen samples) {
	dir, err := os.MkdirTemp("", "unbox-attack-cache-")
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	defer os.RemoveAll(dir)
	if err := errors.Join(os.CopyFS(dir, os.DirFS(a.cache)), spoil(dir)); err != nil {
		a.fault("%v", err)
		return nil
	}
	for _, start := range []string{"spoiled", "mended"} {
		if seen = a.withCache(ctx, start, dir); seen == nil {
			return nil
		}
	}
	return seen
}

// withCache starts a server with a cache and measures.
func (a *arena) withCache(ctx context.Context, start, dir string) samples {
	s, err := startServer(a.options.program("serve"), nil, "--cache", dir)
	if err != nil {
		a.fault("%s: %v", start, err)
		return nil
	}
	begin := time.Now()
	seen := a.visits(ctx, s)
	a.saw("%s: good after %v", start, time.Since(begin).Round(time.Second))
	if err := s.stop(30 * time.Second); err != nil {
		a.fault("%s: %v: %s", start, err, s.log)
	}
	return seen
}

// hopelessCache starts a server whose cache cannot be written: lessons run, and the log says why.
func (a *arena) hopelessCache(ctx context.Context, word string, mount func(dir string) (func(), error)) samples {
	dir, err := os.MkdirTemp("", "unbox-attack-cache-")
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	defer os.RemoveAll(dir)
	unmount, err := mount(dir)
	if err != nil {
		a.saw("not tried, no file system can be mounted: %v", err)
		return nil
	}
	defer unmount()
	s, err := startServer(a.options.program("serve"), nil, "--cache", dir)
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	seen := a.visits(ctx, s)
	if err := s.stop(30 * time.Second); err != nil {
		a.fault("%v: %s", err, s.log)
	}
	if !strings.Contains(s.log.String(), "cache") {
		a.fault("expected a line about the cache in the log, found %q", s.log)
	} else {
		a.saw("%s: said in the log", word)
	}
	return seen
}

// mountTiny puts a file system of a few kilobytes at dir.
func mountTiny(dir string, flags uintptr, size string) (unmount func(), err error) {
	if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, "size="+size); err != nil {
		return nil, err
	}
	return func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) }, nil // the folder stays if it fails
}

func eachName(dir string, f func(name string) error) error {
	found := 0
	err := filepath.WalkDir(dir, func(name string, entry os.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		found++
		return f(name)
	})
	if err == nil && found == 0 {
		err = fmt.Errorf("expected files in the cache, found none")
	}
	return err
}

func eachFile(dir string, change func(text []byte) []byte) error {
	return eachName(dir, func(name string) error {
		text, err := os.ReadFile(name)
		if err != nil || len(text) < 64 {
			return err
		}
		return os.WriteFile(name, change(text), 0o644)
	})
}

// swapFiles gives each file the contents of the next one; a single one gets its own,
// reversed.
func swapFiles(dir string) error {
	var names []string
	var texts [][]byte
	err := eachName(dir, func(name string) error {
		text, err := os.ReadFile(name)
		names, texts = append(names, name), append(texts, text)
		return err
	})
	for i, name := range names {
		text := texts[(i+1)%len(texts)]
		if len(texts) == 1 {
			text = append(text[len(text)/2:], text[:len(text)/2]...)
		}
		if err == nil {
			err = os.WriteFile(name, text, 0o644)
		}
	}
	return err
}

// killWorkers kills all workers and asks at once for a run, which has to pass: it is not the
// learner's fault.
func killWorkers(ctx context.Context, a *arena) {
	for range 5 {
		for _, pid := range a.server.workers() {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
		}
		if s := a.honest.sample(ctx, true); s.err != nil && ctx.Err() == nil {
			a.fault("expected a run after the workers were killed, found this: %v", s.err)
		}
		a.saw("killed")
		pause(ctx, 500*time.Millisecond)
	}
}

func stopWorkers(ctx context.Context, a *arena) {
	for range 2 {
		workers := a.server.workers()
		for _, pid := range workers {
			_ = syscall.Kill(pid, syscall.SIGSTOP) // it may have ended
		}
		pause(ctx, 300*time.Millisecond)
		for _, pid := range workers {
			_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
		}
		a.saw("stopped and killed")
		pause(ctx, time.Second)
	}
}

// endUnderLoad asks a busy server to end. It has to end in time and leave nothing, and waiting
// clients get a response or a closed connection.
func endUnderLoad(ctx context.Context, a *arena) samples {
	s, own := a.ownServer()
	if s == nil {
		return nil
	}
	seen := own.visits(ctx, s)
	load, cancel := context.WithCancel(ctx)
	loaded := make(chan struct{})
	go func() {
		defer close(loaded)
		own.learn(load, 100, func(int, int) string { return endless })
	}()
	pause(ctx, time.Second)
	workers := s.workers()
	begin := time.Now()
	if err := s.stop(30 * time.Second); err != nil {
		a.fault("%v: %s", err, s.log)
	}
	a.saw("ended after %v", time.Since(begin).Round(time.Second))
	cancel()
	<-loaded
	if left := leftovers(workers); len(left) > 0 {
		a.fault("expected no process after the end, found %v", left)
	}
	a.wrong = own.wrong
	return seen
}
