//go:build linux

package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/net/http2"
)

// machineryAttacks are about what is around programs and lessons: handshakes, headers, bodies, files of the system, commands of the
// command line.
func machineryAttacks() []attack {
	return []attack{{
		name: "tls-handshakes", about: "TLS connections that are opened and closed as fast as possible, and such that stop in the middle of the handshake", quick: true, own: handshakes,
	}, {
		name: "headers-poison", about: "headers by which proxies say another host, path, method or scheme: no answer has them in it, or depends on them", quick: true, do: poison,
	}, {
		name: "bodies-encoded", about: "bodies that are compressed, of 64 MB or nested, and in other character sets", quick: true, do: encodedBodies,
	}, {
		name: "log-lines", about: "addresses, headers and codes with line feeds and terminals' commands: no line of the log is from a client", own: logLines,
	}, {
		name: "files-few", about: "a server that may have 300 files open, and 600 idle connections to it", quick: true, own: fewFiles,
	}, {
		name: "data-full", about: "classes and workshops on a full disk: refused with words, and all else goes on", own: fullData,
	}, {
		name: "restore-endless", about: "`unbox class restore` of a device without an end, a pipe, and a terabyte of holes that says it is a database", quick: true, do: endlessBackups,
	}, {
		name: "import-logs", about: "logs of 100 MB for `unbox import`: one line, a million loops, loops in loops, lines that begin something and nothing else", do: hugeLogs,
	}, {
		name: "long-files", about: "files of 30 MB for the commands that read a trace: comments, empty lines, names, one list, what is nested; and a device without an end", do: longFiles,
	}, {
		name: "course-git", about: "Git repositories of a few kilobytes with a trillion files, and with files of hundreds of megabytes, given to `unbox lesson lint`", do: gitBombs,
	}}
}

// folder makes a folder for temporary files.
func (a *arena) folder(name string) (dir string, remove func(), err error) {
	dir, err = os.MkdirTemp("", "unbox-attack-"+name+"-")
	return dir, func() { _ = os.RemoveAll(dir) }, err // files may stay there
}

// file returns the name of a file in a folder of its own, which remove removes; "" if there is no folder, which is a fault.
func (a *arena) file(name string) (path string, remove func()) {
	dir, remove, err := a.folder("file")
	if err != nil {
		a.fault("%v", err)
		return "", nil
	}
	return filepath.Join(dir, name), remove
}

func handshakes(ctx context.Context, a *arena) samples {
	return a.encrypted(ctx, 48, func(ctx context.Context, a *arena, c *frames) error {
		ip := c.ip()
		for k := 0; k < 30 && ctx.Err() == nil; k++ {
			raw, err := dialerFrom(ip).DialContext(ctx, "tcp", c.host)
			if err != nil {
				return err
			}
			if k%3 == 0 { // the beginning of a client's greeting that says it is longer
				_, err = raw.Write([]byte{22, 3, 1, 2, 0, 1, 0, 1, 252, 3, 3})
				time.AfterFunc(5*time.Second, func() { _ = raw.Close() })
			} else {
				err = tls.Client(raw, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}}).HandshakeContext(ctx) // it is our own server
				_ = raw.Close()
			}
			if err == nil {
				a.saw("shaken")
			}
			pause(ctx, 50*time.Millisecond)
		}
		return nil
	})
}

// poisons are headers that a proxy may believe, with a host that must be in no answer.
var poisons = map[string]string{
	"X-Forwarded-Host": "evil.example", "X-Host": "evil.example", "X-Forwarded-Server": "evil.example", "Forwarded": "host=evil.example;proto=https", "X-Original-URL": "/evil.example",
	"X-Rewrite-URL": "/evil.example", "X-HTTP-Method-Override": "DELETE", "X-Forwarded-Prefix": "//evil.example", "X-Forwarded-Proto": "javascript:evil.example//", "Referer": "https://evil.example/",
	"X-Forwarded-Path": "/evil.example", "Via": "1.1 evil.example", "Origin": "https://evil.example", "X-Forwarded-Scheme": "evil.example", "Base-Url": "http://evil.example", "X-Wap-Profile": "http://evil.example/w.xml",
}

