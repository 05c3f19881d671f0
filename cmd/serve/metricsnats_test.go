package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"unbox/classroom/journal/jetstream/natstest"
)

// numbers are what a server says of itself at /metrics, by name with labels; none before it answers.
func numbers(t *testing.T, address string) map[string]float64 {
	t.Helper()
	r, err := http.Get("http://" + address + "/metrics")
	if err != nil {
		return nil
	}
	defer r.Body.Close()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		name, value, ok := strings.Cut(strings.TrimSpace(line), " ")
		if number, err := strconv.ParseFloat(value, 64); ok && err == nil {
			all[name] = number
		}
	}
	return all
}

// expectNumbers reads until numbers are as wanted.
func expectNumbers(t *testing.T, address string, as func(map[string]float64) bool) {
	t.Helper()
	var found map[string]float64
	for range 3000 {
		if found = numbers(t, address); as(found) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("expected other numbers within minutes, found %v", found)
}

// freePort is one that nobody has.
func freePort(t *testing.T) (address string, port int) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String(), l.Addr().(*net.TCPAddr).Port
}

// TestMetricsOfNATS reads the numbers of a server whose classes are in NATS: its streams, what is acknowledged, who has
// the classes, and what they are when NATS is gone and comes back.
func TestMetricsOfNATS(t *testing.T) {
	t.Parallel()
	_, port := freePort(t)
	metrics, _ := freePort(t)
	dir := t.TempDir()
	begin := func() *server.Server {
		return natstest.New(t, func(o *server.Options) { o.Port, o.StoreDir = port, dir })
	}
	nats := begin()
	ctx, stop := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	var stderr bytes.Buffer
	ended.Go(func() {
		args := []string{"--addr", "127.0.0.1:0", "--nats", nats.ClientURL(), "--key-file", filepath.Join(t.TempDir(), "key"), "--metrics", metrics, "--lessons", "off", "--machine-code", "off"}
		if code := run(ctx, args, noEnv, io.Discard, &stderr); code != exitGood {
			t.Errorf("expected the exit code 0, found %d", code)
		}
	})
	defer func() {
		stop()
		ended.Wait()
		if t.Failed() {
			t.Log(stderr.String())
		}
	}()
	expectNumbers(t, metrics, func(n map[string]float64) bool {
		messages := 0.0
		for _, stream := range []string{"UNBOX_CLASS_0", "UNBOX_CLASS_1", "UNBOX_CLASS_2", "UNBOX_CLASS_3"} {
			messages += n[`unbox_nats_stream_messages{stream="`+stream+`"}`]
		}
		_, logs := n[`unbox_nats_stream_messages{stream="UNBOX_LOG_0"}`]
		return n["unbox_classes_here"] == 1 && n["unbox_classes_taken_total"] == 1 && messages > 4 && logs && // a mark in each stream, and the secret's hash
			n[`unbox_nats_stream_bytes{stream="KV_UNBOX_LEASES"}`] > 0 && n[`unbox_nats_stream_consumers{stream="UNBOX_LOG_3"}`] == 1 &&
			n["unbox_nats_acknowledge_seconds_count"] > 0 && n["unbox_nats_unacknowledged"] == 0 && n["unbox_nats_answers"] == 1 &&
			n["unbox_nats_connections"] == 3 && n["unbox_nats_connected"] == 3 && n["unbox_nats_reconnects_total"] == 0
	})
	nats.Shutdown()
	nats.WaitForShutdown()
	expectNumbers(t, metrics, func(n map[string]float64) bool {
		_, known := n[`unbox_nats_stream_messages{stream="UNBOX_LOG_0"}`]
		return n["unbox_nats_answers"] == 0 && !known && n["unbox_nats_connections"] == 3 && n["unbox_nats_connected"] == 0
	})
	begin()
	expectNumbers(t, metrics, func(n map[string]float64) bool {
		return n["unbox_nats_answers"] == 1 && n["unbox_nats_reconnects_total"] == 3 && n["unbox_nats_connected"] == 3 && n["unbox_classes_here"] == 1
	})
}
