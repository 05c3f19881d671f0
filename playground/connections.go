package playground

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"unbox/playground/visit"
	"unbox/workers/queue"
)

// sendBuffer is the number of bytes of an answer that the kernel keeps for a client that
// does not read. Without a bound it takes megabytes, which count as the server's.
const sendBuffer = 128 << 10

// connections is a listener that bounds the number of open connections. When a new one would
// exceed it, a connection on which no request is being answered is closed.
type connections struct {
	net.Listener
	addresses visit.Addresses
	slots     slots
	refused   refused
}

func newConnections(l net.Listener, limits Limits, addresses visit.Addresses) *connections {
	return &connections{Listener: l, addresses: addresses, slots: slots{
		total: limits.Connections, perBlock: limits.ConnectionsPerBlock, noun: "connections", gives: givesOldest,
	}}
}

// ownFiles is how many files the server needs beside connections: for workers, storage and its own files. If it may have few, it has half of
// them.
const ownFiles = 512

// within returns the limits of a process that may have so many files open. Without it, a client with as many idle connections would keep all
// others out, since the system refuses a connection before this server could close an idle one for it, and no worker could be started.
func (l Limits) within(files int) Limits {
	most := max(files-ownFiles, files/2)
	l.Connections, l.ConnectionsPerBlock = min(l.Connections, most), min(l.ConnectionsPerBlock, most)
	return l
}

// connection is a connection that is counted until it is closed.
type connection struct {
	net.Conn
	slot *slot
	done func()
}

// Close closes the connection and releases its slot.
func (c *connection) Close() error {
	c.done()
	return c.Conn.Close()
}

// Accept waits for the next connection that is admitted.
func (l *connections) Accept() (net.Conn, error) {
	for {
		raw, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if tcp, ok := raw.(*net.TCPConn); ok {
			_ = tcp.SetWriteBuffer(sendBuffer) // without it, it only takes more memory
		}
		block, direct := l.addresses.Direct(raw.RemoteAddr().String())
		c := &connection{Conn: raw, slot: &slot{client: queue.Client{Block: block}, proxy: !direct, end: func() { _ = raw.Close() }}}
		c.done = sync.OnceFunc(func() { l.slots.give(c.slot) })
		if err := l.slots.take(c.slot); err != nil {
			l.refused.answer(raw, err)
			continue
		}
		return c, nil
	}
}

// What a connection may still send that was refused, in bytes and in time, and how many of these are read at a time: each is an open file.
const (
	refusedBytes = 1 << 20
	refusedTime  = 10 * time.Second
	maxRefused   = 32
)

// refused are connections that were refused and are still read. The zero value can be used.
type refused struct{ count atomic.Int64 }

// answer answers whatever was going to be asked. What is sent meanwhile is read: the system resets a connection that is closed before, and a client that is
// still writing would never see the answer. Only if many are refused at once, the next are closed at once.
func (r *refused) answer(c net.Conn, reason error) {
	text := reason.Error() + "\n"
	head := "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 2\r\nConnection: close\r\n\r\n"
	_ = c.SetDeadline(time.Now().Add(refusedTime))
	_, _ = c.Write([]byte(head + text)) // it may have gone
	half, ok := c.(interface{ CloseWrite() error })
	if !ok || r.count.Load() >= maxRefused { // one goroutine accepts
		_ = c.Close()
		return
	}
	r.count.Add(1)
	go func() {
		defer r.count.Add(-1)
		defer c.Close()
		if half.CloseWrite() == nil {
			_, _ = io.CopyN(io.Discard, c, refusedBytes)
		}
	}()
}

// changed is told by http.Server what happens on a connection. A WebSocket stays busy: it has
// limits of its own.
func (l *connections) changed(c net.Conn, state http.ConnState) {
	if encrypted, ok := c.(*tls.Conn); ok {
		c = encrypted.NetConn()
	}
	if own, ok := c.(*connection); ok {
		l.slots.use(own.slot, state == http.StateActive || state == http.StateHijacked)
	}
}
