package playground

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"unbox/workers/sandbox"
	"unbox/native/worker"
	"unbox/workers/queue"
)

// This file is the server's side of the protocol that the Machine panel speaks
// over a WebSocket; static/src/machine/protocol.ts is the page's side. A client
// sends MachineRequests, the server answers each with MachineAnswers of the same
// ID, the last of which has kind "result" or "error".

// MachineRequest asks for a measurement, or takes one back.
type MachineRequest struct {
	// ID is chosen by the client; it is unique among its open requests.
	ID int `json:"id"`
	// Kind is "measure" or "cancel".
	Kind string `json:"kind"`
	// Job is what to measure; the worker reads it.
	Job json.RawMessage `json:"job,omitempty"`
}

// MachineAnswer tells how a request goes.
type MachineAnswer struct {
	ID int `json:"id"`
	// Kind is "queued", "started", "progress", "result" or "error".
	Kind string `json:"kind"`
	// Place in the queue, from 1, for "queued".
	Place int `json:"place,omitempty"`
	// Sandbox is what holds the worker, for "started".
	Sandbox *sandbox.Report `json:"sandbox,omitempty"`
	// Data is what the worker says, for "progress" and "result".
	Data json.RawMessage `json:"data,omitempty"`
	// Error is in plain words, for "error".
	Error string `json:"error,omitempty"`
}

// Worker does jobs in processes of their own; *worker.Pool is one.
type Worker interface {
	Do(context.Context, worker.Job) ([]byte, error)
}

// Limits of a connection.
const (
	// maxMachineMessage is how long a message of a client may be, in bytes.
	maxMachineMessage = 4 << 20
	// maxMachineOpen is how many requests of a connection may be open.
	maxMachineOpen = 8
	// maxMachineClients is how many connections there may be.
	maxMachineClients = 1000
	// machineSilence is after how long without a sign a client is gone.
	machineSilence = 60 * time.Second
	// machineWrite is how long a client may take to accept a message.
	machineWrite = 10 * time.Second
	// machineBacklog is how many answers may wait for a slow client. Progress
	// beyond it is left out; it is told by the next one.
	machineBacklog = 64
)

// machine serves measurements over WebSockets.
type machine struct {
	worker   Worker
	log      *slog.Logger
	upgrader websocket.Upgrader
	clients  atomic.Int64
	sessions atomic.Int64
}

// newMachine returns the handler. Connections from other sites are refused: the
// upgrader compares the Origin with the host that was asked.
func newMachine(w Worker, log *slog.Logger) *machine {
	return &machine{worker: w, log: log, upgrader: websocket.Upgrader{
		HandshakeTimeout: machineWrite,
		Error: func(w http.ResponseWriter, r *http.Request, status int, reason error) {
			page(w, r, status, "Expected a WebSocket from a page of this server, found something else: "+reason.Error()+".")
		},
	}}
}

func (m *machine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if m.clients.Add(1) > maxMachineClients {
		m.clients.Add(-1)
		page(w, r, http.StatusServiceUnavailable, "Expected fewer visitors who measure at the same time. Try again in a minute; everything else works meanwhile.")
		return
	}
	defer m.clients.Add(-1)
	socket, err := m.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	c := &machineClient{
		machine: m, socket: socket, client: queue.Client{Block: session(r).Block, Seat: fmt.Sprint(m.sessions.Add(1))},
		answers: make(chan MachineAnswer, machineBacklog), open: map[int]context.CancelFunc{},
	}
	ctx, leave := enterSocket(r.Context())
	defer leave()
	c.serve(ctx)
}

// machineClient is one connection.
type machineClient struct {
	machine *machine
	socket  *websocket.Conn
	client  queue.Client
	answers chan MachineAnswer
	mu      sync.Mutex
	open    map[int]context.CancelFunc
	jobs    sync.WaitGroup
}

// serve reads until the client is gone, then takes its requests back and waits
// until nothing of them is left.
func (c *machineClient) serve(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	written := make(chan struct{})
	go func() {
		defer close(written)
		c.write(ctx)
		cancel()
		_ = c.socket.Close() // so that reading ends, too
	}()
	c.read(ctx)
	cancel()
	c.jobs.Wait()
	<-written
}

