//go:build linux

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"unbox/tutorials"
)

// swellingAttacks send texts that are small as bytes and large in memory, and have large answers made that they do not read, in what
// is live: workshops and classes.
func swellingAttacks() []attack {
	return []attack{{
		name: "workshop-empty-steps", about: "presenters of workshops of their own push 600,000 empty steps in a message of 2 MB", quick: true,
		do: func(ctx context.Context, a *arena) {
			push := []byte(`{"kind":"push","version":1,"steps":[` + strings.TrimSuffix(strings.Repeat("{},", 600_000), ",") + `]}`)
			a.present(ctx, 16, 10, func(l *live) error { return l.conn.WriteMessage(1, push) })
		},
	}, {
		name: "workshop-many-messages", about: "a request with 900,000 messages for a workshop that there is not", quick: true,
		do: func(ctx context.Context, a *arena) {
			body := []byte(`{"word":"x","client":"c","messages":[` + strings.TrimSuffix(strings.Repeat("1,", 900_000), ",") + `]}`)
			seats := a.seats(ctx, 24)
			a.repeat(ctx, len(seats), 60, func(i int) { a.post(ctx, seats[i], "workshop/ABCDEF/say", body) })
		},
	}, {
		name: "certificates-empty", about: "certificates of 340,000 empty receipts in a megabyte", quick: true,
		do: func(ctx context.Context, a *arena) {
			body := []byte(`{"name":"Ada","receipts":[` + strings.TrimSuffix(strings.Repeat("{},", 340_000), ",") + `]}`)
			seats := a.seats(ctx, 24)
			a.repeat(ctx, len(seats), 60, func(i int) { a.post(ctx, seats[i], "lessons/certify", body) })
		},
	}, {
		name: "workshop-board-unread", about: "a workshop whose board has 5 MB, entered by 64 who read nothing", quick: true,
		do: unreadBoard,
	}, {
		name: "workshop-steps-kept", about: "presenters who replace their text by two megabytes again and again", quick: false,
		do: func(ctx context.Context, a *arena) {
			a.present(ctx, 4, 60, func(l *live) error {
				if err := l.push(l.rewrite(strings.Repeat("\x01", 330_000+int(l.counter%7)))); err != nil {
					return err
				}
				return l.kept()
			})
		},
	}, {
		name: "class-drafts-unread", about: "24 learners open their longest draft again and again on eight sockets each, and read nothing", quick: true,
		do: unreadDrafts,
	}, {
		name: "class-empty-changes", about: "learners change their drafts by a million sections of no length", quick: true,
		do: func(ctx context.Context, a *arena) {
			change := fmt.Appendf(nil, `{"kind":"draft","step":%q,"version":0,"change":[%s]}`, honestStep, strings.TrimSuffix(strings.Repeat("0,", 900_000), ","))
			a.inClass(ctx, 16, 40, func(i int, s *learnerSeat) {
				conn, err := a.line(ctx, s.ip, "class", nil, s.word, "c1")
				if err != nil {
					a.saw("%s", brief(err.Error()))
					return
				}
				defer conn.Close()
				for range 20 {
					if err := conn.WriteMessage(1, change); err != nil {
						a.saw("hung up")
						return
					}
					a.saw("sent")
				}
			})
		},
	}, {
		name: "class-own-unread", about: "learners with a draft in each of eight steps ask for all that is kept of them, and read nothing", quick: false,
		do: unreadOwn,
	}, {
		name: "lines-silent", about: "1,500 sockets to classes that never say hello; somebody enters a workshop all the same", quick: true,
		do: silentLines,
	}}
}

// present has n presenters, each of a workshop of its own, do something again and again, until it fails.
func (a *arena) present(ctx context.Context, n, most int, do func(l *live) error) {
	all := make([]*live, n)
	a.repeat(ctx, n, most, func(i int) {
		if all[i] == nil {
			l, err := a.openWorkshop(ctx, address(i))
			if err != nil {
				a.saw("%s", brief(err.Error()))
				return
			}
			all[i] = l
		}
		if err := do(all[i]); err != nil {
			if ctx.Err() == nil {
				a.saw("%s", goodbye(err))
			}
			_ = all[i].conn.Close()
			all[i] = nil
			return
		}
		a.saw("done")
	})
}

// unreadBoard fills a board with a text and checkpoints, and has many enter who read nothing.
func unreadBoard(ctx context.Context, a *arena) {
	l, err := a.openWorkshop(ctx, address(0))
	if err == nil {
		err = l.push(l.rewrite(strings.Repeat("\x01", 80_000)))
	}
	for i := 0; i < 6 && err == nil; i++ {
		if err = l.kept(); err == nil {
			err = l.push(map[string]any{"checkpoint": fmt.Sprint("checkpoint ", i)})
		}
	}
	if err == nil {
		err = l.kept()
	}
	if err != nil {
		if ctx.Err() == nil {
			a.saw("no board: %s", brief(err.Error()))
		}
		return
	}
	go func() {
		for ctx.Err() == nil { // each board is another one
			if l.push(map[string]any{"view": map[string]any{"n": l.counter}}) != nil || l.kept() != nil {
				return
			}
			pause(ctx, 50*time.Millisecond)
		}
	}()
	a.repeat(ctx, 64, 50, func(i int) {
		conn, err := a.line(ctx, address(i), "workshop/"+l.code, nil, "", fmt.Sprint("c", i))
		if err != nil {
			a.saw("%s", brief(err.Error()))
			return
		}
		defer conn.Close()
		shrink(conn.UnderlyingConn())
		pause(ctx, 12*time.Second)
		a.saw("not read")
	})
}

