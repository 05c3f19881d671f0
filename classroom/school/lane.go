package school

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"unbox/classroom/journal"
)

const (
	// snapshotEvery is the number of updates, or of their bytes, after which a document gets
	// a snapshot.
	snapshotEvery = 256
	snapshotBytes = 256 << 10
	// retryPace is the time that a lane waits after a failed write.
	retryPace = time.Second
)

// lane is the write queue of one document. All updates that came while it was writing are written
// together, so that a slow disk delays acknowledgements by at most two writes, however many keys
// were pressed.
type lane struct {
	journal  journal.Journal
	log      *slog.Logger
	document journal.Document
	// guard is the lock of the object that the document stores; it is held when
	// write is called.
	guard *sync.Mutex
	// state returns the document's state after all updates given to write; it is called
	// with the guard held.
	state func() []byte

	written uint64
	waiting []pending
	busy    bool
	// quiet is closed when nothing is written any more; nil if no one waits for that.
	quiet chan struct{}
	// grown and bytes count what was written since the last snapshot.
	grown, bytes int
	// dead is the reason why nothing is written any more; nil before.
	dead error
}

// pending is a waiting update, with the function that is called when it is safe or has failed for
// good; it is called with the guard held.
type pending struct {
	update journal.Update
	done   func(error)
	// compact makes a snapshot replace all updates before it is done.
	compact bool
}

// write queues an update for writing. The caller holds the guard.
func (l *lane) write(u journal.Update, done func(error)) { l.add(pending{update: u, done: done}) }

func (l *lane) add(p pending) {
	if p.done == nil {
		p.done = func(error) {}
	}
	if l.dead != nil {
		p.done(l.dead)
		return
	}
	l.waiting = append(l.waiting, p)
	if !l.busy {
		l.busy = true
		go l.run()
	}
}

// rest waits until nothing is written any more. After stop this is soon: only the write in
// progress.
func (l *lane) rest() {
	l.guard.Lock()
	if !l.busy {
		l.guard.Unlock()
		return
	}
	if l.quiet == nil {
		l.quiet = make(chan struct{})
	}
	quiet := l.quiet
	l.guard.Unlock()
	<-quiet
}

// stop prevents further writes: the document is deleted. Until rest has returned, a write may be in
// progress. The caller holds the guard.
func (l *lane) stop(why error) {
	if l.dead == nil {
		l.dead = why
	}
	l.fail(l.waiting)
	l.waiting = nil
}

func (l *lane) fail(all []pending) {
	for _, p := range all {
		p.done(l.dead)
	}
}

// run writes until the queue is empty.
func (l *lane) run() {
	for {
		batch, updates, state := l.next()
		if len(batch) == 0 {
			return
		}
		err := l.journal.Append(context.Background(), l.document, l.written, updates)
		var moved *journal.VersionError
		switch {
		case err == nil:
			l.wrote(batch, state)
		case errors.Is(err, journal.ErrLost):
			l.guard.Lock()
			l.stop(ErrMoved)
			l.guard.Unlock()
		case errors.As(err, &moved), errors.Is(err, journal.ErrClosed):
			l.guard.Lock()
			l.stop(err)
			l.guard.Unlock()
		default:
			l.log.Error("a class cannot be written; it is tried again", "reason", err)
			time.Sleep(retryPace)
		}
	}
}

// next returns what to write next, and the snapshot after it if one is due.
func (l *lane) next() (batch []pending, updates []journal.Update, state []byte) {
	l.guard.Lock()
	defer l.guard.Unlock()
	batch = l.waiting[:len(l.waiting):len(l.waiting)]
	if len(batch) == 0 {
		l.busy = false
		if l.quiet != nil {
			close(l.quiet)
			l.quiet = nil
		}
		return nil, nil, nil
	}
	compact := false
	for _, p := range batch {
		updates = append(updates, p.update)
		compact = compact || p.compact
	}
	if compact || l.grown+len(batch) >= snapshotEvery || l.bytes >= snapshotBytes {
		state = l.state()
	}
	return batch, updates, state
}

// wrote records that a batch is safe, and stores a snapshot of the document if one is
// due.
func (l *lane) wrote(batch []pending, state []byte) {
	l.guard.Lock()
	l.written += uint64(len(batch))
	version := l.written
	l.grown += len(batch)
	for _, p := range batch {
		l.bytes += len(p.update.Data)
		if !p.compact {
			p.done(nil)
		}
	}
	l.waiting = l.waiting[min(len(batch), len(l.waiting)):]
	l.guard.Unlock()
	if state == nil {
		return
	}
	err := l.journal.Snapshot(context.Background(), l.document, journal.Snapshot{Version: version, Data: state})
	if err != nil && !errors.Is(err, journal.ErrLost) && !errors.Is(err, journal.ErrClosed) {
		l.log.Error("a snapshot of a class cannot be written", "reason", err)
	}
	l.guard.Lock()
	defer l.guard.Unlock()
	if err == nil {
		l.grown, l.bytes = 0, 0
	}
	for _, p := range batch {
		if p.compact {
			p.done(err)
		}
	}
}

// wait returns a function to be used as a pending update's done, and a function that waits for
// it.
func wait() (done func(error), waited func() error) {
	answer := make(chan error, 1)
	return func(err error) { answer <- err }, func() error { return <-answer }
}

// patience is the time that a request waits for something to be safe before it reports that nothing can be saved at
// the moment.
const patience = 15 * time.Second

// patiently waits for an operation, which continues even if the waiting ends.
//
// Errors: that of the operation, or ErrUnkept.
func patiently(do func() error) error {
	answer := make(chan error, 1)
	go func() { answer <- do() }()
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case err := <-answer:
		return err
	case <-late.C:
		return ErrUnkept
	}
}
