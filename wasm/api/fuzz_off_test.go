//go:build !planted

package api

// plantedBugs is the number of bugs that the build under test can plant: none for an
// ordinary build.
const plantedBugs = 0
