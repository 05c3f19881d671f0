// Package sqlite keeps a journal in one folder of this machine, in a database of SQLite.
//
// One goroutine writes. All writes that were requested while it was busy go into the next transaction, so
// that any number of classes share one write to the disk. A transaction is acknowledged after it was
// synced (write-ahead log, synchronous=FULL). Deleted data is overwritten, with all copies that SQLite
// left of it, and the write-ahead log that still holds it is truncated before Delete returns.
package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"

	"github.com/ncruces/go-sqlite3"

	"unbox/classroom/journal"
)

// fileName is the database in the folder.
const fileName = "classes.db"

// applicationID identifies our databases (`file` shows it), schemaVersion is the version of
// their schema.
const (
	applicationID = 0x756e6278 // "unbx"
	schemaVersion = 1
)

const schema = `
CREATE TABLE documents (
	id INTEGER PRIMARY KEY, class TEXT NOT NULL, name TEXT NOT NULL, version INTEGER NOT NULL,
	snapshot INTEGER NOT NULL DEFAULT 0, state BLOB, UNIQUE (class, name));
CREATE TABLE updates (
	document INTEGER NOT NULL, version INTEGER NOT NULL, client TEXT NOT NULL, counter INTEGER NOT NULL, data BLOB NOT NULL,
	PRIMARY KEY (document, version)) WITHOUT ROWID;`

// Journal is a journal.Journal in a folder. Only one can be open there at a time.
type Journal struct {
	lock io.Closer
	jobs chan *job
	// wake ends the writer; done is closed when it has ended.
	ended chan struct{}
	done  chan struct{}
	once  sync.Once

	// reading guards the connection for reading.
	reading sync.Mutex
	reader  *sqlite3.Conn

	subscribers journal.Subscribers[func(journal.Committed)]
}

// Open opens the journal of a folder; it creates both if necessary.
//
// Errors: another server has it open, it is not one of ours, it was written by a newer version, or
// the folder cannot be used.
func Open(folder string) (*Journal, error) { return OpenOn(folder, "os") }

// OpenOn is Open for a file system that was registered with SQLite under this name, such as a slow
// one or one that records its calls.
func OpenOn(folder, vfs string) (*Journal, error) {
	lock, err := take(folder)
	if err != nil {
		return nil, err
	}
	if above, err := os.Open(filepath.Dir(folder)); err == nil {
		_ = above.Sync() // a folder that was just created survives a power failure, too
		_ = above.Close()
	}
	j := &Journal{
		lock: lock, jobs: make(chan *job, queued), ended: make(chan struct{}), done: make(chan struct{}),
	}
	name := filepath.Join(folder, fileName)
	err = private(name)
	var w *writer
	if err == nil {
		w, err = j.connect(name, vfs)
	}
	if err != nil {
		_ = lock.Close()
		return nil, notOurs(folder, err)
	}
	go w.run()
	return j, nil
}

// take makes a folder where there is none, and has it for this process.
//
// Errors: another process has it, or it cannot be used.
func take(folder string) (lock io.Closer, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, unusable(folder, err)
	}
	return lockFolder(folder)
}

