package sqlite

import "golang.org/x/sys/unix"

// freeBytes returns how many bytes can be written to the disk of a folder, if that is known.
func freeBytes(folder string) (n int64, known bool) {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil {
		return 0, false
	}
	return int64(s.Bavail) * s.Bsize, true
}
