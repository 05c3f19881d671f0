package pipe

import (
	"io"
	"net"
	"os"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
)

// end is one end of a connection.
type end struct {
	home  *Place
	id    string
	other address
	// place is the place that was dialled; "" for an accepted connection. dropped ends the
	// dialling.
	place   string
	dropped func()
	// to is the subject of the other end.
	to string

	mu     sync.Mutex
	change *sync.Cond
	// in is received data that was not read yet, arrived the number of bytes received, told the number of bytes that were
	// acknowledged as read.
	in            []byte
	arrived, told uint64
	// sent is the number of bytes sent, allowed the number that may be sent.
	sent, allowed uint64
	// over is the reason why no more data will come, io.EOF if the other end has closed; shut means that this end
	// has.
	over error
	shut bool
	// unlisted counts the other place's reports in a row in which the connection is not.
	unlisted int
	// readBy and writeBy are deadlines.
	readBy, writeBy deadline
}

// deadline is a moment after which calls stop waiting.
type deadline struct {
	at    time.Time
	timer *time.Timer
}

func (d *deadline) passed() bool { return !d.at.IsZero() && !time.Now().Before(d.at) }

// set sets it. The caller holds the end's lock.
func (d *deadline) set(e *end, at time.Time) {
	if d.timer != nil {
		d.timer.Stop()
	}
	d.at = at
	if !at.IsZero() {
		d.timer = time.AfterFunc(time.Until(at), func() {
			e.mu.Lock()
			defer e.mu.Unlock()
			e.change.Broadcast()
		})
	}
	e.change.Broadcast()
}

// isOf reports whether a message is from the other end.
func (e *end) isOf(m *nats.Msg) bool { return m.Reply == e.to || m.Data[0] == kindEnd }

// hear handles a message of the other end.
func (e *end) hear(kind byte, number uint64, data []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.over != nil:
		return
	case kind == kindCredit:
		e.allowed = max(e.allowed, number+window)
	case kind == kindEnd:
		e.over = io.EOF
		e.forget()
	case kind == kindData && number == e.arrived && len(e.in)+len(data) <= window:
		e.in = append(e.in, data...)
		e.arrived += uint64(len(data))
	default:
		e.broken()
	}
	e.change.Broadcast()
}

// broken ends a connection of which something was lost, and tells the other end. The caller holds the lock.
func (e *end) broken() {
	e.over = errBroken
	e.in = nil
	_ = e.tell(kindEnd, 0, nil) // if that is lost, the next report says it
	e.forget()
}

// tell sends a message to the other end.
func (e *end) tell(kind byte, number uint64, data []byte) error {
	m := &nats.Msg{Subject: e.to, Reply: prefix + e.home.name + "." + e.id, Data: append(head(kind, number), data...)}
	return e.home.conn.PublishMsg(m)
}

// forget removes it from its place.
func (e *end) forget() {
	go func() { // the place may be looking at it
		e.home.mu.Lock()
		defer e.home.mu.Unlock()
		delete(e.home.ends, e.id)
	}()
}

// finish ends it for a reason, and tells the other end unless that knows. It returns the reason why it ended, which
// may be an earlier one.
func (e *end) finish(why error, tell bool) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.over == nil {
		e.over = why
		e.dropped()
		if tell {
			_ = e.tell(kindEnd, 0, nil) // if that is lost, the next report does not have the connection
		}
		e.forget()
	}
	e.change.Broadcast()
	return e.over
}

// Read implements net.Conn.
func (e *end) Read(p []byte) (int, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for len(e.in) == 0 || e.shut {
		switch {
		case e.shut:
			return 0, net.ErrClosed
		case e.readBy.passed():
			return 0, os.ErrDeadlineExceeded
		case e.over != nil:
			return 0, e.over
		case len(p) == 0:
			return 0, nil
		}
		e.change.Wait()
	}
	if e.readBy.passed() {
		return 0, os.ErrDeadlineExceeded
	}
	n := copy(p, e.in)
	e.in = e.in[n:]
	if len(e.in) == 0 {
		e.in = nil
	}
	if read := e.arrived - uint64(len(e.in)); read-e.told >= window/4 && e.over == nil {
		e.told = read
		_ = e.tell(kindCredit, read, nil) // if it is lost, the next report says it
	}
	return n, nil
}

// Write implements net.Conn.
func (e *end) Write(p []byte) (written int, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for written < len(p) {
		switch {
		case e.shut:
			return written, net.ErrClosed
		case e.writeBy.passed():
			return written, os.ErrDeadlineExceeded
		case e.over != nil:
			return written, io.ErrClosedPipe
		case e.sent == e.allowed:
			e.change.Wait()
			continue
		}
		n := min(len(p)-written, piece, int(e.allowed-e.sent))
		if err := e.tell(kindData, e.sent, p[written:written+n]); err != nil {
			return written, err
		}
		e.sent += uint64(n)
		written += n
	}
	return written, nil
}

// Close implements net.Conn.
func (e *end) Close() error {
	_ = e.finish(net.ErrClosed, true)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.shut = true
	e.readBy.set(e, time.Time{})
	e.writeBy.set(e, time.Time{})
	return nil
}

// LocalAddr implements net.Conn.
func (e *end) LocalAddr() net.Addr { return e.home.Addr() }

// RemoteAddr implements net.Conn.
func (e *end) RemoteAddr() net.Addr { return e.other }

// SetDeadline implements net.Conn.
func (e *end) SetDeadline(t time.Time) error {
	return firstOf(e.SetReadDeadline(t), e.SetWriteDeadline(t))
}

func firstOf(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// SetReadDeadline implements net.Conn.
func (e *end) SetReadDeadline(t time.Time) error { return e.until(&e.readBy, t) }

// SetWriteDeadline implements net.Conn.
func (e *end) SetWriteDeadline(t time.Time) error { return e.until(&e.writeBy, t) }

func (e *end) until(d *deadline, t time.Time) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shut {
		return net.ErrClosed
	}
	d.set(e, t)
	return nil
}
