//go:build race

package optimizer_test

// stressLength is the number of operations in the traces of TestStress: fewer with
// the race detector, which is ten times slower.
const stressLength = 20_000
