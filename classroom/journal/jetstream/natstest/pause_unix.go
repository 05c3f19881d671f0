//go:build unix

package natstest

import "syscall"

// Pause has it neither hear nor say anything, as behind a line that is cut, and lets it go on the next time.
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
