// Package keeper has one of several servers have the classes of a school. That one, which has the lease, runs the
// school on the journal that it alone writes; the others pass on to it what is asked for classes. When it is gone,
// another one takes the lease and reads what was kept. The lease says who shall write, the journal sees to it that
// nobody else does: a server that was taken to be dead finds that out with the next word that it writes.
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
	// look is how often a server looks who has the lease, renew how often whoever has it writes it.
	look  = 400 * time.Millisecond
	renew = time.Second
	// silence is after which time without it being written a lease is free, goneFor for how long NATS has to say that whoever
	// has it is not connected; it is asked every lookAgain then.
	silence   = 5 * time.Second
	goneFor   = 300 * time.Millisecond
	lookAgain = 100 * time.Millisecond
	// asleep is for how long a server may have done nothing before it doubts that it still has the classes: another one may have taken
	// them after silence, counted from a write before that.
	asleep = 3 * time.Second
	beat   = 200 * time.Millisecond
)

// Options say where a school is kept.
type Options struct {
	Cluster cluster.Config
	// Key has to be the same at all servers.
	Key secret.Key
	Log *slog.Logger
	// School says how the school is opened; its journal is the keeper's.
	School school.Options
	// Taken is called each time when this server has the classes, before anybody else sees them.
	Taken func(context.Context, *school.School) error
}

// Place is where the classes are: here, or at another server, by its name.
type Place struct {
	School *school.School
	Server string
}

// Keeper knows where the classes are.
type Keeper struct {
	options Options
	conn    *nats.Conn
	lease   *cluster.Lease
	name    string
	end     context.CancelFunc
	ended   chan struct{}

	pulse pulse
	// taken is how often this server took the classes.
	taken atomic.Int64

	mu sync.Mutex
	// peers is where other servers connect to.
	peers *pipe.Place
	place Place
	// changed is closed when place changes.
	changed chan struct{}
}

// holder is what stands in the lease.
type holder struct {
	Server string `json:"server"`
	// Key is what the holder's key makes of the lease's name, so that a server with another one is told so.
	Key string `json:"key"`
}

// New begins to keep, until Close.
//
// Errors: NATS cannot be used, or the server that has the classes has another key.
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
	go k.beats(ctx)
	return k, nil
}

func newKeeper(ctx context.Context, o Options) (*Keeper, error) {
	o.Cluster.Private = true
	k := &Keeper{options: o, name: rand.Text(), ended: make(chan struct{}), changed: make(chan struct{})}
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
		k.peers = peers
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

// Close gives the classes away, if they are here, and ends all connections between servers.
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
	_ = json.Unmarshal(s.Value, &h) // without a value, nobody has it
	return h
}

// checkKey looks whether the server that has the classes, if it is there, has the same key.
func (k *Keeper) checkKey(ctx context.Context) error {
	seen, err := k.lease.Look(ctx)
	if err != nil {
		return err
	}
	h := readHolder(seen)
	if h.Key != "" && h.Key != k.sign() && k.peers.There(ctx, h.Server) == nil {
		return errors.New("expected the same key file on all servers of a cluster, found another key at the server that has the classes")
	}
	return nil
}

// pulse knows whether this server was stopped for a while, with its machine or alone. Others may have taken the classes meanwhile, which it finds
// out with the next renewal; until then, what it has in memory may be old.
type pulse struct {
	// last is when it was felt last, doubt when the server was found to have been stopped, 0 for never since the last renewal; both in
	// nanoseconds of the wall clock, which goes on while a machine sleeps.
	last, doubt atomic.Int64
}

// feel notes that the server runs.
func (p *pulse) feel(now time.Time) {
	last := p.last.Swap(now.UnixNano())
	if last != 0 && now.UnixNano()-last > int64(asleep) {
		p.doubt.Store(now.UnixNano())
	}
}

// sure tells whether the server was awake since the last renewal.
func (p *pulse) sure(now time.Time) bool {
	p.feel(now)
	return p.doubt.Load() == 0
}

