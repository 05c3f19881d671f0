//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"github.com/gorilla/websocket"
	"golang.org/x/net/http2"
)

// oddAttacks speak protocols as no browser does: tables of headers that contradict themselves, frames that are padding, greetings in crumbs,
// messages to classes in pieces.
func oddAttacks() []attack {
	return []attack{
		overHTTP2("h2-broken-tables", "headers that name entries of the table that there are not, numbers and texts without an end, tables beyond all sizes", true, 30, brokenTables),
		overHTTP2("h2-window-sizes", "100 requests without room on each connection, whose room is changed by one byte again and again", true, 30, windowSizes),
		overHTTP2("h2-padded", "bodies of nothing but padding, whose room the server gives back; that is not read", true, 30, padded),
		{name: "tls-crumbs", about: "greetings in records of one byte, with 250 protocols, and records of no length", quick: true, own: tlsCrumbs},
		{name: "lines-odd", about: "sockets of classes whose greeting comes in 4,000 pieces, is no text, or is followed by 1,000 messages and frames after the close", quick: true, do: oddLines},
	}
}

// brokenTables are blocks of headers that cannot be read (RFC 7541).
func brokenTables(ctx context.Context, a *arena, c *frames) error {
	long := append([]byte{0x40, 0x7f}, bytes.Repeat([]byte{0xff}, 200)...) // a name whose length goes on and on
	blocks := [][]byte{
		{0x80}, {0xff, 0xff, 0xff, 0xff, 0x0f}, bytes.Repeat([]byte{0xff}, 5_000), long,
		{0x3f, 0xff, 0xff, 0xff, 0xff, 0x7f}, {0x40, 0x81, 0xff, 0x81, 0xff}, append([]byte{0x40, 0x84}, 0xff, 0xff, 0xff, 0xff), {0x40, 0x0a, 'a'},
		append(c.request("GET", "/", 0), 0x20), bytes.Repeat([]byte{0x20}, 16_000), {}, {0x10, 0x00, 0x00},
	}
	for k, block := range blocks {
		d, err := a.dialFrames(ctx, &server{addr: c.host}, c.ip())
		if err != nil {
			return err
		}
		err = d.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: block, EndHeaders: k%2 == 0, EndStream: true, PadLength: uint8(k)})
		if k%2 == 1 {
			err = errors.Join(err, d.WriteContinuation(1, true, block))
		}
		pause(ctx, 100*time.Millisecond)
		_ = errors.Join(err, d.conn.Close()) // the server has hung up
	}
	return nil
}

func windowSizes(ctx context.Context, _ *arena, c *frames) error {
	err := c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
	for id := uint32(1); id < 200 && err == nil; id += 2 {
		err = c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.request("GET", "/lessons/search.json", 0), EndHeaders: true, EndStream: true})
	}
	for k := 0; k < 200_000 && err == nil && ctx.Err() == nil; k++ {
		err = c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: uint32(k % 2)})
	}
	return err
}

func padded(ctx context.Context, _ *arena, c *frames) error {
	c.deaf()
	err := c.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: c.request("POST", "/lessons/pass", 14<<20), EndHeaders: true})
	for k := 0; k < 200_000 && err == nil && ctx.Err() == nil; k++ {
		err = c.WriteDataPadded(1, false, nil, make([]byte, 255))
	}
	return err
}

// crumbs passes the first bytes of a client on in TLS records of one byte each, as nobody does: the server has to put its greeting together.
type crumbs struct {
	net.Conn
	left int
}

func (c *crumbs) Write(p []byte) (int, error) {
	if len(p) < 5 || c.left <= 0 || p[0] != 22 {
		return c.Conn.Write(p)
	}
	var all []byte
	for _, b := range p[5:] {
		all = append(all, p[0], p[1], p[2], 0, 1, b)
	}
	c.left -= len(p)
	_, err := c.Conn.Write(all)
	return len(p), err
}

