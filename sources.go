// Package unbox holds the project's own sources, and the course. Lessons quote the optimizer as
// it is, by file and name, so that what they show is what runs.
package unbox

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"sync"

	"github.com/andybalholm/brotli"
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

// brotliMethod stands in the archive for files that are compressed with brotli: they are an eighth smaller than what ZIP has a number for. It
// is a number that nobody else uses.
const brotliMethod = 0xb501

// opened is the archive in the program. It stays as it is: reading a file inflates that file.
var opened = sync.OnceValue(func() *zip.Reader { return open(archive()) })

func open(data []byte) *zip.Reader {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		panic(fmt.Sprintf("BUG: the sources in this program are no archive: %v", err))
	}
	r.RegisterDecompressor(brotliMethod, func(file io.Reader) io.ReadCloser { return io.NopCloser(brotli.NewReader(file)) })
	return r
}
