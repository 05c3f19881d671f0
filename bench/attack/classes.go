//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
)

// classAttacks are about teachers' accounts, and about the codes of classes.
func classAttacks() []attack {
	signIn := func(name, password string) []byte {
		return fmt.Appendf(nil, `{"name":%q,"password":%q}`, name, password)
	}
	from := func(one bool, n int, body func(i, k int) []byte) func(ctx context.Context, a *arena) {
		return func(ctx context.Context, a *arena) {
			if one {
				go a.signsIn(ctx)
			}
			var k atomic.Int64
			a.repeat(ctx, n, 40, func(i int) {
				ip := address(i)
				if one {
					ip = address(0)
				}
				r := a.request(http.MethodPost, "teach/sign-in", body(i, int(k.Add(1))))
				a.forbidden(a.send(ctx, ip, r))
			})
		}
	}
	return []attack{{
		name: "class-passwords", about: "64 addresses guess passwords of names that there are not, each another name", quick: true,
		do: from(false, 64, func(i, k int) []byte { return signIn(fmt.Sprintf("ann%d-%d", i, k), "guess") }),
	}, {
		name: "class-passwords-one-address", about: "100 guesses of passwords at once, from one address; somebody else signs in all the same",
		do: from(true, 100, func(i, k int) []byte { return signIn(fmt.Sprintf("ann%d-%d", i, k), "guess") }),
	}, {
		name: "class-passwords-long", about: "names and passwords of 30 KB",
		do: from(false, 64, func(i, k int) []byte {
			return signIn(strings.Repeat("x", 30_000)+fmt.Sprint(i, k), strings.Repeat("p", 30_000))
		}),
	}, {
		name: "class-nested", about: "joins, deletions and words that are brackets in brackets, of 60 KB",
		do: func(ctx context.Context, a *arena) {
			paths := []string{"class/join", "class/rejoin", "class/forget", "teach/begin", "teach/accept", "teach/classes"}
			a.repeat(ctx, 48, 60, func(i int) {
				r := a.request(http.MethodPost, paths[i%len(paths)], bytes.Repeat([]byte("["), 60_000))
				a.forbidden(a.send(ctx, address(i), r))
			})
		},
	}, {
		name: "class-suggestions", about: "suggestions of 900 KB for drafts, and removals of people, with forged sessions",
		do: func(ctx context.Context, a *arena) {
			draft := strings.Repeat("x", 450_000)
			a.repeat(ctx, 48, 60, func(i int) {
				path, body := "teach/classes/abcdefghij/suggest", fmt.Appendf(nil, `{"seat":"x","step":"a/one","base":%q,"text":%q}`, draft, draft+"y")
				if i%4 == 0 {
					path, body = "teach/remove", []byte(`{"who":"invitation-0000000000"}`)
				}
				r := a.request(http.MethodPost, path, body)
				r.Header.Set("Cookie", "unbox-teacher="+forged(i))
				answer := a.send(ctx, address(i), r)
				a.polite(answer)
				if answer != nil && answer.status == http.StatusOK {
					a.fault("expected nothing to be done for a forged session, found that it was: %s", answer.body)
				}
			})
		},
	}, {
		name: "class-codes", about: "64 addresses guess the codes of classes, and ask for pictures of long ones",
		do: func(ctx context.Context, a *arena) {
			var k atomic.Int64
			a.repeat(ctx, 64, 200, func(i int) {
				n := int(k.Add(1))
				if n%2 == 0 { // a picture of any address is drawn, of a long one that of its beginning
					a.polite(a.send(ctx, address(i), a.request(http.MethodGet, "c/"+strings.Repeat("a", 2_000)+"/qr.svg", nil)))
					return
				}
				a.forbidden(a.send(ctx, address(i), a.request(http.MethodGet, fmt.Sprintf("c/abc-%d/name.json", n), nil)))
			})
		},
	}}
}

// forbidden checks that a response is a refusal.
func (a *arena) forbidden(r *reply) {
	if r == nil {
		return
	}
	a.saw("%d", r.status)
	if r.status < 400 || r.status >= 500 {
		a.fault("expected a refusal, found status %d", r.status)
	}
}

// signsIn is a user at another address who waits for a response about a password.
func (a *arena) signsIn(ctx context.Context) {
	pause(ctx, 2*time.Second)
	began := time.Now()
	r := a.send(ctx, address(9), a.request(http.MethodPost, "teach/sign-in", []byte(`{"name":"Grace","password":"correct horse"}`)))
	if took := time.Since(began); r != nil && took > 5*time.Second {
		a.fault("expected an answer to a password from another address within 5 seconds, found one after %v", took)
	}
}
