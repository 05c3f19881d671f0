// Package jetstream keeps a journal in the JetStream of a NATS server or cluster, so that any number of
// servers can share it.
//
// A document is a subject. An addition is one message, however many updates it has, and NATS accepts it only
// if the subject's last message is the one that the writer knows: a slower writer gets an error. A snapshot
// is a message that replaces all before it, and a deletion is a message, too; the texts of deleted messages
// are overwritten. JetStream may bring deleted messages back after a crash (it did in our tests), so readers
// begin at the newest snapshot or deletion, whatever comes before it.
//
// OpenAlone opens another kind of journal, which one server at a time writes, in separate streams: see alone.go.
//
// NATS has to write to the disk before it acknowledges (`sync_interval: always`), or a power failure of
// most of its machines loses what was acknowledged in the two minutes before.
package jetstream

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"hash/fnv"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"unbox/classroom/journal"
	"unbox/internal/cluster"
)

const (
	// shards is the number of streams: each waits for its own writes to the disk, and each may have a
	// different leader. It is part of the stored format.
	shards = 4
	// nowPrefix begins subjects that are not stored.
	nowPrefix = "unbox.now."
	// minPayload is the length in bytes that a NATS server has to allow for a
	// message.
	minPayload = 8 << 20
	// attempt is the time after which a request to NATS is retried; reading is the time limit for
	// reading a document; pace is the wait before a retry.
	attempt = 4 * time.Second
	reading = 10 * time.Second
	pace    = 200 * time.Millisecond
	// closing is the maximum time that Close waits for what is being written.
	closing = 5 * time.Second
	// maxHeads is the number of documents whose newest message is remembered.
	maxHeads = 20000
	// tombstone is the time for which a deletion is remembered, so that nothing from before
	// it returns.
	tombstone = 30 * 24 * time.Hour
)

// layout says where a journal is.
type layout struct {
	// streamPrefix and logPrefix begin the names of streams and the subjects in them.
	streamPrefix, logPrefix string
	description             string
	// spread distributes the documents of one class over all streams. Otherwise they are in one, so that subscribers of
	// a class need only one stream.
	spread bool
	// batched means that several messages are written together.
	batched bool
}

// together is the layout of the journal with any number of writers, single that of the one with a single writer.
var (
	together = layout{streamPrefix: "UNBOX_LOG_", logPrefix: "unbox.log.", description: "What happens in workshops of Unbox"}
	single   = layout{streamPrefix: "UNBOX_CLASS_", logPrefix: "unbox.class.", description: "What happens in classes of Unbox", spread: true, batched: true}
)

// Journal is a journal.Journal in NATS.
type Journal struct {
	layout
	conn   *nats.Conn
	counts *cluster.Counts
	log    *slog.Logger
	// complained is when the log was told last that NATS keeps nothing, in nanoseconds.
	complained atomic.Int64
	js         jetstream.JetStream
	streams    [shards]jetstream.Stream
	follow     [shards]jetstream.ConsumeContext
	// chains write the streams where this server writes alone; nil where others write, too.
	chains *[shards]*chain
	// writing are the goroutines of chains.
	writing sync.WaitGroup
	// held are the documents that are being written, if this server writes alone.
	held held
	// reads means that nothing can be written.
	reads bool
	// ctx ends when the journal is closed; users counts the calls in progress.
	ctx    context.Context
	end    context.CancelFunc
	closed bool
	users  sync.WaitGroup

	// mu guards closed, heads and connected.
	mu    sync.Mutex
	heads map[journal.Document]head
	// connected ends when the connection is lost, with all requests over it; then there is a new one.
	connected  context.Context
	disconnect context.CancelFunc

	subscribers journal.Subscribers[listener]
}

// head is the newest message of a document.
type head struct {
	// seq is its number in the stream, 0 for none; version is the document's version after it.
	seq, version uint64
	gone         bool
	// updates means that it holds only updates: the document's snapshot is older than its version.
	updates bool
}

type listener struct {
	// after is the number of the last message that is not reported.
	after uint64
	told  func(journal.Committed)
}

// Open opens the journal of a NATS server; it creates missing streams, with three replicas in a cluster.
//
// Errors: the server cannot be reached, or does not offer what a journal needs.
func Open(ctx context.Context, c cluster.Config) (*Journal, error) {
	return connect(ctx, c, &Journal{layout: together}, (*Journal).followAll)
}

// OpenToRead opens the journal that one server writes, only for reading.
//
// Errors: as Open.
func OpenToRead(ctx context.Context, c cluster.Config) (*Journal, error) {
	return connect(ctx, c, &Journal{layout: single, reads: true}, func(*Journal, context.Context) error { return nil })
}

