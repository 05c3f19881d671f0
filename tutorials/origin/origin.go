// Package origin opens a course from a folder, a ZIP file, or a Git repository (git.go). A
// stranger may have written it, so nothing outside of it is opened; package lesson says which
// files it may have.
package origin

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"unbox/tutorials/lesson"
)

const (
	// maxZip is the maximum length of a ZIP file in bytes: an unpacked course has at most half of
	// that.
	maxZip = 64 << 20
	// maxEntries is the maximum number of files and folders in it.
	maxEntries = 20_000
	// maxName is the maximum length of the name of a file or a folder in bytes, as on disks.
	maxName = 255
	// maxWrapped is the maximum number of nested folders around a course that contain
	// nothing else; ZIP files of repositories have one.
	maxWrapped = 3
)

// Source is an open course.
type Source struct {
	// Place says where the course is, without a password.
	Place string
	// Files are those of the course.
	Files fs.FS
	// Warning reports a problem that does not prevent reading the course: the local copy of a
	// repository is used because it could not be fetched again. nil if there is none.
	Warning error
	close   func() error
}

// Close releases the files, and deletes what was fetched only for this use.
func (s *Source) Close() error { return s.close() }

// Open opens a course at a place: the path of a folder, the path of a ZIP file, or the address of a Git
// repository, such as https://example.org/course.git#branch:folder, where branch (or a tag) and
// folder can be left out. A repository is fetched with the program `git`, which may take as long as the
// context allows. The local copy is kept in a folder, so that it can be used again without a network; with
// "" it is not kept.
//
// Errors: what was expected at the place and what was found there. They never contain a password from the
// address.
func Open(ctx context.Context, place, kept string) (*Source, error) {
	info, err := os.Stat(place)
	switch {
	case err != nil && isAddress(place):
		return openGit(ctx, place, kept)
	case err != nil:
		var at *fs.PathError
		if errors.As(err, &at) {
			err = at.Err
		}
		return nil, fmt.Errorf("expected the folder of a course, a ZIP file of one or the address of a Git repository, found `%s`: %w", place, err)
	case info.Mode().IsRegular():
		return openZIP(place, info.Size())
	case !info.IsDir():
		return nil, fmt.Errorf("expected the folder of a course or a ZIP file of one, found something else at `%s`", place)
	}
	files, err := lesson.Folder(place)
	if err != nil {
		return nil, fmt.Errorf("expected the folder of a course that can be read, found this: %w", err)
	}
	return &Source{Place: place, Files: files, close: func() error { return nil }}, nil
}

// openZIP opens a course in a ZIP file. If everything is in one folder, this folder is the root, since most programs
// that pack a folder add it.
func openZIP(name string, size int64) (*Source, error) {
	if size > maxZip {
		return nil, fmt.Errorf("expected a ZIP file of at most %d MB, found one of %d MB at `%s`", maxZip>>20, size>>20, name)
	}
	packed, err := zip.OpenReader(name)
	if err != nil {
		return nil, fmt.Errorf("expected a ZIP file that can be read, found `%s`: %w", name, err)
	}
	files, err := inZIP(&packed.Reader)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("`%s`: %w", name, err), packed.Close())
	}
	return &Source{Place: name, Files: files, close: packed.Close}, nil
}

// FilesOf returns the files of a course that is a ZIP file in memory, as Open does for one in a folder.
//
// Errors: what was expected of the file, and what was found.
func FilesOf(file []byte) (fs.FS, error) {
	if len(file) > maxZip {
		return nil, fmt.Errorf("expected a ZIP file of at most %d MB, found one of %d MB", maxZip>>20, len(file)>>20)
	}
	packed, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return nil, fmt.Errorf("expected a ZIP file that can be read, found this: %w", err)
	}
	return inZIP(packed)
}

// inZIP returns the files of a course in a ZIP file after checking their names, and that they can be unpacked.
func inZIP(packed *zip.Reader) (fs.FS, error) {
	if err := errors.Join(checkNames(packed.File), checkPacking(packed.File)); err != nil {
		return nil, err
	}
	files, err := unwrapped(packed)
	if err != nil {
		return nil, fmt.Errorf("expected a ZIP file that can be read, found this: %w", err)
	}
	return files, nil
}

// checkNames requires names that stay in the folder into which the file is unpacked: another program that opens the
// same file should get the same course.
func checkNames(files []*zip.File) error {
	if len(files) > maxEntries {
		return fmt.Errorf("expected at most %d files and folders, found %d", maxEntries, len(files))
	}
	for _, f := range files {
		for part := range strings.SplitSeq(f.Name, "/") {
			if len(part) > maxName {
				return fmt.Errorf("expected names of at most %d bytes, as disks can have, found one of %d that begins with %.60q", maxName, len(part), part)
			}
		}
		if name := strings.TrimSuffix(f.Name, "/"); !filepath.IsLocal(name) || !fs.ValidPath(name) || strings.Contains(name, `\`) {
			return fmt.Errorf("expected names such as `01-first-chapter/chapter.md`, found %q", f.Name)
		}
	}
	return nil
}

// encrypted is the flag of a file that is packed with a password.
const encrypted = 1

// checkPacking requires that files are packed without a password, and in one of the two ways that all programs know. Otherwise the course
// would seem to lack them.
func checkPacking(files []*zip.File) error {
	for _, f := range files {
		switch {
		case f.Flags&encrypted != 0:
			return fmt.Errorf("expected a ZIP file without a password, found one for %q", f.Name)
		case f.Method != zip.Store && f.Method != zip.Deflate:
			return fmt.Errorf("expected a ZIP file whose files are stored or packed by the method \"deflate\", found method %d for %q", f.Method, f.Name)
		}
	}
	return nil
}

// unwrapped returns the contents of the only folder, if there is nothing else and it is not a
// chapter.
func unwrapped(files fs.FS) (fs.FS, error) {
	for range maxWrapped {
		entries, err := fs.ReadDir(files, ".")
		if err != nil {
			return nil, err
		}
		var only []fs.DirEntry
		for _, e := range entries {
			if !strings.HasPrefix(e.Name(), ".") && e.Name() != "__MACOSX" {
				only = append(only, e)
			}
		}
		if len(only) != 1 || !only[0].IsDir() || lesson.IsChapter(files, only[0].Name()) {
			break
		}
		if files, err = fs.Sub(files, only[0].Name()); err != nil {
			return nil, err
		}
	}
	return files, nil
}
