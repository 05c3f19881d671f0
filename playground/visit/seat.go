package visit

import (
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"sync"
	"time"

	"unbox/playground/secret"
)

// Lifetime is the time for which a seat is valid. A visitor who comes back later
// gets another.
const Lifetime = 24 * time.Hour

// A seat is sent as 12 bytes in base64url, followed by their signature: 8 random
// bytes, then the second in which it was issued.
const (
	seatBytes = 12
	seatName  = 16 // in base64url
	seatToken = seatName + secret.SignatureLength
)

// Seats issues seats and recognizes them. Its methods may be called by several goroutines.
type Seats struct {
	signer  secret.Signer
	tasks   secret.Signer
	perHour int
	now     func() time.Time
	mu      sync.Mutex
	// used is, for each block, the time when all of its seats are available again.
	used map[string]time.Time
}

// NewSeats returns the seats of a server. Each block gets perHour of them in an hour, all at
// the same moment if it likes.
func NewSeats(k secret.Key, perHour int) *Seats {
	return &Seats{signer: k.For("seat"), tasks: k.For("seat task"), perHour: perHour, now: time.Now, used: map[string]time.Time{}}
}

// Issue issues a seat of a block: the text that Name recognizes. If the block has used up
// its seats for now, it returns "" and the time until there is one again.
func (s *Seats) Issue(block string) (seat string, wait time.Duration) {
	now := s.now()
	if wait := s.take(block, now); wait > 0 {
		return "", wait
	}
	b := newName(now)
	b[0] &^= provedBit
	return s.seat(b), 0
}

// newName returns the bytes of a name that nobody has had before.
func newName(now time.Time) []byte {
	var b [seatBytes]byte
	_, _ = rand.Read(b[:8]) // never fails
	binary.BigEndian.PutUint32(b[8:], uint32(now.Unix()))
	return b[:]
}

// seat returns the seat with the bytes of a name.
func (s *Seats) seat(b []byte) string {
	name := base64.RawURLEncoding.EncodeToString(b)
	return name + s.signer.Sign([]byte(name))
}

// read returns the bytes of a name that the server signed, and its age; nil if it is older than it may be.
func (s *Seats) read(name string, oldest time.Duration) (b []byte, age time.Duration) {
	b, err := base64.RawURLEncoding.DecodeString(name)
	if err != nil {
		panic("BUG: what the server signed is base64: " + err.Error())
	}
	age = s.now().Sub(time.Unix(int64(binary.BigEndian.Uint32(b[8:])), 0))
	if age > oldest || age < -time.Hour { // a clock that was set back is tolerated
		return nil, 0
	}
	return b, age
}

// maxBlocks bounds the number of blocks that are remembered, at about 100 bytes
// each.
const maxBlocks = 1 << 16

// take counts one seat for a block. It returns how long to wait, 0 if there is one.
func (s *Seats) take(block string, now time.Time) (wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	full := now
	if s.used[block].After(now) {
		full = s.used[block]
	}
	full = full.Add(time.Hour / time.Duration(s.perHour))
	if wait := full.Sub(now) - time.Hour; wait > 0 {
		return wait
	}
	if len(s.used) >= maxBlocks {
		s.forget(now)
	}
	s.used[block] = full
	return 0
}

// forget makes room: first it forgets the blocks that have all their seats again or, if there
// are none, any one of them.
func (s *Seats) forget(now time.Time) {
	for block, full := range s.used {
		if !full.After(now) {
			delete(s.used, block)
		}
	}
	if len(s.used) < maxBlocks {
		return
	}
	for block := range s.used {
		delete(s.used, block)
		return
	}
}

// Name returns the name by which queues know a seat; "" if this server did not issue the
// text, or if it is too old. fresh means that it is in the first half of its life.
func (s *Seats) Name(seat string) (name string, fresh bool) {
	if len(seat) != seatToken || !s.signer.Check([]byte(seat[:seatName]), seat[seatName:]) {
		return "", false
	}
	b, age := s.read(seat[:seatName], Lifetime)
	if b == nil {
		return "", false
	}
	return seat[:seatName], age < Lifetime/2
}
