//go:build unix

package run

import "syscall"

// lowerPriority lets others go first. Where it fails, everybody is equal.
func lowerPriority(pid, to int) { _ = syscall.Setpriority(syscall.PRIO_PROCESS, pid, to) }
