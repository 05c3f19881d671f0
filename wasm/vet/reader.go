package vet

import "fmt"

// reader reads a part of a module. After its first error it reads nothing.
type reader struct {
	rest []byte
	// at is where rest begins, from the module's first byte.
	at  int
	err error
}

// fail notes the first error.
func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("at byte %d: %s", r.at, fmt.Sprintf(format, args...))
		r.rest = nil
	}
}

func (r *reader) skip(n uint64) {
	if n > uint64(len(r.rest)) {
		r.fail("expected %d bytes, found %d", n, len(r.rest))
		return
	}
	r.rest, r.at = r.rest[n:], r.at+int(n)
}

// part returns a reader of the next n bytes, which are skipped.
func (r *reader) part(n uint64) *reader {
	if n > uint64(len(r.rest)) {
		r.fail("expected %d bytes, found %d", n, len(r.rest))
		return &reader{err: r.err}
	}
	p := &reader{rest: r.rest[:n], at: r.at}
	r.skip(n)
	return p
}

func (r *reader) byte() byte {
	if len(r.rest) == 0 {
		r.fail("expected more, found the end")
		return 0
	}
	b := r.rest[0]
	r.rest, r.at = r.rest[1:], r.at+1
	return b
}

// number reads an unsigned number of 32 bits in LEB128.
func (r *reader) number() uint32 {
	var v uint64
	for shift := 0; shift < 35; shift += 7 {
		b := r.byte()
		v |= uint64(b&0x7f) << shift
		if b < 0x80 {
			if v > 1<<32-1 {
				break
			}
			return uint32(v)
		}
	}
	r.fail("expected a number of 32 bits, found a longer one")
	return 0
}

// signed reads a signed number of a given number of bits in LEB128.
func (r *reader) signed(bits int) int64 {
	var v int64
	for shift := 0; shift < bits; shift += 7 {
		b := r.byte()
		v |= int64(b&0x7f) << shift
		if b >= 0x80 {
			continue
		}
		if b&0x40 != 0 && shift+7 < 64 {
			v |= -1 << (shift + 7)
		}
		return v
	}
	r.fail("expected a number of %d bits, found a longer one", bits)
	return 0
}

// count reads the number of things that follow, each of which takes at least
// one byte.
func (r *reader) count(what string, most uint32) uint32 {
	n := r.number()
	switch {
	case r.err != nil:
		return 0
	case n > most:
		r.fail("%v", tooMany(what, uint64(most), uint64(n)))
		return 0
	case uint64(n) > uint64(len(r.rest)):
		r.fail("expected %d %s, found %d bytes for them", n, what, len(r.rest))
		return 0
	}
	return n
}

// done fails if something is left.
func (r *reader) done(what string) {
	if r.err == nil && len(r.rest) > 0 {
		r.fail("expected the end of %s, found %d bytes more", what, len(r.rest))
	}
}
