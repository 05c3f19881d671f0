package remote

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"unbox/workers"
	"unbox/workers/queue"
	"unbox/workers/sandbox"
)

const (
	// offered is how long an offer is valid: a free place repeats it more often.
	offered = 3 * time.Second
	// asking is how long a place may take to accept.
	asking = 2 * time.Second
)

// borrower searches for places for a class of this server.
type borrower struct {
	conn    *nats.Conn
	class   *workers.Class
	version string
	log     *slog.Logger
	// some is told when a place is offered.
	some chan struct{}
	// done is what other machines did; nil if nobody asks.
	done *Counts

	mu sync.Mutex
	// free are the places that were offered; seen are machines that were mentioned in the log.
	free map[string]freePlace
	seen map[offer]bool
}

// freePlace is when a place was last offered, and the name of its machine.
type freePlace struct {
	at      time.Time
	machine string
}

// Borrow lets classes use places of other machines while jobs wait, until the context ends. version is this
// program's. What is done there is counted in done, if that is not nil.
//
// Errors: there is no connection.
func Borrow(ctx context.Context, conn *nats.Conn, classes []*workers.Class, version string, done *Counts, log *slog.Logger) error {
	for _, c := range classes {
		b := newBorrower(c, version, log)
		b.conn, b.done = conn, done
		s, err := conn.Subscribe(offersOf(c.Name()), func(m *nats.Msg) { b.hear(m.Data) })
		if err != nil {
			return err
		}
		go func() {
			b.look(ctx)
			_ = s.Unsubscribe() // it can fail only if the connection has ended
		}()
	}
	return nil
}

func newBorrower(c *workers.Class, version string, log *slog.Logger) *borrower {
	return &borrower{class: c, version: version, log: log, some: make(chan struct{}, 1), free: map[string]freePlace{}, seen: map[offer]bool{}}
}

// hear takes an offer.
func (b *borrower) hear(text []byte) {
	var o offer
	if json.Unmarshal(text, &o) != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	kind := offer{"", o.Version, o.Machine}
	switch first := !b.seen[kind]; {
	case first && o.Version != b.version:
		b.log.Warn("a machine for jobs is not used: it is of another version", "machine", o.Machine, "class", b.class.Name(), "expected", b.version, "found", o.Version)
	case first:
		b.log.Info("another machine does jobs, too", "machine", o.Machine, "class", b.class.Name())
	}
	b.seen[kind] = true
	if o.Version != b.version {
		return
	}
	b.free[o.Place] = freePlace{time.Now(), o.Machine}
	select {
	case b.some <- struct{}{}:
	default: // it is told already
	}
}

// look asks for places as long as jobs wait.
func (b *borrower) look(ctx context.Context) {
	for {
		for b.class.Waiting() > 0 {
			place, machine := b.next()
			if place == "" {
				break
			}
			if l := b.claim(ctx, place); l != nil {
				l.count = func(o Outcome) { b.done.add(b.class.Name(), machine, o) }
				b.class.Lend(l)
			}
		}
		select {
		case <-b.class.Wanted():
		case <-b.some:
		case <-ctx.Done():
			return
		}
	}
}

// next takes an offer; "" for none.
func (b *borrower) next() (place, machine string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for p, f := range b.free {
		delete(b.free, p)
		if time.Since(f.at) < offered {
			return p, f.machine
		}
	}
	return "", ""
}

// claim asks for a place; nil if it belongs to another server, or is gone.
func (b *borrower) claim(ctx context.Context, place string) *lease {
	answers := b.conn.NewInbox()
	s, err := b.conn.SubscribeSync(answers)
	if err != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, asking)
	defer cancel()
	m := nats.NewMsg(place)
	m.Header.Set(header, text(said{Kind: sayClaim, Answers: answers}))
	if answer, err := b.conn.RequestMsgWithContext(ctx, m); err == nil {
		if said, ok := heard(answer); ok && said.Kind == sayYes {
			l := &lease{conn: b.conn, place: place, name: said.Lease, answers: s, stop: make(chan struct{})}
			go l.stayAlive()
			return l
		}
	}
	_ = s.Unsubscribe() // it can fail only if the connection has ended
	return nil
}

