package trace

// Zeroed returns a slice of n zeros, reusing the memory of s.
func Zeroed[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/8)
	}
	s = s[:n]
	clear(s)
	return s
}
