// Package keeper assigns the classes of a school to one of several servers. This server holds the lease and runs
// the school on the journal that it alone writes; the others forward requests for classes to it. When it fails,
// another one takes the lease and reads the journal. The lease says which server should write, and the journal
// ensures that no other does: a server that was believed dead finds that out with its next write.
package keeper

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"unbox/classroom/journal/jetstream"
	"unbox/classroom/school"
	"unbox/internal/cluster"
	"unbox/internal/cluster/pipe"
	"unbox/playground/secret"
)

const (
	// leaseName is that of the lease of all classes.
	leaseName = "classes"
	// look is the interval at which a server checks who holds the lease, renew the interval at
	// which the holder renews it.
	look  = 250 * time.Millisecond
	renew = 250 * time.Millisecond
	// silence is the time without renewal after which a lease is free; goneFor is the time for which NATS has to report that
	// the holder is not connected; it is asked every lookAgain in that case.
	silence   = 5 * time.Second
	goneFor   = 300 * time.Millisecond
	lookAgain = 100 * time.Millisecond
	// again is the wait after a failure.
	again = time.Second
)

// Options say where a school is stored.
type Options struct {
	Cluster cluster.Config
	// Key has to be the same on all servers.
	Key secret.Key
	Log *slog.Logger
	// School says how the school is opened; its journal is the keeper's.
	School school.Options
	// Taken is called each time this server gets the classes, before anyone else sees them.
	Taken func(context.Context, *school.School) error
}

// Place says where the classes are: here, or on another server, given by its
// name.
type Place struct {
	School *school.School
	Server string
}

// Keeper knows where the classes are.
type Keeper struct {
	options Options
	conn    *nats.Conn
	name    string
	end     context.CancelFunc
	ended   chan struct{}

	// lease, there and hold are what run needs of NATS: the lease, whether a server is connected, and how the classes are held from a
	// moment until a context ends. Tests with a clock of their own have others.
	lease lease
	there func(ctx context.Context, server string) error
	hold  func(ctx context.Context, clear time.Time)

	term term
	// taken is how often this server took the classes.
	taken atomic.Int64

	mu sync.Mutex
	// peers listens for connections of other servers.
	peers *pipe.Place
	place Place
	// changed is closed when place changes, or a renewal is confirmed.
	changed chan struct{}
}

// lease is a cluster.Lease.
type lease interface {
	Look(ctx context.Context) (cluster.Seen, error)
	Write(ctx context.Context, after cluster.Seen, value []byte) (cluster.Seen, error)
}

// holder is the content of the lease.
type holder struct {
	Server string `json:"server"`
	// Key is derived from the lease's name with the holder's key, so that a server with a different key
	// notices.
	Key string `json:"key"`
}

// New starts a keeper, which runs until Close.
//
// Errors: NATS cannot be used, or the server that has the classes has a different
// key.
func New(ctx context.Context, o Options) (*Keeper, error) {
	k, err := newKeeper(ctx, o)
	if err != nil {
		return nil, err
	}
	if err := k.checkKey(ctx); err != nil {
		k.close()
		return nil, err
	}
	ctx, k.end = context.WithCancel(context.WithoutCancel(ctx))
	go k.run(ctx)
	return k, nil
}

func newKeeper(ctx context.Context, o Options) (*Keeper, error) {
	o.Cluster.Private = true
	k := &Keeper{options: o, name: rand.Text(), ended: make(chan struct{}), changed: make(chan struct{})}
	k.hold = k.holdSchool
	lost := func() {
		k.mu.Lock()
		peers := k.peers
		k.mu.Unlock()
		if peers != nil {
			peers.Lost()
		}
	}
	var err error
	if k.conn, err = cluster.Connect(o.Cluster, lost); err != nil {
		return nil, err
	}
	if k.lease, err = cluster.NewLease(ctx, k.conn, leaseName); err == nil {
		var peers *pipe.Place
		peers, err = pipe.Listen(k.conn, k.name, o.Key.For("pipe"))
		k.mu.Lock()
		k.peers, k.there = peers, peers.There
		k.mu.Unlock()
	}
	if err != nil {
		defer k.conn.Close()
		return nil, cluster.WithoutJetStream(o.Cluster.Places(), k.conn, err)
	}
	return k, nil
}

