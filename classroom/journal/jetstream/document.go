package jetstream

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"unbox/classroom/journal"
)

// The kinds of messages of a document: updates; a snapshot with the updates after it; or a
// deletion.
const (
	kindUpdates = "updates"
	kindBase    = "base"
	kindGone    = "gone"
)

// The headers of a message: its kind, the document's version after it, a name that the writer gave it, and
// whether its body is compressed.
const (
	kindHeader    = "Unbox-Kind"
	versionHeader = "Unbox-Version"
	nameHeader    = "Unbox-Name"
	packedHeader  = "Unbox-Packed"
)

const (
	// packedFrom is the length in bytes from which on bodies are compressed.
	packedFrom = 16 << 10
	// maxUnpacked is the maximum length of a decompressed one.
	maxUnpacked = 256 << 20
	// maxNames is the number of messages before a snapshot whose names it keeps.
	maxNames = 64
)

// body is the text of a message.
type body struct {
	// Snapshot is empty in a message of updates.
	Snapshot journal.Snapshot `json:"snapshot,omitzero"`
	First    uint64           `json:"first"`
	Updates  []journal.Update `json:"updates"`
	// Names are those of messages that a snapshot replaced: their writers may not know yet that they were accepted.
	Names []string `json:"names,omitempty"`
}

// stored is a stored message.
type stored struct {
	seq     uint64
	kind    string
	version uint64
	name    string
	body    body
}

func (s stored) head() head { return head{s.seq, s.version, s.kind == kindGone, s.kind == kindUpdates} }

// readStored reads a message.
//
// Errors: it is not one of ours.
func readStored(seq uint64, header nats.Header, text []byte) (s stored, err error) {
	s = stored{seq: seq, kind: header.Get(kindHeader), name: header.Get(nameHeader)}
	if s.version, err = strconv.ParseUint(header.Get(versionHeader), 10, 64); err != nil {
		return s, fmt.Errorf("expected a message of a journal, found another: %w", err)
	}
	if s.kind == kindGone {
		return s, nil
	}
	if header.Get(packedHeader) != "" {
		if text, err = unpack(text); err != nil {
			return s, fmt.Errorf("expected a compressed message, found this: %w", err)
		}
	}
	if err := json.Unmarshal(text, &s.body); err != nil {
		return s, fmt.Errorf("expected a message of a journal, found something else: %w", err)
	}
	return s, nil
}

// written makes a message.
func (l layout) written(d journal.Document, kind string, version uint64, b body) *nats.Msg {
	m := nats.NewMsg(l.subject(d))
	m.Header.Set(kindHeader, kind)
	m.Header.Set(versionHeader, strconv.FormatUint(version, 10))
	if kind == kindGone {
		return m
	}
	text, err := json.Marshal(b)
	if err != nil {
		panic("BUG: what is kept always marshals: " + err.Error())
	}
	if m.Data = text; len(text) >= packedFrom {
		m.Data = pack(text)
		m.Header.Set(packedHeader, "gzip")
	}
	return m
}

func pack(text []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write(text)
	if err = errors.Join(err, w.Close()); err != nil {
		panic("BUG: memory can always be written: " + err.Error())
	}
	return b.Bytes()
}

func unpack(packed []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(io.LimitReader(r, maxUnpacked))
}

// again asks NATS until it answers, at most for the time that a reader waits.
//
// Errors: the last one; jetstream.ErrMsgNotFound is an answer.
func again[T any](ctx context.Context, j *Journal, ask func(context.Context) (T, error)) (answer T, err error) {
	ctx, cancel := context.WithTimeout(ctx, reading)
	defer cancel()
	for {
		once, done := j.once(ctx)
		answer, err = ask(once)
		done()
		if err == nil || errors.Is(err, jetstream.ErrMsgNotFound) {
			return answer, err
		}
		if wait(ctx) != nil {
			return answer, fmt.Errorf("expected an answer of NATS, found this: %w", err)
		}
	}
}

// newest returns the newest message of a document; nil for none.
func (j *Journal) newest(ctx context.Context, d journal.Document) (*stored, error) {
	return one(again(ctx, j, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
		return j.streams[j.shard(d)].GetLastMsgForSubject(ctx, j.subject(d))
	}))
}

// next returns the first message of a document from a number onwards; nil for
// none.
func (j *Journal) next(ctx context.Context, d journal.Document, from uint64) (*stored, error) {
	return one(again(ctx, j, func(ctx context.Context) (*jetstream.RawStreamMsg, error) {
		return j.streams[j.shard(d)].GetMsg(ctx, from, jetstream.WithGetMsgSubject(j.subject(d)))
	}))
}

