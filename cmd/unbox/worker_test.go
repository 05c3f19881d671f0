package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"unbox/classroom/journal/jetstream/natstest"
)

// TestWorkerSaysThatItPrepares expects a word before the workers compile what they need, which takes long, and none of the password.
func TestWorkerSaysThatItPrepares(t *testing.T) {
	t.Parallel()
	url := natstest.Start(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	var said bytes.Buffer
	p := &program{stderr: &said}
	place := strings.Replace(url, "nats://", "nats://unbox:secret@", 1)
	if err := p.work(ctx, &workerFlags{nats: place, measure: 1, allowRoot: true}); err == nil {
		t.Error("expected that nothing is offered once it is stopped, found no error")
	}
	if !strings.Contains(said.String(), "Connected to NATS at nats://") || !strings.Contains(said.String(), "workers are being prepared") || strings.Contains(said.String(), "secret@") {
		t.Errorf("expected that workers are being prepared, found %s", said.String())
	}
}