// connect opens a journal, and calls begin for what has to be done first.
func connect(ctx context.Context, c cluster.Config, j *Journal, begin func(*Journal, context.Context) error) (*Journal, error) {
	j.heads, j.held.documents = map[journal.Document]head{}, map[journal.Document]chan struct{}{}
	j.disconnected()
	c.Private = true
	conn, err := cluster.Connect(c, j.disconnected)
	if err != nil {
		return nil, err
	}
	j.conn, j.counts, j.log = conn, c.Counts, c.Log
	j.ctx, j.end = context.WithCancel(context.Background())
	err = j.prepare(ctx)
	if err == nil {
		err = begin(j, ctx)
	}
	if err != nil {
		j.end()
		defer conn.Close()
		return nil, cluster.WithoutJetStream(c.Places(), conn, err)
	}
	return j, nil
}

// prepare checks the server and creates the streams.
func (j *Journal) prepare(ctx context.Context) (err error) {
	if most := j.conn.MaxPayload(); most < minPayload {
		return fmt.Errorf("expected `max_payload` of at least %d bytes in its configuration, found %d; write `max_payload: 8MB`", minPayload, most)
	}
	if j.js, err = jetstream.New(j.conn); err != nil {
		return err
	}
	for n := range shards {
		if j.streams[n], err = j.stream(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// followAll subscribes to new messages in the streams.
func (j *Journal) followAll(ctx context.Context) (err error) {
	for n := range shards {
		if j.follow[n], err = j.following(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// codeNotClustered is JetStream's code for the error that one server cannot keep three replicas.
const codeNotClustered = 10074

// stream returns a stream, which it creates if necessary.
func (j *Journal) stream(ctx context.Context, n int) (jetstream.Stream, error) {
	name := fmt.Sprint(j.streamPrefix, n)
	found, err := j.js.Stream(ctx, name)
	if err == nil {
		return j.upToDate(ctx, found)
	}
	if !errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, err
	}
	config := jetstream.StreamConfig{
		Name: name, Description: j.description, Subjects: []string{fmt.Sprint(j.logPrefix, n, ".>")},
		Storage: jetstream.FileStorage, Replicas: 3, AllowRollup: true, AllowMsgTTL: true, DenyPurge: false,
		AllowAtomicPublish: j.batched,
	}
	made, err := j.js.CreateOrUpdateStream(ctx, config)
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == codeNotClustered {
		config.Replicas = 1
		made, err = j.js.CreateOrUpdateStream(ctx, config)
	}
	return made, err
}

// upToDate makes a stream of an earlier version accept batches, if this journal writes
// them.
func (j *Journal) upToDate(ctx context.Context, found jetstream.Stream) (jetstream.Stream, error) {
	config := found.CachedInfo().Config
	if j.reads || config.AllowAtomicPublish || !j.batched {
		return found, nil
	}
	config.AllowAtomicPublish = true
	return j.js.UpdateStream(ctx, config)
}

// batches reports whether NATS accepts batches in a stream. Versions before 2.12 do not, and do not say so when asked
// to.
func (j *Journal) batches(n int) bool {
	return j.streams[n].CachedInfo().Config.AllowAtomicPublish
}

// following subscribes to new messages in a stream.
func (j *Journal) following(ctx context.Context, n int) (jetstream.ConsumeContext, error) {
	info, err := j.streams[n].Info(ctx)
	if err != nil {
		return nil, err
	}
	consumer, err := j.streams[n].OrderedConsumer(ctx, jetstream.OrderedConsumerConfig{
		DeliverPolicy: jetstream.DeliverByStartSequencePolicy, OptStartSeq: info.State.LastSeq + 1, InactiveThreshold: time.Minute,
	})
	if err != nil {
		return nil, err
	}
	return consumer.Consume(j.heard, jetstream.PullExpiry(4*time.Second), jetstream.PullHeartbeat(time.Second))
}

// Close waits a little for what is being written, and ends the connection. Later calls get ErrClosed.
func (j *Journal) Close() error {
	j.mu.Lock()
	before := j.closed
	j.closed = true
	j.mu.Unlock()
	if before {
		return nil
	}
	quiet := make(chan struct{})
	go func() {
		j.users.Wait()
		close(quiet)
	}()
	select {
	case <-quiet:
	case <-time.After(closing):
	}
	j.end()
	<-quiet
	j.writing.Wait()
	for _, f := range j.follow {
		if f != nil {
			f.Stop()
		}
	}
	j.conn.Close()
	return nil
}

// enter counts a call that uses the journal. The context that it returns ends with the journal, too; leave
// must be called, and turns an error that results from that into ErrClosed.
func (j *Journal) enter(ctx context.Context) (inside context.Context, leave func(*error), err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return nil, nil, journal.ErrClosed
	}
	j.users.Add(1)
	inside, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(j.ctx, cancel)
	return inside, func(err *error) {
		stop()
		cancel()
		if *err != nil && j.ctx.Err() != nil {
			*err = journal.ErrClosed
		}
		j.users.Done()
	}, nil
}

// disconnected ends all requests in progress.
func (j *Journal) disconnected() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.disconnect != nil {
		j.disconnect()
	}
	j.connected, j.disconnect = context.WithCancel(context.Background())
}

// once returns the context of one request: it ends when done is called, or when no response can be expected
// any more.
func (j *Journal) once(ctx context.Context) (inside context.Context, done func()) {
	j.mu.Lock()
	connected := j.connected
	j.mu.Unlock()
	inside, cancel := context.WithTimeout(ctx, attempt)
	stop := context.AfterFunc(connected, cancel)
	return inside, func() {
		stop()
		cancel()
	}
}

// shard returns the stream in which a document is.
func (l layout) shard(d journal.Document) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(d.Class)) // never fails
	if l.spread {
		_, _ = h.Write([]byte("/" + d.Name))
	}
	return int(h.Sum32() % shards)
}

// token writes a name so that it can be a part of a subject, even if it is empty.
func token(name string) string { return "n" + base64.RawURLEncoding.EncodeToString([]byte(name)) }

func (l layout) subject(d journal.Document) string {
	return l.classSubject(l.shard(d), d.Class) + token(d.Name)
}

// classSubject begins the subjects of a class's documents in a stream.
func (l layout) classSubject(shard int, class string) string {
	return fmt.Sprint(l.logPrefix, shard, ".", token(class), ".")
}

// document returns the document that a subject belongs to.
func (l layout) document(subject string) (d journal.Document, ok bool) {
	parts := strings.Split(strings.TrimPrefix(subject, l.logPrefix), ".")
	if len(parts) != 3 {
		return d, false
	}
	name := func(token string) string {
		text, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(token, "n"))
		ok = ok && err == nil
		return string(text)
	}
	ok = true
	d = journal.Document{Class: name(parts[1]), Name: name(parts[2])}
	return d, ok
}