// one reads the message that NATS returned, if any.
func one(m *jetstream.RawStreamMsg, err error) (*stored, error) {
	switch {
	case errors.Is(err, jetstream.ErrMsgNotFound):
		return nil, nil
	case err != nil:
		return nil, err
	}
	s, err := readStored(m.Sequence, m.Header, m.Data)
	return &s, err
}

// load returns the messages that make up a document: the newest snapshot or deletion, and all after
// it.
func (j *Journal) load(ctx context.Context, d journal.Document) (all []stored, err error) {
	last, err := j.newest(ctx, d)
	if err != nil {
		return nil, err
	}
	if last == nil {
		if j.chains != nil { // nobody else can make it: the first addition need not ask again
			j.note(d, head{})
		}
		return nil, nil
	}
	j.note(d, last.head())
	if last.kind != kindUpdates {
		return []stored{*last}, nil
	}
	for from := uint64(1); from <= last.seq; {
		s, err := j.next(ctx, d, from)
		if err != nil {
			return nil, err
		}
		if s == nil {
			return j.load(ctx, d) // it was deleted meanwhile, which left a newer message
		}
		if s.kind != kindUpdates {
			all = nil
		}
		all = append(all, *s)
		from = s.seq + 1
	}
	return all, nil
}

// history makes a history from a document's messages.
//
// Errors: an update is missing.
func history(d journal.Document, all []stored) (h journal.History, err error) {
	h.First = 1
	for _, s := range all {
		switch {
		case s.kind == kindGone:
			h = journal.History{First: 1}
			continue
		case s.kind == kindBase:
			h = journal.History{Snapshot: s.body.Snapshot, First: s.body.Snapshot.Version + 1}
		case s.body.First != h.Version()+1:
			return h, fmt.Errorf("expected version %d of `%s` in the class `%s`, found %d: a message is missing", h.Version()+1, d.Name, d.Class, s.body.First)
		}
		h.Updates = append(h.Updates, s.body.Updates...)
	}
	return h, nil
}

// Read implements journal.Journal.
func (j *Journal) Read(ctx context.Context, d journal.Document, after uint64) (h journal.History, err error) {
	ctx, leave, err := j.enter(ctx)
	if err != nil {
		return h, err
	}
	defer leave(&err)
	all, err := j.load(ctx, d)
	if err != nil {
		return h, err
	}
	if h, err = history(d, all); err != nil {
		return h, err
	}
	if h.Version() > 0 && h.Snapshot.Version <= after && after <= h.Version() {
		h = journal.History{First: after + 1, Updates: h.Updates[after+1-h.First:]}
	}
	return h, nil
}

// addition is a message that is to follow the one with a number.
type addition struct {
	message *nats.Msg
	after   uint64
}

// add appends a message to a document. compose makes it, and may have to make it again if the document has changed
// meanwhile or was not up to date here; if it makes none, there is nothing to add. The message has a name, so that it
// is found again if it is unknown whether it was accepted. It is retried until it is accepted: NATS may have no leader
// for a while.
//
// Errors: that of compose, the message is too long, or that of the context.
func (j *Journal) add(ctx context.Context, d journal.Document, compose func(head) (addition, error)) (err error) {
	done := j.counts.Keeping()
	defer func() { done(err == nil) }()
	switch {
	case j.reads:
		return errReads
	case j.chains != nil:
		return j.addAlone(ctx, d, compose)
	}
	name, unsure := rand.Text(), false
	for h, remembered := j.known(d); ; remembered = false {
		if err := ctx.Err(); err != nil {
			return err
		}
		var taken bool
		var err error
		if !remembered {
			h, taken, err = j.look(ctx, d, name, unsure)
		}
		if taken {
			return nil
		}
		if err != nil {
			if wait(ctx) != nil {
				return err
			}
			continue
		}
		a, err := compose(h)
		switch {
		case err != nil && remembered:
			continue // another server may have changed it
		case err != nil || a.message == nil:
			return err
		}
		taken, maybe, err := j.publish(ctx, d, name, a)
		if taken || err != nil {
			return err
		}
		j.forget(d)
		unsure = unsure || maybe
		if maybe {
			_ = wait(ctx) // the loop checks the context
		}
	}
}

