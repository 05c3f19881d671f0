package main

import (
	"encoding/json"
	"fmt"
	"runtime"

	"unbox/wasm/api"
)

// instance is everything that lives as long as one instance of the module.
type instance struct {
	engine *api.Engine
	// buffers keeps what the host asked for from being collected: the host's
	// address is not a pointer that the collector could see. Go does not move what
	// it allocated on the heap, so the address stays valid.
	buffers map[uint32][]byte
	// response keeps the last response until the next call.
	response []byte
}

func newInstance() *instance {
	in := &instance{engine: api.New(), buffers: make(map[uint32][]byte)}
	useHost(in.engine)
	return in
}

// alloc makes a buffer of n bytes, at least one so that every buffer has an
// address of its own.
func (in *instance) alloc(n uint32) uint32 {
	buffer := make([]byte, max(n, 1))
	at := address(buffer)
	in.buffers[at] = buffer
	return at
}

// free forgets a buffer. Another address does nothing.
func (in *instance) free(at uint32) { delete(in.buffers, at) }

// rest collects garbage: after an answer was sent, no one waits for that.
func (in *instance) rest() { runtime.GC() }

// call runs a function of the table on two buffers.
func (in *instance) call(nameAt, nameLen, requestAt, requestLen uint32) []byte {
	name, err := in.buffer("name", nameAt, nameLen)
	if err != nil {
		return in.fail(err)
	}
	request, err := in.buffer("request", requestAt, requestLen)
	if err != nil {
		return in.fail(err)
	}
	in.response = in.engine.Call(string(name), request)
	return in.response
}

// buffer returns the first n bytes of the buffer at an address.
func (in *instance) buffer(what string, at, n uint32) ([]byte, error) {
	buffer, ok := in.buffers[at]
	if !ok {
		return nil, fmt.Errorf("expected the %s in a buffer from alloc, found address %d", what, at)
	}
	if int64(n) > int64(len(buffer)) {
		return nil, fmt.Errorf("expected a %s of at most the %d bytes of its buffer, found %d", what, len(buffer), n)
	}
	return buffer[:n], nil
}

// fail answers a host that does not keep to the protocol.
func (in *instance) fail(err error) []byte {
	response, jsonErr := json.Marshal(api.ErrorResponse{Error: err.Error()})
	if jsonErr != nil {
		panic("BUG: a response of one text cannot be encoded: " + jsonErr.Error())
	}
	in.response = response
	return response
}
