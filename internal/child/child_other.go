//go:build !linux

package child

import "os/exec"

// Bind does nothing here: processes end when their standard input does.
func Bind(*exec.Cmd) {}
