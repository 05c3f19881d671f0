// Package optimizer is the heart of Unbox: the traces of a tracing JIT, what
// they mean, and the passes that make them shorter.
package optimizer
