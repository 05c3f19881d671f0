//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"
)

// await records the beginning of a response, or that there is none until the
// end.
func (a *arena) await(ctx context.Context, conn net.Conn) {
	line := make([]byte, 12)
	_ = conn.SetReadDeadline(time.Now().Add(samplingTime))
	_, err := io.ReadFull(conn, line)
	switch {
	case ctx.Err() != nil:
		a.saw("waits")
	case err != nil:
		a.saw("hung up")
	default:
		a.saw("%s", strings.TrimPrefix(string(line), "HTTP/1.1 "))
	}
}

// rawAttack sends bytes again and again from n clients. Every status has to be one of those allowed;
// none at all is always allowed.
func rawAttack(name, about string, quick bool, n int, allowed []int, text func(a *arena, i int) []byte) attack {
	return attack{name: name, about: about, quick: quick, do: func(ctx context.Context, a *arena) {
		a.repeat(ctx, n, 100, func(i int) {
			statuses, all := a.raw(ctx, address(i), text(a, i))
			if len(statuses) == 0 {
				a.silence(ctx)
			}
			for _, status := range statuses {
				a.saw("%d", status)
				if !slices.Contains(allowed, status) {
					a.fault("expected one of %v, found %d", allowed, status)
				}
			}
			if bytes.Contains(all, []byte("root:")) {
				a.fault("expected no file of the machine, found one: %s", all)
			}
		})
	}}
}

// silence records that nothing came back, unless the attack is over.
func (a *arena) silence(ctx context.Context) {
	if ctx.Err() == nil {
		a.saw("hung up")
	}
}

// refusals are the statuses for wrong requests.
var refusals = []int{400, 403, 404, 405, 406, 408, 411, 412, 413, 414, 415, 417, 421, 426, 429, 431, 501, 503, 505}

// withGood are the refusals and the success statuses.
func withGood(more ...int) []int { return slices.Concat(refusals, more) }

// requestAttacks bend HTTP.
func requestAttacks() []attack {
	get := func(path, more string) func(a *arena, i int) []byte {
		return func(a *arena, _ int) []byte {
			return []byte("GET " + path + " HTTP/1.1\r\nHost: " + a.server.addr + "\r\n" + more + "Connection: close\r\n\r\n")
		}
	}
	return []attack{
		rawAttack("headers-huge", "a header of a megabyte", true, 20, refusals, get("/", "X-Long: "+strings.Repeat("x", 1<<20)+"\r\n")),
		rawAttack("headers-many", "ten thousand headers", false, 20, refusals, get("/", strings.Repeat("X-A: b\r\n", 10_000))),
		rawAttack("headers-folded", "headers on several lines, with bare line feeds, NUL and colons", false, 10, withGood(200),
			get("/", "X-A: b\r\n c\r\nX-B : c\r\nX-\x00: d\r\n:\r\n")),
		rawAttack("url-long", "a path of 15 KB, a query of 15 KB", false, 20, withGood(200), func(a *arena, i int) []byte {
			return get([]string{"/" + strings.Repeat("a", 15_000), "/?" + strings.Repeat("a=b&", 3_700)}[i%2], "")(a, i)
		}),
		{name: "paths", about: "ways out of the folder: dots, slashes, NUL, in every spelling", quick: true, do: paths},
		{name: "methods", about: "OPTIONS, TRACE, CONNECT, PUT, DELETE, PROPFIND and nonsense, on each address", do: methods},
		rawAttack("not-http", "TLS, HTTP/2, HTTP/0.9, SSH, random bytes", false, 20, withGood(200), notHTTP),
		rawAttack("smuggling", "a length and chunks at once, two lengths, chunks in disguise", true, 10, refusals, smuggling),
		{name: "pipelining", about: "40 clients with 500 requests each in a row, all read", quick: true, do: pipelining},
		rawAttack("ranges", "ten thousand ranges of a page, one in the other", false, 10, withGood(200, 206, 416),
			get("/lessons/", "Range: bytes="+strings.TrimSuffix(strings.Repeat("0-,", 4_000), ",")+"\r\n")),
		rawAttack("conditions", "thousands of entity tags in If-None-Match", false, 20, withGood(200, 304),
			get("/lessons/", "If-None-Match: "+strings.TrimSuffix(strings.Repeat(`"a", W/"b", `, 1_200), ", ")+"\r\n")),
		rawAttack("encodings", "thousands of encodings with qualities in Accept-Encoding", false, 20, withGood(200),
			get("/", "Accept-Encoding: "+strings.TrimSuffix(strings.Repeat("br;q=0.001,gzip;q=1.0,*;q=0,", 500), ",")+"\r\n")),
		rawAttack("trailers", "chunks with endless extensions and trailers", false, 10, refusals, func(a *arena, _ int) []byte {
			return []byte("POST /lessons/pass HTTP/1.1\r\nHost: " + a.server.addr + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1;" +
				strings.Repeat("a=b;", 100_000) + "\r\n[\r\n0\r\n" + strings.Repeat("X-T: u\r\n", 100_000) + "\r\n")
		}),
		rawAttack("upgrades", "upgrades to what there is not, on each address", false, 10, withGood(200), func(a *arena, i int) []byte {
			return get([]string{"/", "/lessons/", "/machine", "/healthz"}[i%4], "Connection: Upgrade\r\nUpgrade: h2c, websocket, TLS/1.0\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n")(a, i)
		}),
	}
}

