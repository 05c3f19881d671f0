package sqlite

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"
)

// Backup writes everything in a folder into one file, in the state of one moment. A server may use the
// folder meanwhile. The file is checked before it gets its name. If the context ends, nothing of it is left.
//
// Errors: there is no journal in the folder, the file exists, the disk has too little room, it cannot be written, or the context has
// ended.
func Backup(ctx context.Context, folder, file string) (err error) {
	from := filepath.Join(folder, fileName)
	if err := Found(folder); err != nil {
		return err
	}
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("expected the name of a new file, found `%s`, which exists", file)
	}
	if _, err := os.Stat(filepath.Dir(file)); err != nil {
		return fmt.Errorf("expected a folder for the backup, found this: %w", err)
	}
	if err := recognize(folder); err != nil {
		return err
	}
	conn, err := sqlite3.Open("file:" + uriPath(from) + "?vfs=os&mode=rw")
	if err != nil {
		return fmt.Errorf("expected the classes' database in `%s`, found this: %w", folder, err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	size, err := bytesOf(conn)
	if err != nil {
		return fmt.Errorf("expected the classes' database in `%s`, found this: %w", folder, err)
	}
	// A backup that fills the disk would stop the server that writes there.
	if err := room(filepath.Dir(file), size, "the size of the classes"); err != nil {
		return err
	}
	part := file + ".part"
	defer os.Remove(part) // it is gone after its name was changed
	conn.SetInterrupt(ctx)
	if err := vacuumInto(conn, part); err != nil {
		return fmt.Errorf("a backup of `%s` cannot be written: %w%s", folder, err, diskAdvice(err))
	}
	if err := check(part, file); err != nil {
		return err
	}
	if err := seal(part); err != nil {
		return fmt.Errorf("a backup of `%s` cannot be written: %w%s", folder, err, diskAdvice(err))
	}
	return settle(part, file)
}

// bytesOf returns how long the file of a database is.
func bytesOf(conn *sqlite3.Conn) (int64, error) {
	w := &writer{conn: conn, statements: map[string]*sqlite3.Stmt{}}
	pages, err := w.number(`PRAGMA page_count`)
	if err != nil {
		return 0, err
	}
	size, err := w.number(`PRAGMA page_size`)
	return pages * size, err
}

// room checks that so many bytes, which are what it says, can be written to the disk of a folder, if that is known.
func room(folder string, bytes int64, what string) error {
	if free, known := freeBytes(folder); known && free < bytes {
		return fmt.Errorf("expected %d bytes of free space at `%s`, %s, found %d", bytes, folder, what, free)
	}
	return nil
}

// vacuumInto writes the database of a connection into a new file.
func vacuumInto(conn *sqlite3.Conn, file string) error {
	if err := conn.Exec(`PRAGMA busy_timeout=60000`); err != nil {
		return err
	}
	if err := os.RemoveAll(file); err != nil { // of a backup that was interrupted
		return err
	}
	stmt, _, err := conn.Prepare(`VACUUM INTO ?`)
	if err != nil {
		return err
	}
	defer stmt.Close()
	if err := stmt.BindText(1, file); err != nil {
		return err
	}
	if err := stmt.Exec(); err != nil {
		return err
	}
	return os.Chmod(file, 0o600)
}

// Restore puts a backup into a folder in which there is none yet. What is refused, or interrupted by the context, leaves nothing in the folder but
// the empty file with which a server says that the folder is in use.
//
// Errors: there are classes in the folder, a server uses it, the disk has too little room, the context has ended, or the file is not a
// complete backup of a readable version.
func Restore(ctx context.Context, folder, file string) error {
	from, size, err := openBackup(file)
	if err != nil {
		return err
	}
	defer from.Close()
	lock, err := take(folder)
	if err != nil {
		return err
	}
	defer lock.Close()
	into := filepath.Join(folder, fileName)
	if _, err := os.Lstat(into); err == nil {
		return fmt.Errorf("expected a folder without classes, found some in `%s`; move them away first", folder)
	}
	if err := room(folder, 2*size, "twice the size of the backup"); err != nil { // a server that uses it needs room for changes, too
		return err
	}
	part := into + ".part"
	defer os.Remove(part) // it is gone after its name was changed
	if err := copyBackup(ctx, part, from, size); err != nil {
		return fmt.Errorf("expected a backup that can be read, found this: %w", err)
	}
	if _, err := checkSeal(part, file); err != nil {
		return err
	}
	if err := unseal(part); err != nil { // it will change
		return err
	}
	if err := check(part, file); err != nil {
		return err
	}
	return settle(part, into)
}

// Verify checks a backup as Restore does, and changes nothing. sealed reports whether it has a checksum of its contents; one of an earlier version has none, so
// that only its structure is checked.
//
// Errors: the file is not a complete backup of a readable version, or something in it has changed.
func Verify(file string) (sealed bool, err error) {
	f, _, err := openBackup(file)
	if err != nil {
		return false, err
	}
	if err := f.Close(); err != nil {
		return false, err
	}
	if sealed, err = checkSeal(file, file); err != nil {
		return sealed, err
	}
	return sealed, check(file, file)
}

// openBackup opens a backup and returns its size, which is what its header says. Devices have no size and pipes may never answer, so they
// are not opened.
//
// Errors: it is no regular file, none of SQLite, the database of a running server, or not whole.
func openBackup(name string) (*os.File, int64, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return nil, 0, fmt.Errorf("expected a file with a backup of classes, found something else at `%s`", name)
	}
	if log, err := os.Stat(name + "-wal"); err == nil && log.Size() > 0 { // SQLite's: what it has is not in the file yet
		return nil, 0, fmt.Errorf("expected a backup of classes, found the database of a server at `%s`, of which a part is in another file; make a backup of its folder with `unbox class backup`", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, 0, fmt.Errorf("expected a backup that can be read, found this: %w", err)
	}
	size, err := sizeOfBackup(f, name)
	if err != nil {
		return nil, 0, errors.Join(err, f.Close())
	}
	return f, size, nil
}

// sizeOfBackup compares the size of a file with what the header of the database in it says, and leaves the file at its beginning.
func sizeOfBackup(f *os.File, name string) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	header := make([]byte, 32) // SQLite's file format, section 1.3
	if n, err := f.ReadAt(header, 0); n < len(header) || string(header[:len(sqliteMark)]) != sqliteMark {
		if errors.Is(err, io.EOF) {
			err = nil
		}
		return 0, errors.Join(fmt.Errorf("expected a backup of classes, found another kind of file at `%s`", name), err)
	}
	page := int64(binary.BigEndian.Uint16(header[16:]))
	if page == 1 {
		page = 1 << 16
	}
	if size := page * int64(binary.BigEndian.Uint32(header[28:])); size != info.Size() {
		return 0, fmt.Errorf("expected a whole backup of %d bytes, found a damaged one of %d at `%s`", size, info.Size(), name)
	}
	return info.Size(), nil
}

