//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
)

// gateAttacks look for ways in beside those that there are: addresses for operators, caches, other sites, a path in front of the site,
// metrics, logs, sockets that agree on more than they should.
func gateAttacks() []attack {
	return []attack{{
		name: "operators-pages", about: "addresses where other programs have metrics, profiles, consoles and their own files", quick: true, do: operatorsPages,
	}, {
		name: "preflight", about: "questions of other sites' pages whether they may: no answer allows them more than the element for articles", quick: true, do: preflight,
	}, {
		name: "private-cached", about: "pages and files of classes with endings that caches keep: none may be kept by one for others", quick: true, do: privateCached,
	}, {
		name: "base-path", about: "a site below a path, asked with that path twice, encoded, with dots and slashes: nothing leads to another host or out of it", quick: true, own: basePath,
	}, {
		name: "metrics-labels", about: "6,000 requests with new methods, paths, hosts and visits: the metrics stay as many", quick: true, own: metricsLabels,
	}, {
		name: "log-flood", about: "1,000 refused requests with methods, addresses and headers of 7 KB: each is logged, in a short line", quick: true, own: logFlood,
	}, {
		name: "class-zones", about: "classes in time zones that are files, paths, a megabyte long, or nothing", quick: true, do: strangeZones,
	}, {
		name: "class-letters", about: "nicknames of a thousand marks on a letter, of letters that are several, of other widths and of none", quick: true, do: strangeLetters,
	}, {
		name: "sockets-agreements", about: "upgrades with 300 extensions and 3,000 protocols, compression with windows that there are not, keys of any length, bodies, and requests in the same packet", quick: true, do: agreements,
	}, {
		name: "sockets-pings-between", about: "a message in pieces of one byte with a ping between two, whose answers are not read, and a close in the middle", quick: true,
		do: func(ctx context.Context, a *arena) {
			ping := frame(0x89, bytes.Repeat([]byte("p"), 125))
			a.frames(ctx, 64, func(conn net.Conn, i int) error {
				shrink(conn)
				_, err := conn.Write(frame(0x01, []byte(`{"id":1,"kind":"`)))
				if err == nil {
					err = repeatFrame(ctx, conn, 5_000, join(frame(0x00, []byte("x")), ping))
				}
				if err == nil && i%2 == 0 {
					_, err = conn.Write(join(frame(0x88, bytes.Repeat([]byte{3, 232}, 62)), ping, frame(0x80, []byte("after the end"))))
				}
				return err
			})
		},
	}}
}

func operatorsPages(ctx context.Context, a *arena) {
	paths := []string{
		"metrics", "debug/pprof/", "debug/pprof/heap", "debug/vars", "debug/requests", "admin", "admin/", "actuator/env", "server-status", ".env", ".git/config", ".git/HEAD", "config.json", "backup.zip", "classes.db",
		"data/classes.db", "key", "unbox.key", "lessons/.git/config", "assets/../key", "assets/.env", "assets/index.js.map", "api/", "api/v1", "graphql", "console", "swagger.json", "_internal/passed", "peers", "lessons/passed",
		"_UNBOX", "teach/people.json", "teach/me.json", "teach/classes", "class/own.json", "own/", "..%2fkey", "%2e%2e/key", "nats", "varz", "connz", "favicon.ico/../key",
	}
	a.repeat(ctx, 8, 20, func(i int) {
		for k := i; k < len(paths); k += 8 {
			for _, method := range []string{http.MethodGet, http.MethodPost} {
				r := a.request(method, paths[k], nil)
				for _, name := range []string{"X-Forwarded-For", "X-Real-IP", "X-Client-IP", "True-Client-IP", "CF-Connecting-IP", "Forwarded"} {
					r.Header.Set(name, "127.0.0.1")
				}
				answer := a.send(ctx, address(i), r)
				if answer == nil {
					continue
				}
				a.saw("%d", answer.status)
				if answer.status >= 500 && answer.status != http.StatusServiceUnavailable {
					a.fault("expected a refusal of `%s`, found %d", paths[k], answer.status)
				}
				if bytes.Contains(answer.body, []byte("# HELP")) || bytes.Contains(answer.body, []byte("goroutine")) || bytes.Contains(answer.body, []byte("SQLite format")) || bytes.Contains(answer.body, []byte("[core]")) {
					a.fault("expected nothing for operators at `%s`, found it", paths[k])
				}
			}
		}
	})
}

