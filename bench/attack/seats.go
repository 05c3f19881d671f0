//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"strings"

	tasks "unbox/playground/visit"
)

// seatAttacks pretend to be many visitors, or someone else.
func seatAttacks() []attack {
	return []attack{{
		name: "seats-600", about: "600 made-up names of visits, one after the other, from one address", quick: true,
		do: func(ctx context.Context, a *arena) { a.impostors(ctx, func(int) string { return address(0) }, madeUp) },
	}, {
		name: "seats-600-everywhere", about: "600 made-up names of visits from 64 addresses",
		do: func(ctx context.Context, a *arena) { a.impostors(ctx, address, madeUp) },
	}, {
		name: "seats-forged", about: "signed names of visits, forged: other keys, cut, twice, of a kilobyte, of another time", quick: true,
		do: func(ctx context.Context, a *arena) { a.impostors(ctx, address, forged) },
	}, {
		name: "seats-taken", about: "new visits from one address as fast as they are given", quick: false,
		do: func(ctx context.Context, a *arena) {
			a.repeat(ctx, 32, 500, func(int) {
				s := newSeat(a.server.url, address(0))
				if err := s.take(ctx); err != nil {
					a.saw("%s", brief(err.Error()))
					return
				}
				a.post(ctx, s, a.runPath(), codeBody(endless))
			})
		},
	}, {
		name: "seats-proofs", about: "all new seats of an address are taken, then proofs that are wrong, of other addresses, and one that is right a thousand times; who comes there then gets a seat for a task", quick: true, do: proofs,
	}, {
		name: "seats-asked", about: "new visits from 64 addresses as fast as they are given, and no more",
		do: func(ctx context.Context, a *arena) {
			a.repeat(ctx, 64, 2000, func(i int) {
				r := a.request(http.MethodPost, "seat", nil)
				a.polite(a.send(ctx, address(i), r))
			})
		},
	}, {
		name: "receipts-forged", about: "receipts of runs that there never were, changed, cut, empty, of other steps", quick: true,
		do: forgedReceipts,
	}, {
		name: "certificates-forged", about: "certificates of 2,000 receipts that are not good, of half a megabyte; certificates that were changed", quick: true,
		do: forgedCertificates,
	}, {
		name: "readyz-flood", about: "64 addresses that ask whether the server is ready", quick: true,
		do: func(ctx context.Context, a *arena) {
			a.repeat(ctx, 64, 2000, func(i int) { a.polite(a.send(ctx, address(i), a.request(http.MethodGet, "readyz", nil))) })
		},
	}, {
		name: "forwarded-for", about: "a new X-Forwarded-For with each request", quick: false,
		do: func(ctx context.Context, a *arena) {
			body := codeBody(endless)
			a.repeat(ctx, 64, 300, func(i int) {
				r := a.request(http.MethodPost, a.runPath(), body)
				n := fmt.Sprintf("10.%d.%d.%d", i, len(body)%250, i*7%250)
				for _, name := range []string{"X-Forwarded-For", "X-Real-IP", "Forwarded", "True-Client-IP", "CF-Connecting-IP"} {
					r.Header.Set(name, n)
				}
				a.polite(a.send(ctx, address(0), r))
			})
		},
	}, {
		name: "forwarded-as-honest", about: "the honest client's address in X-Forwarded-For",
		do: func(ctx context.Context, a *arena) {
			body := codeBody(endless)
			a.repeat(ctx, 64, 300, func(i int) {
				r := a.request(http.MethodPost, a.runPath(), body)
				r.Header.Set("X-Forwarded-For", honestAddress)
				a.polite(a.send(ctx, address(i), r))
			})
		},
	}, {
		name: "classroom-full", about: "64 addresses with eight endless programs each",
		do: func(ctx context.Context, a *arena) {
			a.learn(ctx, 512, func(int, int) string { return endless })
		},
	}}
}

// proofs takes all new seats of an address, and then shows proofs. Somebody who comes there and solves a task has to get a seat.
func proofs(ctx context.Context, a *arena) {
	const block = "127.0.1.40"
	ask := func(ip, proof string) (status int, seat, task string) {
		r := a.request(http.MethodPost, "seat", nil)
		r.Header.Set("X-Unbox-Proof", proof)
		answer := a.send(ctx, ip, r)
		if answer == nil {
			return 0, "", ""
		}
		a.polite(answer)
		var said struct{ Seat, Task string }
		_ = json.Unmarshal(answer.body, &said) // a refusal by a proxy is not JSON
		return answer.status, said.Seat, said.Task
	}
	task := ""
	for n := 0; n < 2000 && task == "" && ctx.Err() == nil; n++ {
		_, _, task = ask(block, "")
	}
	if task == "" {
		if ctx.Err() == nil {
			a.fault("expected that the seats of an address run out, found that they do not")
		}
		return
	}
	solution := 0
	for ; !tasks.Solves(task, strconv.Itoa(solution)) && ctx.Err() == nil; solution++ {
	}
	right := task + "." + strconv.Itoa(solution)
	_, mine, _ := ask(block, right)
	if mine == "" && ctx.Err() == nil {
		a.fault("expected a seat for a task that is solved, found none")
	}
	a.repeat(ctx, 16, 200, func(i int) {
		switch i % 4 {
		case 0:
			if _, seat, _ := ask(block, right); seat != "" && seat != mine {
				a.fault("expected the same seat for the same proof, found another one")
			}
		case 1:
			if _, seat, _ := ask(block, task+"."+strconv.Itoa(solution+1+i)); seat != "" && !tasks.Solves(task, strconv.Itoa(solution+1+i)) {
				a.saw("a new seat, one in six seconds")
			}
		case 2:
			if status, _, _ := ask(block, strings.Repeat("A", 30_000)); status == http.StatusOK {
				a.saw("a new seat, one in six seconds")
			}
		default:
			if _, seat, _ := ask(address(i), right); seat == mine && seat != "" {
				a.fault("expected that a proof is for one address, found that another one gets the seat")
			}
		}
	})
}

