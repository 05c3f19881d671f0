package main

// reactor is the one instance. The exported functions have no receiver that
// could carry it, so it is the only package variable.
var reactor = newInstance()

//go:wasmexport alloc
func alloc(n uint32) uint32 { return reactor.alloc(n) }

//go:wasmexport free
func free(at uint32) { reactor.free(at) }

//go:wasmexport rest
func rest() { reactor.rest() }

//go:wasmexport call
func call(nameAt, nameLen, requestAt, requestLen uint32) uint64 {
	response := reactor.call(nameAt, nameLen, requestAt, requestLen)
	return uint64(address(response))<<32 | uint64(len(response))
}
