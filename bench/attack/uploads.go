//go:build linux

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// uploadSize is slightly less than the maximum size of a request's body in bytes.
const uploadSize = 14 << 20

// uploadAttacks send large bodies, send slowly, or send what is hard to parse.
func uploadAttacks() []attack {
	return []attack{{
		name: "uploads-150", about: "150 uploads of 14 MB at once", quick: true,
		do: func(ctx context.Context, a *arena) {
			body := passBody(make([]byte, uploadSize*3/4), trivialTrace)
			seats := a.seats(ctx, 150)
			a.repeat(ctx, len(seats), 20, func(i int) { a.post(ctx, seats[i], "lessons/pass", body) })
		},
	}, {
		name: "uploads-150-one-address", about: "the same from one address",
		do: func(ctx context.Context, a *arena) {
			body := passBody(make([]byte, uploadSize*3/4), trivialTrace)
			s := newSeat(a.server.url, address(0))
			a.repeat(ctx, 150, 20, func(int) { a.post(ctx, s, "lessons/pass", body) })
		},
	}, {
		name: "uploads-unfinished", about: "150 uploads that stop after 13 of 14 MB", quick: true,
		do: func(ctx context.Context, a *arena) {
			body := passBody(make([]byte, uploadSize*3/4), trivialTrace)
			each(150, func(i int) { a.unfinished(ctx, i, body, len(body)-1<<20) })
		},
	}, {
		name: "slow-bodies", about: "300 uploads, one byte in each half second", quick: false,
		do: func(ctx context.Context, a *arena) {
			a.drip(ctx, 300, a.head("lessons/pass", uploadSize), `{"wasm":"`+strings.Repeat("A", 100))
		},
	}, {
		name: "slow-bodies-runs", about: "300 learners' programs of 64 KB, one byte in each half second", quick: true,
		do: func(ctx context.Context, a *arena) {
			a.drip(ctx, 300, a.head(a.runPath(), 63<<10), `{"code":"`+strings.Repeat("a", 100))
		},
	}, {
		name: "chunked-bodies", about: "uploads of unknown length, in chunks of one byte, without an end",
		do: func(ctx context.Context, a *arena) {
			each(40, func(i int) {
				a.endless(ctx, i, "POST /lessons/pass HTTP/1.1\r\nHost: "+a.server.addr+"\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
					strings.Repeat("1\r\n[\r\n", 1000))
			})
		},
	}, {
		name: "expect-continue", about: "300 clients that announce 14 MB, wait for 100 Continue and send nothing",
		do: func(ctx context.Context, a *arena) {
			head := strings.Replace(a.head("lessons/pass", uploadSize), "\r\n\r\n", "\r\nExpect: 100-continue\r\n\r\n", 1)
			a.drip(ctx, 300, head, "")
		},
	}, {
		name: "json-nested", about: "14 MB of brackets, 60 KB of brackets", quick: true,
		do: func(ctx context.Context, a *arena) {
			large := []byte(`{"wasm":` + strings.Repeat("[", 13<<20))
			small := []byte(`{"code":` + strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_001))
			a.alternate(ctx, 8, large, small)
		},
	}, {
		name: "json-strange", about: "keys twice, numbers of a million digits, half characters, NUL, no JSON at all",
		do: func(ctx context.Context, a *arena) {
			digits := strings.Repeat("9", 60_000)
			for _, text := range []string{`{"code":` + digits + `}`, `{"code":"\ud800\u0000"}`, "{\"code\":\"\x00\xff\xfe\"}", `{"code":"a","code":["b"]}`,
				`null`, `[]`, `"x"`, ``, `{"code":null}`, `{"wasm":"????"}`, `{"wasm":[1,2,3]}`, "\xef\xbb\xbf{}", `{"step":"../../etc/passwd"}`, `{"step":"` + digits + `"}`} {
				a.alternate(ctx, 1, []byte(text), []byte(text))
			}
			a.ready()
			<-ctx.Done()
		},
	}, {
		name: "gzip-bomb", about: "a body of 14 KB that says it is 14 MB when unpacked", quick: false,
		do: func(ctx context.Context, a *arena) {
			body := bomb()
			a.repeat(ctx, 8, 200, func(i int) {
				r := a.request(http.MethodPost, "lessons/pass", body)
				r.Header.Set("Content-Encoding", "gzip")
				if answer := a.send(ctx, address(i), r); answer != nil {
					a.polite(answer)
					if answer.status == 200 {
						a.fault("expected a refusal of an encoded body, found status 200: %s", answer.body)
					}
				}
			})
		},
	}, {
		name: "content-types", about: "programs as text/plain, as forms, as nothing: what other sites can send without being asked",
		do: func(ctx context.Context, a *arena) {
			a.repeat(ctx, 4, 100, func(i int) {
				for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "\x01", strings.Repeat("a/b;", 2000)} {
					r := a.request(http.MethodPost, a.runPath(), codeBody("x = 1"))
					r.Header.Set("Content-Type", kind)
					r.Header.Set("Origin", "http://evil.example")
					r.Header.Set("Sec-Fetch-Site", "cross-site")
					answer := a.send(ctx, address(i), r)
					a.polite(answer)
					if answer != nil && answer.status == 200 {
						a.fault("expected a refusal of another site's request of type %q, found status 200", kind)
					}
				}
			})
		},
	}}
}

