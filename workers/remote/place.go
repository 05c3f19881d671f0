package remote

import (
	"context"
	"crypto/rand"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"unbox/workers"
	"unbox/workers/queue"
	"unbox/workers/sandbox"
)

// Machine describes a machine that does jobs for servers.
type Machine struct {
	// Name is for logs, Version must be that of the servers.
	Name, Version string
	Log           *slog.Logger
}

const (
	// offerPace is how often a free place is offered.
	offerPace = time.Second
	// rest is how long a place is not offered after a worker could not be started.
	rest = 10 * time.Second
)

// place is a place for jobs on this machine.
type place struct {
	conn    *nats.Conn
	class   *workers.Class
	machine Machine
	subject string

	// mu guards what follows.
	mu sync.Mutex
	// lease is the lease of the server that has the place; "" if it is free. answers is the subject at which that
	// server listens, heard the time when something was last heard from it.
	lease, answers string
	heard          time.Time
	// closed means that the place is no longer given out.
	closed bool
	// ending means that the lease is about to end: it begins no more jobs.
	ending bool
	// turn is the place's own at its class, from the first job on.
	turn *workers.Turn
	// order and contents are those of the job that is arriving, job is the number of the one being done; cancel ends
	// it.
	order    *order
	contents parts
	job      int
	cancel   context.CancelFunc
	// jobs are the jobs in progress, at most one.
	jobs sync.WaitGroup
	// tired is the time until which the place is not offered.
	tired time.Time
}

// Offer offers the places of classes to servers until the context ends, and then ends what is being done.
//
// Errors: there is no connection.
func Offer(ctx context.Context, conn *nats.Conn, classes []*workers.Class, m Machine) error {
	var all sync.WaitGroup
	defer all.Wait()
	for _, c := range classes {
		for range c.Places() {
			p := &place{conn: conn, class: c, machine: m, subject: conn.NewInbox()}
			s, err := conn.Subscribe(p.subject, p.hear)
			if err != nil {
				return err
			}
			all.Go(func() {
				p.watch(ctx)
				_ = s.Unsubscribe() // it can fail only if the connection has ended
			})
		}
	}
	return nil
}

// watch offers the place while it is free, and frees it when its server is lost.
func (p *place) watch(ctx context.Context) {
	again := time.NewTicker(offerPace)
	defer again.Stop()
	for {
		p.mu.Lock()
		lease, late := p.lease, time.Since(p.heard) > silence
		p.mu.Unlock()
		switch {
		case lease == "":
			p.offer()
		case late:
			p.machine.Log.Warn("a server was lost; its place is free", "class", p.class.Name())
			p.free(lease)
		default:
			_ = p.say(said{Kind: sayAlive, Lease: lease, Job: p.doing()}, nil) // it is said again
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			p.close()
			return
		}
	}
}

// doing is the number of the job that is done, 0 for none.
func (p *place) doing() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.job
}

// offer says that the place is free.
func (p *place) offer() {
	p.mu.Lock()
	not := p.closed || time.Now().Before(p.tired)
	p.mu.Unlock()
	if !not {
		_ = p.conn.Publish(offersOf(p.class.Name()), []byte(text(offer{p.subject, p.machine.Version, p.machine.Name}))) // it is said again
	}
}

