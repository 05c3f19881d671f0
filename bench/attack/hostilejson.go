//go:build linux

package main

import (
	"context"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"
)

// bentAttacks send what HTTP, JSON and WebSockets allow and nobody sends, to every address that takes something.
func bentAttacks() []attack {
	return []attack{{
		name: "json-everywhere", about: "numbers beyond all types, keys twice, NUL, halves of characters, deep brackets, to every address that takes JSON", quick: true,
		do: jsonEverywhere,
	}, {
		name: "hosts", about: "this server's names with ports, dots at the end, brackets, zones and capitals, and what only looks like them", quick: true,
		do: hostTricks,
	}, {
		name: "cookies-many", about: "15 KB of cookies with forged seats and sessions",
		do: func(ctx context.Context, a *arena) {
			cookies := strings.Repeat("unbox-seat=a.b; unbox-teacher=a.b; ", 400)
			a.repeat(ctx, 24, 300, func(i int) {
				r := a.request(http.MethodPost, []string{"seat", "teach/classes", "class/forget", a.runPath()}[i%4], []byte(`{"code":"x = 1"}`))
				r.Header.Set("Cookie", cookies)
				a.polite(a.send(ctx, address(i), r))
			})
		},
	}, {
		name: "forwarded-trusted", about: "thousands of hops, zones and nonsense in X-Forwarded-For of a proxy that is trusted", quick: true, own: forwardedTrusted,
	}, {
		name: "sockets-compressed", about: "compressed frames, though compression was not agreed on: zeros of a gigabyte", quick: true,
		do: func(ctx context.Context, a *arena) {
			zeros := frame(0xc1, []byte(strings.Repeat("\x62\x18\x05\xa3\x60\x14\x8c\x58\x00\x00", 6_000)))
			a.frames(ctx, 40, func(conn net.Conn, _ int) error { return repeatFrame(ctx, conn, 100, zeros) })
		},
	}, {
		name: "sockets-half-open", about: "1,200 upgrades whose headers do not end, or that never answer the handshake",
		do: func(ctx context.Context, a *arena) {
			each(1200, func(i int) {
				conn := a.dial(ctx, address(i))
				if conn == nil {
					return
				}
				defer conn.Close()
				key := base64.StdEncoding.EncodeToString(make([]byte, 16))
				_, _ = fmt.Fprintf(conn, "GET /%s HTTP/1.1\r\nHost: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n%s",
					[]string{"machine", "class/socket", "workshop/ABCDEF/socket"}[i%3], a.server.addr, key, []string{"", "\r\n"}[i%2])
				a.await(ctx, conn)
				if ctx.Err() == nil {
					_ = untilClosed(conn)
				}
			})
		},
	}, {
		name: "ranges-of-assets", about: "ranges, dates and entity tags of every kind for the largest asset",
		do: func(ctx context.Context, a *arena) {
			path := strings.TrimPrefix(a.largestAsset(ctx), "/")
			whole := a.send(ctx, honestAddress, a.request(http.MethodGet, path, nil))
			if whole == nil {
				a.fault("expected the largest asset, found no answer")
				return
			}
			a.repeat(ctx, 16, 60, func(i int) {
				r := a.request(http.MethodGet, path, nil)
				r.Header.Set("Range", []string{"bytes=0-0,-1", "bytes=18446744073709551615-", "bytes=-9223372036854775808", "bytes=5-4", "items=0-5", "bytes=" + strings.Repeat("0-1,", 3000)}[i%6])
				r.Header.Set("If-Range", `"a", W/"b"`)
				r.Header.Set("If-Modified-Since", "Fri, 31 Feb 9999 25:61:61 GMT")
				r.Header.Set("If-Match", strings.Repeat(`"x",`, 1000))
				answer := a.send(ctx, address(i), r)
				if answer == nil {
					return
				}
				a.saw("%d", answer.status)
				if answer.status >= 500 || answer.size > whole.size {
					a.fault("expected at most the whole asset of %d bytes, found status %d with %d", whole.size, answer.status, answer.size)
				}
			})
		},
	}}
}

// takers are the addresses that take JSON.
var takers = []string{
	"lessons/pass", "lessons/receipt", "lessons/certify", "lessons/certified", "workshop", "workshop/ABCDEF/say", "workshop/ABCDEF/past", "workshop/ABCDEF/lesson", "workshop/ABCDEF/stream",
	"class/join", "class/rejoin", "class/say", "class/stream", "class/forget", "teach/sign-in", "teach/begin", "teach/accept", "teach/password", "teach/invite", "teach/token", "teach/remove",
	"teach/classes", "teach/classes/x/do", "teach/classes/x/delete", "teach/classes/x/suggest", "teach/classes/x/withdraw", "teach/classes/x/roster", "teach/classes/x/course",
	"teach/classes/x/stream", "teach/classes/x/say", "own/x/receipt", "own/x/a/b/run", "seat",
}

