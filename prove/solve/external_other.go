//go:build !linux && !wasip1 && !js

package solve

import "os/exec"

// separate leaves the program in the group of this one; it is ended alone.
func separate(*exec.Cmd) {}

// limitMemory does nothing where the system offers no limit for one process.
func limitMemory(*exec.Cmd, int64) {}
