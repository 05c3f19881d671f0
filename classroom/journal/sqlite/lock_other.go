//go:build !unix

package sqlite

import (
	"io"
	"os"
	"path/filepath"
)

// lockFolder opens the file that says that a folder is in use. On this system nothing
// prevents a second server from doing the same; the versions of documents would make its
// writes fail.
func lockFolder(folder string) (io.Closer, error) {
	return os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
}
