//go:build !race

package optimizer_test

// stressLength is the number of operations in the traces of TestStress.
const stressLength = 100_000
