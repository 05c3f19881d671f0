// Package pypylog takes the logs of PyPy apart: which traces a log holds, which of
// them belong together, and what a bridge knows from the trace that it branches off.
package pypylog