// hear takes what servers say.
func (p *place) hear(m *nats.Msg) {
	s, ok := heard(m)
	if !ok {
		return
	}
	if s.Kind == sayClaim {
		answer := nats.NewMsg(m.Reply)
		answer.Header.Set(header, text(p.claimed(s)))
		_ = m.RespondMsg(answer) // a server that gets no answer takes another place
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.Lease == "" || s.Lease != p.lease {
		return // from a server whose lease is over
	}
	p.heard = time.Now()
	switch s.Kind {
	case sayJob:
		p.arrives(s, m.Data)
	case sayCancel:
		if s.Job == p.job && p.cancel != nil {
			p.cancel()
		}
	case sayEnd:
		go p.free(s.Lease) // it waits for the job
	}
}

// claimed gives the place to a server, if it is free.
func (p *place) claimed(s said) said {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.lease != "" || p.closed {
		return said{Kind: sayNo}
	}
	p.lease, p.answers, p.heard = rand.Text(), s.Answers, time.Now()
	return said{Kind: sayYes, Lease: p.lease}
}

// close ends what is being done. The place is no longer given out.
func (p *place) close() {
	p.mu.Lock()
	p.closed = true
	lease := p.lease
	p.mu.Unlock()
	p.free(lease)
}

// free ends a lease, and offers the place again.
func (p *place) free(lease string) {
	p.mu.Lock()
	if lease == "" || lease != p.lease {
		p.mu.Unlock()
		return
	}
	p.ending = true
	if p.cancel != nil {
		p.cancel()
	}
	p.mu.Unlock()
	p.jobs.Wait()
	p.mu.Lock()
	if p.lease == lease { // otherwise it has been freed meanwhile
		if p.turn != nil {
			p.turn.End()
		}
		p.lease, p.turn, p.order, p.contents, p.job, p.cancel, p.ending = "", nil, nil, parts{}, 0, nil, false
	}
	p.mu.Unlock()
	p.offer()
}

// arrives takes a piece of a job, and begins it after the last one.
func (p *place) arrives(s said, part []byte) {
	if s.Order != nil {
		p.order, p.contents = s.Order, parts{}
	}
	contents, whole, err := p.contents.add(s, part)
	if err != nil || !whole || p.order == nil || p.ending {
		return // the server hears that nothing is done
	}
	ctx, cancel := context.WithCancel(context.Background())
	p.job, p.cancel = s.Job, cancel
	lease, o := p.lease, *p.order
	p.order = nil
	p.jobs.Go(func() {
		defer cancel()
		p.do(ctx, said{Lease: lease, Job: s.Job}, o, contents)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.job = 0
	})
}

// do does a job and reports the outcome.
func (p *place) do(ctx context.Context, s said, o order, contents []byte) {
	tell := func(kind string, what []byte) {
		s.Kind = kind
		_ = p.say(s, what) // of the next one more is known
	}
	turn, err := p.ownTurn(ctx, queue.Client{Seat: o.Client})
	var result []byte
	if err == nil {
		result, err = turn.Do(ctx, workers.Job{
			Contents: contents, Clock: o.Clock, Computing: o.Computing, Again: o.Again,
			Started: func(r sandbox.Report) { tell(sayBegun, []byte(text(r))) },
			Event:   func(e []byte) { tell(sayEvent, e) },
		})
	}
	s.Kind = sayResult
	if err != nil {
		s.Kind, s.Fault, result = sayFault, faultOf(err), nil
		if s.Fault.Kind == "lost" && ctx.Err() == nil {
			p.machine.Log.Error("a job cannot be done here", "class", p.class.Name(), "reason", err)
			p.mu.Lock()
			p.tired = time.Now().Add(rest)
			p.mu.Unlock()
		}
	}
	for until := time.Now().Add(silence); p.say(s, result) != nil && time.Now().Before(until); {
		time.Sleep(beat / 10) // the connection may be back in a moment
	}
}

// ownTurn is the turn of the lease.
func (p *place) ownTurn(ctx context.Context, c queue.Client) (*workers.Turn, error) {
	p.mu.Lock()
	turn := p.turn
	p.mu.Unlock()
	if turn != nil {
		return turn, nil
	}
	turn, err := p.class.Turn(ctx, c, nil)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn = turn
	return turn, err
}

// say says something to the server that has the place.
func (p *place) say(s said, contents []byte) error {
	p.mu.Lock()
	to := p.answers
	ours := s.Lease == p.lease
	p.mu.Unlock()
	if !ours {
		return nil // no one is listening any more
	}
	return send(p.conn, to, s, contents)
}
