package sqlite

import (
	"errors"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"

	"unbox/classroom/journal"
)

// crowded is a file system on which the database cannot be written any more while full is set, but its write-ahead log can, as on a disk that
// becomes full. wait is called before the log is written.
type crowded struct {
	vfs.VFSFilename
	full atomic.Bool
	// none means that not even the log can be written.
	none atomic.Bool
	wait func()
}

type crowdedFile struct {
	osFile
	system *crowded
	log    bool
}

func (c *crowded) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, flags, err := c.VFSFilename.OpenFilename(name, flags)
	if err != nil {
		return nil, flags, err
	}
	return &crowdedFile{f.(osFile), c, filepath.Base(name.String()) != fileName}, flags, nil
}

func (f *crowdedFile) WriteAt(p []byte, at int64) (int, error) {
	switch {
	case f.log && f.system.none.Load():
		return 0, sqlite3.FULL
	case f.log:
		f.system.wait()
	case f.system.full.Load():
		return 0, sqlite3.FULL
	}
	return f.osFile.WriteAt(p, at)
}

// TestFullDiskWhileErasing has the disk become full when something was deleted and is to be overwritten. What others wrote in the same moment
// is written: they are told so, and go on.
func TestFullDiskWhileErasing(t *testing.T) {
	disk := &crowded{VFSFilename: vfs.Find("os").(vfs.VFSFilename), wait: func() {}}
	vfs.Register("crowded", disk)
	defer vfs.Unregister("crowded")
	dir := t.TempDir()
	j, err := OpenOn(dir, "crowded")
	must(t, err)
	left, types := journal.Document{Class: "c", Name: "left"}, journal.Document{Class: "c", Name: "types"}
	update := func(text string) []journal.Update { return []journal.Update{{Data: []byte(text)}} }
	must(t, j.Append(t.Context(), left, 0, update("secretive")))

	stands, open := make(chan struct{}), make(chan struct{})
	once := sync.OnceFunc(func() { close(stands); <-open })
	disk.wait = once
	answers := map[string]chan error{"first": make(chan error, 1), "types": make(chan error, 1), "leaves": make(chan error, 1)}
	go func() {
		answers["first"] <- j.Append(t.Context(), journal.Document{Class: "c", Name: "first"}, 0, update("1"))
	}()
	<-stands
	go func() { answers["types"] <- j.Append(t.Context(), types, 0, update("2")) }()
	go func() { answers["leaves"] <- j.Delete(t.Context(), left) }()
	for len(j.jobs) < 2 { // both are written at once after that
		runtime.Gosched()
	}
	disk.full.Store(true)
	close(open)
	must(t, <-answers["first"])
	if err := <-answers["types"]; err != nil {
		t.Errorf("expected what is typed to be written, found %v", err)
	}
	if err := <-answers["leaves"]; !errors.Is(err, sqlite3.FULL) {
		t.Errorf("expected that what was deleted cannot be overwritten, found %v", err)
	}
	must(t, j.Append(t.Context(), types, 1, update("3")))
	disk.full.Store(false)
	must(t, j.Delete(t.Context(), left)) // again
	must(t, j.Append(t.Context(), types, 2, update("4")))
	must(t, j.Close())
	if inFiles(t, dir, []byte("secretive")) {
		t.Error("expected no byte of what was deleted, found some")
	}
}

// TestFullDisk has a disk on which nothing can be written: the error says what to do, nothing else, and what is asked for again later is done.
func TestFullDisk(t *testing.T) {
	disk := &crowded{VFSFilename: vfs.Find("os").(vfs.VFSFilename), wait: func() {}}
	vfs.Register("full", disk)
	defer vfs.Unregister("full")
	j, err := OpenOn(t.TempDir(), "full")
	must(t, err)
	d := journal.Document{Class: "c", Name: "d"}
	disk.none.Store(true)
	const words = "the classes' database cannot be written: sqlite3: database or disk is full; see that the disk is not full, and works"
	if err := j.Append(t.Context(), d, 0, []journal.Update{{Data: []byte("x")}}); err == nil || err.Error() != words {
		t.Errorf("expected %q, found %v", words, err)
	}
	disk.none.Store(false)
	must(t, j.Append(t.Context(), d, 0, []journal.Update{{Data: []byte("y")}}))
	h, err := j.Read(t.Context(), d, 0)
	must(t, err)
	if len(h.Updates) != 1 || string(h.Updates[0].Data) != "y" {
		t.Errorf("expected what was written when there was room, found %+v", h)
	}
	must(t, j.Close())
}