func preflight(ctx context.Context, a *arena) {
	paths := []string{"", "lessons/", a.runPath(), "lessons/pass", "seat", "machine", "teach/me.json", "teach/sign-in", "class/join", "class/own.json", "workshop", "unbox-trace.js", "api/classes", "embed"}
	origins := []string{"https://evil.example", "null", "file://", "http://localhost:1", "https://" + a.server.addr, "http://" + a.server.addr + ".evil.example", "http://127.0.0.1", "*"}
	a.repeat(ctx, 8, 20, func(i int) {
		origin := origins[i]
		for _, path := range paths {
			for _, method := range []string{http.MethodOptions, http.MethodGet} {
				r := a.request(method, path, nil)
				r.Header.Set("Origin", origin)
				r.Header.Set("Access-Control-Request-Method", "POST")
				r.Header.Set("Access-Control-Request-Headers", "content-type, x-unbox-seat, authorization")
				r.Header.Set("Access-Control-Request-Private-Network", "true")
				answer := a.send(ctx, address(i), r)
				if answer == nil {
					continue
				}
				a.saw("%d", answer.status)
				allowed := answer.header.Get("Access-Control-Allow-Origin")
				if allowed != "" && (path != "unbox-trace.js" || allowed != "*") || answer.header.Get("Access-Control-Allow-Credentials") != "" || answer.header.Get("Access-Control-Allow-Private-Network") != "" {
					a.fault("expected that a page of %q may not read `%s`, found %v", origin, path, answer.header)
				}
			}
		}
	})
}

func privateCached(ctx context.Context, a *arena) {
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	ends := []string{"", "/x.css", ";x.css", "%2fx.css", ".css", "?x.css", "%00.css", "%3fx.css", "/..%2fassets/x.css", "#x.css"}
	bases := []string{"teach", "teach/me.json", "teach/people.json", "teach/classes/" + c.id + "/results", "teach/classes/" + c.id + "/roster.json", "class", "class/own.json", "c/" + c.code + "/name.json"}
	a.repeat(ctx, len(ends), 10, func(i int) {
		for _, base := range bases {
			text := "GET /" + base + ends[i] + " HTTP/1.1\r\nHost: " + a.server.addr + "\r\nCookie: " + c.owner + "\r\nConnection: close\r\n\r\n"
			statuses, all := a.raw(ctx, address(i), []byte(text))
			head, _, _ := bytes.Cut(all, []byte("\r\n\r\n"))
			for _, status := range statuses {
				a.saw("%d", status)
				kept := bytes.Contains(head, []byte("immutable")) || bytes.Contains(head, []byte("public")) || bytes.Contains(head, []byte("max-age"))
				if status == http.StatusOK && kept || status >= 500 && status != http.StatusServiceUnavailable {
					a.fault("expected that no cache keeps `%s%s`, found %.300s", base, ends[i], head)
				}
			}
		}
	})
}

