// Package timing measures traces: it makes the variants of one (as it was recorded,
// optimized without peeling, optimized with peeling, in each engine), checks that all
// of them do the same on the given inputs, and has package measure time them in turns.
//
// Do is the function of a worker process (package worker); a Job and a Report
// are its two messages, with Progress between them. `unbox time` calls Measure
// directly.
package timing
