package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// replaceFile writes a file, over the one with that name if there is one, which keeps its owner, its mode and its other names. If that fails,
// because the disk is full, say, the old contents are written back, and a new file is removed. What is no regular file, such as a device, is
// written to.
//
// Errors: those of package os.
func replaceFile(name string, text []byte) error {
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return newFile(name, text)
	}
	if err != nil {
		return os.WriteFile(name, text, 0o644) // it may be written although it cannot be read
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		_ = file.Close() // nothing was written
		return os.WriteFile(name, text, 0o644)
	}
	old, err := io.ReadAll(file)
	if err == nil {
		if err = overwrite(file, text); err != nil {
			_ = overwrite(file, old) // for which there is room, since nothing was cut off
		}
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// overwrite replaces what is in a file. Only once all is written it is cut off.
func overwrite(file *os.File, text []byte) error {
	if _, err := file.WriteAt(text, 0); err != nil {
		return err
	}
	return file.Truncate(int64(len(text)))
}

// newFile writes a file that was not there.
func newFile(name string, text []byte) error {
	err := os.WriteFile(name, text, 0o644)
	if at := (*fs.PathError)(nil); errors.As(err, &at) && at.Op == "write" {
		_ = os.Remove(name) // half of it is of no use
	}
	return err
}