func poison(ctx context.Context, a *arena) {
	paths := []string{"", "lessons/", "lab", "embed", "teach", "j/ABCDEF/qr.svg", "w/ABCDEF/qr.svg", "c/ABCDEF/qr.svg", "robots.txt", "service-worker.js", "healthz", "unbox-trace.js", "evil", "favicon.ico"}
	plainOnes := map[string]*reply{}
	for _, path := range paths {
		plainOnes[path] = a.send(ctx, honestAddress, a.request(http.MethodGet, path, nil))
	}
	a.repeat(ctx, 8, 20, func(i int) {
		for k, path := range paths {
			if k%8 != i {
				continue
			}
			r := a.request(http.MethodGet, path, nil)
			for name, value := range poisons {
				r.Header.Set(name, value)
			}
			answer, before := a.send(ctx, address(i), r), plainOnes[path]
			if answer == nil || before == nil {
				continue
			}
			a.saw("%d", answer.status)
			switch {
			case bytes.Contains(answer.body, []byte("evil.example")) || strings.Contains(fmt.Sprint(answer.header), "evil.example"):
				a.fault("expected nothing of the headers in the answer of `%s`, found it", path)
			case answer.status != before.status || path != "" && !bytes.Equal(answer.body, before.body):
				a.fault("expected the same answer of `%s` as without the headers, found another one: %d, %d", path, before.status, answer.status)
			}
		}
	})
}

func encodedBodies(ctx context.Context, a *arena) {
	var bomb bytes.Buffer
	w := gzip.NewWriter(&bomb)
	_, err := io.CopyN(w, zeros{}, 64<<20)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		a.fault("%v", err)
		return
	}
	kinds := []struct{ encoding, kind string }{
		{"gzip", "application/json"}, {"gzip, gzip, gzip", "application/json"}, {"br", "application/json"}, {"deflate", "application/json"}, {"zstd", "application/json"},
		{"", "application/json; charset=utf-16"}, {"", "application/json; charset=utf-7"}, {"identity", "application/json;" + strings.Repeat(" a=b;", 500)}, {"", "multipart/form-data; boundary=" + strings.Repeat("a", 60)},
	}
	paths := []string{"lessons/pass", "lessons/certify", "class/join", "teach/sign-in", a.runPath()}
	a.repeat(ctx, 45, 20, func(i int) {
		kind := kinds[i%len(kinds)]
		body := bomb.Bytes()
		if kind.encoding == "" {
			body = []byte("\xff\xfe{\x00\"\x00c\x00o\x00d\x00e\x00\"\x00:\x001\x00}\x00")
		}
		r := a.request(http.MethodPost, paths[i%len(paths)], body)
		r.Header.Set("Content-Type", kind.kind)
		if kind.encoding != "" {
			r.Header.Set("Content-Encoding", kind.encoding)
		}
		a.forbidden(a.send(ctx, address(i), r))
	})
}

// logLines starts a server that logs each request.
func logLines(ctx context.Context, a *arena) samples {
	s, there := a.ownServer("--cache", a.cache, "--log-level", "debug")
	if s == nil {
		return nil
	}
	defer s.kill()
	for i, path := range []string{"/a%0d%0atime=forged", "/%1b%5b2Jx", "/%e2%80%ae", "/a%00b", "/a\x1b[2Jb", "/lessons/%0atime=forged/run", "/w/%0d%0atime=forged"} {
		there.raw(ctx, address(i), []byte("GET "+path+" HTTP/1.1\r\nHost: "+s.addr+"\r\nUser-Agent: \x1b[2J\r\nReferer: \x1b]0;x\x07\r\nX-Forwarded-For: \x1b[2Jtime=forged\r\nConnection: close\r\n\r\n"))
	}
	seen := a.visits(ctx, s)
	log := s.log.String()
	for line := range strings.Lines(log) {
		if !strings.HasPrefix(line, "time=20") {
			a.fault("expected lines of the server alone, found %q", line)
		}
	}
	if strings.ContainsAny(log, "\x1b\x00\x07\u202e\r") {
		a.fault("expected a log without terminals' commands, found some")
	}
	a.saw("%d lines", strings.Count(log, "\n"))
	return seen
}

