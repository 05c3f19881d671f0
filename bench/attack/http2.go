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
)

// http2Attacks speak HTTP/2, which a server speaks that encrypts: each starts one.
func http2Attacks() []attack {
	return []attack{
		overHTTP2("h2-continuation", "headers of one request in CONTINUATION frames without an end", true, 30, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: c.request("GET", "/", 0)})
			for k := 0; k < 100_000 && err == nil && ctx.Err() == nil; k++ {
				err = c.WriteContinuation(1, false, c.fields("x-a", strings.Repeat("b", 8000)))
			}
			return err
		}),
		overHTTP2("h2-reset", "requests taken back at once, as fast as they are taken", true, 30, func(ctx context.Context, a *arena, c *frames) error {
			var err error
			for id := uint32(1); id < 200_000 && err == nil && ctx.Err() == nil; id += 2 {
				err = errors.Join(c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.request("GET", "/lessons/", 0), EndHeaders: true, EndStream: true}),
					c.WriteRSTStream(id, http2.ErrCodeCancel))
			}
			return err
		}),
		overHTTP2("h2-settings", "settings and pings as fast as they are taken, answers not read", true, 60, func(ctx context.Context, a *arena, c *frames) error {
			c.deaf()
			var err error
			for k := 0; k < 500_000 && err == nil && ctx.Err() == nil; k++ {
				err = errors.Join(c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: uint32(k)}), c.WritePing(false, [8]byte{1}))
			}
			return err
		}),
		overHTTP2("h2-empty-data", "bodies in DATA frames of no length, headers without an end of the request", false, 30, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: c.request("POST", "/lessons/pass", 14<<20), EndHeaders: true})
			for k := 0; k < 500_000 && err == nil && ctx.Err() == nil; k++ {
				err = c.WriteData(1, false, nil)
			}
			return err
		}),
		overHTTP2("h2-window-zero", "100 requests for a page on each connection, and no room for their answers", true, 100, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
			for id := uint32(1); id < 200 && err == nil; id += 2 {
				err = c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.request("GET", "/lessons/search.json", 0), EndHeaders: true, EndStream: true})
			}
			pause(ctx, 12*time.Second)
			return err
		}),
		overHTTP2("h2-window-one", "answers of which one byte at a time may come", false, 60, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 1})
			err = errors.Join(err, c.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: c.request("GET", "/", 0), EndHeaders: true, EndStream: true}))
			for err == nil && ctx.Err() == nil {
				err = c.WriteWindowUpdate(1, 1)
				pause(ctx, 20*time.Millisecond)
			}
			return err
		}),
		overHTTP2("h2-window-overflow", "windows that grow beyond 2^31, priorities that depend on themselves, frames of no kind", false, 30, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: c.request("GET", "/", 0), EndHeaders: true, EndStream: true,
				Priority: http2.PriorityParam{StreamDep: 1, Exclusive: true}})
			return errors.Join(err, c.WriteRawFrame(0xee, 0xff, 7, make([]byte, 100)), c.WriteWindowUpdate(0, 1<<31-1), c.WriteWindowUpdate(0, 1<<31-1))
		}),
		overHTTP2("h2-header-bomb", "a header that stands in the table once, named 60,000 times", true, 30, func(ctx context.Context, a *arena, c *frames) error {
			block := c.request("GET", "/", 0)
			block = append(block, c.fields("x-long", strings.Repeat("a", 3000))...)
			again := c.fields("x-long", strings.Repeat("a", 3000))
			return c.split(1, append(block, bytes.Repeat(again, 60_000)...))
		}),
		overHTTP2("h2-unread-bodies", "uploads of a megabyte on each of 700 connections, while others hold the memory for uploads", true, 700, func(ctx context.Context, a *arena, c *frames) error {
			return c.upload(ctx, "/lessons/pass")
		}),
		overHTTP2("h2-unread-bodies-get", "bodies of a megabyte with requests that have none, whose answers have no room", false, 700, func(ctx context.Context, a *arena, c *frames) error {
			err := c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
			return errors.Join(err, c.upload(ctx, "/lessons/search.json"))
		}),
	}
}

