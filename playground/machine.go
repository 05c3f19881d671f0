package playground

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"unbox/workers"
	"unbox/workers/queue"
	"unbox/workers/sandbox"
)

// This file is the server's side of the protocol that the Machine panel speaks
// over a WebSocket; static/src/machine/protocol.ts is the page's side. A client
// sends MachineRequests, the server answers each with MachineAnswers of the same
// ID, the last of which has kind "result" or "error".

// MachineRequest asks for a measurement, or cancels one.
type MachineRequest struct {
	// ID is chosen by the client; it is unique among its open requests.
	ID int `json:"id"`
	// Kind is "measure" for a trace, "program" for a Python program, or "cancel".
	Kind string `json:"kind"`
	// Job is what to measure; the worker reads it.
	Job json.RawMessage `json:"job,omitempty"`
}

// MachineAnswer reports the state of a request.
type MachineAnswer struct {
	ID int `json:"id"`
	// Kind is "queued", "started", "progress", "result" or "error".
	Kind string `json:"kind"`
	// Place is the place in the queue, from 1, for "queued".
	Place int `json:"place,omitempty"`
	// Sandbox is what holds the worker, for "started".
	Sandbox *sandbox.Report `json:"sandbox,omitempty"`
	// Data is what the worker reports, for "progress" and "result".
	Data json.RawMessage `json:"data,omitempty"`
	// Error is in plain words, for "error".
	Error string `json:"error,omitempty"`
}

// Worker does jobs in processes of their own; *workers.Class is one.
type Worker interface {
	Do(context.Context, workers.Job) ([]byte, error)
}

const (
	// machineSilence is the time without a sign of life after which a client
	// counts as gone.
	machineSilence = 60 * time.Second
	// machineBacklog is the maximum number of answers that wait for a slow client.
	// Progress beyond it is left out; the next one includes it.
	machineBacklog = 64
	// machineBuffers are the numbers of bytes of a message that are read and written at
	// a time.
	machineBuffers = 1 << 10
)

// machine serves measurements over WebSockets.
type machine struct {
	worker   Worker
	python   Worker // nil if no programs are measured
	log      *slog.Logger
	upgrader websocket.Upgrader
	visitors *visitors
	limits   Limits
	// memory is what the jobs of all clients share, in bytes.
	memory *queue.Budget
	slots  slots
}

// newMachine returns the handler. Connections from other sites are refused.
func newMachine(c Config, v *visitors, memory *queue.Budget) *machine {
	m := &machine{worker: c.Worker, python: c.Python, log: c.Log, visitors: v, limits: c.Limits, memory: memory, slots: slots{
		total: c.Limits.Sockets, perBlock: c.Limits.SocketsPerBlock, perSeat: c.Limits.SocketsPerSeat, noun: "connections for measurements", gives: givesNewest,
	}}
	m.upgrader = ownUpgrader(v, c.Limits)
	return m
}

// ownUpgrader makes WebSockets for pages of this server only.
func ownUpgrader(v *visitors, l Limits) websocket.Upgrader {
	return websocket.Upgrader{
		HandshakeTimeout: l.Stall,
		ReadBufferSize:   machineBuffers, WriteBufferSize: machineBuffers, WriteBufferPool: new(sync.Pool),
		CheckOrigin: func(r *http.Request) bool {
			origin := r.Header.Get("Origin") // which programs other than browsers leave out
			return origin == "" || v.hosts.Own(origin, r.Host)
		},
		Error: func(w http.ResponseWriter, r *http.Request, status int, reason error) {
			page(w, r, status, "Expected a WebSocket from a page of this server, found something else: "+reason.Error()+".")
		},
	}
}

func (m *machine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ctx, leave := enterSocket(r.Context())
	defer leave()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	place := &slot{client: m.visitors.client(r), end: func() { cancel(errOthersWait) }}
	if websocket.IsWebSocketUpgrade(r) {
		if err := m.slots.take(place); err != nil {
			w.Header().Set("Retry-After", "2")
			page(w, r, http.StatusServiceUnavailable, "Measurements have to wait: "+err.Error()+". Everything else works meanwhile.")
			return
		}
		defer m.slots.give(place)
	}
	socket, err := m.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	c := &machineClient{
		machine: m, socket: socket, slot: place,
		answers: make(chan MachineAnswer, machineBacklog), open: map[int]context.CancelFunc{},
	}
	c.serve(ctx)
}

// errOthersWait ends a connection because others wait: it is idle, or its address has the most.
var errOthersWait = errors.New("others are waiting, and this connection is idle, or one of too many; ask again")
