package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"unbox/classroom/journal/jetstream"
	"unbox/classroom/journal/jetstream/natstest"
	"unbox/classroom/keeper"
	"unbox/classroom/school"
	"unbox/internal/cluster"
)

// This file has orders of events at two servers that have classes together.

// room is a class at two servers.
type room struct {
	*sharedSites
	t                    *testing.T
	url, owner, id, code string
	// acts counts what the teacher has done.
	acts int
}

func newRoom(t *testing.T) *room {
	t.Helper()
	r := &room{t: t, url: natstest.Start(t)}
	r.sharedSites = newSharedSites(t, r.url, 2)
	r.owner = r.ownerAt(1)
	r.id, r.code = r.sites[1].class(r.owner)
	return r
}

// move takes the classes away from whoever has them, as a command of an administrator does; one of the servers has them after that.
func (r *room) move() {
	r.t.Helper()
	o := keeper.Options{Cluster: cluster.Config{URL: r.url, Log: slog.New(slog.DiscardHandler)}}
	if err := keeper.Do(r.t.Context(), o, func(context.Context, *jetstream.Journal) error { return nil }); err != nil {
		r.t.Fatal(err)
	}
}

// act has the teacher do something at a server.
func (r *room) act(server int, act string) {
	r.t.Helper()
	r.acts++
	named := fmt.Sprintf(`{"id":"an-order-of-events-%d",`, r.acts) + act[1:]
	r.again(server, "/teach/classes/"+r.id+"/do", named, r.owner)
}

// again asks until no classes are on their way, as pages do.
func (r *room) again(server int, path, body, header string) {
	r.t.Helper()
	for {
		status, answer, _ := r.sites[server].ask(path, body, header)
		if status == http.StatusOK {
			return
		}
		if status != http.StatusServiceUnavailable {
			r.t.Fatalf("expected that it is done: %s, found %d %s", body, status, answer)
		}
	}
}

// draft is what a device was told of a draft.
type draft struct {
	Version int
	Text    string
}

// adding is the message that adds text to a draft.
func (d draft) adding(text string) string {
	change := fmt.Sprintf("[%d,[0,%q]]", len(d.Text), text)
	if d.Text == "" {
		change = fmt.Sprintf("[[0,%q]]", text)
	}
	return fmt.Sprintf(`{"kind":"draft","step":"a/one","version":%d,"change":%s}`, d.Version, change)
}

// opens has a device open the first step at a server.
func (r *room) opens(server int, client, word string) (conn *websocket.Conn, next func(string) string, d draft) {
	r.t.Helper()
	conn, next, hang := r.sites[server].dial("/class", "", fmt.Sprintf(`{"client":%q,"word":%q}`, client, word))
	r.t.Cleanup(hang)
	say(r.t, conn, `{"kind":"open","step":"a/one"}`)
	if err := json.Unmarshal([]byte(next("draft")), &d); err != nil {
		r.t.Fatal(err)
	}
	return conn, next, d
}

// adds has a device add text to its draft, and waits until that is safe.
func (r *room) adds(conn *websocket.Conn, next func(string) string, d draft, text string) draft {
	r.t.Helper()
	say(r.t, conn, d.adding(text))
	next("kept")
	return draft{d.Version + 1, d.Text + text}
}

// writes has a device open its draft and add text until that is safe, over as many lines as it takes while the classes are on their way.
func (r *room) writes(server int, client, word, text string) draft {
	r.t.Helper()
	for {
		if d, done := r.writesOnce(server, client, word, text); done {
			return d
		}
	}
}

func (r *room) writesOnce(server int, client, word, text string) (d draft, done bool) {
	r.t.Helper()
	conn, err := r.sites[server].connect("/class", "", fmt.Sprintf(`{"client":%q,"word":%q}`, client, word), `{"kind":"open","step":"a/one"}`)
	if err != nil {
		return d, false
	}
	defer conn.Close()
	for {
		var m struct {
			Kind string
			draft
		}
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		if err := conn.ReadJSON(&m); err != nil {
			return d, false
		}
		switch m.Kind {
		case "draft":
			if d = m.draft; strings.HasSuffix(d.Text, text) {
				return d, true
			}
			if conn.WriteMessage(websocket.TextMessage, []byte(d.adding(text))) != nil {
				return d, false
			}
		case "kept":
			return draft{d.Version + 1, d.Text + text}, true
		}
	}
}

