package worker

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"unbox/workers/sandbox"
)

// Argument is the first argument of a process that is a worker. Programs which
// have a pool look for it before anything else and call Serve.
const Argument = "worker-for-generated-code"

// limits of a worker process. Memory is that of Go's runtime and of one region.
var limits = sandbox.Limits{Memory: 3 << 30, Files: 32}

// softMemory is when Go's collector begins to work harder, in bytes.
const softMemory = 1 << 30

// Do does one job and returns its result. It tells how far it is by events.
type Do func(job []byte, event func([]byte) error) ([]byte, error)

// Serve is the main function of a worker: it locks the process in and does the jobs
// that come from standard input until that ends. prepare runs before the process
// is locked in, for what has to be loaded from files; it may be nil.
//
// Errors: the process could not be locked in, or the other side is gone.
func Serve(prepare func() error, do Do) error {
	debug.SetMemoryLimit(softMemory)
	if prepare != nil {
		if err := prepare(); err != nil {
			return err
		}
	}
	report, err := sandbox.Enter(limits)
	if err != nil {
		return err
	}
	text, err := json.Marshal(report)
	if err != nil {
		panic("BUG: a report always marshals: " + err.Error())
	}
	return answer(bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout), text, do)
}

// answer does jobs until the input ends.
func answer(in *bufio.Reader, out *bufio.Writer, report []byte, do Do) error {
	if err := writeFrame(out, frameReady, report); err != nil {
		return err
	}
	for {
		k, job, err := readFrame(in)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if k != frameJob {
			return errFrame
		}
		result, err := do(job, func(event []byte) error { return writeFrame(out, frameEvent, event) })
		if err != nil {
			err = writeFrame(out, frameError, []byte(err.Error()))
		} else {
			err = writeFrame(out, frameResult, result)
		}
		if err != nil {
			return fmt.Errorf("answering: %w", err)
		}
	}
}