// basePath starts a server whose site lies below a path.
func basePath(ctx context.Context, a *arena) samples {
	s, there := a.ownServer("--cache", a.cache, "--base-path", "/unbox/")
	if s == nil {
		return nil
	}
	defer s.kill()
	if statuses, _ := there.raw(ctx, honestAddress, []byte("GET /unbox/ HTTP/1.1\r\nHost: "+s.addr+"\r\nConnection: close\r\n\r\n")); len(statuses) != 1 || statuses[0] != http.StatusOK {
		a.fault("expected the site below its path, found %v", statuses)
	}
	paths := []string{
		"/", "/unbox", "/unbox?//evil.example", "/unbox//evil.example/", "//evil.example/unbox/", "/unbox/..//evil.example", "/unbox/%2f%2fevil.example", "/unbox/../unbox/", "/unbox/unbox/", "/%75nbox/", "/unbox/%2e%2e/lessons/", "/unbox\\evil.example",
		"/unbox/\\evil.example", "/UNBOX/", "/unbox/./", "/unbox/lessons/../../etc/passwd", "/unboxevil.example/", "/unbox;/", "/unbox//", "/unbox///evil.example/..", "/unbox/lessons//evil.example", "/lessons/", "/unbox/lessons", "/unbox/%0d%0aLocation:%20//evil.example",
	}
	for i, path := range paths {
		for _, host := range []string{s.addr, "evil.example"} {
			statuses, all := there.raw(ctx, address(i), []byte("GET "+path+" HTTP/1.1\r\nHost: "+host+"\r\nConnection: close\r\n\r\n"))
			head, body, _ := bytes.Cut(all, []byte("\r\n\r\n"))
			for _, status := range statuses {
				a.saw("%d", status)
				if status >= 500 {
					a.fault("expected a refusal of `%s`, found %d", path, status)
				}
			}
			a.leadsAstray(path, head)
			if bytes.Contains(body, []byte("root:")) {
				a.fault("expected no file of the machine at `%s`, found one", path)
			}
		}
	}
	return a.visits(ctx, s)
}

// leadsAstray finds an answer that leads a browser to another host, or out of the path of the site.
func (a *arena) leadsAstray(path string, head []byte) {
	for line := range strings.Lines(string(head)) {
		to, ok := strings.CutPrefix(strings.ToLower(line), "location:")
		if !ok {
			continue
		}
		to = strings.TrimSpace(to)
		if strings.HasPrefix(to, "//") || strings.HasPrefix(to, "/\\") || strings.Contains(to, "://") || strings.HasPrefix(to, "/") && !strings.HasPrefix(to, "/unbox/") {
			a.fault("expected a way that stays in the site from `%s`, found `%s`", path, to)
		}
	}
}

// metricsLabels starts a server with metrics and counts their lines before and after.
func metricsLabels(ctx context.Context, a *arena) samples {
	place, err := net.Listen("tcp", "127.0.0.1:0") // a port that is free; the server takes it a moment later
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	metrics := place.Addr().String()
	_ = place.Close()
	s, there := a.ownServer("--cache", a.cache, "--metrics", metrics)
	if s == nil {
		return nil
	}
	defer s.kill()
	count := func() int {
		r, err := http.Get("http://" + metrics + "/metrics")
		if err != nil {
			a.fault("expected metrics, found this: %v", err)
			return 0
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			a.fault("expected metrics, found this: %v", err)
		}
		return bytes.Count(text, []byte("\n"))
	}
	seen := a.visits(ctx, s)
	there.flood(ctx, 300)
	before := count()
	const requests = 6_000
	answered := there.flood(ctx, requests)
	after := count()
	if answered < requests/2 {
		a.fault("expected answers to at least every other of %d requests, found %d", requests, answered)
	}
	a.saw("%d lines, then %d after %d answers", before, after, answered)
	if after > before+20 {
		a.fault("expected as many metrics as before, found %d lines instead of %d", after, before)
	}
	return seen
}

// flood sends n requests, of which each has another path, host and visit, and half of them another method. It returns
// how many were answered.
func (a *arena) flood(ctx context.Context, n int) int {
	var answered atomic.Int64
	const together = 20 // over one connection
	each(16, func(i int) {
		for k := i; k < n/together && ctx.Err() == nil; k += 16 {
			var text strings.Builder
			for j := range together {
				method := []string{fmt.Sprint("M", k), "GET", "POST", fmt.Sprint("LOCK", k)}[j%4]
				fmt.Fprintf(&text, "%s /%d-%d/%s HTTP/1.1\r\nHost: %s\r\n%s: %d.%d\r\nUser-Agent: %d\r\n", method, k, j, strings.Repeat("x", k%50),
					[]string{a.server.addr, fmt.Sprint("h", k)}[j*2/together], seatHeader, k, j, k)
				if j == together-1 {
					text.WriteString("Connection: close\r\n")
				}
				text.WriteString("\r\n")
			}
			statuses, _ := a.raw(ctx, address(i), []byte(text.String()))
			answered.Add(int64(len(statuses)))
		}
	})
	return int(answered.Load())
}