// ends reads a line until it ends.
func (r *room) ends(conn *websocket.Conn) {
	r.t.Helper()
	for {
		_ = conn.SetReadDeadline(time.Now().Add(time.Minute))
		if _, _, err := conn.ReadMessage(); err != nil {
			var closed *websocket.CloseError
			if !errors.As(err, &closed) && !strings.Contains(err.Error(), "EOF") && !strings.Contains(err.Error(), "reset") {
				r.t.Errorf("expected a line that ends, found %v", err)
			}
			return
		}
	}
}

func (r *room) seatOf(word string) string { return strings.Split(word, ".")[1] }

// TestSleepingDevice has a device sleep while its seat is renamed, written in by another device at the other server, and merged, and while the classes move:
// when it wakes up, its line ends, and it goes on with what the other one wrote.
func TestSleepingDevice(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	ada, ben := joinClass(t, r.sites[0], r.code, "Ada"), joinClass(t, r.sites[1], r.code, "Benjamin")
	asleep, next, d := r.opens(0, "laptop", ada)
	r.adds(asleep, next, d, "laptop, ")
	awake, heard, d := r.opens(1, "tablet", ada)
	r.adds(awake, heard, d, "tablet")
	r.act(1, fmt.Sprintf(`{"rename":{"seat":%q,"nick":"Ada L."}}`, r.seatOf(ada)))
	r.move()
	r.act(0, fmt.Sprintf(`{"merge":{"from":%q,"into":%q}}`, r.seatOf(ada), r.seatOf(ben)))
	r.move()
	say(t, asleep, fmt.Sprintf(`{"kind":"draft","step":"a/one","version":%d,"change":[%d,[0,"lost"]]}`, d.Version, len(d.Text))) // what it had typed when it fell asleep
	r.ends(asleep)
	r.ends(awake)
	if d := r.writes(0, "laptop", ada, "!"); d.Text != "laptop, tablet!" {
		t.Errorf("expected what both devices wrote, found %q", d.Text)
	}
	if _, answer, _ := r.sites[1].ask("/class/own.json", "", "X-Unbox-Class: "+ben); !strings.Contains(answer, "laptop, tablet!") || !strings.Contains(answer, `"nick":"Benjamin"`) {
		t.Errorf("expected the draft in the seat that stays, found %s", answer)
	}
}

// TestBlockedAtTheOtherServer blocks a seat at one server while its device is at the other one and the classes move; unblocked, it
// goes on.
func TestBlockedAtTheOtherServer(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	ada := joinClass(t, r.sites[1], r.code, "Ada")
	conn, next, d := r.opens(1, "laptop", ada)
	d = r.adds(conn, next, d, "before")
	r.act(0, fmt.Sprintf(`{"block":%q}`, r.seatOf(ada)))
	if m := next("out"); !strings.Contains(m, "blocked") {
		t.Errorf("expected to hear why, found %s", m)
	}
	r.move()
	for n, site := range r.sites {
		_, next, hang := site.dial("/class", "", `{"client":"laptop","word":"`+ada+`"}`)
		if m := next("turned away"); !strings.Contains(m, "blocked") {
			t.Errorf("server %d: expected to be turned away, found %s", n, m)
		}
		hang()
	}
	r.act(1, fmt.Sprintf(`{"unblock":%q}`, r.seatOf(ada)))
	r.move()
	if again := r.writes(0, "laptop", ada, " and after"); again != (draft{d.Version + 1, "before and after"}) {
		t.Errorf("expected to go on after %+v, found %+v", d, again)
	}
}

// TestCodeChangesAtTheOtherServer changes the code at one server while somebody joins at the other one with the old one and then the new one.
func TestCodeChangesAtTheOtherServer(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	const named = "an-order-of-events-0"
	join := func(server int, code string) (status int, joined school.Joined) {
		status, answer, _ := r.sites[server].ask("/class/join", fmt.Sprintf(`{"code":%q,"nick":"Ada","id":%q}`, code, named))
		_ = json.Unmarshal([]byte(answer), &joined)
		return status, joined
	}
	_, first := join(0, r.code)
	r.act(1, `{"code":"new"}`)
	if status, _ := join(0, r.code); status == http.StatusOK {
		t.Error("expected a code that is void everywhere, found a seat")
	}
	_, next, hang := r.sites[0].dial("/teach/classes/"+r.id, r.owner, `{"client":"t"}`)
	var grid struct{ General struct{ Code string } }
	if err := json.Unmarshal([]byte(next("grid")), &grid); err != nil || grid.General.Code == r.code {
		t.Fatalf("expected another code, found %+v, %v", grid, err)
	}
	hang()
	r.move()
	if _, again := join(1, grid.General.Code); again.Word != first.Word || first.Word == "" {
		t.Errorf("expected the same seat, found %+v and %+v", first, again)
	}
	r.act(0, `{"code":"close"}`)
	if status, answer, _ := r.sites[1].ask("/teach/classes/"+r.id+"/do", `{"code":"more"}`, r.owner); status == http.StatusOK || !strings.Contains(answer, "closed meanwhile") {
		t.Errorf("expected that a closed class has no code to extend, found %d %s", status, answer)
	}
	for _, code := range []string{"", "?", grid.General.Code} {
		if status, _ := join(1, code); status == http.StatusOK {
			t.Errorf("%q: expected nobody to come in, found a seat", code)
		}
	}
}

