//go:build !planted

package api

// plantedBugs is how many bugs the build under test can plant: an ordinary one none.
const plantedBugs = 0
