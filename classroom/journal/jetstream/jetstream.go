// Package jetstream keeps a journal in the JetStream of a NATS server or of a cluster of them, so that any
// number of servers share it.
//
// A document is a subject. What is added to it is one message, however many updates that are, and NATS takes
// it only if the subject's last message is the one that the writer knows: whoever was slower is told so. A
// snapshot is a message that takes the place of all before it, a deletion one that says so; the texts of
// deleted messages are overwritten. JetStream may bring deleted messages back after a crash (it did in our
// tests), so readers begin at the newest snapshot or deletion, whatever stands before it.
//
// OpenAlone opens another journal there, which one server at a time writes, in streams of its own: see alone.go.
//
// NATS has to write to the disk before it acknowledges (`sync_interval: always`), or a power cut of most of
// its machines loses what was acknowledged in the two minutes before.
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
	// shards is how many streams there are: each waits for its own writes to the disk, and each may have
	// another leader. It is a part of what is kept.
	shards = 4
	// nowPrefix begins subjects that are kept nowhere.
	nowPrefix = "unbox.now."
	// minPayload is how long a message must be allowed to be, in bytes.
	minPayload = 8 << 20
	// attempt is how long NATS may take for one request until it is made again; reading how long a
	// document is tried to be read; pace is the wait before a request is made again.
	attempt = 4 * time.Second
	reading = 10 * time.Second
	pace    = 200 * time.Millisecond
	// closing is how long Close waits for what is being written.
	closing = 5 * time.Second
	// maxHeads is of how many documents the newest message is remembered.
	maxHeads = 20000
	// tombstone is how long a deletion is remembered, so that nothing from before it returns.
	tombstone = 30 * 24 * time.Hour
)

// layout is where a journal is.
type layout struct {
	// streamPrefix and logPrefix begin the names of streams and the subjects in them.
	streamPrefix, logPrefix string
	description             string
	// spread puts the documents of one class into all streams. Else they are in one, so that whoever listens to a class
	// hears of one stream.
	spread bool
	// batched is whether several messages are written together.
	batched bool
}

// together is the layout of the journal that any number of servers write, single that of the one that one server writes.
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
	// held are the documents that are written at the moment, where this server writes alone.
	held held
	// reads means that nothing can be written.
	reads bool
	// ctx ends when the journal is closed; users are those who are inside.
	ctx    context.Context
	end    context.CancelFunc
	closed bool
	users  sync.WaitGroup

	// mu guards closed, heads and connected.
	mu    sync.Mutex
	heads map[journal.Document]head
	// connected ends when the connection is lost, with what was asked over it: then there is another one.
	connected  context.Context
	disconnect context.CancelFunc

	listening sync.Mutex
	listeners map[string]map[*listener]bool
}

// head is the newest message of a document.
type head struct {
	// seq is its number in the stream, 0 if there is none; version that of the document after it.
	seq, version uint64
	gone         bool
	// updates means that it holds updates alone: the document's snapshot is older than its version.
	updates bool
}

type listener struct {
	// after is the number of the last message that is not told.
	after uint64
	told  func(journal.Committed)
}

// Open opens the journal of a NATS server; its streams are made where there are none, with three copies in
// a cluster.
//
// Errors: the server cannot be reached, or is not what a journal needs.
func Open(ctx context.Context, c cluster.Config) (*Journal, error) {
	return connect(ctx, c, &Journal{layout: together}, (*Journal).followAll)
}

// OpenToRead opens the journal that one server writes, without writing it.
//
// Errors: as Open.
func OpenToRead(ctx context.Context, c cluster.Config) (*Journal, error) {
	return connect(ctx, c, &Journal{layout: single, reads: true}, func(*Journal, context.Context) error { return nil })
}