// alternate sends two bodies, one to the pass, one to a step's run.
func (a *arena) alternate(ctx context.Context, n int, pass, code []byte) {
	seats := a.seats(ctx, n)
	most := 30
	if n == 1 {
		most = 1
	}
	send := func(i int) {
		for path, body := range map[string][]byte{"lessons/pass": pass, a.runPath(): code} {
			a.post(ctx, seats[i], path, body)
		}
	}
	if n == 1 {
		send(0)
		return
	}
	a.repeat(ctx, n, most, send)
}

// bomb is zeros, packed.
func bomb() []byte {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		panic("BUG: there is such a level: " + err.Error())
	}
	_, _ = w.Write(passBody(make([]byte, uploadSize*3/4), trivialTrace)) // a buffer takes everything
	_ = w.Close()
	return packed.Bytes()
}

// head returns the head of a request that announces a body of that many bytes.
func (a *arena) head(path string, length int) string {
	return fmt.Sprintf("POST /%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", path, a.server.addr, length)
}

// unfinished sends a part of a body and waits.
func (a *arena) unfinished(ctx context.Context, i int, body []byte, part int) {
	conn := a.dial(ctx, address(i))
	if conn == nil {
		return
	}
	defer conn.Close()
	_ = conn.SetWriteDeadline(time.Now().Add(5 * time.Second))
	_, err := conn.Write(append([]byte(a.head("lessons/pass", len(body))), body[:part]...))
	if err != nil && ctx.Err() == nil {
		a.saw("not read")
	}
	a.await(ctx, conn)
}

// drip makes n clients send a head, then the rest at one byte per half second.
func (a *arena) drip(ctx context.Context, n int, head, rest string) {
	each(n, func(i int) {
		conn := a.dial(ctx, address(i))
		if conn == nil {
			return
		}
		defer conn.Close()
		if _, err := conn.Write([]byte(head)); err != nil {
			a.saw("hung up")
			return
		}
		for _, c := range []byte(rest) {
			pause(ctx, 500*time.Millisecond)
			if ctx.Err() != nil {
				break
			}
			if _, err := conn.Write([]byte{c}); err != nil {
				a.saw("hung up")
				return
			}
		}
		a.await(ctx, conn)
	})
}

// endless sends a head, then the same again and again until the server hangs up, at most 64 MB.
func (a *arena) endless(ctx context.Context, i int, head, rest string) {
	conn := a.dial(ctx, address(i))
	if conn == nil {
		return
	}
	defer conn.Close()
	_, err := conn.Write([]byte(head))
	for n := 0; n < 64<<20 && err == nil && ctx.Err() == nil; n += len(rest) {
		_ = conn.SetWriteDeadline(time.Now().Add(5 * time.Second))
		_, err = conn.Write([]byte(rest))
		pause(ctx, 5*time.Millisecond)
	}
	a.await(ctx, conn)
}
