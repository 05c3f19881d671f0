package playground

import (
	"net/http"
	"strconv"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are numbers about a server, for Prometheus. They reveal nothing about
// anyone.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  prometheus.Histogram
}

// NewMetrics returns those of the process, the Go runtime and requests; Gauge adds
// others.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "unbox_requests_total", Help: "Requests answered, by status."}, []string{"status"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "unbox_request_seconds", Help: "How long answers took, without WebSockets and streams.", Buckets: []float64{0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 20},
		}),
	}
	m.registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), m.requests, m.seconds)
	return m
}

// Gauge adds a number that is computed when the metrics are read. Names begin with "unbox_" and are added
// once.
func (m *Metrics) Gauge(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}

// Counter adds a number that only grows. Names begin with "unbox_", end with "_total", and are added once.
func (m *Metrics) Counter(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, value))
}

// Handler answers with all numbers. It is for an address that strangers cannot reach.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// answered counts a request; nil counts nothing.
func (m *Metrics) answered(status int, contentType string, seconds float64) {
	if m == nil {
		return
	}
	m.requests.WithLabelValues(strconv.Itoa(status)).Inc()
	if status != http.StatusSwitchingProtocols && contentType != eventStream {
		m.seconds.Observe(seconds)
	}
}
