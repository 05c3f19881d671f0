package api

import (
	"encoding/json"
	"testing"
)

// TestProgramTimeIsEncodedAsUsual compares what is written for a time line with what encoding/json writes.
func TestProgramTimeIsEncodedAsUsual(t *testing.T) {
	type usual ProgramTime
	for _, line := range []ProgramTime{
		{Activities: []string{}, Total: []float64{}, Cells: [][]float64{}, Events: []ProgramEvent{}},
		{
			Activities: []string{"running", "a \"b\""}, Total: []float64{0, 0.001, 12.5, 1e6, 3.25, 0.123, 7.01}, Width: 0.25,
			Cells:  [][]float64{{0.1, 0}, {0, 0.02}, {}, {16, 1.875}},
			Events: []ProgramEvent{{At: 1.5, What: "bridge", Loop: 3, Line: 7, Place: "heapq.py:12", Recorded: 40, Making: 0.25}, {}},
			Missed: 2,
		},
	} {
		want, err := json.Marshal(usual(line))
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(line)
		if err != nil || string(got) != string(want) {
			t.Errorf("expected\n%s\nfound\n%s, %v", want, got, err)
		}
	}
	fine := 1.23456789
	if got := string(appendMillis(nil, &fine)); got != "1.235" {
		t.Errorf("expected microseconds, found %s", got)
	}
}
