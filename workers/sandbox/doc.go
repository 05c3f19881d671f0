// Package sandbox locks a process in, for good, before it runs untrusted code: machine
// code compiled from traces and programs, and learners' programs. By construction, none
// of them can address memory other than its own; the sandbox is for the day when that
// turns out to be wrong.
//
// Enter gives up, in this order, on all threads:
//
//   - its survival: the kernel kills this process before any other when memory runs out
//     (oom_score_adj), and it gets a lower priority if Limits.Nice says so;
//   - resources: no core dumps, no new files beyond a few, no byte written to
//     a file, limits on memory for data, on address space, and on processor time;
//   - privileges: where the process is root, it becomes another user; all
//     capabilities are dropped, and none can be gained any more (no_new_privs);
//   - the file system, the network and signals, through Landlock where the kernel has it;
//   - system calls, through a filter: what Go's runtime needs stays, everything
//     else fails with "operation not permitted".
//
// The filter checks arguments as well. Memory is private and anonymous, so the limits
// count it: neither shared memory nor a stack that grows counts as data. It is never
// writable and executable at once, at one address or, through shared memory, at two.
// Signals go only to the process itself, even those of pipes (fcntl with F_SETOWN), where
// Landlock is too old to ensure that.
//
// What no limit counts is left to the parent process: memory that is read-only again
// after it was written, and threads. Package workers checks both.
//
// A Report says what is in force, so a server can tell its operator.
package sandbox

import (
	"errors"
	"time"
)

// ErrNotAvailable is returned on systems other than Linux.
var ErrNotAvailable = errors.New("expected Linux, whose kernel can lock a process in, found another system")

// ErrRoot is returned if the process is root and cannot become another user.
var ErrRoot = errors.New("expected a user without privileges, found root, which cannot become another user here")

// Limits bound what the process may use. Whatever is 0 is not bounded.
type Limits struct {
	// Memory is the maximum number of bytes of memory for data.
	Memory uint64
	// Addresses is the maximum number of bytes of addresses, used or not, beyond those that
	// it has when it enters. Go's runtime takes 64 MiB at a time, and it counts memory that
	// is read-only after it was written, which Memory does not.
	Addresses uint64
	// Files is the maximum number of open files and pipes.
	Files uint64
	// Computing is the maximum processor time, in whole seconds. Then the process is
	// killed.
	Computing time.Duration
	// Nice is the scheduling priority: 0 for normal, 19 for the lowest.
	Nice int
	// User is the user that the process becomes if it is root; the zero User is
	// "nobody".
	User User
	// AllowRoot lets the process stay root where it cannot become another user. Its
	// capabilities go in any case.
	AllowRoot bool
}

// User is a user of the system with a group, by numbers.
type User struct{ ID, Group int }

// nobody is the user who owns nothing on Linux systems.
func nobody() User { return User{65534, 65534} }

// Report says what is in force.
type Report struct {
	// Landlock is the version of the kernel's interface; 0 if it has none.
	Landlock int `json:"landlock"`
	// Filter means that system calls are filtered.
	Filter bool `json:"filter"`
	// User is the number of the user that the process has become, or was; 0 is root.
	User int `json:"user"`
	// Missing says in words what the kernel could not do; "" if nothing.
	Missing string `json:"missing,omitempty"`
}
