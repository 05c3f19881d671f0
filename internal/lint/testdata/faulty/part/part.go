// Package part is imported.
package part

// Old is one.
//
// Deprecated: New is two.
func Old() int { return 1 }

// New is two. Only the test calls it.
func New() int { return 2 }

// Silent is exported, and nobody calls it.
func Silent() {}

// Pair never returns nil.
func Pair() any { return pair{} }

type pair struct{}

func onlyTested() bool { return true }
