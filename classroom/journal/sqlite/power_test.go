package sqlite

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/ncruces/go-sqlite3/vfs"

	"unbox/classroom/journal"
)

// powerCuts is how many moments of a recording lose power: go test -args -cuts 5000
var powerCuts = flag.Int("cuts", 80, "at how many moments TestPowerCut loses power")

// A disk that loses its power has everything that was synced. Of what was written since, it has
// any part: none, all, or some of the sectors, in any order. recorder is a file system that notes
// what is written and synced, so that such disks can be made of it afterwards.
type recorder struct {
	vfs.VFSFilename
	mu sync.Mutex
	// steps are all that happened, in order.
	steps []step
}

// step is something that happened to a file.
type step struct {
	file string
	kind string // "write", "truncate", "sync", "delete", or "said" with what was promised
	at   int64
	data []byte
	said any
}

func (r *recorder) note(s step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.steps = append(r.steps, s)
}

func (r *recorder) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, flags, err := r.VFSFilename.OpenFilename(name, flags)
	if err != nil {
		return nil, flags, err
	}
	return &recorded{f.(osFile), r, filepath.Base(name.String())}, flags, nil
}

func (r *recorder) Delete(name string, syncDir bool) error {
	r.note(step{file: filepath.Base(name), kind: "delete"})
	return r.VFSFilename.Delete(name, syncDir)
}

// osFile is what files of the system have.
type osFile interface {
	vfs.File
	vfs.FileSharedMemory
	vfs.FileLockState
	vfs.FilePersistWAL
	vfs.FilePowersafeOverwrite
}

type recorded struct {
	osFile
	recorder *recorder
	name     string
}

func (f *recorded) WriteAt(p []byte, off int64) (int, error) {
	f.recorder.note(step{file: f.name, kind: "write", at: off, data: slices.Clone(p)})
	return f.osFile.WriteAt(p, off)
}

func (f *recorded) Truncate(size int64) error {
	f.recorder.note(step{file: f.name, kind: "truncate", at: size})
	return f.osFile.Truncate(size)
}

func (f *recorded) Sync(flags vfs.SyncFlag) error {
	err := f.osFile.Sync(flags)
	f.recorder.note(step{file: f.name, kind: "sync"})
	return err
}

// sector is what a disk writes at a time, in bytes.
const sector = 512

