package main

import (
	"context"
	"time"

	"unbox/classroom/journal/jetstream"
	"unbox/classroom/keeper"
	"unbox/internal/cluster"
	"unbox/playground"
	"unbox/workers/remote"
)

// statesWithin is how long NATS may take to say how its streams are: readers of the numbers wait for that.
const statesWithin = 2 * time.Second

// countConnections counts the connections to NATS, and what shall be kept there.
func countConnections(m *playground.Metrics) *cluster.Counts {
	c := &cluster.Counts{}
	note := m.Seconds("unbox_nats_acknowledge_seconds", "How long what this server keeps in NATS took until it was acknowledged.", []float64{0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5, 15})
	c.Acknowledged = func(d time.Duration) { note(d.Seconds()) }
	m.Gauge("unbox_nats_unacknowledged", "Changes that this server wants to keep in NATS and that are not acknowledged yet.", func() float64 { return float64(c.Waiting()) })
	wanted := &playground.Family{Name: "unbox_nats_connections", Help: "Connections that this server wants to have to NATS."}
	connected := &playground.Family{Name: "unbox_nats_connected", Help: "Those of them that it has."}
	reconnects := &playground.Family{Name: "unbox_nats_reconnects_total", Help: "How often a connection to NATS was lost and made again.", Counter: true}
	m.Families(func() []playground.Sample {
		all, up, again := c.Connections()
		return []playground.Sample{{Family: wanted, Value: float64(all)}, {Family: connected, Value: float64(up)}, {Family: reconnects, Value: float64(again)}}
	}, wanted, connected, reconnects)
	return c
}

// countElsewhere counts what other machines do for this server; nil where nobody reads that.
func countElsewhere(m *playground.Metrics) *remote.Counts {
	if m == nil {
		return nil
	}
	c := &remote.Counts{}
	jobs := &playground.Family{
		Name: "unbox_jobs_elsewhere_total", Help: "Jobs that this server gave to a machine with `unbox worker`, by how they ended: done, cancelled, or lost and done again.",
		Labels: []string{"class", "machine", "outcome"}, Counter: true,
	}
	m.Families(func() (samples []playground.Sample) {
		c.Each(func(of remote.Jobs, n int) {
			samples = append(samples, playground.Sample{Family: jobs, Value: float64(n), Labels: []string{of.Class, of.Machine, string(of.Outcome)}})
		})
		return samples
	}, jobs)
	return c
}

// The numbers of each stream in NATS.
var (
	natsAnswers     = &playground.Family{Name: "unbox_nats_answers", Help: "1 if NATS said within two seconds how its streams are, else 0; their numbers are those of the streams of which it did."}
	streamMessages  = &playground.Family{Name: "unbox_nats_stream_messages", Help: "Messages in a stream.", Labels: []string{"stream"}}
	streamBytes     = &playground.Family{Name: "unbox_nats_stream_bytes", Help: "Bytes of a stream in one copy.", Labels: []string{"stream"}}
	streamConsumers = &playground.Family{Name: "unbox_nats_stream_consumers", Help: "Servers that follow a stream.", Labels: []string{"stream"}}
	streamLeader    = &playground.Family{Name: "unbox_nats_stream_leader", Help: "1 for the machine that takes what is written to a stream.", Labels: []string{"stream", "machine"}}
	copyLag         = &playground.Family{Name: "unbox_nats_copy_lag", Help: "Writes that a machine's copy of a stream lacks.", Labels: []string{"stream", "machine"}}
	copyCurrent     = &playground.Family{Name: "unbox_nats_copy_current", Help: "1 if a machine's copy of a stream has everything and is heard of, else 0.", Labels: []string{"stream", "machine"}}
)

// countStreams counts what is in NATS, and whether the classes are at this server; k is nil where they are not in NATS.
func countStreams(ctx context.Context, m *playground.Metrics, j *jetstream.Journal, k *keeper.Keeper) {
	m.Families(func() []playground.Sample {
		ctx, cancel := context.WithTimeout(ctx, statesWithin)
		defer cancel()
		states, err := j.States(ctx)
		samples := []playground.Sample{{Family: natsAnswers, Value: oneIf(err == nil)}}
		for _, s := range states {
			samples = append(samples, streamSamples(s)...)
		}
		return samples
	}, natsAnswers, streamMessages, streamBytes, streamConsumers, streamLeader, copyLag, copyCurrent)
	if k == nil {
		return
	}
	here := &playground.Family{Name: "unbox_classes_here", Help: "1 if this server has the lease of the classes and has read them, else 0."}
	taken := &playground.Family{Name: "unbox_classes_taken_total", Help: "How often this server took the classes.", Counter: true}
	m.Families(func() []playground.Sample {
		is, often := k.Here()
		return []playground.Sample{{Family: here, Value: oneIf(is)}, {Family: taken, Value: float64(often)}}
	}, here, taken)
}

func streamSamples(s jetstream.State) []playground.Sample {
	stream := []string{s.Name}
	samples := []playground.Sample{
		{Family: streamMessages, Value: float64(s.Messages), Labels: stream},
		{Family: streamBytes, Value: float64(s.Bytes), Labels: stream},
		{Family: streamConsumers, Value: float64(s.Consumers), Labels: stream},
	}
	if s.Leader != "" {
		samples = append(samples, playground.Sample{Family: streamLeader, Value: 1, Labels: []string{s.Name, s.Leader}})
	}
	for _, c := range s.Copies {
		at := []string{s.Name, c.Machine}
		samples = append(samples, playground.Sample{Family: copyLag, Value: float64(c.Lag), Labels: at}, playground.Sample{Family: copyCurrent, Value: oneIf(c.Current), Labels: at})
	}
	return samples
}

func oneIf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
