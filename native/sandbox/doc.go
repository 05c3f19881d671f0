// Package sandbox locks a process in, for good, before it runs code that was
// generated from a stranger's trace. The code cannot name memory outside of its
// region by construction; the sandbox is for the day on which that is wrong.
//
// Enter gives up, in this order, on all threads:
//
//   - resources: no core dumps, no new files beyond a few, no byte written to
//     a file, and a bound on memory;
//   - privileges: none can be gained any more (no_new_privs);
//   - the file system and the network, through Landlock where the kernel has it;
//   - system calls, through a filter: what Go's runtime needs stays, all else fails
//     with "operation not permitted". Memory is never writable and
//     executable at once.
//
// A Report says what is in force, so that a server can tell its operator.
package sandbox

import "errors"

// ErrNotAvailable is returned on systems other than Linux.
var ErrNotAvailable = errors.New("expected Linux, whose kernel can lock a process in, found another system")

// Limits bound what the process may use.
type Limits struct {
	// Memory is how many bytes of memory the process may have for data.
	Memory uint64
	// Files is how many files and pipes may be open.
	Files uint64
}

// Report says what is in force.
type Report struct {
	// Landlock is the version of the kernel's interface; 0 if it has none.
	Landlock int `json:"landlock"`
	// Filter tells that system calls are filtered.
	Filter bool `json:"filter"`
	// Missing says in words what the kernel could not do; "" if nothing.
	Missing string `json:"missing,omitempty"`
}
