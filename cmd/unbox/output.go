package main

import (
	"bufio"
	"io"
)

// output is a buffered writer that remembers its first error.
type output struct {
	w   *bufio.Writer
	err error
}

func newOutput(w io.Writer) *output { return &output{w: bufio.NewWriter(w)} }

// Write never fails; flush reports whether it did.
func (o *output) Write(p []byte) (int, error) {
	if _, err := o.w.Write(p); err != nil && o.err == nil {
		o.err = err
	}
	return len(p), nil
}

func (o *output) flush() error {
	if err := o.w.Flush(); err != nil && o.err == nil {
		o.err = err
	}
	return o.err
}
