// Package timing measures traces and programs. Of a trace it makes the variants (as recorded,
// optimized without peeling, optimized with peeling, in each engine), checks that all of them do the
// same on the given inputs, and lets package measure time them alternately. A program of Unbox's Python
// runs interpreted, with traces, and, if it is one that comes with the binary, in CPython and PyPy (Peers).
//
// Class adds workers that measure to a pool (package workers), and Role is what they do; a
// Job or a ProgramJob is the question and a Report or a ProgramReport the answer, with Progress between
// them. `unbox time` calls Measure directly.
package timing
