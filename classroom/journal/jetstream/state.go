package jetstream

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/nats-io/nats.go/jetstream"

	"unbox/internal/cluster"
)

// State is how a stream in NATS is: one of a journal, or that of the leases.
type State struct {
	Name string
	// Messages is how many are kept, and Bytes what they take in one copy.
	Messages, Bytes uint64
	// Consumers is how many servers follow what is new.
	Consumers int
	// Leader is the machine that takes what is written; "" while there is none, and where NATS is a single server.
	Leader string
	// Copies are the machines that have the stream, the leader among them.
	Copies []Copy
}

// Copy is one of the copies of a stream.
type Copy struct {
	Machine string
	// Lag is how many writes it lacks, as the leader knows.
	Lag uint64
	// Current means that it has everything and is heard of.
	Current bool
}

// States returns the states of all streams that there are in NATS: of this journal, of the other one, and of the leases.
//
// Errors: NATS does not answer, or not about one of them.
func (j *Journal) States(ctx context.Context) ([]State, error) {
	var names []string
	for _, l := range []layout{together, single} {
		for n := range shards {
			names = append(names, fmt.Sprint(l.streamPrefix, n))
		}
	}
	names = append(names, cluster.LeaseStream)
	found, failed := make([]*State, len(names)), make([]error, len(names))
	var asked sync.WaitGroup
	for i, name := range names {
		asked.Go(func() { found[i], failed[i] = j.state(ctx, name) })
	}
	asked.Wait()
	var all []State
	for _, s := range found {
		if s != nil {
			all = append(all, *s)
		}
	}
	return all, errors.Join(failed...)
}

// state is that of one stream; nil if there is none.
func (j *Journal) state(ctx context.Context, name string) (*State, error) {
	stream, err := j.js.Stream(ctx, name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	info := stream.CachedInfo()
	s := &State{Name: name, Messages: info.State.Msgs, Bytes: info.State.Bytes, Consumers: info.State.Consumers}
	if info.Cluster == nil || len(info.Cluster.Replicas) == 0 {
		return s, nil
	}
	if s.Leader = info.Cluster.Leader; s.Leader != "" {
		s.Copies = append(s.Copies, Copy{Machine: s.Leader, Current: true})
	}
	for _, r := range info.Cluster.Replicas {
		s.Copies = append(s.Copies, Copy{Machine: r.Name, Lag: r.Lag, Current: r.Current && !r.Offline})
	}
	return s, nil
}
