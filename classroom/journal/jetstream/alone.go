package jetstream

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"unbox/classroom/journal"
	"unbox/internal/cluster"
)

// This file is about a journal that one server at a time writes. It begins with marks in each stream, and each
// message after those is taken only if the stream's last one has the number before: so each message has its place,
// and none is taken twice. Messages are sent without waiting for those before; where one is refused, all are sent
// again in their order.
//
// A server that was taken to be dead, and is not, knows no later place than inFlight after the last message that was
// its own. Whoever takes the stream over puts as many marks there, one right after the other: when these are written,
// all places that anybody before knows are taken, whichever document they are for, and only then is it read what there
// is.

// kindMark is what a mark is, beside the kinds of messages of documents; markName is its subject in a stream.
const (
	kindMark = "mark"
	markName = "mark"
)

// inFlight is how many messages may be on their way at a time. It is a part of what all versions of a server have to
// agree on: see above.
const inFlight = 32

// errReads refuses whoever writes what was opened to be read.
var errReads = errors.New("expected a journal that is written, found one that was opened to be read")

// OpenAlone opens the journal that one server writes. Whoever had it open before cannot write any more: what it
// tries comes to nothing, and gets journal.ErrLost.
//
// Errors: as Open.
func OpenAlone(ctx context.Context, c cluster.Config) (*Journal, error) {
	return connect(ctx, c, &Journal{layout: single}, (*Journal).mark)
}

// mark begins this server's time as the one that writes.
func (j *Journal) mark(ctx context.Context) error {
	j.chains = new([shards]*chain)
	term := rand.Text()
	failed := make(chan error, shards)
	for n := range shards {
		c := &chain{journal: j, shard: n, term: term, more: make(chan struct{}, 1), over: make(chan struct{})}
		j.chains[n] = c
		go func() { failed <- c.mark(ctx) }()
	}
	var err error
	for range shards {
		err = errors.Join(err, <-failed)
	}
	if err != nil {
		return err
	}
	for _, c := range j.chains {
		j.writing.Go(c.run)
	}
	return nil
}

// mark takes all places of the stream that whoever wrote it before may know. Only the newest mark is kept.
func (c *chain) mark(ctx context.Context) error {
	var seqs []uint64
	for {
		fresh, err := c.marks(ctx, inFlight)
		if err != nil {
			return fmt.Errorf("expected to become the one server that writes, found this: %w", err)
		}
		seqs = append(seqs, fresh...)
		slices.Sort(seqs)
		row := 1
		for i := len(seqs) - 1; i > 0 && seqs[i-1]+1 == seqs[i]; i-- {
			row++
		}
		if len(seqs) > 0 && row >= inFlight {
			c.last = seqs[len(seqs)-1]
			return nil
		}
	}
}

// marks puts so many marks, and returns the numbers of those of which it is known that they were taken.
//
// Errors: that of the context.
func (c *chain) marks(ctx context.Context, count int) (seqs []uint64, err error) {
	var answers []jetstream.PubAckFuture
	for range count {
		m := rolled(nats.NewMsg(fmt.Sprint(c.journal.logPrefix, c.shard, ".", markName)))
		m.Header.Set(kindHeader, kindMark)
		m.Header.Set(nameHeader, c.term)
		if answer, err := c.journal.js.PublishMsgAsync(m, jetstream.WithRetryAttempts(0)); err == nil {
			answers = append(answers, answer)
		}
	}
	once, done := c.journal.once(ctx)
	defer done()
	for _, answer := range answers {
		select {
		case ack := <-answer.Ok():
			seqs = append(seqs, ack.Sequence)
		case <-answer.Err():
		case <-once.Done():
		}
	}
	if len(seqs) < count {
		err = wait(ctx)
	}
	return seqs, err
}

