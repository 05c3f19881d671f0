//go:build planted

package fuzz

import "unbox/optimizer"

// PlantedBugs returns the bugs that this build can plant: those that the post
// describes, then those of the passes.
func PlantedBugs() []PlantedBug {
	var list []PlantedBug
	for _, b := range optimizer.PlantedBugs() {
		list = append(list, PlantedBug{b.Name, b.Pass.String(), b.Doc})
	}
	return list
}

func plant(o *optimizer.Optimizer, bug string) error { return o.Plant(bug) }
