//go:build !unix

package run

func lowerPriority(int, int) {}
