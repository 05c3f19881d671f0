package timing

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"unbox/workers"
	"unbox/workers/queue"
	"unbox/workers/sandbox"
)

// roleName is the name of workers that measure.
const roleName = "measure"

// maxResident is the maximum number of bytes that a worker that measures may
// have in memory.
const maxResident = 768 << 20

// Role is what they do: they measure a trace or a program, with Progress as events (see Traces and Programs). It needs a
// sandbox, since it runs machine code that was made from what a stranger wrote.
func Role() workers.Role { return roleOf(NewHost) }

// roleOf is Role with a host of one's own, which is made before the process is locked in.
func roleOf(newHost func() *Host) workers.Role {
	return workers.Role{
		Name: roleName, Locked: true, Heap: 512 << 20,
		// Each variant reserves the addresses that 32-bit references can reach, twice,
		// and as many that cannot be accessed.
		Limits: sandbox.Limits{Memory: 1 << 30, Addresses: 128 << 30, Files: 32, Computing: 10 * time.Minute},
		Prepare: func([]byte) (workers.Work, error) {
			host := newHost()
			return workers.Work{Do: do(host)}, nil
		},
	}
}

// Class adds workers that measure to a pool: a number of them at a time, each on a core of its
// own; 0 means half of the cores. limit is the maximum time of a measurement; 0 means 20 s. waiting
// bounds the queue. Each client's measurements run in a process of their own.
func Class(p *workers.Pool, places int, limit time.Duration, waiting queue.Limits) *workers.Class {
	if places == 0 {
		places = max(1, runtime.NumCPU()/2)
	}
	return p.Class(workers.ClassConfig{
		Name: "measurements", Role: roleName, Places: places, Private: true, Pinned: true,
		Waiting:   waiting,
		StartTime: 10 * time.Second, IdleTime: time.Minute, Memory: maxResident, MaxResult: 4 << 20, Clock: limit,
	})
}

// do returns the function of a worker process.
func do(h *Host) func(job []byte, event func([]byte) error) ([]byte, error) {
	return func(job []byte, event func([]byte) error) ([]byte, error) {
		var o order
		if err := json.Unmarshal(job, &o); err != nil {
			return nil, fmt.Errorf("expected a measurement as JSON, found this: %w", err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		tell := func(p Progress) {
			text, err := json.Marshal(p)
			if err != nil {
				panic("BUG: progress always marshals: " + err.Error())
			}
			if event(text) != nil {
				cancel() // no one is listening
			}
		}
		report, err := o.measure(ctx, h, tell)
		if err != nil {
			return nil, err
		}
		return json.Marshal(report)
	}
}

// measure does what is asked.
func (o *order) measure(ctx context.Context, h *Host, tell func(Progress)) (report any, err error) {
	if o.Program != nil {
		var j ProgramJob
		if err := json.Unmarshal(o.Program, &j); err != nil {
			return nil, fmt.Errorf("expected a program to measure as JSON, found this: %w", err)
		}
		return MeasureProgram(ctx, h, &j, tell)
	}
	j, err := ParseJob(o.Trace)
	if err != nil {
		return nil, err
	}
	return Measure(ctx, h, j, tell)
}