// connect opens a journal, and has begin do what there is to do first.
func connect(ctx context.Context, c cluster.Config, j *Journal, begin func(*Journal, context.Context) error) (*Journal, error) {
	j.heads, j.listeners, j.held.documents = map[journal.Document]head{}, map[string]map[*listener]bool{}, map[journal.Document]chan struct{}{}
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

// prepare looks at the server, and makes the streams.
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

// followAll begins to hear what is new in the streams.
func (j *Journal) followAll(ctx context.Context) (err error) {
	for n := range shards {
		if j.follow[n], err = j.following(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// codeNotClustered is JetStream's number for the error that one server cannot keep three copies.
const codeNotClustered = 10074

// stream returns a stream, which is made if there is none.
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

// upToDate has a stream of an earlier version take batches, where this journal writes them.
func (j *Journal) upToDate(ctx context.Context, found jetstream.Stream) (jetstream.Stream, error) {
	config := found.CachedInfo().Config
	if j.reads || config.AllowAtomicPublish || !j.batched {
		return found, nil
	}
	config.AllowAtomicPublish = true
	return j.js.UpdateStream(ctx, config)
}

// batches is whether NATS takes batches in a stream. Versions before 2.12 do not, and do not say so when they are asked
// to.
func (j *Journal) batches(n int) bool {
	return j.streams[n].CachedInfo().Config.AllowAtomicPublish
}

// following begins to hear what is new in a stream.
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

// Close waits a little for what is being written, and ends the connection. What comes later gets ErrClosed.
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

// enter counts somebody who uses the journal. The context that it returns ends with the journal, too; leave
// must be called, and makes ErrClosed of an error that comes of that.
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

// disconnected ends all requests that are on their way.
func (j *Journal) disconnected() {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.disconnect != nil {
		j.disconnect()
	}
	j.connected, j.disconnect = context.WithCancel(context.Background())
}

// once is the context of one request: it ends when done is called, or when no answer can be expected any more.
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

// shard is in which stream a document is.
func (l layout) shard(d journal.Document) int {
	h := fnv.New32a()
	_, _ = h.Write([]byte(d.Class)) // never fails
	if l.spread {
		_, _ = h.Write([]byte("/" + d.Name))
	}
	return int(h.Sum32() % shards)
}

// token writes a name so that it can be a part of a subject, also if it is empty.
func token(name string) string { return "n" + base64.RawURLEncoding.EncodeToString([]byte(name)) }

func (l layout) subject(d journal.Document) string {
	return l.classSubject(l.shard(d), d.Class) + token(d.Name)
}

// classSubject begins the subjects of a class's documents in a stream.
func (l layout) classSubject(shard int, class string) string {
	return fmt.Sprint(l.logPrefix, shard, ".", token(class), ".")
}

// document returns of which document a subject is.
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

// known returns the newest message that was seen of a document.
func (j *Journal) known(d journal.Document) (h head, ok bool) {
	j.mu.Lock()
	defer j.mu.Unlock()
	h, ok = j.heads[d]
	return h, ok
}

// note remembers a newer message of a document.
func (j *Journal) note(d journal.Document, h head) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.heads) >= maxHeads {
		clear(j.heads)
	}
	if h.seq > j.heads[d].seq {
		j.heads[d] = h
	}
}

// forget remembers nothing of a document.
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

// Subscribe implements journal.Journal. It is told by one goroutine for each stream, soon after.
func (j *Journal) Subscribe(class string, told func(journal.Committed)) (cancel func(), err error) {
	ctx, leave, err := j.enter(context.Background())
	if err != nil {
		return nil, err
	}
	defer leave(&err)
	l := &listener{told: told}
	if !j.spread {
		info, err := again(ctx, j, func(ctx context.Context) (*jetstream.StreamInfo, error) {
			return j.streams[j.shard(journal.Document{Class: class})].Info(ctx)
		})
		if err != nil {
			return nil, err
		}
		l.after = info.State.LastSeq
	}
	j.listening.Lock()
	defer j.listening.Unlock()
	if j.listeners[class] == nil {
		j.listeners[class] = map[*listener]bool{}
	}
	j.listeners[class][l] = true
	return func() {
		j.listening.Lock()
		defer j.listening.Unlock()
		delete(j.listeners[class], l)
		if len(j.listeners[class]) == 0 {
			delete(j.listeners, class)
		}
	}, nil
}

// heard takes a message of a stream.
func (j *Journal) heard(m jetstream.Msg) {
	at, err := m.Metadata()
	d, ours := j.document(m.Subject())
	if err != nil || !ours {
		return // somebody else's
	}
	s, err := readStored(at.Sequence.Stream, m.Headers(), m.Data())
	if err != nil {
		return // whoever reads the document is told so
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

// tell tells whoever listens to a class what a message committed.
func (j *Journal) tell(c journal.Committed, seq uint64) {
	j.listening.Lock()
	defer j.listening.Unlock()
	for l := range j.listeners[c.Document.Class] {
		if seq > l.after {
			l.told(c)
		}
	}
}

// Tell tells all servers that listen to a class something that is kept nowhere, and may be lost.
func (j *Journal) Tell(class string, what []byte) {
	_ = j.conn.Publish(nowPrefix+token(class), what) // it is told again in a moment
}

// Listen hears what all servers, this one too, tell of a class, until cancel is called.
//
// Errors: the journal was closed.
func (j *Journal) Listen(class string, told func([]byte)) (cancel func(), err error) {
	s, err := j.conn.Subscribe(nowPrefix+token(class), func(m *nats.Msg) { told(m.Data) })
	if err != nil {
		return nil, err
	}
	return func() { _ = s.Unsubscribe() }, nil // it can fail only if the connection has ended
}
