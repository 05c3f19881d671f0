package playground

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"unbox/workers/queue"
)

// TestSilentLinesMakeRoom: who has said nothing yet loses the connection for one who comes; who was let in does not.
func TestSilentLinesMakeRoom(t *testing.T) {
	t.Parallel()
	server := workshopSite(t, Limits{Members: 3, MembersPerBlock: 3, MembersPerSeat: 3, Stall: time.Hour})
	code, word := openWorkshop(t, server)
	_, presenter := dialWorkshop(t, server, code, `{"client":"p","word":"`+word+`"}`)
	presenter("welcome")
	var silent []*websocket.Conn
	for range 6 {
		conn, _, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+"/workshop/"+code+"/socket", nil)
		if err != nil {
			t.Fatalf("expected a silent one to make room for another, found %v", err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		silent = append(silent, conn)
	}
	for _, client := range []string{"a", "b"} {
		_, next := dialWorkshop(t, server, code, `{"client":"`+client+`"}`)
		next("welcome")
	}
	for i, conn := range silent {
		if _, _, err := conn.ReadMessage(); err == nil {
			t.Errorf("silent one %d: expected an end, found a message", i)
		}
	}
	_, answer, err := websocket.DefaultDialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+"/workshop/"+code+"/socket", nil)
	if err == nil || answer == nil || answer.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("expected no room beside three who were let in, found %v, %v", answer, err)
	}
}

// TestNewcomersGetALine fills all lines from two addresses, over WebSockets and streams: somebody at a third address is let in, the newest of the address
// with the most is cut off, and whoever was cut off does not get in again.
func TestNewcomersGetALine(t *testing.T) {
	t.Parallel()
	server := workshopSite(t, Limits{Members: 5, MembersPerBlock: 3, MembersPerSeat: 3, Stall: time.Hour})
	code, _ := openWorkshop(t, server)
	from := func(ip string) *net.Dialer { return &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(ip)}} }
	enter := func(ip, client string) (*websocket.Conn, error) {
		dialer := websocket.Dialer{NetDialContext: from(ip).DialContext}
		conn, _, err := dialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(server.URL, "http")+"/workshop/"+code+"/socket", nil)
		if err != nil {
			return nil, err
		}
		t.Cleanup(func() { _ = conn.Close() })
		var first said
		err = errors.Join(conn.WriteJSON(map[string]string{"client": client}), conn.ReadJSON(&first))
		if err == nil && first.Kind != "admitted" && first.Kind != "welcome" {
			err = fmt.Errorf("expected to be let in, found `%s`", first.Kind)
		}
		return conn, err
	}
	must := func(ip, client string) *websocket.Conn {
		conn, err := enter(ip, client)
		if err != nil {
			t.Fatal(err)
		}
		return conn
	}
	must("127.0.1.1", "a1")
	must("127.0.1.1", "a2")
	client := &http.Client{Transport: &http.Transport{DialContext: from("127.0.1.1").DialContext}}
	stream, err := client.Post(server.URL+"/workshop/"+code+"/stream", "application/json", strings.NewReader(`{"client":"a3"}`))
	if err != nil || stream.StatusCode != http.StatusOK {
		t.Fatalf("expected a stream, found %v, %v", stream, err)
	}
	defer stream.Body.Close()
	must("127.0.1.2", "b1")
	must("127.0.1.2", "b2")
	must("127.0.1.3", "c1")
	if _, err := io.Copy(io.Discard, stream.Body); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("expected the stream of the address with the most to end, found %v", err)
	}
	if _, err := enter("127.0.1.1", "a4"); err == nil {
		t.Error("expected no room for one more of an address that has as many as others, found some")
	}
}