// renewed says that the lease was written, by a request that began at a moment.
func (p *pulse) renewed(begun time.Time) {
	if doubt := p.doubt.Load(); doubt <= begun.UnixNano() {
		p.doubt.CompareAndSwap(doubt, 0)
	}
}

// beats feels the pulse until the context ends.
func (k *Keeper) beats(ctx context.Context) {
	for ctx.Err() == nil {
		k.pulse.feel(time.Now())
		pause(ctx, beat)
	}
}

// Where returns where the classes are. It waits until that is known.
//
// Errors: that of the context.
func (k *Keeper) Where(ctx context.Context) (Place, error) {
	for {
		k.mu.Lock()
		place, changed := k.place, k.changed
		k.mu.Unlock()
		doubtful := place.School != nil && !k.pulse.sure(time.Now())
		if place != (Place{}) && !doubtful {
			return place, nil
		}
		var again <-chan time.Time
		if doubtful {
			again = time.After(beat)
		}
		select {
		case <-changed:
		case <-again:
		case <-ctx.Done():
			return place, ctx.Err()
		}
	}
}

// Here tells whether the classes are at this server, and how often it took them since it was started.
func (k *Keeper) Here() (here bool, taken int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.place.School != nil, k.taken.Load()
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
	close(k.changed)
	k.changed = make(chan struct{})
	k.mu.Unlock()
	if before.Server != "" {
		k.peers.Drop(before.Server)
	}
}

