package workshop

import (
	"context"
	"errors"
	"time"

	"unbox/classroom/journal"
	"unbox/classroom/line"
)

// writeQueue holds the updates to be written to a document.
type writeQueue struct {
	written uint64 // version up to which it is written
	heard   uint64 // version up to which this room has everything that others wrote
	waiting []journal.Update
	// grown counts what was written since the last snapshot.
	grown, bytes int
}

// drain waits until nothing is written any more.
func (r *room) drain() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.committing {
		r.quiet.Wait()
	}
}

// write queues an update to a document for writing.
func (r *room) write(name string, u journal.Update) {
	q := r.queues[name]
	q.waiting = append(q.waiting, u)
	if !r.committing {
		r.committing = true
		go r.commit()
	}
}

// commit writes until the queues are empty. All updates that came while it was writing
// are written together.
func (r *room) commit() {
	for {
		if r.isBehind() {
			r.catchUp()
			continue
		}
		name, batch, snapshot, more := r.next()
		if !more {
			return
		}
		if len(batch) == 0 {
			continue // there is something to read
		}
		q := r.queues[name]
		err := r.journal.Append(context.Background(), r.document(name), q.written, batch)
		var moved *journal.VersionError
		switch {
		case err == nil:
			r.wrote(q, batch)
			if snapshot != nil {
				r.snapshot(q, name, *snapshot)
			}
		case errors.As(err, &moved):
			r.moved(name, moved.Found)
		case errors.Is(err, journal.ErrClosed):
			r.end("This workshop was closed on the server.")
		default:
			r.log.Error("a workshop cannot be written; it is tried again", "reason", err)
			time.Sleep(retryPace)
		}
	}
}

// moved records that another server has written a document. Answers can still be added; steps were made
// for a different board.
func (r *room) moved(name string, version uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if name == answersName && version > 0 {
		r.queues[name].written = version
		return
	}
	r.behind = true
}

// catchUp reads what other servers have written.
func (r *room) catchUp() {
	err := r.load(context.Background())
	switch {
	case err == nil:
		r.mu.Lock()
		defer r.mu.Unlock()
		r.softSoon()
	case r.isBehind() && !errors.Is(err, journal.ErrClosed):
		r.log.Error("a workshop cannot be read; it is tried again", "reason", err)
		time.Sleep(retryPace)
	default:
		r.log.Warn("a workshop was closed", "reason", err)
		r.end("This workshop was closed on the server.")
	}
}

// next returns what to write next, and the document's snapshot after that if one is due. The snapshot's version is
// that of the present board: by the time it is written, another server may have made steps that are not in it.
func (r *room) next() (name string, batch []journal.Update, snapshot *journal.Snapshot, more bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, name := range []string{boardName, answersName} {
		q := r.queues[name]
		if len(q.waiting) == 0 {
			continue
		}
		batch = q.batch()
		if len(batch) == len(q.waiting) && q.heard == q.written && (q.grown+len(q.waiting) >= snapshotEvery || q.bytes >= snapshotBytes) {
			snapshot = &journal.Snapshot{Version: q.written + uint64(len(batch)), Data: r.state(name)}
		}
		return name, batch, snapshot, true
	}
	if r.behind && !r.ended {
		return "", nil, nil, true // the caller checks again
	}
	r.committing = false
	r.quiet.Broadcast()
	return "", nil, nil, false
}

// batch returns what is written together: all that waits, but no more bytes than a message may
// have.
func (q *writeQueue) batch() []journal.Update {
	bytes := 0
	for i, u := range q.waiting {
		if bytes += len(u.Data); i > 0 && bytes > batchBytes {
			return q.waiting[:i:i]
		}
	}
	return q.waiting[:len(q.waiting):len(q.waiting)]
}

// state returns the content of a document's snapshot.
func (r *room) state(name string) []byte {
	if name == answersName {
		return line.Of(keptAnswers{asked(r.board.question), r.answers}).Text
	}
	return line.Of(r.board.kept()).Text
}

// wrote records that the first waiting updates are written.
func (r *room) wrote(q *writeQueue, batch []journal.Update) {
	r.mu.Lock()
	defer r.mu.Unlock()
	q.written += uint64(len(batch))
	q.grown += len(batch)
	for _, u := range batch {
		q.bytes += len(u.Data)
	}
	q.waiting = q.waiting[min(len(batch), len(q.waiting)):]
	if q == r.queues[boardName] {
		q.heard = q.written
		r.isSafe(q.written)
	}
}

// isSafe tells those who make steps up to which version everything is safe.
func (r *room) isSafe(version uint64) {
	if version <= r.safe {
		return
	}
	r.safe = version
	for maker := range r.board.counters {
		for f := range r.feeds[maker] {
			f.poke()
		}
	}
}

// snapshot stores a snapshot of what was just written.
func (r *room) snapshot(q *writeQueue, name string, s journal.Snapshot) {
	if name == boardName {
		if err := r.record(context.Background()); err != nil {
			r.log.Error("a part of a workshop's past cannot be kept", "reason", err)
		}
	}
	r.mu.Lock()
	q.heard = max(q.heard, s.Version) // what the snapshot replaces may never be reported
	r.mu.Unlock()
	if err := r.journal.Snapshot(context.Background(), r.document(name), s); err != nil {
		r.log.Error("a snapshot of a workshop cannot be written", "reason", err)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	q.grown, q.bytes = 0, 0
}

// committed handles the journal's report of what is safe.
func (r *room) committed(c journal.Committed) {
	if c.Gone {
		r.end("The workshop has ended, and what was kept of it is deleted.")
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.ended || c.Document.Name == pastName:
	case r.loading || r.behind:
		r.behind = true // it is not known whether it is a part of what is read
	case c.Document.Name == boardName:
		r.heardSteps(c)
	case c.Document.Name == answersName:
		r.heardAnswers(c)
	}
}
