//go:build !unix

package fuzz

import "time"

// processorTime cannot be told here.
func processorTime() (time.Duration, bool) { return 0, false }
