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

// This file is about a journal that one server at a time writes. The server begins with marks in each stream, and NATS
// accepts each later message only if the stream's last one has the number before it: so each message has its place, and
// none is accepted twice. Waiting messages are sent together, as a batch that NATS accepts completely or not at all,
// without waiting for the batch before; if one is refused, all are sent again in order.
//
// A server that was believed dead, but is not, knows no place later than inFlight after its own last message. A server
// that takes over the stream writes as many marks, one right after the other: when these are written, all places that
// an earlier server knows are occupied, for whatever document, and only then does it read the stream.

// kindMark is the kind of a mark, in addition to the kinds of messages of documents; markName is its subject
// in a stream.
const (
	kindMark = "mark"
	markName = "mark"
)

// inFlight is the maximum number of messages on their way at a time, or, of batches, before one that is sent: only the place of
// a batch's first message is checked. All versions of a server have to agree on it: see above.
const inFlight = 32

// The limits of what is on its way at a time if NATS accepts batches: batchesInFlight, each of at most longBatch messages and
// about batchBytes. The first one is so short that another one can follow.
//
// It is two because a message is written by two machines one after the other: first by the leader, then by the faster of
// the others; so each of them has one batch. The leader looks at responses only between its own writes to the disk, and
// if there is both a response and something to write, it chooses at random. So with more batches on their way, some
// messages wait for the disk five more times; with messages sent one by one, the first that arrives is written alone. A
// batch of batchBytes goes to the others in one piece.
const (
	batchesInFlight = 2
	longBatch       = 128
	batchBytes      = 128 << 10
)

// The headers that tell NATS which messages belong together.
const (
	batchHeader       = "Nats-Batch-Id"
	batchNumberHeader = "Nats-Batch-Sequence"
	batchLastHeader   = "Nats-Batch-Commit"
)

// errReads refuses writes to a journal that was opened for reading.
var errReads = errors.New("expected a journal that is written, found one that was opened to be read")

// OpenAlone opens the journal that one server writes. A server that had it open before cannot write any more:
// its attempts fail with journal.ErrLost.
//
// Errors: as Open.
func OpenAlone(ctx context.Context, c cluster.Config) (*Journal, error) {
	return connect(ctx, c, &Journal{layout: single}, (*Journal).mark)
}

// mark begins this server's term as the writer.
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

// mark occupies all places of the stream that an earlier writer may know. Only the newest mark is kept.
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

// marks writes that many marks, and returns the numbers of those that are known to be accepted.
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

// Lost returns channels, one for each stream, that are closed when another
// server writes this journal.
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

// held are documents that are being written.
type held struct {
	mu        sync.Mutex
	documents map[journal.Document]chan struct{}
}

// hold waits until a document is not being written; then the caller may write it until it
// calls release.
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

// addAlone is add for the only writer: what it knows of a document is current.
//
// Errors: that of compose, the message is too long, journal.ErrLost, or that of the context, after which the
// message may still be added.
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
	// release lets others write the document; settled is closed after that, and err is the result.
	release func()
	settled chan struct{}
	err     error
}

// batch is a group of messages that were sent together, and NATS's response.
type batch struct {
	links  []*link
	answer jetstream.PubAckFuture
}

// chain writes one stream.
type chain struct {
	journal *Journal
	shard   int
	term    string
	// batches means that NATS accepts several messages together.
	batches bool
	// more signals that there is more to send; over is closed when another server writes the
	// stream.
	more chan struct{}
	over chan struct{}
	// last is the number of our last message. One goroutine owns it and the messages on their way: the first of those
	// that wait, in order.
	last  uint64
	onWay []batch

	mu      sync.Mutex
	waiting []*link
	// ended is the reason why nothing is written any more.
	ended error
}

// add queues a message to be written; it is settled when it is safe or has
// failed for good.
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

// run writes until the journal is closed or taken over by another server.
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

// send sends waiting messages as far as there is room, and reports whether any are not settled.
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

// together returns the links to be sent together next, after those on their way; none if there is no room.
func (c *chain) together(sent int) []*link {
	ways, each := inFlight, 1
	switch {
	case c.batches && sent == 0:
		ways, each = batchesInFlight, inFlight-1
	case c.batches:
		ways, each = batchesInFlight, longBatch
	}
	if len(c.onWay) >= ways || sent >= inFlight {
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

// publish sends messages that are to have the places after a number, all of them or
// none.
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

// hear waits for the response to the oldest batch.
//
// Errors: journal.ErrLost or ErrClosed, which are final.
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

// taken settles the first message, which is safe with a number.
func (c *chain) taken(seq uint64) {
	c.mu.Lock()
	first := c.waiting[0]
	c.waiting = c.waiting[1:]
	c.mu.Unlock()
	c.last = seq
	c.journal.safe(first, seq)
	first.settle(nil)
}

// safe records a message that was accepted, and notifies the subscribers.
func (j *Journal) safe(l *link, seq uint64) {
	j.note(l.document, headOf(l.message, seq))
	s, err := readStored(seq, l.message.Header, l.message.Data)
	if err != nil || s.kind == kindBase {
		return
	}
	j.tell(journal.Committed{Document: l.document, Version: s.body.First, Updates: s.body.Updates, Gone: s.kind == kindGone}, seq)
}

// refused checks what happened to the first message. Unless another server has its place, it is sent again,
// with all after it.
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
		return c.pause() // one that was sent before is about to be accepted
	case last < c.last || found == nil:
		return journal.ErrLost // the earlier message is missing or was overwritten
	}
	switch found.Header.Get(nameHeader) {
	case first.message.Header.Get(nameHeader):
		c.taken(found.Sequence)
		c.follow(last)
		return nil
	case c.term: // one of our marks that came late
		c.last = found.Sequence
		return nil
	}
	return journal.ErrLost
}

// follow settles what is in the stream after a message whose answer was lost, up to a number: the rest of its batch, and batches after it.
// Sent again, each of them would be refused with all that waits.
func (c *chain) follow(last uint64) {
	for c.last < last {
		_, found, err := c.next()
		c.mu.Lock()
		mine := err == nil && found != nil && len(c.waiting) > 0 && found.Header.Get(nameHeader) == c.waiting[0].message.Header.Get(nameHeader)
		c.mu.Unlock()
		if !mine {
			return // what is sent next is refused, which shows why
		}
		c.taken(found.Sequence)
	}
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
