package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"unbox/internal/child/childtest"
	"unbox/internal/processes"
	"unbox/wasm/api"
	"unbox/workers"
	"unbox/workers/queue"
)

// journal is a log that a test reads.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

func (j *journal) log() *slog.Logger { return slog.New(slog.NewTextHandler(j, nil)) }

// TestClosedBeforeItIsCompiled: nothing is left of a pool that is closed while its first
// worker compiles.
func TestClosedBeforeItIsCompiled(t *testing.T) {
	p := start(t, Options{Workers: 1, SlowWorkers: 1})
	done := make(chan error, 1)
	go func() {
		_, err := p.Lesson(t.Context(), queue.Client{}, endless(t))
		done <- err
	}()
	for p.first.compiler.Count() == 0 {
		time.Sleep(time.Millisecond)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
	if err := <-done; err == nil {
		t.Error("expected an error from a closed pool, found none")
	}
	if _, err := os.Stat(p.own.dir); !os.IsNotExist(err) {
		t.Errorf("expected the folder to be gone, found %v", err)
	}
	childtest.NothingLeft(t)
}

// tiny is a module without anything in it.
const tiny = "\x00asm\x01\x00\x00\x00"

// instead puts a folder with something in it in place of a file.
func instead(file string) error {
	if err := os.Remove(file); err != nil {
		return err
	}
	return os.MkdirAll(filepath.Join(file, "x"), 0o755)
}

// TestStoreNoticesDamage: compiled code that was cut off, changed or removed is not believed.
func TestStoreNoticesDamage(t *testing.T) {
	s := store{t.TempDir()}
	if err := s.check([]byte(tiny)); err == nil || s.has([]byte(tiny)) {
		t.Error("expected an empty store, found something")
	}
	write := func() string {
		t.Helper()
		if err := s.write(t.Context(), []byte(tiny)); err != nil {
			t.Fatal(err)
		}
		if err := s.check([]byte(tiny)); err != nil {
			t.Fatalf("expected good code, found %v", err)
		}
		return only(t, s.folder([]byte(tiny)))
	}
	for name, damage := range map[string]func(file string, good []byte) error{
		"cut off": func(file string, good []byte) error { return os.Truncate(file, int64(len(good)/2)) },
		"empty":   func(file string, _ []byte) error { return os.Truncate(file, 0) },
		"changed": func(file string, good []byte) error {
			good[len(good)/2]++
			return os.WriteFile(file, good, 0o600)
		},
		"gone":                          func(file string, _ []byte) error { return os.Remove(file) },
		"one more":                      func(file string, good []byte) error { return os.WriteFile(file+"1", good, 0o600) },
		"a link":                        func(file string, _ []byte) error { return os.Symlink(file, file+"2") },
		"no list":                       func(string, []byte) error { return os.Remove(s.list([]byte(tiny))) },
		"a folder in place of the code": func(file string, _ []byte) error { return instead(file) },
		"a folder in place of the list": func(string, []byte) error { return instead(s.list([]byte(tiny))) },
		"empty list":                    func(string, []byte) error { return os.Truncate(s.list([]byte(tiny)), 0) },
	} {
		file := write()
		good, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := damage(file, good); err != nil {
			t.Fatal(err)
		}
		if err := s.check([]byte(tiny)); err == nil {
			t.Errorf("%s: expected an error, found none", name)
		}
	}
	write()
}

// TestDamagedCode: a server that finds its compiled code cut off tells the operator, and compiles it anew. Who comes
// before that is done waits for it. It does so in the tests' own folder, so that the tests after this one find the code
// that was compiled here.
func TestDamagedCode(t *testing.T) {
	s := store{cacheDir}
	cutOff(t, s)
	var j journal
	p := start(t, Options{CacheDir: cacheDir, Workers: 1, SlowWorkers: 1, Log: j.log()})
	for _, code := range []string{honest, program(t, "toy.star"), "def test_x():\n    while True: pass\n"} {
		body := request(t, code)
		want := string(api.New().Call("lesson", body))
		got, err := p.Lesson(t.Context(), queue.Client{}, body)
		if err != nil || string(got) != want {
			t.Errorf("%.40q:\nfound    %.2000s, %v\nexpected %.2000s", code, got, err, want)
		}
	}
	if !strings.Contains(j.String(), "compiled code was damaged and is compiled anew") {
		t.Errorf("expected a line in the log, found %s", j.String())
	}
	if err := s.check(module(t)); err != nil {
		t.Errorf("expected good code in the folder again, found %v", err)
	}
	again := start(t, Options{CacheDir: cacheDir, Workers: 1, SlowWorkers: 1})
	select {
	case <-again.first.begin():
	default:
		t.Error("expected compiled code to be found, found that it is compiled again")
	}
	lesson(t, again, "", request(t, honest))
	for end := time.Now().Add(5 * time.Minute); p.first.compiler.Count() > 0; {
		if time.Sleep(10 * time.Millisecond); time.Now().After(end) {
			t.Fatal("expected no worker that compiles, found one")
		}
	}
}

// cutOff leaves of the module's compiled code in a store the first MiB only. Where nobody has compiled it, zeros stand for
// that MiB, beside a list that says more.
func cutOff(t *testing.T, s store) {
	t.Helper()
	const left = 1 << 20
	folder, list := s.folder(module(t)), s.list(module(t))
	var err error
	if s.has(module(t)) {
		err = os.Truncate(only(t, folder), left)
	} else {
		err = errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o700), os.WriteFile(filepath.Join(folder, "code"), make([]byte, left), 0o600),
			os.WriteFile(list, fmt.Appendf(nil, "%064x %d code\n", 0, 2*left), 0o600))
	}
	if err != nil {
		t.Fatal(err)
	}
	if s.check(module(t)) == nil || !s.has(module(t)) {
		t.Fatal("expected damaged code with its list, found good code, or no list")
	}
}

