//go:build linux

package main

import "slices"

// allAttacks are all attacks in order: those that leave traces in a server come late.
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
		bentAttacks(),
		socketAttacks(),
		workshopAttacks(),
		classAttacks(),
		swellingAttacks(),
		memberAttacks(),
		mixtureAttacks(),
		crowdAttacks(),
		measureAttacks(),
		pythonAttacks(),
		courseAttacks(),
		http2Attacks(),
		provokingAttacks(),
		moreHTTP2Attacks(),
		recordAttacks(),
		oddAttacks(),
		costlyAttacks(),
		gateAttacks(),
		doorAttacks(),
		machineryAttacks(),
		lifeAttacks(),
	)
}
