package playground

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"unbox/internal/jsonlist"
	"unbox/workers/queue"
)

// This file is about requests that have a body. Before a byte of it is read, a request has
// to be admitted: it must not be too long, the queue for the work must have room, and
// there must be memory for it, which it then holds until its answer has been sent.
// Refusing a request costs only a look at a few headers.

// door lets requests of one kind in.
type door struct {
	visitors *visitors
	// memory is what all requests of this kind share, in bytes.
	memory *queue.Budget
	// most is the maximum length of a body. A request holds bytesPerByte for each
	// byte of its body, and extra in addition.
	most, extra int
	// file is how long a file may be that the body has in base64, 0 where it has none: whoever sends one that is too long knows its own
	// length, and not that of the body.
	file int
	// admit says whether the queue behind the door has room; nil if there is none.
	admit func(queue.Client) error
	stall time.Duration
}

// visitor is a request that was admitted.
type visitor struct {
	queue.Client
	body []byte
	// grant is the memory that it holds.
	grant *queue.Grant
}

// bytesPerByte is the number of bytes that are held for each byte of a body: its
// text, then what was read from it, and its copy on the way to a worker.
const bytesPerByte = 3

// memoryTime is the maximum time that a request waits for memory: as long as a
// browser waits.
const memoryTime = 15 * time.Second

// wrap lets a handler answer the admitted requests. Their memory is released when it returns,
// which is after the answer was sent.
func (d *door) wrap(next func(http.ResponseWriter, *http.Request, *visitor)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		length := int(min(r.ContentLength, int64(d.most)+1))
		if length > d.most {
			d.tooLong(w, r, fmt.Sprint(r.ContentLength))
			return
		}
		v := &visitor{Client: d.visitors.client(r)}
		if err := d.reserve(r.Context(), v, length); err != nil {
			d.refuse(w, r, err)
			return
		}
		defer v.grant.Release()
		if d.read(w, r, v, length) {
			next(w, r, v)
		}
	})
}

// reserve checks whether there is room, and takes memory. A negative length is unknown.
func (d *door) reserve(ctx context.Context, v *visitor, length int) error {
	if d.admit != nil {
		if err := d.admit(v.Client); err != nil {
			return err
		}
	}
	if length < 0 {
		length = d.most
	}
	ctx, cancel := context.WithTimeout(ctx, memoryTime)
	defer cancel()
	grant, err := d.memory.Reserve(ctx, v.Client, bytesPerByte*length+d.extra)
	if errors.Is(err, context.DeadlineExceeded) {
		err = errNoMemory
	}
	v.grant = grant
	return err
}

// errNoMemory means that other requests held the memory for too long.
var errNoMemory = fmt.Errorf("%w: expected memory for this request within %v, found that other requests hold it", queue.ErrFull, memoryTime)

// refuse answers why a request was not admitted.
func (d *door) refuse(w http.ResponseWriter, r *http.Request, err error) {
	w.Header().Set("Retry-After", "2")
	d.turnAway(w, r, http.StatusServiceUnavailable, map[string]any{"error": err.Error()})
}

// tooLong says how long a body may be, or the file in it.
func (d *door) tooLong(w http.ResponseWriter, r *http.Request, found string) {
	words, limit := fmt.Sprintf("expected at most %d bytes, found %s", d.most, found), d.most
	if d.file > 0 {
		words, limit = fmt.Sprintf("expected a file of at most %d bytes, found a longer one", d.file), d.file
	}
	d.turnAway(w, r, http.StatusRequestEntityTooLarge, map[string]any{"error": words, "limit": limit})
}

// turnAway answers without reading the body. What is still on its way is read and discarded
// for a moment, since a client that is sending does not look for an answer; then the
// connection ends.
func (d *door) turnAway(w http.ResponseWriter, r *http.Request, status int, answer any) {
	w.Header().Set("Connection", "close")
	sayJSON(w, status, answer)
	control := http.NewResponseController(w)
	_ = control.Flush() // where this fails, the client has gone
	if control.SetReadDeadline(time.Now().Add(goodbyeTime)) == nil {
		_, _ = io.CopyN(io.Discard, r.Body, int64(d.most))
	}
}

// goodbyeTime is the time for which a refused client may continue to send.
const goodbyeTime = 2 * time.Second

