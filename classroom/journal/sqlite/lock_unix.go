//go:build unix

package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// lockFolder locks a folder for this process. The system releases the lock when the process
// ends, however that happens.
//
// Errors: another process has locked it.
func lockFolder(folder string) (*os.File, error) {
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
	return f, nil
}