// run takes the lease whenever it is free.
func (k *Keeper) run(ctx context.Context) {
	defer close(k.ended)
	w := watcher{}
	for ctx.Err() == nil {
		seen, err := k.lease.Look(ctx)
		h := readHolder(seen)
		switch {
		case err != nil:
			w = watcher{} // nobody can write it either, so nobody's time runs
		case h.Server == "" || w.free(ctx, k, seen, h):
			k.keep(ctx, seen)
			w = watcher{}
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

// watcher sees that a lease is not written any more.
type watcher struct {
	seen  cluster.Seen
	since time.Time
	// gone is since when NATS says that whoever has it is not there, 0 if it does not say so.
	gone time.Time
}

// pause is how long to wait until the next look.
func (w *watcher) pause() time.Duration {
	if w.gone.IsZero() {
		return look
	}
	return lookAgain
}

// free tells whether a lease may be taken from whoever has it.
func (w *watcher) free(ctx context.Context, k *Keeper, seen cluster.Seen, h holder) bool {
	if w.since.IsZero() || seen.Newer(w.seen) {
		*w = watcher{seen: seen, since: time.Now()}
	}
	quick, cancel := context.WithTimeout(ctx, look) // a question that reached it as it died is never answered
	defer cancel()
	switch err := k.peers.There(quick, h.Server); {
	case err == nil:
		w.gone = time.Time{}
	case errors.Is(err, pipe.ErrNobody) && w.gone.IsZero():
		w.gone = time.Now()
	}
	return time.Since(w.since) >= silence || !w.gone.IsZero() && time.Since(w.gone) >= goneFor
}

// keep takes the lease, and has the classes for as long as it can be written again.
func (k *Keeper) keep(ctx context.Context, seen cluster.Seen) {
	begun := time.Now()
	mine, err := k.lease.Write(ctx, seen, k.self())
	if err != nil {
		return // whether it was written, the next look tells
	}
	k.pulse.renewed(begun)
	k.set(Place{})
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	over := make(chan struct{})
	go func() {
		defer close(over)
		k.hold(ctx)
		stop()
	}()
	for ctx.Err() == nil {
		pause(ctx, renew)
		mine = k.renewed(ctx, mine, stop)
	}
	<-over
	k.set(Place{})
	k.release(ctx)
}

// renewed writes the lease again, and stops if another server has it. While NATS does not answer, it is believed to
// be held: without NATS nobody takes it.
func (k *Keeper) renewed(ctx context.Context, mine cluster.Seen, stop func()) cluster.Seen {
	begun := time.Now()
	next, err := k.lease.Write(ctx, mine, mine.Value)
	if err == nil {
		k.pulse.renewed(begun)
		return next
	}
	seen, err := k.lease.Look(ctx)
	switch {
	case err != nil || !seen.Newer(mine):
		return mine
	case bytes.Equal(seen.Value, mine.Value):
		k.pulse.renewed(begun)
		return seen // it was written, and the answer was lost
	}
	stop()
	return mine
}

// hold has the classes until the context ends, or another server writes their journal.
func (k *Keeper) hold(ctx context.Context) {
	log, begun := k.options.Log, time.Now()
	j, err := jetstream.OpenAlone(ctx, k.options.Cluster)
	if err != nil {
		if ctx.Err() == nil {
			log.Error("the classes cannot be taken; it is tried again", "reason", err)
			pause(ctx, renew)
		}
		return
	}
	defer func() { _ = j.Close() }() // it never fails
	lost := j.Lost()
	o := k.options.School
	o.Journal, o.Sure = j, func() bool { return k.pulse.sure(time.Now()) }
	s, err := school.Open(ctx, o)
	if err == nil && k.options.Taken != nil {
		err = k.options.Taken(ctx, s)
	}
	if err != nil {
		if ctx.Err() == nil {
			log.Error("the classes cannot be read; it is tried again", "reason", err)
			pause(ctx, renew)
		}
		return
	}
	k.taken.Add(1)
	k.set(Place{School: s})
	log.Info("the classes are at this server", "took", time.Since(begun))
	select {
	case <-ctx.Done():
	case <-lost:
	}
	log.Info("the classes are at this server no more")
	s.Leave()
}

// Do takes the classes from whatever server has them, has something done with what is kept, and gives them away. Pages
// connect again a moment later, and lose nothing. The key is not needed.
//
// Errors: NATS cannot be used, or that of do.
func Do(ctx context.Context, o Options, do func(context.Context, *jetstream.Journal) error) error {
	k, err := newKeeper(ctx, o)
	if err != nil {
		return err
	}
	defer k.close()
	mine, err := k.seize(ctx)
	if err != nil {
		return err
	}
	held, stop := context.WithCancel(ctx)
	renewing := make(chan struct{})
	go func() {
		defer close(renewing)
		for held.Err() == nil {
			pause(held, renew)
			mine = k.renewed(held, mine, stop)
		}
	}()
	j, err := jetstream.OpenAlone(held, o.Cluster)
	if err == nil {
		err = do(held, j)
		_ = j.Close() // it never fails
	}
	stop()
	<-renewing
	k.release(ctx)
	return err
}

// release gives the lease away, if it is this server's, so that nobody has to wait until it is old.
func (k *Keeper) release(ctx context.Context) {
	ctx = context.WithoutCancel(ctx)
	if seen, err := k.lease.Look(ctx); err == nil && readHolder(seen).Server == k.name {
		_, _ = k.lease.Write(ctx, seen, nil) // else it is free in a few seconds
	}
}

// seize takes the lease, whoever has it.
func (k *Keeper) seize(ctx context.Context) (mine cluster.Seen, err error) {
	for range 20 {
		var seen cluster.Seen
		if seen, err = k.lease.Look(ctx); err != nil {
			return seen, err
		}
		if mine, err = k.lease.Write(ctx, seen, k.self()); !errors.Is(err, cluster.ErrTaken) {
			return mine, err
		}
		pause(ctx, look/4)
	}
	return mine, err
}

// Dial connects to a server.
//
// Errors: pipe.ErrNobody, or it does not answer.
func (k *Keeper) Dial(ctx context.Context, server string) (net.Conn, error) {
	return k.peers.Dial(ctx, server)
}

// Listener is where other servers connect to, to have asked here what is for the classes.
func (k *Keeper) Listener() net.Listener { return k.peers }
