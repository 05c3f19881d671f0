package lesson

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// This file is about what may be in the folder of a course. A stranger may have written it,
// and a server may read it: nothing outside of it is opened, nothing that is not a regular
// file, and not more than a course needs.

const (
	// maxFile is the maximum length of a file of a course in bytes, and maxCourse that of
	// all of them.
	maxFile   = 1 << 20
	maxCourse = 32 << 20
	// maxChapters is the maximum number of chapters in a course, and maxSteps that of steps in a chapter:
	// the page of a step lists all steps of its chapter.
	maxChapters = 200
	maxSteps    = 200
)

// Folder is the folder of a course on this computer. Symbolic links in it work as long as
// they stay in it.
//
// Errors: that of the system about a folder that cannot be opened.
func Folder(dir string) (fs.FS, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return root.FS(), nil // which closes the folder when it is not needed any more
}

// readFile reads a file of a course. A pipe would never end, and opening a device may have
// side effects, so the file is checked first.
//
// Errors: it is not a regular file, the file is too long, or that of the system.
func readFile(fsys fs.FS, name string, most int) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	switch {
	case err != nil:
		return nil, plainError(err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("expected a file, found %s", kindOf(info.Mode()))
	case info.Size() > int64(most):
		return nil, fmt.Errorf("expected at most %d bytes, found %d", most, info.Size())
	}
	f, err := fsys.Open(name)
	if err != nil {
		return nil, plainError(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, int64(most)+1)) // it may have grown
	if err == nil && len(text) > most {
		err = fmt.Errorf("expected at most %d bytes, found more", most)
	}
	return text, err
}

// plainError leaves the name out of an error, since a problem contains it
// anyway.
func plainError(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		err = at.Err
	}
	return fmt.Errorf("expected a file of this course that can be read, found this: %w", err)
}

// kindOf says what something is that is not a regular file.
func kindOf(m fs.FileMode) string {
	switch {
	case m.IsDir():
		return "a folder"
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeSocket != 0:
		return "a socket"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m&fs.ModeSymlink != 0:
		return "a symbolic link"
	}
	return "something else"
}
