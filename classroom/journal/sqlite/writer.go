package sqlite

import (
	"errors"
	"fmt"

	"github.com/ncruces/go-sqlite3"

	"unbox/classroom/journal"
)

// queued is the maximum number of jobs in the queue before callers have to wait, and the
// maximum number in a transaction.
const queued = 1024

// job is something to be written.
type job struct {
	document journal.Document
	version  uint64
	updates  []journal.Update
	state    []byte
	// work writes it, within a transaction. If it returns an error that refuses the
	// job, it has changed nothing.
	work func(*writer, *job) error
	// deleted are the documents and classes that a deletion names, gone the ones that it
	// found.
	deleted, gone []journal.Document
	// erases means that deleted data has to be removed from the write-ahead log as
	// well.
	erases bool
	answer chan error
	err    error
}

// writer is the state of the goroutine that writes.
type writer struct {
	journal *Journal
	conn    *sqlite3.Conn
	// statements are prepared once.
	statements map[string]*sqlite3.Stmt
}

// prepare creates the tables of a new database, or checks those of an existing
// one.
func (w *writer) prepare() error {
	w.statements = map[string]*sqlite3.Stmt{}
	if empty, err := w.known(); err != nil || !empty {
		return err
	}
	return w.conn.Exec(fmt.Sprintf(`BEGIN IMMEDIATE; %s PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT`, schema, applicationID, schemaVersion))
}

// known looks whether a database is empty, or one of classes that this version can use.
//
// Errors: it is neither.
func (w *writer) known() (empty bool, err error) {
	id, err := w.number(`PRAGMA application_id`)
	if err != nil {
		return false, err
	}
	version, err := w.number(`PRAGMA user_version`)
	if err != nil {
		return false, err
	}
	tables, err := w.number(`SELECT count(*) FROM sqlite_schema`)
	switch {
	case err != nil || tables == 0:
		return true, err
	case id != applicationID:
		return false, errors.New("expected a database of classes, found one of another program")
	case version > schemaVersion:
		return false, fmt.Errorf("expected a database of version %d, found version %d, which a newer version of Unbox wrote; start that one, or restore a backup from before into another folder", schemaVersion, version)
	case version != schemaVersion:
		return false, fmt.Errorf("expected a database of version %d, found version %d; it was written by another version of Unbox", schemaVersion, version)
	}
	return false, nil
}

// run writes until the journal is closed.
func (w *writer) run() {
	defer close(w.journal.done)
	defer w.close()
	for {
		select {
		case first := <-w.journal.jobs:
			w.batch(w.gather(first))
		case <-w.journal.ended:
			return
		}
	}
}

func (w *writer) close() {
	for _, s := range w.statements {
		_ = s.Close()
	}
	_ = w.conn.Close() // what was acknowledged is synced already
}

// gather takes all waiting jobs.
func (w *writer) gather(first *job) []*job {
	batch := []*job{first}
	for len(batch) < queued {
		select {
		case next := <-w.journal.jobs:
			batch = append(batch, next)
		default:
			return batch
		}
	}
	return batch
}

// batch writes jobs in one transaction and answers them when it is safe. If what was deleted cannot be overwritten, only those that deleted
// hear of it: the others are written, and would be refused if they were tried again.
func (w *writer) batch(jobs []*job) {
	erases, err := w.transaction(jobs)
	var left error
	if erases {
		left = w.erase()
	}
	for _, j := range jobs {
		if j.err == nil {
			j.err = err
		}
		if j.err == nil {
			w.tell(j)
			if j.erases {
				j.err = left
			}
		}
		j.answer <- j.err
	}
}

// transaction writes jobs, and reports whether any of them deleted something.
func (w *writer) transaction(jobs []*job) (erases bool, err error) {
	tx, err := w.conn.BeginImmediate()
	if err != nil {
		return false, unwritable(err)
	}
	for _, j := range jobs {
		var refused *journal.VersionError
		j.err = j.work(w, j)
		if j.err != nil && !errors.As(j.err, &refused) {
			// Half of it may be written: no job is done.
			return false, errors.Join(unwritable(j.err), w.rollBack(tx))
		}
		erases = erases || j.erases && j.err == nil
	}
	if err := tx.Commit(); err != nil {
		return false, errors.Join(unwritable(err), w.rollBack(tx))
	}
	return erases, nil
}

func unwritable(err error) error {
	return fmt.Errorf("the classes' database cannot be written: %w%s", err, diskAdvice(err))
}

// rollBack ends a transaction that failed, unless SQLite has done so already, as where the disk is full.
func (w *writer) rollBack(tx sqlite3.Txn) error {
	if w.conn.GetAutocommit() {
		return nil
	}
	return tx.Rollback()
}

// erase returns deleted pages to the file system, truncates the write-ahead log, and overwrites the free
// space in the database. Readers have to wait, or the log could not be truncated.
func (w *writer) erase() error {
	w.journal.reading.Lock()
	defer w.journal.reading.Unlock()
	if err := w.conn.Exec(`PRAGMA incremental_vacuum`); err != nil {
		return err
	}
	if _, _, err := w.conn.WALCheckpoint("main", sqlite3.CHECKPOINT_TRUNCATE); err != nil {
		return err
	}
	return scrub(w.conn)
}

// tell tells subscribers what a job has done.
func (w *writer) tell(j *job) {
	if len(j.updates) > 0 {
		w.journal.tell(journal.Committed{Document: j.document, Version: j.version + 1, Updates: j.updates})
	}
	for _, d := range j.gone {
		w.journal.tell(journal.Committed{Document: d, Gone: true})
	}
}

