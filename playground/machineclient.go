package playground

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"unbox/workers"
	"unbox/workers/queue"
	"unbox/workers/sandbox"
)

// machineClient is one connection.
type machineClient struct {
	machine *machine
	socket  *websocket.Conn
	slot    *slot
	answers chan MachineAnswer
	mu      sync.Mutex
	open    map[int]context.CancelFunc
	jobs    sync.WaitGroup
}

// serve reads until the client is gone, then cancels its requests and waits
// until nothing of them is left.
func (c *machineClient) serve(ctx context.Context) {
	talk(ctx, c.socket, c.read, c.write)
	c.jobs.Wait()
}

// read takes requests until an error, which every connection has at its end.
func (c *machineClient) read(ctx context.Context) {
	alive := func(string) error { return c.socket.SetReadDeadline(time.Now().Add(machineSilence)) }
	c.socket.SetPongHandler(alive)
	for alive("") == nil {
		kind, from, err := c.socket.NextReader()
		if err != nil {
			return
		}
		if !c.message(ctx, kind, from) {
			return
		}
	}
}

// receive reads one message. Nearly all are short, so there is memory for 64 KiB first; a
// longer one waits for memory for the longest before more of it is read.
//
// Errors: queue.ErrFull where there is no memory, errTooLong, that of the context or of the connection.
func (c *machineClient) receive(ctx context.Context, from io.Reader) (*queue.Grant, []byte, error) {
	limits := c.machine.limits
	moreTime := func() { _ = c.socket.SetReadDeadline(time.Now().Add(limits.Stall)) }
	short, err := c.reserve(ctx, bytesPerByte*min(piece, limits.Job))
	if err != nil {
		return nil, nil, err
	}
	moreTime()
	short.Idle(c.hurry) // while it waits for the network, others may need the memory
	first := make([]byte, min(piece, limits.Job)+1)
	n, err := io.ReadFull(from, first)
	short.Idle(nil)
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return short, first[:n], nil
	case err != nil:
		short.Release()
		return nil, nil, err
	}
	defer short.Release()
	long, err := c.reserve(ctx, bytesPerByte*limits.Job)
	if err != nil {
		return nil, nil, err
	}
	long.Idle(c.hurry)
	text, err := readBody(io.MultiReader(bytes.NewReader(first), from), -1, limits.Job, moreTime)
	long.Idle(nil)
	if err != nil {
		long.Release()
		return nil, nil, err
	}
	return long, text, nil
}

// hurry ends the reading of an incomplete message.
func (c *machineClient) hurry() { _ = c.socket.SetReadDeadline(past) }

// reserve waits for memory as long as a request does.
func (c *machineClient) reserve(ctx context.Context, amount int) (*queue.Grant, error) {
	patience, cancel := context.WithTimeout(ctx, memoryTime)
	defer cancel()
	grant, err := c.machine.memory.Reserve(patience, c.slot.client, amount)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errNoMemory
	}
	return grant, err
}

// message reads one message and takes it. It reports whether there can be another.
func (c *machineClient) message(ctx context.Context, kind int, from io.Reader) (again bool) {
	grant, text, err := c.receive(ctx, from)
	limits := c.machine.limits
	switch {
	case errors.Is(err, queue.ErrFull):
		c.answer(ctx, MachineAnswer{Kind: "error", Error: "Measurements have to wait: " + err.Error() + "."})
		return skipRest(c.socket, from, limits.Job, limits.Stall)
	case errors.Is(err, errTooLong):
		return refuseLong(c.socket, from, limits.Job, limits.Stall, func(words string) {
			c.answer(ctx, MachineAnswer{Kind: "error", Error: "This is too long: " + words + "."})
		})
	case err != nil:
		return false
	}
	var request MachineRequest
	if kind != websocket.TextMessage || json.Unmarshal(text, &request) != nil {
		grant.Release()
		c.answer(ctx, MachineAnswer{Kind: "error", Error: "Expected a request as JSON text, found something else."})
		return true
	}
	grant.Resize(3 * len(request.Job)) // as long as it is measured, with its copies on the way
	c.take(ctx, request, grant)
	return true
}

