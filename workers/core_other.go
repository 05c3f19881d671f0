//go:build !linux

package workers

// onCore cannot choose cores here.
func onCore(_ int, start func() error) error { return start() }

func cores() []int { return nil }