func paths(ctx context.Context, a *arena) {
	outside := []string{"../../../../etc/passwd", "..%2f..%2f..%2fetc%2fpasswd", "..%252f..%252fetc%252fpasswd", "%2e%2e/%2e%2e/etc/passwd",
		"..\\..\\etc\\passwd", "..%5c..%5cetc%5cpasswd", "....//....//etc/passwd", "/etc/passwd", "//etc/passwd", "%00", "index.html%00.js",
		"%c0%ae%c0%ae/%c0%ae%c0%ae/etc/passwd", "../go.mod", "proc/self/environ", "%2fetc%2fpasswd", "\u202e/..", ".", "..", "..;/", "%", "%zz", "a/%2f/b"}
	var all []string
	for _, base := range []string{"/", "/assets/", "/lessons/", "/lessons/equal-things/", "/lessons/pass/"} {
		for _, o := range outside {
			all = append(all, base+o)
		}
	}
	a.repeat(ctx, 8, 50, func(i int) {
		for k := i; k < len(all) && ctx.Err() == nil; k += 8 {
			text := "GET " + all[k] + " HTTP/1.1\r\nHost: " + a.server.addr + "\r\nConnection: close\r\n\r\n"
			statuses, body := a.raw(ctx, address(i), []byte(text))
			for _, status := range statuses {
				a.saw("%d", status)
				if status >= 500 {
					a.fault("expected a refusal of `%s`, found %d", all[k], status)
				}
			}
			if bytes.Contains(body, []byte("root:")) || bytes.Contains(body, []byte("module unbox")) || bytes.Contains(body, []byte("PATH=")) {
				a.fault("expected no file of the machine at `%s`, found one", all[k])
			}
		}
	})
}

func methods(ctx context.Context, a *arena) {
	a.repeat(ctx, 8, 100, func(i int) {
		for _, method := range []string{"OPTIONS", "TRACE", "CONNECT", "PUT", "DELETE", "PATCH", "PROPFIND", "HEAD", "get", strings.Repeat("A", 3000)} {
			for _, path := range []string{"/", "/lessons/", "/lessons/pass", "/machine", "/healthz", "*", "http://elsewhere.example/"} {
				text := method + " " + path + " HTTP/1.1\r\nHost: " + a.server.addr + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
				_, all := a.raw(ctx, address(i), []byte(text))
				a.plain(ctx, method, path, all)
			}
		}
	})
}

// plain checks the first line of the response to an unknown method.
func (a *arena) plain(ctx context.Context, method, path string, answer []byte) {
	line, _, _ := strings.Cut(string(answer), "\r\n")
	var status int
	if _, err := fmt.Sscanf(line, "HTTP/1.1 %d", &status); err != nil {
		a.silence(ctx)
		return
	}
	a.saw("%d", status)
	if status >= 500 && status != 501 && status != 503 || status < 300 && method != "HEAD" && method != "OPTIONS" {
		a.fault("expected a refusal of %s %s, found %d", brief(method), path, status)
	}
}

