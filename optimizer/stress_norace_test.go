//go:build !race

package optimizer_test

// stressLength is how many operations the traces of TestStress have.
const stressLength = 100_000
