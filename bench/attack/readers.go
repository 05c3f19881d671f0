//go:build linux

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"strings"
	"time"
)

// readerAttacks ask for much and read little.
func readerAttacks() []attack {
	all := []attack{{
		name: "output-zeros", about: "a program of 129 bytes that prints 8 MiB of NUL, six at a time", quick: true,
		do: func(ctx context.Context, a *arena) {
			body := passBody(printsZeros(), trivialTrace)
			seats := a.seats(ctx, 6)
			a.repeat(ctx, len(seats), 100, func(i int) { a.post(ctx, seats[i], "lessons/pass", body) })
		},
	}, {
		name: "output-zeros-step", about: "the same in place of a step's function, so that it is asked for each trace",
		do: func(ctx context.Context, a *arena) {
			body := strings.Replace(string(passBody(printsZeros(), "")), `"trace"`, `"step":"`+honestStep+`","trace"`, 1)
			seats := a.seats(ctx, 6)
			a.repeat(ctx, len(seats), 100, func(i int) { a.post(ctx, seats[i], "lessons/pass", []byte(body)) })
		},
	}}
	for _, n := range []int{40, 70, 200} {
		all = append(all, attack{
			name: fmt.Sprintf("never-read-%d", n), about: fmt.Sprintf("%d clients ask for 8 MiB of NUL and never read", n), quick: n == 70,
			do: func(ctx context.Context, a *arena) { a.neverRead(ctx, n) },
		})
	}
	return append(all, attack{
		name: "never-read-assets", about: "200 clients ask for the largest asset, uncompressed, and never read",
		do: func(ctx context.Context, a *arena) {
			path := a.largestAsset(ctx)
			a.neverReadPath(ctx, 200, []byte("GET "+path+" HTTP/1.1\r\nHost: "+a.server.addr+"\r\nAccept-Encoding: identity\r\n\r\n"))
		},
	}, attack{
		name: "never-read-pipelined", about: "50 clients send 2,000 requests each for a page and never read", quick: false,
		do: func(ctx context.Context, a *arena) {
			a.neverReadPath(ctx, 50, []byte(strings.Repeat("GET /lessons/ HTTP/1.1\r\nHost: "+a.server.addr+"\r\nAccept-Encoding: identity\r\n\r\n", 2000)))
		},
	}, attack{
		name: "slow-read", about: "100 clients read an asset, one byte in each 50 ms",
		do: func(ctx context.Context, a *arena) {
			request := []byte("GET " + a.largestAsset(ctx) + " HTTP/1.1\r\nHost: " + a.server.addr + "\r\n\r\n")
			each(100, func(i int) { a.slowRead(ctx, address(i), request) })
		},
	})
}

// neverRead makes n clients at once send a program that prints much, and not read the response.
func (a *arena) neverRead(ctx context.Context, n int) {
	body := passBody(printsZeros(), trivialTrace)
	conns := make([]net.Conn, n)
	each(n, func(i int) {
		conns[i] = a.dial(ctx, address(i))
		if conns[i] == nil {
			return
		}
		shrink(conns[i])
		s := newSeat(a.server.url, address(i))
		r := a.request(http.MethodPost, "lessons/pass", body)
		s.sit(r)
		_ = r.Write(conns[i]) // the server may hang up
	})
	a.ready()
	a.later(ctx, conns)
}

func (a *arena) neverReadPath(ctx context.Context, n int, request []byte) {
	conns := make([]net.Conn, n)
	each(n, func(i int) {
		conns[i] = a.dial(ctx, address(i))
		if conns[i] == nil {
			return
		}
		shrink(conns[i])
		_ = conns[i].SetWriteDeadline(time.Now().Add(5 * time.Second))
		_, _ = conns[i].Write(request) // the server may stop reading
	})
	a.ready()
	a.later(ctx, conns)
}

// shrink makes the kernel's buffer for responses small, so that they stay in the server.
func shrink(conn net.Conn) {
	if tcp, ok := conn.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(4 << 10) // otherwise it has the usual size
	}
}

// later waits for the end and then looks at the beginning of the responses, as clients that resume
// reading would. At the end of the context connections are closed, so it looks a moment before.
func (a *arena) later(ctx context.Context, conns []net.Conn) {
	begin := time.Now()
	for ctx.Err() == nil && time.Since(begin) < samplingTime/2 {
		pause(ctx, 100*time.Millisecond)
		if time.Since(begin) > 3*time.Second {
			break
		}
	}
	for _, conn := range conns {
		if conn == nil {
			continue
		}
		_ = conn.SetReadDeadline(time.Now().Add(20 * time.Millisecond))
		line := make([]byte, 12)
		if _, err := io.ReadFull(conn, line); err != nil {
			a.saw("nothing")
			continue
		}
		a.saw("%s", strings.TrimPrefix(string(line), "HTTP/1.1 "))
	}
	<-ctx.Done()
}

// slowRead reads a response one byte at a time.
func (a *arena) slowRead(ctx context.Context, ip string, request []byte) {
	conn := a.dial(ctx, ip)
	if conn == nil {
		return
	}
	defer conn.Close()
	shrink(conn)
	if _, err := conn.Write(request); err != nil {
		return
	}
	r := bufio.NewReaderSize(conn, 16)
	for ctx.Err() == nil {
		_ = conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		if _, err := r.ReadByte(); err != nil {
			a.saw("hung up")
			return
		}
		pause(ctx, 50*time.Millisecond)
	}
	a.saw("read slowly")
}

// largestAsset is the path of the module that holds everything, as the page's script names it; of
// the page itself if it is not found.
func (a *arena) largestAsset(ctx context.Context) string {
	text, err := a.honest.seat.exchange(ctx, http.MethodGet, "", nil)
	if err != nil {
		return "/"
	}
	best, size := "/", int64(0)
	for _, path := range regexp.MustCompile(`/assets/[A-Za-z0-9_.-]+`).FindAllString(string(text), -1) {
		r := a.send(ctx, honestAddress, a.request(http.MethodGet, strings.TrimPrefix(path, "/"), nil))
		if r != nil && r.status == 200 && r.size > size {
			best, size = path, r.size
		}
	}
	return best
}
