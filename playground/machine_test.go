package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gorilla/websocket"

	"unbox/workers"
	"unbox/workers/sandbox"
)

// scripted is a Worker that does what the job says.
type scripted struct{ began, ended chan string }

func (s *scripted) Do(ctx context.Context, j workers.Job) ([]byte, error) {
	var job string
	if err := json.Unmarshal(j.Contents, &job); err != nil {
		return nil, &workers.Failure{Message: "expected a word, found something else"}
	}
	s.began <- job
	defer func() { s.ended <- job }()
	switch job {
	case "forever":
		<-ctx.Done()
		return nil, ctx.Err()
	case "crash":
		return nil, &workers.Death{How: "signal: killed", Words: "secret"}
	case "flood":
		for i := range 100_000 {
			j.Event(fmt.Appendf(nil, `{"n":%d}`, i))
		}
	}
	j.Place(2)
	j.Started(sandbox.Report{Landlock: 7, Filter: true})
	j.Event([]byte(`{"half":true}`))
	return []byte(`{"done":"` + job + `"}`), nil
}

func machineServer(t *testing.T, change ...func(*Config)) (*httptest.Server, *scripted) {
	t.Helper()
	s := &scripted{make(chan string, 100), make(chan string, 100)}
	c := Config{Files: fstest.MapFS{}, Worker: s}
	for _, f := range change {
		f(&c)
	}
	h, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	return server, s
}

func dial(t *testing.T, server *httptest.Server, origin string) (*websocket.Conn, *http.Response, error) {
	t.Helper()
	header := http.Header{}
	if origin != "" {
		header.Set("Origin", origin)
	}
	socket, response, err := websocket.DefaultDialer.Dial("ws"+strings.TrimPrefix(server.URL, "http")+"/machine", header)
	if err == nil {
		t.Cleanup(func() { _ = socket.Close() })
	}
	return socket, response, err
}

