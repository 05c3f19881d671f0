package run

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/experimental"
	"github.com/tetratelabs/wazero/imports/wasi_snapshot_preview1"
	"golang.org/x/sys/cpu"

	"unbox/wasm/codegen/browser"
	"unbox/workers"
)

// store is a folder of compiled modules: for each there is a folder of wazero's and a list of its
// files with their hashes. wazero trusts what it finds, so truncated or changed files are detected
// here, before wazero reads them. Anyone who can write to the folder can run code: only the compiling
// process does, which runs no strangers' code, and workers read before they are sandboxed.
type store struct{ dir string }

// folder is where a module's compiled form is; list is the list of its files.
func (s store) folder(wasm []byte) string { return s.path(wasm) + folderEnd }
func (s store) list(wasm []byte) string   { return s.path(wasm) + listEnd }

// The prefixes and suffixes of names in a store.
const (
	compiledName = "compiled-"
	folderEnd    = ".d"
	listEnd      = ".list"
)

func (s store) path(wasm []byte) string {
	sum := sha256.New()
	io.WriteString(sum, compiler())
	sum.Write(wasm)
	return filepath.Join(s.dir, fmt.Sprintf("%s%x", compiledName, sum.Sum(nil)))
}

// compiler names what compiled code depends on besides the module. Other versions of wazero and processors with other features do not
// find the code, though all its files are good: each worker would compile by itself, into the folder, which would then seem to be damaged.
var compiler = sync.OnceValue(func() string {
	features := []any{runtime.GOOS, runtime.GOARCH, cpu.X86.HasSSE41, cpu.X86.HasBMI1, cpu.X86.HasBMI2, cpu.X86.HasPOPCNT, cpu.ARM64.HasATOMICS}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range info.Deps {
			if m.Path == "github.com/tetratelabs/wazero" {
				features = append(features, m.Version)
			}
		}
	}
	return fmt.Sprintln(features...)
})

// open makes a folder wazero's.
func (s store) open(wasm []byte) (wazero.CompilationCache, error) {
	cache, err := wazero.NewCompilationCacheWithDir(s.folder(wasm))
	if err != nil {
		return nil, fmt.Errorf("the folder for compiled WebAssembly: %w", err)
	}
	return cache, nil
}

// usedTime is the precision of the time at which a module was last used. A time written at each use
// would change files that tests read, and cached test results would never be used.
const usedTime = time.Hour

// has reports whether there is a list for a module: then its files are probably good. It records
// that the module is used.
func (s store) has(wasm []byte) bool {
	info, err := os.Stat(s.list(wasm))
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	if now := time.Now(); now.Sub(info.ModTime()) > usedTime {
		_ = os.Chtimes(s.list(wasm), now, now) // if that is not allowed, the time of writing decides which modules stay
	}
	return true
}

// check reports whether the files of a module are those on the list.
//
// Errors say what is missing or different.
func (s store) check(wasm []byte) error {
	want, err := os.ReadFile(s.list(wasm))
	if err != nil {
		return fmt.Errorf("the list of what was compiled: %w", err)
	}
	got, err := s.hashes(wasm)
	if err != nil {
		return fmt.Errorf("what was compiled: %w", err)
	}
	if len(got) == 0 || !bytes.Equal(want, got) {
		return errors.New("expected compiled code as it was written, found something else")
	}
	return nil
}

// hashes lists the files of a module: a hash, a size and a name in each line.
func (s store) hashes(wasm []byte) ([]byte, error) {
	var lines []string
	err := fs.WalkDir(os.DirFS(s.folder(wasm)), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !entry.Type().IsRegular() {
			return fmt.Errorf("expected files, found `%s`", name)
		}
		line, err := hashOf(filepath.Join(s.folder(wasm), name), name)
		lines = append(lines, line)
		return err
	})
	sort.Strings(lines)
	return []byte(strings.Join(lines, "")), err
}

func hashOf(file, name string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, f)
	return fmt.Sprintf("%x %d %s\n", sum.Sum(nil), n, name), err
}

// write compiles a module into the store, replacing any earlier version, and removes modules that were not
// used for long. It compiles into a temporary folder that is then moved, so that other processes that do the
// same do not interfere.
//
// Errors: a folder that cannot be written, a full disk, a module that cannot be compiled.
func (s store) write(ctx context.Context, wasm []byte) error {
	unfinished, err := os.MkdirTemp(s.dir, unfinishedName)
	if err != nil {
		return err
	}
	defer os.RemoveAll(unfinished)
	beside := store{unfinished}
	if err := beside.compile(ctx, wasm); err != nil {
		return err
	}
	if err := replace(beside.folder(wasm), s.folder(wasm), filepath.Join(unfinished, "replaced")); err != nil {
		return err
	}
	if err := replace(beside.list(wasm), s.list(wasm), filepath.Join(unfinished, "list")); err != nil {
		return err
	}
	s.removeOld()
	return nil
}

// replace moves a file or folder to a place, after moving away whatever is there. Other processes may be
// doing the same: they have compiled the same.
func replace(from, to, away string) (err error) {
	for try := range 100 {
		if err = os.Rename(from, to); err == nil {
			return nil
		}
		if gone := os.Rename(to, fmt.Sprint(away, try)); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			return gone
		}
	}
	return err
}

// compile fills an empty store.
func (s store) compile(ctx context.Context, wasm []byte) error {
	cache, err := s.open(wasm)
	if err != nil {
		return err
	}
	if err := compileInto(ctx, cache, wasm); err != nil {
		return err
	}
	list, err := s.hashes(wasm)
	if err != nil {
		return err
	}
	return os.WriteFile(s.list(wasm), list, 0o600)
}

func compileInto(ctx context.Context, cache wazero.CompilationCache, wasm []byte) error {
	p, err := split(wasm)
	if err != nil {
		return err
	}
	machine := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfig().WithCompilationCache(cache))
	defer machine.Close(ctx)
	if _, err := wasi_snapshot_preview1.Instantiate(ctx, machine); err != nil {
		return err
	}
	if err := browser.None(ctx, machine); err != nil {
		return err
	}
	_, err = machine.CompileModule(experimental.WithCompilationWorkers(ctx, 4), p.code)
	return err
}

// compileRole compiles our own module: each job is a hello. It is the only process that writes
// to the store.
func compileRole() workers.Role {
	return workers.Role{
		Name: "compile", Open: true,
		Prepare: func([]byte) (workers.Work, error) {
			return workers.Work{Do: func(job []byte, _ func([]byte) error) ([]byte, error) {
				var h hello
				if err := unpack(job, &h); err != nil {
					return nil, err
				}
				return nil, (store{h.Folder}).write(context.Background(), h.Wasm)
			}}, nil
		},
	}
}
