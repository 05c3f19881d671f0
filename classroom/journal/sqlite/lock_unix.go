//go:build unix

package sqlite

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// lockFolder locks a folder for this process. The system releases the lock when the process
// ends, however that happens.
//
// Errors: another process has locked it.
func lockFolder(folder string) (io.Closer, error) {
	f, err := os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, unusable(folder, err)
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		err = fmt.Errorf("expected that no other server uses the folder `%s`, found that one does; stop it first", folder)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return lockedFolder{f}, nil
}

// lockedFolder is the lock of a folder.
type lockedFolder struct{ file *os.File }

// Close unlocks the folder. Closing the file alone is not enough: a process that another goroutine is starting has it open,
// too, until it runs its program, and so would keep the lock.
func (l lockedFolder) Close() error {
	return errors.Join(unix.Flock(int(l.file.Fd()), unix.LOCK_UN), l.file.Close())
}
