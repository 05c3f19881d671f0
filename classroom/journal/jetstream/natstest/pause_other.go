//go:build !unix

package natstest

// Pause needs signals that this system does not have.
func (n *Node) Pause() { n.t.Skip("processes cannot be paused here") }