// fewFiles starts a server that may have few files open.
func fewFiles(ctx context.Context, a *arena) samples {
	limited, err := a.withLimit(300)
	if err != nil {
		a.saw("not tried: %v", err)
		return nil
	}
	defer os.Remove(limited)
	s, err := startServer(limited, nil, "--cache", a.cache)
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	defer s.kill()
	h, err := a.patientHonest(ctx, s)
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	attacking, cancel := context.WithTimeout(ctx, a.options.most()/2)
	defer cancel()
	there := newArena(s, a.honest, a.options)
	for i := range 600 {
		go func() {
			for attacking.Err() == nil {
				if conn := there.dial(attacking, address(i%4)); conn != nil {
					_ = untilClosed(conn)
				}
				pause(attacking, 200*time.Millisecond)
			}
		}()
	}
	pause(attacking, time.Second)
	var seen samples
	for attacking.Err() == nil && s.alive() {
		seen = append(seen, visit(ctx, h, 1)...)
	}
	a.saw("%d visits", len(seen))
	if strings.Contains(s.log.String(), "too many open files") {
		a.fault("expected that files are left for connections and workers, found this: %s", s.log)
	}
	return seen
}

// withLimit writes a program that starts the server with so many files at most.
func (a *arena) withLimit(files int) (name string, err error) {
	f, err := os.CreateTemp("", "unbox-attack-limited-")
	if err != nil {
		return "", err
	}
	_, err = fmt.Fprintf(f, "#!/bin/sh\nulimit -n %d || exit 1\nexec '%s' \"$@\"\n", files, a.options.program("serve"))
	if failed := f.Close(); err == nil {
		err = failed
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o755)
	}
	return f.Name(), err
}

// fullData starts a server whose folder for classes is nearly full.
func fullData(ctx context.Context, a *arena) samples {
	dir, remove, err := a.folder("data")
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	defer remove()
	unmount, err := mountTiny(dir, 0, "1m")
	if err != nil {
		a.saw("not tried, no file system can be mounted: %v", err)
		return nil
	}
	defer unmount()
	s, there := a.ownServer("--data", dir, "--cache", a.cache)
	if s == nil {
		return nil
	}
	defer s.kill()
	writing, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	each(16, func(i int) {
		for range 20 {
			r := there.request(http.MethodPost, "workshop", nil)
			answer := there.send(writing, address(i), r)
			a.polite(answer)
			if answer == nil || answer.status != http.StatusOK {
				continue
			}
			var opened struct{ Code, Word string }
			_ = json.Unmarshal(answer.body, &opened) // without a code, nobody enters
			l, err := there.enterWorkshop(writing, address(i), opened.Code, opened.Word)
			if err == nil {
				err = l.push(l.rewrite(string(randomText(100_000))))
			}
			if err == nil {
				err = l.kept()
			}
			if err != nil && writing.Err() == nil {
				a.saw("%s", brief(err.Error()))
			}
		}
	})
	return a.visits(ctx, s)
}

// randomText is a text that cannot be compressed.
func randomText(n int) []byte {
	text := make([]byte, n)
	for i := range text {
		text[i] = "abcdefghijklmnopqrstuvwxyz0123456789"[rand.IntN(36)]
	}
	return text
}

func endlessBackups(ctx context.Context, a *arena) {
	dir, remove, err := a.folder("restore")
	if err != nil {
		a.fault("%v", err)
		return
	}
	defer remove()
	large, pipe := filepath.Join(dir, "large.db"), filepath.Join(dir, "pipe")
	// A database of SQLite with pages of 4096 bytes, of which there are 2^28.
	header := append([]byte("SQLite format 3\x00\x10\x00\x01\x01\x00\x40\x20\x20\x00\x00\x00\x01\x10\x00\x00\x00"), make([]byte, 68)...)
	err = os.WriteFile(large, header, 0o600)
	if err == nil {
		err = os.Truncate(large, 4096<<28)
	}
	if err == nil {
		err = exec.CommandContext(ctx, "mkfifo", pipe).Run()
	}
	if err != nil {
		a.fault("%v", err)
		return
	}
	for _, file := range []string{"/dev/zero", "/dev/urandom", pipe, large, dir} {
		into := filepath.Join(dir, "into")
		a.commanded(ctx, 20*time.Second, 100<<20, "class", "restore", file, "--data", into)
		if left, _ := filepath.Glob(filepath.Join(into, "classes*")); len(left) > 0 {
			a.fault("expected nothing to be left of `%s`, found %v", file, left)
		}
	}
}