// forgedReceipts shows receipts that are wrong in one thing each. None may be good.
func forgedReceipts(ctx context.Context, a *arena) {
	real := a.receipt(ctx)
	if real == nil && ctx.Err() == nil {
		a.fault("expected a receipt for a right program, found none")
	}
	changes := []func(r map[string]any) (code string){
		func(r map[string]any) string { r["step"] = "equal-things/the-same-again"; return a.honest.code },
		func(r map[string]any) string { r["when"] = "2031-01-01T00:00:00Z"; return a.honest.code },
		func(r map[string]any) string { r["signature"] = forged(1); return a.honest.code },
		func(r map[string]any) string { r["signature"] = ""; return a.honest.code },
		func(r map[string]any) string { r["signature"] = strings.Repeat("A", 100_000); return a.honest.code },
		func(r map[string]any) string { delete(r, "tests"); return a.honest.code },
		func(r map[string]any) string { r["code"] = strings.Repeat("0", 64); return a.honest.code },
		func(map[string]any) string { return "x = 1" },
		func(r map[string]any) string { clear(r); return "" },
	}
	a.repeat(ctx, 16, 500, func(i int) {
		shown := maps.Clone(real)
		if shown == nil {
			shown = map[string]any{}
		}
		code := changes[i%len(changes)](shown)
		body, err := json.Marshal(map[string]any{"receipt": shown, "code": code})
		if err != nil {
			panic("BUG: a receipt always marshals: " + err.Error())
		}
		answer := a.send(ctx, address(i), a.request(http.MethodPost, "lessons/receipt", body))
		a.polite(answer)
		if answer != nil && bytes.Contains(answer.body, []byte(`"valid":true`)) {
			a.fault("expected a receipt that is not good, found that it is: %s", body)
		}
	})
}

// forgedCertificates asks for certificates of receipts that are changed, and shows a certificate that was changed. Only the one real
// receipt may count.
func forgedCertificates(ctx context.Context, a *arena) {
	real := a.receipt(ctx)
	if real == nil && ctx.Err() == nil {
		a.fault("expected a receipt for a right program, found none")
	}
	many := make([]map[string]any, 2_000)
	for i := range many {
		many[i] = map[string]any{"step": real["step"], "code": real["code"], "tests": real["tests"], "when": fmt.Sprintf("2031-01-01T00:00:%02dZ", i%60), "signature": forged(i)}
	}
	names := []string{"Ada", "<script>alert(1)</script>", strings.Repeat("x", 100_000), "", "\u202e\x00"}
	a.repeat(ctx, 16, 200, func(i int) {
		name, receipts := names[i%len(names)], many
		if i%2 == 0 {
			receipts = append([]map[string]any{real}, many[:20]...)
		}
		answer := a.certify(ctx, i, "lessons/certify", map[string]any{"name": name, "receipts": receipts})
		if answer == nil || answer.status != http.StatusOK {
			return
		}
		var made map[string]any
		if err := json.Unmarshal(answer.body, &made); err != nil || i%2 != 0 || fmt.Sprint(made["steps"]) != fmt.Sprintf("[%v]", real["step"]) {
			a.fault("expected a certificate of the one real receipt at most, found %s", answer.body)
			return
		}
		made["name"] = "Somebody Else"
		if answer := a.certify(ctx, i, "lessons/certified", made); answer != nil && bytes.Contains(answer.body, []byte(`"valid":true`)) {
			a.fault("expected a changed certificate that is not good, found that it is")
		}
	})
}

// certify sends JSON and records the response.
func (a *arena) certify(ctx context.Context, i int, path string, contents map[string]any) *reply {
	body, err := json.Marshal(contents)
	if err != nil {
		panic("BUG: texts always marshal: " + err.Error())
	}
	answer := a.send(ctx, address(i), a.request(http.MethodPost, path, body))
	a.polite(answer)
	return answer
}

// receipt is that of the honest client's program.
func (a *arena) receipt(ctx context.Context) map[string]any {
	text, err := a.honest.seat.exchange(ctx, http.MethodPost, a.honest.path, a.honest.body)
	if err != nil {
		return nil
	}
	var result struct{ Receipt map[string]any }
	if err := json.Unmarshal(text, &result); err != nil {
		return nil
	}
	return result.Receipt
}

// madeUp is a name that the server has not signed.
func madeUp(i int) string { return fmt.Sprintf("visit-%d-%d", i, i*7919) }

// forged are names that look as if the server had signed them.
func forged(i int) string {
	signature := base64.RawURLEncoding.EncodeToString([]byte(strings.Repeat(string(rune('a'+i%26)), 32)))
	return []string{
		signature, signature + "." + signature, "1." + signature, fmt.Sprintf("%d.%s", i, signature), signature[:5], strings.Repeat(signature, 30),
		"", ".", "..", "a.b.c.d", "\u00e9" + signature, strings.Repeat("9", 30) + "." + signature,
	}[i%12]
}

// impostors are 600 visitors with names of their own choice who run endless programs.
func (a *arena) impostors(ctx context.Context, from func(i int) string, name func(i int) string) {
	body := codeBody(endless)
	a.repeat(ctx, 600, 20, func(i int) {
		r := a.request(http.MethodPost, a.runPath(), body)
		r.Header.Set(seatHeader, name(i))
		a.polite(a.send(ctx, from(i), r))
	})
}