func (k *Keeper) close() {
	_ = k.peers.Close() // it never fails
	k.conn.Close()
}

// Close releases the classes if they are here, and ends all connections between servers.
func (k *Keeper) Close() {
	k.end()
	<-k.ended
	k.close()
}

func (k *Keeper) sign() string {
	if k.options.Key == (secret.Key{}) {
		return ""
	}
	return k.options.Key.For("lease").Sign([]byte(leaseName))
}

func (k *Keeper) self() []byte {
	text, err := json.Marshal(holder{k.name, k.sign()})
	if err != nil {
		panic("BUG: strings always marshal: " + err.Error())
	}
	return text
}

func readHolder(s cluster.Seen) (h holder) {
	_ = json.Unmarshal(s.Value, &h) // without a value, no server has it
	return h
}

// checkKey checks that the server that has the classes, if there is one, has the same key.
func (k *Keeper) checkKey(ctx context.Context) error {
	seen, err := k.lease.Look(ctx)
	if err != nil {
		return err
	}
	h := readHolder(seen)
	if h.Key != "" && h.Key != k.sign() && k.there(ctx, h.Server) == nil {
		return errors.New("expected the same key file on all servers of a cluster, found another key at the server that has the classes")
	}
	return nil
}

// Where returns where the classes are. It waits until that is known. If they are here, no other server had acknowledged anything when
// Where was called.
//
// Errors: that of the context.
func (k *Keeper) Where(ctx context.Context) (Place, error) {
	for {
		k.mu.Lock()
		place, changed := k.place, k.changed
		k.mu.Unlock()
		known := place.Server != "" || place.School != nil && k.sure()
		if known && ctx.Err() == nil {
			return place, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return Place{}, ctx.Err()
		}
	}
}

// sure reports whether what is in memory here is the newest, if the classes are here.
func (k *Keeper) sure() bool { return k.term.sure(now()) }

// Here reports whether the classes are at this server, and how often it took them since it was started.
func (k *Keeper) Here() (here bool, taken int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.place.School != nil, k.taken.Load()
}

// wake has everybody in Where look again. It is called with the lock.
func (k *Keeper) wake() {
	close(k.changed)
	k.changed = make(chan struct{})
}

// confirmed records a confirmed renewal that began at a moment. Who waits for one is woken: it may be good for a few milliseconds only.
func (k *Keeper) confirmed(begun moment) {
	k.term.renewed(begun)
	k.mu.Lock()
	defer k.mu.Unlock()
	k.wake()
}

// set says where the classes are.
func (k *Keeper) set(place Place) {
	k.mu.Lock()
	before := k.place
	if place == before {
		k.mu.Unlock()
		return
	}
	k.place = place
	k.wake()
	k.mu.Unlock()
	if before.Server != "" {
		k.peers.Drop(before.Server)
	}
}