// read takes requests until an error, which every connection has at its end.
func (c *machineClient) read(ctx context.Context) {
	c.socket.SetReadLimit(maxMachineMessage)
	alive := func(string) error { return c.socket.SetReadDeadline(time.Now().Add(machineSilence)) }
	c.socket.SetPongHandler(alive)
	for {
		if alive("") != nil {
			return
		}
		kind, text, err := c.socket.ReadMessage()
		if err != nil {
			return
		}
		var request MachineRequest
		if kind != websocket.TextMessage || json.Unmarshal(text, &request) != nil {
			c.answer(ctx, MachineAnswer{Kind: "error", Error: "Expected a request as JSON text, found something else."})
			continue
		}
		c.take(ctx, request)
	}
}

// take begins a request or takes one back.
func (c *machineClient) take(ctx context.Context, r MachineRequest) {
	c.mu.Lock()
	cancel, known := c.open[r.ID]
	open := len(c.open)
	c.mu.Unlock()
	refuse := func(reason string) { c.answer(ctx, MachineAnswer{ID: r.ID, Kind: "error", Error: reason}) }
	switch {
	case r.Kind == "cancel":
		if known {
			cancel()
		}
	case r.Kind != "measure":
		refuse("Expected `measure` or `cancel`, found `" + shorten(r.Kind) + "`.")
	case known:
		refuse("Expected a new number for a new request, found one that is in use.")
	case open >= maxMachineOpen:
		refuse(fmt.Sprintf("Expected at most %d measurements at a time, found one more.", maxMachineOpen))
	default:
		own, cancel := context.WithCancel(ctx)
		c.mu.Lock()
		c.open[r.ID] = cancel
		c.mu.Unlock()
		c.jobs.Go(func() {
			defer cancel()
			last := c.measure(own, r)
			c.mu.Lock()
			delete(c.open, r.ID)
			c.mu.Unlock()
			c.answer(ctx, last)
		})
	}
}

// measure does one request and returns its last answer.
func (c *machineClient) measure(ctx context.Context, r MachineRequest) MachineAnswer {
	say := func(a MachineAnswer) {
		a.ID = r.ID
		c.answer(ctx, a)
	}
	data, err := c.machine.worker.Do(ctx, worker.Job{
		Client: c.client, Contents: r.Job,
		Place:   func(place int) { say(MachineAnswer{Kind: "queued", Place: place}) },
		Started: func(report sandbox.Report) { say(MachineAnswer{Kind: "started", Sandbox: &report}) },
		Event:   func(event []byte) { say(MachineAnswer{Kind: "progress", Data: event}) },
	})
	if err != nil {
		return MachineAnswer{ID: r.ID, Kind: "error", Error: c.machine.explain(err)}
	}
	return MachineAnswer{ID: r.ID, Kind: "result", Data: data}
}

// explain says an error to a visitor, and all of it to the log.
func (m *machine) explain(err error) string {
	var failure *worker.Failure
	var death *worker.Death
	switch {
	case errors.As(err, &failure):
		return failure.Message
	case errors.As(err, &death):
		m.log.Error("a worker ended", "how", death.How, "words", death.Words)
		return err.Error()
	case errors.Is(err, context.Canceled):
		return "It was cancelled."
	case errors.Is(err, worker.ErrFull), errors.Is(err, worker.ErrClosed), errors.Is(err, worker.ErrTooLong):
		return err.Error()
	}
	m.log.Error("no worker", "reason", err)
	return "The server cannot run machine code now, and has written down why in its log. The measurement in the browser works."
}

// answer queues an answer. Progress is left out when a slow client has enough to read;
// every other answer waits for its turn, or for the end of the connection.
func (c *machineClient) answer(ctx context.Context, a MachineAnswer) {
	if a.Kind == "progress" {
		select {
		case c.answers <- a:
		default:
		}
		return
	}
	select {
	case c.answers <- a:
	case <-ctx.Done():
	}
}

// write sends answers, and asks from time to time whether the client is there.
func (c *machineClient) write(ctx context.Context) {
	ping := time.NewTicker(machineSilence / 3)
	defer ping.Stop()
	for {
		var err error
		select {
		case a := <-c.answers:
			if err = c.socket.SetWriteDeadline(time.Now().Add(machineWrite)); err == nil {
				err = c.socket.WriteJSON(a)
			}
		case <-ping.C:
			err = c.socket.WriteControl(websocket.PingMessage, nil, time.Now().Add(machineWrite))
		case <-ctx.Done():
			goodbye := websocket.FormatCloseMessage(websocket.CloseGoingAway, "")
			_ = c.socket.WriteControl(websocket.CloseMessage, goodbye, time.Now().Add(time.Second)) // it may be gone
			return
		}
		if err != nil {
			return
		}
	}
}
