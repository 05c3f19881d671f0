//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// mixtureAttacks do several things at the same time, of which the server bounds each alone; or one thing while another one changes what
// it is about.
func mixtureAttacks() []attack {
	return []attack{{
		name: "mixture", about: "64 addresses of which each has a new visit, a slow upload, an idle socket, an endless program, a measurement and a question whether the server is ready, at the same time", quick: true,
		do: mixture,
	}, {
		name: "seats-slow", about: "400 visits, of which each sends a program one byte in each half second, and looks at nothing", quick: true,
		do: slowSeats,
	}, {
		name: "class-both-ways", about: "learners who use a socket and two streams as the same client, and say the same messages over all three", quick: true,
		do: bothWays,
	}, {
		name: "streams-flap", about: "streams of a class that are opened and dropped at once, by 48 learners, while they type", quick: true,
		do: flappingStreams,
	}, {
		name: "class-words-swapped", about: "words of classes, workshops and visits, each where another one belongs, and in another class", quick: true,
		do: swappedWords,
	}, {
		name: "class-forgotten", about: "learners who delete what is theirs, and then go on with their old word: over the line that is open, a new one, a stream and POST", quick: true,
		do: forgotten,
	}, {
		name: "class-exports", about: "files and results of a class, asked for again and again by those who teach and left unread, while 24 learners type", quick: true,
		do: exports,
	}, {
		name: "workshop-exports", about: "the lesson and the past of workshops asked for without an end, while their presenters rewrite everything", quick: false,
		do: workshopExports,
	}, {
		name: "workshop-questions", about: "questions with 50,000 choices, with choices of 100 KB, the same choice twice, and answers that none of them is", quick: true,
		do: hugeQuestions,
	}}
}

func mixture(ctx context.Context, a *arena) {
	run, pass, job := codeBody(endless), passBody(program(1, forever()), trivialTrace), mustJSON(map[string]any{"trace": loopTrace})
	a.repeat(ctx, 64, 20, func(i int) {
		s := newSeat(a.server.url, address(i))
		_ = s.take(ctx) // without one, it shares the place of its address
		parts := []func(){
			func() { a.post(ctx, s, a.runPath(), run) },
			func() { a.post(ctx, s, "lessons/pass", pass) },
			func() { a.job(ctx, s.ip, "measure", job) },
			func() { a.polite(a.send(ctx, s.ip, a.request(http.MethodGet, "readyz", nil))) },
			func() { a.dribble(ctx, s, 6*time.Second) },
			func() {
				if conn := a.socket(ctx, s.ip); conn != nil {
					pause(ctx, 5*time.Second)
					_ = conn.Close()
				}
			},
		}
		each(len(parts), func(k int) { parts[k]() })
	})
}

// dribble sends the beginning of a program, one byte in each half second, for a while.
func (a *arena) dribble(ctx context.Context, s *seat, most time.Duration) {
	conn := a.dial(ctx, s.ip)
	if conn == nil {
		return
	}
	defer conn.Close()
	_, err := fmt.Fprintf(conn, "POST /lessons/pass HTTP/1.1\r\nHost: %s\r\n%s: %s\r\nContent-Type: application/json\r\nContent-Length: 10000000\r\n\r\n", a.server.addr, seatHeader, s.token)
	until := time.Now().Add(most)
	for ; err == nil && ctx.Err() == nil && time.Now().Before(until); pause(ctx, 500*time.Millisecond) {
		_, err = conn.Write([]byte("["))
	}
	if err != nil && ctx.Err() == nil {
		a.saw("hung up")
	}
}

func slowSeats(ctx context.Context, a *arena) {
	a.repeat(ctx, 400, 3, func(i int) {
		s := newSeat(a.server.url, address(i))
		_ = s.take(ctx) // a refusal is as good
		a.dribble(ctx, s, samplingTime)
	})
}

// openStream opens a stream of a learner, and returns how to drop it; nil if there is none.
func (a *arena) openStream(ctx context.Context, s *learnerSeat, client string) (drop func()) {
	conn := a.dial(ctx, s.ip)
	if conn == nil {
		return nil
	}
	hello := mustJSON(map[string]string{"word": s.word, "client": client})
	_, err := fmt.Fprintf(conn, "POST /class/stream HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", a.server.addr, len(hello), hello)
	if err != nil {
		_ = conn.Close()
		return nil
	}
	return func() { _ = conn.Close() }
}

// typing are messages of somebody who writes.
func typing(text string) []json.RawMessage {
	return []json.RawMessage{
		mustJSON(map[string]any{"kind": "open", "step": honestStep}),
		mustJSON(map[string]any{"kind": "draft", "step": honestStep, "version": 0, "change": []any{[]any{0, text}}}),
	}
}

