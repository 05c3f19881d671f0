//go:build linux

package main

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// socketAttacks are about connections over which measurements are asked for.
func socketAttacks() []attack {
	return []attack{{
		name: "sockets-idle-1000", about: "1,000 sockets that say nothing; somebody honest measures all the same", quick: true,
		do: func(ctx context.Context, a *arena) { a.idleSockets(ctx, 1000, address) },
	}, {
		name: "sockets-idle-one-address", about: "1,000 sockets that say nothing, from one address",
		do: func(ctx context.Context, a *arena) {
			a.idleSockets(ctx, 1000, func(int) string { return address(0) })
		},
	}, {
		name: "sockets-deaf", about: "100 sockets that send requests and never read the answers", quick: true,
		do: func(ctx context.Context, a *arena) {
			a.frames(ctx, 100, func(conn net.Conn, _ int) error {
				shrink(conn)
				return repeatFrame(ctx, conn, 20_000, frame(0x81, []byte(`{"id":1,"kind":"what"}`)))
			})
		},
	}, {
		name: "sockets-flood", about: "requests that are no JSON, as fast as they are taken",
		do: func(ctx context.Context, a *arena) {
			a.frames(ctx, 30, func(conn net.Conn, _ int) error {
				go func() { _ = untilClosed(conn) }()
				return repeatFrame(ctx, conn, 50_000, frame(0x81, []byte("[[[[[[[[[[")))
			})
		},
	}, {
		name: "sockets-huge-frames", about: "frames that claim 2^62 bytes, and messages of 4 MB", quick: true,
		do: func(ctx context.Context, a *arena) {
			a.frames(ctx, 60, func(conn net.Conn, i int) error {
				if i%2 == 0 {
					_, err := conn.Write(append([]byte{0x81, 0xff}, binary.BigEndian.AppendUint64(nil, 1<<62)...))
					return err
				}
				return repeatFrame(ctx, conn, 3, frame(0x81, []byte(strings.Repeat(" ", 4<<20-10)+"{}")))
			})
		},
	}, {
		name: "sockets-fragments", about: "a message in a million pieces without an end", quick: false,
		do: func(ctx context.Context, a *arena) {
			a.frames(ctx, 60, func(conn net.Conn, _ int) error {
				if _, err := conn.Write(frame(0x01, []byte("{"))); err != nil {
					return err
				}
				return repeatFrame(ctx, conn, 1_000_000, frame(0x00, []byte(" ")))
			})
		},
	}, {
		name: "sockets-fragments-slow", about: "200 sockets with a message of which a byte comes in each half second", quick: true,
		do: func(ctx context.Context, a *arena) {
			a.frames(ctx, 200, func(conn net.Conn, _ int) error {
				_, err := conn.Write(frame(0x01, []byte("{")))
				for ctx.Err() == nil && err == nil {
					_, err = conn.Write(frame(0x00, []byte(" ")))
					pause(ctx, 500*time.Millisecond)
				}
				return err
			})
		},
	}, {
		name: "sockets-pings", about: "pings as fast as they are taken, answers not read", quick: true,
		do: func(ctx context.Context, a *arena) {
			a.frames(ctx, 60, func(conn net.Conn, _ int) error {
				return repeatFrame(ctx, conn, 100_000, frame(0x89, make([]byte, 125)))
			})
		},
	}, {
		name: "sockets-wrong-frames", about: "frames without a mask, with reserved bits, of unknown kinds, closes of one byte",
		do: func(ctx context.Context, a *arena) {
			a.frames(ctx, 32, func(conn net.Conn, i int) error {
				_, err := conn.Write([][]byte{{0x81, 1, 'a'}, frame(0xf1, []byte("a")), frame(0x83, []byte("a")), frame(0x88, []byte("a")),
					frame(0x80, []byte("a")), frame(0x09, []byte("a")), frame(0xc1, []byte{0xff}), frame(0x82, []byte{0xff})}[i%8])
				return err
			})
		},
	}, {
		name: "sockets-churn", about: "sockets opened and closed at once",
		do: func(ctx context.Context, a *arena) {
			a.repeat(ctx, 32, 1000, func(i int) {
				if conn := a.socket(ctx, address(i)); conn != nil {
					_ = conn.Close()
					a.saw("opened")
				}
			})
		},
	}}
}

