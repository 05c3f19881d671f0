//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"unbox/internal/processes"
)

// costlyAttacks ask for what the main process computes itself, without a queue: pictures, signatures, compressed forms of files, answers to
// bundles of messages.
func costlyAttacks() []attack {
	return []attack{{
		name: "pictures-large", about: "QR codes of this server's address by a host name of 2,000 letters, the largest that there are", quick: true,
		do: largePictures,
	}, {
		name: "certificates-same", about: "certificates of one good receipt, 1,900 times in each request", quick: true,
		do: sameReceipts,
	}, {
		name: "class-bundles", about: "learners who say 5,000 messages in each request: to open a step with a long draft, to write, and nothing", quick: true,
		do: bundles,
	}, {
		name: "assets-all-forms", about: "all files of the page in each form that they have, right after the start; no form is decoded wrongly", own: allForms,
	}, {
		name: "lessons-all-forms", about: "all pages of the lessons in each form from 64 addresses, right after the start", own: allLessons,
	}, {
		name: "seats-beside", about: "thirty visits at the address of somebody honest, with eight endless programs each", quick: true,
		do: seatsBeside,
	}, {
		name: "seats-replayed", about: "one visit's word used from 64 addresses at the same time, with eight endless programs each",
		do: replayedSeat,
	}, {
		name: "class-tokens", about: "a teacher's token made 24 times at the same time, old ones and forged ones used: one is good, and that only to read", quick: true,
		do: tokens,
	}}
}

func largePictures(ctx context.Context, a *arena) {
	host := strings.Repeat("a", 1_990) + ".localhost"
	a.repeat(ctx, 64, 400, func(i int) {
		r := a.request(http.MethodGet, []string{"c/ABCDEF/qr.svg", "w/ABCDEF/qr.svg"}[i%2], nil)
		r.Host = host
		answer := a.send(ctx, address(i), r)
		a.polite(answer)
	})
}

func sameReceipts(ctx context.Context, a *arena) {
	real := a.receipt(ctx)
	if real == nil {
		if ctx.Err() == nil {
			a.fault("expected a receipt for a right program, found none")
		}
		return
	}
	body := mustJSON(map[string]any{"name": "Ada", "receipts": slices.Repeat([]any{real}, 1_900)})
	a.repeat(ctx, 48, 200, func(i int) {
		answer := a.send(ctx, address(i), a.request(http.MethodPost, "lessons/certify", body))
		a.polite(answer)
		if answer == nil || answer.status != http.StatusOK {
			return
		}
		var made struct{ Steps []string }
		if err := json.Unmarshal(answer.body, &made); err != nil || len(made.Steps) != 1 {
			a.fault("expected a certificate of one step, found %.200s", answer.body)
		}
	})
}

func bundles(ctx context.Context, a *arena) {
	open := mustJSON(map[string]any{"kind": "open", "step": honestStep})
	change := mustJSON(map[string]any{"kind": "draft", "step": honestStep, "version": 0, "change": []any{[]any{0, "x"}}})
	a.inClass(ctx, 24, 100, func(i int, s *learnerSeat) {
		if i < 8 {
			a.writeDraft(ctx, s, honestStep)
		}
		text := [][]byte{open, change, []byte("{}"), []byte(`{"kind":"ping"}`)}[i%4]
		a.say(ctx, s, fmt.Sprint("bundle", i), slices.Repeat([]json.RawMessage{text}, 5_000))
	})
}

// forms are the values of Accept-Encoding for each form of a file.
var forms = []string{"br", "gzip", "identity", "br;q=0, gzip;q=nan, *;q=0.5", "*;q=0, identity;q=0"}

// askForms asks for paths in all forms, from n addresses, each beginning at another place.
func (a *arena) askForms(ctx context.Context, n int, paths []string) {
	each(n, func(i int) {
		for k := range paths {
			for f := range forms {
				if ctx.Err() != nil {
					return
				}
				r := a.request(http.MethodGet, paths[(k+i)%len(paths)], nil)
				accepted := forms[(f+i)%len(forms)]
				r.Header.Set("Accept-Encoding", accepted)
				answer := a.send(ctx, address(i), r)
				if answer == nil {
					continue
				}
				got := answer.header.Get("Content-Encoding")
				a.saw("%d %s", answer.status, got)
				if got != "" && !strings.Contains(accepted, got) && !strings.Contains(accepted, "*;q=0.5") || answer.status >= 500 && answer.status != http.StatusServiceUnavailable {
					a.fault("expected a form that `%s` allows, found %d in `%s`", accepted, answer.status, got)
				}
			}
		}
	})
}

// onFresh starts a server that has made nothing yet, attacks it and visits it meanwhile.
func (a *arena) onFresh(ctx context.Context, do func(ctx context.Context, a *arena)) samples {
	s, own := a.ownServer("--cache", a.cache)
	if s == nil {
		return nil
	}
	defer func() {
		if err := s.stop(30 * time.Second); err != nil {
			a.fault("%v: %s", err, s.log)
		}
	}()
	h, err := a.warmHonest(ctx, s)
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	attacking, cancel := context.WithTimeout(ctx, a.options.most())
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		do(attacking, own)
	}()
	var seen samples
	for over := false; !over; {
		seen = append(seen, visit(ctx, h, 1)...)
		select {
		case <-done:
			over = len(seen) >= 2*a.options.enough() || attacking.Err() != nil
		default:
		}
	}
	for answer, n := range own.answers {
		for range n {
			a.saw("%s", answer)
		}
	}
	for words := range own.wrong {
		a.fault("%s", words)
	}
	a.checkPeak(s)
	return seen
}