// known returns the newest message of a document that was seen.
func (j *Journal) known(d journal.Document) (h head, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	h, ok = j.heads[d]
	return h, ok
}

// note remembers a newer message of a document, or that it has none.
func (j *Journal) note(d journal.Document, h head) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.heads) >= maxHeads {
		clear(j.heads)
	}
	if before, known := j.heads[d]; !known || h.seq > before.seq {
		j.heads[d] = h
	}
}

// forget drops what is remembered of a document.
func (j *Journal) forget(d journal.Document) {
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.heads, d)
}

// complain tells the log that NATS did not keep something, at most once a minute: it is tried again, which helps nobody whose
// disks are full.
func (j *Journal) complain(reason error) {
	now := time.Now().UnixNano()
	if last := j.complained.Load(); now-last > int64(time.Minute) && j.complained.CompareAndSwap(last, now) {
		j.log.Warn("NATS does not keep what is sent; it is tried again", "reason", reason)
	}
}

// wait waits before something is tried again.
//
// Errors: that of the context.
func wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(pace):
		return nil
	}
}

// Subscribe implements journal.Journal. One goroutine for each stream calls the function, soon
// after the commit.
func (j *Journal) Subscribe(class string, told func(journal.Committed)) (cancel func(), err error) {
	ctx, leave, err := j.enter(context.Background())
	if err != nil {
		return nil, err
	}
	defer leave(&err)
	l := listener{told: told}
	if !j.spread {
		info, err := again(ctx, j, func(ctx context.Context) (*jetstream.StreamInfo, error) {
			return j.streams[j.shard(journal.Document{Class: class})].Info(ctx)
		})
		if err != nil {
			return nil, err
		}
		l.after = info.State.LastSeq
	}
	return j.subscribers.Add(class, l), nil
}

// heard handles a message of a stream.
func (j *Journal) heard(m jetstream.Msg) {
	at, err := m.Metadata()
	d, ours := j.document(m.Subject())
	if err != nil || !ours {
		return // another program's
	}
	s, err := readStored(at.Sequence.Stream, m.Headers(), m.Data())
	if err != nil {
		return // readers of the document get the error
	}
	j.note(d, s.head())
	c := journal.Committed{Document: d, Version: s.version + 1, Gone: s.kind == kindGone}
	if s.kind == kindUpdates {
		c.Version, c.Updates = s.body.First, s.body.Updates
	}
	if c.Gone {
		c.Version = 0
	}
	j.tell(c, s.seq)
}

// tell tells the subscribers of a class what a message committed.
func (j *Journal) tell(c journal.Committed, seq uint64) {
	j.subscribers.Each(c.Document.Class, func(l listener) {
		if seq > l.after {
			l.told(c)
		}
	})
}

// Tell sends all servers that listen to a class a message that is not stored and may be lost.
func (j *Journal) Tell(class string, what []byte) {
	_ = j.conn.Publish(nowPrefix+token(class), what) // it is sent again in a moment
}

// Listen receives what all servers, including this one, send with Tell for a class,
// until cancel is called.
//
// Errors: the journal was closed.
func (j *Journal) Listen(class string, told func([]byte)) (cancel func(), err error) {
	s, err := j.conn.Subscribe(nowPrefix+token(class), func(m *nats.Msg) { told(m.Data) })
	if err != nil {
		return nil, err
	}
	return func() { _ = s.Unsubscribe() }, nil // it can fail only if the connection has ended
}
