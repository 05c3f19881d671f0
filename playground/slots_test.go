package playground

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"unbox/playground/visit"
	"unbox/workers/queue"
)

// opened takes a slot for "block/seat" and remembers in ended when it has to make room.
func opened(s *slots, ended *[]string, name string, busy bool) (*slot, error) {
	block, seat, _ := strings.Cut(name, "/")
	o := &slot{client: queue.Client{Block: block, Seat: seat}, end: func() { *ended = append(*ended, name) }}
	err := s.take(o)
	if err == nil {
		s.use(o, busy)
	}
	return o, err
}

func TestSlots(t *testing.T) {
	for _, tt := range []struct {
		name   string
		slots  *slots
		open   string // in turn; with ! those on which something happens
		ended  string
		refuse string
	}{
		{"room for all", &slots{total: 3}, "a/1 a/2 b/1", "", ""},
		{"the oldest idle one makes room", &slots{total: 3}, "a/1! a/2 a/3 b/1", "a/2", ""},
		{"the largest block makes room", &slots{total: 4}, "b/1 a/1 a/2! a/3 c/1", "a/1", ""},
		{"among equal blocks, the oldest one makes room", &slots{total: 4}, "b/1! a/1 b/2 a/2 c/1", "a/1", ""},
		{"nobody who is busy", &slots{total: 2}, "a/1! a/2! b/1", "", "at most 2 things at a time"},
		{"the largest block, if it must", &slots{total: 2, gives: givesOldest}, "a/1! a/2! b/1", "a/1", ""},
		{"not a block that is as large", &slots{total: 2, gives: givesOldest}, "a/1! b/1! b/2", "", "at most 2 things"},
		{"its newest, where people stay", &slots{total: 3, gives: givesNewest}, "a/1! a/2! a/3! b/1", "a/3", ""},
		{"of the seat with the most", &slots{total: 4, gives: givesNewest}, "a/1! a/1! a/1! a/2! b/1", "a/1", ""},
		{"those who come again gain nothing", &slots{total: 4, gives: givesNewest}, "a/1! a/2! a/3! b/1! a/4", "", "at most 4 things"},
		{"two large blocks make room, and no small one", &slots{total: 6, gives: givesNewest}, "c/1! a/1! a/2! a/3! b/1! b/2! d/1", "a/3", ""},
		{"in a full block, a seat with more makes room", &slots{total: 9, perBlock: 3, gives: givesNewest}, "b/1! a/1! a/1! a/1! a/2", "a/1", ""},
		{"but not one that would have as many", &slots{total: 9, perBlock: 3, gives: givesNewest}, "a/1! a/1! a/2! a/2", "", "of one network address"},
		{"nor one of as many", &slots{total: 9, perBlock: 2, gives: givesNewest}, "a/1! a/2! a/3", "", "of one network address"},
		{"a block has its own", &slots{total: 9, perBlock: 2}, "a/1! a/2! b/1 a/3", "", "of one network address"},
		{"a block makes room for itself", &slots{total: 9, perBlock: 2}, "b/1 a/1! a/2 a/3", "a/2", ""},
		{"a seat has its own", &slots{total: 9, perSeat: 1}, "a/1! a/2! a/1", "", "of one visitor"},
		{"a seat makes room for itself", &slots{total: 9, perSeat: 1}, "a/1 a/2! a/1", "a/1", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.slots.noun = "things"
			var ended []string
			var err error
			for name := range strings.FieldsSeq(tt.open) {
				if err != nil {
					t.Fatal(err)
				}
				name, busy := strings.CutSuffix(name, "!")
				_, err = opened(tt.slots, &ended, name, busy)
			}
			if got := strings.Join(ended, " "); got != tt.ended {
				t.Errorf("expected `%s` to make room, found `%s`", tt.ended, got)
			}
			var none *errNoSlot
			if (tt.refuse != "") != errors.As(err, &none) || err != nil && !strings.Contains(err.Error(), tt.refuse) {
				t.Errorf("expected `%s`, found %v", tt.refuse, err)
			}
		})
	}
}

func TestSlotsAreGivenBack(t *testing.T) {
	s := &slots{total: 1, noun: "things"}
	var ended []string
	for i := range 3 {
		o, err := opened(s, &ended, fmt.Sprintf("a/%d", i), true)
		if err != nil {
			t.Fatal(err)
		}
		s.give(o)
		s.give(o)
	}
	if len(s.open)+len(s.blocks)+len(s.seats) != 0 {
		t.Errorf("expected nothing left, found %v %v %v", s.open, s.blocks, s.seats)
	}
}

// TestIdleConnectionsMakeRoom opens many connections that say nothing: another client is answered all the same.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	hello := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, "hello") })
	addr := serveOn(t, hello, Limits{Connections: 20, ConnectionsPerBlock: 10})
	for range 50 {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	for range 5 {
		response, err := client.Get("http://" + addr)
		if err != nil {
			t.Fatal(err)
		}
		if text := body(t, response); text != "hello" {
			t.Errorf("expected an answer, found %s", text)
		}
		response.Body.Close()
	}
}

// TestConnectionsFitTheOpenFiles: a process that may have few files open takes fewer connections.
func TestConnectionsFitTheOpenFiles(t *testing.T) {
	for files, want := range map[int]int{1 << 20: 2000, 4096: 2000, 2000: 1488, 1024: 512, 300: 150} {
		if got := DefaultLimits().within(files); got.Connections != want || got.ConnectionsPerBlock != min(1000, want) {
			t.Errorf("%d files: expected %d connections, found %d, %d of a block", files, want, got.Connections, got.ConnectionsPerBlock)
		}
	}
}

