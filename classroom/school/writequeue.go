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
	// retryPace is the time that a queue waits after a failed write.
	retryPace = time.Second
)

// writeQueue holds the updates of one document that wait to be written. All updates that came during a write are written
// together, so that a slow disk delays acknowledgements by at most two writes, however many keys
// were pressed.
type writeQueue struct {
	journal  journal.Journal
	log      *slog.Logger
	document journal.Document
	// guard is the lock of the object that the document stores; it is held when
	// write is called.
	guard *sync.Mutex
	// state returns the document's state after all updates given to write; it is called
	// with the guard held.
	state func() []byte
	// reached, if there is one, is called when a batch is about to be written, with the guard held. What it returns is called when that is safe,
	// before those who wait for an update are told.
	reached func() (safe func())

	written uint64
	waiting []pending
	busy    bool
	// idle is closed when nothing is written any more; nil if no one waits for that.
	idle chan struct{}
	// grown and bytes count what was written since the last snapshot.
	grown, bytes int
	// stopped is the reason why nothing is written any more; nil before.
	stopped error
}

// pending is a waiting update.
type pending struct {
	update journal.Update
	// done are called when the update is safe or has failed for good, with the guard held.
	done []func(error)
	// compact makes a snapshot replace all updates before it is done.
	compact bool
}

// write queues an update for writing. The caller holds the guard.
func (q *writeQueue) write(u journal.Update, done func(error)) { q.add(pending{update: u}, done) }

func (q *writeQueue) add(p pending, done func(error)) {
	if done != nil {
		p.done = append(p.done, done)
	}
	if q.stopped != nil {
		p.tell(q.stopped)
		return
	}
	q.waiting = append(q.waiting, p)
	if !q.busy {
		q.busy = true
		go q.run()
	}
}

// settle has done told when all updates so far are safe, or have failed for good. The caller holds the guard.
func (q *writeQueue) settle(done func(error)) {
	if q.stopped != nil || len(q.waiting) == 0 {
		done(q.stopped)
		return
	}
	last := &q.waiting[len(q.waiting)-1]
	last.done = append(last.done, done)
}

// tell calls all who wait for an update.
func (p *pending) tell(err error) {
	for _, done := range p.done {
		done(err)
	}
}

// drain waits until nothing is written any more. After stop this is soon: only the write in
// progress.
func (q *writeQueue) drain() {
	q.guard.Lock()
	if !q.busy {
		q.guard.Unlock()
		return
	}
	if q.idle == nil {
		q.idle = make(chan struct{})
	}
	idle := q.idle
	q.guard.Unlock()
	<-idle
}

// stop prevents further writes: the document is deleted. Until drain has returned, a write may be in
// progress. The caller holds the guard.
func (q *writeQueue) stop(why error) {
	if q.stopped == nil {
		q.stopped = why
	}
	q.fail(q.waiting)
	q.waiting = nil
}

func (q *writeQueue) fail(all []pending) {
	for _, p := range all {
		p.tell(q.stopped)
	}
}

// run writes until the queue is empty.
func (q *writeQueue) run() {
	for {
		batch, updates, state, safe := q.next()
		if len(batch) == 0 {
			return
		}
		err := q.journal.Append(context.Background(), q.document, q.written, updates)
		var moved *journal.VersionError
		switch {
		case err == nil:
			q.wrote(batch, state, safe)
		case errors.Is(err, journal.ErrLost):
			q.guard.Lock()
			q.stop(ErrMoved)
			q.guard.Unlock()
		case errors.As(err, &moved), errors.Is(err, journal.ErrClosed):
			q.guard.Lock()
			q.stop(err)
			q.guard.Unlock()
		default:
			q.log.Error("a class cannot be written; it is tried again", "reason", err)
			time.Sleep(retryPace)
		}
	}
}

// next returns what to write next, the snapshot after it if one is due, and what to call when it is safe.
func (q *writeQueue) next() (batch []pending, updates []journal.Update, state []byte, safe func()) {
	q.guard.Lock()
	defer q.guard.Unlock()
	batch = q.waiting[:len(q.waiting):len(q.waiting)]
	if len(batch) == 0 {
		q.busy = false
		if q.idle != nil {
			close(q.idle)
			q.idle = nil
		}
		return nil, nil, nil, nil
	}
	compact := false
	for _, p := range batch {
		updates = append(updates, p.update)
		compact = compact || p.compact
	}
	if compact || q.grown+len(batch) >= snapshotEvery || q.bytes >= snapshotBytes {
		state = q.state()
	}
	if q.reached != nil {
		safe = q.reached()
	}
	return batch, updates, state, safe
}

// wrote records that a batch is safe, and stores a snapshot of the document if one is
// due.
func (q *writeQueue) wrote(batch []pending, state []byte, safe func()) {
	q.guard.Lock()
	if q.stopped != nil { // those who wait were told so
		q.guard.Unlock()
		return
	}
	q.written += uint64(len(batch))
	version := q.written
	q.grown += len(batch)
	if safe != nil {
		safe()
	}
	for _, p := range batch {
		q.bytes += len(p.update.Data)
		if !p.compact {
			p.tell(nil)
		}
	}
	q.waiting = q.waiting[min(len(batch), len(q.waiting)):]
	q.guard.Unlock()
	if state == nil {
		return
	}
	err := q.journal.Snapshot(context.Background(), q.document, journal.Snapshot{Version: version, Data: state})
	if err != nil && !errors.Is(err, journal.ErrLost) && !errors.Is(err, journal.ErrClosed) {
		q.log.Error("a snapshot of a class cannot be written", "reason", err)
	}
	q.guard.Lock()
	defer q.guard.Unlock()
	if err == nil {
		q.grown, q.bytes = 0, 0
	}
	for _, p := range batch {
		if p.compact {
			p.tell(err)
		}
	}
}

// wait returns a function to be used as a pending update's done, and a function that waits for
// it.
func wait() (done func(error), waited func() error) {
	answer := make(chan error, 1)
	return func(err error) { answer <- err }, func() error { return <-answer }
}

// saveTimeout is the time that a request waits for something to be safe before it reports that nothing can be saved at
// the moment.
const saveTimeout = 15 * time.Second

// waitFor runs an operation and waits for it, at most for saveTimeout; the operation continues after that.
//
// Errors: that of the operation, or ErrNotSaved.
func waitFor(do func() error) error {
	answer := make(chan error, 1)
	go func() { answer <- do() }()
	late := time.NewTimer(saveTimeout)
	defer late.Stop()
	select {
	case err := <-answer:
		return err
	case <-late.C:
		return ErrNotSaved
	}
}

// waitForResult is waitFor for an operation with a result.
func waitForResult[T any](do func() (T, error)) (result T, err error) {
	results := make(chan T, 1)
	err = waitFor(func() error {
		r, err := do()
		results <- r
		return err
	})
	select {
	case result = <-results:
	default: // it is not saved yet
	}
	return result, err
}
