// Package browser is the ground of a space in a page: the memory of the module itself, in which the worker's script
// (static/src/engine/traces.ts) makes code of other modules. A program for GOOS=wasip1 that has a Ground needs a host
// that offers that script's functions, or says with None that it runs no traces.
package browser
