//go:build linux

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// This file makes a class with an owner and learners, for attacks by those who are let in.

const (
	ownerName     = "Grace"
	ownerPassword = "correct horse battery"
	teacherCookie = "unbox-teacher"
)

// owners signs the owner in, once for each server.
type owners struct {
	mu     sync.Mutex
	cookie string
}

// owner returns the cookie of the server's owner, who is created by the first attack that needs one.
//
// Errors: the server refuses an honest owner.
func (a *arena) owner(ctx context.Context) (string, error) {
	o := &a.server.owners
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cookie != "" {
		return o.cookie, nil
	}
	body := map[string]string{"name": ownerName, "password": ownerPassword, "secret": a.server.secret}
	path := "teach/sign-in"
	if a.server.secret != "" {
		path = "teach/begin"
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic("BUG: texts always marshal: " + err.Error())
	}
	answer := a.send(ctx, honestAddress, a.request(http.MethodPost, path, text))
	if answer == nil || answer.status != http.StatusOK {
		return "", fmt.Errorf("expected an owner who is signed in, found %s", said(answer))
	}
	for _, c := range (&http.Response{Header: answer.header}).Cookies() {
		if c.Name == teacherCookie {
			o.cookie = c.Name + "=" + c.Value
			return o.cookie, nil
		}
	}
	return "", errors.New("expected a cookie for the owner, found none")
}

func said(r *reply) string {
	if r == nil {
		return "no answer"
	}
	return fmt.Sprintf("%d %.200s", r.status, r.body)
}

// class is a class with a code by which learners join.
type class struct{ id, code, owner string }

// makeClass makes a class.
//
// Errors: the server refuses an honest owner.
func (a *arena) makeClass(ctx context.Context) (*class, error) {
	owner, err := a.owner(ctx)
	if err != nil {
		return nil, err
	}
	c := &class{owner: owner}
	answer, err := c.ask(ctx, a, "teach/classes", []byte(`{"name":"Compilers","zone":"UTC","hints":"open","solutions":"open"}`))
	if err != nil {
		return nil, err
	}
	var made struct{ Word string }
	if err := json.Unmarshal(answer, &made); err != nil || made.Word == "" {
		return nil, fmt.Errorf("expected a class, found %s", answer)
	}
	c.id = made.Word
	conn, err := a.line(ctx, honestAddress, "teach/classes/"+c.id, http.Header{"Cookie": {owner}}, "", "t1")
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	for {
		var grid struct {
			Kind    string
			General struct{ Code string }
		}
		_ = conn.SetReadDeadline(time.Now().Add(10 * time.Second))
		if err := conn.ReadJSON(&grid); err != nil {
			return nil, err
		}
		if grid.General.Code != "" {
			c.code = grid.General.Code
			return c, nil
		}
	}
}

// ask sends the owner's request and returns the answer.
//
// Errors: there is none, or it is no success.
func (c *class) ask(ctx context.Context, a *arena, path string, body []byte) ([]byte, error) {
	method := http.MethodPost
	if body == nil {
		method = http.MethodGet
	}
	r := a.request(method, path, body)
	r.Header.Set("Cookie", c.owner)
	answer := a.send(ctx, honestAddress, r)
	if answer == nil || answer.status != http.StatusOK {
		return nil, fmt.Errorf("expected an answer to the owner, found %s", said(answer))
	}
	return answer.body, nil
}

// learnerSeat is a learner who has joined a class.
type learnerSeat struct{ ip, word string }

// join joins a class from an address.
//
// Errors: the server refuses.
func (a *arena) join(ctx context.Context, c *class, ip string, i int) (*learnerSeat, error) {
	body := fmt.Appendf(nil, `{"code":%q,"nick":"learner %d"}`, c.code, i)
	s := newSeat(a.server.url, ip)
	_ = s.take(ctx) // without one, the learners of an address share a place
	r := a.request(http.MethodPost, "class/join", body)
	s.sit(r)
	answer := a.send(ctx, ip, r)
	if answer == nil || answer.status != http.StatusOK {
		return nil, fmt.Errorf("expected a seat in a class, found %s", said(answer))
	}
	var joined struct{ Word string }
	if err := json.Unmarshal(answer.body, &joined); err != nil {
		return nil, err
	}
	return &learnerSeat{ip, joined.Word}, nil
}

// learnersOf are n learners who join a class, nil where one is refused.
func (a *arena) learnersOf(ctx context.Context, c *class, n int) []*learnerSeat {
	all := make([]*learnerSeat, n)
	each(n, func(i int) {
		s, err := a.join(ctx, c, address(i), i)
		if err != nil && ctx.Err() == nil {
			a.saw("%s", brief(err.Error()))
		}
		all[i] = s
	})
	return all
}

// line opens a WebSocket to something live, from a seat of its own, and says hello.
//
// Errors: the server refuses.
func (a *arena) line(ctx context.Context, ip, path string, header http.Header, word, client string) (*websocket.Conn, error) {
	dialer := websocket.Dialer{NetDialContext: dialerFrom(ip).DialContext, HandshakeTimeout: 10 * time.Second}
	if header == nil {
		header = http.Header{}
	}
	header.Set("Origin", strings.TrimSuffix(a.server.url, "/"))
	s := newSeat(a.server.url, ip)
	if s.take(ctx) == nil {
		header.Set(seatHeader, s.token)
	}
	conn, response, err := dialer.DialContext(ctx, "ws://"+a.server.addr+"/"+path+"/socket", header)
	if err != nil {
		if response != nil {
			err = fmt.Errorf("%d: %w", response.StatusCode, err)
		}
		return nil, err
	}
	context.AfterFunc(ctx, func() { _ = conn.Close() }) // the attack is over
	return conn, conn.WriteJSON(map[string]string{"word": word, "client": client})
}