func connect(t *testing.T, server *httptest.Server) *websocket.Conn {
	t.Helper()
	socket, _, err := dial(t, server, server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return socket
}

func send(t *testing.T, socket *websocket.Conn, request string) {
	t.Helper()
	if err := socket.WriteMessage(websocket.TextMessage, []byte(request)); err != nil {
		t.Fatal(err)
	}
}

func receive(t *testing.T, socket *websocket.Conn) MachineAnswer {
	t.Helper()
	var a MachineAnswer
	if err := socket.SetReadDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if err := socket.ReadJSON(&a); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestMeasurementOverWebSocket(t *testing.T) {
	server, _ := machineServer(t)
	socket := connect(t, server)
	send(t, socket, `{"id":7,"kind":"measure","job":"sqrt"}`)
	var kinds []string
	for {
		a := receive(t, socket)
		kinds = append(kinds, a.Kind)
		if a.ID != 7 {
			t.Fatalf("expected answers to request 7, found %+v", a)
		}
		if a.Kind == "result" {
			if string(a.Data) != `{"done":"sqrt"}` {
				t.Errorf("got %s", a.Data)
			}
			break
		}
	}
	if got := strings.Join(kinds, " "); got != "queued started progress result" {
		t.Errorf("expected the stages in order, found %s", got)
	}
}

func TestMachineErrors(t *testing.T) {
	server, _ := machineServer(t)
	socket := connect(t, server)
	for request, want := range map[string]string{
		`nonsense`:                                "Expected a request as JSON text",
		`{"id":1,"kind":"sing"}`:                  "Expected `measure`, `program` or `cancel`, found `sing`.",
		`{"id":4,"kind":"program","job":"x"}`:     "This server measures no programs.",
		`{"id":2,"kind":"measure","job":{}}`:      "expected a word, found something else",
		`{"id":3,"kind":"measure","job":"crash"}`: "the process that ran the code ended (signal: killed); the next one gets a fresh process",
	} {
		send(t, socket, request)
		if a := receive(t, socket); a.Kind != "error" || !strings.HasPrefix(a.Error, want) || strings.Contains(a.Error, "secret") {
			t.Errorf("%s: expected `%s`, found %+v", request, want, a)
		}
	}
}

func TestMachineCancel(t *testing.T) {
	server, s := machineServer(t)
	socket := connect(t, server)
	send(t, socket, `{"id":1,"kind":"measure","job":"forever"}`)
	<-s.began
	send(t, socket, `{"id":1,"kind":"measure","job":"forever"}`)
	if a := receive(t, socket); !strings.Contains(a.Error, "in use") {
		t.Errorf("expected a number in use, found %+v", a)
	}
	send(t, socket, `{"id":1,"kind":"cancel"}`)
	if a := receive(t, socket); a.Error != "It was cancelled." {
		t.Errorf("expected a cancelled measurement, found %+v", a)
	}
}

func TestMachineRefusesOtherOrigins(t *testing.T) {
	server, _ := machineServer(t)
	if _, response, err := dial(t, server, "https://elsewhere.example"); err == nil || response.StatusCode != http.StatusForbidden {
		t.Errorf("expected 403 for another origin, found %v %v", response, err)
	}
	response, err := http.Get(server.URL + "/machine")
	if err != nil {
		t.Fatal(err)
	}
	_ = response.Body.Close()
	if response.StatusCode != http.StatusBadRequest {
		t.Errorf("expected 400 without a WebSocket, found %d", response.StatusCode)
	}
}

func TestMachineClientVanishes(t *testing.T) {
	server, s := machineServer(t)
	before := runtime.NumGoroutine()
	for range 20 {
		socket := connect(t, server)
		send(t, socket, `{"id":1,"kind":"measure","job":"forever"}`)
		<-s.began
		_ = socket.NetConn().Close() // no goodbye
	}
	for range 20 {
		select {
		case <-s.ended:
		case <-time.After(time.Minute):
			t.Fatal("expected every job to end with its client")
		}
	}
	for end := time.Now().Add(time.Minute); time.Now().Before(end); {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("expected %d goroutines, found %d", before, runtime.NumGoroutine())
}

// TestMachineOversizedMessage sends messages of every kind that are too long, and is told how long one may be, over a connection that then
// does its work; only one that is twice as long as any may be ends the connection, with the reason.
func TestMachineOversizedMessage(t *testing.T) {
	server, s := machineServer(t)
	socket := connect(t, server)
	most := DefaultLimits().Job
	long := func(kind string, n int) string {
		text := fmt.Sprintf(`{"id":1,"kind":%q,"job":"`, kind)
		return text + strings.Repeat("x", n-len(text)-2) + `"}`
	}
	for _, kind := range []string{"measure", "program", "cancel", "what"} {
		send(t, socket, long(kind, most+1))
		want := fmt.Sprintf("This is too long: expected a message of at most %d bytes, found %d.", most, most+1)
		if a := receive(t, socket); a.Kind != "error" || a.Error != want {
			t.Errorf("%s: expected %q, found %+v", kind, want, a)
		}
	}
	send(t, socket, long("measure", most)) // which the worker has to read
	if job := <-s.began; len(job) < most/2 {
		t.Errorf("expected a job of the greatest length, found %d bytes", len(job))
	}
	for a := receive(t, socket); a.Kind != "result"; a = receive(t, socket) {
	}
	_ = socket.WriteMessage(websocket.TextMessage, []byte(long("measure", 3*most))) // it may be cut off meanwhile
	var closed *websocket.CloseError
	_, _, err := socket.ReadMessage()
	if want := fmt.Sprintf("expected a message of at most %d bytes, found more", most); !errors.As(err, &closed) || closed.Code != websocket.CloseMessageTooBig || closed.Text != want {
		t.Errorf("expected the connection to be closed with %q, found %v", want, err)
	}
}

func TestMachineSlowClient(t *testing.T) {
	server, s := machineServer(t)
	socket := connect(t, server)
	send(t, socket, `{"id":1,"kind":"measure","job":"flood"}`)
	<-s.began
	select { // the job does not wait for a client that reads nothing
	case <-s.ended:
	case <-time.After(time.Minute):
		t.Fatal("expected the job to go on")
	}
	for {
		if a := receive(t, socket); a.Kind == "result" {
			return
		}
	}
}

func TestMachineTooManyOpen(t *testing.T) {
	server, s := machineServer(t)
	socket := connect(t, server)
	for i := range DefaultLimits().SocketJobs + 1 {
		send(t, socket, fmt.Sprintf(`{"id":%d,"kind":"measure","job":"forever"}`, i))
	}
	for range DefaultLimits().SocketJobs {
		<-s.began
	}
	if a := receive(t, socket); a.ID != DefaultLimits().SocketJobs || !strings.Contains(a.Error, "at most 8 measurements") {
		t.Errorf("expected the last request to be refused, found %+v", a)
	}
}

// TestShutdownTellsSockets shuts a server down while a client measures: the client is told
// that the server goes away, and the server does not wait for the measurement.
func TestShutdownTellsSockets(t *testing.T) {
	w := &scripted{make(chan string, 1), make(chan string, 1)}
	h, err := New(Config{Files: fstest.MapFS{}, Worker: w})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	l := listen(t)
	served := make(chan error, 1)
	go func() {
		served <- Serve(ctx, l, h, Serving{Log: slog.New(slog.DiscardHandler), Drain: time.Minute})
	}()
	socket, _, err := websocket.DefaultDialer.Dial("ws://"+l.Addr().String()+"/machine", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	if err := socket.WriteJSON(MachineRequest{ID: 1, Kind: "measure", Job: json.RawMessage(`"forever"`)}); err != nil {
		t.Fatal(err)
	}
	<-w.began
	stop()
	for err == nil {
		_, _, err = socket.ReadMessage()
	}
	if !websocket.IsCloseError(err, websocket.CloseGoingAway) {
		t.Errorf("expected to be told that the server goes away, found %v", err)
	}
	if err := <-served; err != nil {
		t.Errorf("Serve: expected no error, found %v", err)
	}
	if got := <-w.ended; got != "forever" {
		t.Errorf("expected the measurement to end, found %s", got)
	}
}
