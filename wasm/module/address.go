package main

import "unsafe"

// address is where a buffer is in the module's memory. It must not be empty.
// WebAssembly addresses have 32 bits; on other platforms, where only tests run
// this, the upper half is lost and the number is no more than a name.
func address(buffer []byte) uint32 {
	return uint32(uintptr(unsafe.Pointer(unsafe.SliceData(buffer))))
}
