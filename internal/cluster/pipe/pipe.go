// Package pipe carries connections between programs of a cluster over NATS: a program that is connected to NATS needs
// no other connection, no port, no host name and no certificate. A Place is a net.Listener, and dials others, so that
// net/http can use it like TCP. A connection loses no data: if NATS loses a message or delivers it out of order, the
// connection ends, at the next message or the next report of the other place (see beat.go).
package pipe

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// prefix begins the subjects of places: then the place's name and the connection's.
const prefix = "unbox.pipe."

const (
	// window is the maximum number of bytes that the other end has not read; piece is the maximum in a message.
	window = 256 << 10
	piece  = 32 << 10
	// waiting is the maximum number of connections that wait to be accepted.
	waiting = 256
	// fresh is the maximum age of a request to connect.
	fresh = time.Minute
	// answer is the maximum time for the other place to respond.
	answer = 2 * time.Second
)

// The kind of a message, in its first byte. The next eight bytes are a number: for data the position of the first byte
// after them, for credit the position up to which the other end has read.
const (
	kindData   = 'd'
	kindCredit = 'c'
	kindEnd    = 'e'
	headLength = 9
)

// Errors of connections.
var (
	// ErrGone means that there is no place with a name.
	ErrGone   = errors.New("expected another server in the cluster, found that it is gone")
	errBroken = errors.New("expected all that was sent, found that some was lost on the way")
	errLost   = errors.New("expected a connection to NATS, found that it was lost")
)

// Signer signs requests to connect, so that only programs that know the key are
// accepted.
type Signer interface {
	Sign(message []byte) string
	Check(message []byte, signature string) bool
}

// Place accepts connections from other places and connects to them.
type Place struct {
	conn   *nats.Conn
	name   string
	signer Signer
	sub    *nats.Subscription
	coming chan net.Conn
	closed chan struct{}
	once   sync.Once

	mu   sync.Mutex
	ends map[string]*end
	// heard is when each other place reported last.
	heard map[string]time.Time
}

// Listen opens a place with a name, which is one part of a subject.
//
// Errors: there is no connection to NATS.
func Listen(conn *nats.Conn, name string, signer Signer) (*Place, error) {
	p := &Place{conn: conn, name: name, signer: signer, coming: make(chan net.Conn, waiting), closed: make(chan struct{}), ends: map[string]*end{}, heard: map[string]time.Time{}}
	var err error
	if p.sub, err = conn.Subscribe(prefix+name+".*", p.hear); err != nil {
		return nil, err
	}
	go p.beats()
	return p, conn.Flush()
}

// Accept implements net.Listener.
func (p *Place) Accept() (net.Conn, error) {
	select {
	case c := <-p.coming:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener. All connections end.
func (p *Place) Close() error {
	p.once.Do(func() {
		close(p.closed)
		_ = p.sub.Unsubscribe() // it can fail only if the connection has ended
		p.drop(func(*end) bool { return true }, net.ErrClosed)
	})
	return nil
}

// Addr implements net.Listener.
func (p *Place) Addr() net.Addr { return address(p.name) }

type address string

func (address) Network() string  { return "nats" }
func (a address) String() string { return string(a) }

// Lost ends all connections: data on its way when the connection to NATS was
// lost may be lost.
func (p *Place) Lost() { p.drop(func(*end) bool { return true }, errLost) }

// Drop ends all connections that were dialled to another place.
func (p *Place) Drop(place string) {
	p.drop(func(e *end) bool { return e.place == place }, ErrGone)
}

func (p *Place) drop(which func(*end) bool, why error) {
	p.mu.Lock()
	var all []*end
	for _, e := range p.ends {
		if which(e) {
			all = append(all, e)
		}
	}
	p.mu.Unlock()
	for _, e := range all {
		_ = e.finish(why, true)
	}
}

// There checks whether a place exists.
//
// Errors: ErrGone; or that is unknown.
func (p *Place) There(ctx context.Context, place string) error {
	ctx, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	_, err := p.ask(ctx, place, "here", nil)
	return err
}

func (p *Place) ask(ctx context.Context, place, id string, what []byte) ([]byte, error) {
	m, err := p.conn.RequestWithContext(ctx, prefix+place+"."+id, what)
	if errors.Is(err, nats.ErrNoResponders) {
		return nil, ErrGone
	}
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

// Dial connects to another place, unless all connections to it are dropped meanwhile.
//
// Errors: ErrGone, or it does not respond or refuses.
func (p *Place) Dial(ctx context.Context, place string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, answer)
	defer cancel()
	e := p.newEnd(rand.Text(), place, prefix+place+".")
	e.place, e.dropped = place, cancel
	p.add(e)
	request := strings.Join([]string{p.name, place, e.id, fmt.Sprint(time.Now().Unix())}, " ")
	answered, err := p.ask(ctx, place, e.id, []byte(request+" "+p.signer.Sign([]byte(request))))
	if err == nil && string(answered) != "yes" {
		err = fmt.Errorf("expected to be let in by another server, found this: %s", answered)
	}
	if err != nil {
		return nil, e.finish(err, false)
	}
	return e, nil
}

func (p *Place) newEnd(id, other, to string) *end {
	e := &end{home: p, id: id, other: address(other), to: to + id, allowed: window, dropped: func() {}}
	e.change = sync.NewCond(&e.mu)
	return e
}

func (p *Place) add(e *end) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.ends[e.id] = e
}

// hear handles a message. It never blocks.
func (p *Place) hear(m *nats.Msg) {
	id := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	switch id {
	case "here":
		_ = m.Respond(nil) // it asks again
		return
	case beatName:
		p.heardBeat(m.Data)
		return
	}
	p.mu.Lock()
	e := p.ends[id]
	p.mu.Unlock()
	switch {
	case e != nil && len(m.Data) >= headLength && e.isOf(m):
		e.hear(m.Data[0], binary.BigEndian.Uint64(m.Data[1:]), m.Data[headLength:])
	case e != nil:
	case len(m.Data) > headLength && m.Data[0] == kindData && strings.HasPrefix(m.Reply, prefix), len(m.Data) == headLength && m.Data[0] == kindCredit:
		_ = p.conn.Publish(m.Reply, head(kindEnd, 0)) // it ended here; the next message is answered in the same way
	case m.Reply != "" && !strings.HasPrefix(m.Reply, prefix):
		_ = m.Respond([]byte(p.welcome(id, string(m.Data)))) // without an answer the other end gives up
	}
}

// welcome accepts a place that knows the key, and answers "yes", or why not.
func (p *Place) welcome(id, text string) string {
	at := strings.LastIndexByte(text, ' ')
	if at < 0 || !p.signer.Check([]byte(text[:at]), text[at+1:]) {
		return "expected a server with the same key"
	}
	var from, to, named string
	var when int64
	if _, err := fmt.Sscanf(text[:at], "%s %s %s %d", &from, &to, &named, &when); err != nil || to != p.name || named != id {
		return "expected a request to connect"
	}
	if old := time.Since(time.Unix(when, 0)); old > fresh || old < -fresh {
		return fmt.Sprintf("expected a server whose clock differs by at most %v, found one that differs by %v; have both set by a time server", fresh, old.Abs().Round(time.Second))
	}
	e := p.newEnd(id, from, prefix+from+".")
	p.add(e)
	select {
	case <-p.closed:
	case p.coming <- e:
		return "yes"
	default:
	}
	_ = e.finish(net.ErrClosed, false)
	return "expected room for a connection"
}

func head(kind byte, number uint64) []byte {
	return binary.BigEndian.AppendUint64([]byte{kind}, number)
}
