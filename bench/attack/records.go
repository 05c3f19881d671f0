//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"crypto/tls"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"strings"
	"time"

	"golang.org/x/net/http2"
)

// recordAttacks are about what is below requests that are encrypted: records, keys, bytes that come slowly, streams that nobody reads.
func recordAttacks() []attack {
	encrypted := func(n int, do func(ctx context.Context, a *arena, c *frames) error) func(context.Context, *arena) samples {
		return func(ctx context.Context, a *arena) samples { return a.encrypted(ctx, n, do) }
	}
	return []attack{{
		name: "tls-key-updates", about: "connections that change their key after each byte of a header, or without one, ask for the server's new one, and read none", quick: true, own: encrypted(30, keyUpdates),
	}, {
		name: "tls-slow-headers", about: "30 encrypted connections each of 16 addresses whose headers come one byte in a tenth of a second, each in a record of its own", quick: true, own: encrypted(16, slowHeaders),
	}, {
		name: "h2-streams", about: "100 streams (server-sent events) on each of 24 connections with HTTP/2 that are not read, every third taken back, while the workshop's presenter comes and goes", quick: true, own: encrypted(24, unreadEvents),
	}}
}

// sender encrypts records of TLS 1.3 with TLS_AES_128_GCM_SHA256 (RFC 8446) as a client that changes its keys whenever it likes; crypto/tls never does.
type sender struct {
	to     net.Conn
	secret []byte
	aead   cipher.AEAD
	iv     []byte
	count  uint64
}

// expand is HKDF-Expand-Label.
func expand(secret []byte, label string, n int) []byte {
	info := binary.BigEndian.AppendUint16(nil, uint16(n))
	info = append(info, byte(len("tls13 "+label)))
	info = append(append(info, "tls13 "+label...), 0)
	out, err := hkdf.Expand(sha256.New, secret, string(info), n)
	if err != nil {
		panic("BUG: a few bytes can always be expanded: " + err.Error())
	}
	return out
}

// use begins to encrypt with a secret.
func (s *sender) use(secret []byte) {
	block, err := aes.NewCipher(expand(secret, "key", 16))
	if err == nil {
		s.aead, err = cipher.NewGCM(block)
	}
	if err != nil {
		panic("BUG: keys of 16 bytes are good: " + err.Error())
	}
	s.secret, s.iv, s.count = secret, expand(secret, "iv", 12), 0
}

// record encrypts a record of a kind.
func (s *sender) record(kind byte, text []byte) []byte {
	head := []byte{23, 3, 3, 0, 0}
	binary.BigEndian.PutUint16(head[3:], uint16(len(text)+1+s.aead.Overhead()))
	nonce := bytes.Clone(s.iv)
	binary.BigEndian.PutUint64(nonce[4:], binary.BigEndian.Uint64(nonce[4:])^s.count)
	s.count++
	return s.aead.Seal(head, nonce, append(bytes.Clone(text), kind), head)
}

// update changes the key, and asks for a new one of the other side.
func (s *sender) update() []byte {
	record := s.record(22, []byte{24, 0, 0, 1, 1})
	s.use(expand(s.secret, "traffic upd", sha256.Size))
	return record
}

// dialSender shakes hands and returns a sender; nil where another cipher is chosen.
func dialSender(ctx context.Context, ip, addr string) (*sender, error) {
	var keys bytes.Buffer
	conn, err := dialEncrypted(ctx, ip, addr, &tls.Config{KeyLogWriter: &keys})
	if err != nil {
		return nil, err
	}
	raw := conn.NetConn()
	shrink(raw)
	s := &sender{to: raw}
	for line := range strings.Lines(keys.String()) {
		if words := strings.Fields(line); len(words) == 3 && words[0] == "CLIENT_TRAFFIC_SECRET_0" && conn.ConnectionState().CipherSuite == tls.TLS_AES_128_GCM_SHA256 {
			secret, err := hex.DecodeString(words[2])
			if err != nil {
				return nil, err
			}
			s.use(secret)
			return s, nil
		}
	}
	return nil, errors.Join(errors.New("expected AES and its key, found another cipher"), raw.Close())
}

// keyUpdates changes keys as often as the server lets it, on every other connection with a byte of a request in between.
func keyUpdates(ctx context.Context, a *arena, c *frames) error {
	for k := 0; k < 20 && ctx.Err() == nil; k++ {
		s, err := dialSender(ctx, c.ip(), c.host)
		if err != nil {
			return err
		}
		_ = s.to.SetWriteDeadline(time.Now().Add(20 * time.Second))
		to := &paced{ctx: ctx, to: s.to}
		text := "GET / HTTP/1.1\r\nHost: " + c.host + "\r\nX-A: " + strings.Repeat("a", 60_000)
		sent := 0
		for n := 0; err == nil && ctx.Err() == nil && n < len(text); n++ {
			if _, err = to.Write(s.update()); err == nil && k%2 == 0 {
				_, err = to.Write(s.record(23, []byte{text[n]}))
			}
			sent++
		}
		_ = s.to.Close()
		a.saw("hung up after %s updates", map[bool]string{true: "at most 40", false: "more than 40"}[sent <= 40])
		pause(ctx, 50*time.Millisecond)
	}
	return nil
}

// slowHeaders sends 30 requests at a time, a byte in each tenth of a second.
func slowHeaders(ctx context.Context, a *arena, c *frames) error {
	var conns []*tls.Conn
	defer func() {
		for _, conn := range conns {
			_ = conn.Close()
		}
	}()
	for len(conns) < 30 && ctx.Err() == nil {
		conn, err := dialEncrypted(ctx, c.ip(), c.host, &tls.Config{})
		if err != nil {
			a.saw("no handshake")
			pause(ctx, 50*time.Millisecond)
			continue
		}
		conns = append(conns, conn)
	}
	text := "GET / HTTP/1.1\r\nHost: " + c.host + "\r\nX-A: " + strings.Repeat("a", 4000)
	ended := 0
	for n := 0; n < len(text) && ended < len(conns) && ctx.Err() == nil; n++ {
		ended = 0
		for _, conn := range conns {
			if _, err := conn.Write([]byte{text[n]}); err != nil {
				ended++
			}
		}
		pause(ctx, 100*time.Millisecond)
	}
	if ended == len(conns) {
		a.saw("all hung up")
	}
	return nil
}

// unreadEvents opens a workshop and 100 streams of it over one connection, without room for what they say.
func unreadEvents(ctx context.Context, a *arena, c *frames) error {
	code, presenter, err := newWorkshop(ctx, "https://"+c.host+"/", c.ip())
	if err != nil {
		a.saw("no workshop: %s", brief(err.Error()))
		pause(ctx, time.Second)
		return err
	}
	err = c.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: 0})
	for id := uint32(1); id < 200 && err == nil && ctx.Err() == nil; id += 2 {
		word := ""
		if id%10 == 1 {
			word = presenter // the presenter comes and goes
		}
		hello := fmt.Appendf(nil, `{"client":"c%d","word":%q}`, id, word)
		err = c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.request("POST", "/workshop/"+code+"/stream", len(hello)), EndHeaders: true})
		if err == nil {
			err = c.WriteData(id, true, hello)
		}
		if err == nil && id%3 == 0 {
			err = c.WriteRSTStream(id, http2.ErrCodeCancel)
		}
	}
	pause(ctx, 5*time.Second)
	return err
}