// say sends messages over POST and returns the status, 0 for no answer.
func (a *arena) say(ctx context.Context, s *learnerSeat, client string, messages []json.RawMessage) int {
	answer := a.send(ctx, s.ip, a.request(http.MethodPost, "class/say", mustJSON(map[string]any{"word": s.word, "client": client, "messages": messages})))
	a.polite(answer)
	if answer == nil {
		return 0
	}
	return answer.status
}

func bothWays(ctx context.Context, a *arena) {
	a.inClass(ctx, 24, 20, func(i int, s *learnerSeat) {
		client := fmt.Sprint("both", i)
		for range 2 {
			if drop := a.openStream(ctx, s, client); drop != nil {
				defer drop()
			}
		}
		conn, err := a.line(ctx, s.ip, "class", nil, s.word, client)
		if err != nil {
			a.saw("%s", brief(err.Error()))
			return
		}
		defer conn.Close()
		messages := typing(strings.Repeat("x", 1000+i))
		for range 10 {
			for _, m := range messages {
				if conn.WriteMessage(websocket.TextMessage, m) != nil {
					a.saw("hung up")
					return
				}
			}
			a.say(ctx, s, client, messages)
		}
	})
	a.results(context.WithoutCancel(ctx))
}

func flappingStreams(ctx context.Context, a *arena) {
	a.inClass(ctx, 48, 200, func(i int, s *learnerSeat) {
		for k := range 5 {
			if drop := a.openStream(ctx, s, fmt.Sprint("flap", i, k)); drop != nil {
				drop()
				a.saw("dropped")
			}
		}
		a.say(ctx, s, fmt.Sprint("flap", i), typing("x"))
	})
}

// swappedWords has one word of each kind, and tries each in all places but its own.
func swappedWords(ctx context.Context, a *arena) {
	first, err := a.makeClass(ctx)
	var second *class
	if err == nil {
		second, err = a.makeClass(ctx)
	}
	var learner *learnerSeat
	if err == nil {
		learner, err = a.join(ctx, first, address(0), 0)
	}
	var presenter *live
	if err == nil {
		presenter, err = a.openWorkshop(ctx, address(1))
	}
	if err != nil {
		a.fault("expected classes, a learner and a workshop, found this: %v", err)
		return
	}
	defer presenter.conn.Close()
	visit := newSeat(a.server.url, address(2))
	_ = visit.take(ctx) // without one, the empty word is tried
	owner := strings.TrimPrefix(first.owner, teacherCookie+"=")
	words := map[string]string{"learner": learner.word, "presenter": presenter.word, "visit": visit.token, "owner": owner, "code": first.code, "class": first.id}
	names := []string{"learner", "presenter", "visit", "owner", "code", "class"}
	a.repeat(ctx, len(names), 30, func(i int) {
		name := names[i]
		word := words[name]
		if name != "presenter" {
			a.forbidden(a.send(ctx, address(i), a.request(http.MethodPost, pastPath(presenter.code), pastBody(word))))
		}
		if name != "learner" {
			r := a.request(http.MethodGet, "class/own.json", nil)
			r.Header.Set("X-Unbox-Class", word)
			a.forbidden(a.send(ctx, address(i), r))
		}
		if name != "owner" {
			for _, c := range []*class{first, second} {
				r := a.request(http.MethodGet, "teach/classes/"+c.id+"/results", nil)
				r.Header.Set("Cookie", teacherCookie+"="+word)
				r.Header.Set("Authorization", "Bearer "+word)
				a.forbidden(a.send(ctx, address(i), r))
			}
		}
		if name != "code" {
			a.forbidden(a.send(ctx, address(i), a.request(http.MethodPost, "class/join", mustJSON(map[string]string{"code": word, "nick": "Ada"}))))
		}
		pause(ctx, time.Second)
	})
}

