// Package jit makes hot loops of programs run as traces: it has a loop recorded (lang/vm), optimized
// (optimizer) and installed, enters it, and has frames and objects rebuilt where it is left.
package jit
