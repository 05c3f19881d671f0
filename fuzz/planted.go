package fuzz

import "errors"

// PlantedBug is a bug that can be planted in the optimizer, to see whether it is
// found.
type PlantedBug struct {
	// Name is its name in Options.Bug, Pass the pass that is wrong, Doc what is
	// wrong.
	Name, Pass, Doc string
}

// ErrNoPlantedBugs says that this build cannot plant a bug.
var ErrNoPlantedBugs = errors.New("this build has no planted bugs; one made with `go build -tags planted` has")