// copyBackup copies so many bytes, even if the file grows meanwhile.
func copyBackup(ctx context.Context, to string, from io.Reader, size int64) error {
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	const piece = 1 << 20
	for err == nil && size > 0 {
		var n int64
		n, err = io.CopyN(out, from, min(size, piece))
		size -= n
		if err == nil {
			err = ctx.Err()
		}
	}
	return errors.Join(err, out.Close())
}

// sqliteMark is how SQLite's files begin.
const sqliteMark = "SQLite format 3\x00"

// begins reports whether a file begins with a text.
func begins(file, text string) (bool, error) {
	f, err := os.Open(file)
	if err != nil {
		return false, err
	}
	defer f.Close()
	found := make([]byte, len(text))
	_, err = io.ReadFull(f, found)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return false, nil
	}
	return string(found) == text, err
}

// check checks that a file is a complete database of classes; name is the file's name for the user.
func check(file, name string) (err error) {
	conn, err := sqlite3.Open("file:" + uriPath(file) + "?vfs=os&mode=ro&immutable=1")
	if err != nil {
		return fmt.Errorf("expected a backup of classes, found this: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := conn.Exec(careful); err != nil {
		return err
	}
	w := &writer{conn: conn, statements: map[string]*sqlite3.Stmt{}}
	damaged := func(why any) error {
		return fmt.Errorf("expected a whole backup, found a damaged one at `%s`: %v", name, why)
	}
	id, err := w.number(`PRAGMA application_id`)
	if err != nil {
		return damaged(err)
	}
	if id != applicationID {
		return fmt.Errorf("expected a backup of classes, found another kind of database at `%s`", name)
	}
	version, err := w.number(`PRAGMA user_version`)
	if err != nil {
		return damaged(err)
	}
	if version != schemaVersion {
		return fmt.Errorf("expected a backup of version %d, found version %d at `%s`; it was written by another version of Unbox", schemaVersion, version, name)
	}
	if other, err := w.unlikeOurs(); err != nil {
		return damaged(err)
	} else if other != "" {
		return fmt.Errorf("expected a backup with the tables of classes alone, found `%s` in `%s`, which Unbox does not write", other, name)
	}
	stmt, _, err := conn.Prepare(`PRAGMA integrity_check(1)`)
	if err != nil {
		return damaged(err)
	}
	defer stmt.Close()
	if !stmt.Step() || stmt.ColumnText(0) != "ok" {
		return errors.Join(damaged(stmt.ColumnText(0)), stmt.Err())
	}
	return nil
}

// unlikeOurs returns the name of something in a database that one of ours does not have or has otherwise, such as a trigger, which would run
// with each change of a class; "" if there is nothing.
func (w *writer) unlikeOurs() (string, error) {
	ours, err := sqlite3.Open(":memory:")
	if err != nil {
		return "", err
	}
	defer ours.Close()
	if err := ours.Exec(schema); err != nil {
		return "", err
	}
	want, err := objects(ours)
	if err != nil {
		return "", err
	}
	found, err := objects(w.conn)
	for name, sql := range found {
		if want[name] != sql {
			return name, err
		}
	}
	for name := range want {
		if _, there := found[name]; !there {
			return "no " + name, err
		}
	}
	return "", err
}

// objects are the tables, indexes, views and triggers of a database by their kind and name, with how each was made.
func objects(conn *sqlite3.Conn) (map[string]string, error) {
	stmt, _, err := conn.Prepare(`SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema LIMIT 100`)
	if err != nil {
		return nil, err
	}
	defer stmt.Close()
	all := map[string]string{}
	for stmt.Step() {
		all[stmt.ColumnText(0)] = stmt.ColumnText(1)
	}
	return all, stmt.Err()
}

// settle gives a file its final name when all of it is on the disk.
func settle(part, name string) error {
	f, err := os.OpenFile(part, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close(), os.Rename(part, name)); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(name))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
