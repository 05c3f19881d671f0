//go:build linux

package main

import (
	"bytes"
	"context"
	"net"
	"time"
)

// connectionAttacks are about connections that carry little.
func connectionAttacks() []attack {
	return []attack{{
		name: "slow-headers", about: "500 clients send a header, one byte in each half second", quick: true,
		do: func(ctx context.Context, a *arena) {
			a.drip(ctx, 500, "GET / HTTP/1.1\r\nHost: "+a.server.addr+"\r\nX-Slow: ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
		},
	}, {
		name: "connections-idle", about: "2,000 connections that say nothing", quick: true,
		do: func(ctx context.Context, a *arena) { a.drip(ctx, 2000, "", "") },
	}, {
		name: "connections-idle-one-address", about: "2,000 connections that say nothing, from one address",
		do: func(ctx context.Context, a *arena) {
			each(2000, func(int) {
				if conn := a.dial(ctx, address(0)); conn != nil {
					a.await(ctx, conn)
					_ = conn.Close()
				}
			})
		},
	}, {
		name: "connections-kept", about: "1,000 connections that are kept after a request",
		do: func(ctx context.Context, a *arena) {
			a.drip(ctx, 1000, "GET /healthz HTTP/1.1\r\nHost: "+a.server.addr+"\r\n\r\n", "")
		},
	}, {
		name: "connections-churn", about: "connections opened and closed at once, with and without a reset", quick: true,
		do: func(ctx context.Context, a *arena) {
			a.repeat(ctx, 32, 2000, func(i int) {
				conn := a.dial(ctx, address(i))
				if conn == nil {
					return
				}
				if tcp, ok := conn.(*net.TCPConn); ok && i%2 == 0 {
					_ = tcp.SetLinger(0) // a reset
				}
				_, _ = conn.Write([]byte("GET / HTTP/1.1\r\nHost: " + a.server.addr + "\r\n\r\n"))
				_ = conn.Close()
				a.saw("closed")
			})
		},
	}, {
		name: "connections-pipelined-runs", about: "300 endless programs in a row, whose client leaves after the first one, with and without a reset", quick: true,
		do: func(ctx context.Context, a *arena) {
			body := codeBody(endless)
			one := append([]byte(a.head(a.runPath(), len(body))), body...)
			a.repeat(ctx, 32, 200, func(i int) {
				conn := a.dial(ctx, address(i))
				if conn == nil {
					return
				}
				_ = conn.SetWriteDeadline(time.Now().Add(time.Second))
				_, _ = conn.Write(bytes.Repeat(one, 300)) // as much as the server takes
				pause(ctx, 100*time.Millisecond)
				if tcp, ok := conn.(*net.TCPConn); ok && i%2 == 0 {
					_ = tcp.SetLinger(0) // a reset
				}
				_ = conn.Close()
				a.saw("left")
			})
		},
	}, {
		name: "connections-half-open", about: "requests whose sender says at once that it will send no more, and runs that nobody waits for", quick: true,
		do: func(ctx context.Context, a *arena) {
			body := codeBody(endless)
			a.repeat(ctx, 32, 500, func(i int) {
				conn := a.dial(ctx, address(i))
				if conn == nil {
					return
				}
				defer conn.Close()
				_, _ = conn.Write(append([]byte(a.head(a.runPath(), len(body))), body...))
				if tcp, ok := conn.(*net.TCPConn); ok {
					_ = tcp.CloseWrite()
				}
				pause(ctx, 30*time.Millisecond)
				a.saw("left")
			})
		},
	}}
}
