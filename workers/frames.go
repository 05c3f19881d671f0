package workers

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// kind says what a frame is.
type kind byte

// The frames between a pool and its worker.
const (
	// frameOrders and frameSetup go to the worker first: how it locks itself in, and what
	// its role needs.
	frameOrders kind = 'o'
	frameSetup  kind = 's'
	// frameReady is the worker's first: it is locked in. Contents: the report.
	frameReady kind = 'r'
	// frameJob goes to the worker; all that follow come from it.
	frameJob kind = 'j'
	// frameEvent reports the progress of a job.
	frameEvent kind = 'e'
	// frameResult and frameError end a job.
	frameResult kind = 'd'
	frameError  kind = 'x'
)

// Limits of the contents of frames, in bytes. The class sets the limit of
// results.
const (
	// maxToWorker bounds what a worker reads: a module with its data.
	maxToWorker = 64 << 20
	maxEvent    = 64 << 10
	maxError    = 64 << 10
)

// frame is one message. job is the number of the job that it belongs to, 0 for none.
type frame struct {
	kind     kind
	job      uint32
	contents []byte
}

// errFrame means an invalid frame: the other side is broken.
var errFrame = errors.New("expected a frame, found something else")

// headSize is the length of the head before the contents: kind, job, length.
const headSize = 9

// writeFrame writes one frame.
func writeFrame(w *bufio.Writer, f frame) error {
	if len(f.contents) > maxToWorker {
		return fmt.Errorf("expected at most %d bytes in a message, found %d", maxToWorker, len(f.contents))
	}
	var head [headSize]byte
	head[0] = byte(f.kind)
	binary.LittleEndian.PutUint32(head[1:], f.job)
	binary.LittleEndian.PutUint32(head[5:], uint32(len(f.contents)))
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	if _, err := w.Write(f.contents); err != nil {
		return err
	}
	return w.Flush()
}

// readFrame reads one frame; io.EOF if the other side has closed. most returns the
// maximum length of the contents of a kind, and is called before memory for them is
// allocated; less than 0 refuses the kind.
func readFrame(r *bufio.Reader, most func(kind) int) (frame, error) {
	var head [headSize]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return frame{}, err
	}
	f := frame{kind: kind(head[0]), job: binary.LittleEndian.Uint32(head[1:])}
	n := binary.LittleEndian.Uint32(head[5:])
	if limit := most(f.kind); limit < 0 || uint64(n) > uint64(limit) {
		return frame{}, fmt.Errorf("%w: kind %q of %d bytes", errFrame, head[0], n)
	}
	f.contents = make([]byte, n)
	if _, err := io.ReadFull(r, f.contents); err != nil {
		return frame{}, err
	}
	return f, nil
}

// toWorker bounds the frames that a worker reads.
func toWorker(k kind) int {
	switch k {
	case frameOrders, frameSetup, frameJob:
		return maxToWorker
	}
	return -1
}

// fromWorker bounds the frames that it writes.
func fromWorker(maxResult int) func(kind) int {
	return func(k kind) int {
		switch k {
		case frameReady, frameEvent:
			return maxEvent
		case frameError:
			return maxError
		case frameResult:
			return maxResult
		}
		return -1
	}
}