// logFlood starts a server with the usual log, and counts what is written to it.
func logFlood(ctx context.Context, a *arena) samples {
	s, there := a.ownServer("--cache", a.cache, "--log-level", "info")
	if s == nil {
		return nil
	}
	defer s.kill()
	seen := a.visits(ctx, s)
	bytesBefore, linesBefore := s.log.written()
	const requests = 1_000
	long := strings.Repeat("y", 7_000)
	each(16, func(i int) {
		for range requests / 16 {
			first := []string{"GET /" + long, "M" + long + " /"}[i%2] // all three would be more than a request may have
			_, _ = there.raw(ctx, address(i), []byte(first+" HTTP/1.1\r\nHost: "+s.addr+"\r\nUser-Agent: "+long+"\r\nConnection: close\r\n\r\n"))
		}
	})
	written, lines := s.log.written()
	written, lines = written-bytesBefore, lines-linesBefore
	a.saw("%d lines of log with %d bytes for %d requests", lines, written, requests)
	if lines < requests*3/4 {
		a.fault("expected a line for nearly every request, found %d for %d", lines, requests)
	}
	if written > requests*300 || strings.Contains(s.log.String(), strings.Repeat("y", 1000)) {
		a.fault("expected short lines, found %d bytes for %d requests", written, requests)
	}
	return seen
}

func strangeZones(ctx context.Context, a *arena) {
	owner, err := a.owner(ctx)
	if err != nil {
		a.fault("expected an owner, found this: %v", err)
		return
	}
	zones := []string{
		"../../../etc/passwd", "/etc/passwd", "Local", "local", "\x00", "Europe/Berlin\x00", strings.Repeat("Europe/", 8_000), "posix/../../../etc/passwd", "leap-seconds.list", "tzdata.zi", "zone.tab", "UTC/", "Etc", "europe\\berlin", "<script>", "\u202e", "GMT+99999999", ".",
	}
	a.repeat(ctx, len(zones), 12, func(i int) {
		r := a.request(http.MethodPost, "teach/classes", mustJSON(map[string]string{"name": "Zones", "zone": zones[i], "hints": "open", "solutions": "open"}))
		r.Header.Set("Cookie", owner)
		answer := a.send(ctx, address(i), r)
		a.polite(answer)
		if answer != nil && bytes.Contains(answer.body, []byte("root:")) {
			a.fault("expected no file of the machine, found %.200s", answer.body)
		}
		if answer != nil && answer.status == http.StatusOK {
			a.fault("expected no class in the time zone %q, found one", brief(zones[i]))
		}
	})
}

func strangeLetters(ctx context.Context, a *arena) {
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	nicks := []string{
		"a" + strings.Repeat("\u0301", 1000), strings.Repeat("ﷺ", 40), "Å", "A\u030a", "Å", "ａｄａ", "ada", "аda", "\u200bada\u200b", "\ufeff", "\u2028\u2029", "\u115f\u1160\u3164\uffa0", strings.Repeat("👩‍👩‍👧", 50),
		"\U000e0041\U000e0064", "\ud7ff\ue000", "i\u0307", "ſ", "ß", "\u0000", strings.Repeat("x", 100_000),
	}
	a.repeat(ctx, len(nicks), 20, func(i int) {
		answer := a.send(ctx, address(i), a.request(http.MethodPost, "class/join", mustJSON(map[string]string{"code": c.code, "nick": nicks[i]})))
		a.polite(answer)
		if answer != nil && len(answer.body) > 4<<10 {
			a.fault("expected a short answer to a nickname, found %d bytes", len(answer.body))
		}
	})
	a.results(context.WithoutCancel(ctx))
}

