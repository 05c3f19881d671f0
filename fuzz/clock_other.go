//go:build !unix

package fuzz

import "time"

// processorTime is not available here.
func processorTime() (time.Duration, bool) { return 0, false }
