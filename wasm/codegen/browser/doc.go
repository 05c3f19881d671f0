// Package browser is the ground of a space in a page: the memory of the module itself, on which the code of other
// modules runs; the worker's script (static/src/engine/traces.ts) compiles them. A program for GOOS=wasip1 that has a
// Ground needs a host that offers that script's functions, or the ones of None, which run no traces.
package browser
