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
	// snapshotEvery is after how many updates, or bytes of them, a document gets a snapshot.
	snapshotEvery = 256
	snapshotBytes = 256 << 10
	// retryPace is how long a lane waits after it could not write.
	retryPace = time.Second
)

// lane writes one document. All that came while it was writing goes together, so that a slow disk
// delays acknowledgements by two of its moments at most, however many keys were pressed.
type lane struct {
	journal  journal.Journal
	log      *slog.Logger
	document journal.Document
	// guard is that of what the document is about; it is held when write is called.
	guard *sync.Mutex
	// state is what the document is after all that was given to write; the guard is held.
	state func() []byte

	written uint64
	waiting []pending
	busy    bool
	// quiet is closed when nothing is written any more; nil where nobody waits for that.
	quiet chan struct{}
	// grown and bytes count what was written since the last snapshot.
	grown, bytes int
	// dead is why nothing is written any more; nil before.
	dead error
}

// pending is an update that waits, with what is called when it is safe or never will be; the guard is
// held then.
type pending struct {
	update journal.Update
	done   func(error)
	// compact has a snapshot take the place of all updates before it is done.
	compact bool
}

// write has an update written. The caller holds the guard.
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

// rest waits until nothing is written any more. After stop this is soon: what is on its way.
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

// stop has nothing more be written: the document is deleted. Until rest has returned, something may be
// on its way. The caller holds the guard.
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

// run writes until nothing waits.
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

// next returns what to write next, and the snapshot after it where it is time for one.
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

// wrote notes that a batch is safe, and keeps a snapshot of what the document is then.
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

// wait returns a function that makes a pending update's done, and a function that waits for it.
func wait() (done func(error), waited func() error) {
	answer := make(chan error, 1)
	return func(err error) { answer <- err }, func() error { return <-answer }
}

// patience is how long somebody waits for something to be safe, before they are told that nothing is at the moment.
const patience = 15 * time.Second

// patiently waits for what is done. Whatever comes of it later, it goes on.
//
// Errors: its own, or ErrUnkept.
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
