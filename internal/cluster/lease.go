package cluster

import (
	"context"
	"errors"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// leaseBucket is the key-value bucket of leases, LeaseStream the stream that NATS keeps it in.
const (
	leaseBucket = "UNBOX_LEASES"
	LeaseStream = "KV_" + leaseBucket
)

// asking is how long NATS may take for a request about a lease.
const asking = 2 * time.Second

// Lease is something that one of several programs has at a time: a key that is written by compare-and-set. Whoever
// has it writes it again and again. That somebody else may take it, because it was not written for long enough, each
// decides by a clock of its own: while NATS answers nobody, nobody's time runs, and no lease ends. It keeps nobody
// from what it is about, who only believes to have it: that is up to what is written.
type Lease struct {
	kv   jetstream.KeyValue
	name string
}

// Seen is a lease as somebody saw it.
type Seen struct {
	// Value is what whoever has it wrote; none if nobody has.
	Value []byte
	rev   uint64
}

// Newer tells whether it was written after other.
func (s Seen) Newer(other Seen) bool { return s.rev > other.rev }

// ErrTaken tells that somebody else was quicker.
var ErrTaken = errors.New("expected a lease as it was seen, found that it was written since")

// codeNotClustered is JetStream's number for the error that one server cannot keep three copies.
const codeNotClustered = 10074

// NewLease returns the lease of a name.
//
// Errors: NATS cannot keep it.
func NewLease(ctx context.Context, conn *nats.Conn, name string) (*Lease, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, err
	}
	kv, err := js.KeyValue(ctx, leaseBucket)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		config := jetstream.KeyValueConfig{Bucket: leaseBucket, Description: "Which server of Unbox has what", Storage: jetstream.FileStorage, Replicas: 3}
		kv, err = js.CreateKeyValue(ctx, config)
		var api *jetstream.APIError
		if errors.As(err, &api) && api.ErrorCode == codeNotClustered {
			config.Replicas = 1
			kv, err = js.CreateKeyValue(ctx, config)
		}
	}
	if err != nil {
		return nil, err
	}
	return &Lease{kv, name}, nil
}

// Look returns the lease as it is, or was a moment ago.
//
// Errors: NATS does not answer.
func (l *Lease) Look(ctx context.Context) (s Seen, err error) {
	ctx, cancel := context.WithTimeout(ctx, asking)
	defer cancel()
	entry, err := l.kv.Get(ctx, l.name)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return s, nil
	}
	if err != nil {
		return s, err
	}
	return Seen{entry.Value(), entry.Revision()}, nil
}

// Write writes the lease, unless it was written since it was seen.
//
// Errors: ErrTaken; or NATS does not answer, after which it may be written or not.
func (l *Lease) Write(ctx context.Context, after Seen, value []byte) (Seen, error) {
	ctx, cancel := context.WithTimeout(ctx, asking)
	defer cancel()
	rev, err := l.kv.Update(ctx, l.name, value, after.rev)
	var api *jetstream.APIError
	if errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence || api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant) {
		return after, ErrTaken
	}
	return Seen{value, rev}, err
}
