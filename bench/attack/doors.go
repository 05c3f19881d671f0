//go:build linux

package main

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// doorAttacks come by ways that few clients use: addresses with a host, chunks with extensions, protocols that were not agreed on,
// connections that end in the middle, codes at every door, one address in many forms.
func doorAttacks() []attack {
	return []attack{{
		name: "targets-absolute", about: "request lines with a host of their own, another one, none, a user, a port, or only a star", quick: true, do: absoluteTargets,
	}, {
		name: "chunks-extended", about: "bodies in chunks of one byte with 4 KB of extensions each, sizes beyond 2^64, and trailers that are headers of the request", quick: true, do: extendedChunks,
	}, {
		name: "protocols-crossed", about: "HTTP/2 without encryption, HTTP/2 where HTTP/1.1 was agreed on, and the other way around", quick: true,
		own: func(ctx context.Context, a *arena) samples { return a.encrypted(ctx, 24, crossedProtocols) },
	}, {
		name: "connections-reset", about: "endless programs and uploads whose clients reset the connection at once, or close their half and wait", quick: true, do: resetConnections,
	}, {
		name: "codes-every-door", about: "codes of workshops and classes, guessed at each address that needs no word beside it: no door lets somebody guess on", quick: true, do: everyDoor,
	}, {
		name: "forwarded-forms", about: "one address in forms of all kinds (mapped, with a port, a zone, in a /56), told by a trusted proxy: it gets the seats of one", quick: true, own: addressForms,
	}, {
		name: "said-by-nobody", about: "messages by POST of 20,000 clients who never opened a stream, each another one", quick: true, do: saidByNobody,
	}, {
		name: "course-git-places", about: "addresses of Git repositories that are commands, options, helpers, other protocols or lines of a file", quick: true, own: gitPlaces,
	}}
}

// absoluteTargets are request lines that name a host, which counts more than the header (RFC 9112, 3.2.2), or a place that is none.
func absoluteTargets(ctx context.Context, a *arena) {
	own := a.server.addr
	wrong := []string{
		"http:///", "http://evil.example/", "https://evil.example/", "http://" + own + "@evil.example/", "//evil.example/..//", "http://[::1].evil.example/", "http://evil.example:80:80/", "http://%65vil.example/", "http://\u0435vil.example/",
		"ftp://evil.example/", "file:///etc/passwd", "http:", "javascript:alert(1)", "evil.example:443", "http://evil.example#" + own + "/", "http://evil.example?/", "unix:///run/x.sock", "http:/", "http:lessons/", "*evil",
	}
	a.repeat(ctx, 8, 30, func(i int) {
		for k := i; k < len(wrong); k += 8 {
			for _, method := range []string{"GET", "POST", "CONNECT"} {
				_, answer := a.raw(ctx, address(i), fmt.Appendf(nil, "%s %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", method, wrong[k], own))
				if bytes.Contains(answer, []byte("evil.example/")) && bytes.Contains(answer, []byte("Location:")) {
					a.fault("expected no way to another host from `%s %s`, found %.300s", method, wrong[k], answer)
				}
				if !strings.HasPrefix(wrong[k], "//") {
					a.refused(ctx, answer, "`%s %s`", method, wrong[k])
				}
			}
		}
	})
}

func extendedChunks(ctx context.Context, a *arena) {
	head := func(path, more string) string {
		return "POST /" + path + " HTTP/1.1\r\nHost: " + a.server.addr + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n" + more + "\r\n"
	}
	extended := strings.Repeat("1;x=\""+strings.Repeat("y", 4000)+"\"\r\n[\r\n", 10)
	a.repeat(ctx, 24, 10, func(i int) {
		switch i % 3 {
		case 0:
			a.endless(ctx, i, head("lessons/pass", ""), extended)
		case 1:
			for _, size := range []string{"10000000000000001", "ffffffffffffffff", "-1", "0x1", "1 ", "+1", "", "1\n", strings.Repeat("0", 5000) + "1", "fffffffffffffff"} {
				_, answer := a.raw(ctx, address(i), []byte(head(a.runPath(), "")+size+"\r\n{\r\n0\r\n\r\n"))
				if bytes.HasPrefix(answer, []byte("HTTP/1.1 2")) {
					a.fault("expected a refusal of a chunk of `%.20s` bytes, found %.200s", size, answer)
				}
			}
		default:
			trailers := "Content-Length: 5\r\nTransfer-Encoding: chunked\r\nHost: evil.example\r\nCookie: unbox-teacher=" + forged(i) + "\r\nX-Forwarded-For: 10.0.0.1\r\nX-A: " + strings.Repeat("a", 60_000) + "\r\n"
			statuses, _ := a.raw(ctx, address(i), []byte(head(a.runPath(), "Trailer: Host, Content-Length, Cookie\r\n")+"2\r\n{}\r\n0\r\n"+trailers+"\r\nGET /healthz HTTP/1.1\r\nHost: "+a.server.addr+"\r\nConnection: close\r\n\r\n"))
			for _, status := range statuses {
				a.saw("%d", status)
				if status >= 500 && status != http.StatusServiceUnavailable {
					a.fault("expected a refusal of strange trailers, found %d", status)
				}
			}
		}
	})
}