// forgotten has learners delete what is theirs. Afterwards nothing of it is there, and nothing new is written.
func forgotten(ctx context.Context, a *arena) {
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	var joined atomic.Int64
	a.repeat(ctx, 16, 6, func(i int) {
		s, err := a.join(ctx, c, address(i), 1000+int(joined.Add(1)))
		if err != nil {
			a.saw("%s", brief(err.Error()))
			return
		}
		conn, err := a.line(ctx, s.ip, "class", nil, s.word, "before")
		if err != nil {
			a.saw("%s", brief(err.Error()))
			return
		}
		defer conn.Close()
		drop := a.openStream(ctx, s, "stream")
		if drop != nil {
			defer drop()
		}
		r := a.request(http.MethodPost, "class/forget", nil)
		r.Header.Set("X-Unbox-Class", s.word)
		if answer := a.send(ctx, s.ip, r); answer == nil || answer.status != http.StatusOK {
			a.polite(answer)
			return
		}
		for _, m := range typing("after the end") {
			_ = conn.WriteMessage(websocket.TextMessage, m) // the line may be closed
		}
		if status := a.say(ctx, s, "after", typing("after the end")); status == http.StatusOK {
			a.fault("expected a refusal of messages of a learner who was forgotten, found status %d", status)
		}
		own := a.request(http.MethodGet, "class/own.json", nil)
		own.Header.Set("X-Unbox-Class", s.word)
		a.forbidden(a.send(ctx, s.ip, own))
		pause(ctx, time.Second)
	})
	table, err := c.ask(context.WithoutCancel(ctx), a, "teach/classes/"+c.id+"/results?form=all", nil)
	if err != nil || strings.Contains(string(table), "after the end") {
		a.fault("expected results without what was written after the end, found %.300s, %v", table, err)
	}
}

func exports(ctx context.Context, a *arena) {
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	learners := a.learnersOf(ctx, c, 24)
	text := strings.Repeat("x = 1\n", 9_000)
	a.repeat(ctx, 48, 200, func(i int) {
		if i < len(learners) {
			if s := learners[i]; s != nil {
				a.say(ctx, s, fmt.Sprint("c", i), typing(text))
			}
			return
		}
		path := "teach/classes/" + c.id + "/" + []string{"results?form=all", "results", "results?form=long", "roster.json"}[i%4]
		if i%3 == 0 {
			conn := a.dial(ctx, address(i))
			if conn == nil {
				return
			}
			defer conn.Close()
			shrink(conn)
			_, _ = fmt.Fprintf(conn, "GET /%s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", path, a.server.addr, c.owner)
			pause(ctx, 5*time.Second)
			a.saw("not read")
			return
		}
		r := a.request(http.MethodGet, path, nil)
		r.Header.Set("Cookie", c.owner)
		a.polite(a.send(ctx, address(i), r))
	})
}

func workshopExports(ctx context.Context, a *arena) {
	var presenters [8]*live
	a.repeat(ctx, 32, 100, func(i int) {
		if i < len(presenters) {
			if presenters[i] == nil {
				l, err := a.openWorkshop(ctx, address(i))
				if err != nil {
					a.saw("%s", brief(err.Error()))
					return
				}
				presenters[i] = l
			}
			l := presenters[i]
			err := l.push(l.rewrite(string(randomText(60_000))), map[string]any{"checkpoint": "again"})
			if err == nil {
				err = l.kept()
			}
			if err != nil && ctx.Err() == nil {
				a.saw("%s", brief(err.Error()))
				_ = l.conn.Close()
				presenters[i] = nil
			}
			return
		}
		l, err := a.openWorkshop(ctx, address(i))
		if err != nil {
			a.saw("%s", brief(err.Error()))
			return
		}
		defer l.conn.Close()
		for k := range 20 {
			if err := l.push(l.rewrite(string(randomText(20_000 + k)))); err != nil {
				return
			}
			path := "workshop/" + l.code + []string{"/lesson", "/past"}[k%2]
			a.polite(a.send(ctx, address(i), a.request(http.MethodPost, path, pastBody(l.word))))
		}
	})
}

func hugeQuestions(ctx context.Context, a *arena) {
	choices := func(n int, text string) []string {
		all := make([]string, n)
		for i := range all {
			all[i] = fmt.Sprint(text, i)
		}
		return all
	}
	asks := []map[string]any{
		{"text": "many", "kind": "choice", "choices": choices(50_000, "c")}, {"text": "long", "kind": "choice", "choices": choices(9, strings.Repeat("c", 100_000))},
		{"text": strings.Repeat("t", 1_000_000), "kind": "line"}, {"text": "same", "kind": "choice", "choices": []string{"a", "a", "", "a\u200b"}},
		{"text": "empty", "kind": "choice", "choices": []string{}}, {"text": "kind", "kind": strings.Repeat("k", 100_000)}, {"text": "right", "kind": "number", "truth": strings.Repeat("9", 100_000)},
		{"text": "usual", "kind": "choice", "choices": []string{"a", "b"}},
	}
	a.present(ctx, 16, 60, func(l *live) error {
		if err := l.push(map[string]any{"ask": asks[int(l.counter)%len(asks)]}); err != nil {
			return err
		}
		for _, value := range []string{"c1", strings.Repeat("v", 3000), "", "1e999", "a\u0000", "-9223372036854775809"} {
			if err := l.conn.WriteJSON(map[string]any{"kind": "answer", "question": l.counter, "value": value}); err != nil {
				return err
			}
		}
		return l.kept()
	})
}
