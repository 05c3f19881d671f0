//go:build linux

package main

import "slices"

// allAttacks are all of them, in the order in which they are done: what leaves traces in a
// server comes late.
func allAttacks() []attack {
	return slices.Concat(
		readerAttacks(),
		uploadAttacks(),
		requestAttacks(),
		connectionAttacks(),
		siteAttacks(),
		seatAttacks(),
		learnerAttacks(),
		moduleAttacks(),
		socketAttacks(),
		workshopAttacks(),
		classAttacks(),
		measureAttacks(),
		pythonAttacks(),
		courseAttacks(),
		lifeAttacks(),
	)
}