// TestLongFramesAreBounded: who does not read a long frame is cut off when somebody who holds less needs the memory.
func TestLongFramesAreBounded(t *testing.T) {
	t.Parallel()
	l := &lines{limits: Limits{JobBytes: 400}, memory: queue.NewBudget(400, 200, 100, queue.Limits{PerSeat: 10, PerBlock: 10, Total: 10})}
	cut := make(chan struct{})
	deaf := l.reserve(queue.Client{Block: "1", Seat: "deaf"}, sync.OnceFunc(func() { close(cut) }))
	resize, err := deaf(t.Context(), 1_000_000) // what is to come is not known exactly
	if err != nil || l.memory.Free() != 300 {
		t.Fatalf("expected a quarter to be reserved, found %d left, %v", l.memory.Free(), err)
	}
	resize(350)
	ended := make(chan error, 1)
	go func() {
		again, err := l.reserve(queue.Client{Block: "2", Seat: "other"}, func() {})(t.Context(), 100)
		if err == nil {
			again(0)
		}
		ended <- err
	}()
	<-cut
	resize(0)
	if err := <-ended; err != nil || l.memory.Free() != 400 {
		t.Errorf("expected the memory for another, and all of it back, found %d, %v", l.memory.Free(), err)
	}
}

// TestBundlesAreBounded: 30 drafts that are asked for in one request would be ten megabytes.
func TestBundlesAreBounded(t *testing.T) {
	t.Parallel()
	memory := queue.NewBudget(1000, 0, 0, queue.Limits{})
	grant, err := memory.Reserve(t.Context(), queue.Client{}, 10)
	if err != nil {
		t.Fatal(err)
	}
	b := bundle{texts: []json.RawMessage{}, most: 100}
	long := `{"kind":"draft","text":"` + strings.Repeat("x", 50) + `"}`
	for range 3 {
		b.add([]byte(long))
		b.add(nil)
	}
	w := httptest.NewRecorder()
	b.send(w, &visitor{grant: grant})
	var kinds []struct{ Kind string }
	if err := json.Unmarshal(w.Body.Bytes(), &kinds); err != nil || len(kinds) != 3 || kinds[0].Kind != "draft" || kinds[1].Kind != "busy" || kinds[2].Kind != "busy" {
		t.Errorf("expected one draft, and two to ask for again, found %s, %v", w.Body, err)
	}
	if held := 1000 - memory.Free(); held != w.Body.Len()-1 {
		t.Errorf("expected the answer's length to be held, %d bytes, found %d", w.Body.Len()-1, held)
	}
}

// TestListsInRequestsAreBounded: a megabyte of empty receipts, or of messages, would become a hundred.
func TestListsInRequestsAreBounded(t *testing.T) {
	t.Parallel()
	list := func(item string, n int) string { return strings.TrimSuffix(strings.Repeat(item+",", n), ",") }
	server := workshopSite(t, Limits{})
	for _, c := range []struct {
		body   string
		status int
		want   string
	}{
		{`{"messages":[` + list("1", 5001) + `]}`, http.StatusBadRequest, "expected a list of at most 5000 items, found a longer one"},
		{`{"messages":[` + list("1", 900_000) + `]}`, http.StatusBadRequest, "expected a list of at most 5000 items, found a longer one"},
		{`{"messages":[` + list("1", 5000) + `]}`, http.StatusForbidden, "expected a member's own word"},
	} {
		var answer struct{ Error string }
		if status := postJSON(t, server.URL+"/workshop/AAAAAA/say", c.body, &answer); status != c.status || !strings.Contains(answer.Error, c.want) {
			t.Errorf("%.30s…: expected %d %s, found %d %s", c.body, c.status, c.want, status, answer.Error)
		}
	}
	h := runServer(t, &told{})
	for n, want := range map[int]string{2_001: "expected a list of at most 2000 items", 300_000: "expected a list of at most 2000 items", 2_000: "expected at least one receipt"} {
		if w := post(h, "/lessons/certify", `{"name":"Ada","receipts":[`+list("{}", n)+`]}`); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%d receipts: expected %s, found %d %s", n, want, w.Code, w.Body)
		}
	}
}
