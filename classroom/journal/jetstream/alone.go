package jetstream

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"unbox/classroom/journal"
	"unbox/internal/cluster"
)

// This file is about a journal that one server at a time writes. It begins with marks in each stream, and each
// message after those is taken only if the stream's last one has the number before: so each message has its place,
// and none is taken twice. What waits is sent together, as a batch that NATS takes whole or not at all, without waiting
// for the batch before; where one is refused, all are sent again in their order.
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

// What may be on its way at a time where NATS takes batches: batchesInFlight, each of inFlight/batchesInFlight messages
// and about batchBytes at most.
//
// Two, because a message is written by two machines one after the other: first by the leader, then by the quicker of the
// others; so one batch is at each of them. The leader looks at answers only between its own writes to the disk, and where
// there is an answer and something to write, chance decides. So with more on its way, some messages wait for the disk
// five times more; with messages sent one by one, the first that arrives is written alone. A batch of batchBytes goes to
// the others in one piece.
const (
	batchesInFlight = 2
	batchBytes      = 128 << 10
)

// The headers by which NATS knows that messages belong together.
const (
	batchHeader       = "Nats-Batch-Id"
	batchNumberHeader = "Nats-Batch-Sequence"
	batchLastHeader   = "Nats-Batch-Commit"
)

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
		c := &chain{journal: j, shard: n, term: term, batches: j.batches(n), more: make(chan struct{}, 1), over: make(chan struct{})}
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
	l := &link{message: a.message, document: d, settled: make(chan struct{}), release: release}
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
	document journal.Document
	// release lets others write the document; settled is closed after that, and err is what became of it.
	release func()
	settled chan struct{}
	err     error
}

// batch is what was sent together, and NATS's answer to it.
type batch struct {
	links  []*link
	answer jetstream.PubAckFuture
}

// chain writes one stream.
type chain struct {
	journal *Journal
	shard   int
	term    string
	// batches means that NATS takes several messages together.
	batches bool
	// more tells that there is more to send; over is closed when another server writes the stream.
	more chan struct{}
	over chan struct{}
	// last is the number of the last message of ours. One goroutine has it, and what is on its way: the first of those
	// that wait, in their order.
	last  uint64
	onWay []batch

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
		if c.send() {
			why = c.hear()
			continue
		}
		select {
		case <-c.more:
		case <-c.journal.ctx.Done():
			why = journal.ErrClosed
		}
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

// send sends what waits, as far as there is room, and returns whether there is anything that is not settled.
func (c *chain) send() (waits bool) {
	sent := 0
	for _, b := range c.onWay {
		sent += len(b.links)
	}
	for {
		links := c.together(sent)
		if len(links) == 0 {
			return sent > 0
		}
		answer, err := c.publish(links, c.last+uint64(sent))
		if err != nil {
			return true // the connection is lost
		}
		c.onWay = append(c.onWay, batch{links, answer})
		sent += len(links)
	}
}

// together are the links that shall be sent together next, after those that are on their way; none where there is no
// room.
func (c *chain) together(sent int) []*link {
	ways, each := inFlight, 1
	if c.batches {
		ways, each = batchesInFlight, inFlight/batchesInFlight
	}
	if len(c.onWay) >= ways {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	waiting := c.waiting[sent:]
	n, size := 0, 0
	for n < min(each, len(waiting)) && (n == 0 || size+len(waiting[n].message.Data) <= batchBytes) {
		size += len(waiting[n].message.Data)
		n++
	}
	return slices.Clone(waiting[:n])
}

// publish sends messages that shall have the places after a number, all of them or none.
//
// Errors: the connection is lost.
func (c *chain) publish(links []*link, after uint64) (answer jetstream.PubAckFuture, err error) {
	id := rand.Text()
	for i, l := range links {
		m := nats.NewMsg(l.message.Subject) // the one before may still be on its way
		m.Data = l.message.Data
		for name, values := range l.message.Header {
			m.Header[name] = values
		}
		if i == 0 {
			m.Header.Set(jetstream.ExpectedLastSeqHeader, strconv.FormatUint(after, 10))
		}
		last := i == len(links)-1
		if len(links) > 1 {
			m.Header.Set(batchHeader, id)
			m.Header.Set(batchNumberHeader, strconv.Itoa(i+1))
			if last {
				m.Header.Set(batchLastHeader, "1")
			}
		}
		if last {
			return c.journal.js.PublishMsgAsync(m, jetstream.WithRetryAttempts(0))
		}
		if err := c.journal.conn.PublishMsg(m); err != nil {
			return nil, err
		}
	}
	panic("BUG: nothing is sent where nothing waits")
}

// hear waits for the answer to what was sent first.
//
// Errors: journal.ErrLost or ErrClosed, after which there is no other.
func (c *chain) hear() error {
	if len(c.onWay) == 0 {
		return c.pause()
	}
	first := c.onWay[0]
	late := time.NewTimer(attempt)
	defer late.Stop()
	for {
		select {
		case <-c.more: // it can be sent while the first one is on its way
			c.send()
		case ack := <-first.answer.Ok():
			c.onWay = c.onWay[1:]
			for i := range first.links {
				c.taken(ack.Sequence - uint64(len(first.links)-1-i))
			}
			return nil
		case err := <-first.answer.Err():
			return c.refused(first.links[0], err)
		case <-late.C:
			return c.refused(first.links[0], context.DeadlineExceeded)
		case <-c.journal.ctx.Done():
			return journal.ErrClosed
		}
	}
}

// pause waits a moment before everything is sent again.
func (c *chain) pause() error {
	c.onWay = nil
	if wait(c.journal.ctx) != nil {
		return journal.ErrClosed
	}
	return nil
}

// taken settles the first message, which is safe under a number.
func (c *chain) taken(seq uint64) {
	c.mu.Lock()
	first := c.waiting[0]
	c.waiting = c.waiting[1:]
	c.mu.Unlock()
	c.last = seq
	c.journal.safe(first, seq)
	first.settle(nil)
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
	c.onWay = nil
	var api *jetstream.APIError
	if !errors.As(reason, &api) || api.ErrorCode != jetstream.JSErrCodeStreamWrongLastSequence && api.ErrorCode != jetstream.JSErrCodeStreamWrongLastSequenceConstant {
		c.journal.complain(reason)
		return c.pause() // the stream has no leader, the answer was lost, or nothing can be kept
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
		c.taken(found.Sequence)
		return nil
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
