//go:build !unix

package main

import "time"

var began = time.Now()

// spent is the time since the start, by the clock that the host gives.
func spent() time.Duration { return time.Since(began) }
