package main

import (
	"context"
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"unbox/classroom/journal/jetstream/natsdisk"
)

// This file has the disks on which is measured. That of a program is made slow by compiling it with a file system of ours.

// disk is how slow a disk is: each sync takes longer by each, and one in every two seconds by stall.
type disk struct{ each, stall time.Duration }

// stalls is what -disk calls a disk that stalls.
const stalls = "stall"

// disksOf reads -disk; where it was not given, it is as usual.
func disksOf(usual string) (all []disk, err error) {
	text := *slow
	if text == "" {
		text = usual
	}
	for part := range strings.SplitSeq(text, ",") {
		if part == stalls {
			all = append(all, disk{stall: 500 * time.Millisecond})
			continue
		}
		each, err := time.ParseDuration(part)
		if err != nil || each < 0 {
			return nil, fmt.Errorf("-disk: expected times and %q, such as `0,5ms,20ms,%s`, found `%s`", stalls, stalls, part)
		}
		all = append(all, disk{each: each})
	}
	return all, nil
}

// everyDisk is how disks are where nothing else was asked for.
const everyDisk = "0,5ms,20ms," + stalls

func (d disk) String() string {
	if d.stall > 0 {
		return fmt.Sprintf("a stall of %v every 2 s", d.stall)
	}
	return fmt.Sprintf("%v more for each fsync", d.each)
}

// env are the environment variables of a program on such a disk, which notes in a file how long each fsync took.
func (d disk) env(took string) []string {
	return natsdisk.Disk{Each: d.each, Stall: d.stall, Took: took}.Env()
}

// syncsFrom returns a function that says how long each fsync took that is noted in files from now on. A file that is not there has none.
func syncsFrom(files ...string) (syncs func() ([]time.Duration, error)) {
	before := make([]int64, len(files))
	for i, name := range files {
		if info, err := os.Stat(name); err == nil {
			before[i] = info.Size() / 8 * 8
		}
	}
	return func() (all []time.Duration, err error) {
		for i, name := range files {
			text, err := os.ReadFile(name)
			if err != nil && !os.IsNotExist(err) {
				return nil, err
			}
			for text = text[min(before[i], int64(len(text))):]; len(text) >= 8; text = text[8:] {
				all = append(all, time.Duration(binary.LittleEndian.Uint64(text)))
			}
		}
		return all, nil
	}
}

//go:embed slowopen.go.txt
var slowOpen []byte

// opened is how the server opens its folder, and openedSlow how it does on a slow disk.
const (
	opened     = `OpenOn(folder, "os")`
	openedSlow = `OpenOn(folder, slowDisk())`
)

// slowNATS is the program of a server of NATS.
var slowNATS = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "unbox-classroom-")
	if err != nil {
		return "", err
	}
	return natsdisk.Build(context.Background(), dir)
})

// serverProgram is the server: the program that was named, or else one that is compiled once, with a folder on a slow disk.
func serverProgram() (string, error) {
	switch {
	case *program != "" && *slow != "" && !*shared:
		return "", errors.New("expected -program or -disk for a folder, found both: only a program that is compiled here has a slow disk")
	case *program != "":
		return *program, nil
	}
	return slowServer()
}

// slowServer compiles the server, with a folder on a slow disk.
var slowServer = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "unbox-classroom-")
	if err != nil {
		return "", err
	}
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return "", fmt.Errorf("expected to run in the project's folder, found this: %w", err)
	}
	folder := strings.TrimSpace(string(root))
	overlay, err := slowFolder(folder, dir)
	if err != nil {
		return "", err
	}
	compiled := filepath.Join(dir, "serve")
	build := exec.Command("go", "build", "-overlay", overlay, "-o", compiled, "./cmd/serve")
	build.Dir, build.Stderr = folder, os.Stderr
	return compiled, build.Run()
})

// slowFolder writes down which sources of the project the compiler takes in the place of others.
func slowFolder(root, dir string) (overlay string, err error) {
	sources := filepath.Join(root, "classroom", "journal", "sqlite")
	name := filepath.Join(sources, "sqlite.go")
	text, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	if found := strings.Count(string(text), opened); found != 1 {
		return "", fmt.Errorf("expected `%s` once in %s, found it %d times", opened, name, found)
	}
	replaced := map[string]string{name: filepath.Join(dir, "sqlite.go"), filepath.Join(sources, "slow_open.go"): filepath.Join(dir, "slow_open.go")}
	table, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", err
	}
	overlay = filepath.Join(dir, "overlay.json")
	for file, content := range map[string][]byte{
		replaced[name]: []byte(strings.Replace(string(text), opened, openedSlow, 1)), filepath.Join(dir, "slow_open.go"): slowOpen, overlay: table,
	} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			return "", err
		}
	}
	return overlay, nil
}
