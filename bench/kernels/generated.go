package main

import (
	"time"

	"unbox/backend"
	"unbox/heap"
	"unbox/interp"
	"unbox/trace"
)

// timed measures how long code runs: from its start until it leaves for good. What the
// driver does at other exits (making room for allocations) is part of that; handing the
// heap back to the interpreter at the end is not.
type timed struct {
	backend.Code
	spent time.Duration
}

func (c *timed) Enter(leave func(exit int32) bool) error {
	start := time.Now()
	return c.Code.Enter(func(exit int32) bool {
		left := time.Now()
		goOn := leave(exit)
		if !goOn {
			c.spent = left.Sub(start)
		}
		return goOn
	})
}

// generated is a trace that an engine made code of.
type generated struct {
	driver *backend.Driver
	code   *timed
}

// newGenerated returns the load function of an engine that makes code.
func newGenerated(e backend.Engine) func(t *trace.Trace) (runner, error) {
	return func(t *trace.Trace) (runner, error) {
		program, err := backend.Plan(t, backend.Options{})
		if err != nil {
			return nil, err
		}
		code, err := e.Compile(program)
		if err != nil {
			return nil, err
		}
		clocked := &timed{Code: code}
		return &generated{backend.NewDriver(program, clocked), clocked}, nil
	}
}

func (g *generated) run(in *interp.Inputs) (time.Duration, *interp.Outcome, error) {
	out, err := g.driver.Run(in, backend.RunOptions{
		RunOptions:    interp.RunOptions{Jumps: 1 << 30, Steps: 1 << 40, Heap: heap.Limits{Objects: 1 << 22, Slots: 1 << 24}},
		CollectFreely: true,
	})
	return g.code.spent, out, err
}

func (g *generated) close() error { return g.code.Close() }
