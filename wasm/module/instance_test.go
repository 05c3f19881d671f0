package main

import (
	"strings"
	"testing"
)

func put(in *instance, text string) (uint32, uint32) {
	at := in.alloc(uint32(len(text)))
	copy(in.buffers[at], text)
	return at, uint32(len(text))
}

func TestCallAnswersFromBuffers(t *testing.T) {
	in := newInstance()
	nameAt, nameLen := put(in, "version")
	requestAt, requestLen := put(in, "{}")
	got := string(in.call(nameAt, nameLen, requestAt, requestLen))
	if !strings.Contains(got, `"version":`) {
		t.Errorf("expected a version, got %s", got)
	}
	in.free(nameAt)
	in.free(requestAt)
	if len(in.buffers) != 0 {
		t.Errorf("expected all buffers to be given back, %d are left", len(in.buffers))
	}
}

func TestBuffersOutliveACollection(t *testing.T) {
	in := newInstance()
	nameAt, nameLen := put(in, "version")
	requestAt, requestLen := put(in, "{}")
	for range 3 {
		in.rest()
		if got := string(in.call(nameAt, nameLen, requestAt, requestLen)); !strings.Contains(got, `"version":`) {
			t.Errorf("expected a version, got %s", got)
		}
	}
}

func TestCallRefusesWhatAllocDidNotGive(t *testing.T) {
	in := newInstance()
	nameAt, nameLen := put(in, "version")
	tests := []struct {
		name                                   string
		nameAt, nameLen, requestAt, requestLen uint32
		want                                   string
	}{
		{"no such name", nameAt + 1, nameLen, nameAt, 0, "expected the name in a buffer from alloc"},
		{"no such request", nameAt, nameLen, nameAt + 1, 2, "expected the request in a buffer from alloc"},
		{"a name beyond its buffer", nameAt, nameLen + 1, nameAt, 0, "expected a name of at most the 7 bytes"},
		{"a request beyond its buffer", nameAt, nameLen, nameAt, 1 << 31, "expected a request of at most the 7 bytes"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := string(in.call(tt.nameAt, tt.nameLen, tt.requestAt, tt.requestLen))
			if !strings.Contains(got, tt.want) {
				t.Errorf("got %s, expected it to contain %q", got, tt.want)
			}
		})
	}
}

func TestBuffersHaveAddressesOfTheirOwn(t *testing.T) {
	in := newInstance()
	seen := make(map[uint32]bool)
	for range 100 {
		at := in.alloc(0)
		if at == 0 || seen[at] {
			t.Fatalf("address %d was given before", at)
		}
		seen[at] = true
	}
}