// read reads the body; if it cannot, it answers and returns false. Each 64 KiB of it have to
// come within the time for a stall.
func (d *door) read(w http.ResponseWriter, r *http.Request, v *visitor, length int) bool {
	u := &upload{control: http.NewResponseController(w), stall: d.stall}
	v.grant.Idle(u.end)
	body, err := readBody(r.Body, length, d.most, u.next)
	v.grant.Idle(nil)
	taken := u.arrived()
	switch {
	case err == nil && !taken:
		v.body = body
		return true
	case errors.Is(err, errTooLong):
		d.tooLong(w, r, "more")
		return false
	}
	_ = u.control.SetReadDeadline(past) // no one waits for the rest
	w.Header().Set("Connection", "close")
	if taken {
		w.Header().Set("Retry-After", "2")
		sayError(w, http.StatusServiceUnavailable, errMemoryTaken.Error())
	} else {
		sayError(w, http.StatusBadRequest, "expected a whole request, found a part of one")
	}
	return false
}

// errMemoryTaken means that a request came too slowly while others waited for the memory that it held.
var errMemoryTaken = fmt.Errorf("%w: expected the whole request sooner, found that others need the memory that it holds", queue.ErrFull)

// upload is a body on its way. Until it has arrived, another request that needs its memory may end
// it.
type upload struct {
	control *http.ResponseController
	stall   time.Duration

	mu   sync.Mutex
	here bool
	// taken means that it was ended: its connection may be broken, even if all of it had just arrived.
	taken bool
}

// next gives the next piece its time.
func (u *upload) next() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.taken {
		_ = u.control.SetReadDeadline(time.Now().Add(u.stall))
	}
}

// end wakes the reader that waits for the next piece.
func (u *upload) end() {
	u.mu.Lock()
	defer u.mu.Unlock()
	if !u.here {
		u.taken = true
		_ = u.control.SetReadDeadline(past)
	}
}

// arrived reports whether the upload was ended. From here on it cannot be, and the request takes as long as its work.
func (u *upload) arrived() (taken bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.here = true
	if !u.taken {
		_ = u.control.SetReadDeadline(time.Time{})
	}
	return u.taken
}

// past is a deadline in the past: it wakes a waiting reader.
var past = time.Unix(1, 0)

// sends means that from now on the request only waits for its client to read the answer. If
// another request needs the memory that it holds, its client is cut off.
func (v *visitor) sends(w http.ResponseWriter) {
	control := http.NewResponseController(w)
	v.grant.Idle(func() { _ = control.SetWriteDeadline(past) })
}

// errTooLong is a body that is longer than it may be.
var errTooLong = errors.New("expected a shorter body")

// readBody reads a body of a known length, or of one that is negative and not known, in pieces.
// It calls next before each of them, however many bytes come at a time.
//
// Errors: errTooLong, io.ErrUnexpectedEOF, or that of the reader.
func readBody(from io.Reader, length, most int, next func()) ([]byte, error) {
	body := make([]byte, 0, max(length, 0))
	for due := 0; ; {
		if len(body) >= due {
			next()
			due = len(body) + piece
		}
		if len(body) == cap(body) {
			if len(body) == length {
				return body, nil
			}
			if len(body) > most {
				return nil, errTooLong
			}
			more := make([]byte, len(body), min(max(2*len(body), piece), most+1))
			copy(more, body)
			body = more
		}
		n, err := from.Read(body[len(body):min(cap(body), len(body)+piece)])
		body = body[:len(body)+n]
		switch {
		case errors.Is(err, io.EOF) && length >= 0 && len(body) < length:
			return nil, io.ErrUnexpectedEOF
		case errors.Is(err, io.EOF) && len(body) > most:
			return nil, errTooLong
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return nil, err
		}
	}
}

// piece is the number of bytes that are read or written at a time.
const piece = 64 << 10

// parseJSON reads a body as JSON and forgets its text.
//
// Errors: what is wrong with it, in plain words.
func (v *visitor) parseJSON(into any) error {
	err := json.Unmarshal(v.body, into)
	v.body = nil
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	var digits base64.CorruptInputError
	var long *jsonlist.LongError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &long):
		return long
	case errors.As(err, &kind) && kind.Field != "":
		return fmt.Errorf("expected %s for `%s`, found a JSON %s", plainKind(kind.Type.Kind()), kind.Field, kind.Value)
	case errors.As(err, &kind):
		return fmt.Errorf("expected a JSON object, found a JSON %s", kind.Value)
	case errors.As(err, &syntax):
		return fmt.Errorf("expected JSON, found something else at byte %d", syntax.Offset)
	case errors.As(err, &digits):
		return fmt.Errorf("expected bytes in base64, found something else at character %d", int64(digits)+1)
	}
	return errors.New("expected JSON in the form that docs/architecture.md describes, found something else")
}
