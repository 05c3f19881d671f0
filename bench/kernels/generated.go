package main

import (
	"time"

	"unbox/backend"
	"unbox/heap"
	"unbox/optimizer"
)

// generated is a trace that an engine made code of.
type generated struct {
	driver *backend.Driver
	code   backend.Code
}

// newGenerated returns the load function of an engine that makes code.
func newGenerated(e backend.Engine) func(t *optimizer.Trace) (runner, error) {
	return func(t *optimizer.Trace) (runner, error) {
		program, err := backend.Plan(t, backend.Options{})
		if err != nil {
			return nil, err
		}
		code, err := e.Compile(program)
		if err != nil {
			return nil, err
		}
		return &generated{backend.NewDriver(program, code), code}, nil
	}
}

func (g *generated) run(in *optimizer.Inputs) (time.Duration, *optimizer.Outcome, error) {
	var spent time.Duration
	o := backend.RunOptions{
		RunOptions:    optimizer.RunOptions{Jumps: 1 << 30, Steps: 1 << 40, Heap: heap.Limits{Objects: 1 << 22, Slots: 1 << 24}},
		CollectFreely: true,
		Enter: func(code func() error) error {
			start := time.Now()
			err := code()
			spent = time.Since(start)
			return err
		},
	}
	out, err := g.driver.Run(in, o)
	return spent, out, err
}

func (g *generated) close() error { return g.code.Close() }