// run acquires the lease whenever it is free.
func (k *Keeper) run(ctx context.Context) {
	defer close(k.ended)
	w := watcher{}
	for ctx.Err() == nil {
		seen, err := k.lease.Look(ctx)
		h := readHolder(seen)
		switch {
		case err != nil:
			w = watcher{clear: w.clear} // no server can write it either, so no time counts
		case h.Server == "": // it was given away
			k.keep(ctx, seen, time.Time{})
			w = watcher{}
		case h.Server == k.name, w.free(ctx, k, seen, h): // of its own: it was written, and the answer was lost
			k.keep(ctx, seen, w.clear)
			w = watcher{clear: w.clear}
		default:
			k.set(Place{Server: h.Server})
		}
		pause(ctx, w.pause())
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// until waits until a moment.
//
// Errors: that of the context.
func until(ctx context.Context, moment time.Time) error {
	pause(ctx, time.Until(moment))
	return ctx.Err()
}

// watcher notices when a lease is not renewed any more.
type watcher struct {
	seen  cluster.Seen
	since time.Time
	// clear is when no holder that was seen trusts its memory any more.
	clear time.Time
	// gone is the time since when NATS reports that the holder is not connected, 0 if it does
	// not.
	gone time.Time
}

// pause is the time to wait until the next check.
func (w *watcher) pause() time.Duration {
	if w.gone.IsZero() {
		return look
	}
	return lookAgain
}

// free reports whether a lease may be taken from its holder.
func (w *watcher) free(ctx context.Context, k *Keeper, seen cluster.Seen, h holder) bool {
	if w.since.IsZero() || seen.Newer(w.seen) {
		now := time.Now()
		*w = watcher{seen: seen, since: now, clear: now.Add(mistrust)}
	}
	quick, cancel := context.WithTimeout(ctx, look) // a request that reached it as it died is never answered
	defer cancel()
	switch err := k.there(quick, h.Server); {
	case err == nil:
		w.gone = time.Time{}
	case errors.Is(err, pipe.ErrGone) && w.gone.IsZero():
		w.gone = time.Now()
	}
	return time.Since(w.since) >= silence || !w.gone.IsZero() && time.Since(w.gone) >= goneFor
}

// keep acquires the lease, and holds the classes for as long as it can be renewed. Nobody sees them here before the time at which
// earlier holders do not trust their memory any more.
func (k *Keeper) keep(ctx context.Context, seen cluster.Seen, clear time.Time) {
	begun := now()
	mine, err := k.lease.Write(ctx, seen, k.self())
	if err != nil {
		return // the next check shows whether it was written
	}
	k.confirmed(begun)
	k.set(Place{})
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	over := make(chan struct{})
	go func() {
		defer close(over)
		k.hold(ctx, clear)
		stop()
	}()
	k.renewing(ctx, mine, stop)
	<-over
	k.set(Place{})
	k.release(ctx, clear)
}

// renewing renews the lease until the context ends. Where a renewal takes longer than renew, the next one begins at once, so that little time
// is left between the end of what one is good for and the next.
func (k *Keeper) renewing(ctx context.Context, mine cluster.Seen, stop func()) {
	next := time.NewTicker(renew)
	defer next.Stop()
	late := false
	for {
		select {
		case <-next.C:
			begun := time.Now()
			mine = k.renewed(ctx, mine, stop)
			late = k.tell(late, time.Since(begun))
		case <-ctx.Done():
			return
		}
	}
}

// tell logs when renewals begin to take so long that nobody can read the classes, and when that is over. It returns whether this one took so
// long.
func (k *Keeper) tell(late bool, took time.Duration) bool {
	switch {
	case took >= trust && !late:
		k.options.Log.Warn("NATS takes too long to renew the lease of the classes; until it is quicker, nobody can read them", "took", took, "at_most", trust)
	case took < trust && late:
		k.options.Log.Info("the lease of the classes is renewed in time again", "took", took)
	}
	return took >= trust
}

// renewed renews the lease, and stops if another server has it. While NATS does not answer, nothing is known: the classes stay here, and
// nobody sees them.
func (k *Keeper) renewed(ctx context.Context, mine cluster.Seen, stop func()) cluster.Seen {
	begun := now()
	next, err := k.lease.Write(ctx, mine, mine.Value)
	if err == nil {
		k.confirmed(begun)
		return next
	}
	seen, err := k.lease.Look(ctx)
	switch {
	case err != nil || !seen.Newer(mine):
		return mine
	case bytes.Equal(seen.Value, mine.Value):
		return seen // it was written, and the response was lost; when, is not known, so it is good for nothing but the next one
	}
	stop()
	return mine
}

// holdSchool holds the classes until the context ends or another server writes their
// journal.
func (k *Keeper) holdSchool(ctx context.Context, clear time.Time) {
	log, begun := k.options.Log, time.Now()
	j, err := jetstream.OpenAlone(ctx, k.options.Cluster)
	if err != nil {
		if ctx.Err() == nil {
			log.Error("the classes cannot be taken; it is tried again", "reason", err)
			pause(ctx, again)
		}
		return
	}
	defer func() { _ = j.Close() }() // it never fails
	lost := j.Lost()
	o := k.options.School
	o.Journal, o.Sure = j, k.sure
	s, err := school.Open(ctx, o)
	if err == nil {
		err = until(ctx, clear)
	}
	if err == nil && k.options.Taken != nil {
		err = k.options.Taken(ctx, s)
	}
	if err != nil {
		if ctx.Err() == nil {
			log.Error("the classes cannot be read; it is tried again", "reason", err)
			pause(ctx, again)
		}
		return
	}
	k.taken.Add(1)
	k.set(Place{School: s})
	go s.Finish(ctx)
	log.Info("the classes are at this server", "took", time.Since(begun))
	select {
	case <-ctx.Done():
	case <-lost:
	}
	log.Info("the classes are at this server no more")
	s.Leave()
}

// Do takes the classes from the server that has them, calls do with the stored data, and releases them. Pages
// reconnect a moment later, and lose nothing. The key is not needed.
//
// Errors: NATS cannot be used, or that of do.
func Do(ctx context.Context, o Options, do func(context.Context, *jetstream.Journal) error) error {
	k, err := newKeeper(ctx, o)
	if err != nil {
		return err
	}
	defer k.close()
	mine, clear, err := k.seize(ctx)
	if err != nil {
		return err
	}
	held, stop := context.WithCancel(ctx)
	renewing := make(chan struct{})
	go func() {
		defer close(renewing)
		k.renewing(held, mine, stop)
	}()
	j, err := jetstream.OpenAlone(held, o.Cluster)
	if err == nil {
		if err = until(held, clear); err == nil {
			err = do(held, j)
		}
		_ = j.Close() // it never fails
	}
	stop()
	<-renewing
	k.release(ctx, clear)
	return err
}

// release gives up the lease if this server holds it, so that no one has to wait until it expires. Before earlier holders do not trust
// their memory any more it does not: who finds a lease that was given up does not wait for them.
func (k *Keeper) release(ctx context.Context, clear time.Time) {
	if time.Now().Before(clear) {
		return
	}
	ctx = context.WithoutCancel(ctx)
	if seen, err := k.lease.Look(ctx); err == nil && readHolder(seen).Server == k.name {
		_, _ = k.lease.Write(ctx, seen, nil) // otherwise it is free in a few seconds
	}
}

// seize takes the lease from any holder. clear is when no earlier holder trusts its memory any more.
func (k *Keeper) seize(ctx context.Context) (mine cluster.Seen, clear time.Time, err error) {
	for range 20 {
		var seen cluster.Seen
		if seen, err = k.lease.Look(ctx); err != nil {
			return seen, clear, err
		}
		if readHolder(seen).Server != "" {
			clear = time.Now().Add(mistrust)
		}
		if mine, err = k.lease.Write(ctx, seen, k.self()); !errors.Is(err, cluster.ErrTaken) {
			return mine, clear, err
		}
		pause(ctx, lookAgain)
	}
	return mine, clear, err
}

// Dial connects to a server.
//
// Errors: pipe.ErrGone, or it does not answer.
func (k *Keeper) Dial(ctx context.Context, server string) (net.Conn, error) {
	return k.peers.Dial(ctx, server)
}

// Listener accepts connections of other servers, which forward their requests for the
// classes.
func (k *Keeper) Listener() net.Listener { return k.peers }
