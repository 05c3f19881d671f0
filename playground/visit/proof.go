package visit

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"math/bits"
	"strings"
	"time"
)

// This file is about seats for a proof of work. Somebody who takes all new seats of a block must not keep out browsers that come there for the first
// time: they get one for a task that takes a browser a second or two. Such a seat has its own turns in queues, but no wrong tries of its own: whoever
// has many processors gets many of them.

// ProofBits is how many zero bits the hash of a task and its solution begins with: about a million hashes.
const ProofBits = 20

// proofTime is for how long a task can be solved.
const proofTime = 10 * time.Minute

// Task returns a task for a block. The server remembers nothing of it: one task leads to one seat, however often its solution is sent.
func (s *Seats) Task(block string) string {
	name := base64.RawURLEncoding.EncodeToString(newName(s.now()))
	return name + s.tasks.Sign([]byte(block+" "+name))
}

// Prove returns the seat of a block for a solved task, "task.solution"; "" if it is not the server's, of another block, too old, or not solved.
func (s *Seats) Prove(block, proof string) (seat string) {
	task, solution, _ := strings.Cut(proof, ".")
	if len(task) != seatToken || len(solution) > seatName || !Solves(task, solution) || !s.tasks.Check([]byte(block+" "+task[:seatName]), task[seatName:]) {
		return ""
	}
	b, _ := s.read(task[:seatName], proofTime)
	if b == nil {
		return ""
	}
	b[0] |= provedBit
	return s.seat(b)
}

// Solves reports whether a solution is one of a task.
func Solves(task, solution string) bool {
	hash := sha256.Sum256([]byte(task + "." + solution))
	return bits.LeadingZeros32(binary.BigEndian.Uint32(hash[:])) >= ProofBits
}

// provedBit is set in the first byte of the seats for a proof, and of no others.
const provedBit = 0x80

// Proved reports whether a seat of this name was given for a proof.
func Proved(name string) bool {
	b, err := base64.RawURLEncoding.DecodeString(name)
	return err == nil && len(b) > 0 && b[0]&provedBit != 0
}
