// Package unbox holds the project's own sources, and the course. Lessons quote the optimizer as
// it is, by file and name, so that what they show is what runs.
package unbox

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io/fs"
	"sync"
)

// Sources are the files that lessons may quote, by their path in the project: all from which the page's modules are compiled, without
// tests and the library of programs.
func Sources() fs.FS { return opened() }

// course is the folder of the course.
const course = "tutorials/course"

// Course is the folder of the course that comes with Unbox.
func Course() fs.FS {
	files, err := fs.Sub(opened(), course)
	if err != nil {
		panic("BUG: the folder of the course has a valid name: " + err.Error())
	}
	return files
}

// Fingerprint is a hash of Sources and the library of programs, without the course. The page keeps that of the sources from which its modules were compiled: a program with
// another one is newer or older than they are.
func Fingerprint() string { return opened().Comment }

// opened is the archive in the program, which is inflated when a file or the Fingerprint is first asked for: 6 MB, in 50 ms.
var opened = sync.OnceValue(func() *zip.Reader { return open(Archive()) })

func open(data []byte) *zip.Reader {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		panic(fmt.Sprintf("BUG: the sources in this program are no archive: %v", err))
	}
	return r
}