// agreements upgrade to sockets with more than a browser says.
func agreements(ctx context.Context, a *arena) {
	key := "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
	extensions := []string{
		"permessage-deflate; client_max_window_bits=99; server_max_window_bits=1", "permessage-deflate; server_no_context_takeover; client_no_context_takeover", strings.TrimSuffix(strings.Repeat("permessage-deflate; client_max_window_bits, ", 300), ", "),
		strings.Repeat(";", 5000), `x; a="` + strings.Repeat(`\"`, 2000), "permessage-bzip2, x-webkit-deflate-frame",
	}
	bomb := frame(0xc1, []byte(strings.Repeat("\x62\x18\x05\xa3\x60\x14\x8c\x58\x00\x00", 6_000)))
	a.repeat(ctx, 24, 100, func(i int) {
		path := []string{"machine", "class/socket", "workshop/ABCDEF/socket"}[i%3]
		head := "GET /" + path + " HTTP/1.1\r\nHost: " + a.server.addr + "\r\nOrigin: http://" + a.server.addr + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
		more := []string{
			key + "Sec-WebSocket-Extensions: " + extensions[i%len(extensions)] + "\r\n\r\n" + string(bomb), key + "Sec-WebSocket-Protocol: " + strings.TrimSuffix(strings.Repeat("a, ", 3000), ", ") + "\r\n\r\n" + string(frame(0x81, []byte("{}"))),
			key + key + "\r\n", "Sec-WebSocket-Key: " + strings.Repeat("A", 8000) + "\r\n\r\n", "\r\n", key + "Content-Length: 5\r\n\r\n12345" + string(frame(0x81, []byte("{}"))),
			key + "Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n0\r\n\r\n", key + "\r\nGET /healthz HTTP/1.1\r\nHost: " + a.server.addr + "\r\n\r\n",
		}[i/3%8]
		statuses, all := a.raw(ctx, address(i), []byte(head+more))
		for _, status := range statuses {
			a.saw("%d", status)
			if status >= 500 && status != http.StatusServiceUnavailable {
				a.fault("expected a socket or a refusal, found %d", status)
			}
		}
		first, _, _ := bytes.Cut(all, []byte("\r\n\r\n"))
		if bytes.Contains(bytes.ToLower(first), []byte("sec-websocket-extensions")) {
			a.fault("expected a socket without extensions, found one with: %.300s", first)
		}
		if bytes.Contains(all, []byte(`"status":"ok"`)) {
			a.fault("expected that what follows an upgrade is no request, found an answer to it")
		}
	})
}

// namedCourses are courses whose files have names that hurt those who show them.
func namedCourses() []hostileCourse {
	names := []string{"02-\u202egnp.exe.md", "02-<b onclick=alert(1)>.md", "02-line\nfeed.md", "02-\x1b[2J.md", "02-" + strings.Repeat("x", 240) + ".md", "02-é.md", "02-e\u0301.md", "02- .md", "02-\xff\xfe.md", "-rf.md", "02-a..b.md", "con.md", "02-%2e%2e.md"}
	step := "---\ntitle: A step\n---\n\nText.\n"
	write := func(dir string, name string) error {
		return os.WriteFile(filepath.Join(dir, "01-first-chapter", name), []byte(step), 0o644)
	}
	return []hostileCourse{
		{name: "course-names", about: "steps whose names have line feeds, terminals' commands, markup, no characters, or turn the line around", quick: true, make: func(dir string) error {
			var all error
			for _, name := range names {
				all = errors.Join(all, write(dir, name))
			}
			return all
		}},
		{name: "course-figures", about: "quizzes and figures whose answers open 10,000 brackets, or contain themselves, 5,000 times", make: func(dir string) error {
			var text strings.Builder
			text.WriteString("---\ntitle: Figures\n---\n\n")
			for _, kind := range []string{"quiz", "figure", "trace", "python", "test", "starter", "solution", "wrong"} {
				fmt.Fprintf(&text, "```%s\nquestion: &a [*a]\nanswers: %s\n```\n\n", kind, strings.Repeat("[", 10_000))
				fmt.Fprintf(&text, "```%s\n%s```\n\n", kind, strings.Repeat("- x: &b [*b, *b]\n", 5_000))
			}
			return os.WriteFile(filepath.Join(dir, "01-first-chapter/02-figures.md"), []byte(text.String()), 0o644)
		}},
	}
}