// inClass has n learners of a class do something again and again.
func (a *arena) inClass(ctx context.Context, n, most int, do func(i int, s *learnerSeat)) {
	c, err := a.makeClass(ctx)
	if err != nil {
		if ctx.Err() == nil {
			a.fault("expected a class, found this: %v", err)
		}
		return
	}
	all := a.learnersOf(ctx, c, n)
	a.repeat(ctx, n, most, func(i int) {
		if all[i] != nil {
			do(i, all[i])
		}
	})
}

// writeDraft makes a draft of a learner the longest there may be.
func (a *arena) writeDraft(ctx context.Context, s *learnerSeat, step string) {
	conn, err := a.line(ctx, s.ip, "class", nil, s.word, "w1")
	if err != nil {
		a.saw("%s", brief(err.Error()))
		return
	}
	defer conn.Close()
	change, err := json.Marshal([]any{[]any{0, strings.Repeat("\x01", 64<<10)}})
	if err != nil {
		panic("BUG: a text always marshals: " + err.Error())
	}
	_ = conn.WriteJSON(map[string]any{"kind": "open", "step": step})
	_ = conn.WriteJSON(map[string]any{"kind": "draft", "step": step, "version": 0, "change": json.RawMessage(change)})
	for {
		_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		var m struct{ Kind, Words string }
		if err := conn.ReadJSON(&m); err != nil {
			if ctx.Err() == nil {
				a.saw("no draft: %s", brief(err.Error()))
			}
			return
		}
		switch m.Kind {
		case "kept":
			return
		case "error", "stale":
			a.saw("no draft: %s %s", m.Kind, brief(m.Words))
			return
		}
	}
}

func unreadDrafts(ctx context.Context, a *arena) {
	open := fmt.Appendf(nil, `{"kind":"open","step":%q}`, honestStep)
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	all := a.learnersOf(ctx, c, 24)
	each(len(all), func(i int) {
		if all[i] != nil {
			a.writeDraft(ctx, all[i], honestStep)
		}
	})
	a.repeat(ctx, 8*len(all), 50, func(k int) {
		s := all[k/8]
		if s == nil {
			return
		}
		conn, err := a.line(ctx, s.ip, "class", nil, s.word, fmt.Sprint("c", k%8))
		if err != nil {
			a.saw("%s", brief(err.Error()))
			return
		}
		defer conn.Close()
		shrink(conn.UnderlyingConn())
		for range 60 {
			if conn.WriteMessage(1, open) != nil {
				a.saw("hung up")
				return
			}
		}
		pause(ctx, 12*time.Second)
		a.saw("not read")
	})
}

// unreadOwn asks for everything that is kept, over connections that are not read.
func unreadOwn(ctx context.Context, a *arena) {
	c, err := a.makeClass(ctx)
	if err != nil {
		a.fault("expected a class, found this: %v", err)
		return
	}
	all := a.learnersOf(ctx, c, 4)
	steps, err := a.steps(8)
	if err != nil {
		a.fault("%v", err)
		return
	}
	each(len(all), func(i int) {
		for _, step := range steps {
			if all[i] != nil {
				a.writeDraft(ctx, all[i], step)
			}
		}
	})
	a.repeat(ctx, 200, 50, func(i int) {
		s := all[i%len(all)]
		conn := a.dial(ctx, address(i))
		if s == nil || conn == nil {
			return
		}
		defer conn.Close()
		shrink(conn)
		_, err := fmt.Fprintf(conn, "GET /class/own.json HTTP/1.1\r\nHost: %s\r\nX-Unbox-Class: %s\r\n\r\n", a.server.addr, s.word)
		if err != nil {
			a.saw("hung up")
			return
		}
		pause(ctx, 12*time.Second)
		a.saw("not read")
	})
}

// steps are the first n steps of the course.
//
// Errors: the project has no course.
func (a *arena) steps(n int) (all []string, err error) {
	course, err := tutorials.Course()
	if err != nil {
		return nil, err
	}
	for _, ch := range course.Chapters {
		for _, s := range ch.Steps {
			if len(all) < n {
				all = append(all, ch.ID+"/"+s.ID)
			}
		}
	}
	return all, nil
}

// silentLines opens sockets and says nothing. Somebody honest enters a workshop meanwhile.
func silentLines(ctx context.Context, a *arena) {
	go func() {
		pause(ctx, 4*time.Second)
		if _, err := a.openWorkshop(ctx, honestAddress); err != nil && ctx.Err() == nil {
			a.fault("expected that somebody honest enters a workshop, found this: %v", err)
		}
		a.ready()
	}()
	each(1600, func(i int) {
		s := newSeat(a.server.url, address(i%4))
		_ = s.take(ctx)
		for ctx.Err() == nil {
			conn := a.dial(ctx, s.ip)
			if conn == nil {
				pause(ctx, time.Second)
				continue
			}
			_, _ = fmt.Fprintf(conn, "GET /class/socket HTTP/1.1\r\nHost: %s\r\n%s: %s\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", a.server.addr, seatHeader, s.token)
			a.await(ctx, conn)
			_ = untilClosed(conn)
			_ = conn.Close()
			pause(ctx, 100*time.Millisecond)
		}
	})
}
