// Package slowdisk is a file system for SQLite on a slow disk: each fsync takes longer than on this machine's.
package slowdisk

import (
	"sync/atomic"
	"time"

	"github.com/ncruces/go-sqlite3/vfs"
)

// Disk is how slow it is.
type Disk struct {
	// Each is by how much longer each fsync takes, Stall by how much one in two seconds does.
	Each, Stall time.Duration
	// Took is told how long each fsync took. It is called by several goroutines.
	Took func(time.Duration)
}

// Register has SQLite know the file system by a name, until vfs.Unregister.
func Register(name string, d Disk) {
	vfs.Register(name, &system{VFSFilename: vfs.Find("os").(vfs.VFSFilename), disk: d})
}

type system struct {
	vfs.VFSFilename
	disk    Disk
	stalled atomic.Int64
}

func (s *system) OpenFilename(name *vfs.Filename, flags vfs.OpenFlag) (vfs.File, vfs.OpenFlag, error) {
	f, flags, err := s.VFSFilename.OpenFilename(name, flags)
	if err != nil {
		return nil, flags, err
	}
	return &file{f.(shared), s}, flags, nil
}

// shared is what SQLite needs of a file for a write-ahead log.
type shared interface {
	vfs.File
	vfs.FileSharedMemory
	vfs.FileLockState
	vfs.FilePersistWAL
	vfs.FilePowersafeOverwrite
}

type file struct {
	shared
	system *system
}

func (f *file) Sync(flags vfs.SyncFlag) error {
	s, start := f.system, time.Now()
	time.Sleep(s.disk.Each)
	now := start.UnixMilli()
	if last := s.stalled.Load(); s.disk.Stall > 0 && now-last > 2000 && s.stalled.CompareAndSwap(last, now) {
		time.Sleep(s.disk.Stall)
	}
	err := f.shared.Sync(flags)
	s.disk.Took(time.Since(start))
	return err
}