// append writes updates.
func (w *writer) append(j *job) error {
	id, k, err := find(w.conn, j.document)
	switch {
	case err != nil:
		return err
	case k.last != j.version:
		return &journal.VersionError{Document: j.document, Expected: j.version, Found: k.last}
	case len(j.updates) == 0:
		return nil
	case id == 0:
		if err := w.exec(`INSERT INTO documents (class, name, version) VALUES (?, ?, 0)`, j.document.Class, j.document.Name); err != nil {
			return err
		}
		id = w.conn.LastInsertRowID()
	}
	for i, u := range j.updates {
		err := w.exec(`INSERT INTO updates (document, version, client, counter, data) VALUES (?, ?, ?, ?, ?)`,
			id, int64(j.version)+int64(i)+1, u.Client, int64(u.Counter), u.Data)
		if err != nil {
			return err
		}
	}
	return w.exec(`UPDATE documents SET version = ? WHERE id = ?`, int64(j.version)+int64(len(j.updates)), id)
}

// put writes a document that does not exist yet: a snapshot, and the updates after
// it.
func (w *writer) put(j *job) error {
	id, k, err := find(w.conn, j.document)
	if err != nil {
		return err
	}
	if id != 0 {
		return &journal.VersionError{Document: j.document, Found: k.last}
	}
	if err := w.exec(`INSERT INTO documents (class, name, version, snapshot, state) VALUES (?, ?, ?, ?, ?)`, j.document.Class, j.document.Name,
		int64(j.version), int64(j.version), j.state); err != nil {
		return err
	}
	return w.append(j)
}

// snapshot replaces updates with a snapshot.
func (w *writer) snapshot(j *job) error {
	id, k, err := find(w.conn, j.document)
	switch {
	case err != nil:
		return err
	case j.version > k.last:
		return &journal.VersionError{Document: j.document, Expected: j.version, Found: k.last}
	case id == 0 || j.version <= k.Version:
		return nil
	}
	if err := w.exec(`UPDATE documents SET snapshot = ?, state = ? WHERE id = ?`, int64(j.version), j.state, id); err != nil {
		return err
	}
	return w.exec(`DELETE FROM updates WHERE document = ? AND version <= ?`, id, int64(j.version))
}

// remove deletes documents and classes.
func (w *writer) remove(j *job) error {
	for _, d := range j.deleted {
		if err := w.removeAll(j, d); err != nil {
			return err
		}
	}
	return nil
}

// removeAll deletes one document or a class.
func (w *writer) removeAll(j *job, d journal.Document) error {
	ids, names, err := w.list(d)
	if err != nil {
		return err
	}
	for i, id := range ids {
		if err := w.exec(`DELETE FROM updates WHERE document = ?`, id); err != nil {
			return err
		}
		if err := w.exec(`DELETE FROM documents WHERE id = ?`, id); err != nil {
			return err
		}
		j.gone = append(j.gone, journal.Document{Class: d.Class, Name: names[i]})
	}
	return nil
}

// list returns the documents that a name stands for.
func (w *writer) list(d journal.Document) (ids []int64, names []string, err error) {
	stmt, err := w.statement(`SELECT id, name FROM documents WHERE class = ?1 AND (?2 = '' OR name = ?2) ORDER BY id`)
	if err != nil {
		return nil, nil, err
	}
	defer stmt.Reset()
	if err := errors.Join(stmt.BindText(1, d.Class), stmt.BindText(2, d.Name)); err != nil {
		return nil, nil, err
	}
	for stmt.Step() {
		ids, names = append(ids, stmt.ColumnInt64(0)), append(names, stmt.ColumnText(1))
	}
	return ids, names, stmt.Err()
}

// exec runs a statement without results.
func (w *writer) exec(sql string, args ...any) error {
	stmt, err := w.statement(sql)
	if err != nil {
		return err
	}
	for i, arg := range args {
		switch arg := arg.(type) {
		case int64:
			err = stmt.BindInt64(i+1, arg)
		case string:
			err = stmt.BindText(i+1, arg)
		case []byte:
			err = bindBytes(stmt, i+1, arg)
		default:
			panic(fmt.Sprintf("BUG: expected a number, a text or bytes, found %T", arg))
		}
		if err != nil {
			return err
		}
	}
	return errors.Join(stmt.Exec(), stmt.ClearBindings())
}

// bindBytes binds bytes; an empty slice becomes an empty blob, not NULL.
func bindBytes(stmt *sqlite3.Stmt, at int, b []byte) error {
	if len(b) == 0 {
		return stmt.BindZeroBlob(at, 0)
	}
	return stmt.BindBlob(at, b)
}

// number returns the number that is the result of a statement.
func (w *writer) number(sql string) (int64, error) {
	stmt, _, err := w.conn.Prepare(sql)
	if err != nil {
		return 0, err
	}
	defer stmt.Close()
	if !stmt.Step() {
		return 0, errors.Join(errors.New("expected a number, found none"), stmt.Err())
	}
	return stmt.ColumnInt64(0), nil
}

// statement returns a prepared statement.
func (w *writer) statement(sql string) (*sqlite3.Stmt, error) {
	if s := w.statements[sql]; s != nil {
		return s, nil
	}
	s, _, err := w.conn.PrepareFlags(sql, sqlite3.PREPARE_PERSISTENT)
	if err == nil {
		w.statements[sql] = s
	}
	return s, err
}
