//go:build race

package optimizer_test

// stressLength is how many operations the traces of TestStress have: fewer with the
// race detector, which is ten times slower.
const stressLength = 20_000