// disk is what is left of the files after some steps.
func disk(chance *rand.Rand, steps []step) map[string][]byte {
	files := map[string][]byte{}
	unsynced := map[string][]step{}
	for _, s := range steps {
		switch s.kind {
		case "sync":
			for _, u := range unsynced[s.file] {
				files[s.file] = apply(files[s.file], u)
			}
			delete(unsynced, s.file)
		case "delete":
			delete(files, s.file)
			delete(unsynced, s.file)
		case "write", "truncate":
			unsynced[s.file] = append(unsynced[s.file], s)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(unsynced)) {
		files[name] = partly(chance, files[name], unsynced[name])
	}
	return files
}

// partly applies some of what was not synced.
func partly(chance *rand.Rand, file []byte, steps []step) []byte {
	mood := chance.IntN(3) // nothing arrives, everything, anything
	for _, s := range steps {
		switch {
		case mood == 1:
			file = apply(file, s)
		case mood == 0 || s.kind == "truncate" && chance.IntN(2) == 0:
		case s.kind == "truncate":
			file = apply(file, s)
		default:
			for at := 0; at < len(s.data); at += sector {
				if chance.IntN(2) == 0 {
					file = apply(file, step{kind: "write", at: s.at + int64(at), data: s.data[at:min(at+sector, len(s.data))]})
				}
			}
		}
	}
	return file
}

func apply(file []byte, s step) []byte {
	end := s.at + int64(len(s.data))
	if s.kind == "truncate" {
		return slices.Clone(file[:min(s.at, int64(len(file)))])
	}
	if int64(len(file)) < end {
		file = append(file, make([]byte, end-int64(len(file)))...)
	}
	copy(file[s.at:], s.data)
	return file
}

// promise is what was acknowledged of a document.
type promise struct {
	document journal.Document
	version  uint64
	deleted  bool
}

// TestPowerCut records some work, then cuts the power at many moments of it: whatever the disk
// has made of what was not synced, everything acknowledged is there, and nothing deleted.
func TestPowerCut(t *testing.T) {
	t.Parallel()
	r := recordWork(t)
	if len(r.steps) < 500 {
		t.Fatalf("expected a recording of many steps, found %d", len(r.steps))
	}
	chance := rand.New(rand.NewPCG(5, 14))
	for range *powerCuts {
		count := chance.IntN(len(r.steps) + 1)
		if err := cutAt(t, chance, r.steps[:count]); err != nil {
			t.Errorf("after %d of %d steps: %v", count, len(r.steps), err)
		}
	}
}

// recordWork writes, compacts and deletes through a recorder, which it returns.
func recordWork(t *testing.T) *recorder {
	t.Helper()
	r := &recorder{VFSFilename: vfs.Find("os").(vfs.VFSFilename)}
	name := fmt.Sprintf("recorder-%p", r)
	vfs.Register(name, r)
	t.Cleanup(func() { vfs.Unregister(name) })
	j, err := OpenOn(t.TempDir(), name)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	var all sync.WaitGroup
	for n := range 4 {
		all.Go(func() {
			if err := recordOne(t, r, j, journal.Document{Class: fmt.Sprint("class ", n/2), Name: fmt.Sprint(n)}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	return r
}

func recordOne(t *testing.T, r *recorder, j *Journal, d journal.Document) error {
	version := uint64(0)
	for n := range 60 {
		u := journal.Update{Client: d.Name, Counter: version + 1, Data: slices.Repeat([]byte{byte(n)}, 700)}
		if err := j.Append(t.Context(), d, version, []journal.Update{u}); err != nil {
			return err
		}
		version++
		r.note(step{kind: "said", said: promise{d, version, false}})
		if n%17 == 16 {
			if err := j.Snapshot(t.Context(), d, journal.Snapshot{Version: version, Data: []byte("state")}); err != nil {
				return err
			}
		}
		if n == 40 {
			r.note(step{kind: "said", said: promise{d, 0, false}}) // from now on it may go
			if err := j.Delete(t.Context(), d); err != nil {
				return err
			}
			version = 0
			r.note(step{kind: "said", said: promise{d, 0, true}})
		}
	}
	return nil
}

// cutAt makes a disk of the steps, opens the journal that is on it, and says what is wrong there.
func cutAt(t *testing.T, chance *rand.Rand, steps []step) error {
	t.Helper()
	dir := t.TempDir()
	for name, data := range disk(chance, steps) {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	j, err := Open(dir)
	if err != nil {
		return fmt.Errorf("expected a journal that opens, found `%w`", err)
	}
	defer os.RemoveAll(dir)
	defer j.Close()
	last := map[journal.Document]promise{}
	for _, s := range steps {
		if p, ok := s.said.(promise); ok {
			last[p.document] = p
		}
	}
	for d, p := range last {
		h, err := j.Read(t.Context(), d, 0)
		switch {
		case err != nil:
			return err
		case h.Version() < p.version:
			return fmt.Errorf("expected version %d of %v, which was acknowledged, found %d", p.version, d, h.Version())
		case p.deleted && h.Version() > 1: // one more may be on its way
			return fmt.Errorf("expected nothing of %v, which was deleted, found version %d", d, h.Version())
		}
	}
	return nil
}

// TestPowerCutWouldBeSeen makes disks as if the journal did not sync its log: then what was
// acknowledged is missing, and cutAt says so.
func TestPowerCutWouldBeSeen(t *testing.T) {
	t.Parallel()
	r := recordWork(t)
	steps := slices.DeleteFunc(slices.Clone(r.steps), func(s step) bool { return s.kind == "sync" && strings.HasSuffix(s.file, "-wal") })
	chance := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		if cutAt(t, chance, steps[:chance.IntN(len(steps)+1)]) != nil {
			return
		}
	}
	t.Error("expected that a disk without syncs has lost something, found everything")
}
