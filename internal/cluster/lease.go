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

// asking is the maximum time for a request to NATS about a lease.
const asking = 2 * time.Second

// Lease is held by one of several programs at a time: a key that is written by compare-and-set. The holder renews it
// regularly. Each program decides with its own clock when it may take a lease that was not renewed for long enough:
// while NATS does not respond, no time counts, and no lease expires. A lease does not stop a program that wrongly
// believes that it holds it: the protected data has to do that.
type Lease struct {
	kv   jetstream.KeyValue
	name string
}

// Seen is an observed state of a lease.
type Seen struct {
	// Value is what the holder wrote; empty if no program holds it.
	Value []byte
	rev   uint64
}

// Newer reports whether it was written after other.
func (s Seen) Newer(other Seen) bool { return s.rev > other.rev }

// ErrTaken means that another program was faster.
var ErrTaken = errors.New("expected a lease as it was seen, found that it was written since")

// codeNotClustered is JetStream's code for the error that one server cannot keep three replicas.
const codeNotClustered = 10074

// NewLease returns the lease with a name.
//
// Errors: NATS cannot store it.
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

// Look returns the present state of the lease, or that of a moment ago.
//
// Errors: NATS does not respond.
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
// Errors: ErrTaken; or NATS does not respond, after which it may or may not be
// written.
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
