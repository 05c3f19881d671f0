package course

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"strings"

	"unbox/classroom/school"
)

// This file is for local courses: the command line packs a course from any folder into the file that a class keeps.

// Read reads a course in this process, without a worker; it is meant for one's
// own courses.
//
// Errors: what is wrong with it.
func Read(file []byte) (*school.Course, error) {
	b, err := open(file)
	if err != nil {
		return nil, err
	}
	return b.outline(), nil
}

// Pack makes a ZIP file from the files of a course that lessons are read from.
//
// Errors: a file cannot be read, or they are longer together than a class may
// keep.
func Pack(files fs.FS) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case name != "." && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case !entry.Type().IsRegular() || !strings.HasSuffix(name, ".md"):
			return nil
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(text)
		}
		if err == nil && out.Len() > school.MaxCourse {
			err = fmt.Errorf("expected a course of at most %d bytes when it is packed, found more", school.MaxCourse)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