// look returns the newest message of a document and, for a name that may have been accepted, whether it
// was.
func (j *Journal) look(ctx context.Context, d journal.Document, name string, unsure bool) (h head, taken bool, err error) {
	last, err := j.newest(ctx, d)
	if err != nil || last == nil {
		return h, false, err
	}
	h = last.head()
	j.note(d, h)
	if !unsure {
		return h, false, nil
	}
	all, err := j.load(ctx, d)
	taken = slices.ContainsFunc(all, func(s stored) bool { return s.name == name || slices.Contains(s.body.Names, name) })
	return h, taken, err
}

// fits checks whether NATS accepts a message of this length.
func (j *Journal) fits(m *nats.Msg) error {
	if most := j.conn.MaxPayload(); most > 0 && int64(len(m.Data)+4096) > most {
		return fmt.Errorf("expected a message of at most %d bytes, found %d; `max_payload` of NATS allows more", most, len(m.Data))
	}
	return nil
}

// publish sends a message to NATS. maybe means that it is unknown whether it was accepted.
//
// Errors: it can never be accepted.
func (j *Journal) publish(ctx context.Context, d journal.Document, name string, a addition) (taken, maybe bool, err error) {
	a.message.Header.Set(nameHeader, name)
	if err := j.fits(a.message); err != nil {
		return false, false, err
	}
	once, done := j.once(ctx)
	defer done()
	ack, err := j.js.PublishMsg(once, a.message, jetstream.WithExpectLastSequencePerSubject(a.after))
	if err == nil {
		j.note(d, headOf(a.message, ack.Sequence))
		return true, false, nil
	}
	var api *jetstream.APIError
	moved := errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
	if !moved && ctx.Err() == nil {
		j.complain(err)
	}
	return false, !moved, nil
}

// headOf returns the head of a document whose newest message is this one.
func headOf(m *nats.Msg, seq uint64) head {
	version, _ := strconv.ParseUint(m.Header.Get(versionHeader), 10, 64) // written makes it
	kind := m.Header.Get(kindHeader)
	return head{seq, version, kind == kindGone, kind == kindUpdates}
}

// Append implements journal.Journal. While NATS has no leader, it waits.
func (j *Journal) Append(ctx context.Context, d journal.Document, after uint64, updates []journal.Update) (err error) {
	ctx, leave, err := j.enter(ctx)
	if err != nil {
		return err
	}
	defer leave(&err)
	return j.add(ctx, d, func(h head) (a addition, err error) {
		switch {
		case h.version != after:
			return a, &journal.VersionError{Document: d, Expected: after, Found: h.version}
		case len(updates) == 0:
			return a, nil
		}
		return addition{message: j.written(d, kindUpdates, after+uint64(len(updates)), body{First: after + 1, Updates: updates}), after: h.seq}, nil
	})
}

// Snapshot implements journal.Journal.
func (j *Journal) Snapshot(ctx context.Context, d journal.Document, s journal.Snapshot) (err error) {
	ctx, leave, err := j.enter(ctx)
	if err != nil {
		return err
	}
	defer leave(&err)
	return j.add(ctx, d, func(h head) (a addition, err error) {
		if s.Version > h.version {
			return a, &journal.VersionError{Document: d, Expected: s.Version, Found: h.version}
		}
		if j.chains != nil && s.Version == h.version && h.updates { // no other server has written anything that has to be kept with it
			return addition{message: rolled(j.written(d, kindBase, s.Version, body{Snapshot: s, First: s.Version + 1}))}, nil
		}
		all, err := j.load(ctx, d)
		if err != nil {
			return a, err
		}
		full, err := history(d, all)
		if err != nil || s.Version <= full.Snapshot.Version || s.Version > full.Version() {
			return a, err
		}
		b := body{Snapshot: s, First: s.Version + 1, Updates: full.Updates[s.Version+1-full.First:]}
		for _, before := range all {
			b.Names = append(append(b.Names, before.body.Names...), before.name)
		}
		b.Names = b.Names[max(0, len(b.Names)-maxNames):]
		return addition{message: rolled(j.written(d, kindBase, full.Version(), b)), after: all[len(all)-1].seq}, nil
	})
}

// rolled makes a message replace all before it.
func rolled(m *nats.Msg) *nats.Msg {
	m.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	return m
}

// deleting is the number of documents that are deleted concurrently.
const deleting = 16

// Delete implements journal.Journal. The texts of messages that still exist are overwritten; messages that snapshots
// have replaced, and those that NATS keeps for its replicas, stay in its files until it compacts them.
func (j *Journal) Delete(ctx context.Context, all ...journal.Document) (err error) {
	ctx, leave, err := j.enter(ctx)
	if err != nil {
		return err
	}
	defer leave(&err)
	var found []journal.Document
	for _, d := range all {
		if d.Name != "" {
			found = append(found, d)
			continue
		}
		documents, err := j.documents(ctx, d.Class)
		if err != nil {
			return err
		}
		found = append(found, documents...)
	}
	return j.removeAll(ctx, found)
}

