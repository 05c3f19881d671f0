//go:build !linux

package worker

import "os/exec"

func dieWithParent(*exec.Cmd) {}

// onCore cannot choose cores here.
func onCore(_ int, start func() error) error { return start() }

func cores() []int { return nil }