// provokingAttacks speak HTTP/2 so that the server has more to do than those who ask: to reset, to take back, to refuse.
func provokingAttacks() []attack {
	return []attack{
		overHTTP2("h2-provoked-resets", "requests that the server itself has to reset, by windows of 0, windows beyond all and bodies that are longer than they say, as fast as they are taken", true, 30, func(ctx context.Context, a *arena, c *frames) error {
			var err error
			for id := uint32(1); id < 100_000 && err == nil && ctx.Err() == nil; id += 2 {
				err = c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.request("POST", "/lessons/pass", 5), EndHeaders: true})
				switch id / 2 % 3 {
				case 0:
					err = errors.Join(err, c.WriteRawFrame(http2.FrameWindowUpdate, 0, id, []byte{0, 0, 0, 0}))
				case 1:
					err = errors.Join(err, c.WriteWindowUpdate(id, 1<<31-1), c.WriteWindowUpdate(id, 1<<31-1))
				default:
					err = errors.Join(err, c.WriteData(id, true, []byte("123456789")))
				}
			}
			return err
		}),
		overHTTP2("h2-programs", "100 endless programs on each of 16 connections, of which each is taken back a moment later", true, 16, func(ctx context.Context, a *arena, c *frames) error {
			body := codeBody(endless)
			var err error
			for id := uint32(1); id < 200 && err == nil && ctx.Err() == nil; id += 2 {
				err = c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.request("POST", "/"+a.runPath(), len(body)), EndHeaders: true})
				if err == nil {
					err = c.WriteData(id, true, body)
				}
				if err == nil && id > 20 {
					err = c.WriteRSTStream(id-20, http2.ErrCodeCancel)
				}
			}
			pause(ctx, 3*time.Second)
			return err
		}),
		overHTTP2("h2-strange-headers", "names in capitals, two paths, no method, a tunnel to a socket, headers of connections, lengths that contradict one another", true, 30, func(ctx context.Context, a *arena, c *frames) error {
			usual := []string{":method", "GET", ":scheme", "https", ":authority", c.host, ":path", "/"}
			var err error
			for k, more := range [][]string{
				{"X-Upper", "a"}, {":path", "/healthz"}, {"connection", "upgrade", "upgrade", "websocket"}, {"transfer-encoding", "chunked"}, {"content-length", "5", "content-length", "6"}, {"te", "gzip"},
				{"host", "evil.example"}, {"x-a", "b\r\nx-c: d"}, {"x-\x00", "a"}, {"", "a"}, {":unknown", "a"}, {"content-length", "-1"}, {"cookie", strings.Repeat("a=b; ", 3000)}, {"proxy-connection", "keep-alive"},
			} {
				err = errors.Join(err, c.WriteHeaders(http2.HeadersFrameParam{StreamID: uint32(2*k + 1), BlockFragment: c.fields(append(usual[:8:8], more...)...), EndHeaders: true, EndStream: true}))
			}
			for k, pairs := range [][]string{
				{":method", "CONNECT", ":protocol", "websocket", ":scheme", "https", ":authority", c.host, ":path", "/machine"}, {":method", "CONNECT", ":authority", "127.0.0.1:22"},
				{":scheme", "https", ":path", "/"}, {":method", "GET", ":scheme", "file", ":authority", "", ":path", "/etc/passwd"}, {":method", "GET", ":scheme", "https", ":authority", c.host, ":path", "https://evil.example/"},
				{":method", "GET", ":scheme", "https", ":authority", "evil.example", ":path", "/"}, {":method", "GET", ":scheme", "https", ":authority", c.host, ":path", ""},
			} {
				err = errors.Join(err, c.WriteHeaders(http2.HeadersFrameParam{StreamID: uint32(2*k + 101), BlockFragment: c.fields(pairs...), EndHeaders: true, EndStream: true}))
			}
			pause(ctx, 500*time.Millisecond)
			return err
		}),
		overHTTP2("h2-away", "clients that say goodbye and go on, with the last request before the first one, and again", false, 30, func(ctx context.Context, a *arena, c *frames) error {
			var err error
			for id := uint32(1); id < 2_000 && err == nil && ctx.Err() == nil; id += 2 {
				err = errors.Join(c.WriteGoAway(id%7, http2.ErrCodeNo, bytes.Repeat([]byte("bye"), 1000)),
					c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.request("GET", "/lessons/", 0), EndHeaders: true, EndStream: true}))
			}
			return err
		}),
	}
}

// overHTTP2 is an attack over n connections with HTTP/2, to a server of its own.
func overHTTP2(name, about string, quick bool, n int, do func(ctx context.Context, a *arena, c *frames) error) attack {
	return attack{name: name, about: about, quick: quick, own: func(ctx context.Context, a *arena) samples {
		return a.encrypted(ctx, n, do)
	}}
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

// dialEncrypted connects from an address, and shakes hands.
//
// Errors: the server refuses.
func dialEncrypted(ctx context.Context, ip, addr string, how *tls.Config) (*tls.Conn, error) {
	raw, err := dialerFrom(ip).DialContext(ctx, "tcp", addr)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = raw.Close() }) // the attack is over
	how.InsecureSkipVerify = true                      // it is our own server
	conn := tls.Client(raw, how)
	if err := conn.HandshakeContext(ctx); err != nil {
		return nil, errors.Join(err, raw.Close())
	}
	return conn, nil
}

// dialFrames opens one from an address.
//
// Errors: the server refuses.
func (a *arena) dialFrames(ctx context.Context, s *server, ip string) (*frames, error) {
	conn, err := dialEncrypted(ctx, ip, s.addr, &tls.Config{NextProtos: []string{"h2"}})
	if err != nil {
		return nil, err
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

// ip is the address from which it was opened.
func (c *frames) ip() string {
	ip := c.conn.LocalAddr().String()
	return ip[:strings.LastIndex(ip, ":")]
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
func (c *frames) upload(ctx context.Context, path string) error {
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
	h, err := a.warmHonest(ctx, s)
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
	a.checkPeak(s)
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
		s, err = startServer(a.options.program("serve"), nil, "--cache", a.cache, "--data", filepath.Join(dir, "data"), "--tls-cert", cert, "--tls-key", key)
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
