//go:build !wasip1

package version

// fromHost is for WebAssembly only; a native program has its own stamp.
func fromHost() string { return "" }
