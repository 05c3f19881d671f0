package main

import "testing"

// short makes the benchmarks short, on a disk as it is and on a slow one: that the second can be measured after the first is part of what is
// tested.
func short(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	*sockets, *typists, *seconds, *kills, *within, *slow = 3, 4, 1, 2, 1, "0,1ms" // all join at once
}

func TestWorkshops(t *testing.T) {
	short(t)
	if err := run(); err != nil {
		t.Fatal(err)
	}
}

// TestPrograms does the forms that compile servers: with -cluster, as `make test-cluster` does.
func TestPrograms(t *testing.T) {
	if !*shared {
		t.Skip("servers are compiled and killed with -args -cluster")
	}
	short(t)
	defer func() { *shared = true }()
	for _, form := range []struct {
		name    string
		cluster bool
		do      func() error
	}{{"class on a cluster", true, runCluster}, {"server on a cluster", true, runServer}, {"server with a folder", false, runServer}} {
		*shared = form.cluster
		if err := form.do(); err != nil {
			t.Errorf("%s: %v", form.name, err)
		}
	}
}