// lease is a place that is this server's for one turn. It is a workers.Away.
type lease struct {
	conn        *nats.Conn
	place, name string
	answers     *nats.Subscription
	job         int
	stop        chan struct{}
	// count is told how each job ended.
	count func(Outcome)
}

// stayAlive says that this server is there until the lease ends.
func (l *lease) stayAlive() {
	again := time.NewTicker(beat)
	defer again.Stop()
	for {
		select {
		case <-again.C:
			_ = send(l.conn, l.place, said{Kind: sayAlive, Lease: l.name}, nil) // it is said again
		case <-l.stop:
			return
		}
	}
}

// End implements workers.Away.
func (l *lease) End() {
	close(l.stop)
	_ = send(l.conn, l.place, said{Kind: sayEnd, Lease: l.name}, nil) // if that is not heard, silence ends it
	_ = l.answers.Unsubscribe()                                       // it can fail only if the connection has ended
}

// Do implements workers.Away.
func (l *lease) Do(ctx context.Context, c queue.Client, j workers.Job) ([]byte, error) {
	result, err := l.do(ctx, c, j)
	switch {
	case errors.Is(err, workers.ErrLost):
		l.count(Lost)
	case ctx.Err() != nil:
		l.count(Cancelled)
	default:
		l.count(Done)
	}
	return result, err
}

func (l *lease) do(ctx context.Context, c queue.Client, j workers.Job) ([]byte, error) {
	l.job++
	s := said{Kind: sayJob, Lease: l.name, Job: l.job, Order: &order{Client: standsFor(c), Clock: j.Clock, Computing: j.Computing, Again: j.Again}}
	if err := send(l.conn, l.place, s, j.Contents); err != nil {
		return nil, fmt.Errorf("%w: %w", workers.ErrLost, err)
	}
	var result parts
	for {
		said, part, err := l.next(ctx)
		if err != nil {
			return nil, err
		}
		switch said.Kind {
		case sayBegun:
			var r sandbox.Report
			if json.Unmarshal(part, &r) == nil && j.Started != nil {
				j.Started(r)
			}
		case sayEvent:
			if j.Event != nil {
				j.Event(part)
			}
		case sayFault:
			return nil, said.Fault.err()
		case sayResult:
			all, whole, err := result.add(said, part)
			if err != nil || whole {
				return all, err
			}
		}
	}
}

// idle is how often a place may report that it is doing something else before the job, or its result, is considered
// lost.
const idle = 3

// next waits for what the place reports about the job.
//
// Errors: the context's, then the job is cancelled; or ErrLost.
func (l *lease) next(ctx context.Context) (said, []byte, error) {
	for n := 0; ; {
		wait, cancel := context.WithTimeout(ctx, silence)
		m, err := l.answers.NextMsgWithContext(wait)
		cancel()
		switch {
		case ctx.Err() != nil:
			_ = send(l.conn, l.place, said{Kind: sayCancel, Lease: l.name, Job: l.job}, nil) // the end of the lease ends it, too
			return said{}, nil, ctx.Err()
		case err != nil:
			return said{}, nil, fmt.Errorf("%w: %w", workers.ErrLost, err)
		}
		s, ok := heard(m)
		if ok && s.Kind == sayAlive && s.Job != l.job {
			if n++; n == idle {
				return said{}, nil, fmt.Errorf("%w: it knows nothing of the job", workers.ErrLost)
			}
		}
		if ok && s.Lease == l.name && s.Kind != sayAlive && s.Job == l.job && (s.Kind != sayFault || s.Fault != nil) {
			return s, m.Data, nil
		}
	}
}

// standsFor is a name for a client that reveals nothing about it. Each client without a seat of its own gets a name
// of its own: they never share a process.
func standsFor(c queue.Client) string {
	if c.Seat == "" && c.Block != "" {
		return rand.Text()
	}
	sum := sha256.Sum256([]byte(c.Block + "\x00" + c.Seat))
	return hex.EncodeToString(sum[:16])
}