// commanded runs `unbox`, which has to refuse what it is given in time, with words, and without much memory.
func (a *arena) commanded(ctx context.Context, patience time.Duration, most int64, args ...string) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out, used, err := watched(exec.CommandContext(ctx, a.options.program("unbox"), args...))
	a.saw("%s: %s", megabytes(used), brief(string(out)))
	switch {
	case ctx.Err() != nil:
		a.fault("expected an end within %v of `unbox %s`, found none", patience, strings.Join(args[:2], " "))
	case err == nil:
		a.fault("expected a refusal, found none: %.200s", out)
	case bytes.Contains(out, []byte("goroutine ")):
		a.fault("expected words, found a stack: %.200s", out)
	case used > most:
		a.fault("expected at most %s, found %s", megabytes(most), megabytes(used))
	}
}

func hugeLogs(ctx context.Context, a *arena) {
	file, remove := a.file("log")
	if file == "" {
		return
	}
	defer remove()
	for name, text := range map[string]string{
		"one line":   strings.Repeat("x", 100<<20),
		"loops":      strings.Repeat("[1] {jit-log-opt-loop\n# Loop 0 : loop with 1 ops\n[i0]\njump(i0)\n[2] jit-log-opt-loop}\n", 400_000),
		"in loops":   strings.Repeat("[1] {jit-log-opt-loop\n", 2_000_000),
		"no ends":    "[1] {jit-log-noopt\n" + strings.Repeat("[1] {jit-log-noopt\n", 2_400_000), // 44 MB
		"headers":    strings.Repeat("# Loop 1 with 1 ops\n[]\n", 4_000_000),
		"guards":     "[1] {jit-log-opt-loop\n" + strings.Repeat("<Guard0x1a><Guard0x1b>", 4_000_000),
		"never ends": "[1] {jit-log-noopt-loop\n[i0]\n" + strings.Repeat("i1 = int_add(i0, 1)\n", 4_000_000),
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			a.fault("%v", err)
			return
		}
		limited, cancel := context.WithTimeout(ctx, 2*time.Minute)
		out, used, _ := watched(exec.CommandContext(limited, a.options.program("unbox"), "import", file))
		a.saw("%s: %s: %s", name, megabytes(used), brief(string(out)))
		switch {
		case ctx.Err() != nil:
		case limited.Err() != nil:
			a.fault("%s: expected an end, found none", name)
		case used > 600<<20:
			a.fault("%s: expected at most %s, found %s", name, megabytes(600<<20), megabytes(used))
		case bytes.Contains(out, []byte("goroutine ")):
			a.fault("%s: expected words, found a stack: %.200s", name, out)
		}
		cancel()
	}
}

// longFiles gives commands files that they have to refuse.
func longFiles(ctx context.Context, a *arena) {
	file, remove := a.file("long.trace")
	if file == "" {
		return
	}
	defer remove()
	fill := func(head, unit string) string { return head + strings.Repeat(unit, (30<<20)/len(unit)) }
	commands := []string{"check", "opt", "prove", "show", "fmt"}
	// A file without rules may have a message for each line, or copy a comment for each of its lines.
	for _, text := range []string{fill("", "x()\n"), fill("", "# a\n"), fill("a: int_add(", "int_add(")} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			a.fault("%v", err)
			return
		}
		if ctx.Err() == nil {
			a.commanded(context.WithoutCancel(ctx), time.Minute, maxMain, "rule", file)
		}
	}
	for k, text := range []string{
		fill("", "#\n"), fill("", "\n"), fill("[", "i0,"), fill("[i0]\njump(", "i0,"), fill("[i0]\nguard_true(i0) [", "i0,"), fill("[i0]\nguard_true(i0) [", "C(a="), fill("", "class A\n"), fill("", "a"),
		fill("[i0]\n", "i1 = int_add(i0, 1)\n"), fill("[i0]\n", "x()\n"), fill("", "[1] {jit-log-noopt\n"),
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			a.fault("%v", err)
			return
		}
		if ctx.Err() == nil {
			a.commanded(context.WithoutCancel(ctx), time.Minute, maxGroup, commands[k%len(commands)], file)
		}
	}
	for _, command := range []string{"check", "prove", "show", "python", "rule", "import", "compare"} {
		a.commanded(context.WithoutCancel(ctx), time.Minute, maxGroup, command, "/dev/zero")
	}
}

