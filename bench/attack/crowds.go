//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"
)

// crowdAttacks come from many, or from a few who pretend to be many: they take all there is of something, want the same at the same time, or
// want what is just being deleted.
func crowdAttacks() []attack {
	return []attack{{
		name: "lines-two-addresses", about: "800 and 700 members of a workshop from two addresses; somebody at a third one enters all the same", quick: true,
		do: func(ctx context.Context, a *arena) {
			a.fullLines(ctx, 1500, func(i int) string { return address(i * 8 / 1500) }, honestAddress)
		},
	}, {
		name: "lines-one-address", about: "800 members of a workshop from 100 seats at one address; somebody else at this address enters all the same",
		do: func(ctx context.Context, a *arena) {
			a.fullLines(ctx, 800, func(int) string { return address(0) }, address(0))
		},
	}, {
		name: "sockets-two-addresses", about: "500 sockets at each of two addresses, all of which measure; somebody at a third one measures all the same", quick: true,
		do: busySockets,
	}, {
		name: "class-same-name", about: "64 learners who join at the same time with one name, in letters that look alike", quick: true,
		do: sameName,
	}, {
		name: "class-ends-meanwhile", about: "classes that are deleted while 24 learners join, type, come back and are forgotten",
		do: endsMeanwhile,
	}, {
		name: "streams-slow", about: "96 learners behind streams (server-sent events) that are read one byte at a time, while an announcement is made again and again",
		do: slowStreams,
	}, {
		name: "owner-race", about: "48 who know the owner's secret use it at the same time", quick: true, own: ownerRace,
	}}
}

// fullLines has n members enter a workshop and stay. Somebody at the honest address has to be let in.
func (a *arena) fullLines(ctx context.Context, n int, from func(i int) string, honest string) {
	l, err := a.openWorkshop(ctx, address(20))
	if err != nil {
		a.fault("expected a workshop, found this: %v", err)
		return
	}
	var in, out atomic.Int64
	go func() {
		for in.Load()+out.Load() < int64(n) && ctx.Err() == nil {
			pause(ctx, 100*time.Millisecond)
		}
		a.ready()
		for range 5 {
			other, err := a.enterWorkshop(ctx, honest, l.code, "")
			switch {
			case ctx.Err() != nil:
				return
			case err != nil:
				a.fault("expected that somebody honest enters beside %d members, found this: %v", in.Load(), err)
			default:
				a.saw("honest member")
				_ = other.conn.Close()
			}
			pause(ctx, 200*time.Millisecond)
		}
	}()
	seats := make([]*seat, n/8)
	each(len(seats), func(i int) {
		seats[i] = newSeat(a.server.url, from(i*8))
		_ = seats[i].take(ctx) // without one, they share a place
	})
	each(n, func(i int) {
		s := seats[i%len(seats)]
		conn, err := a.lineFrom(ctx, s, "workshop/"+l.code, fmt.Sprint("m", i))
		if err != nil {
			out.Add(1)
			a.saw("refused")
			return
		}
		in.Add(1)
		if untilEnd(conn); ctx.Err() == nil {
			a.saw("made room")
		}
	})
	<-ctx.Done()
}

// lineFrom opens a WebSocket to something live from a seat, and says hello.
//
// Errors: the server refuses.
func (a *arena) lineFrom(ctx context.Context, s *seat, path, client string) (*websocket.Conn, error) {
	dialer := websocket.Dialer{NetDialContext: dialerFrom(s.ip).DialContext, HandshakeTimeout: 30 * time.Second}
	header := http.Header{}
	if s.token != "" {
		header.Set(seatHeader, s.token)
	}
	conn, _, err := dialer.DialContext(ctx, "ws://"+a.server.addr+"/"+path+"/socket", header)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() }) // the attack is over
	return conn, conn.WriteJSON(map[string]string{"client": client})
}

// untilEnd reads until the connection ends.
func untilEnd(conn *websocket.Conn) {
	defer conn.Close()
	for {
		if _, _, err := conn.ReadMessage(); err != nil {
			return
		}
	}
}

func busySockets(ctx context.Context, a *arena) {
	job := map[string]any{"id": 1, "kind": "measure", "job": json.RawMessage(`{"trace":"[i0]\ni1 = int_add(i0, 1)\njump(i1)\n"}`)}
	seats := make([]*seat, 125)
	each(len(seats), func(i int) {
		seats[i] = newSeat(a.server.url, address(i%2))
		_ = seats[i].take(ctx)
	})
	go func() {
		pause(ctx, 4*time.Second)
		a.ready()
		if err := a.measures(ctx, honestAddress); err != nil && ctx.Err() == nil {
			a.fault("expected a measurement for somebody honest, found this: %v", err)
		}
	}()
	each(1000, func(i int) {
		dialer := websocket.Dialer{NetDialContext: dialerFrom(seats[i%125].ip).DialContext, HandshakeTimeout: 30 * time.Second}
		conn, _, err := dialer.DialContext(ctx, "ws://"+a.server.addr+"/machine?seat="+seats[i%125].token, nil)
		if err != nil {
			a.saw("refused")
			return
		}
		context.AfterFunc(ctx, func() { _ = conn.Close() })
		for ctx.Err() == nil && conn.WriteJSON(job) == nil {
			var answer struct{ Kind, Error string }
			for answer.Kind != "result" && answer.Kind != "error" {
				if err := conn.ReadJSON(&answer); err != nil {
					if ctx.Err() == nil {
						a.saw("%s", goodbye(err))
					}
					return
				}
			}
			a.saw("%s", brief(answer.Kind+" "+answer.Error))
			pause(ctx, time.Second)
		}
	})
	<-ctx.Done()
}

