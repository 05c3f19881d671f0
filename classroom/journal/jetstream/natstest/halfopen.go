package natstest

import (
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// HalfOpen returns the address of a proxy to a server, and a function that cuts it off: all connections end at the server, and stay open
// at the client, which hears nothing more and is not heard, as where a network fails in a way that only one end notices.
func HalfOpen(t testing.TB, url string) (half string, cut func()) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &halfOpen{address: strings.TrimPrefix(url, "nats://")}
	t.Cleanup(func() {
		_ = l.Close()
		p.end()
	})
	go func() {
		for {
			client, err := l.Accept()
			if err != nil {
				return
			}
			go p.serve(client)
		}
	}()
	return "nats://" + l.Addr().String(), p.cut
}

type halfOpen struct {
	address        string
	mu             sync.Mutex
	off            bool
	clients, peers []net.Conn
}

// serve forwards data between a client and the server, until it is cut off.
func (p *halfOpen) serve(client net.Conn) {
	peer, err := net.Dial("tcp", p.address)
	if err != nil {
		_ = client.Close()
		return
	}
	p.mu.Lock()
	p.clients, p.peers = append(p.clients, client), append(p.peers, peer)
	if p.off {
		_ = peer.Close()
	}
	p.mu.Unlock()
	go func() { _, _ = io.Copy(client, peer) }()
	_, _ = io.Copy(peer, client)
	_, _ = io.Copy(io.Discard, client) // what it says now is not heard
}

func (p *halfOpen) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.off = true
	for _, c := range p.peers {
		_ = c.Close()
	}
}

// end ends the connections of clients, too.
func (p *halfOpen) end() {
	p.cut()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.clients {
		_ = c.Close()
	}
}