// TestBusyConnectionsAreNotClosed fills a block with requests that take their time: the next
// connection is refused in words, also one whose client sends a long request first, and all requests are answered.
func TestBusyConnectionsAreNotClosed(t *testing.T) {
	release := make(chan struct{})
	begun := make(chan bool, 5)
	slow := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun <- true
		<-release
		_, _ = io.WriteString(w, "whole")
	})
	addr := serveOn(t, slow, Limits{Connections: 9, ConnectionsPerBlock: 3})
	answers := make(chan string, 3)
	for range 3 {
		go func() {
			response, err := http.Get("http://" + addr)
			if err != nil {
				answers <- err.Error()
				return
			}
			defer response.Body.Close()
			text, _ := io.ReadAll(response.Body)
			answers <- string(text)
		}()
		<-begun
	}
	for _, sent := range []string{"", "POST /run HTTP/1.1\r\nHost: x\r\nContent-Length: 262144\r\n\r\n" + strings.Repeat("x", 1<<18)} {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		if _, err := io.WriteString(c, sent); err != nil {
			t.Errorf("%d bytes: expected that they can be sent, found %v", len(sent), err)
		}
		text, err := io.ReadAll(c)
		if err != nil || !strings.HasPrefix(string(text), "HTTP/1.1 503") || !strings.Contains(string(text), "expected at most 3 connections of one network address") {
			t.Errorf("%d bytes: expected a refusal in words to its end, found %q, %v", len(sent), text, err)
		}
	}
	close(release)
	for range 3 {
		if got := <-answers; got != "whole" {
			t.Errorf("expected a whole answer, found %s", got)
		}
	}
}

// TestIdleSocketsMakeRoom opens more WebSockets than may be open, on which nothing happens:
// each new one is let in, the oldest is told why it ends, and one that measures stays.
func TestIdleSocketsMakeRoom(t *testing.T) {
	server, s := machineServer(t, func(c *Config) { c.Limits.Sockets, c.Limits.SocketsPerBlock, c.Limits.SocketsPerSeat = 6, 5, 4 })
	busy := connect(t, server)
	send(t, busy, `{"id":1,"kind":"measure","job":"forever"}`)
	<-s.began
	first := connect(t, server)
	for range 10 {
		last := connect(t, server)
		send(t, last, `{"id":1,"kind":"measure","job":"sqrt"}`)
		for receive(t, last).Kind != "result" {
		}
		<-s.began
		<-s.ended
	}
	_, _, err := first.ReadMessage()
	if !websocket.IsCloseError(err, websocket.CloseTryAgainLater) || !strings.Contains(err.Error(), "others are waiting") {
		t.Errorf("expected an idle client to be told why, found %v", err)
	}
	send(t, busy, `{"id":1,"kind":"cancel"}`)
	if a := receive(t, busy); a.Error != "It was cancelled." {
		t.Errorf("expected that the one that measures stays, found %+v", a)
	}
}

// TestBusySocketsStay refuses one more than may be open where all measure.
func TestBusySocketsStay(t *testing.T) {
	server, s := machineServer(t, func(c *Config) { c.Limits.SocketsPerSeat = 2 })
	for range 2 {
		socket := connect(t, server)
		send(t, socket, `{"id":1,"kind":"measure","job":"forever"}`)
		<-s.began
	}
	_, response, err := dial(t, server, server.URL)
	if err == nil || response.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body(t, response), "expected at most 2 connections for measurements of one visitor") {
		t.Errorf("expected 503 in words, found %v", err)
	}
}

// TestSilentMessagesEnd begins a message and does not go on: the client is gone, and its memory with it.
func TestSilentMessagesEnd(t *testing.T) {
	server, _ := machineServer(t, func(c *Config) { c.Limits.Stall = 50 * time.Millisecond })
	socket := connect(t, server)
	// The head of a text message of 1000 bytes, masked, with the first byte of it.
	if _, err := socket.NetConn().Write([]byte{0x81, 0x80 | 126, 3, 232, 0, 0, 0, 0, 'x'}); err != nil {
		t.Fatal(err)
	}
	if err := socket.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	_, _, err := socket.ReadMessage()
	var timeout net.Error
	if err == nil || errors.As(err, &timeout) && timeout.Timeout() {
		t.Errorf("expected the server to end the connection, found %v", err)
	}
}

// TestUnfinishedMessages begins more long messages than there is memory for, from one seat: another
// seat's measurement goes on.
func TestUnfinishedMessages(t *testing.T) {
	server, s := machineServer(t, func(c *Config) { c.Key, c.Limits.SocketsPerSeat = testKey, 100 })
	for range 20 {
		socket := connect(t, server)
		// The head of a text message of 1,000,000 bytes, masked, with 100,000 of them.
		head := []byte{0x81, 0x80 | 127, 0, 0, 0, 0, 0, 15, 66, 64, 0, 0, 0, 0}
		if _, err := socket.NetConn().Write(append(head, make([]byte, 100_000)...)); err != nil {
			t.Fatal(err)
		}
	}
	seat, _ := visit.NewSeats(testKey, 600).Issue("anywhere")
	short, _, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(server.URL, "http")+"/machine?seat="+seat, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer short.Close()
	send(t, short, `{"id":1,"kind":"measure","job":"sqrt"}`)
	if got := <-s.began; got != "sqrt" {
		t.Errorf("expected a short measurement to begin, found %s", got)
	}
}
