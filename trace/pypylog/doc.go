// Package pypylog splits PyPy's logs: which traces a log holds, which of them belong
// together, and what a bridge knows from the trace that it branches off.
package pypylog