func notHTTP(a *arena, i int) []byte {
	noise := make([]byte, 20_000)
	_, _ = rand.Read(noise) // it never fails
	return [][]byte{
		[]byte("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + strings.Repeat("\x00", 500)),
		[]byte("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"),
		[]byte("GET /\r\n"),
		[]byte("SSH-2.0-OpenSSH_9.6\r\n"),
		noise,
		[]byte("GET / HTTP/9.9\r\nHost: " + a.server.addr + "\r\n\r\n"),
		[]byte("GET / HTTP/1.1\r\n\r\n"),
		[]byte("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
	}[i%8]
}

// smuggling are requests that two servers in a row would read in two ways. If the second one in
// them were answered, its status would be that of the page.
func smuggling(a *arena, i int) []byte {
	second := "GET /healthz HTTP/1.1\r\nHost: " + a.server.addr + "\r\n\r\n"
	head := "POST /lessons/pass HTTP/1.1\r\nHost: " + a.server.addr + "\r\nContent-Type: application/json\r\n"
	return []byte([]string{
		head + "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + second,
		head + "Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n" + second,
		head + "Content-Length: 5\r\nContent-Length: 0\r\n\r\n" + second,
		head + "Content-Length: 5, 0\r\n\r\n" + second,
		head + "Transfer-Encoding: xchunked\r\n\r\n" + second,
		head + "Transfer-Encoding: chunked, identity\r\n\r\n" + second,
		head + "Transfer-Encoding\t: chunked\r\n\r\n" + second,
		head + "Content-Length: +5\r\n\r\n" + second,
		head + "Content-Length: -1\r\n\r\n" + second,
		head + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n" + second,
	}[i%10])
}

func pipelining(ctx context.Context, a *arena) {
	request := []byte(strings.Repeat("GET / HTTP/1.1\r\nHost: "+a.server.addr+"\r\nAccept-Encoding: br\r\n\r\n", 500))
	a.repeat(ctx, 40, 5, func(i int) {
		conn := a.dial(ctx, address(i))
		if conn == nil {
			return
		}
		defer conn.Close()
		go func() { _, _ = conn.Write(request) }() // it ends with the connection
		all := untilSilent(conn)
		a.saw("%d answers", bytes.Count(all, []byte("HTTP/1.1 200")))
	})
}

// siteAttacks come from pages of other sites in an honest visitor's browser.
func siteAttacks() []attack {
	return []attack{{
		name: "rebinding", about: "a name of somebody else's that leads to this server, as Host of every kind of request", quick: true,
		do: rebinding,
	}, {
		name: "other-sites", about: "programs and sockets sent by pages of other sites", quick: true,
		do: otherSites,
	}}
}

func rebinding(ctx context.Context, a *arena) {
	key := base64.StdEncoding.EncodeToString(make([]byte, 16))
	socket := "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + "\r\n"
	a.repeat(ctx, 8, 50, func(i int) {
		for _, host := range []string{"evil.example", "evil.example:8080", "127.0.0.1.evil.example", "localhost.evil.example", "[::1].evil.example", "0", "localhost@evil.example", "\x00", ""} {
			if ctx.Err() != nil {
				return
			}
			for _, request := range []string{
				"GET / HTTP/1.1\r\nConnection: close\r\nHost: " + host + "\r\n",
				"GET /lessons/ HTTP/1.1\r\nConnection: close\r\nHost: " + host + "\r\n",
				"GET /machine HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host + "\r\n" + socket,
				"POST /" + a.runPath() + " HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host + "\r\nContent-Type: application/json\r\nContent-Length: 14\r\n",
				"GET http://" + host + "/ HTTP/1.1\r\nConnection: close\r\nHost: " + a.server.addr + "\r\n",
			} {
				body := ""
				if strings.HasPrefix(request, "POST") {
					body = `{"code":"x=1"}`
				}
				_, answer := a.raw(ctx, address(i), []byte(request+"X-End: 1\r\n\r\n"+body))
				a.refused(ctx, answer, "a request for another host, `%s`", host)
			}
		}
	})
}

// refused requires no response, a 4xx status, or that there is no room.
func (a *arena) refused(ctx context.Context, answer []byte, format string, args ...any) {
	line, _, _ := strings.Cut(string(answer), "\r\n")
	var status int
	if _, err := fmt.Sscanf(line, "HTTP/1.1 %d", &status); err != nil {
		a.silence(ctx)
		return
	}
	a.saw("%d", status)
	if (status < 400 || status >= 500) && status != http.StatusServiceUnavailable {
		a.fault("expected a refusal of %s, found %d", fmt.Sprintf(format, args...), status)
	}
}

func otherSites(ctx context.Context, a *arena) {
	key := base64.StdEncoding.EncodeToString(make([]byte, 16))
	a.repeat(ctx, 8, 50, func(i int) {
		for _, origin := range []string{"http://evil.example", "null", "https://127.0.0.1:1", "http://127.0.0.1:1", "file://"} {
			if ctx.Err() != nil {
				return
			}
			for _, request := range []string{
				"GET /machine HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + key + "\r\n",
				"POST /" + a.runPath() + " HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 14\r\nSec-Fetch-Site: cross-site\r\n",
				"POST /lessons/pass HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 14\r\n",
			} {
				_, answer := a.raw(ctx, address(i), []byte(request+"Host: "+a.server.addr+"\r\nOrigin: "+origin+"\r\n\r\n"+`{"code":"x=1"}`))
				a.refused(ctx, answer, "a request of a page of `%s`", origin)
			}
		}
	})
}