// Lost is closed when another server writes this journal, for each stream one.
func (j *Journal) Lost() <-chan struct{} {
	any := make(chan struct{})
	once := sync.OnceFunc(func() { close(any) })
	for _, c := range j.chains {
		go func() {
			select {
			case <-c.over:
				once()
			case <-j.ctx.Done():
			}
		}()
	}
	return any
}

// held are documents that somebody writes.
type held struct {
	mu        sync.Mutex
	documents map[journal.Document]chan struct{}
}

// hold waits until nobody writes a document; then the caller does, until release is called.
//
// Errors: that of the context.
func (h *held) hold(ctx context.Context, d journal.Document) (release func(), err error) {
	for {
		h.mu.Lock()
		before := h.documents[d]
		if before == nil {
			mine := make(chan struct{})
			h.documents[d] = mine
			h.mu.Unlock()
			return func() {
				h.mu.Lock()
				delete(h.documents, d)
				h.mu.Unlock()
				close(mine)
			}, nil
		}
		h.mu.Unlock()
		select {
		case <-before:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// addAlone is add where nobody else writes: what is known of a document is so.
//
// Errors: that of compose, the message is too long, journal.ErrLost, or that of the context, after which it may be
// added all the same.
func (j *Journal) addAlone(ctx context.Context, d journal.Document, compose func(head) (addition, error)) error {
	release, err := j.held.hold(ctx, d)
	if err != nil {
		return err
	}
	h, remembered := j.known(d)
	if !remembered {
		h, _, err = j.look(ctx, d, "", false)
	}
	var a addition
	if err == nil {
		a, err = compose(h)
	}
	if err == nil && a.message != nil {
		err = j.fits(a.message)
	}
	if err != nil || a.message == nil {
		release()
		return err
	}
	a.message.Header.Set(nameHeader, rand.Text())
	l := &link{message: a.message, options: a.options, document: d, settled: make(chan struct{}), release: release}
	j.chains[j.shard(d)].add(l)
	select {
	case <-l.settled:
		return l.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// link is a message of a chain.
type link struct {
	message  *nats.Msg
	options  []jetstream.PublishOpt
	document journal.Document
	// answer is NATS's to the newest time that it was sent.
	answer jetstream.PubAckFuture
	// release lets others write the document; settled is closed after that, and err is what became of it.
	release func()
	settled chan struct{}
	err     error
}

// chain writes one stream.
type chain struct {
	journal *Journal
	shard   int
	term    string
	// more tells that there is more to send; over is closed when another server writes the stream.
	more chan struct{}
	over chan struct{}
	// last is the number of the last message of ours. One goroutine has it, and sent, how many of those that wait are on
	// their way.
	last uint64
	sent int

	mu      sync.Mutex
	waiting []*link
	// ended is why nothing is written any more.
	ended error
}

// add has a message written; it is settled when that is safe, or never will be.
func (c *chain) add(l *link) {
	c.mu.Lock()
	if c.ended != nil {
		defer c.mu.Unlock()
		l.settle(c.ended)
		return
	}
	c.waiting = append(c.waiting, l)
	c.mu.Unlock()
	select {
	case c.more <- struct{}{}:
	default:
	}
}

func (l *link) settle(err error) {
	l.err = err
	l.release()
	close(l.settled)
}

// run writes until the journal is closed, or another server's.
func (c *chain) run() {
	var why error
	for why == nil {
		first := c.send()
		if first == nil {
			select {
			case <-c.more:
			case <-c.journal.ctx.Done():
				why = journal.ErrClosed
			}
			continue
		}
		why = c.hear(first)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = why
	for _, l := range c.waiting {
		l.settle(why)
	}
	c.waiting = nil
	if errors.Is(why, journal.ErrLost) {
		close(c.over)
	}
}

// send sends what waits, as far as there is room, and returns the first that is not settled; nil for none.
func (c *chain) send() *link {
	c.mu.Lock()
	waiting := slices.Clone(c.waiting[:min(inFlight, len(c.waiting))])
	c.mu.Unlock()
	if len(waiting) == 0 {
		return nil
	}
	for c.sent < len(waiting) {
		l := waiting[c.sent]
		m := nats.NewMsg(l.message.Subject)
		m.Data = l.message.Data
		for name, values := range l.message.Header {
			m.Header[name] = values
		}
		var err error
		l.answer, err = c.journal.js.PublishMsgAsync(m, append(slices.Clip(l.options), jetstream.WithExpectLastSequence(c.last+uint64(c.sent)), jetstream.WithRetryAttempts(0))...)
		if err != nil {
			break // the connection is lost
		}
		c.sent++
	}
	return waiting[0]
}

// hear waits for the answer to the first message.
//
// Errors: journal.ErrLost or ErrClosed, after which there is no other.
func (c *chain) hear(first *link) error {
	if c.sent == 0 {
		return c.pause()
	}
	late := time.NewTimer(attempt)
	defer late.Stop()
	for {
		select {
		case <-c.more: // it can be sent while the first one is on its way
			c.send()
		case ack := <-first.answer.Ok():
			return c.taken(ack.Sequence)
		case err := <-first.answer.Err():
			return c.refused(first, err)
		case <-late.C:
			return c.refused(first, context.DeadlineExceeded)
		case <-c.journal.ctx.Done():
			return journal.ErrClosed
		}
	}
}

// pause waits a moment before everything is sent again.
func (c *chain) pause() error {
	c.sent = 0
	if wait(c.journal.ctx) != nil {
		return journal.ErrClosed
	}
	return nil
}

// taken settles the first message, which is safe under a number.
func (c *chain) taken(seq uint64) error {
	c.mu.Lock()
	first := c.waiting[0]
	c.waiting = c.waiting[1:]
	c.mu.Unlock()
	c.last = seq
	c.sent = max(0, c.sent-1)
	c.journal.safe(first, seq)
	first.settle(nil)
	return nil
}

// safe notes a message that was taken, and tells those who listen.
func (j *Journal) safe(l *link, seq uint64) {
	j.note(l.document, headOf(l.message, seq))
	s, err := readStored(seq, l.message.Header, l.message.Data)
	if err != nil || s.kind == kindBase {
		return
	}
	j.tell(journal.Committed{Document: l.document, Version: s.body.First, Updates: s.body.Updates, Gone: s.kind == kindGone}, seq)
}

// refused looks what became of the first message. Unless somebody else has its place, it is sent again, and all
// after it.
func (c *chain) refused(first *link, reason error) error {
	c.sent = 0
	var api *jetstream.APIError
	if !errors.As(reason, &api) || api.ErrorCode != jetstream.JSErrCodeStreamWrongLastSequence && api.ErrorCode != jetstream.JSErrCodeStreamWrongLastSequenceConstant {
		return c.pause() // the stream has no leader, or the answer was lost
	}
	last, found, err := c.next()
	switch {
	case err != nil:
		return c.pause()
	case last == c.last:
		return c.pause() // one that was sent before is about to be taken
	case last < c.last || found == nil:
		return journal.ErrLost // what was there is not, or it was written over
	}
	switch found.Header.Get(nameHeader) {
	case first.message.Header.Get(nameHeader):
		return c.taken(found.Sequence)
	case c.term: // a mark of ours that came late
		c.last = found.Sequence
		return nil
	}
	return journal.ErrLost
}

// next returns the number of the stream's last message, and the message after our last; nil for none.
func (c *chain) next() (last uint64, found *jetstream.RawStreamMsg, err error) {
	ctx, done := c.journal.once(c.journal.ctx)
	defer done()
	stream := c.journal.streams[c.shard]
	info, err := stream.Info(ctx)
	if err != nil {
		return 0, nil, err
	}
	found, err = stream.GetMsg(ctx, c.last+1)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return info.State.LastSeq, nil, nil
	}
	return info.State.LastSeq, found, err
}