// crossedProtocols says one protocol where another one was agreed on.
func crossedProtocols(ctx context.Context, a *arena, c *frames) error {
	const preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00"
	for k, text := range []string{preface, preface[:20], "GET / HTTP/1.1\r\nHost: " + c.host + "\r\n\r\n", "GET / HTTP/1.1\r\nHost: " + c.host + "\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n" + preface} {
		for _, protocol := range []string{"http/1.1", "h2"} {
			conn, err := dialEncrypted(ctx, c.ip(), c.host, &tls.Config{NextProtos: []string{protocol}})
			if err != nil {
				return err
			}
			_, err = io.WriteString(conn, text)
			_ = conn.SetReadDeadline(time.Now().Add(time.Second))
			answer, _ := io.ReadAll(io.LimitReader(conn, 4<<10))
			if err = errors.Join(err, conn.Close()); err == nil {
				a.saw("%s %d: %.12q", protocol, k, answer)
			}
			if bytes.HasPrefix(answer, []byte("HTTP/1.1 101")) {
				a.fault("expected no change of the protocol, found %.200s", answer)
			}
		}
	}
	// The plain door of a server that encrypts, and encryption where there is none.
	conn, err := dialerFrom(c.ip()).DialContext(ctx, "tcp", c.host)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = io.WriteString(conn, preface)
	_ = untilSilent(conn)
	return err
}

// resetConnections ask for long work and go away, some with a reset, some with half of the connection.
func resetConnections(ctx context.Context, a *arena) {
	run := codeBody(endless)
	request := fmt.Sprintf("POST /%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", a.runPath(), a.server.addr, len(run), run)
	a.repeat(ctx, 64, 60, func(i int) {
		conn := a.dial(ctx, address(i))
		if conn == nil {
			return
		}
		defer conn.Close()
		text := request
		if i%4 == 3 {
			text = a.head("lessons/pass", uploadSize) + `{"wasm":"` + strings.Repeat("A", 200_000)
		}
		_ = conn.SetWriteDeadline(time.Now().Add(5 * time.Second))
		if _, err := io.WriteString(conn, text); err != nil {
			a.saw("hung up")
			return
		}
		tcp, ok := conn.(*net.TCPConn)
		if !ok {
			panic("BUG: a connection over TCP is none")
		}
		if i%2 == 0 {
			pause(ctx, time.Duration(i)*5*time.Millisecond)
			_ = tcp.SetLinger(0) // closing sends a reset
			a.saw("reset")
			return
		}
		_ = tcp.CloseWrite()
		_ = untilClosed(conn)
		a.saw("closed by the server")
	})
}

// everyDoor tries wrong codes of one seat at each address that has a code in it and no signed word, many more than a seat may.
func everyDoor(ctx context.Context, a *arena) {
	doors := []struct{ method, path, body string }{
		{"POST", "class/join", `{"code":"%s","nick":"x"}`}, {"POST", "class/rejoin", `{"code":"%s-%[1]s"}`}, {"GET", "c/%s/name.json", ""},
		{"POST", "workshop/%s/stream", `{"client":"a","word":""}`}, {"GET", "workshop/%s/socket", ""},
	}
	var n atomic.Int64
	a.repeat(ctx, len(doors), 1, func(i int) {
		d, s := doors[i], newSeat(a.server.url, address(i))
		_ = s.take(ctx) // without one, it shares the tries of its address
		told := 0
		for range 900 { // an address has 600 in an hour, and a seat three
			if ctx.Err() != nil {
				return
			}
			code := fmt.Sprintf("abc-%03d", n.Add(1)%1000)
			path, body := d.path, d.body
			if strings.Contains(path, "%s") {
				path = fmt.Sprintf(path, code)
			} else {
				body = fmt.Sprintf(body, code)
			}
			r := a.request(d.method, path, []byte(body))
			if d.method == "GET" {
				r = a.request(d.method, path, nil)
			}
			s.sit(r)
			answer := a.send(ctx, s.ip, r)
			if answer == nil {
				continue
			}
			a.saw("%d", answer.status)
			switch {
			case answer.status == http.StatusTooManyRequests || answer.status == http.StatusServiceUnavailable:
				return // it counts
			case answer.status < 400 || answer.status >= 500:
				a.fault("expected a refusal of a guessed code at `%s`, found %d: %.200s", d.path, answer.status, answer.body)
			case answer.status == http.StatusNotFound || answer.status == http.StatusForbidden:
				told++
			}
		}
		if told > 700 {
			a.fault("expected `%s` to count wrong codes, found %d answers without a limit", d.path, told)
		}
	})
}