func sameName(ctx context.Context, a *arena) {
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	names := []string{"Alan", "ALAN", "AIan", "A1an", "\u0410lan", "Al\u0430n", "\u202eAlan", "Al\u200ban", "Alan\u3164", "\uff21\uff4c\uff41\uff4e", "\ua4eelan", "Al\u0251n", " Alan ", "Alan\ufe0f", "A\u034flan", "Alan\u2800"}
	var joined atomic.Int64
	a.repeat(ctx, 64, 3, func(i int) {
		s := newSeat(a.server.url, address(i))
		_ = s.take(ctx)
		r := a.request(http.MethodPost, "class/join", mustJSON(map[string]string{"code": c.code, "nick": names[i%len(names)]}))
		s.sit(r)
		answer := a.send(ctx, s.ip, r)
		if a.polite(answer); answer != nil && answer.status == http.StatusOK {
			joined.Add(1)
		}
	})
	if n := joined.Load(); n != 1 {
		a.fault("expected one learner of a name, found %d", n)
	}
}

func endsMeanwhile(ctx context.Context, a *arena) {
	for ctx.Err() == nil {
		c, err := a.makeClass(ctx)
		if err != nil {
			if ctx.Err() == nil {
				a.fault("expected a class, found this: %v", err)
			}
			return
		}
		learners := a.learnersOf(ctx, c, 24)
		a.ready()
		deleted := make(chan struct{})
		go func() {
			defer close(deleted)
			pause(ctx, 300*time.Millisecond)
			r := a.request(http.MethodPost, "teach/classes/"+c.id+"/delete", []byte(`{"force":true}`))
			r.Header.Set("Cookie", c.owner)
			a.polite(a.send(ctx, honestAddress, r))
		}()
		draft := map[string]any{"kind": "draft", "step": honestStep, "version": 0, "change": []any{[]any{0, "x"}}}
		each(len(learners), func(i int) {
			if learners[i] == nil {
				return
			}
			a.talk(ctx, learners[i], fmt.Sprint("c", i), map[string]any{"kind": "open", "step": honestStep}, draft, draft, draft)
			_, err := a.join(ctx, c, address(i), 100+i)
			a.saw("%s", brief(fmt.Sprint("join again: ", err)))
			r := a.request(http.MethodPost, "class/forget", nil)
			r.Header.Set("X-Unbox-Class", learners[i].word)
			a.polite(a.send(ctx, address(i), r))
		})
		<-deleted
	}
}

func slowStreams(ctx context.Context, a *arena) {
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	learners := a.learnersOf(ctx, c, 12)
	go func() {
		for k := 0; ctx.Err() == nil; k++ {
			r := a.request(http.MethodPost, "teach/classes/"+c.id+"/do", mustJSON(map[string]any{"say": map[string]string{"text": fmt.Sprint(k, " ", string(bytes.Repeat([]byte("x"), 1900)))}}))
			r.Header.Set("Cookie", c.owner)
			if answer := a.send(ctx, honestAddress, r); answer != nil {
				a.saw("announcement %d", answer.status)
			}
			pause(ctx, 100*time.Millisecond)
		}
	}()
	a.ready()
	each(96, func(i int) {
		s := learners[i%12]
		if s == nil {
			return
		}
		for k := 0; ctx.Err() == nil && k < 20; k++ {
			a.slowStream(ctx, s, fmt.Sprintf("s%d-%d", i, k))
			pause(ctx, time.Second)
		}
	})
}

// slowStream opens a stream of a class and reads a byte of it now and then.
func (a *arena) slowStream(ctx context.Context, s *learnerSeat, client string) {
	conn := a.dial(ctx, s.ip)
	if conn == nil {
		return
	}
	defer conn.Close()
	shrink(conn)
	body := mustJSON(map[string]string{"word": s.word, "client": client})
	_, _ = fmt.Fprintf(conn, "POST /class/stream HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", a.server.addr, len(body), body)
	a.trickle(ctx, conn)
}

// trickle reads a byte in each 50 ms until the connection ends.
func (a *arena) trickle(ctx context.Context, conn net.Conn) {
	one := make([]byte, 1)
	for ctx.Err() == nil {
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		if _, err := conn.Read(one); err != nil {
			if ctx.Err() == nil {
				a.saw("hung up")
			}
			return
		}
		pause(ctx, 50*time.Millisecond)
	}
	a.saw("stays")
}

// ownerRace starts a server that nobody owns yet.
func ownerRace(ctx context.Context, a *arena) samples {
	dir, remove, err := a.folder("owner")
	if err != nil {
		a.fault("%v", err)
		return nil
	}
	defer remove()
	s, there := a.ownServer("--data", dir, "--cache", a.cache)
	if s == nil {
		return nil
	}
	defer s.kill()
	var owners atomic.Int64
	each(48, func(i int) {
		r := there.request(http.MethodPost, "teach/begin", mustJSON(map[string]string{"name": fmt.Sprint("Owner ", i), "password": "correct horse battery", "secret": s.secret}))
		answer := there.send(ctx, address(i), r)
		if answer == nil {
			return
		}
		a.saw("%d", answer.status)
		if answer.status == http.StatusOK {
			owners.Add(1)
		}
	})
	if n := owners.Load(); n != 1 && ctx.Err() == nil {
		a.fault("expected one owner, found %d", n)
	}
	return a.visits(ctx, s)
}