// socket opens a WebSocket for measurements, nil if the server does not accept it.
func (a *arena) socket(ctx context.Context, ip string) *websocket.Conn {
	dialer := websocket.Dialer{NetDialContext: dialerFrom(ip).DialContext, HandshakeTimeout: 10 * time.Second}
	s := newSeat(a.server.url, ip)
	r := a.request(http.MethodGet, "machine", nil)
	s.sit(r)
	header := r.Header
	header.Set("Origin", strings.TrimSuffix(a.server.url, "/"))
	conn, response, err := dialer.DialContext(ctx, "ws://"+a.server.addr+"/machine", header)
	if err != nil {
		if response != nil {
			a.saw("%d", response.StatusCode)
		} else if ctx.Err() == nil {
			a.saw("%s", hangUp(err))
		}
		return nil
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() }) // the attack is over
	return conn
}

// idleSockets opens n sockets and leaves them alone, as a browser does that is open: it answers
// pings. Then an honest client measures.
func (a *arena) idleSockets(ctx context.Context, n int, from func(i int) string) {
	var open atomic.Int64
	honest := make(chan struct{})
	go func() {
		defer close(honest)
		pause(ctx, 2*time.Second) // until the others are there
		if err := a.measures(ctx, honestAddress); err != nil && ctx.Err() == nil {
			a.fault("expected a measurement for somebody honest, found this: %v", err)
		}
		a.ready()
	}()
	each(n, func(i int) {
		conn := a.socket(ctx, from(i))
		if conn == nil {
			return
		}
		defer conn.Close()
		open.Add(1)
		for {
			if _, _, err := conn.ReadMessage(); err != nil {
				break // the end of the attack, or the slot went to somebody who waited
			}
		}
		if ctx.Err() == nil {
			a.saw("lost its slot")
		}
	})
	<-honest
	a.saw("%d opened", open.Load())
	<-ctx.Done()
}

// measures asks for a measurement and waits for a place in the queue, or a result.
func (a *arena) measures(ctx context.Context, ip string) error {
	conn := a.socket(ctx, ip)
	if conn == nil {
		return fmt.Errorf("no socket")
	}
	defer conn.Close()
	job, err := json.Marshal(map[string]any{"trace": loopTrace, "quick": true})
	if err != nil {
		return err
	}
	if err := conn.WriteJSON(map[string]any{"id": 1, "kind": "measure", "job": json.RawMessage(job)}); err != nil {
		return err
	}
	for {
		_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
		var answer struct{ Kind, Error string }
		if err := conn.ReadJSON(&answer); err != nil {
			return err
		}
		switch answer.Kind {
		case "error":
			return fmt.Errorf("%s", answer.Error)
		case "result":
			a.saw("honest result")
			return nil
		}
	}
}

// loopTrace is an endless loop.
const loopTrace = "[i0]\ni1 = int_add(i0, 1)\njump(i1)\n"

// frame is one frame from a client, masked with zeros.
func frame(first byte, contents []byte) []byte {
	out := []byte{first}
	switch n := len(contents); {
	case n < 126:
		out = append(out, 0x80|byte(n))
	case n < 1<<16:
		out = binary.BigEndian.AppendUint16(append(out, 0xfe), uint16(n))
	default:
		out = binary.BigEndian.AppendUint64(append(out, 0xff), uint64(n))
	}
	return append(append(out, 0, 0, 0, 0), contents...)
}

// frames opens n sockets, calls f to write to each, and reopens those that the server
// closes, a few times.
func (a *arena) frames(ctx context.Context, n int, f func(conn net.Conn, i int) error) {
	a.repeat(ctx, n, 20, func(i int) {
		socket := a.socket(ctx, address(i))
		if socket == nil {
			return
		}
		defer socket.Close()
		conn := socket.UnderlyingConn()
		if err := f(conn, i); err != nil {
			a.saw("hung up")
			return
		}
		a.saw("%s", farewell(ctx, conn))
	})
}

// repeatFrame writes a frame that many times, some at once.
func repeatFrame(ctx context.Context, conn net.Conn, n int, one []byte) error {
	group := max(1, min(n, 16<<10/len(one)))
	text := times(group, one)
	for i := 0; i < n && ctx.Err() == nil; i += group {
		_ = conn.SetWriteDeadline(time.Now().Add(15 * time.Second))
		if _, err := conn.Write(text); err != nil {
			return err
		}
		pause(ctx, time.Millisecond)
	}
	return nil
}

// untilClosed reads and drops everything.
func untilClosed(conn net.Conn) error {
	piece := make([]byte, 32<<10)
	for {
		if _, err := conn.Read(piece); err != nil {
			return err
		}
	}
}

// farewell reads until the server closes the connection, for at most three
// seconds.
func farewell(ctx context.Context, conn net.Conn) string {
	_ = conn.SetReadDeadline(time.Now().Add(3 * time.Second))
	err := untilClosed(conn)
	var silent net.Error
	if ctx.Err() != nil || asTimeout(err, &silent) {
		return "stays"
	}
	return "hung up"
}
