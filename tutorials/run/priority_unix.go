//go:build unix

package run

import "syscall"

// lowerPriority lets all others go first. Where it fails, everybody is equal.
func lowerPriority(pid int) { _ = syscall.Setpriority(syscall.PRIO_PROCESS, pid, 19) }
