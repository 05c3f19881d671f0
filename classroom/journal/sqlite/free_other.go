//go:build !linux

package sqlite

// freeBytes returns how many bytes can be written to the disk of a folder, if that is known: on this system it is not.
func freeBytes(string) (n int64, known bool) { return 0, false }
