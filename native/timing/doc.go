// Package timing measures traces: it makes the variants of a trace (as recorded,
// optimized without peeling, optimized with peeling, in each engine), checks that all
// of them do the same on the given inputs, and lets package measure time them
// alternately.
//
// Class adds workers that measure to a pool (package workers), and Role is what they do; a
// Job and a Report are the two messages, with Progress between them. `unbox time` calls Measure
// directly.
package timing
