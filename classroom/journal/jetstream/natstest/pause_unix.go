//go:build unix

package natstest

import "syscall"

// Pause makes it neither receive nor send anything, as if the network were cut, and lets it continue on the
// next call.
func (n *Node) Pause() {
	n.t.Helper()
	signal := syscall.SIGSTOP
	if n.stopped {
		signal = syscall.SIGCONT
	}
	n.stopped = !n.stopped
	if err := n.command.Process.Signal(signal); err != nil {
		n.t.Fatal(err)
	}
}
