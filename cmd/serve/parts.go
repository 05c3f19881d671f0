package main

import (
	"context"
	"log/slog"
	"os"

	"unbox/native"
	"unbox/native/worker"
	"unbox/static"
	"unbox/tutorials"
	"unbox/tutorials/lesson"
	lessons "unbox/tutorials/run"
)

// This file makes the parts of the server that a flag can replace or leave out.

// course reads the lessons: those inside, or those of a folder.
//
// Errors: what is wrong with the folder's lessons, by file and line.
func (o options) course() (*lesson.Course, error) {
	if o.courseDir == "" {
		return tutorials.Course()
	}
	return lesson.Load(os.DirFS(o.courseDir))
}

// pool returns the workers for machine code; nil if there shall be none, or
// if this machine cannot run it.
func (o options) pool(log *slog.Logger) *worker.Pool {
	if o.workers < 0 || !native.Available() {
		return nil
	}
	program, err := os.Executable()
	if err != nil {
		log.Warn("no machine code", "reason", err)
		return nil
	}
	return worker.New(worker.Config{Program: program, Args: []string{worker.Argument}, Workers: o.workers})
}

// lessonPool returns the workers for learners' programs, which start while the
// server answers already; nil if the page was not built.
func (o options) lessonPool(ctx context.Context, log *slog.Logger) *lessons.Pool {
	module, err := static.Asset("unbox.wasm")
	if err != nil {
		return nil
	}
	pool, err := lessons.New(module, lessons.Options{CacheDir: o.cacheDir})
	if err != nil {
		log.Warn("learners' programs run in browsers only", "reason", err)
		return nil
	}
	go func() {
		if err := pool.Warm(ctx); err != nil && ctx.Err() == nil {
			log.Warn("learners' programs may run in browsers only", "reason", err)
		}
	}()
	return pool
}