// tlsCrumbs shakes hands in crumbs, says names of 60 KB, and sends records of no length.
func tlsCrumbs(ctx context.Context, a *arena) samples {
	return a.encrypted(ctx, 32, func(ctx context.Context, a *arena, c *frames) error {
		for k := 0; k < 20 && ctx.Err() == nil; k++ {
			raw, err := dialerFrom(address(k)).DialContext(ctx, "tcp", c.host)
			if err != nil {
				return err
			}
			protocols := []string{"h2"}
			if k%2 == 0 {
				for n := range 250 {
					protocols = append(protocols, fmt.Sprint(strings.Repeat("p", 200), n))
				}
			}
			conn := tls.Client(&crumbs{raw, 1 << 20}, &tls.Config{InsecureSkipVerify: true, NextProtos: protocols, ServerName: strings.Repeat("a.", 100) + "example"}) // it is our own server
			_ = raw.SetDeadline(time.Now().Add(10 * time.Second))
			if err := conn.HandshakeContext(ctx); err == nil {
				a.saw("shaken")
			} else if ctx.Err() == nil {
				a.saw("%s", brief(err.Error()))
			}
			_, err = raw.Write([]byte(strings.Repeat("\x17\x03\x03\x00\x00", 2_000)))
			_ = errors.Join(err, raw.Close()) // the server may have hung up
			pause(ctx, 50*time.Millisecond)
		}
		return nil
	})
}

// oddLines speaks to a class as no page does. A learner beside it is heard all the same.
func oddLines(ctx context.Context, a *arena) {
	a.inClass(ctx, 24, 30, func(i int, s *learnerSeat) {
		if i == 0 {
			if heard := a.talk(ctx, s, "usual", `{"kind":"ping"}`); heard["pong"] == 0 && ctx.Err() == nil {
				a.fault("expected that a learner beside odd lines is answered, found that one was not")
			}
			return
		}
		dialer := websocket.Dialer{NetDialContext: dialerFrom(s.ip).DialContext, HandshakeTimeout: 10 * time.Second}
		socket, _, err := dialer.DialContext(ctx, "ws://"+a.server.addr+"/class/socket", nil)
		if err != nil {
			if ctx.Err() == nil {
				a.saw("%s", hangUp(err))
			}
			return
		}
		defer socket.Close()
		conn := socket.UnderlyingConn()
		_ = conn.SetDeadline(time.Now().Add(15 * time.Second))
		if _, err := conn.Write(oddLine(i, mustJSON(map[string]string{"word": s.word, "client": fmt.Sprint("odd", i)}))); err != nil {
			a.saw("hung up")
			return
		}
		a.saw("%s", farewell(ctx, conn))
	})
}

// oddLine are the bytes of a socket, one odd way of each kind.
func oddLine(i int, hello []byte) []byte {
	usual, ping := frame(0x81, hello), frame(0x81, []byte(`{"kind":"ping"}`))
	closing := func(code uint16, words string) []byte {
		return frame(0x88, append([]byte{byte(code >> 8), byte(code)}, words...))
	}
	switch i % 8 {
	case 0:
		var all []byte
		for k, b := range hello {
			first := byte(0)
			if k == 0 {
				first = 0x01
			}
			all = append(append(all, frame(first, []byte{b})...), bytes.Repeat(frame(0, nil), 20)...)
		}
		return append(append(all, frame(0x80, nil)...), ping...)
	case 1:
		return append(frame(0x82, hello), frame(0x81, []byte("\xff\xfe\x80"))...)
	case 2:
		return append(usual, bytes.Repeat(ping, 1_000)...)
	case 3:
		return append(append(usual, closing(1005, "")...), bytes.Repeat(ping, 100)...)
	case 4:
		return append(append(usual, closing(0, "\xff\xff")...), ping...)
	case 5:
		return append(append(usual, closing(4999, strings.Repeat("x", 123))...), closing(1000, "")...)
	case 6:
		return append(frame(0x01, hello), usual...) // a message in the middle of another one
	default:
		return append(frame(0x81, bytes.Repeat([]byte("["), 4_000)), ping...)
	}
}
