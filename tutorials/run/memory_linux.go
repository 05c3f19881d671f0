package run

import "golang.org/x/sys/unix"

// reserve takes addresses, as many as are to be had between two sizes in bytes. They cost nothing and
// cannot be used before they are opened. It returns nil where there are too few.
func reserve(least, most uint64) []byte {
	for ; most >= max(least, pageSize); most = most / 2 &^ (pageSize - 1) {
		bytes, err := unix.Mmap(-1, 0, int(most), unix.PROT_NONE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
		if err == nil {
			return bytes
		}
	}
	return nil
}

// open makes reserved addresses memory that is zero. It reports whether there was memory.
func open(bytes []byte) bool {
	return unix.Mprotect(bytes, unix.PROT_READ|unix.PROT_WRITE) == nil
}

// forget gives opened memory back; its addresses stay reserved.
func forget(bytes []byte) {
	if err := unix.Madvise(bytes, unix.MADV_DONTNEED); err != nil {
		panic("BUG: memory of an instance cannot be given back: " + err.Error())
	}
	if err := unix.Mprotect(bytes, unix.PROT_NONE); err != nil {
		panic("BUG: memory of an instance cannot be closed: " + err.Error())
	}
}

// release gives everything back.
func release(bytes []byte) {
	if len(bytes) == 0 {
		return
	}
	if err := unix.Munmap(bytes); err != nil {
		panic("BUG: memory of an instance cannot be released: " + err.Error())
	}
}