// private makes a database and the file that its processes share, where there are none, so that only their owner can read them: a folder that was
// made for the server may be open to everybody on the machine. SQLite would make them as the umask says.
func private(name string) error {
	for _, suffix := range []string{"", "-shm"} {
		f, err := os.OpenFile(name+suffix, os.O_CREATE|os.O_RDWR, 0o600)
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// unusable says that a folder cannot be used.
func unusable(folder string, err error) error {
	advice := ""
	switch {
	case errors.Is(err, fs.ErrPermission):
		advice = "; the user who runs the server has to own the folder"
	case errors.Is(err, syscall.ENOTDIR):
		advice = "; `--data` names a folder"
	}
	return fmt.Errorf("expected a folder for classes at `%s`, found this: %w%s", folder, err, advice)
}

// Look looks whether a journal could be opened in a folder. It changes nothing that is kept there.
//
// Errors: as Open.
func Look(folder string) (err error) {
	lock, err := take(folder)
	if err != nil {
		return err
	}
	defer lock.Close()
	return recognize(folder)
}

// recognize looks whether the database of a folder, if there is one, is one of classes that this version can use. A server
// may use it meanwhile.
func recognize(folder string) error {
	name := filepath.Join(folder, fileName)
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		return nil
	}
	if yes, err := begins(name, sqliteMark); err != nil || !yes {
		return errors.Join(fmt.Errorf("expected the classes' database at `%s`, found another kind of file; move it away, or restore a backup", name), err)
	}
	conn, err := sqlite3.Open("file:" + uriPath(name) + "?vfs=os&mode=rw")
	if err == nil {
		_, err = (&writer{conn: conn, statements: map[string]*sqlite3.Stmt{}}).known()
		err = errors.Join(err, conn.Close())
	}
	if err != nil {
		return notOurs(folder, err)
	}
	return nil
}

// notOurs says what is wrong with the database of a folder.
func notOurs(folder string, err error) error {
	return fmt.Errorf("expected the classes' database in `%s`, found this: %w%s", folder, err, diskAdvice(err))
}

// diskAdvice is what to do about an error of the disk; "" for another one.
func diskAdvice(err error) string {
	if errors.Is(err, sqlite3.FULL) || errors.Is(err, sqlite3.IOERR) {
		return "; see that the disk is not full, and works"
	}
	return ""
}

// connect opens both connections.
func (j *Journal) connect(file, vfs string) (*writer, error) {
	conn, err := connection(file, vfs)
	if err != nil {
		return nil, err
	}
	w := &writer{journal: j, conn: conn}
	if err = w.prepare(); err == nil {
		j.reader, err = connection(file, vfs)
	}
	if err == nil {
		err = w.erase() // what was deleted just before the last server was killed
	}
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return w, nil
}

// connection opens a connection on which every commit is synced and what is deleted is overwritten. Who may read the database's log, and owns it, is as
// for the database.
func connection(file, vfs string) (*sqlite3.Conn, error) {
	conn, err := sqlite3.Open("file:" + uriPath(file) + "?vfs=" + vfs + "&modeof=" + strings.ReplaceAll(uriPath(file), "&", "%26"))
	if err != nil {
		return nil, err
	}
	err = conn.Exec(`PRAGMA busy_timeout=60000; PRAGMA auto_vacuum=INCREMENTAL; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
		PRAGMA secure_delete=ON; PRAGMA journal_size_limit=8388608; ` + careful)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return conn, nil
}

// careful has SQLite check what it reads, and run nothing that a database brings along.
const careful = `PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON;`

// uriPath escapes a path for use in a URI.
func uriPath(file string) string {
	var b []byte
	for i := range len(file) {
		switch c := file[i]; c {
		case '%', '?', '#':
			b = fmt.Appendf(b, "%%%02X", c)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// Close waits for what is being written, and releases the folder. Later calls get ErrClosed.
//
// Errors: the database could not be closed properly; even then nothing acknowledged is lost.
func (j *Journal) Close() error {
	j.once.Do(func() { close(j.ended) })
	<-j.done
	j.reading.Lock()
	defer j.reading.Unlock()
	if j.reader == nil {
		return nil
	}
	err := errors.Join(j.reader.Close(), j.lock.Close())
	j.reader = nil
	return err
}

// Append implements journal.Journal.
func (j *Journal) Append(ctx context.Context, d journal.Document, after uint64, updates []journal.Update) error {
	return j.do(ctx, &job{document: d, version: after, updates: updates, work: (*writer).append})
}

// Snapshot implements journal.Journal.
func (j *Journal) Snapshot(ctx context.Context, d journal.Document, s journal.Snapshot) error {
	return j.do(ctx, &job{document: d, version: s.Version, state: s.Data, work: (*writer).snapshot})
}

// Delete implements journal.Journal.
func (j *Journal) Delete(ctx context.Context, all ...journal.Document) error {
	return j.do(ctx, &job{deleted: all, work: (*writer).remove, erases: true})
}

// do passes a job to the writer and waits until it is safe.
func (j *Journal) do(ctx context.Context, work *job) error {
	work.answer = make(chan error, 1)
	select {
	case <-j.ended:
		return journal.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	case j.jobs <- work:
	}
	select {
	case err := <-work.answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	case <-j.done:
		select { // it may have been the last one to be written
		case err := <-work.answer:
			return err
		default:
			return journal.ErrClosed
		}
	}
}

// startReading acquires the connection for reading until done is called; its queries end with the
// context.
//
// Errors: ErrClosed.
func (j *Journal) startReading(ctx context.Context) (done func(), err error) {
	j.reading.Lock()
	if j.reader == nil {
		j.reading.Unlock()
		return nil, journal.ErrClosed
	}
	old := j.reader.SetInterrupt(ctx)
	return func() {
		j.reader.SetInterrupt(old)
		j.reading.Unlock()
	}, nil
}

// Read implements journal.Journal.
func (j *Journal) Read(ctx context.Context, d journal.Document, after uint64) (h journal.History, err error) {
	done, err := j.startReading(ctx)
	if err != nil {
		return h, err
	}
	defer done()
	tx := j.reader.Begin() // both parts are from the same moment
	defer tx.End(&err)
	return read(j.reader, d, after)
}

func read(conn *sqlite3.Conn, d journal.Document, after uint64) (journal.History, error) {
	h := journal.History{First: after + 1}
	id, kept, err := find(conn, d)
	if err != nil || id == 0 {
		h.First = 1
		return h, err
	}
	if kept.Version > after || after > kept.last {
		h.Snapshot, h.First = kept.Snapshot, kept.Version+1
	}
	stmt, _, err := conn.Prepare(`SELECT client, counter, data FROM updates WHERE document = ? AND version >= ? ORDER BY version`)
	if err != nil {
		return h, err
	}
	defer stmt.Close()
	if err := errors.Join(stmt.BindInt64(1, id), stmt.BindInt64(2, int64(h.First))); err != nil {
		return h, err
	}
	for stmt.Step() {
		h.Updates = append(h.Updates, journal.Update{Client: stmt.ColumnText(0), Counter: uint64(stmt.ColumnInt64(1)), Data: stmt.ColumnBlob(2, nil)})
	}
	return h, stmt.Err()
}

// kept is a row of the table of documents.
type kept struct {
	journal.Snapshot
	last uint64
}

// find returns a document's number; 0 if there is none.
func find(conn *sqlite3.Conn, d journal.Document) (id int64, k kept, err error) {
	stmt, _, err := conn.Prepare(`SELECT id, version, snapshot, state FROM documents WHERE class = ? AND name = ?`)
	if err != nil {
		return 0, k, err
	}
	defer stmt.Close()
	if err := errors.Join(stmt.BindText(1, d.Class), stmt.BindText(2, d.Name)); err != nil {
		return 0, k, err
	}
	if stmt.Step() {
		id, k.last, k.Version = stmt.ColumnInt64(0), uint64(stmt.ColumnInt64(1)), uint64(stmt.ColumnInt64(2))
		k.Data = stmt.ColumnBlob(3, nil)
	}
	return id, k, stmt.Err()
}

// All returns all documents that are kept.
//
// Errors: ErrClosed, or they cannot be read.
func (j *Journal) All(ctx context.Context) (all []journal.Document, err error) {
	done, err := j.startReading(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	stmt, _, err := j.reader.Prepare(`SELECT class, name FROM documents ORDER BY id`)
	if err != nil {
		return nil, err
	}
	defer stmt.Close()
	for stmt.Step() {
		all = append(all, journal.Document{Class: stmt.ColumnText(0), Name: stmt.ColumnText(1)})
	}
	return all, stmt.Err()
}

// Put stores the history of a document that does not exist yet.
//
// Errors: a *journal.VersionError if there is one; as Append.
func (j *Journal) Put(ctx context.Context, d journal.Document, h journal.History) error {
	return j.do(ctx, &job{document: d, version: h.Snapshot.Version, state: h.Snapshot.Data, updates: h.Updates, work: (*writer).put})
}

// Subscribe implements journal.Journal.
func (j *Journal) Subscribe(class string, told func(journal.Committed)) (cancel func(), err error) {
	select {
	case <-j.ended:
		return nil, journal.ErrClosed
	default:
	}
	return j.subscribers.Add(class, told), nil
}

// tell notifies the subscribers of a class.
func (j *Journal) tell(c journal.Committed) {
	j.subscribers.Each(c.Document.Class, func(told func(journal.Committed)) { told(c) })
}