// TestDeletedAtTheOtherServer deletes a class at one server while a device types and a teacher looks on at the other one: both hear it, the class's
// invitation leads nowhere, and nothing is back after the classes have moved.
func TestDeletedAtTheOtherServer(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	var invited Link
	_, answer, _ := r.sites[0].ask("/teach/invite", fmt.Sprintf(`{"role":"assistant","class":%q}`, r.id), r.owner)
	if err := json.Unmarshal([]byte(answer), &invited); err != nil {
		t.Fatal(err)
	}
	ada := joinClass(t, r.sites[1], r.code, "Ada")
	conn, next, d := r.opens(1, "laptop", ada)
	r.adds(conn, next, d, "secretive")
	grid, seen, hang := r.sites[1].dial("/teach/classes/"+r.id, r.owner, `{"client":"t"}`)
	defer hang()
	seen("grid")
	if status, answer, _ := r.sites[0].ask("/teach/classes/"+r.id+"/delete", `{"force":true}`, r.owner); status != http.StatusOK {
		t.Fatalf("expected that it is deleted, found %d %s", status, answer)
	}
	next("out")
	r.ends(conn)
	seen("out")
	r.ends(grid)
	for range 2 {
		for n, site := range r.sites {
			if _, answer, _ := site.ask("/class/own.json", "", "X-Unbox-Class: "+ada); strings.Contains(answer, "secretive") {
				t.Errorf("server %d: expected nothing of a deleted class, found %s", n, answer)
			}
			if status, answer, _ := site.ask("/teach/accept", fmt.Sprintf(`{"invitation":%q,"name":"Alan","password":"correct horse"}`, invited.Word)); status == http.StatusOK {
				t.Errorf("server %d: expected no invitation, found %s", n, answer)
			}
			if status, _, _ := site.ask("/class/join", fmt.Sprintf(`{"code":%q,"nick":"Eve"}`, r.code)); status == http.StatusOK {
				t.Errorf("server %d: expected no class to join, found one", n)
			}
		}
		r.move()
	}
}

// TestErasedAtTheOtherServer has a learner delete everything at one server while another device types at the other one, with the classes on
// their way: nothing comes back.
func TestErasedAtTheOtherServer(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	ada := joinClass(t, r.sites[1], r.code, "Ada")
	conn, next, d := r.opens(1, "laptop", ada)
	d = r.adds(conn, next, d, "secretive")
	r.move()
	for status := 0; status != http.StatusOK && status != http.StatusForbidden; { // the second one if the first has done it without an answer
		status, _, _ = r.sites[0].ask("/class/forget", `{}`, "X-Unbox-Class: "+ada)
	}
	_ = conn.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, `{"kind":"draft","step":"a/one","version":%d,"change":[%d,[0,"late"]]}`, d.Version, len(d.Text)))
	r.ends(conn)
	again := joinClass(t, r.sites[1], r.code, "Ada")
	if again == ada {
		t.Error("expected another seat, found the one that was deleted")
	}
	r.move()
	if d := r.writes(0, "laptop", again, "new"); d != (draft{1, "new"}) {
		t.Errorf("expected to begin with an empty draft, found %+v", d)
	}
}

// TestRemovedAtTheOtherServer has the owner remove an assistant at one server while the assistant looks on at the other one and the classes move.
func TestRemovedAtTheOtherServer(t *testing.T) {
	t.Parallel()
	r := newRoom(t)
	alan := r.sites[1].helper(r.owner, r.id, "Alan")
	grid, seen, hang := r.sites[1].dial("/teach/classes/"+r.id, alan, `{"client":"a"}`)
	defer hang()
	seen("grid")
	r.sites[0].remove(r.owner, "Alan")
	r.ends(grid)
	for range 2 {
		r.sites[0].expectGone(alan, r.id)
		r.sites[1].expectGone(alan, r.id)
		r.move()
	}
}
