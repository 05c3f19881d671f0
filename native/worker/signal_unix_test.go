//go:build unix

package worker

import (
	"os"
	"syscall"
)

// segfault is what the kernel sends to a process that touches memory it has not.
var segfault os.Signal = syscall.SIGSEGV