// documents returns all documents of a class.
func (j *Journal) documents(ctx context.Context, class string) (all []journal.Document, err error) {
	for n := range shards {
		if !j.spread && n != j.shard(journal.Document{Class: class}) {
			continue
		}
		found, err := j.listed(ctx, n, j.classSubject(n, class)+">")
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// listed returns the documents of a stream whose subjects match a pattern.
func (j *Journal) listed(ctx context.Context, n int, pattern string) (all []journal.Document, err error) {
	info, err := again(ctx, j, func(ctx context.Context) (*jetstream.StreamInfo, error) {
		return j.streams[n].Info(ctx, jetstream.WithSubjectFilter(pattern))
	})
	if err != nil {
		return nil, err
	}
	for name := range info.State.Subjects {
		if each, ok := j.document(name); ok {
			all = append(all, each)
		}
	}
	return all, nil
}

// removeAll deletes documents, several concurrently.
func (j *Journal) removeAll(ctx context.Context, documents []journal.Document) (err error) {
	var all sync.WaitGroup
	slots, failed := make(chan struct{}, deleting), make(chan error, len(documents))
	for _, d := range documents {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			failed <- j.remove(ctx, d)
		})
	}
	all.Wait()
	close(failed)
	for each := range failed {
		err = errors.Join(err, each)
	}
	return err
}

// remove deletes one document: it first writes the deletion, then overwrites what was before that.
func (j *Journal) remove(ctx context.Context, d journal.Document) error {
	err := j.add(ctx, d, func(h head) (a addition, err error) {
		if h.seq == 0 || h.gone {
			return a, nil
		}
		m := j.written(d, kindGone, 0, body{})
		m.Header.Set(jetstream.MsgTTLHeader, tombstone.String())
		return addition{message: m, after: h.seq}, nil
	})
	if err != nil {
		return err
	}
	newest, err := j.newest(ctx, d)
	if err != nil || newest == nil {
		return err
	}
	return j.overwrite(ctx, d, newest.seq)
}

// overwrite overwrites all messages of a document before a deletion, including earlier deletions, which are not
// needed any more. Messages after it belong to a new document that was begun meanwhile. Nothing after a number
// is examined.
func (j *Journal) overwrite(ctx context.Context, d journal.Document, to uint64) error {
	var before []uint64
	for from := uint64(1); from <= to; {
		old, err := j.next(ctx, d, from)
		if err != nil || old == nil {
			return err
		}
		if old.kind == kindGone && old.seq <= to {
			for _, seq := range before {
				if err := j.erase(ctx, d, seq); err != nil {
					return err
				}
			}
			before = nil
		}
		before, from = append(before, old.seq), old.seq+1
	}
	return nil
}

// erase overwrites a message if it still exists: NATS refuses to delete one that is not there, such as one whose deletion has
// been asked for before, when the answer was lost.
func (j *Journal) erase(ctx context.Context, d journal.Document, seq uint64) error {
	stream := j.streams[j.shard(d)]
	_, err := again(ctx, j, func(ctx context.Context) (struct{}, error) {
		err := stream.SecureDeleteMsg(ctx, seq)
		if errors.Is(err, jetstream.ErrMsgDeleteUnsuccessful) {
			if _, missing := stream.GetMsg(ctx, seq); errors.Is(missing, jetstream.ErrMsgNotFound) {
				err = missing
			}
		}
		return struct{}{}, err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil
	}
	return err
}

// All returns all documents that are kept, including deleted ones, of which nothing can be read.
//
// Errors: NATS does not answer.
func (j *Journal) All(ctx context.Context) (all []journal.Document, err error) {
	ctx, leave, err := j.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave(&err)
	for n := range shards {
		found, err := j.listed(ctx, n, fmt.Sprint(j.logPrefix, n, ".>"))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// Put stores a history, which replaces whatever there was of a document.
//
// Errors: as Append.
func (j *Journal) Put(ctx context.Context, d journal.Document, h journal.History) (err error) {
	ctx, leave, err := j.enter(ctx)
	if err != nil {
		return err
	}
	defer leave(&err)
	return j.add(ctx, d, func(before head) (addition, error) {
		return addition{message: rolled(j.written(d, kindBase, h.Version(), body{Snapshot: h.Snapshot, First: h.First, Updates: h.Updates})), after: before.seq}, nil
	})
}
