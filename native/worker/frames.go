package worker

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// kind tells what a frame is.
type kind byte

// The frames between a pool and its worker.
const (
	// frameReady is the worker's first: it is locked in. Contents: the report.
	frameReady kind = 'r'
	// frameJob goes to the worker; all others come from it.
	frameJob kind = 'j'
	// frameEvent tells how far a job is.
	frameEvent kind = 'e'
	// frameResult and frameError end a job.
	frameResult kind = 'd'
	frameError  kind = 'x'
)

// maxFrame is how long the contents of a frame may be, in bytes.
const maxFrame = 64 << 20

// errFrame is a frame that is none: the other side is broken.
var errFrame = errors.New("expected a frame, found something else")

// writeFrame writes one frame.
func writeFrame(w *bufio.Writer, k kind, contents []byte) error {
	if len(contents) > maxFrame {
		return fmt.Errorf("expected at most %d bytes in a message, found %d", maxFrame, len(contents))
	}
	var head [5]byte
	head[0] = byte(k)
	binary.LittleEndian.PutUint32(head[1:], uint32(len(contents)))
	if _, err := w.Write(head[:]); err != nil {
		return err
	}
	if _, err := w.Write(contents); err != nil {
		return err
	}
	return w.Flush()
}

// readFrame reads one frame; io.EOF if the other side has closed.
func readFrame(r *bufio.Reader) (kind, []byte, error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, nil, err
	}
	n := binary.LittleEndian.Uint32(head[1:])
	if n > maxFrame {
		return 0, nil, errFrame
	}
	contents := make([]byte, n)
	if _, err := io.ReadFull(r, contents); err != nil {
		return 0, nil, err
	}
	return kind(head[0]), contents, nil
}
