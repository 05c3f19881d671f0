package sqlite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Found checks that a folder has classes, without opening them.
//
// Errors: it has none; what is there instead, and what to do.
func Found(folder string) error {
	_, err := os.Stat(filepath.Join(folder, fileName))
	if err == nil {
		return nil
	}
	const advice = "give the folder that the server has as --data, in which it makes `" + fileName + "` when it first starts"
	info, wrong := os.Stat(folder)
	switch {
	case errors.Is(wrong, fs.ErrNotExist):
		return fmt.Errorf("expected a folder with classes, found nothing at `%s`; %s", folder, advice)
	case wrong == nil && !info.IsDir():
		return fmt.Errorf("expected a folder with classes, found the file `%s`; %s", folder, advice)
	case wrong != nil || !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("expected a folder with classes at `%s`, found this: %w", folder, err)
	}
	if left, wrong := os.ReadDir(folder); wrong == nil && len(left) == 0 {
		return fmt.Errorf("expected a folder with classes, found the empty folder `%s`; %s", folder, advice)
	}
	return fmt.Errorf("expected a folder with classes, found no file `%s` in the folder `%s`; %s", fileName, folder, advice)
}
