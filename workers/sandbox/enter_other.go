//go:build !linux

package sandbox

// Enter returns ErrNotAvailable.
func Enter(Limits) (Report, error) { return Report{}, ErrNotAvailable }

// LowerPriority does nothing here: all processes are equal.
func LowerPriority(int) {}
