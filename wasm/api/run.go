package api

import (
	"errors"

	"unbox/optimizer"
)

// run answers a RunRequest.
func (e *Engine) run(request []byte) ([]byte, error) {
	var q RunRequest
	if err := decode(request, &q); err != nil {
		return nil, err
	}
	r, err := e.Run(&q)
	if err != nil {
		return nil, err
	}
	return encode(nil, r)
}

// Run interprets a trace before and after optimization.
func (e *Engine) Run(*RunRequest) (*RunResponse, error) {
	return nil, errors.New("expected an interpreter that reads inputs; it is not there yet")
}

func inputsOf(*optimizer.Trace) []Input { return []Input{} }
