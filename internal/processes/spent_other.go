//go:build !unix

package processes

import "time"

var began = time.Now()

// Spent is the time since the start, by the clock that the host gives: only Unix tells processor time.
func Spent() time.Duration { return time.Since(began) }
