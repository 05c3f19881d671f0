//go:build !planted

package fuzz

import "unbox/optimizer"

// PlantedBugs returns the bugs that this build can plant: none, unless it was made
// with the build tag `planted`.
func PlantedBugs() []PlantedBug { return nil }

func plant(_ *optimizer.Optimizer, bug string) error {
	if bug != "" {
		return ErrNoPlantedBugs
	}
	return nil
}