// only is the one file in a folder.
func only(t *testing.T, dir string) string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, name)
		}
		return err
	})
	if err != nil || len(files) != 1 {
		t.Fatalf("expected one file, found %v, %v", files, err)
	}
	return files[0]
}

// TestUnusableFolder: where compiled code cannot be kept, a folder of the pool's own keeps it, and if
// there can be none, it is kept nowhere. The operator is told.
func TestUnusableFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		temp, want string
		kept       bool
	}{{t.TempDir(), "cannot be kept in this folder", true}, {file, "kept nowhere", false}} {
		t.Setenv("TMPDIR", c.temp)
		var j journal
		w, err := workers.New(workers.Config{Alike: true})
		if err != nil {
			t.Fatal(err)
		}
		defer w.Close()
		p := New(w, []byte(tiny), Options{CacheDir: file, Log: j.log()})
		defer p.Close()
		if err := p.first.wait(t.Context()); err != nil {
			t.Fatal(err)
		}
		setup, err := p.first.setup(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var h hello
		if err := unpack(setup, &h); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(j.String(), c.want) || (h.Folder != "") != c.kept {
			t.Errorf("expected a line in the log and a folder if there can be one, found %s and `%s`", j.String(), h.Folder)
		}
	}
}

// TestStoreRemovesOld: a store keeps the modules that were used last, and what somebody may be compiling.
func TestStoreRemovesOld(t *testing.T) {
	s := store{t.TempDir()}
	long := time.Now().Add(-2 * unfinishedTime)
	var modules [][]byte
	for k := range maxModules + 2 {
		m := append([]byte(tiny), 0, 3, 1, 'a'+byte(k), 0) // a custom section with this name
		if err := s.write(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		used := long.Add(time.Duration(k) * time.Minute)
		if err := os.Chtimes(s.list(m), used, used); err != nil {
			t.Fatal(err)
		}
		modules = append(modules, m)
		if k == 2 && !s.has(modules[0]) { // which uses it
			t.Fatal("expected the first module to be there, found it gone")
		}
	}
	for _, name := range []string{"now", "killed"} {
		if err := os.Mkdir(filepath.Join(s.dir, unfinishedName+name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(filepath.Join(s.dir, unfinishedName+"killed"), long, long); err != nil {
		t.Fatal(err)
	}
	if err := s.write(t.Context(), []byte(tiny)); err != nil {
		t.Fatal(err)
	}
	for k, m := range append(modules, []byte(tiny)) {
		kept := k == 0 || k == len(modules)-1 || k == len(modules)
		if err := s.check(m); (err == nil) != kept {
			t.Errorf("module %d: expected it kept: %v, found %v", k, kept, err)
		}
	}
	entries, err := os.ReadDir(s.dir)
	if err != nil || len(entries) != 2*maxModules+1 {
		t.Errorf("expected a folder and a list for each of %d modules, and one unfinished folder, found %v, %v", maxModules, entries, err)
	}
}

// TestStoreIsOfOneCompiler: code of another version of wazero, or for another processor, is not taken for damaged, nor for good code: wazero
// does not look for it, so each worker compiled by itself.
func TestStoreIsOfOneCompiler(t *testing.T) {
	s, own := store{t.TempDir()}, compiler
	defer func() { compiler = own }()
	compiler = func() string { return own() + " of before" }
	if err := s.write(t.Context(), []byte(tiny)); err != nil || !s.has([]byte(tiny)) {
		t.Fatal("expected compiled code, found ", err)
	}
	compiler = own
	if s.has([]byte(tiny)) || s.check([]byte(tiny)) == nil {
		t.Error("expected no code of this compiler, found some")
	}
	if err := s.write(t.Context(), []byte(tiny)); err != nil || s.check([]byte(tiny)) != nil {
		t.Error("expected code of this compiler, found ", err)
	}
}

// TestStoreWrittenTwice: two processes that compile the same at the same time leave good code.
func TestStoreWrittenTwice(t *testing.T) {
	s := store{t.TempDir()}
	together(4, func(int) {
		if err := s.write(t.Context(), []byte(tiny)); err != nil {
			t.Error(err)
		}
	})
	if err := s.check([]byte(tiny)); err != nil {
		t.Errorf("expected good code, found %v", err)
	}
}

// compiling is a pool whose code seems to be compiled until the function is called.
func compiling(t *testing.T, o Options) (*Pool, func()) {
	t.Helper()
	withCode(t)
	p := start(t, o)
	done := make(chan struct{})
	p.first.done, p.first.folder = done, cacheDir
	return p, func() { close(done) }
}

// TestWaitingIsNotComputing: what a run waits for compiled code is not taken from the time that it may compute: after some seconds, a long
// program had a quarter of it.
func TestWaitingIsNotComputing(t *testing.T) {
	p, finish := compiling(t, Options{CacheDir: cacheDir, Workers: 1, SlowWorkers: 1})
	body, waits := request(t, honest), make(chan error, 2)
	var begun [2]time.Time
	for k := range begun {
		begun[k] = time.Now()
		go func() {
			_, err := p.run(t.Context(), p.quick, queue.Client{}, call{Function: "lesson", Body: body}, patient, patient, &begun[k])
			waits <- err
		}()
	}
	for p.quick.Waiting() == 0 { // the other one has the place
		time.Sleep(time.Millisecond)
	}
	compiled := time.Now()
	finish()
	if err := errors.Join(<-waits, <-waits); err != nil || begun[0].Before(compiled) || begun[1].Before(compiled) {
		t.Errorf("expected runs that begin when there is code, %v, found that they began at %v, %v", compiled, begun, err)
	}
}

// TestRunsWaitForCompiledCode: while the module is compiled, runs wait in the queue, with its limits, and no worker starts for
// them: one that interpreted the module had 600 MB. When the code is there, each gets its answer.
func TestRunsWaitForCompiledCode(t *testing.T) {
	p, finish := compiling(t, Options{CacheDir: cacheDir, Workers: 1, SlowWorkers: 1, MaxQueuePerClient: 2})
	body, seat := request(t, honest), queue.Client{Block: "block", Seat: "seat"}
	type outcome struct {
		text []byte
		err  error
	}
	got := make(chan outcome, 3)
	for range cap(got) {
		go func() {
			text, err := p.Lesson(t.Context(), seat, body)
			got <- outcome{text, err}
		}()
	}
	for p.quick.Waiting() < cap(got)-1 { // one has the place
		time.Sleep(time.Millisecond)
	}
	if _, err := p.Lesson(t.Context(), seat, body); !errors.Is(err, queue.ErrFull) {
		t.Errorf("expected a full queue, found %v", err)
	}
	ctx, leave := context.WithCancel(t.Context())
	leave()
	if _, err := p.Lesson(ctx, queue.Client{Block: "block", Seat: "other"}, body); !errors.Is(err, context.Canceled) {
		t.Errorf("expected nothing for who leaves, found %v", err)
	}
	if family := processes.Family(os.Getpid()); len(family) != 1 {
		t.Errorf("expected no worker, found %v", family[1:])
	}
	if p.IsCompiled() {
		t.Error("expected that the module is being compiled, found that it is done")
	}
	finish()
	want := string(api.New().Call("lesson", body))
	for range cap(got) {
		if one := <-got; one.err != nil || string(one.text) != want {
			t.Errorf("expected %s, found %s, %v", want, one.text, one.err)
		}
	}
}
