package hashing

// Text is the hash of a string: FNV-1a with its bits mixed; Python's own differs from run to run.
func Text(s string) uint64 {
	h := uint64(14695981039346656037)
	for k := range len(s) {
		h = (h ^ uint64(s[k])) * 1099511628211
	}
	h ^= h >> 32
	return h | 1
}
