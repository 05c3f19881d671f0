package main

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"unbox/native/timing"
	"unbox/playground"
	lessons "unbox/tutorials/run"
	"unbox/workers"
)

// countEverything makes the site count events, and serves the metrics at a separate address.
//
// Errors: the address cannot be used.
func (o options) countEverything(c *playground.Config) (closeAll func(), err error) {
	if o.metrics == "" {
		return func() {}, nil
	}
	listener, err := playground.Listen(o.metrics)
	if err != nil {
		return nil, fmt.Errorf("--metrics: %w", err)
	}
	c.Metrics = playground.NewMetrics()
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", c.Metrics.Handler())
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 30 * time.Second}
	log := c.Log
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			log.Error("metrics cannot be served any more", "reason", err)
		}
	}()
	return func() { _ = server.Close() }, nil // readers of metrics are not waited for
}

// countWorkers counts measurements that wait, and programs that were measured; nil for none.
func (o options) countWorkers(m *playground.Metrics, class *workers.Class, programs *timing.Programs) {
	if m == nil {
		return
	}
	m.Gauge("unbox_measurements_waiting", "Measurements that wait for a worker.", func() float64 { return float64(class.Waiting()) })
	m.Gauge("unbox_measurement_workers", "Processes for measurements.", func() float64 { return float64(class.Count()) })
	if programs != nil {
		m.Counter("unbox_programs_measured_total", "Python programs that were measured.", func() float64 { return float64(programs.Measured()) })
	}
}

// countRuns counts waiting runs of learners' programs.
func (o options) countRuns(m *playground.Metrics, runs *lessons.Pool) {
	if m == nil {
		return
	}
	m.Gauge("unbox_runs_waiting", "Runs of learners' programs that wait for a worker.", func() float64 { quick, _ := runs.Stats(); return float64(quick) })
	m.Gauge("unbox_slow_runs_waiting", "Longer ones that wait, at the lowest priority.", func() float64 { _, slow := runs.Stats(); return float64(slow) })
}