// gitBombs makes repositories whose files are many more than what is fetched.
func gitBombs(ctx context.Context, a *arena) {
	dir, remove, err := a.folder("git")
	if err != nil {
		a.fault("%v", err)
		return
	}
	defer remove()
	script := `set -e
cd "$1"; git init --quiet --initial-branch=main many; cd many
t=$(printf '100644 blob %s\tx\n' $(git hash-object -w --stdin </dev/null) | git mktree)
for k in 1 2 3 4 5 6 7 8 9 10 11 12; do t=$(for i in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\t%s\n' $t $i; done | git mktree); done
git update-ref refs/heads/main $(git -c user.name=a -c user.email=a@example.org commit-tree -m many $t)
cd ..; git init --quiet --initial-branch=main large; cd large
b=$(head -c 30000000 /dev/zero | git hash-object -w --stdin)
t=$(for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do printf '100644 blob %s\t%s\n' $b $i; done | git mktree)
git update-ref refs/heads/main $(git -c user.name=a -c user.email=a@example.org commit-tree -m large $t)
`
	if out, err := exec.CommandContext(ctx, "sh", "-c", script, "sh", dir).CombinedOutput(); err != nil {
		a.saw("not tried: %s", brief(string(out)))
		return
	}
	for _, name := range []string{"many", "large"} {
		a.commanded(ctx, lintPatience, maxMain, "lesson", "lint", "file://"+filepath.Join(dir, name))
	}
}

// moreHTTP2Attacks are about frames and headers that cost the one who reads them more than the one who sends them.
func moreHTTP2Attacks() []attack {
	return []attack{
		overHTTP2("h2-priority", "priorities of requests that there are not, each of which depends on the one before", true, 30, func(ctx context.Context, a *arena, c *frames) error {
			var err error
			for id := uint32(1); id < 400_000 && err == nil && ctx.Err() == nil; id += 2 {
				err = c.WritePriority(id, http2.PriorityParam{StreamDep: id + 2, Exclusive: true, Weight: 255})
			}
			return err
		}),
		overHTTP2("h2-crumbs", "cookies in 4,000 pieces in each request, of one piece that stands in the table", true, 30, func(ctx context.Context, a *arena, c *frames) error {
			var err error
			for id := uint32(1); id < 400 && err == nil && ctx.Err() == nil; id += 2 {
				block := bytes.Clone(c.request("GET", "/lessons/", 0))
				block = append(block, c.fields("cookie", "a=b")...)
				err = c.split(id, append(block, bytes.Repeat(c.fields("cookie", "a=b"), 4_000)...))
			}
			return err
		}),
		overHTTP2("h2-table", "the size of the table of headers changed in each request, 2,000 times", false, 30, func(ctx context.Context, a *arena, c *frames) error {
			var err error
			for id := uint32(1); id < 2_000 && err == nil && ctx.Err() == nil; id += 2 {
				var sizes []byte
				for range 1000 { // an update to 0, and one to 4096 (RFC 7541, section 6.3)
					sizes = append(sizes, 0x20, 0x3f, 0xe1, 0x1f)
				}
				err = c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: append(sizes, c.request("GET", "/", 0)...), EndHeaders: true, EndStream: true})
			}
			return err
		}),
		overHTTP2("h2-trailers", "bodies that end with trailers of a megabyte, and requests without an end after that", false, 30, func(ctx context.Context, a *arena, c *frames) error {
			var err error
			for id := uint32(1); id < 200 && err == nil && ctx.Err() == nil; id += 2 {
				err = c.WriteHeaders(http2.HeadersFrameParam{StreamID: id, BlockFragment: c.request("POST", "/lessons/pass", 100), EndHeaders: true})
				if err == nil {
					err = c.WriteData(id, false, []byte("["))
				}
				if err == nil {
					err = c.split(id, bytes.Repeat(c.fields("x-t", strings.Repeat("u", 1000)), 1000))
				}
			}
			return err
		}),
	}
}
