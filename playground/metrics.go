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

// Seconds adds a number of durations, and returns what notes one, in seconds. The limits are those between which they are
// counted. Names as for Gauge.
func (m *Metrics) Seconds(name, help string, limits []float64) (note func(float64)) {
	h := prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: limits})
	m.registry.MustRegister(h)
	return h.Observe
}

// Family is a number that several things have, which labels tell apart. Names as for Gauge; those of a counter, which only
// grows, end with "_total".
type Family struct {
	Name, Help string
	Labels     []string
	Counter    bool
}

// Sample is the number that one of these things has, with a value for each label.
type Sample struct {
	Family *Family
	Value  float64
	Labels []string
}

// Families adds numbers that are asked for together when somebody reads: read returns those that are known then.
func (m *Metrics) Families(read func() []Sample, all ...*Family) {
	c := &families{read: read, described: map[*Family]*prometheus.Desc{}}
	for _, f := range all {
		c.described[f] = prometheus.NewDesc(f.Name, f.Help, f.Labels, nil)
	}
	m.registry.MustRegister(c)
}

// families is a prometheus.Collector.
type families struct {
	read      func() []Sample
	described map[*Family]*prometheus.Desc
}

func (c *families) Describe(to chan<- *prometheus.Desc) {
	for _, d := range c.described {
		to <- d
	}
}

func (c *families) Collect(to chan<- prometheus.Metric) {
	for _, s := range c.read() {
		kind := prometheus.GaugeValue
		if s.Family.Counter {
			kind = prometheus.CounterValue
		}
		to <- prometheus.MustNewConstMetric(c.described[s.Family], kind, s.Value, s.Labels...)
	}
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
