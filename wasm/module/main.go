// Command module is what the browser and the server both load: the function
// table of unbox/wasm/api as a WebAssembly reactor. It is built with
//
//	GOOS=wasip1 GOARCH=wasm go build -buildmode=c-shared ./wasm/module
//
// A host copies a function's name and a JSON request into buffers from alloc,
// and call answers with the place of a JSON response:
//
//	alloc(n u32) u32                                      a buffer of n bytes
//	free(p u32)                                           releases it
//	call(namePtr, nameLen, reqPtr, reqLen u32) u64        address<<32 | length
//	rest()                                                collects garbage, between calls
//
// A response stays valid until the next call. The module has one thread, so one
// call runs at a time; it reads no file, no clock and no network.
package main

// main is never run: a reactor is initialized and then called.
func main() {}
