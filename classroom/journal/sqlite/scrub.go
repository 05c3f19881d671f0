package sqlite

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/ncruces/go-sqlite3"
	"github.com/ncruces/go-sqlite3/vfs"
)

// SQLite overwrites a cell when it is deleted (secure_delete). But when it distributes the cells of a full
// page over several, the moved cells stay readable in the space that becomes free, and a later deletion
// does not know about these copies. scrubber overwrites the free space of all pages.
//
// The layout of pages is that of https://www.sqlite.org/fileformat2.html, sections 1.6 (b-tree pages)
// and 1.8 (pointer map pages).
type scrubber struct {
	file vfs.File
	page []byte
	// usable is the number of bytes at the beginning of a page that SQLite uses.
	usable int
	pages  int64
	// kinds is the pointer map page with the kinds of the pages after mapAt.
	kinds []byte
	mapAt int64
	wrote bool
}

const fileHeader = 100 // bytes, at the beginning of the first page

// scrub overwrites the free space in the pages of a database whose write-ahead log is empty. Nothing else
// may write to it meanwhile; readers are not disturbed. A power failure in between leaves the database
// intact.
//
// Errors: the file cannot be read or written, or it is not a database with pointer maps, as all of ours
// are.
func scrub(conn *sqlite3.Conn) error {
	found, err := conn.FileControl("main", sqlite3.FCNTL_FILE_POINTER)
	if err != nil {
		return err
	}
	file, ok := found.(vfs.File)
	if !ok {
		return fmt.Errorf("expected the file of the database, found %T", found)
	}
	s := &scrubber{file: file}
	if err := s.begin(); err != nil {
		return err
	}
	for n := int64(1); n <= s.pages; n++ {
		if err := s.visit(n); err != nil {
			return fmt.Errorf("page %d of the classes' database: %w", n, err)
		}
	}
	if s.wrote {
		err = file.Sync(vfs.SYNC_NORMAL)
	}
	// Pages in memory have their old free space, and would bring it back when they are written.
	return errors.Join(err, conn.ReleaseMemory())
}

// begin reads the header of the file.
func (s *scrubber) begin() error {
	var header [fileHeader]byte
	if err := s.read(header[:], 0); err != nil {
		return err
	}
	size := int(binary.BigEndian.Uint16(header[16:]))
	if size == 1 {
		size = 65536
	}
	s.usable = size - int(header[20])
	if s.usable < 480 || binary.BigEndian.Uint32(header[52:]) == 0 {
		return errors.New("expected a database with pointer maps, found another one")
	}
	length, err := s.file.Size()
	s.page, s.kinds, s.pages = make([]byte, size), make([]byte, size), length/int64(size)
	return err
}

func (s *scrubber) read(into []byte, at int64) error {
	if n, err := s.file.ReadAt(into, at); n < len(into) {
		return errors.Join(err, io.ErrUnexpectedEOF)
	}
	return nil
}

// visit scrubs page n if it is one of a b-tree.
func (s *scrubber) visit(n int64) error {
	start := 0
	if n == 1 {
		start = fileHeader
	} else if tree, err := s.isTree(n); !tree || err != nil {
		return err
	}
	at := (n - 1) * int64(len(s.page))
	if err := s.read(s.page, at); err != nil {
		return err
	}
	free, err := freeSpace(s.page[:s.usable], start)
	if err != nil {
		return err
	}
	for _, f := range free {
		if err := s.overwrite(at, f); err != nil {
			return err
		}
	}
	return nil
}

// Kinds of pages in a pointer map.
const (
	treeRoot  = 1
	treeChild = 5
)

// isTree reports whether page n, which is not the first, is a page of a b-tree.
func (s *scrubber) isTree(n int64) (bool, error) {
	const entry = 5 // bytes: a kind, and the number of the parent
	group := int64(s.usable/entry) + 1
	mapped := (n-2)/group*group + 2
	if n == mapped {
		return false, nil
	}
	if s.mapAt != mapped {
		if err := s.read(s.kinds, (mapped-1)*int64(len(s.page))); err != nil {
			return false, err
		}
		s.mapAt = mapped
	}
	kind := s.kinds[(n-mapped-1)*entry]
	return kind == treeRoot || kind == treeChild, nil
}

// span is a part of a page.
type span struct{ from, to int }

// overwrite writes zeros over a part of the page at a position in the file unless they are there
// already.
func (s *scrubber) overwrite(at int64, free span) error {
	part := s.page[free.from:free.to]
	for len(part) > 0 && part[0] == 0 {
		part, free.from = part[1:], free.from+1
	}
	if len(part) == 0 {
		return nil
	}
	clear(part)
	s.wrote = true
	_, err := s.file.WriteAt(part, at+int64(free.from))
	return err
}

// freeSpace returns the free space in a page of a b-tree whose header begins at start: between the cells' places and
// the cells, and in the freeblocks between cells.
func freeSpace(page []byte, start int) ([]span, error) {
	number := func(at int) int { return int(binary.BigEndian.Uint16(page[at:])) }
	header := 8
	switch page[start] {
	case 2, 5: // interior pages have a last child as well
		header = 12
	case 10, 13:
	default:
		return nil, fmt.Errorf("expected a page of a b-tree, found the kind %d", page[start])
	}
	first := number(start + 5)
	if first == 0 {
		first = 65536
	}
	places := start + header + 2*number(start+3)
	if places > first || first > len(page) {
		return nil, fmt.Errorf("expected cells after byte %d of %d, found them at %d", places, len(page), first)
	}
	free := []span{{places, first}}
	for at, last := number(start+1), first; at != 0; {
		if at < last || at+4 > len(page) || number(at+2) < 4 || at+number(at+2) > len(page) {
			return nil, fmt.Errorf("expected a freeblock within bytes %d to %d, found it at %d", last, len(page), at)
		}
		last = at + number(at+2)
		free = append(free, span{at + 4, last})
		at = number(at)
	}
	return free, nil
}
