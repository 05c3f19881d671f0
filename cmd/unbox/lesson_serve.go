package main

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"

	"unbox"
	"unbox/internal/version"
	"unbox/playground"
	"unbox/playground/visit"
	"unbox/static"
)

// settle is the time without changes after which a folder is read again:
// editors write a file in several steps.
const settle = 100 * time.Millisecond

// lessonServe shows a course and reloads it when a file changes.
func (p *program) lessonServe(ctx context.Context, dir, addr string) int {
	if err := playground.CheckAddress(addr); err != nil {
		return p.unusable("--addr: %v", err)
	}
	if !isFolder(dir) {
		return p.noCourse(dir)
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return p.unusable("%v", err)
	}
	defer watcher.Close()
	if err := watchFolders(watcher, dir); err != nil {
		return p.unusable("expected a course of which every folder can be read, found this: %v", err)
	}
	listener, err := playground.Listen(addr)
	if err != nil {
		return p.unusable("%v", err)
	}
	live := playground.NewLive(p.lessonSite(dir))
	fmt.Fprintf(p.stderr, "%s is at http://%s/lessons/ (Ctrl+C stops it)\n", dir, listener.Addr())
	go p.reload(ctx, watcher, dir, live)
	if err := playground.Serve(ctx, listener, live, playground.Serving{Log: slog.New(slog.DiscardHandler), Drain: time.Second}); err != nil && ctx.Err() == nil {
		return p.unusable("%v", err)
	}
	return exitGood
}

// watchFolders watches a folder and its subfolders.
func watchFolders(watcher *fsnotify.Watcher, dir string) error {
	return filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if err := watcher.Add(name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		return nil
	})
}

// reload reads the course again after each change.
func (p *program) reload(ctx context.Context, watcher *fsnotify.Watcher, dir string, live *playground.Live) {
	quiet := time.NewTimer(0)
	<-quiet.C
	for {
		select {
		case <-ctx.Done():
			return
		case err := <-watcher.Errors:
			fmt.Fprintf(p.stderr, "unbox: watching %s: %v\n", dir, err)
		case event := <-watcher.Events:
			if event.Has(fsnotify.Create) {
				_ = watchFolders(watcher, event.Name) // it may be a file, or gone again
			}
			quiet.Reset(settle)
		case <-quiet.C:
			live.Change(p.lessonSite(dir))
		}
	}
}

// lessonSite returns the site of the present course. Problems are reported in
// the terminal, and on the pages where they are; everything that can be shown is
// shown.
func (p *program) lessonSite(dir string) http.Handler {
	course, problems := checkedCourse(dir)
	if p.lessonProblems(dir, problems) == exitGood {
		fmt.Fprintf(p.stderr, "%s: no problems\n", course)
	}
	hosts, err := visit.ParseHosts("")
	if err != nil {
		panic("BUG: no names are a valid list: " + err.Error())
	}
	handler, err := playground.New(playground.Config{
		Files: static.Files(), Course: course, Sources: unbox.Sources(), Live: true, Problems: problems, Version: version.String(), Hosts: hosts,
	})
	if err != nil {
		fmt.Fprintf(os.Stderr, "unbox: %v\n", err)
		return http.NotFoundHandler()
	}
	return handler
}
