package remote

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"unbox/workers"
)

// The kinds of messages. The first four go to a place, the others come from it; alive goes both
// ways.
const (
	sayClaim  = "claim"
	sayJob    = "job"
	sayCancel = "cancel"
	sayEnd    = "end"
	sayAlive  = "alive"
	sayYes    = "yes"
	sayNo     = "no"
	sayBegun  = "begun"
	sayEvent  = "event"
	sayResult = "result"
	sayFault  = "fault"
)

const (
	// offers begins the subjects at which places are offered, header is that of all messages.
	offers = "unbox.work.offers."
	header = "Unbox-Work"
	// piece is the maximum number of bytes of contents in one message: NATS accepts 1 MiB unless it is configured
	// otherwise.
	piece = 512 << 10
	// maxContents bounds those of a job and of a result, in bytes.
	maxContents = 64 << 20
	// beat is the interval at which both sides of a lease send a sign of life, silence the time after which one is
	// considered lost.
	beat    = 2 * time.Second
	silence = 10 * time.Second
)

// offersOf is the subject at which places of a class are offered.
func offersOf(class string) string { return offers + strings.ReplaceAll(class, " ", "-") }

// offer says that a place is free.
type offer struct {
	// Place is the subject at which it listens.
	Place   string `json:"place"`
	Version string `json:"version"`
	// Machine is the name of its machine.
	Machine string `json:"machine"`
}

// said is the header of a message. Its contents are the message's data.
type said struct {
	Kind  string `json:"kind"`
	Lease string `json:"lease,omitempty"`
	// Answers is where the server listens, for a claim.
	Answers string `json:"answers,omitempty"`
	// Job is the number of the job in its lease, from 1; More means that its next piece follows.
	Job  int  `json:"job,omitempty"`
	More bool `json:"more,omitempty"`
	// Order describes a job.
	Order *order `json:"order,omitempty"`
	Fault *fault `json:"fault,omitempty"`
}

// order is a job without its contents.
type order struct {
	// Client is a name for the client.
	Client    string        `json:"client"`
	Clock     time.Duration `json:"clock"`
	Computing time.Duration `json:"computing"`
	Again     bool          `json:"again"`
}

// fault is an error in a message.
type fault struct {
	Kind  string `json:"kind"` // "failure", "death", "starved", "too long", "too large", or "lost"
	Name  string `json:"name,omitempty"`
	Words string `json:"words"`
}

func faultOf(err error) *fault {
	var failed *workers.Failure
	var death *workers.Death
	after := func(known error) string { return strings.TrimPrefix(err.Error(), known.Error()) }
	switch {
	case errors.As(err, &failed):
		return &fault{"failure", failed.Kind, failed.Message}
	case errors.As(err, &death):
		return &fault{"death", death.How, death.Words}
	case errors.Is(err, workers.ErrStarved):
		return &fault{"starved", "", after(workers.ErrStarved)}
	case errors.Is(err, workers.ErrTooLong):
		return &fault{"too long", "", after(workers.ErrTooLong)}
	case errors.Is(err, workers.ErrTooLarge):
		return &fault{"too large", "", after(workers.ErrTooLarge)}
	}
	return &fault{"lost", "", err.Error()} // it says nothing of the job
}

func (f *fault) err() error {
	switch f.Kind {
	case "failure":
		return &workers.Failure{Kind: f.Name, Message: f.Words}
	case "death":
		return &workers.Death{How: f.Name, Words: f.Words}
	case "starved":
		return fmt.Errorf("%w%s", workers.ErrStarved, f.Words)
	case "too long":
		return fmt.Errorf("%w%s", workers.ErrTooLong, f.Words)
	case "too large":
		return fmt.Errorf("%w%s", workers.ErrTooLarge, f.Words)
	}
	return fmt.Errorf("%w: %s", workers.ErrLost, f.Words)
}

// send sends contents in pieces.
//
// Errors: there is no connection at the moment.
func send(conn *nats.Conn, subject string, s said, contents []byte) error {
	for {
		part := contents[:min(len(contents), piece)]
		contents = contents[len(part):]
		s.More = len(contents) > 0
		m := nats.NewMsg(subject)
		m.Data = part
		m.Header.Set(header, text(s))
		if err := conn.PublishMsg(m); err != nil || !s.More {
			return err
		}
		s.Order = nil // it was in the first piece
	}
}

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic("BUG: what is said always marshals: " + err.Error())
	}
	return string(b)
}

// heard reads the header of a message; false if it is not one of ours.
func heard(m *nats.Msg) (s said, ok bool) {
	return s, json.Unmarshal([]byte(m.Header.Get(header)), &s) == nil
}

// parts puts contents together.
type parts struct{ all []byte }

// add takes a piece, and returns all of them after the last one.
//
// Errors: they are too long.
func (p *parts) add(s said, part []byte) (all []byte, whole bool, err error) {
	if len(p.all)+len(part) > maxContents {
		return nil, false, fmt.Errorf("expected at most %d bytes, found more", maxContents)
	}
	p.all = append(p.all, part...)
	if s.More {
		return nil, false, nil
	}
	all, p.all = p.all, nil
	return all, true, nil
}
