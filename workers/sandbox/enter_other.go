//go:build !linux

package sandbox

// Enter returns ErrNotAvailable.
func Enter(Limits) (Report, error) { return Report{}, ErrNotAvailable }