// addressForms has a proxy tell one address in many forms.
func addressForms(ctx context.Context, a *arena) samples {
	s, there := a.ownServer("--cache", a.cache, "--trusted-proxies", "127.0.0.0/8", "--max-new-seats", "20")
	if s == nil {
		return nil
	}
	defer s.kill()
	for _, forms := range [][]string{
		{"192.0.2.7", "::ffff:192.0.2.7", "192.0.2.7:80", "[::ffff:192.0.2.7]:443", " 192.0.2.7 ", "::ffff:c000:207", "192.0.2.7:1", "10.0.0.1, 192.0.2.7", "junk, 192.0.2.7"},
		{"2001:db8:0:1::1", "2001:db8:0:1::2", "2001:DB8:0:1:0:0:0:3", "[2001:db8:0:1::4]", "[2001:db8:0:1::5]:80", "2001:db8:0:1::6%eth0", "2001:db8:0:ff::7", "2001:db8::8"},
	} {
		given := 0
		for k := range 100 {
			r := there.request(http.MethodPost, "seat", nil)
			r.Header.Set("X-Forwarded-For", forms[k%len(forms)])
			answer := there.send(ctx, address(k), r)
			if answer == nil {
				continue
			}
			a.saw("%d", answer.status)
			if answer.status == http.StatusOK {
				given++
			}
		}
		if given > 20 {
			a.fault("expected 20 seats for one block of addresses, found %d with these forms: %q", given, forms)
		}
	}
	return nil
}

// saidByNobody sends what is said over POST beside a stream, without one.
func saidByNobody(ctx context.Context, a *arena) {
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	learners := a.learnersOf(ctx, c, 8)
	var n atomic.Int64
	a.repeat(ctx, 32, 640, func(i int) {
		s := learners[i%len(learners)]
		if s == nil {
			return
		}
		client := fmt.Sprintf("client%d", n.Add(1))
		body := mustJSON(map[string]any{"word": s.word, "client": client, "from": n.Load() << 40, "messages": typing("x")})
		a.polite(a.send(ctx, s.ip, a.request(http.MethodPost, "class/say", body)))
	})
}

// gitPlaces gives `lesson lint` places of repositories that would run something.
func gitPlaces(ctx context.Context, a *arena) samples {
	dir, remove, err := a.folder("git-places")
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	defer remove()
	mark := filepath.Join(dir, "mark")
	touch := "touch " + mark
	for _, place := range []string{
		"ext::sh -c " + strings.ReplaceAll(touch, " ", "% "), "fd::0", "git@-oProxyCommand=" + touch + ":x", "ssh://-oProxyCommand=" + touch + "/x", "--upload-pack=" + touch, "-c core.sshCommand='" + touch + "'", "file://" + dir + "/x`" + touch + "`",
		"https://127.0.0.1:1/x.git\n[core]\nfsmonitor=" + touch, "file://" + dir + "/$(" + touch + ")", "git://127.0.0.1:1/x", "https://user:secret@127.0.0.1:1/x.git", "file:///dev/zero", "file:///proc/self", "::", "https://[::1/x.git", "http://127.0.0.1:1/\x00.git",
	} {
		if ctx.Err() != nil || strings.Contains(place, "\x00") {
			continue // no program can be given such an argument
		}
		a.commanded(ctx, lintPatience, maxMain, "lesson", "lint", place)
		if _, err := os.Stat(mark); err == nil {
			a.fault("expected nothing to be run for `%s`, found that it was", place)
			return nil
		}
	}
	return nil
}
