// Package jit makes hot loops of programs run as traces: it records a loop (lang/vm), optimizes it
// (optimizer), installs and enters it, and rebuilds frames and objects when the trace is left.
package jit