// checkPeak compares the most memory that the main process of a server had with its goal.
func (a *arena) checkPeak(s *server) {
	main := processes.Size(s.pid(), "VmHWM")
	a.saw("main process %s", megabytes(main))
	if main >= maxMain {
		a.fault("expected a main process below %s, found %s", megabytes(maxMain), megabytes(main))
	}
}

// fileName is the name of a file of the page, as pages and scripts have it.
var fileName = regexp.MustCompile(`[A-Za-z0-9_-]+\.[A-Za-z0-9]{8}\.[a-z0-9.]+`)

// allFiles are the paths of the files that the pages name, and those that these name.
func (a *arena) allFiles(ctx context.Context) (paths []string) {
	todo := []string{"", "lab", "embed", "teach", "class", "program", "lessons/", "lessons/" + honestStep}
	seen := map[string]bool{}
	for len(todo) > 0 {
		path := todo[0]
		answer := a.send(ctx, honestAddress, a.request(http.MethodGet, path, nil))
		todo = todo[1:]
		if answer == nil || answer.status != http.StatusOK {
			continue
		}
		if seen[path] {
			paths = append(paths, path)
		}
		for _, name := range fileName.FindAllString(string(answer.body), -1) {
			name = "assets/" + name
			if !seen[name] {
				seen[name] = true
				todo = append(todo, name)
			}
		}
	}
	return paths
}

func allForms(ctx context.Context, a *arena) samples {
	paths := a.allFiles(ctx)
	if len(paths) < 30 {
		a.fault("expected the files of the page, found %d", len(paths))
		return nil
	}
	return a.onFresh(ctx, func(ctx context.Context, a *arena) { a.askForms(ctx, 16, paths) })
}

func allLessons(ctx context.Context, a *arena) samples {
	steps, err := a.steps(1_000)
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	paths := []string{"", "lessons/", "lab", "embed", "lessons/search.json", "lessons/language.json", "unbox-trace.js"}
	for _, step := range steps {
		paths = append(paths, "lessons/"+step, "lessons/"+step+"/step.json", "lessons/"+path.Dir(step)+"/")
	}
	return a.onFresh(ctx, func(ctx context.Context, a *arena) { a.askForms(ctx, 64, paths) })
}

func seatsBeside(ctx context.Context, a *arena) {
	body := codeBody(endless)
	seats := make([]*seat, 30)
	each(len(seats), func(i int) {
		seats[i] = newSeat(a.server.url, honestAddress)
		_ = seats[i].take(ctx) // a refusal is as good
	})
	a.repeat(ctx, 8*len(seats), 50, func(i int) { a.post(ctx, seats[i%len(seats)], a.runPath(), body) })
}

func replayedSeat(ctx context.Context, a *arena) {
	body := codeBody(endless)
	one := newSeat(a.server.url, address(0))
	if err := one.take(ctx); err != nil {
		a.saw("%s", brief(err.Error()))
	}
	a.repeat(ctx, 8*attackers, 50, func(i int) {
		s := *one
		s.ip = address(i)
		a.post(ctx, &s, a.runPath(), body)
	})
}

// tokens makes tokens of the owner in parallel. Then the last one is good for reading, and nothing else is.
func tokens(ctx context.Context, a *arena) {
	c, err := a.makeClass(ctx)
	if err != nil {
		if ctx.Err() == nil {
			a.fault("expected a class, found this: %v", err)
		}
		return
	}
	words := make([]string, 24)
	each(len(words), func(i int) {
		text, err := c.ask(ctx, a, "teach/token", []byte("{}"))
		if err != nil {
			a.saw("%s", brief(err.Error()))
			return
		}
		var made struct{ Word string }
		if err := json.Unmarshal(text, &made); err == nil {
			words[i] = made.Word
		}
	})
	good := 0
	for i, word := range words {
		if word != "" && a.bearer(ctx, i, http.MethodGet, "api/1/classes", word) == http.StatusOK {
			good++
		}
		for _, path := range []string{"teach/classes", "teach/token", "teach/classes/" + c.id + "/delete", "teach/remove"} {
			if status := a.bearer(ctx, i, http.MethodPost, path, word); status == http.StatusOK {
				a.fault("expected that a token only reads, found that it was used to POST to %s", path)
			}
		}
	}
	if good != 1 && ctx.Err() == nil {
		a.fault("expected one good token of those that were made one after the other, found %d", good)
	}
	a.repeat(ctx, 48, 200, func(i int) {
		for _, word := range []string{forged(i), strings.Repeat("t", 12_000), words[i%len(words)] + "x", "", " " + words[i%len(words)]} {
			for _, path := range []string{"api/1/classes", "api/1/classes/" + c.id + "/results"} {
				if status := a.bearer(ctx, i, http.MethodGet, path, word); status == http.StatusOK {
					a.fault("expected a refusal of the token %.60q, found %d", word, status)
				}
			}
		}
	})
}

// bearer asks with a token and returns the status, 0 for no answer.
func (a *arena) bearer(ctx context.Context, i int, method, path, token string) int {
	var body []byte
	if method == http.MethodPost {
		body = []byte(`{"force":true}`)
	}
	r := a.request(method, path, body)
	r.Header["Authorization"] = []string{"Bearer " + token}
	answer := a.send(ctx, address(i), r)
	a.polite(answer)
	if answer == nil {
		return 0
	}
	return answer.status
}