// take begins a request or cancels one. The grant is released when it is done.
func (c *machineClient) take(ctx context.Context, r MachineRequest, grant *queue.Grant) {
	begun := false
	defer func() {
		if !begun {
			grant.Release()
		}
	}()
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
	case r.Kind != "measure" && r.Kind != "program":
		refuse("Expected `measure`, `program` or `cancel`, found `" + shorten(r.Kind) + "`.")
	case c.machine.measurer(r.Kind) == nil:
		refuse("This server measures no programs. The page measures them in the browser.")
	case known:
		refuse("Expected a new number for a new request, found one that is in use.")
	case open >= c.machine.limits.SocketJobs:
		refuse(fmt.Sprintf("Expected at most %d measurements at a time, found one more.", c.machine.limits.SocketJobs))
	default:
		begun = true
		c.begin(ctx, r, grant)
	}
}

// begin starts a measurement in parallel to any others.
func (c *machineClient) begin(ctx context.Context, r MachineRequest, grant *queue.Grant) {
	own, cancel := context.WithCancel(ctx)
	c.mark(r.ID, cancel)
	c.jobs.Go(func() {
		defer cancel()
		last := c.measure(own, r)
		grant.Release()
		c.mark(r.ID, nil)
		c.answer(ctx, last)
	})
}

// mark notes that a request is open, or with nil that it no longer is. A connection
// without open requests is idle.
func (c *machineClient) mark(id int, cancel context.CancelFunc) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if cancel == nil {
		delete(c.open, id)
	} else {
		c.open[id] = cancel
	}
	c.machine.slots.use(c.slot, len(c.open) > 0)
}

// measurer does requests of a kind; nil if nobody does here.
func (m *machine) measurer(kind string) Worker {
	if kind == "program" {
		return m.python
	}
	return m.worker
}

// measure does one request and returns its last answer.
func (c *machineClient) measure(ctx context.Context, r MachineRequest) MachineAnswer {
	say := func(a MachineAnswer) {
		a.ID = r.ID
		c.answer(ctx, a)
	}
	data, err := c.machine.measurer(r.Kind).Do(ctx, workers.Job{
		Client: c.slot.client, Contents: r.Job,
		Place:   func(place int) { say(MachineAnswer{Kind: "queued", Place: place}) },
		Started: func(report sandbox.Report) { say(MachineAnswer{Kind: "started", Sandbox: &report}) },
		Event:   func(event []byte) { say(MachineAnswer{Kind: "progress", Data: event}) },
	})
	if err != nil {
		return MachineAnswer{ID: r.ID, Kind: "error", Error: c.machine.explain(err)}
	}
	if most := c.machine.limits.Answer; len(data) > most {
		return MachineAnswer{ID: r.ID, Kind: "error", Error: fmt.Sprintf("Expected a result of at most %d bytes, found %d.", most, len(data))}
	}
	return MachineAnswer{ID: r.ID, Kind: "result", Data: data}
}

// explain describes an error to a visitor, and logs all of it.
func (m *machine) explain(err error) string {
	var failure *workers.Failure
	var death *workers.Death
	switch {
	case errors.As(err, &failure):
		return failure.Message
	case errors.As(err, &death):
		m.log.Error("a worker ended", "how", death.How, "words", death.Words)
		return err.Error()
	case errors.Is(err, context.Canceled):
		return "It was cancelled."
	case errors.Is(err, queue.ErrFull), errors.Is(err, workers.ErrClosed), errors.Is(err, workers.ErrTooLong), errors.Is(err, workers.ErrTooLarge):
		return err.Error()
	}
	m.log.Error("no worker", "reason", err)
	return "The server cannot run machine code now, and its log says why. The measurement in the browser works."
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

// write sends answers, and checks from time to time whether the client is
// there.
func (c *machineClient) write(ctx context.Context) {
	ping := time.NewTicker(machineSilence / 3)
	defer ping.Stop()
	for {
		var err error
		select {
		case a := <-c.answers:
			if err = c.socket.SetWriteDeadline(time.Now().Add(c.machine.limits.Stall)); err == nil {
				err = c.socket.WriteJSON(a)
			}
		case <-ping.C:
			err = c.socket.WriteControl(websocket.PingMessage, nil, time.Now().Add(c.machine.limits.Stall))
		case <-ctx.Done():
			goodbye := websocket.FormatCloseMessage(websocket.CloseGoingAway, "")
			if cause := context.Cause(ctx); errors.Is(cause, errOthersWait) {
				goodbye = websocket.FormatCloseMessage(websocket.CloseTryAgainLater, cause.Error())
			}
			_ = c.socket.WriteControl(websocket.CloseMessage, goodbye, time.Now().Add(time.Second)) // it may be gone
			return
		}
		if err != nil {
			return
		}
	}
}