func jsonEverywhere(ctx context.Context, a *arena) {
	bodies := []string{
		`{"code":1e999,"version":1e999,"receipts":[1e999],"word":-1e999,"messages":[1e-999],"id":9223372036854775808}`,
		`{"version":18446744073709551616,"counter":-0,"tests":0x10}`, `{"word":"\u0000\ud800\udfff","client":"\ud800","nick":"\u202e\u0000","code":"\uffff"}`,
		`{"a":` + strings.Repeat("[", 9_999) + strings.Repeat("]", 9_999) + `}`, strings.Repeat(`{"a":`, 10_001), `[` + strings.Repeat("[],", 1_000) + `[]]`,
		`{"word":"a","word":["b"],"Word":{}}`, "\ufeff{}", "{\"code\":\"\xff\xfe\xed\xa0\x80\"}", `{"file":"////","receipt":{"signature":null}}`, `"`, `{}{}`, "\x00", `true`, `-`,
		`{"wasm":"` + strings.Repeat("A", 60_000) + `="}`, `{"text":` + strings.Repeat("1", 4_000) + `}`,
	}
	a.repeat(ctx, 32, 300, func(i int) {
		for k := range 8 {
			path := takers[(i*8+k)%len(takers)]
			if path == "lessons/pass" && k%2 == 0 {
				path = a.runPath()
			}
			for _, body := range bodies {
				r := a.request(http.MethodPost, path, []byte(body))
				answer := a.send(ctx, address(i), r)
				if answer == nil {
					continue
				}
				a.saw("%d", answer.status)
				if answer.status >= 500 && answer.status != http.StatusServiceUnavailable && answer.status != http.StatusNotImplemented {
					a.fault("expected no mistake of the server at %s, found %d: %.100s for %.60q", path, answer.status, answer.body, body)
				}
				if ctx.Err() != nil {
					return
				}
				pause(ctx, 5*time.Millisecond)
			}
		}
	})
}

func hostTricks(ctx context.Context, a *arena) {
	_, port, _ := strings.Cut(a.server.addr, ":")
	hosts := map[string]bool{ // whether they are ours
		"127.0.0.1:" + port: true, "127.0.0.1": true, "localhost.:" + port: true, "LOCALHOST": true, "[::1]:" + port: true, "[::1]": true, "127.0.0.1.": true, "[::ffff:127.0.0.1]": true,
		"localhost.evil.example": false, "127.0.0.1.evil.example": false, "evil.example#localhost": false, "localhost:80:80": false,
		"[::1].evil.example": false, "localhost..": false, "xn--localhost-evil": false, "evil.example.": false, "127.1.evil": false, "１２７.0.0.1.evil": false,
		"localhost evil.example": false, "localhost/evil": false, "evil.example:localhost": false,
	}
	a.repeat(ctx, 16, 200, func(i int) {
		for host, ours := range hosts {
			if ctx.Err() != nil {
				return
			}
			statuses, _ := a.raw(ctx, address(i), []byte("GET /healthz HTTP/1.1\r\nHost: "+host+"\r\nConnection: close\r\n\r\n"))
			for _, status := range statuses {
				a.saw("%d", status)
				if status == 200 && !ours || status >= 500 && status != 503 {
					a.fault("expected a refusal of the host %q, found %d", host, status)
				}
			}
		}
	})
}

// forwardedTrusted starts a server behind a proxy that is trusted, whose visitors write what they like into its header. The honest client does not come
// through it.
func forwardedTrusted(ctx context.Context, a *arena) samples {
	s, own := a.ownServer("--cache", a.cache, "--trusted-proxies", "127.0.1.1,127.0.1.2")
	if s == nil {
		return nil
	}
	defer s.kill()
	attacking, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		lists := []string{strings.Repeat("127.0.1.1,", 1400), strings.Repeat("::ffff:127.0.1.1, ", 700), "fe80::1%eth0, [::1]:99999, 1.2.3.4:x", strings.Repeat(",", 14_000), "127.0.0.2", "\x80\xff", "999.1.1.1"}
		own.repeat(attacking, 32, 300, func(i int) {
			r := own.request(http.MethodPost, own.runPath(), codeBody(endless))
			r.Header.Set("X-Forwarded-For", fmt.Sprintf("%s, 10.%d.%d.1", lists[i%len(lists)], i, i*3))
			own.polite(own.send(attacking, address(i%4), r))
		})
	}()
	seen := own.visits(ctx, s)
	cancel()
	<-done
	a.answers, a.wrong = own.answers, own.wrong
	return seen
}
