package sqlite

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/ncruces/go-sqlite3"
)

// Backup writes everything in a folder into one file, in the state of one moment. A server may use the
// folder meanwhile. The file is checked before it gets its name.
//
// Errors: there is no journal in the folder, the file exists, or it cannot be written.
func Backup(folder, file string) (err error) {
	from := filepath.Join(folder, fileName)
	if _, err := os.Stat(from); err != nil {
		return fmt.Errorf("expected a folder with classes, found `%s`: %w", folder, err)
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
	part := file + ".part"
	defer os.Remove(part) // it is gone after its name was changed
	if err := vacuumInto(conn, part); err != nil {
		return fmt.Errorf("a backup of `%s` cannot be written: %w", folder, err)
	}
	if err := check(part, file); err != nil {
		return err
	}
	return settle(part, file)
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

// Restore puts a backup into a folder in which there is none yet.
//
// Errors: there are classes in the folder, a server uses it, or the file is not a complete backup of a
// readable version.
func Restore(folder, file string) error {
	lock, err := take(folder)
	if err != nil {
		return err
	}
	defer lock.Close()
	into := filepath.Join(folder, fileName)
	if _, err := os.Lstat(into); err == nil {
		return fmt.Errorf("expected a folder without classes, found some in `%s`; move them away first", folder)
	}
	part := into + ".part"
	defer os.Remove(part) // it is gone after its name was changed
	if err := copyFile(part, file); err != nil {
		return fmt.Errorf("expected a backup that can be read, found this: %w", err)
	}
	if err := check(part, file); err != nil {
		return err
	}
	return settle(part, into)
}

func copyFile(to, from string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
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
	if yes, err := begins(file, sqliteMark); err != nil || !yes {
		return errors.Join(fmt.Errorf("expected a backup of classes, found another kind of file at `%s`", name), err)
	}
	conn, err := sqlite3.Open("file:" + uriPath(file) + "?vfs=os&mode=ro")
	if err != nil {
		return fmt.Errorf("expected a backup of classes, found this: %w", err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
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
	stmt, _, err := conn.Prepare(`PRAGMA integrity_check(1)`)
	if err != nil {
		return err
	}
	defer stmt.Close()
	if !stmt.Step() || stmt.ColumnText(0) != "ok" {
		return errors.Join(damaged(stmt.ColumnText(0)), stmt.Err())
	}
	return nil
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
