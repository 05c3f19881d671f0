//go:build !unix

package sqlite

import (
	"os"
	"path/filepath"
)

// lockFolder opens the file that says that a folder is in use. On this system nothing keeps
// a second server from doing so, too; it would be refused by the versions of documents.
func lockFolder(folder string) (*os.File, error) {
	return os.OpenFile(filepath.Join(folder, "lock"), os.O_CREATE|os.O_RDWR, 0o600)
}
